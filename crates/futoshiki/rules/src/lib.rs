//! The rules of Futoshiki: the instance, its notations, and the verifier of solutions and arguments.
//! Depends on no solver and no engine.
#![doc = include_str!("rules.md")]

mod argument;
mod claim;
mod clue;
mod coursework;
mod drawing;
mod edit;
mod entails;
mod gallery;
mod game_id;
mod grid;
mod known;
mod notation;
mod play;
mod problem;
mod read;
mod sign;
mod so_far;
mod verify;

use tabuleiro_core::board::{Coordinates, Size};
use tabuleiro_core::contract::{
    About, Counter, CourseworkFormat, Example, Extent, Meter, OptionSpec, Options, Problem, Puzzle,
    Role, RunError, Shape, Statement, Stats, Takes, Written,
};
use tabuleiro_core::locale::Lang;
use tabuleiro_core::symmetry::Symmetry;
use tabuleiro_core::text::{Diagnostic, Line, Source};

pub use argument::Argument;
pub use clue::{Clue, Placed};
pub use grid::Grid;
pub use known::Known;
pub use notation::Notation;
pub use play::Position;
pub use read::order as parse_order;
pub use sign::Sign;

/// A board to be filled: its order, the values given, and the signs between cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Futoshiki {
    order: u8,
    /// The value of each cell in reading order, 0 where none is given.
    givens: Vec<u8>,
    /// In order, each once.
    signs: Vec<Sign>,
    /// How it is written.
    notation: Notation,
}

/// The greatest order: the values of a cell are the bits of a word.
pub(crate) const GREATEST: usize = 64;

impl Futoshiki {
    /// An empty board, of an order from 1 to 64.
    pub fn new(order: usize) -> Self {
        assert!((1..=GREATEST).contains(&order), "no board has the order {order}");
        let givens = vec![0; order * order];
        Futoshiki { order: order as u8, givens, signs: Vec::new(), notation: Notation::Drawing }
    }

    /// The same board with a value given, or with none given where it is 0. It is at most the order.
    pub fn with_given(mut self, cell: usize, value: u8) -> Self {
        assert!(value <= self.order, "no cell holds {value}");
        self.givens[cell] = value;
        self
    }

    /// The same board with other signs, in any order.
    pub fn with_signs(mut self, mut signs: Vec<Sign>) -> Self {
        let cells = self.givens.len();
        assert!(signs.iter().all(|sign| usize::from(sign.less.max(sign.more)) < cells));
        // Most files have them in order already.
        if !signs.is_sorted_by(|one, other| one < other) {
            signs.sort_unstable();
            signs.dedup();
        }
        self.signs = signs;
        self
    }

    /// The same board, written another way.
    pub fn written(mut self, notation: Notation) -> Self {
        self.notation = notation;
        self
    }

    /// The number of rows, of columns and of values.
    #[inline]
    pub fn order(&self) -> usize {
        usize::from(self.order)
    }

    /// The board as a rectangle.
    #[inline]
    pub fn size(&self) -> Size {
        Size { rows: u32::from(self.order), cols: u32::from(self.order) }
    }

    /// The value given to a cell.
    #[inline]
    pub fn given(&self, cell: usize) -> Option<u8> {
        Some(self.givens[cell]).filter(|&value| value > 0)
    }

    /// The value of every cell in reading order, 0 where none is given.
    #[inline]
    pub fn givens(&self) -> &[u8] {
        &self.givens
    }

    /// The signs, in order, each once.
    #[inline]
    pub fn signs(&self) -> &[Sign] {
        &self.signs
    }
}

