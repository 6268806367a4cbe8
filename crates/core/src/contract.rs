//! What a puzzle implements. A value of its type is one instance.
//!
//! [`Puzzle`], [`Verify`] and [`Edit`] are the rules, in a crate of their own that depends on no solver
//! and on no engine. The traits with a parameter `L` are implemented in the puzzle's crate, which does:
//! Rust's orphan rule asks for a type of that crate in the header of such an `impl`, which is all that
//! `L` is.

use std::io;

use num_bigint::BigUint;
use search::{Event, Limits, Observer};
// So that rules need to know nothing of engines.
pub use search::{Ended, Limit, Meter, Outcome, Stats};

pub use crate::about::{
    About, Caption, Counter, Example, GalleryBoard, Guide, OptionSpec, Role, Strategy,
    StrategySpec, Takes,
};
pub use crate::answers::{Claim, Extent, Statement};
use crate::board::Size;
use crate::canvas::Canvas;
pub use crate::coursework::{Coursework, CourseworkFormat, EffortLabel, NoSolution};
use crate::explain::Lessons;
pub use crate::explain::Rating;
use crate::locale::{Lang, Message};
use crate::narrate::{Narrator, Plain};
pub use crate::options::Options;
pub use crate::problem::Problem;
use crate::run::run;
pub use crate::run::{Report, Verdict};
use crate::scene::{Pen, Tone};
pub use crate::shape::{Shape, Written};
use crate::text::{Diagnostic, Line, Source};
pub use crate::touch::{Brush, BrushInput, Touch};

