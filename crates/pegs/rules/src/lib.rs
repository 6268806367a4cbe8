//! The rules of peg solitaire: the instance, its notations, and the verifier of games and arguments.
//! Depends on no solver and no engine.
#![doc = include_str!("rules.md")]

mod argument;
mod claim;
mod coursework;
mod drawing;
mod edit;
pub mod explain_check;
mod gallery;
mod game_id;
mod ground;
pub mod jump_counts;
mod jumps;
mod lines;
pub mod named_boards;
mod notation;
mod play;
mod problem;
mod read;
mod verify;

use std::sync::Arc;

use tabuleiro_core::board::{Coordinates, Size, Square};
use tabuleiro_core::contract::{
    About, Counter, CourseworkFormat, Example, Extent, Meter, OptionSpec, Options, Problem, Puzzle,
    Role, RunError, Shape, Statement, Stats, Takes, Written,
};
use tabuleiro_core::locale::Lang;
use tabuleiro_core::symmetry::Symmetry;
use tabuleiro_core::text::{Diagnostic, Line, Source};

pub use argument::{Argument, Reason};
pub use ground::{Ground, Jump};
pub use jumps::Jumps;
pub use notation::Notation;
pub use play::{GamePosition, as_move};

/// A board with pegs, and where pegs shall stand at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pegs {
    /// Shared with what is said of it.
    ground: Arc<Ground>,
    /// How it is written.
    notation: Notation,
}

/// The most places a board may have, those outside included.
pub const MOST: u64 = 1 << 26;
/// Bytes that a board holds for each cell of the rectangle around it.
pub const BYTES_A_CELL: u64 = 3;

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
    #[inline]
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// How many jumps a solution has: each takes one peg off the board.
    fn jumps(&self) -> usize {
        self.ground.pegs().saturating_sub(self.ground.goal_pegs())
    }

    /// The rectangle around the board.
    #[inline]
    pub fn size(&self) -> Size {
        Size { rows: self.ground.rows as u32, cols: self.ground.columns as u32 }
    }

    /// A cell by its place in reading order.
    #[inline]
    pub fn square(&self, cell: u32) -> Square {
        self.size().square(cell as usize)
    }

    /// Something that is said of this board.
    pub fn argument(&self, reason: Reason) -> Argument {
        Argument::new(self.ground.clone(), reason)
    }
}

impl Puzzle for Pegs {
    const ABOUT: About = About {
        name: "pegs",
        coordinates: Coordinates::Numbers,
        rules: |lang| match lang {
            Lang::En => include_str!("rules.md"),
            Lang::PtBr => include_str!("rules.pt-BR.md"),
        },
        examples: &[
            Example { name: "cross", text: include_str!("examples/cross.txt"), countable: false },
            Example { name: "little", text: include_str!("examples/little.txt"), countable: true },
            Example { name: "never", text: include_str!("examples/never.txt"), countable: false },
        ],
        instead: &["board", "vacancy", "id"],
        small: &[("size", "4x4")],
        options: &[
            OptionSpec { name: "board", takes: Takes::Choice { usual: None }, role: Role::Given },
            OptionSpec { name: "vacancy", takes: Takes::Cell, role: Role::Given },
            OptionSpec { name: "id", takes: Takes::Value, role: Role::Given },
            OptionSpec { name: "goal", takes: Takes::Text, role: Role::Given },
            OptionSpec {
                name: "order",
                takes: Takes::Choice { usual: Some("first") },
                role: Role::Strategy,
            },
            OptionSpec {
                name: "fewest",
                takes: Takes::Choice { usual: None },
                role: Role::Strategy,
            },
            OptionSpec {
                name: "of",
                takes: Takes::Choice { usual: Some("solutions") },
                role: Role::Count,
            },
            OptionSpec {
                name: "size",
                takes: Takes::Size { usual: Some("7x7") },
                role: Role::Generate,
            },
            OptionSpec {
                name: "holes",
                takes: Takes::Number { least: 1, most: 64, usual: Some(1) },
                role: Role::Generate,
            },
            OptionSpec {
                name: "shape",
                takes: Takes::Choice { usual: Some("grown") },
                role: Role::Generate,
            },
            OptionSpec { name: "impossible", takes: Takes::Nothing, role: Role::Generate },
            OptionSpec {
                name: "notation",
                takes: Takes::Choice { usual: Some("drawing") },
                role: Role::Generate,
            },
            OptionSpec {
                name: "difficulty",
                takes: Takes::Choice { usual: None },
                role: Role::Generate,
            },
        ],
        // What players call a step.
        counters: &[Counter { name: "jumps", of: |stats: &Stats| stats.steps }],
        words: &[
            ("board", &["english", "european", "wiegleb", "diamond41"]),
            ("order", &["first", "last"]),
            ("fewest", &["sweeps"]),
            ("of", &["solutions", "positions", "winning", "dead-ends", "games", "finishes"]),
            ("shape", &["grown", "rectangle", "english", "european", "wiegleb", "diamond41"]),
            ("notation", &["drawing", "coursework", "id"]),
        ],
        gallery: gallery::GALLERY,
        guides: gallery::GUIDES,
        only: &[("order", &["memo", "prune"])],
    };
    type Solution = Jumps;
    type Argument = Argument;

    const COURSEWORK: Option<CourseworkFormat<Self>> = Some(CourseworkFormat::FORMAT);
    const PROBLEM: Option<Problem> = Some(problem::PROBLEM);

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

    fn images(&self) -> Vec<Self> {
        let size = self.size();
        let image = |symmetry: Symmetry| {
            let turned = symmetry.size(size);
            let moved = |list: &[bool]| {
                let mut cells = vec![false; list.len()];
                for (cell, &is) in list.iter().enumerate() {
                    cells[turned.index(symmetry.square(size, size.square(cell)))] = is;
                }
                cells
            };
            let Ground { inside, start, goal, .. } = &*self.ground;
            Pegs::new(Ground {
                rows: turned.rows as usize,
                columns: turned.cols as usize,
                inside: moved(inside),
                start: moved(start),
                goal: moved(goal),
            })
        };
        Symmetry::all().filter_map(image).collect()
    }

    fn claim(&self, source: &Source) -> Result<Statement<Self>, Diagnostic> {
        claim::read(source, self)
    }

    fn posed(&self) -> String {
        self.clone().written(Notation::Coursework).text()
    }

    fn shape(&self) -> Shape {
        Shape::Moves(self.jumps())
    }

    fn assembled(&self, written: &Written) -> Result<Jumps, usize> {
        match written {
            Written::Moves(jumps) => Ok(Jumps::new(jumps.clone())),
            _ => Err(0),
        }
    }

    fn answer_extent(&self, lines: &[Line<'_>]) -> Extent {
        claim::extent(lines, self.jumps())
    }
}
