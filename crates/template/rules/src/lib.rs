//! The instance: a board with blocked squares, and the pieces that go on it. Everything a verifier needs, and no solver: this crate
//! depends on the core alone, so that the compiler keeps the two apart.
#![doc = include_str!("rules.md")]

mod argument;
mod claim;
mod edit;
mod play;
mod read;
mod verify;

use tabuleiro_core::board::{Coordinates, Size, Square, Squares};
use tabuleiro_core::contract::{
    About, Caption, Example, Extent, GalleryBoard, Guide, Meter, OptionSpec, Options, Puzzle, Role,
    RunError, Shape, Statement, Takes, Written,
};
use tabuleiro_core::locale::Lang;
use tabuleiro_core::symmetry::Symmetry;
use tabuleiro_core::text::{Diagnostic, Line, Source};

pub use argument::Argument;
pub use claim::Columns;
pub use play::{Queens, put};
pub use read::size;

const EIGHT: &str = include_str!("gallery/eight.txt");

/// A board: one queen is to be put into each of its rows, so that none attacks another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    size: Size,
    blocked: Squares,
    amazons: bool,
}

impl Template {
    /// The longest side. A search looks at every square for each queen: larger boards need other ideas.
    pub const LONGEST: u32 = 256;

    /// A board without blocked squares, neither side longer than [`LONGEST`](Template::LONGEST).
    pub fn new(size: Size) -> Self {
        assert!(size.rows.max(size.cols) <= Self::LONGEST, "no board is {size}");
        Template { size, blocked: Squares::none(size.area() as usize), amazons: false }
    }

    /// The same board, where this square is blocked or is not.
    pub fn with_blocked(mut self, square: Square, is_blocked: bool) -> Self {
        assert!(self.size.holds(square), "{square} is on the board");
        let index = self.size.index(square);
        if is_blocked {
            self.blocked.insert(index)
        } else {
            self.blocked.remove(index)
        }
        self
    }

    /// The same board for amazons, which move as queens and as knights; or for queens.
    pub fn with_amazons(mut self, amazons: bool) -> Self {
        self.amazons = amazons;
        self
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whether no queen can stand on a square.
    pub fn is_blocked(&self, square: Square) -> bool {
        self.blocked.contains(self.size.index(square))
    }

    /// Whether the pieces move as knights, too.
    pub fn amazons(&self) -> bool {
        self.amazons
    }
}

// All that the traits ask for is a call of the file that does it, so that this one stays a table of contents.
impl Puzzle for Template {
    const ABOUT: About = About {
        name: "template",
        coordinates: Coordinates::Numbers,
        rules: |lang| match lang {
            Lang::En => include_str!("rules.md"),
            Lang::PtBr => include_str!("rules.pt-BR.md"),
        },
        examples: &[
            Example { name: "six", text: include_str!("examples/six.txt"), countable: true },
            Example {
                name: "amazons",
                text: include_str!("examples/amazons.txt"),
                countable: true,
            },
            // Without a solution, one for each argument, so that tests meet all of them.
            Example { name: "narrow", text: include_str!("examples/narrow.txt"), countable: false },
            Example { name: "walled", text: include_str!("examples/walled.txt"), countable: false },
        ],
        // An option of the instance must be part of its text: whoever reads that gives no options.
        options: &[
            OptionSpec { name: "size", takes: Takes::Size { usual: None }, role: Role::Instance },
            OptionSpec { name: "amazons", takes: Takes::Nothing, role: Role::Instance },
            OptionSpec {
                name: "blocked",
                takes: Takes::Number { least: 0, most: 64, usual: None },
                role: Role::Generate,
            },
        ],
        instead: &["size"],
        small: &[("size", "5x5"), ("blocked", "4")],
        counters: &[],
        words: &[],
        gallery: &[GalleryBoard { name: "eight", text: EIGHT }],
        guides: &[Guide {
            name: "rows",
            captions: &[
                Caption { text: EIGHT, strategy: "rows", moment: Some(5) },
                Caption { text: EIGHT, strategy: "fewest-first", moment: None },
            ],
        }],
        only: &[],
    };
    type Solution = Columns;
    type Argument = Argument;

    fn read<'a>(
        source: &'a Source,
        options: &'a Options,
    ) -> Box<dyn Iterator<Item = Result<Self, Diagnostic>> + 'a> {
        read::boards(source, options)
    }

    fn from_options(options: &Options, meter: &mut Meter<'_>) -> Result<Option<Self>, RunError> {
        let Some(size) = read::size(options)? else { return Ok(None) };
        // Before it is taken. Boards this small would need none of it; larger ones do.
        meter.claim(footprint(size))?;
        Ok(Some(Template::new(size).with_amazons(options.has("amazons"))))
    }

    fn implied_by(source: &Source, options: &Options) -> Result<Self, Diagnostic> {
        claim::implied(source, options)
    }

    fn footprint(&self) -> u64 {
        footprint(self.size)
    }

    fn text_length(&self) -> u64 {
        let Size { rows, cols } = self.size;
        16 + u64::from(rows) * (u64::from(cols) + 1)
    }

    fn text(&self) -> String {
        read::write(self)
    }

    fn images(&self) -> Vec<Self> {
        // A board that is turned on its side has a queen in every column: another puzzle.
        let keeps = |symmetry: &Symmetry| !symmetry.transposes;
        let image = |symmetry: Symmetry| {
            let squares = self.size.squares().filter(|&square| self.is_blocked(square));
            let board = Template::new(self.size).with_amazons(self.amazons);
            squares.fold(board, |board, square| {
                board.with_blocked(symmetry.square(self.size, square), true)
            })
        };
        Symmetry::all().filter(keeps).map(image).collect()
    }

    fn claim(&self, source: &Source) -> Result<Statement<Self>, Diagnostic> {
        claim::read(source)
    }

    // One row of numbers: the column of the queen of each row of the board, or a mark where none was put.
    fn shape(&self) -> Shape {
        Shape::Grid { size: Size { rows: 1, cols: self.size.rows }, trailer: 0 }
    }

    fn assembled(&self, written: &Written) -> Result<Columns, usize> {
        match written {
            Written::Grid(columns, _) => {
                let whole: Option<Vec<u32>> = columns.iter().copied().collect();
                whole.map(Columns).ok_or_else(|| written.empty())
            }
            _ => Err(0),
        }
    }

    fn answer_extent(&self, _: &[Line<'_>]) -> Extent {
        1.into()
    }
}

/// Bytes of a board's set of blocked squares.
fn footprint(size: Size) -> u64 {
    8 * size.area().div_ceil(64)
}
