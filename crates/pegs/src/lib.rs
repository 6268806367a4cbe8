//! Peg solitaire: the instance, and how options describe it.
#![doc = include_str!("rules.md")]

mod argument;
mod claim;
mod count;
mod coursework;
mod drawing;
mod edit;
pub mod explain;
mod game_id;
mod generate;
mod ground;
mod grow;
mod jumps;
pub mod levels;
mod lines;
mod named_boards;
mod notation;
pub mod play;
mod quick_refute;
mod read;
mod show;
mod solve;
mod stack;
mod verify;
mod wide;

use std::sync::Arc;

use search::{Meter, Stats};

use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::contract::{
    About, Counter, Coursework, Example, Extent, OptionSpec, Options, Puzzle, Role, RunError,
    Statement, Takes,
};
use tabuleiro_core::locale::Lang;
use tabuleiro_core::text::{Diagnostic, Line, Source};

pub use argument::{Argument, Reason};
pub use count::Quantity;
pub use ground::{Ground, Jump};
pub use jumps::Jumps;
pub use notation::Notation;
pub use solve::{Method, Plan};

/// This crate in the headers of the traits that could be implemented elsewhere: see
/// [`tabuleiro_core::contract`].
#[derive(Debug)]
pub struct Local;

/// A board with pegs, and where pegs shall stand at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pegs {
    /// Shared with what is said of it.
    ground: Arc<Ground>,
    /// How it is written.
    notation: Notation,
}

/// The most places a board may have, those outside included.
pub(crate) const MOST: u64 = 1 << 26;
/// Bytes that a board holds for each cell of the rectangle around it.
pub(crate) const BYTES_A_CELL: u64 = 3;

impl Pegs {
    /// The problem on a board; `None` if its parts do not fit together or it is too large.
    pub fn new(ground: Ground) -> Option<Self> {
        let Ground { rows, columns, inside, start, goal } = &ground;
        let area = rows.checked_mul(*columns)?;
        let lengths = [inside, start, goal].iter().all(|list| list.len() == area);
        let legal = (1..=MOST).contains(&(area as u64))
            && lengths
            && (0..area).all(|cell| inside[cell] || !(start[cell] || goal[cell]));
        legal.then(|| Pegs { ground: Arc::new(ground), notation: Notation::default() })
    }

    /// The same board, written another way.
    pub fn written(mut self, notation: Notation) -> Self {
        self.notation = notation;
        self
    }

    /// The board, the pegs and the goal.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The rectangle around the board.
    pub fn size(&self) -> Size {
        Size { rows: self.ground.rows as u32, cols: self.ground.columns as u32 }
    }

    /// A cell by its place in reading order.
    fn square(&self, cell: u32) -> Square {
        self.size().square(cell as usize)
    }

    /// Something that is said of this board.
    fn argument(&self, reason: Reason) -> Argument {
        Argument::new(self.ground.clone(), reason)
    }
}

impl Puzzle for Pegs {
    const ABOUT: About = About {
        name: "pegs",
        rules: |lang| match lang {
            Lang::En => include_str!("rules.md"),
            Lang::PtBr => include_str!("rules.pt-BR.md"),
        },
        examples: &[
            Example { name: "cross", text: include_str!("examples/cross.txt"), countable: false },
            Example { name: "little", text: include_str!("examples/little.txt"), countable: true },
            Example { name: "never", text: include_str!("examples/never.txt"), countable: false },
        ],
        small: &[("size", "4x4")],
        options: &[
            OptionSpec { name: "board", takes: Takes::Value, role: Role::Instance },
            OptionSpec { name: "vacancy", takes: Takes::Value, role: Role::Instance },
            OptionSpec { name: "id", takes: Takes::Value, role: Role::Instance },
            OptionSpec { name: "goal", takes: Takes::Text, role: Role::Instance },
            OptionSpec { name: "order", takes: Takes::Value, role: Role::Strategy },
            OptionSpec { name: "fewest", takes: Takes::Value, role: Role::Strategy },
            OptionSpec { name: "of", takes: Takes::Value, role: Role::Count },
            OptionSpec { name: "size", takes: Takes::Value, role: Role::Generate },
            OptionSpec { name: "holes", takes: Takes::Value, role: Role::Generate },
            OptionSpec { name: "shape", takes: Takes::Value, role: Role::Generate },
            OptionSpec { name: "impossible", takes: Takes::Nothing, role: Role::Generate },
            OptionSpec { name: "notation", takes: Takes::Value, role: Role::Generate },
        ],
        // What players call a step.
        counters: &[Counter { name: "jumps", of: |stats: &Stats| stats.steps }],
    };
    type Solution = Jumps;
    type Argument = Argument;

    const COURSEWORK: Option<Coursework> = Some(solve::frame);

    fn read<'a>(
        source: &'a Source,
        options: &'a Options,
    ) -> Box<dyn Iterator<Item = Result<Self, Diagnostic>> + 'a> {
        read::boards(source, options)
    }

    fn from_options(options: &Options, meter: &mut Meter<'_>) -> Result<Option<Self>, RunError> {
        read::described(options, meter)
    }

    fn implied_by(source: &Source, _: &Options) -> Result<Self, Diagnostic> {
        Err(Diagnostic::new("P0303").in_file(source.name()))
    }

    fn footprint(&self) -> u64 {
        BYTES_A_CELL * self.size().area()
    }

    fn text_length(&self) -> u64 {
        // A board and its goal, with a blank a cell where the notation has one.
        64 + 4 * self.size().area() + 2 * self.ground.rows as u64
    }

    fn text(&self) -> String {
        self.notation.write(&self.ground)
    }

    fn claim(&self, source: &Source) -> Result<Statement<Self>, Diagnostic> {
        claim::read(source, self)
    }

    fn answer_extent(&self, lines: &[Line<'_>]) -> Extent {
        let pegs = |cells: &[bool]| cells.iter().filter(|&&peg| peg).count();
        // Every jump takes one peg off the board.
        let jumps = pegs(&self.ground.start).saturating_sub(pegs(&self.ground.goal));
        claim::extent(lines, jumps)
    }
}
