//! What a puzzle declares of itself as data: options, examples, strategies.

use search::Reach;

use crate::board::Coordinates;
use crate::contract::{Options, Puzzle};
use crate::locale::Lang;
use crate::text::Diagnostic;

/// What frontends need to know of a puzzle. Words are found in the locale files by its name:
/// `NAME.title`, `NAME.summary`, `NAME.alias` (what it may be called as well), `NAME.brief.1` to
/// `NAME.brief.3` (the rules in three sentences), `NAME.strategy.X`, `NAME.strategy.X.title` and
/// `NAME.strategy.X.about` (two sentences), `NAME.brush.X`, `NAME.option.X` and `NAME.option.X.value`;
/// `NAME.legend.TONE` where a tone has a word of the puzzle's own.
#[derive(Debug)]
pub struct About {
    /// The name as typed on the command line.
    pub name: &'static str,
    /// How squares are named on the page.
    pub coordinates: Coordinates,
    /// Rules, formats, strategies and sources, as Markdown.
    pub rules: fn(Lang) -> &'static str,
    /// Instances of our own making, the most telling first.
    pub examples: &'static [Example],
    /// The puzzle's own options.
    pub options: &'static [OptionSpec],
    /// Options that describe an instance in place of a text, and never beside one: the one that does so
    /// alone first.
    pub instead: &'static [&'static str],
    /// Options of `generate` that make instances so small that every complete strategy, and the
    /// count, ends within some 100,000 nodes, with a solution or without.
    pub small: &'static [(&'static str, &'static str)],
    /// What the puzzle's own tradition calls our counters.
    pub counters: &'static [Counter],
    /// The words that options take, where they are few: for completions.
    pub words: &'static [(&'static str, &'static [&'static str])],
    /// Boards for the gallery: interesting ones, to begin with.
    pub gallery: &'static [GalleryBoard],
    /// What a teacher shows.
    pub guides: &'static [Guide],
    /// Options of the role [`Strategy`](Role::Strategy) that only some strategies use, and which.
    pub only: &'static [(&'static str, &'static [&'static str])],
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

/// A board to look at. Its title is `NAME.gallery.X`, a line that makes one curious
/// `NAME.gallery.X.line`.
#[derive(Debug)]
pub struct GalleryBoard {
    /// Its name.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// A guided lesson: boards and moments of searches, one after another. Its title is `NAME.guide.X`,
/// the captions are `NAME.guide.X.1` and so on.
#[derive(Debug)]
pub struct Guide {
    /// Its name.
    pub name: &'static str,
    /// What is shown.
    pub captions: &'static [Caption],
}

/// What a guided lesson shows at once.
#[derive(Debug)]
pub struct Caption {
    /// The text of the board.
    pub text: &'static str,
    /// Who searches it.
    pub strategy: &'static str,
    /// After how many events; nothing for the end, the answer included.
    pub moment: Option<u64>,
}

/// A name that a puzzle's tradition has for one of the counters. Its title is `NAME.counter.X`.
#[derive(Debug)]
pub struct Counter {
    /// The name.
    pub name: &'static str,
    /// Its value.
    pub of: fn(&search::Stats) -> u64,
}

/// A strategy: a row of the table in which all of them stand.
#[derive(Debug)]
pub struct StrategySpec<P, Plan> {
    /// Its name.
    pub name: &'static str,
    /// Whether its failing proves anything.
    pub reach: Reach,
    /// What it makes of the options.
    pub plan: fn(&P, &Options) -> Result<Plan, Diagnostic>,
}

impl<P: Puzzle, Plan> StrategySpec<P, Plan> {
    /// The row with this name.
    pub fn named<'a>(rows: &'a [Self], name: &str) -> Result<&'a Self, Diagnostic> {
        rows.iter().find(|row| row.name == name).ok_or_else(|| {
            let known: Vec<&str> = rows.iter().map(|row| row.name).collect();
            let unknown = Diagnostic::new("U0104").with("name", name).with("puzzle", P::ABOUT.name);
            unknown.near(name, &known).with("known", known.join(", "))
        })
    }
}

/// A strategy as frontends see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// What is written after an option. `usual` is what holds where it is not given, if that is one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing: it is a mere flag.
    Nothing,
    /// A whole number.
    Number {
        /// The least that makes sense.
        least: u64,
        /// The most that a control need offer; more may be written.
        most: u64,
        /// What holds otherwise.
        usual: Option<u64>,
    },
    /// One of the option's [words](About::words), or of the [levels](crate::kind::Kind::levels) of
    /// difficulty; other words are explained by its title. A word's title is `NAME.option.X.WORD`.
    Choice {
        /// What holds otherwise.
        usual: Option<&'static str>,
    },
    /// Rows and columns.
    Size {
        /// What holds otherwise.
        usual: Option<&'static str>,
    },
    /// A square.
    Cell,
    /// Some other value.
    Value,
    /// A value, or the name of a file that holds it: frontends that know files hand over what it holds.
    Text,
}

impl Takes {
    /// Whether something is written after the option that is never the name of a file.
    pub fn is_value(self) -> bool {
        !matches!(self, Takes::Nothing | Takes::Text)
    }
}

/// What an option is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The instance, given or made: for every verb.
    Instance,
    /// An instance that is given: for every verb but the one that makes them.
    Given,
    /// How answers are written that are to be checked.
    Answers,
    /// The way of searching: for verbs that choose a strategy.
    Strategy,
    /// The making of instances.
    Generate,
    /// What is counted.
    Count,
}
