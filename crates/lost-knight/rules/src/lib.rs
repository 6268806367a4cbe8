//! The rules of the lost knight: the instance, its readers, and the verifier of shortest paths and
//! enclosures. Depends on no solver and no engine.
#![doc = include_str!("rules.md")]

mod claim;
mod classify;
mod coursework;
mod edit;
mod enclosure;
pub mod explain_check;
mod gallery;
mod labels;
mod play;
mod problem;
mod read;
mod route;
mod scan;
pub mod shared;
mod verify;
mod verify_bit_flood;
#[cfg(test)]
mod verify_bit_flood_tests;
mod verify_blocks;
mod verify_two_ended;

use std::fmt;

use tabuleiro_core::board::{Coordinates, Size, Square, Squares};
use tabuleiro_core::contract::{
    About, Counter, CourseworkFormat, Example, Extent, Meter, OptionSpec, Options, Problem, Puzzle,
    Role, RunError, Shape, Statement, Stats, Takes, Written,
};
use tabuleiro_core::head::Head;
use tabuleiro_core::leaper::{Edges, Leaper, Leaps, Moves};
use tabuleiro_core::locale::Lang;
use tabuleiro_core::symmetry::Symmetry;
use tabuleiro_core::text::{Diagnostic, Line, Source};

pub use enclosure::{Around, Enclosure};
pub use labels::Labels;
pub use play::{Prefix, go};
pub use route::Route;
use verify_blocks::Cut;

/// A board with blocked squares, at least one knight and at least one exit. The knight that is
/// nearest to an exit is the one that moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostKnight {
    size: Size,
    blocked: Squares,
    /// In reading order, as are the exits. No square is in both, and none of them is blocked.
    knights: Vec<Square>,
    exits: Vec<Square>,
    rules: Rules,
}

/// The words that allow several knights and several exits: options, and in a text before the board.
const MANY: &str = "many";
const ANY_EXIT: &str = "any-exit";
/// The moves unless told otherwise.
const USUAL: Leaps = Leaps { edges: Edges::Torus, leaper: Leaper::KNIGHT };

/// What is not drawn on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// What lies beyond the edges.
    pub edges: Edges,
    /// The piece.
    pub leaper: Leaper,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { edges: Edges::Torus, leaper: Leaper::KNIGHT }
    }
}

impl Rules {
    /// The usual rules, but for what the options say.
    pub fn parse(options: &Options) -> Result<Self, Diagnostic> {
        Rules::default().amended(options)
    }

    /// What the options say, and for the rest what was said before.
    fn amended(self, options: &Options) -> Result<Self, Diagnostic> {
        let mut rules = self;
        if let Some(value) = options.get("edges") {
            rules.edges = Edges::parse("edges", value)?;
        }
        if let Some(value) = options.get("leaper") {
            rules.leaper = Leaper::parse("leaper", value)?;
        }
        Ok(rules)
    }
}

impl LostKnight {
    /// A board with one knight and one exit; `None` if they are not two free squares of it.
    pub fn new(size: Size, blocked: Squares, knight: Square, exit: Square) -> Option<Self> {
        let free = |square| size.holds(square) && !blocked.contains(size.index(square));
        let legal = LostKnight::can_be(size) && knight != exit && free(knight) && free(exit);
        legal.then(|| LostKnight {
            size,
            blocked,
            knights: vec![knight],
            exits: vec![exit],
            rules: Rules::default(),
        })
    }

    /// Whether a board can have this size: its squares are numbered with 32 bits.
    pub fn can_be(size: Size) -> bool {
        u32::try_from(size.area()).is_ok()
    }

    /// The same board under other rules.
    pub fn under(mut self, rules: Rules) -> Self {
        self.rules = rules;
        self
    }

    /// The same board with one exit; `None` if that is not a free square without a knight.
    pub fn with_exit(mut self, exit: Square) -> Option<Self> {
        let free = self.size.holds(exit) && self.is_free(self.size.index(exit) as u32);
        let legal = free && !self.knights.contains(&exit);
        self.exits = vec![exit];
        legal.then_some(self)
    }

    /// The same board with a knight on every exit and an exit under every knight. A move can be taken
    /// back, so that a path there is a path here, walked back.
    pub fn turned(mut self) -> Self {
        std::mem::swap(&mut self.knights, &mut self.exits);
        self
    }

    /// The size of the board.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Where knights stand, in reading order.
    #[inline]
    pub fn knights(&self) -> &[Square] {
        &self.knights
    }

    /// Where exits are, in reading order.
    #[inline]
    pub fn exits(&self) -> &[Square] {
        &self.exits
    }

    /// What is not drawn.
    #[inline]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The squares that no piece can stand on.
    #[inline]
    pub fn blocked(&self) -> &Squares {
        &self.blocked
    }

    /// How many squares are not blocked.
    fn free(&self) -> u64 {
        self.size.area() - self.blocked.len() as u64
    }

    /// Whether a knight can stand on the square at this place in reading order.
    #[inline]
    pub fn is_free(&self, place: u32) -> bool {
        !self.blocked.contains(place as usize)
    }

    /// The moves on this board.
    #[inline]
    pub fn moves(&self) -> Moves {
        Moves::new(self.size, self.rules.edges, self.rules.leaper)
    }

    /// The places of squares in reading order.
    pub fn places(&self, squares: &[Square]) -> Vec<u32> {
        squares.iter().map(|&square| self.size.index(square) as u32).collect()
    }

    /// The square at a place in reading order.
    #[inline]
    pub fn square(&self, place: u32) -> Square {
        self.size.square(place as usize)
    }
}

