//! `cargo xtask bench pegs`: the coursework's search against a plain matrix, and `auto` on the boards
//! that programs for peg solitaire are measured by, in one run. Every solution is verified, outside
//! the time taken. `cargo xtask bench pegs -- single` and so on run one part alone.

use std::hint::black_box;
use std::time::{Duration, Instant};

use search::{Limits, Meter, Outcome, Proof};
use tabuleiro::contract::{Options, Puzzle, Solve, Verify};
use tabuleiro::pegs::{Ground, How, Pegs, Plan};
use tabuleiro::random::Dice;

fn main() {
    let parts: [(&str, fn()); 6] = [
        ("stack", stack),
        ("single", single),
        ("parity", parity),
        ("large", large),
        ("holes", holes),
        ("random", random),
    ];
    let asked: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    for (name, part) in parts {
        if asked.is_empty() || asked.iter().any(|word| word == name) {
            part();
            println!();
        }
    }
}

/// A board that options describe.
fn board(name: &str, vacancy: Option<(usize, usize)>) -> Pegs {
    let mut options = Options::default();
    options.set("board", name);
    if let Some((row, column)) = vacancy {
        options.set("vacancy", format!("{},{}", row + 1, column + 1));
    }
    Pegs::from_options(&options).expect("right options").expect("a board")
}

/// Every single vacancy of a board.
fn vacancies(name: &str) -> Vec<Pegs> {
    let full = board(name, None);
    let (ground, columns) = (full.ground(), full.ground().columns);
    let cells = (0..ground.inside.len()).filter(|&cell| ground.inside[cell]);
    cells.map(|cell| board(name, Some((cell / columns, cell % columns)))).collect()
}

/// A rectangle with holes at random places.
fn with_holes(side: usize, holes: usize, dice: &mut Dice) -> Pegs {
    let mut cells: Vec<usize> = (0..side * side).collect();
    dice.shuffle(&mut cells);
    let all = vec![true; side * side];
    let mut ground =
        Ground { rows: side, columns: side, inside: all.clone(), start: all, goal: vec![] };
    cells.iter().take(holes).for_each(|&cell| ground.start[cell] = false);
    Pegs::new(ground.complemented()).expect("a legal board")
}

/// What became of some boards.
#[derive(Default)]
struct Tally {
    solved: usize,
    refuted: usize,
    unknown: usize,
    total: Duration,
    worst: Duration,
}

/// `auto` on some boards, each the best of so many runs.
fn tally(boards: &[Pegs], runs: u32, limit: Duration) -> Tally {
    let limits = Limits { time: Some(limit), memory: Some(2 << 30), ..Limits::default() };
    let mut tally = Tally::default();
    for board in boards {
        let mut best = Duration::MAX;
        for run in 0..runs {
            let begun = Instant::now();
            let plan = Plan::from(How::Auto);
            let outcome = board.solve(&plan, &mut Meter::new(&limits), &mut (), &mut Vec::new());
            best = best.min(begun.elapsed());
            if run > 0 {
                continue;
            }
            match outcome {
                Outcome::Solved(jumps) => {
                    assert_eq!(board.verify(&jumps), Ok(()));
                    tally.solved += 1;
                }
                Outcome::Impossible(proof) => {
                    if let Proof::Argument(argument) = proof {
                        assert_eq!(board.refute(&argument), Ok(()));
                    }
                    tally.refuted += 1;
                }
                Outcome::Unknown(_) => tally.unknown += 1,
            }
        }
        tally.total += best;
        tally.worst = tally.worst.max(best);
    }
    tally
}

fn row(name: &str, goal: &str, boards: &[Pegs], runs: u32) {
    let tally = tally(boards, runs, Duration::from_secs(30));
    let Tally { solved, refuted, unknown, total, worst } = tally;
    println!(
        "  {name:<34} {total:>10.3?} in all, {worst:>10.3?} at most   goal {goal:<18} \
         {solved} solved, {refuted} refuted, {unknown} unknown"
    );
}

