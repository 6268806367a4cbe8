//! The one face of a puzzle that doors see, without its types. Nothing leaves through it
//! unverified: a solution passes `verify`, an argument passes `refute`, before a caller sees it.
//!
//! No room implements these traits: every room that implements the [`contract`](crate::contract)
//! has them.

use std::io;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use search::{Event, Limits, Meter, Observer, Outcome, Proof, Stats};

use crate::answers::{self, Extent};
use crate::contract::{
    About, Brush, Claim, Count, Counted, Edit, Format, Frame, Generate, Obstacle, Options, Print,
    Product, Puzzle, Show, Statement, Strategy, Touch,
};
use crate::locale::{Lang, Message};
use crate::scene::{Pen, Scene};
use crate::text::{Diagnostic, Line, Source};

pub use crate::answers::{Ruling, Subject};

/// A puzzle.
pub trait Kind: Sync {
    /// What there is to know of it.
    fn about(&self) -> &'static About;
    /// Its strategies, from the simplest to the best, which is the default.
    fn strategies(&self) -> &'static [Strategy];
    /// The strategy to use unless told otherwise.
    fn best_strategy(&self) -> &'static str {
        self.strategies().last().map_or("", |strategy| strategy.name)
    }
    /// What instances are changed with by hand.
    fn brushes(&self) -> &'static [Brush];
    /// The instances of a text, in order; the first fault ends it.
    fn open<'a>(
        &'a self,
        source: &'a Source,
        options: &'a Options,
    ) -> Box<dyn Iterator<Item = Result<Box<dyn Session>, Diagnostic>> + 'a>;
    /// The instance that options alone describe, if they describe one.
    fn described(&self, options: &Options) -> Result<Option<Box<dyn Session>>, Diagnostic>;
    /// The instance that a claim itself tells of.
    fn implied(&self, claim: &Source, options: &Options) -> Result<Box<dyn Session>, Diagnostic>;
    /// What the coursework wants printed around the answer about an instance.
    fn frame(&self, number: usize, outcome: &Outcome<Finding, Finding>) -> Frame;
    /// Makes the instance that belongs to a seed.
    fn generate(
        &self,
        options: &Options,
        seed: u64,
        limits: &Limits,
    ) -> Result<Report<Creation>, Obstacle>;
}

/// An instance, opened.
pub trait Session: Send + Sync {
    /// The instance as text.
    fn text(&self) -> String;
    /// The instance as one of so many in a text, at this place from 1.
    fn text_among(&self, place: u64, of: u64) -> String;
    /// The instance as a picture.
    fn scene(&self) -> Scene;
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
    /// Counts the solutions, but not beyond `up_to`.
    fn count(&self, up_to: Option<u64>, limits: &Limits) -> Result<Report<Counted>, Diagnostic>;
    /// Checks one answer about this instance.
    fn check(&self, claim: &Source) -> Result<Ruling, Diagnostic>;
    /// How far the answer about this instance extends, where a text goes on with these lines.
    fn extent(&self, lines: &[Line<'_>]) -> Extent;
    /// The instance after one touch with a brush.
    fn touch(&self, brush: &str, touch: Touch) -> Result<Box<dyn Session>, Diagnostic>;
}

/// A result with what it took.
#[derive(Debug)]
pub struct Report<T> {
    /// The result.
    pub result: T,
    /// The effort, exact and repeatable.
    pub stats: Stats,
    /// The time, neither.
    pub elapsed: Duration,
    /// Remarks for people.
    pub notes: Vec<Message>,
}

/// The answer to `solve`.
pub type Answer = Report<Outcome<Finding, Finding>>;

impl Answer {
    /// The picture of the solution, if there is one.
    pub fn solution(&self) -> Option<Scene> {
        match &self.result {
            Outcome::Solved(solution) => Some(solution.scene()),
            Outcome::Impossible(_) | Outcome::Unknown(_) => None,
        }
    }
}

/// A solution, or an argument that there is none, verified.
pub type Finding = Box<dyn Found>;

/// What can be done with a verified answer.
pub trait Found: Print + Send {
    /// The instance as a picture, with the answer in it.
    fn scene(&self) -> Scene;
}

/// What a generator made.
pub struct Creation {
    /// The instance.
    pub session: Box<dyn Session>,
    /// A solution of it, or an argument that it has none, verified.
    pub finding: Finding,
    /// Which of the two.
    pub subject: Subject,
    /// Which of the two was asked for.
    pub product: Product,
}

/// The kind made of a room: `&Of::<Room>::KIND` is a line of the registry.
pub struct Of<P>(PhantomData<fn() -> P>);

impl<P> Of<P> {
    /// The only value there is.
    pub const KIND: Self = Of(PhantomData);
}

/// The whole contract in one word.
pub trait Room: Show + Count + Generate + Edit {}
impl<P: Show + Count + Generate + Edit> Room for P {}

impl<P: Room> Kind for Of<P> {
    fn about(&self) -> &'static About {
        const { &P::ABOUT }
    }

    fn strategies(&self) -> &'static [Strategy] {
        P::STRATEGIES
    }

