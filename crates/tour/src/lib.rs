//! The knight's tour: the instance, and how options describe it.
#![doc = include_str!("rules.md")]

mod argument;
mod auto;
mod bitboard_path;
mod clued;
mod clues;
mod count;
mod degrees;
mod edit;
pub mod explain;
mod factor;
mod facts;
mod frontier_dp;
mod generate;
mod generic_path;
mod graph;
mod hall;
mod halt;
mod line;
mod move_order;
mod numbered;
mod numbering;
mod numbers;
mod order;
mod quick_refute;
mod read;
mod restarts;
#[cfg(test)]
mod restore_tests;
mod roth;
mod show;
mod solve;
mod thin_order;
mod thin_search;
mod tiles;
mod verify;
mod verify_leapers;
mod walk;
mod write;

use search::{Meter, Stats};

use tabuleiro_core::board::{Size, Square, Squares};
use tabuleiro_core::contract::{
    About, Counter, Coursework, Example, Extent, Frame, OptionSpec, Options, Puzzle, Role,
    RunError, Statement, Takes,
};
use tabuleiro_core::leaper::{Edges, Leaper, Leaps};
use tabuleiro_core::locale::Lang;
use tabuleiro_core::text::{Diagnostic, Line, Source};

pub use argument::Argument;
pub use clues::Clues;
pub use count::Asked;
pub use facts::{Facts, Looked, Symmetry};
pub use numbers::Numbers;
pub use order::Order;
pub use solve::Plan;
pub use tiles::{Layout, lay};

/// This crate in the headers of the traits that could be implemented elsewhere: see
/// [`tabuleiro_core::contract`].
#[derive(Debug)]
pub struct Local;

/// A board to be toured: which squares it has, and where the tour must start and end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tour {
    size: Size,
    /// Squares of the rectangle that are not part of the board.
    holes: Option<Squares>,
    start: Option<Square>,
    end: Option<Square>,
    closed: bool,
    leaps: Leaps,
    clues: Clues,
    /// Whether claimed tours are numbered from 0.
    zero_based: bool,
}

impl Tour {
    /// An open tour of a whole rectangle by a knight, from anywhere to anywhere.
    pub fn new(size: Size) -> Self {
        Tour {
            size,
            holes: None,
            start: None,
            end: None,
            closed: false,
            leaps: Leaps::PLAIN,
            clues: Clues::default(),
            zero_based: false,
        }
    }

    /// The same board with another piece, or with something beyond its edges.
    pub fn with_leaper(mut self, leaps: Leaps) -> Self {
        self.leaps = leaps;
        self
    }

    /// The same board with a given start.
    pub fn with_start(mut self, start: Square) -> Self {
        self.start = Some(start);
        self
    }

    /// The same board with a given end.
    pub fn with_end(mut self, end: Square) -> Self {
        self.end = Some(end);
        self
    }

    /// The same board, but the last square must be a knight move from the first.
    pub fn closed(mut self) -> Self {
        self.closed = true;
        self
    }

    /// The same board without some of its squares.
    pub fn without(mut self, holes: Squares) -> Self {
        self.holes = (!holes.is_empty()).then_some(holes);
        self
    }

    /// The rectangle around the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Where the tour must start.
    pub fn start(&self) -> Option<Square> {
        self.start
    }

    /// Where the tour must end.
    pub fn end(&self) -> Option<Square> {
        self.end
    }

    /// Whether the tour must be closed.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Whether the square is part of the board.
    pub fn has(&self, square: Square) -> bool {
        self.size.holds(square)
            && self.holes.as_ref().is_none_or(|holes| !holes.contains(self.size.index(square)))
    }

    /// The number of squares of the board.
    pub fn squares(&self) -> u64 {
        self.size.area() - self.holes.as_ref().map_or(0, |holes| holes.len() as u64)
    }

