//! The one face of a puzzle that frontends see, without its types. Nothing leaves through it
//! unverified: a solution passes `verify`, an argument passes `refute`, before a caller sees it.
//!
//! No puzzle implements these traits: whatever implements the [`contract`](crate::contract) has them.

use std::marker::PhantomData;
use std::sync::Arc;

use search::{Event, Limit, Limits, Meter, Observer, Outcome, Proof};

use crate::answers::{self, Extent};
use crate::board::Size;
use crate::canvas::Canvas;
use crate::contract::{
    About, Brush, Claim, Count, Counted, Edit, Frame, Generate, Options, RunError, Show, Statement,
    Strategy, Touch,
};
use crate::explain::{AboutLessons, Rating};
use crate::found::Verified;
pub use crate::found::{Answer, Creation, Finding, Found};
use crate::game::Game;
pub use crate::run::Report;
use crate::run::{assert_holds, run};
use crate::scene::{Pen, Scene};
use crate::text::{Diagnostic, Line, Source};

pub use crate::answers::{Ruling, Subject};

/// A puzzle.
pub trait Kind: Sync {
    /// What there is to know of it.
    fn about(&self) -> &'static About;
    /// Its strategies, from the simplest to the best, which is the default.
    fn strategies(&self) -> Vec<Strategy>;
    /// The strategy to use unless told otherwise.
    fn best_strategy(&self) -> &'static str {
        self.strategies().last().map_or("", |strategy| strategy.name)
    }
    /// What instances are changed with by hand.
    fn brushes(&self) -> &'static [Brush];
    /// How it is played and explained, if it is.
    fn lessons(&self) -> Option<AboutLessons> {
        None
    }
    /// The instances of a text, in order; the first fault ends it.
    fn open<'a>(
        &'a self,
        source: &'a Source,
        options: &'a Options,
    ) -> Box<dyn Iterator<Item = Result<Box<dyn Session>, Diagnostic>> + 'a>;
    /// The instance that options alone describe, if they describe one, within limits.
    fn described(
        &self,
        options: &Options,
        limits: &Limits,
    ) -> Result<Option<Box<dyn Session>>, RunError>;
    /// The instance that a claim itself tells of.
    fn implied(&self, claim: &Source, options: &Options) -> Result<Box<dyn Session>, Diagnostic>;
    /// What the coursework wants printed around the answer about an instance; nothing where the
    /// puzzle comes from no coursework.
    fn frame(&self, number: usize, outcome: &Outcome<Finding, Finding>) -> Option<Frame>;
    /// Makes the instance that belongs to a seed.
    fn generate(
        &self,
        options: &Options,
        seed: u64,
        limits: &Limits,
    ) -> Result<Report<Creation>, RunError>;
}

/// Lines of a [question](Session::question) before those of its instance.
pub const QUESTION_HEAD: usize = 3;

