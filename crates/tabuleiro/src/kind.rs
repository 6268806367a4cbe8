//! The one face of a puzzle that doors see, without its types. Nothing leaves through it
//! unverified: a solution passes `verify`, an argument passes `refute`, before a caller sees it.
//!
//! No room implements these traits: every room that implements the [`contract`](crate::contract)
//! has them.

use std::io;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use search::{Event, Limit, Limits, Meter, Observer, Outcome, Proof, Stats};

use crate::contract::{
    About, Brush, Claim, Count, Counted, Edit, Format, Frame, Generate, Obstacle, Options, Print,
    Product, Puzzle, Show, Strategy, Touch,
};
use crate::locale::{Lang, Message};
use crate::scene::{Pen, Scene};
use crate::text::{Diagnostic, Source};

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
    /// The instance that options alone describe, if they describe one, within limits.
    fn described(
        &self,
        options: &Options,
        limits: &Limits,
    ) -> Result<Option<Box<dyn Session>>, Obstacle>;
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
    /// Checks a claim about this instance.
    fn check(&self, claim: &Source, limits: &Limits) -> Result<Ruling, Obstacle>;
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

/// The ruling on a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Whether the claim was a solution or a proof that there is none.
    pub subject: Subject,
    /// The rule it breaks; none if it holds.
    pub flaw: Option<Message>,
}

/// What a claim is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A solution.
    Solution,
    /// A proof of impossibility.
    Argument,
}

impl Subject {
    fn of<P: Puzzle>(claim: &Claim<P>) -> Self {
        match claim {
            Claim::Solution(_) => Subject::Solution,
            Claim::Argument(_) => Subject::Argument,
        }
    }

    /// The name of its field in data formats.
    pub fn word(self) -> &'static str {
        match self {
            Subject::Solution => "solution",
            Subject::Argument => "proof",
        }
    }
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

    fn described(
        &self,
        options: &Options,
        limits: &Limits,
    ) -> Result<Option<Box<dyn Session>>, Obstacle> {
        Ok(P::from_options(options, &mut Meter::new(limits))?.map(opened))
    }

    fn implied(&self, claim: &Source, options: &Options) -> Result<Box<dyn Session>, Diagnostic> {
        P::implied_by(claim, options).map(opened)
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
        meter.check_limits()?;
        let made = P::generate(options, seed, &mut meter)?;
        let (stats, elapsed) = (meter.stats(), meter.elapsed());
        let puzzle = Arc::new(made.instance);
        let result = Creation {
            session: Box::new(Opened(puzzle.clone())),
            subject: Subject::of(&made.claim),
            finding: verified(&puzzle, made.claim, &mut meter)?,
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
        meter.hold(self.0.footprint());
        let held = meter.claimed();
        let outcome = self.0.solve(&how, &mut meter, observer, &mut notes);
        let (stats, elapsed) = (meter.stats(), meter.elapsed());
        // What a search took is free again when its answer is verified, which is none before it is.
        meter.release(meter.claimed() - held);
        let mut checked =
            |claim| verified(&self.0, claim, &mut meter).inspect_err(|_| notes.clear());
        let result = match outcome {
            Outcome::Solved(solution) => checked(Claim::Solution(solution)).map(Outcome::Solved),
            Outcome::Impossible(Proof::Argument(argument)) => checked(Claim::Argument(argument))
                .map(|argument| Outcome::Impossible(Proof::Argument(argument))),
            Outcome::Impossible(Proof::Exhaustion) => Ok(Outcome::Impossible(Proof::Exhaustion)),
            Outcome::Unknown(limit) => Err(limit),
        };
        Ok(Report { result: result.unwrap_or_else(Outcome::Unknown), stats, elapsed, notes })
    }

    /// Tells the meter what is counted, where layers are kept or shared: nobody else asks, and the
    /// text of a board may take far more memory than the board.
    fn ask(&self, meter: &mut Meter<'_>) {
        let bytes = self.0.text_length().saturating_mul(2);
        meter.hold(bytes);
        if meter.check_limits().is_ok() {
            let (name, question) = (P::ABOUT.name, self.0.question());
            meter.asks(&format!("{name} {question}\n{}", self.0.text()));
            meter.release(bytes);
        }
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
        meter.hold(self.0.footprint());
        if limits.means.keep.is_some() || limits.means.net.is_some() {
            self.ask(&mut meter);
        }
        let result = self.0.count(up_to, &mut meter)?;
        Ok(Report { result, stats: meter.stats(), elapsed: meter.elapsed(), notes: Vec::new() })
    }

    fn check(&self, claim: &Source, limits: &Limits) -> Result<Ruling, Obstacle> {
        let claim = self.0.claim(claim)?;
        let mut meter = Meter::new(limits);
        meter.hold(self.0.footprint());
        let flaw = self.0.examine(&claim, &mut meter)?.err();
        Ok(Ruling { subject: Subject::of(&claim), flaw })
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

fn verified<P: Room>(
    puzzle: &Arc<P>,
    claim: Claim<P>,
    meter: &mut Meter<'_>,
) -> Result<Finding, Limit> {
    if let Err(flaw) = puzzle.examine(&claim, meter)? {
        bug(&**puzzle, &flaw);
    }
    Ok(Box::new(Verified(claim, puzzle.clone())))
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