fn stack() {
    println!("the coursework's search, English centre: positions a second, nobody watching");
    let board = board("english", None);
    let (mut plain, mut ours) = (Duration::MAX, Duration::MAX);
    let (mut visited, mut nodes) = (0, 0);
    for _ in 0..5 {
        let begun = Instant::now();
        visited = black_box(Matrix::new(board.ground()).search());
        plain = plain.min(begun.elapsed());
        let begun = Instant::now();
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let plan = Plan::from(How::Stack);
        black_box(board.solve(&plan, &mut meter, &mut (), &mut Vec::new()));
        ours = ours.min(begun.elapsed());
        nodes = meter.stats().nodes;
    }
    assert_eq!(visited, nodes, "both searches visit the same positions");
    let rate = |time: Duration| nodes as f64 / time.as_secs_f64() / 1e6;
    println!("  plain matrix of integers  {plain:>10.1?}  {:8.2} M/s", rate(plain));
    println!("  tabuleiro, stack          {ours:>10.1?}  {:8.2} M/s", rate(ours));
    println!("  ratio {:.1} (goal 10)", plain.as_secs_f64() / ours.as_secs_f64());
}

fn single() {
    println!("one hole, auto");
    row("English centre", "1 ms", &[board("english", None)], 7);
    row("English, all 33", "100 ms", &vacancies("english"), 3);
    row("6x6, all 36", "200 ms", &vacancies("6x6"), 3);
    row("Wiegleb centre", "5 ms", &[board("wiegleb", None)], 7);
    row("9x9 centre", "5 ms", &[board("9x9", None)], 7);
    row("12x12", "10 ms", &[board("12x12", Some((5, 5)))], 7);
    row("15x15", "15 ms", &[board("15x15", None)], 7);
    row("30x30", "100 ms", &[board("30x30", None)], 5);
    row("60x60", "500 ms", &[board("60x60", None)], 3);
}

fn parity() {
    println!("refused by parity");
    row("European, all 37", "10 us each", &vacancies("european"), 7);
    row("diamond 41, all 41", "10 us each", &vacancies("diamond41"), 7);
    let sides = || (4..=8).filter(|side| side % 3 != 0);
    let names = sides().flat_map(|rows| sides().map(move |columns| format!("{rows}x{columns}")));
    let boards: Vec<Pegs> = names.flat_map(|name| vacancies(&name)).collect();
    row(&format!("4x4 to 8x8, all {}", boards.len()), "10 us each", &boards, 3);
}

fn large() {
    println!("one hole on large boards: microseconds a jump");
    for side in [300, 600, 999] {
        let board = board(&format!("{side}x{side}"), None);
        let tally = tally(std::slice::from_ref(&board), 3, Duration::from_secs(60));
        let jumps = board.ground().pegs() - board.ground().goal_pegs();
        let each = tally.total.as_secs_f64() * 1e6 / jumps as f64;
        println!(
            "  {side}x{side}  {:>10.3?}  {each:.3} us a jump (goal 1), {} solved",
            tally.total, tally.solved
        );
    }
}

fn holes() {
    println!(
        "many holes, auto, 30 s each at most; boards that pagoda functions refute are told apart"
    );
    let mut dice = Dice::new(12);
    for (side, holes, boards, goal) in [
        (9, 1..=12, 60, "30 ms each"),
        (12, 1..=16, 48, "100 ms each"),
        (15, 1..=16, 32, "1 s each"),
        (12, 24..=24, 10, "90 % in 30 s"),
        (12, 32..=32, 10, "90 % in 30 s"),
        (15, 32..=32, 10, "90 % in 30 s"),
        (15, 48..=48, 10, "90 % in 30 s"),
    ] {
        let (least, most) = (*holes.start(), *holes.end());
        let number = |i: usize| least + i % (most - least + 1);
        let made: Vec<Pegs> = (0..boards).map(|i| with_holes(side, number(i), &mut dice)).collect();
        row(&format!("{side}x{side}, {least} to {most} holes"), goal, &made, 1);
    }
}