/// An instance, opened.
pub trait Session: Send + Sync {
    /// The instance as text.
    fn text(&self) -> String;
    /// The instance as one of so many in a text, at this place from 1.
    fn text_among(&self, place: u64, of: u64) -> String;
    /// Bytes that the instance holds.
    fn footprint(&self) -> u64;
    /// The size of its picture, in cells.
    fn extent(&self) -> Size;
    /// The instance as a picture, whose memory stays claimed.
    fn scene(&self, meter: &mut Meter<'_>) -> Result<Scene, Limit>;
    /// Looks for a solution.
    fn solve(
        &self,
        strategy: &str,
        options: &Options,
        limits: &Limits,
    ) -> Result<Answer, Diagnostic>;
    /// The same, drawn while it runs. Watching changes no counter.
    fn watch(
        &self,
        strategy: &str,
        options: &Options,
        limits: &Limits,
        pen: &mut dyn Pen,
    ) -> Result<Answer, Diagnostic>;
    /// What [`count`](Session::count) is asked, in words that no other question has: the version of
    /// the program, the puzzle and what is counted, how far, and the instance, which begins at line
    /// [`QUESTION_HEAD`].
    fn question(&self, options: &Options, up_to: Option<u64>) -> Result<String, Diagnostic>;
    /// Counts what the options ask for, but not beyond `up_to`.
    fn count(
        &self,
        options: &Options,
        up_to: Option<u64>,
        limits: &Limits,
    ) -> Result<Report<Counted>, Diagnostic>;
    /// Checks one answer about this instance.
    fn check(&self, claim: &Source, limits: &Limits) -> Result<Ruling, RunError>;
    /// How far the answer about this instance extends, where a text goes on with these lines.
    fn answer_extent(&self, lines: &[Line<'_>]) -> Extent;
    /// The instance after one touch with a brush.
    fn touch(&self, brush: &str, touch: Touch) -> Result<Box<dyn Session>, Diagnostic>;
    /// A game on this instance, from the beginning or from where a text says; refused where
    /// [`Kind::lessons`] has none.
    fn play(&self, so_far: Option<&Source>) -> Result<Box<dyn Game>, Diagnostic>;
    /// How hard the instance is, where that is defined.
    fn rate(&self, limits: &Limits) -> Result<Report<Option<Rating>>, Limit>;
}

/// The kind made of a puzzle and the crate that implements the contract for it: `&KindOf::<P, L>::KIND` is
/// a line of the registry.
pub struct KindOf<P, L>(PhantomData<fn() -> (P, L)>);

impl<P, L> KindOf<P, L> {
    /// The only value there is.
    pub const KIND: Self = KindOf(PhantomData);
}

/// The whole contract in one word.
pub trait FullContract<L>: Show<L> + Count<L> + Generate<L> + Edit {}
impl<L, P: Show<L> + Count<L> + Generate<L> + Edit> FullContract<L> for P {}

impl<L: 'static, P: FullContract<L>> Kind for KindOf<P, L> {
    fn about(&self) -> &'static About {
        const { &P::ABOUT }
    }

    fn strategies(&self) -> Vec<Strategy> {
        P::STRATEGIES.iter().map(|row| Strategy { name: row.name, reach: row.reach }).collect()
    }

    fn brushes(&self) -> &'static [Brush] {
        P::BRUSHES
    }

    fn lessons(&self) -> Option<AboutLessons> {
        P::LESSONS.map(|lessons| lessons.about)
    }

    fn open<'a>(
        &'a self,
        source: &'a Source,
        options: &'a Options,
    ) -> Box<dyn Iterator<Item = Result<Box<dyn Session>, Diagnostic>> + 'a> {
        Box::new(P::read(source, options).map(|instance| Ok(opened::<L, P>(instance?))))
    }

    fn described(
        &self,
        options: &Options,
        limits: &Limits,
    ) -> Result<Option<Box<dyn Session>>, RunError> {
        Ok(P::from_options(options, &mut Meter::new(limits))?.map(opened::<L, P>))
    }

    fn implied(&self, claim: &Source, options: &Options) -> Result<Box<dyn Session>, Diagnostic> {
        // What `generate --format json` writes holds the instance beside the answer.
        match answers::instance(claim)? {
            Some(text) => {
                let first = P::read(&text, options).next();
                let missing = || Err(Diagnostic::new("I0004").in_file(text.name()));
                first.unwrap_or_else(missing).map(opened::<L, P>)
            }
            None => P::implied_by(claim, options).map(opened::<L, P>),
        }
    }

    fn frame(&self, number: usize, outcome: &Outcome<Finding, Finding>) -> Option<Frame> {
        let bare = match outcome {
            Outcome::Solved(_) => Outcome::Solved(()),
            Outcome::Impossible(Proof::Argument(_)) => Outcome::Impossible(Proof::Argument(())),
            Outcome::Impossible(Proof::Exhaustion) => Outcome::Impossible(Proof::Exhaustion),
            Outcome::Unknown(limit) => Outcome::Unknown(*limit),
        };
        P::COURSEWORK.map(|frame| frame(number, &bare))
    }

    fn generate(
        &self,
        options: &Options,
        seed: u64,
        limits: &Limits,
    ) -> Result<Report<Creation>, RunError> {
        let mut meter = Meter::new(limits);
        meter.check_limits()?;
        let made = P::generate(options, seed, &mut meter)?;
        let (stats, elapsed) = (meter.stats(), meter.elapsed());
        assert_holds(&made.instance, &made.claim, &mut meter)?;
        let puzzle = Arc::new(made.instance);
        let result = Creation {
            session: Box::new(Opened::<P, L>(puzzle.clone(), PhantomData)),
            subject: Subject::of(&made.claim),
            finding: Box::new(Verified::<P, L>(made.claim, puzzle, PhantomData)),
            product: made.product,
        };
        Ok(Report { result, stats, elapsed, notes: Vec::new() })
    }
}

