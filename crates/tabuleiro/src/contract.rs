//! What a room implements: one trait a file. A value of the puzzle's type is one instance; the
//! type is the puzzle.
//!
//! Nothing here knows a frontend, and no room sees [`kind`](crate::kind).

use std::io;

use num_bigint::BigUint;
use search::{Ended, Event, Limit, Meter, Observer, Outcome, Reach};

use crate::board::{Size, Square};
use crate::locale::{Lang, Message};
use crate::scene::{Pen, Scene};
use crate::text::{Diagnostic, Line, Source};

pub use crate::answers::{Claim, Extent, Statement};

/// An instance: text in and out.
pub trait Puzzle: Sized + Send + Sync + 'static {
    /// What the doors need to know of the puzzle.
    const ABOUT: About;
    /// A solution of an instance, as it is written.
    type Solution: Print + Send;
    /// A reason why there is none, checkable without searching.
    type Argument: Print + Send;

    /// The instances of a text, in order. The first fault ends it; instances before it count.
    fn read<'a>(
        source: &'a Source,
        options: &'a Options,
    ) -> Box<dyn Iterator<Item = Result<Self, Diagnostic>> + 'a>;
    /// The instance that options alone describe, if they describe one.
    fn from_options(options: &Options) -> Result<Option<Self>, Diagnostic>;
    /// The instance that a claim to be checked is about, where the claim itself tells.
    fn implied_by(source: &Source, options: &Options) -> Result<Self, Diagnostic>;
    /// The instance as text; reading it gives the same instance.
    fn text(&self) -> String;
    /// The instance as one of many in a text, at this place from 1: they are written one after
    /// another, and reading that gives them all. Only the first may tell how many there are.
    fn text_among(&self, place: u64, _of: u64) -> String {
        let blank = if place > 1 { "\n" } else { "" };
        format!("{blank}{}", self.text())
    }
    /// Reads one answer about this instance in any format that answers are printed in.
    fn claim(&self, source: &Source) -> Result<Statement<Self>, Diagnostic>;
    /// How many lines the answer about this instance takes, where a text of answers that nothing
    /// parts, such as the coursework's, goes on with these lines. Blank lines and remarks are not
    /// among them.
    fn extent(&self, lines: &[Line<'_>]) -> Extent;
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
}

/// Finding one solution, by any of several strategies.
pub trait Solve: Verify {
    /// What an observer sees made and unmade.
    type Step: Copy;
    /// A strategy with everything it needs to know, chosen by name and options.
    type Strategy;
    /// The strategies, from the simplest to the best, which is the default.
    const STRATEGIES: &'static [Strategy];

    /// The strategy of that name; one of [`STRATEGIES`](Solve::STRATEGIES).
    fn strategy(&self, name: &str, options: &Options) -> Result<Self::Strategy, Diagnostic>;
    /// Looks for a solution. Remarks for people go to `notes`.
    fn solve<O: Observer<Self::Step>>(
        &self,
        how: &Self::Strategy,
        meter: &mut Meter<'_>,
        observer: &mut O,
        notes: &mut Vec<Message>,
    ) -> Outcome<Self::Solution, Self::Argument>;
    /// What the coursework wants printed around the answer about the instance with this number of
    /// its file, from 1; or in its place, where there is no solution to print.
    fn frame(_number: usize, _outcome: &Outcome<(), ()>) -> Frame {
        Frame::default()
    }
}

/// Counting all solutions.
pub trait Count: Puzzle {
    /// What is counted, as far as the instance's text does not tell: layers kept of one count are of
    /// no use to another.
    fn question(&self) -> String {
        String::new()
    }
    /// Counts, but not beyond `up_to`. Refuses to go on from layers that are not of this count.
    fn count(&self, up_to: Option<u64>, meter: &mut Meter<'_>) -> Result<Counted, Diagnostic>;
}

/// Making instances.
pub trait Generate: Puzzle {
    /// Makes the instance that belongs to a seed: the same on every platform.
    fn generate(
        options: &Options,
        seed: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Generated<Self>, Obstacle>;
}

/// Pictures.
pub trait Show: Solve {
    /// The instance as a picture.
    fn scene(&self) -> Scene;
    /// Adds a solution to the picture of the instance.
    fn paint(&self, solution: &Self::Solution, pen: &mut dyn Pen);
    /// Adds to the picture why there is no solution, where that can be seen.
    fn argue(&self, _argument: &Self::Argument, _pen: &mut dyn Pen) {}
    /// Somebody who paints the events of a search, from the first on.
    fn painter(&self) -> impl FnMut(Event<Self::Step>, &mut dyn Pen) + '_;
}

/// Changing an instance by hand, one touch after another.
pub trait Edit: Puzzle {
    /// What it is changed with.
    const BRUSHES: &'static [Brush];

    /// The instance after one touch with one of the [`BRUSHES`](Edit::BRUSHES), by its name.
    fn touch(&self, brush: &str, touch: Touch) -> Result<Self, Diagnostic>;
}

/// Something to change an instance with. Its title is `NAME.brush.X`.
#[derive(Debug)]
pub struct Brush {
    /// Its name.
    pub name: &'static str,
    /// What a touch needs to tell.
    pub of: Grip,
}

/// What a touch with a brush needs to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grip {
    /// A square. A drag from one to another is a touch with both.
    Cell,
    /// Two squares.
    Pair,
    /// A square and a number.
    Value,
}

/// One touch with a brush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The square touched, or where a drag began.
    pub at: Square,
    /// Where a drag ended.
    pub to: Option<Square>,
    /// The number that goes with it.
    pub value: u32,
}

impl Touch {
    /// The square that is meant where one is: the last.
    pub fn square(self, size: Size) -> Result<Square, Diagnostic> {
        size.checked(self.to.unwrap_or(self.at))
    }

    /// The two squares, where two are meant.
    pub fn pair(self, size: Size) -> Result<(Square, Square), Diagnostic> {
        match self.to {
            Some(to) if to != self.at => Ok((size.checked(self.at)?, size.checked(to)?)),
            _ => Err(Diagnostic::new("B0107")),
        }
    }
}

/// What the doors need to know of a puzzle. Words are found in the locale files by its name:
/// `NAME.title`, `NAME.summary`, `NAME.strategy.X`, `NAME.brush.X`, `NAME.option.X` and
/// `NAME.option.X.value`.
#[derive(Debug)]
pub struct About {
    /// The name as typed on the command line.
    pub name: &'static str,
    /// Rules, formats, strategies and sources, as Markdown.
    pub rules: fn(Lang) -> &'static str,
    /// Instances of our own making, the most telling first.
    pub examples: &'static [Example],
    /// The puzzle's own options.
    pub options: &'static [OptionSpec],
    /// What the puzzle's own tradition calls our counters.
    pub counters: &'static [Counter],
}

/// An embedded instance. Its title is `NAME.example.X`.
#[derive(Debug)]
pub struct Example {
    /// Its name.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
    /// Whether counting its solutions takes no time to speak of.
    pub countable: bool,
}

/// A name that a puzzle's tradition has for one of the counters. Its title is `NAME.counter.X`.
#[derive(Debug)]
pub struct Counter {
    /// The name.
    pub name: &'static str,
    /// Its value.
    pub of: fn(&search::Stats) -> u64,
}

/// A strategy as the doors see it.
#[derive(Debug)]
pub struct Strategy {
    /// Its name.
    pub name: &'static str,
    /// Whether its failing proves anything.
    pub reach: Reach,
}

/// An option that a puzzle declares.
#[derive(Debug)]
pub struct OptionSpec {
    /// The name, without dashes.
    pub name: &'static str,
    /// What is written after it.
    pub takes: Takes,
    /// What it is about, and so which verbs have it.
    pub role: Role,
}

/// What is written after an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing: it is a mere flag.
    Nothing,
    /// A value.
    Value,
    /// A value, or the name of a file that holds it: doors that know files hand over what it holds.
    Text,
}