/// An instance: text in and out.
pub trait Puzzle: Sized + Send + Sync + 'static {
    /// What frontends need to know of the puzzle.
    const ABOUT: About;
    /// A solution of an instance, as it is written.
    type Solution: Print + Send + Sync;
    /// A reason why there is none, checkable without searching.
    type Argument: Print + Send + Sync;

    /// The instances of a text, in order. The first fault ends it; instances before it count.
    fn read<'a>(
        source: &'a Source,
        options: &'a Options,
    ) -> Box<dyn Iterator<Item = Result<Self, Diagnostic>> + 'a>;
    /// The instance that options alone describe, if they describe one. Claims its
    /// [`footprint`](Puzzle::footprint) before it takes it.
    fn from_options(options: &Options, meter: &mut Meter<'_>) -> Result<Option<Self>, RunError>;
    /// The instance that a claim to be checked is about, where the claim itself says.
    fn implied_by(source: &Source, options: &Options) -> Result<Self, Diagnostic>;
    /// Bytes that the instance holds: every run on it begins with so many held. None where a board
    /// is known by its sides alone.
    fn footprint(&self) -> u64;
    /// Bytes of [`text`](Puzzle::text), known before it is made; some more will do.
    fn text_length(&self) -> u64;
    /// The instance as text; reading it gives the same instance.
    fn text(&self) -> String;
    /// The instance as one of many in a text, at this place from 1: they are written one after
    /// another, and reading that gives them all. Only the first may say how many there are.
    fn text_among(&self, place: u64, _of: u64) -> String {
        let blank = if place > 1 { "\n" } else { "" };
        format!("{blank}{}", self.text())
    }
    /// What the symmetries of the puzzle make of the instance, itself among them, all in one notation: to
    /// people they are one puzzle. None where instances differ by their text alone.
    fn images(&self) -> Vec<Self> {
        Vec::new()
    }
    /// Whether the instance is meant to have exactly one solution, as puzzles on paper are.
    fn wants_one_solution(&self) -> bool {
        false
    }
    /// How the coursework that the puzzle comes from has answers written: `Some(CourseworkFormat::FORMAT)`
    /// where it implements [`Coursework`].
    const COURSEWORK: Option<CourseworkFormat<Self>> = None;
    /// The puzzle as a problem for online judges, where it is one.
    const PROBLEM: Option<Problem> = None;
    /// Reads one answer about this instance in any format that answers are printed in.
    fn claim(&self, source: &Source) -> Result<Statement<Self>, Diagnostic>;
    /// How many lines the answer about this instance takes, where a text of answers that nothing
    /// parts, such as the coursework's, goes on with these lines. Blank lines and remarks are not
    /// among them.
    fn answer_extent(&self, lines: &[Line<'_>]) -> Extent;
    /// The instance as text in the notation that problems for online judges have.
    fn posed(&self) -> String {
        self.text()
    }
    /// Named properties of the instance that go into the command line of a program started for it.
    fn told(&self) -> Vec<(&'static str, Vec<String>)> {
        Vec::new()
    }
    /// What an answer looks like, for those who read answers that are in no format of ours.
    fn shape(&self) -> Shape {
        Shape::Own
    }
    /// An answer of that [`shape`](Puzzle::shape) as a solution; how many cells are empty, where it is
    /// not whole.
    fn assembled(&self, _: &Written) -> Result<Self::Solution, usize> {
        Err(0)
    }
    /// What a claim of impossibility without a proof comes to, where the verifier can rule on it.
    fn unproved(&self) -> Option<Self::Argument> {
        None
    }
}

/// Checking. Knows the instance and nothing of any solver.
pub trait Verify: Puzzle {
    /// Checks a solution against the rules; the flaw says which rule is broken, and where.
    fn verify(&self, solution: &Self::Solution) -> Result<(), Message>;
    /// Checks that an argument proves what it claims.
    fn refute(&self, argument: &Self::Argument) -> Result<(), Message>;
    /// Checks what stands in the cells of an answer that is not whole: whether it breaks a rule so far.
    fn so_far(&self, _: &[Option<u32>]) -> Result<(), Message> {
        Ok(())
    }
    /// [`verify`](Verify::verify) or [`refute`](Verify::refute) under the limits of a run: what a
    /// puzzle implements where a check may take more than some milliseconds.
    fn examine(&self, claim: &Claim<Self>, meter: &mut Meter<'_>) -> Examined {
        meter.check_limits()?;
        Ok(match claim {
            Claim::Solution(solution) => self.verify(solution),
            Claim::Argument(argument) => self.refute(argument),
        })
    }
}

/// Whether a claim holds, or which rule it breaks; or the limit that left it unknown.
pub type Examined = Result<Result<(), Message>, Limit>;

/// Finding one solution, by any of several strategies.
pub trait Solve<L>: Verify {
    /// What an observer sees made and unmade.
    type Step: Copy;
    /// A strategy with everything it needs to know.
    type Plan: 'static;
    /// The strategies, from the simplest to the best, which is the default.
    const STRATEGIES: &'static [StrategySpec<Self, Self::Plan>];

    /// Looks for a solution. Remarks for people go to `notes`. What the end of a search proves is not
    /// decided here: see [`crate::run`].
    fn solve<O: Observer<Self::Step>>(
        &self,
        plan: &Self::Plan,
        meter: &mut Meter<'_>,
        observer: &mut O,
        notes: &mut Vec<Message>,
    ) -> Outcome<Self::Solution, Self::Argument>;

    /// The plan that a strategy, by its name, makes of the options.
    fn plan(&self, strategy: &str, options: &Options) -> Result<Self::Plan, Diagnostic> {
        (StrategySpec::named(Self::STRATEGIES, strategy)?.plan)(self, options)
    }

    /// The verified answer of a strategy, by its name.
    fn answer(
        &self,
        strategy: &str,
        options: &Options,
        limits: &Limits,
    ) -> Result<Report<Verdict<Self>>, Diagnostic> {
        run(self, strategy, options, limits, &mut ())
    }
}

/// Counting all solutions, or whatever else of an instance can be counted.
pub trait Count<L>: Puzzle {
    /// What is counted.
    type Question;

    /// What the options ask for.
    fn question(&self, options: &Options) -> Result<Self::Question, Diagnostic>;
    /// The question in words that no other question about the same instance has: layers kept of one
    /// count are of no use to another.
    fn describe(_: &Self::Question) -> String {
        String::new()
    }
    /// What this count can do: what it cannot is refused before it begins.
    fn capabilities(
        &self,
        _: &Self::Question,
        _up_to: Option<u64>,
        _: &mut Meter<'_>,
    ) -> Result<Capabilities, Limit> {
        Ok(Capabilities::default())
    }
    /// Counts, but not beyond `up_to`. Refuses to go on from layers that are not of this count.
    fn count(
        &self,
        question: &Self::Question,
        up_to: Option<u64>,
        meter: &mut Meter<'_>,
    ) -> Result<Counted, Diagnostic>;
}

/// What a count can do beyond giving a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// Finished layers can be kept, and a later run can go on from them.
    pub checkpoint: bool,
    /// Several processes can work on it.
    pub distributed: bool,
}

/// Making instances, and telling how hard they are.
pub trait Generate<L>: Puzzle {
    /// Difficulties from the easiest to the hardest, as they are typed after `--difficulty`, an option
    /// that a puzzle with difficulties declares. None where instances are not rated.
    const LEVELS: &'static [&'static str] = &[];

    /// Options for instances that are made to be printed: each is left out where it was asked for, and the
    /// puzzle leaves out what does not go with something that was.
    fn printed(_asked: &Options) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// How hard the instance is for people; nothing where instances are not rated.
    fn rate(&self, _: &mut Meter<'_>) -> Result<Option<Rating>, Limit> {
        Ok(None)
    }
    /// Makes the instance that belongs to a seed: the same on every platform.
    fn generate(
        options: &Options,
        seed: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Generated<Self>, RunError>;
}

/// Pictures, painted within limits: a limit that is reached is reported.
pub trait Show<L>: Solve<L> {
    /// The signs that the puzzle's own files have for cells, where they are not those of other puzzles.
    const SIGNS: &'static [(Tone, char)] = &[];
    /// Whether a solution is a game of which one picture shows the end alone: it is then drawn
    /// position by position.
    const GAME: bool = false;

    /// The size of the picture in cells: what it takes is known before it is made.
    fn extent(&self) -> Size;
    /// Paints the instance on plain cells.
    fn draw(&self, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit>;
    /// Adds a solution to the picture of the instance.
    fn paint(&self, found: &Self::Solution, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit>;
    /// Adds to the picture why there is no solution, where that can be seen.
    fn argue(&self, _: &Self::Argument, _: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        Ok(())
    }
    /// How the puzzle is played and explained: `Some(Lessons::new::<L>())` where it implements
    /// [`Play`](crate::play::Play) and [`Explain`](crate::explain::Explain).
    const LESSONS: Option<Lessons<Self>> = None;
    /// Somebody who paints the events of a search, from the first on.
    fn painter(&self) -> impl FnMut(Event<Self::Step>, &mut dyn Pen) + '_;
    /// Describes the events of a search, and shows what it sees.
    fn narrator(&self) -> Box<dyn Narrator<Self::Step> + '_> {
        Box::<Plain>::default()
    }
    /// Tells a solution as the events of a search that goes straight to it: the
    /// [`painter`](Show::painter) then shows the solution step by step.
    fn replay(
        &self,
        found: &Self::Solution,
        meter: &mut Meter<'_>,
        tell: &mut dyn FnMut(Event<Self::Step>),
    ) -> Result<(), Limit>;
}

/// Changing an instance by hand, one touch after another.
pub trait Edit: Puzzle {
    /// What it is changed with.
    const BRUSHES: &'static [Brush];

    /// The instance after one touch with one of the [`BRUSHES`](Edit::BRUSHES), by its name.
    fn touch(&self, brush: &str, touch: Touch) -> Result<Self, Diagnostic>;
}

/// How answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For programs: a JSON value.
    Json,
}

/// Something that can be written in every format. Lines end with a line feed, but JSON is a bare
/// value.
pub trait Print {
    /// Writes it.
    fn print(&self, format: Format, lang: Lang, out: &mut dyn io::Write) -> io::Result<()>;
}

/// A number of solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// How many were counted.
    pub count: BigUint,
    /// Whether that is all ([`Ended::Exhausted`]), as many as were asked for ([`Ended::Satisfied`]), or
    /// what was counted when a limit fired ([`Ended::Cut`]).
    pub ended: Ended,
    /// What was counted, in words.
    pub unit: Message,
    /// Which way it was counted: the word after `count.way.`.
    pub way: &'static str,
    /// What was counted, as data: names and values for JSON.
    pub facts: Vec<(&'static str, Fact)>,
}

/// Something that is known of a count besides its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Whether something holds.
    Is(bool),
    /// Another number.
    Number(u64),
    /// What was counted, one by one.
    Words(Vec<String>),
    /// A number for each part of what was counted, in columns of one length: the word after
    /// `count.column.` and the numbers.
    Table(Vec<(&'static str, Vec<u64>)>),
}

/// An instance made by a generator.
pub struct Generated<P: Puzzle> {
    /// The instance.
    pub instance: P,
    /// A solution of it, or why it has none.
    pub claim: Claim<P>,
    /// Which of the two a person asked for.
    pub product: Product,
}

/// Why a generator made nothing.
#[derive(Clone, Debug)]
pub enum RunError {
    /// What was asked for is malformed, or does not exist.
    Invalid(Diagnostic),
    /// A limit fired.
    Limit(Limit),
}

impl From<Diagnostic> for RunError {
    fn from(diagnostic: Diagnostic) -> Self {
        match diagnostic.limit() {
            Some(limit) => RunError::Limit(limit),
            None => RunError::Invalid(diagnostic),
        }
    }
}

impl From<Limit> for RunError {
    fn from(limit: Limit) -> Self {
        RunError::Limit(limit)
    }
}

/// What a generator was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// The instance, to be solved.
    Instance,
    /// What was claimed of it.
    Claim,
}