    /// The squares of the board, in reading order.
    pub fn each_square(&self) -> impl Iterator<Item = Square> + '_ {
        self.size.squares().filter(|&square| self.has(square))
    }

    /// The piece, and what lies beyond the edges.
    pub fn leaps(&self) -> Leaps {
        self.leaps
    }

    /// The numbers given but for the first and the last.
    pub fn clues(&self) -> &Clues {
        &self.clues
    }

    /// Whether the piece is a knight and nothing lies beyond the edges.
    fn is_a_knights(&self) -> bool {
        self.leaps == Leaps::PLAIN
    }

    /// The same, with no numbers given but the ends: what the fastest searches know.
    fn is_plain(&self) -> bool {
        self.is_a_knights() && self.clues.is_empty()
    }

    /// Whether a move joins two squares.
    pub fn joins(&self, one: Square, other: Square) -> bool {
        self.leaps.join(self.size, one, other)
    }

    /// The squares a move away, each once, in the order of [`KNIGHT`](tabuleiro_core::board::KNIGHT).
    pub fn neighbours(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        let lead = move |direction| self.leaps.lead(self.size, square, direction);
        let is_new = move |direction, to| (0..direction).all(|before| lead(before) != Some(to));
        // Only leaps of other pieces, or over an edge, can lead back or to the same square.
        let strange = !self.is_a_knights();
        (0..8).filter_map(move |direction| {
            let to = lead(direction).filter(|&to| self.has(to))?;
            (!strange || to != square && is_new(direction, to)).then_some(to)
        })
    }

    /// The board with what the options say of start, end, closing and moves.
    fn directed(mut self, options: &Options) -> Result<Self, Diagnostic> {
        if let Some(value) = options.get("edges") {
            self.leaps.edges = Edges::parse("edges", value)?;
        }
        if let Some(value) = options.get("leaper") {
            self.leaps.leaper = Leaper::parse("leaper", value)?;
        }
        for name in ["start", "end"] {
            let Some(value) = options.get(name) else { continue };
            let square = Square::parse(name, value, self.size)?;
            let source = Source::option(name, value);
            if !self.has(square) {
                let code = "T0104";
                return Err(source.diagnostic(code, 0..value.len()).with("square", value));
            }
            let place = if name == "start" { &mut self.start } else { &mut self.end };
            if place.is_some_and(|marked| marked != square) {
                let marked = place.map(|marked| marked.to_string()).unwrap_or_default();
                return Err(source.diagnostic("T0103", 0..value.len()).with("marked", marked));
            }
            *place = Some(square);
            if let Some((number, _)) = self.clues.iter().find(|&(_, at)| at == square) {
                let fault = source.diagnostic("T0113", 0..value.len()).with("square", value);
                return Err(fault.with("number", u64::from(number)));
            }
        }
        if let (Some(start), Some(end)) = (self.start, self.end)
            && start == end
            && self.squares() > 1
        {
            return Err(match options.get("end") {
                Some(value) => Source::option("end", value).diagnostic("T0105", 0..value.len()),
                None => Diagnostic::new("T0105"),
            });
        }
        self.closed |= options.has("closed");
        self.zero_based = options.has("zero-based");
        Ok(self)
    }
}

impl Puzzle for Tour {
    const ABOUT: About = About {
        name: "tour",
        rules: |lang| match lang {
            Lang::En => include_str!("rules.md"),
            Lang::PtBr => include_str!("rules.pt-BR.md"),
        },
        examples: &[
            Example {
                name: "chessboard",
                text: include_str!("examples/chessboard.txt"),
                countable: false,
            },
            Example { name: "five", text: include_str!("examples/five.txt"), countable: true },
            Example { name: "ring", text: include_str!("examples/ring.txt"), countable: false },
        ],
        small: &[("size", "4x5"), ("holes", "2")],
        options: &[
            OptionSpec { name: "size", takes: Takes::Value, role: Role::Instance },
            OptionSpec { name: "start", takes: Takes::Value, role: Role::Instance },
            OptionSpec { name: "end", takes: Takes::Value, role: Role::Instance },
            OptionSpec { name: "closed", takes: Takes::Nothing, role: Role::Instance },
            OptionSpec { name: "edges", takes: Takes::Value, role: Role::Instance },
            OptionSpec { name: "leaper", takes: Takes::Value, role: Role::Instance },
            OptionSpec { name: "zero-based", takes: Takes::Nothing, role: Role::Instance },
            OptionSpec { name: "priority", takes: Takes::Value, role: Role::Strategy },
            OptionSpec { name: "holes", takes: Takes::Value, role: Role::Generate },
            OptionSpec { name: "uniform", takes: Takes::Nothing, role: Role::Generate },
            OptionSpec { name: "index", takes: Takes::Value, role: Role::Generate },
            OptionSpec { name: "before", takes: Takes::Text, role: Role::Count },
            OptionSpec { name: "clues", takes: Takes::Nothing, role: Role::Generate },
            OptionSpec { name: "minimal", takes: Takes::Nothing, role: Role::Generate },
        ],
        // A forward step of the coursework is a placement, the first included: a state judged.
        counters: &[Counter { name: "forward", of: |stats: &Stats| stats.nodes }],
    };
    type Solution = Numbers;
    type Argument = Argument;

    const COURSEWORK: Option<Coursework> = Some(|_, _| Frame::default());

    fn read<'a>(
        source: &'a Source,
        options: &'a Options,
    ) -> Box<dyn Iterator<Item = Result<Self, Diagnostic>> + 'a> {
        read::boards(source, options)
    }

    fn from_options(options: &Options, _: &mut Meter<'_>) -> Result<Option<Self>, RunError> {
        let Some(value) = options.get("size") else { return Ok(None) };
        Ok(Some(Tour::new(Size::parse("size", value)?).directed(options)?))
    }

    fn implied_by(source: &Source, options: &Options) -> Result<Self, Diagnostic> {
        read::implied(source, options.has("zero-based"))?.directed(options)
    }

    fn footprint(&self) -> u64 {
        let holes = if self.holes.is_some() { self.size.area() / 8 } else { 0 };
        holes + self.clues.footprint()
    }

    fn text_length(&self) -> u64 {
        // Words as wide as the greatest number, each with what parts it from the next.
        let digits = self.squares().checked_ilog10().map_or(1, |digits| u64::from(digits) + 1);
        let word = if self.clues.is_empty() { 1 } else { digits + 1 };
        let lines = self.size.area().saturating_mul(word).saturating_add(self.size.rows.into());
        lines.saturating_add(64)
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn claim(&self, source: &Source) -> Result<Statement<Self>, Diagnostic> {
        read::claim(source, self)
    }

    fn answer_extent(&self, _: &[Line<'_>]) -> Extent {
        (self.size.rows as usize).into()
    }
}