impl Puzzle for Futoshiki {
    const ABOUT: About = About {
        name: "futoshiki",
        coordinates: Coordinates::Numbers,
        rules: |lang| match lang {
            Lang::En => include_str!("rules.md"),
            Lang::PtBr => include_str!("rules.pt-BR.md"),
        },
        examples: &[
            Example { name: "five", text: include_str!("examples/five.txt"), countable: false },
            Example { name: "many", text: include_str!("examples/many.txt"), countable: true },
            Example { name: "seven", text: include_str!("examples/seven.txt"), countable: false },
        ],
        instead: &["order", "id"],
        small: &[("order", "4")],
        options: &[
            OptionSpec {
                name: "order",
                takes: Takes::Number { least: 2, most: 16, usual: Some(5) },
                role: Role::Instance,
            },
            OptionSpec { name: "id", takes: Takes::Value, role: Role::Given },
            OptionSpec {
                name: "max-assignments",
                takes: Takes::Number { least: 1, most: 100000000, usual: None },
                role: Role::Strategy,
            },
            OptionSpec { name: "static-bounds", takes: Takes::Nothing, role: Role::Strategy },
            OptionSpec { name: "why", takes: Takes::Nothing, role: Role::Strategy },
            OptionSpec {
                name: "clues",
                takes: Takes::Choice { usual: Some("mixed") },
                role: Role::Generate,
            },
            OptionSpec {
                name: "difficulty",
                takes: Takes::Choice { usual: None },
                role: Role::Generate,
            },
            OptionSpec { name: "technique", takes: Takes::Value, role: Role::Generate },
            OptionSpec { name: "symmetric", takes: Takes::Nothing, role: Role::Generate },
            OptionSpec { name: "minimal", takes: Takes::Nothing, role: Role::Generate },
            OptionSpec { name: "fewest", takes: Takes::Nothing, role: Role::Generate },
            OptionSpec {
                name: "notation",
                takes: Takes::Choice { usual: Some("drawing") },
                role: Role::Generate,
            },
        ],
        // An assignment is one value put into one cell by the search: a step made.
        counters: &[Counter { name: "assignments", of: |stats: &Stats| stats.steps }],
        words: &[
            ("clues", &["digits", "signs", "mixed"]),
            ("notation", &["drawing", "coursework", "id"]),
        ],
        // `fast` has better bounds of its own.
        gallery: gallery::GALLERY,
        guides: gallery::GUIDES,
        only: &[(
            "static-bounds",
            &["plain", "forward-check", "forward-check-mrv", "lookahead", "mrv"],
        )],
    };
    type Solution = Grid;
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
        // The greatest board takes some kilobytes.
        Ok(read::described(options)?)
    }

    fn implied_by(source: &Source, _: &Options) -> Result<Self, Diagnostic> {
        claim::implied(source)
    }

    fn footprint(&self) -> u64 {
        (self.givens.len() + size_of_val(&self.signs[..])) as u64
    }

    fn text_length(&self) -> u64 {
        // Two digits and a blank a cell, and as much for the signs between rows and between cells.
        64 + (12 * self.givens.len() + 16 * self.signs.len()) as u64
    }

    fn text(&self) -> String {
        self.text_among(1, 1)
    }

    fn text_among(&self, place: u64, of: u64) -> String {
        self.notation.write(self, place, of)
    }

    fn images(&self) -> Vec<Self> {
        let (size, order) = (self.size(), self.order() as u8);
        let both = |symmetry| [(symmetry, false), (symmetry, true)];
        let image = |(symmetry, complements): (Symmetry, bool)| {
            let place = |cell: usize| size.index(symmetry.square(size, size.square(cell)));
            // Each value may be counted from the greatest down: signs then turn.
            let given = |value: u8| if complements { order + 1 - value } else { value };
            let mut image = Futoshiki::new(self.order());
            for (cell, &value) in self.givens.iter().enumerate().filter(|(_, value)| **value > 0) {
                image = image.with_given(place(cell), given(value));
            }
            let signs = self.signs.iter().map(|sign| {
                let [less, more] = [sign.less, sign.more].map(|cell| place(cell.into()) as u16);
                if complements { Sign { less: more, more: less } } else { Sign { less, more } }
            });
            image.with_signs(signs.collect())
        };
        Symmetry::all().flat_map(both).map(image).collect()
    }

    fn wants_one_solution(&self) -> bool {
        true
    }

    fn claim(&self, source: &Source) -> Result<Statement<Self>, Diagnostic> {
        claim::read(source, self)
    }

    fn posed(&self) -> String {
        self.clone().written(Notation::Coursework).text()
    }

    fn shape(&self) -> Shape {
        Shape::Grid { size: self.size(), trailer: 0 }
    }

    fn assembled(&self, written: &Written) -> Result<Grid, usize> {
        match written {
            Written::Grid(cells, _) if cells.len() == self.givens.len() => {
                let values: Option<Vec<u32>> = cells.iter().copied().collect();
                let values = values.ok_or_else(|| written.empty())?;
                Ok(Grid::new(self.order(), values))
            }
            _ => Err(0),
        }
    }

    fn answer_extent(&self, lines: &[Line<'_>]) -> Extent {
        claim::extent(lines, self.order())
    }
}