    fn brushes(&self) -> &'static [Brush] {
        P::BRUSHES
    }

    fn open<'a>(
        &'a self,
        source: &'a Source,
        options: &'a Options,
    ) -> Box<dyn Iterator<Item = Result<Box<dyn Session>, Diagnostic>> + 'a> {
        Box::new(P::read(source, options).map(|instance| Ok(opened(instance?))))
    }

    fn described(&self, options: &Options) -> Result<Option<Box<dyn Session>>, Diagnostic> {
        Ok(P::from_options(options)?.map(opened))
    }

    fn implied(&self, claim: &Source, options: &Options) -> Result<Box<dyn Session>, Diagnostic> {
        // What `generate --format json` writes holds the instance beside the answer.
        match answers::instance(claim)? {
            Some(text) => {
                let first = P::read(&text, options).next();
                let missing = || Err(Diagnostic::new("I0004").in_file(text.name()));
                first.unwrap_or_else(missing).map(opened)
            }
            None => P::implied_by(claim, options).map(opened),
        }
    }

    fn frame(&self, number: usize, outcome: &Outcome<Finding, Finding>) -> Frame {
        let bare = match outcome {
            Outcome::Solved(_) => Outcome::Solved(()),
            Outcome::Impossible(Proof::Argument(_)) => Outcome::Impossible(Proof::Argument(())),
            Outcome::Impossible(Proof::Exhaustion) => Outcome::Impossible(Proof::Exhaustion),
            Outcome::Unknown(limit) => Outcome::Unknown(*limit),
        };
        P::frame(number, &bare)
    }

    fn generate(
        &self,
        options: &Options,
        seed: u64,
        limits: &Limits,
    ) -> Result<Report<Creation>, Obstacle> {
        let mut meter = Meter::new(limits);
        let made = P::generate(options, seed, &mut meter)?;
        let (stats, elapsed) = (meter.stats(), meter.elapsed());
        let puzzle = Arc::new(made.instance);
        let result = Creation {
            session: Box::new(Opened(puzzle.clone())),
            subject: Subject::of(&made.claim),
            finding: verified(&puzzle, made.claim),
            product: made.product,
        };
        Ok(Report { result, stats, elapsed, notes: Vec::new() })
    }
}

/// A session on an instance; answers share the instance with it.
struct Opened<P>(Arc<P>);

fn opened<P: Room>(instance: P) -> Box<dyn Session> {
    Box::new(Opened(Arc::new(instance)))
}

