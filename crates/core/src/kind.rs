//! The one interface of a puzzle that frontends see, without its types. Nothing leaves through it
//! unverified: a solution passes `verify`, an argument passes `refute`, before a caller sees it.
//!
//! No puzzle implements these traits: whatever implements the [`contract`](crate::contract) has them.

use std::marker::PhantomData;
use std::sync::Arc;

use search::{Limit, Limits, Meter};

use crate::answers::{self, Extent};
use crate::board::Size;
use crate::contract::{
    About, Brush, Count, Counted, Edit, Generate, Options, Problem, Rating, RunError, Show,
    Strategy, Touch,
};
use crate::coursework::AboutCoursework;
use crate::explain::AboutLessons;
use crate::found::Verified;
pub use crate::found::{Answer, Creation, Finding, Found, Restored};
use crate::game::Game;
pub use crate::listed::Listed;
pub use crate::narrate::Moment;
use crate::opened::{Opened, opened};
pub use crate::run::Report;
use crate::run::assert_holds;
use crate::scene::{Pen, Scene, Tone};
use crate::shape::{Shape, Written};
use crate::text::{Diagnostic, Line, Source};

pub use crate::answers::{Ruling, Subject};

/// Whether answers of others are judged. A page judges none: what reads them, and what programs are given
/// and print, is left out of it.
pub(crate) const JUDGES: bool = !cfg!(target_family = "wasm");

/// Nothing comes here in a page.
#[inline(always)]
pub(crate) fn judges() {
    if !JUDGES {
        unreachable!("a page judges nothing");
    }
}

/// A puzzle.
pub trait Kind: Sync {
    /// What there is to know of it.
    fn about(&self) -> &'static About;
    /// Its strategies, from the simplest to the best, which is the default.
    fn strategies(&self) -> Vec<Strategy>;
    /// The default strategy.
    fn best_strategy(&self) -> &'static str {
        self.strategies().last().map_or("", |strategy| strategy.name)
    }
    /// Difficulties from the easiest to the hardest; none if instances are not rated.
    fn levels(&self) -> &'static [&'static str];
    /// Options of `generate` for instances to be printed, where others were not asked for.
    fn printed(&self, asked: &Options) -> &'static [(&'static str, &'static str)];
    /// What instances are changed with by hand.
    fn brushes(&self) -> &'static [Brush];
    /// The signs that its own files have for cells, where they differ from the usual ones.
    fn signs(&self) -> &'static [(Tone, char)];
    /// Whether a solution is a game, to be shown position by position.
    fn is_game(&self) -> bool;
    /// How it is played and explained, if it is.
    fn lessons(&self) -> Option<AboutLessons>;
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
    /// The instance that a claim itself implies.
    fn implied(&self, claim: &Source, options: &Options) -> Result<Box<dyn Session>, Diagnostic>;
    /// The coursework that the puzzle comes from, if it comes from one.
    fn coursework(&self) -> Option<AboutCoursework>;
    /// The puzzle as a problem for online judges, if it is one.
    fn problem(&self) -> Option<&'static Problem> {
        None
    }
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
    /// Bytes of the instance as text, or some more.
    fn text_length(&self) -> u64;
    /// The instance as text.
    fn text(&self) -> String;
    /// The instance as one of so many in a text, at this place from 1.
    fn text_among(&self, place: u64, of: u64) -> String;
    /// A text that the instance shares with those that a symmetry makes of it, and with no other.
    fn canonical(&self, meter: &mut Meter<'_>) -> Result<String, Limit>;
    /// Whether the instance is meant to have exactly one solution.
    fn wants_one_solution(&self) -> bool;
    /// Bytes that the instance holds.
    fn footprint(&self) -> u64;
    /// Bytes that the session takes: the instance with what it holds.
    fn memory(&self) -> u64;
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
    /// A search after so many of its events, 0 being before the first: in words, and with what it sees.
    fn moment(
        &self,
        strategy: &str,
        options: &Options,
        limits: &Limits,
        event: u64,
    ) -> Result<Moment, RunError>;
    /// How hard the instance is; nothing if instances are not rated.
    fn rate(&self, limits: &Limits) -> Result<Report<Option<Rating>>, Limit>;
    /// Whether an answer about this instance is in a format of ours, whatever it says.
    fn reads(&self, claim: &Source) -> Result<(), Diagnostic>;
    /// Checks one answer about this instance.
    fn check(&self, claim: &Source, limits: &Limits) -> Result<Ruling, RunError>;
    /// The outcome that an answer about this instance claims; nothing where its solution or argument does not hold.
    fn restore(&self, claim: &Source, limits: &Limits) -> Result<Option<Restored>, RunError>;
    /// The instance as text in the notation that problems for online judges have.
    fn posed(&self) -> String;
    /// Named properties of the instance that go into the command line of a program started for it.
    fn told(&self) -> Vec<(&'static str, Vec<String>)>;
    /// What an answer about this instance looks like.
    fn shape(&self) -> Shape;
    /// Rules on an answer that was read by its shape.
    fn rule(&self, written: &Written, limits: &Limits) -> Result<Ruling, Limit>;
    /// How many bytes of a text are exactly such an answer about the instance with this number of its
    /// file, as the coursework wants it; nothing where the text begins in another way.
    fn exact(&self, number: usize, written: &Written, text: &[u8]) -> Option<usize>;
    /// How far the answer about this instance extends, where a text goes on with these lines.
    fn answer_extent(&self, lines: &[Line<'_>]) -> Extent;
    /// The instance after one touch with a brush.
    fn touch(&self, brush: &str, touch: Touch) -> Result<Box<dyn Session>, Diagnostic>;
    /// A game on this instance, from the beginning or from where a text says; refused where
    /// [`Kind::lessons`] has none.
    fn play(&self, so_far: Option<&Source>) -> Result<Box<dyn Game>, Diagnostic>;
}

/// The kind made of a puzzle and the crate that implements the contract for it. That crate has it as a
/// static, `pub static KIND: &dyn Kind = &KindOf::<P, L>::KIND`: what is compiled for it is then compiled
/// once, where all else of the puzzle is.
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

    fn levels(&self) -> &'static [&'static str] {
        P::LEVELS
    }

    fn printed(&self, asked: &Options) -> &'static [(&'static str, &'static str)] {
        P::printed(asked)
    }

    fn brushes(&self) -> &'static [Brush] {
        P::BRUSHES
    }

    fn signs(&self) -> &'static [(Tone, char)] {
        P::SIGNS
    }

    fn is_game(&self) -> bool {
        P::GAME
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
        judges();
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

    fn coursework(&self) -> Option<AboutCoursework> {
        if JUDGES { P::COURSEWORK.map(|format| format.about) } else { None }
    }

    fn problem(&self) -> Option<&'static Problem> {
        if JUDGES { const { &P::PROBLEM }.as_ref() } else { None }
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