/// A session on an instance; answers share the instance with it.
struct Opened<P, L>(Arc<P>, PhantomData<fn() -> L>);

fn opened<L: 'static, P: FullContract<L>>(instance: P) -> Box<dyn Session> {
    Box::new(Opened::<P, L>(Arc::new(instance), PhantomData))
}

impl<L: 'static, P: FullContract<L>> Opened<P, L> {
    /// What is counted, and of which instance: what layers that are kept depend on.
    fn asked(&self, question: &P::Question) -> String {
        format!("{} {}\n{}", P::ABOUT.name, P::describe(question), self.0.text())
    }

    fn run<O: Observer<P::Step>>(
        &self,
        strategy: &str,
        options: &Options,
        limits: &Limits,
        observer: &mut O,
    ) -> Result<Answer, Diagnostic> {
        let Report { result, stats, elapsed, notes } =
            run(&*self.0, strategy, options, limits, observer)?;
        let found =
            |claim| -> Finding { Box::new(Verified::<P, L>(claim, self.0.clone(), PhantomData)) };
        let result = match result {
            Outcome::Solved(solution) => Outcome::Solved(found(Claim::Solution(solution))),
            Outcome::Impossible(Proof::Argument(argument)) => {
                Outcome::Impossible(Proof::Argument(found(Claim::Argument(argument))))
            }
            Outcome::Impossible(Proof::Exhaustion) => Outcome::Impossible(Proof::Exhaustion),
            Outcome::Unknown(limit) => Outcome::Unknown(limit),
        };
        Ok(Report { result, stats, elapsed, notes })
    }

    /// Tells the meter what is counted, where layers are kept or shared: nobody else asks, and the
    /// text of a board may take far more memory than the board.
    fn ask(&self, question: &P::Question, limits: &Limits, meter: &mut Meter<'_>) {
        if limits.resources.checkpoint.is_none() && limits.resources.net.is_none() {
            return;
        }
        let bytes = self.0.text_length().saturating_mul(2);
        meter.hold(bytes);
        if meter.check_limits().is_ok() {
            meter.asks(&self.asked(question));
            meter.release(bytes);
        }
    }
}

