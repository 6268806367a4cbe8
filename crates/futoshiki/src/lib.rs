//! Futoshiki: the instance, and how options describe it.
#![doc = include_str!("rules.md")]

mod argument;
mod claim;
mod clue;
mod conflict;
mod count;
mod coursework;
mod domains;
mod drawing;
mod edit;
mod explain;
mod explain_check;
mod fast;
mod game_id;
mod generate;
mod grid;
mod notation;
mod plain;
mod position;
mod quick_refute;
mod rate;
mod read;
mod show;
mod sign;
mod solve;
mod values;
mod verify;

use search::{Meter, Stats};

use tabuleiro_core::board::Size;
use tabuleiro_core::contract::{
    About, Counter, Coursework, Example, Extent, OptionSpec, Options, Puzzle, Role, RunError,
    Statement, Takes,
};
use tabuleiro_core::locale::Lang;
use tabuleiro_core::text::{Diagnostic, Line, Source};

pub use argument::Argument;
pub use domains::{Next, Propagation};
pub use grid::Grid;
pub use notation::Notation;
pub use position::Position;
pub use rate::{Level, rate};
pub use sign::Sign;
pub use solve::{Method, Plan};
pub use values::Placed;

/// This crate in the headers of the traits that could be implemented elsewhere: see
/// [`tabuleiro_core::contract`].
#[derive(Debug)]
pub struct Local;

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
    pub fn order(&self) -> usize {
        usize::from(self.order)
    }

    /// The board as a rectangle.
    pub fn size(&self) -> Size {
        Size { rows: u32::from(self.order), cols: u32::from(self.order) }
    }

    /// The value given to a cell.
    pub fn given(&self, cell: usize) -> Option<u8> {
        Some(self.givens[cell]).filter(|&value| value > 0)
    }

    /// The value of every cell in reading order, 0 where none is given.
    pub fn givens(&self) -> &[u8] {
        &self.givens
    }

    /// The signs, in order, each once.
    pub fn signs(&self) -> &[Sign] {
        &self.signs
    }
}

impl Puzzle for Futoshiki {
    const ABOUT: About = About {
        name: "futoshiki",
        rules: |lang| match lang {
            Lang::En => include_str!("rules.md"),
            Lang::PtBr => include_str!("rules.pt-BR.md"),
        },
        examples: &[
            Example { name: "five", text: include_str!("examples/five.txt"), countable: false },
            Example { name: "many", text: include_str!("examples/many.txt"), countable: true },
            Example { name: "seven", text: include_str!("examples/seven.txt"), countable: false },
        ],
        small: &[("order", "4")],
        options: &[
            OptionSpec { name: "order", takes: Takes::Value, role: Role::Instance },
            OptionSpec { name: "id", takes: Takes::Value, role: Role::Instance },
            OptionSpec { name: "max-assignments", takes: Takes::Value, role: Role::Strategy },
            OptionSpec { name: "static-bounds", takes: Takes::Nothing, role: Role::Strategy },
            OptionSpec { name: "why", takes: Takes::Nothing, role: Role::Strategy },
            OptionSpec { name: "clues", takes: Takes::Value, role: Role::Generate },
            OptionSpec { name: "difficulty", takes: Takes::Value, role: Role::Generate },
            OptionSpec { name: "technique", takes: Takes::Value, role: Role::Generate },
            OptionSpec { name: "symmetric", takes: Takes::Nothing, role: Role::Generate },
            OptionSpec { name: "minimal", takes: Takes::Nothing, role: Role::Generate },
            OptionSpec { name: "notation", takes: Takes::Value, role: Role::Generate },
        ],
        // An assignment is one value put into one cell by the search: a step made.
        counters: &[Counter { name: "assignments", of: |stats: &Stats| stats.steps }],
    };
    type Solution = Grid;
    type Argument = Argument;

    const COURSEWORK: Option<Coursework> = Some(solve::frame);

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

    fn claim(&self, source: &Source) -> Result<Statement<Self>, Diagnostic> {
        claim::read(source, self)
    }

    fn answer_extent(&self, lines: &[Line<'_>]) -> Extent {
        claim::extent(lines, self.order())
    }
}