/// What an option is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The instance: for every verb.
    Instance,
    /// The way of searching: for verbs that choose a strategy.
    Strategy,
    /// The making of instances.
    Generate,
    /// What is counted.
    Count,
}

/// The options given, by name.
#[derive(Clone, Debug, Default)]
pub struct Options {
    values: Vec<(String, String)>,
}

impl Options {
    /// Sets an option; a flag has an empty value.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.values.push((name.into(), value.into()));
    }

    /// The value of an option, if it was given.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.values.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Whether a flag was given.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

/// How answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For programs: a JSON value.
    Json,
    /// The bytes the coursework asked for.
    Coursework,
}

/// What stands around a solution in the coursework's format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// What comes before it.
    pub before: String,
    /// What comes after it.
    pub after: String,
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
    /// Whether that is all: otherwise why not.
    pub ended: CountEnd,
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

/// Why a count ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountEnd {
    /// Everything was counted.
    Exact,
    /// As many as were asked for were found; there may be more.
    UpTo,
    /// A limit fired.
    Limit(Limit),
}

impl From<Ended> for CountEnd {
    /// What the end of a search that met all it counts says of the count.
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::Exhausted => CountEnd::Exact,
            Ended::Satisfied | Ended::Spent => CountEnd::UpTo,
            Ended::Cut(limit) => CountEnd::Limit(limit),
        }
    }
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
pub enum Obstacle {
    /// What was asked for is malformed, or does not exist.
    Asked(Diagnostic),
    /// A limit fired.
    Limit(Limit),
}

impl From<Diagnostic> for Obstacle {
    fn from(diagnostic: Diagnostic) -> Self {
        Obstacle::Asked(diagnostic)
    }
}

impl From<Limit> for Obstacle {
    fn from(limit: Limit) -> Self {
        Obstacle::Limit(limit)
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