fn random() {
    println!("600 boards 4x4 to 8x8, 0 to 15 % of the places left out, 2 to 30 % holes");
    let mut dice = Dice::new(600);
    let mut boards = Vec::new();
    for _ in 0..600 {
        let (rows, columns) = (4 + dice.below(5), 4 + dice.below(5));
        let (outside, holes) = (dice.below(16), 2 + dice.below(29));
        let inside: Vec<bool> = (0..rows * columns).map(|_| dice.below(100) >= outside).collect();
        let start = inside.iter().map(|&inside| inside && dice.below(100) >= holes).collect();
        let ground = Ground { rows, columns, inside, start, goal: Vec::new() }.complemented();
        boards.push(Pegs::new(ground).expect("a legal board"));
    }
    row("all", "10 s at most", &boards, 1);
}

/// What a student writes: a matrix of integers, after each jump a scan from the top left.
struct Matrix {
    cells: Vec<Vec<i32>>,
    goal: Vec<Vec<i32>>,
    visited: u64,
}

impl Matrix {
    const DIRECTIONS: [(i32, i32); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

    fn new(ground: &Ground) -> Self {
        let matrix = |pegs: &[bool]| -> Vec<Vec<i32>> {
            let value = |cell: usize| match (ground.inside[cell], pegs[cell]) {
                (false, _) => 0,
                (true, true) => 1,
                (true, false) => -1,
            };
            let row =
                |row: usize| (0..ground.columns).map(|c| value(row * ground.columns + c)).collect();
            (0..ground.rows).map(row).collect()
        };
        Matrix { cells: matrix(&ground.start), goal: matrix(&ground.goal), visited: 0 }
    }

    fn at(&self, row: i32, column: i32) -> i32 {
        let line = usize::try_from(row).ok().and_then(|row| self.cells.get(row));
        let cell = line.zip(usize::try_from(column).ok()).and_then(|(line, c)| line.get(c));
        cell.copied().unwrap_or(0)
    }

    fn set(&mut self, (row, column): (i32, i32), (down, right): (i32, i32), values: [i32; 3]) {
        for (k, value) in (0..).zip(values) {
            self.cells[(row + k * down) as usize][(column + k * right) as usize] = value;
        }
    }

    /// Positions visited up to the first solution, with an explicit stack.
    fn search(&mut self) -> u64 {
        let (rows, columns) = (self.cells.len() as i32, self.cells[0].len() as i32);
        let mut stack: Vec<(i32, i32, usize)> = Vec::new();
        let mut from = (0, 0, 0);
        self.visited = 1;
        loop {
            let mut found = None;
            let (first_row, first_column, first_direction) = from;
            'scan: for row in first_row..rows {
                let columns_from = if row == first_row { first_column } else { 0 };
                for column in columns_from..columns {
                    if self.at(row, column) != 1 {
                        continue;
                    }
                    let here = (row, column) == (first_row, first_column);
                    for direction in if here { first_direction } else { 0 }..4 {
                        let (down, right) = Matrix::DIRECTIONS[direction];
                        if self.at(row + down, column + right) == 1
                            && self.at(row + 2 * down, column + 2 * right) == -1
                        {
                            found = Some((row, column, direction));
                            break 'scan;
                        }
                    }
                }
            }
            match found {
                Some((row, column, direction)) => {
                    self.set((row, column), Matrix::DIRECTIONS[direction], [-1, -1, 1]);
                    stack.push((row, column, direction));
                    self.visited += 1;
                    if self.cells == self.goal {
                        return self.visited;
                    }
                    from = (0, 0, 0);
                }
                None => {
                    let Some((row, column, direction)) = stack.pop() else { return self.visited };
                    self.set((row, column), Matrix::DIRECTIONS[direction], [1, 1, -1]);
                    from = (row, column, direction + 1);
                }
            }
        }
    }
}