impl<P: Room> Opened<P> {
    fn run<O: Observer<P::Step>>(
        &self,
        strategy: &str,
        options: &Options,
        limits: &Limits,
        observer: &mut O,
    ) -> Result<Answer, Diagnostic> {
        let how = self.0.strategy(strategy, options)?;
        let mut meter = Meter::new(limits);
        let mut notes = Vec::new();
        let outcome = self.0.solve(&how, &mut meter, observer, &mut notes);
        let (stats, elapsed) = (meter.stats(), meter.elapsed());
        let checked = |claim| verified(&self.0, claim);
        let result = match outcome {
            Outcome::Solved(solution) => Outcome::Solved(checked(Claim::Solution(solution))),
            Outcome::Impossible(Proof::Argument(argument)) => {
                Outcome::Impossible(Proof::Argument(checked(Claim::Argument(argument))))
            }
            Outcome::Impossible(Proof::Exhaustion) => Outcome::Impossible(Proof::Exhaustion),
            Outcome::Unknown(limit) => Outcome::Unknown(limit),
        };
        Ok(Report { result, stats, elapsed, notes })
    }
}

impl<P: Room> Session for Opened<P> {
    fn text(&self) -> String {
        self.0.text()
    }

    fn text_among(&self, place: u64, of: u64) -> String {
        self.0.text_among(place, of)
    }

    fn scene(&self) -> Scene {
        self.0.scene()
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

    fn count(&self, up_to: Option<u64>, limits: &Limits) -> Result<Report<Counted>, Diagnostic> {
        let mut meter = Meter::new(limits);
        let (name, question) = (P::ABOUT.name, self.0.question());
        meter.asks(&format!("{name} {question}\n{}", self.0.text()));
        let result = self.0.count(up_to, &mut meter)?;
        Ok(Report { result, stats: meter.stats(), elapsed: meter.elapsed(), notes: Vec::new() })
    }

    fn check(&self, claim: &Source) -> Result<Ruling, Diagnostic> {
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
        Ok(match flaw(&*self.0, &claim) {
            None => Ruling::Valid(subject),
            Some(flaw) => Ruling::Flawed(subject, flaw),
        })
    }

    fn extent(&self, lines: &[Line<'_>]) -> Extent {
        self.0.extent(lines)
    }

    fn touch(&self, brush: &str, touch: Touch) -> Result<Box<dyn Session>, Diagnostic> {
        if P::BRUSHES.iter().all(|known| known.name != brush) {
            let known: Vec<&str> = P::BRUSHES.iter().map(|known| known.name).collect();
            let fault = Diagnostic::new("B0106").with("name", brush);
            return Err(fault.with("known", known.join(", ")));
        }
        self.0.touch(brush, touch).map(opened)
    }
}

/// The rule that a claim breaks, if it breaks one.
fn flaw<P: Room>(puzzle: &P, claim: &Claim<P>) -> Option<Message> {
    match claim {
        Claim::Solution(solution) => puzzle.verify(solution).err(),
        Claim::Argument(argument) => puzzle.refute(argument).err(),
    }
}

fn verified<P: Room>(puzzle: &Arc<P>, claim: Claim<P>) -> Finding {
    if let Some(flaw) = flaw(&**puzzle, &claim) {
        bug(&**puzzle, &flaw);
    }
    Box::new(Verified(claim, puzzle.clone()))
}

/// An answer that does not hold is our fault, never the user's: no caller may see it.
fn bug<P: Room>(puzzle: &P, flaw: &Message) -> ! {
    let (name, flaw, text) = (P::ABOUT.name, flaw.text(Lang::En), puzzle.text());
    panic!("an answer of {name} failed verification: {flaw}; the instance was:\n{text}");
}

/// A claim that was found true.
struct Verified<P: Puzzle>(Claim<P>, Arc<P>);

impl<P: Room> Print for Verified<P> {
    fn print(&self, format: Format, lang: Lang, out: &mut dyn io::Write) -> io::Result<()> {
        match &self.0 {
            Claim::Solution(solution) => solution.print(format, lang, out),
            Claim::Argument(argument) => argument.print(format, lang, out),
        }
    }
}

impl<P: Room> Found for Verified<P> {
    fn scene(&self) -> Scene {
        let mut scene = self.1.scene();
        match &self.0 {
            Claim::Solution(solution) => self.1.paint(solution, &mut scene),
            Claim::Argument(argument) => self.1.argue(argument, &mut scene),
        }
        scene
    }
}