impl fmt::Display for LostKnight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut knights, mut exits) =
            (self.knights.iter().peekable(), self.exits.iter().peekable());
        let several = [(MANY, self.knights.len() > 1), (ANY_EXIT, self.exits.len() > 1)];
        let leaps = Leaps { edges: self.rules.edges, leaper: self.rules.leaper };
        f.write_str(&Head::write(&several, leaps, USUAL))?;
        let mut line = String::with_capacity(self.size.cols as usize);
        for row in 0..self.size.rows {
            line.clear();
            line.extend((0..self.size.cols).map(|col| match (Square { row, col }) {
                square if self.blocked.contains(self.size.index(square)) => 'x',
                square if knights.next_if_eq(&&square).is_some() => 'C',
                square if exits.next_if_eq(&&square).is_some() => 'S',
                _ => '.',
            }));
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

impl Puzzle for LostKnight {
    const ABOUT: About = About {
        name: "lost-knight",
        coordinates: Coordinates::Numbers,
        rules: |lang| match lang {
            Lang::En => include_str!("rules.md"),
            Lang::PtBr => include_str!("rules.pt-BR.md"),
        },
        examples: &[
            Example { name: "wood", text: include_str!("examples/wood.txt"), countable: true },
            Example { name: "seam", text: include_str!("examples/seam.txt"), countable: true },
            Example { name: "cell", text: include_str!("examples/cell.txt"), countable: false },
        ],
        instead: &[],
        small: &[("size", "6x6"), ("blocked", "60%")],
        options: &[
            OptionSpec {
                name: "edges",
                takes: Takes::Choice { usual: Some("torus") },
                role: Role::Instance,
            },
            OptionSpec { name: "leaper", takes: Takes::Value, role: Role::Instance },
            OptionSpec { name: ANY_EXIT, takes: Takes::Nothing, role: Role::Given },
            OptionSpec { name: MANY, takes: Takes::Nothing, role: Role::Given },
            OptionSpec {
                name: "path",
                takes: Takes::Choice { usual: Some("any") },
                role: Role::Strategy,
            },
            OptionSpec {
                name: "by",
                takes: Takes::Choice { usual: Some("squares") },
                role: Role::Count,
            },
            OptionSpec {
                name: "size",
                takes: Takes::Size { usual: Some("20x40") },
                role: Role::Generate,
            },
            OptionSpec {
                name: "shape",
                takes: Takes::Choice { usual: Some("scattered") },
                role: Role::Generate,
            },
            OptionSpec { name: "blocked", takes: Takes::Value, role: Role::Generate },
            OptionSpec { name: "far", takes: Takes::Nothing, role: Role::Generate },
        ],
        // What the coursework's table shows: the depth of the exit, if it was found.
        counters: &[Counter {
            name: "moves",
            of: |stats: &Stats| if stats.goals > 0 { stats.deepest } else { 0 },
        }],
        words: &[
            ("edges", &["torus", "cylinder", "plane"]),
            ("path", &["any", "first"]),
            ("by", &["squares", "moves"]),
            ("shape", &["scattered", "maze", "serpentine"]),
        ],
        gallery: gallery::GALLERY,
        guides: gallery::GUIDES,
        only: &[],
    };
    type Solution = Route;
    type Argument = Enclosure;

    const COURSEWORK: Option<CourseworkFormat<Self>> = Some(CourseworkFormat::FORMAT);
    const PROBLEM: Option<Problem> = Some(problem::PROBLEM);

    fn read<'a>(
        source: &'a Source,
        options: &'a Options,
    ) -> Box<dyn Iterator<Item = Result<Self, Diagnostic>> + 'a> {
        Box::new(read::Boards::new(source, options))
    }

    fn from_options(options: &Options, _: &mut Meter<'_>) -> Result<Option<Self>, RunError> {
        Rules::parse(options)?;
        Ok(None)
    }

    fn implied_by(source: &Source, _: &Options) -> Result<Self, Diagnostic> {
        Err(Diagnostic::new("K0303").in_file(source.name()))
    }

    fn footprint(&self) -> u64 {
        let squares = self.knights.len() + self.exits.len();
        self.size.area() / 8 + (squares * size_of::<Square>()) as u64
    }

    fn text_length(&self) -> u64 {
        self.size.area() + u64::from(self.size.rows)
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn images(&self) -> Vec<Self> {
        // A cylinder has a direction of its own.
        let keeps =
            |symmetry: &Symmetry| !symmetry.transposes || self.rules.edges != Edges::Cylinder;
        let size = self.size;
        let image = |symmetry: Symmetry| {
            let turned = symmetry.size(size);
            let moved = |list: &[Square]| {
                let mut list: Vec<Square> =
                    list.iter().map(|&square| symmetry.square(size, square)).collect();
                list.sort_unstable();
                list
            };
            let mut blocked = Squares::none(size.area() as usize);
            for place in self.blocked.iter() {
                blocked.insert(turned.index(symmetry.square(size, size.square(place))));
            }
            let (knights, exits) = (moved(&self.knights), moved(&self.exits));
            LostKnight { size: turned, blocked, knights, exits, rules: self.rules }
        };
        Symmetry::all().filter(keeps).map(image).collect()
    }

    fn claim(&self, source: &Source) -> Result<Statement<Self>, Diagnostic> {
        claim::read(source, self)
    }

    fn answer_extent(&self, lines: &[Line<'_>]) -> Extent {
        claim::extent(lines)
    }

    fn shape(&self) -> Shape {
        Shape::Number
    }

    fn assembled(&self, written: &Written) -> Result<Route, usize> {
        match written {
            Written::Number(moves) => Ok(Route::of_length(*moves)),
            _ => Err(0),
        }
    }

    fn unproved(&self) -> Option<Enclosure> {
        Some(Enclosure::untold(self.size()))
    }
}