impl<L: 'static, P: FullContract<L>> Session for Opened<P, L> {
    fn text(&self) -> String {
        self.0.text()
    }

    fn text_among(&self, place: u64, of: u64) -> String {
        self.0.text_among(place, of)
    }

    fn footprint(&self) -> u64 {
        self.0.footprint()
    }

    fn extent(&self) -> Size {
        self.0.extent()
    }

    fn scene(&self, meter: &mut Meter<'_>) -> Result<Scene, Limit> {
        let mut canvas = Canvas::new(self.0.extent(), meter)?;
        self.0.draw(&mut canvas)?;
        Ok(canvas.finish())
    }

    fn solve(
        &self,
        strategy: &str,
        options: &Options,
        limits: &Limits,
    ) -> Result<Answer, Diagnostic> {
        self.run(strategy, options, limits, &mut ())
    }

    fn watch(
        &self,
        strategy: &str,
        options: &Options,
        limits: &Limits,
        pen: &mut dyn Pen,
    ) -> Result<Answer, Diagnostic> {
        let mut paint = self.0.painter();
        let mut observer = |event: Event<P::Step>| {
            paint(event, pen);
            pen.pass(event.map(|_| ()));
        };
        self.run(strategy, options, limits, &mut observer)
    }

    fn question(&self, options: &Options, up_to: Option<u64>) -> Result<String, Diagnostic> {
        let asked = self.asked(&self.0.question(options)?);
        let up_to = up_to.map_or_else(String::new, |most| format!("--up-to {most}"));
        Ok(format!("tabuleiro {}\n{up_to}\n{asked}", env!("CARGO_PKG_VERSION")))
    }

    fn count(
        &self,
        options: &Options,
        up_to: Option<u64>,
        limits: &Limits,
    ) -> Result<Report<Counted>, Diagnostic> {
        let question = self.0.question(options)?;
        let mut meter = Meter::new(limits);
        meter.hold(self.0.footprint());
        let (kept, shared) =
            (limits.resources.checkpoint.is_some(), limits.resources.net.is_some());
        // A limit that fires here fires again at once when the count begins.
        if (kept || shared)
            && let Ok(can) = self.0.capabilities(&question, up_to, &mut meter)
        {
            if kept && !can.checkpoint {
                return Err(Diagnostic::new("L0008"));
            }
            if shared && !can.distributed {
                return Err(Diagnostic::new("L0006"));
            }
        }
        self.ask(&question, limits, &mut meter);
        let result = self.0.count(&question, up_to, &mut meter)?;
        Ok(Report { result, stats: meter.stats(), elapsed: meter.elapsed(), notes: Vec::new() })
    }

    fn check(&self, claim: &Source, limits: &Limits) -> Result<Ruling, RunError> {
        let said = match answers::remarked(claim)? {
            Some(said) => said,
            None => self.0.claim(claim)?,
        };
        let claim = match said {
            Statement::Claim(claim) => claim,
            Statement::Impossible => match self.0.unproved() {
                Some(argument) => Claim::Argument(argument),
                None => return Ok(Ruling::Unproved),
            },
            Statement::Unknown => return Ok(Ruling::Unknown),
        };
        let subject = Subject::of(&claim);
        let mut meter = Meter::new(limits);
        meter.hold(self.0.footprint());
        Ok(match self.0.examine(&claim, &mut meter)? {
            Ok(()) => Ruling::Valid(subject),
            Err(flaw) => Ruling::Flawed(subject, flaw),
        })
    }

    fn answer_extent(&self, lines: &[Line<'_>]) -> Extent {
        self.0.answer_extent(lines)
    }

    fn touch(&self, brush: &str, touch: Touch) -> Result<Box<dyn Session>, Diagnostic> {
        if P::BRUSHES.iter().all(|known| known.name != brush) {
            let known: Vec<&str> = P::BRUSHES.iter().map(|known| known.name).collect();
            let fault = Diagnostic::new("B0106").with("name", brush);
            return Err(fault.with("known", known.join(", ")));
        }
        self.0.touch(brush, touch).map(opened::<L, P>)
    }

    fn play(&self, so_far: Option<&Source>) -> Result<Box<dyn Game>, Diagnostic> {
        match P::LESSONS {
            Some(lessons) => (lessons.play)(&self.0, so_far),
            None => Err(Diagnostic::new("B0109").with("puzzle", P::ABOUT.name)),
        }
    }

    fn rate(&self, limits: &Limits) -> Result<Report<Option<Rating>>, Limit> {
        let mut meter = Meter::new(limits);
        meter.hold(self.0.footprint());
        meter.check_limits()?;
        let result = P::LESSONS.map_or(Ok(None), |lessons| (lessons.rate)(&self.0, &mut meter))?;
        Ok(Report { result, stats: meter.stats(), elapsed: meter.elapsed(), notes: Vec::new() })
    }
}
