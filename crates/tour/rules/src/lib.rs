//! The rules of the knight's tour: the instance, its readers, and the verifier of tours and arguments.
//! Depends on no solver and no engine.
#![doc = include_str!("rules.md")]

mod about;
mod argument;
mod clues;
mod coursework;
mod edit;
pub mod explain_check;
mod facts;
mod gallery;
mod hall;
mod halt;
mod implicit;
mod line;
pub mod number_check;
mod numbering;
mod numbers;
mod play;
mod position;
mod problem;
mod read;
mod verify;
mod verify_leapers;
mod write;
mod written;

use tabuleiro_core::board::{Size, Square, Squares};
use tabuleiro_core::contract::{
    About, CourseworkFormat, Extent, Meter, Options, Problem, Puzzle, RunError, Shape, Statement,
    Written,
};
use tabuleiro_core::leaper::{Edges, Leaper, Leaps};
use tabuleiro_core::symmetry;
use tabuleiro_core::text::{Diagnostic, Line, Source};

pub use argument::Argument;
pub use clues::{Clues, fewest_moves};
pub use facts::{Facts, Looked, Symmetry};
pub use implicit::{ImplicitRows, ImplicitTour};
pub use numbers::Numbers;
pub use play::{go, put};
pub use position::TourPosition;
pub use verify::rules_out;

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

    /// The same board, but the last square may be anywhere.
    pub fn open(mut self) -> Self {
        self.closed = false;
        self
    }

    /// The same board with these ends given, and no others.
    pub fn with_ends(mut self, start: Option<Square>, end: Option<Square>) -> Self {
        (self.start, self.end) = (start, end);
        self
    }

    /// The same board, claimed tours of which are numbered from 1.
    pub fn one_based(mut self) -> Self {
        self.zero_based = false;
        self
    }

    /// The same board without some of its squares.
    pub fn without(mut self, holes: Squares) -> Self {
        self.holes = (!holes.is_empty()).then_some(holes);
        self
    }

    /// The rectangle around the board.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Where the tour must start.
    #[inline]
    pub fn start(&self) -> Option<Square> {
        self.start
    }

    /// Where the tour must end.
    #[inline]
    pub fn end(&self) -> Option<Square> {
        self.end
    }

    /// Whether the tour must be closed.
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Whether the square is part of the board.
    #[inline]
    pub fn has(&self, square: Square) -> bool {
        self.size.holds(square)
            && self.holes.as_ref().is_none_or(|holes| !holes.contains(self.size.index(square)))
    }

    /// Whether squares of the rectangle are not part of the board.
    #[inline]
    pub fn has_holes(&self) -> bool {
        self.holes.is_some()
    }

    /// The number of squares of the board.
    #[inline]
    pub fn squares(&self) -> u64 {
        self.size.area() - self.holes.as_ref().map_or(0, |holes| holes.len() as u64)
    }

    /// The squares of the board, in reading order.
    #[inline]
    pub fn each_square(&self) -> impl Iterator<Item = Square> + '_ {
        self.size.squares().filter(|&square| self.has(square))
    }

    /// The piece, and what lies beyond the edges.
    #[inline]
    pub fn leaps(&self) -> Leaps {
        self.leaps
    }

    /// The numbers given but for the first and the last.
    #[inline]
    pub fn clues(&self) -> &Clues {
        &self.clues
    }

    /// Whether the piece is a knight and nothing lies beyond the edges.
    #[inline]
    pub fn is_a_knights(&self) -> bool {
        self.leaps == Leaps::PLAIN
    }

    /// The same, with no numbers given but the ends: what the fastest searches know.
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.is_a_knights() && self.clues.is_empty()
    }

    /// Whether a move joins two squares.
    #[inline]
    pub fn joins(&self, one: Square, other: Square) -> bool {
        self.leaps.join(self.size, one, other)
    }

    /// The squares a move away, each once, in the order of [`KNIGHT`](tabuleiro_core::board::KNIGHT).
    #[inline]
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
    pub fn directed(mut self, options: &Options) -> Result<Self, Diagnostic> {
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
    const ABOUT: About = about::ABOUT;
    type Solution = Numbers;
    type Argument = Argument;

    const COURSEWORK: Option<CourseworkFormat<Self>> = Some(CourseworkFormat::FORMAT);
    const PROBLEM: Option<Problem> = Some(problem::PROBLEM);

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

    fn images(&self) -> Vec<Self> {
        // A cylinder has a direction of its own.
        let keeps = |symmetry: &symmetry::Symmetry| {
            !symmetry.transposes || self.leaps.edges != Edges::Cylinder
        };
        let both = |symmetry| [(symmetry, false), (symmetry, true)];
        let (size, last) = (self.size, self.squares() as u32);
        let image = |(symmetry, reverses): (symmetry::Symmetry, bool)| {
            let moved = |square| symmetry.square(size, square);
            let turned = symmetry.size(size);
            let mut holes = Squares::none(size.area() as usize);
            let missing = size.squares().filter(|&square| !self.has(square));
            missing.for_each(|square| holes.insert(turned.index(moved(square))));
            let numbers = self.all_given();
            // A tour that is walked backwards is the same tour.
            let number = |number: u32| if reverses { last + 1 - number } else { number };
            let image = Tour::new(turned).with_leaper(self.leaps).without(holes);
            let image =
                image.with_numbers(numbers.map(|(given, square)| (number(given), moved(square))));
            if self.closed { image.closed() } else { image }
        };
        symmetry::Symmetry::all().filter(keeps).flat_map(both).map(image).collect()
    }

    fn wants_one_solution(&self) -> bool {
        !self.clues.is_empty()
    }

    fn claim(&self, source: &Source) -> Result<Statement<Self>, Diagnostic> {
        read::claim(source, self)
    }

    fn told(&self) -> Vec<(&'static str, Vec<String>)> {
        let words = |start: Square| vec![(start.row + 1).to_string(), (start.col + 1).to_string()];
        self.start().into_iter().map(|start| ("start", words(start))).collect()
    }

    fn shape(&self) -> Shape {
        Shape::Grid { size: self.size, trailer: 2 }
    }

    fn assembled(&self, written: &Written) -> Result<Numbers, usize> {
        written::assembled(self, written)
    }

    fn answer_extent(&self, lines: &[Line<'_>]) -> Extent {
        let rows = self.size.rows as usize;
        // The coursework's counters may follow.
        let follows =
            |line: &Line<'_>| self.size.cols != 2 && coursework::numbers(line.text).is_some();
        (rows + usize::from(lines.get(rows).is_some_and(follows))).into()
    }
}
