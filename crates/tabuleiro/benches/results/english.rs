//! The English board, from every vacancy up to symmetry to one peg in the same place: the solutions by first jump, and
//! how many of the positions that come up can still be won.

use std::fs::OpenOptions;
use std::io::Write;

use num_bigint::BigUint;
use search::Meter;
use tabuleiro::Limits;
use tabuleiro::contract::{Count, Options, Puzzle};
use tabuleiro::pegs::Pegs;
use tabuleiro::text::Source;

use crate::file;

const NAME: &str = "english.txt";
const SIDE: i32 = 7;
/// The number of solutions from the centre, as the literature has it.
const CENTRE: &str = "40861647040079968";

type Cell = (i32, i32);

/// Counts what is not kept yet, one line after another, and checks the sums.
pub(crate) fn count() -> Option<()> {
    let kept = std::fs::read_to_string(file(NAME)).unwrap_or_default();
    let of = |line: String, board: &dyn Fn() -> String, goal: Cell, what: &str| {
        let known = kept.lines().find_map(|kept| kept.strip_prefix(&line)).map(str::to_owned);
        let number = known.unwrap_or_else(|| {
            let number = counted(&board(), goal, what).to_string();
            let kept = OpenOptions::new().create(true).append(true).open(file(NAME));
            let mut kept = kept.expect("a file that can be written to");
            writeln!(kept, "{line}{number}").expect("a file that can be written to");
            number
        });
        println!("{line}{number}");
        number.parse::<BigUint>().expect("a number")
    };
    for hole in cells().filter(|&hole| first_of(hole, &[])) {
        let name = |(row, col): Cell| format!("{},{}", row + 1, col + 1);
        let start = || drawn(&[hole]);
        for what in ["positions", "winning"] {
            of(format!("{} {what}: ", name(hole)), &start, hole, what);
        }
        let all = of(format!("{} solutions: ", name(hole)), &start, hole, "solutions");
        let mut sum = BigUint::ZERO;
        for (from, over) in jumps(hole).filter(|&(from, _)| first_of(from, &[hole])) {
            let times = jumps(hole).filter(|&(other, _)| same(other, from, hole)).count();
            let line = format!("{} first {}-{} ({times}): ", name(hole), name(from), name(hole));
            sum += of(line, &|| drawn(&[from, over]), hole, "solutions") * times;
        }
        assert_eq!(sum, all, "the sum over the first jumps");
        assert!(hole != (3, 3) || all.to_string() == CENTRE, "the literature says {CENTRE}");
    }
    Some(())
}

fn counted(board: &str, goal: Cell, what: &str) -> BigUint {
    let mut options = Options::default();
    options.set("goal", format!("{},{}", goal.0 + 1, goal.1 + 1));
    options.set("of", what);
    let source = Source::new("board", board);
    let board = Pegs::read(&source, &options).next().expect("a board").expect("a board of ours");
    let question = Count::question(&board, &options).expect("a question of ours");
    let limits = Limits { memory: Some(8 << 30), ..Limits::default() };
    let counted = board.count(&question, None, &mut Meter::new(&limits)).expect("a count");
    assert_eq!(counted.ended, search::Ended::Exhausted);
    counted.count
}

fn is_cell((row, col): Cell) -> bool {
    let board = 0..SIDE;
    board.contains(&row) && board.contains(&col) && ((2..5).contains(&row) || (2..5).contains(&col))
}

fn cells() -> impl Iterator<Item = Cell> {
    (0..SIDE * SIDE).map(|at| (at / SIDE, at % SIDE)).filter(|&cell| is_cell(cell))
}

fn drawn(holes: &[Cell]) -> String {
    let mut text = String::new();
    for at in 0..SIDE * SIDE {
        let cell = (at / SIDE, at % SIDE);
        text.push(match is_cell(cell) {
            false => '#',
            true if holes.contains(&cell) => '.',
            true => 'o',
        });
        if cell.1 == SIDE - 1 {
            text.push('\n');
        }
    }
    text
}

/// The jumps into a hole: from where, and over what.
fn jumps((row, col): Cell) -> impl Iterator<Item = (Cell, Cell)> {
    let ways = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    let jump =
        move |(down, across)| ((row + 2 * down, col + 2 * across), (row + down, col + across));
    ways.into_iter().map(jump).filter(|&(from, over)| is_cell(from) && is_cell(over))
}

/// Where the eight symmetries of the board take a cell.
fn images((row, col): Cell) -> [Cell; 8] {
    let last = SIDE - 1;
    let half = |(row, col): Cell| {
        [(row, col), (row, last - col), (last - row, col), (last - row, last - col)]
    };
    let (one, other) = (half((row, col)), half((col, row)));
    std::array::from_fn(|kind| if kind < 4 { one[kind] } else { other[kind - 4] })
}

/// Whether no cell before it is the same up to the symmetries that keep these.
fn first_of(cell: Cell, fixed: &[Cell]) -> bool {
    (0..8).all(|kind| {
        let keeps = fixed.iter().all(|&fixed| images(fixed)[kind] == fixed);
        !keeps || images(cell)[kind] >= cell
    })
}

/// Whether a symmetry that keeps the hole takes one cell to the other.
fn same(one: Cell, other: Cell, hole: Cell) -> bool {
    (0..8).any(|kind| images(hole)[kind] == hole && images(one)[kind] == other)
}
