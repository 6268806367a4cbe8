//! The lost knight against an oracle that is as simple as can be, on thousands of random boards;
//! and forged answers against the verifier.

use num_bigint::BigUint;
use search::{Limits, Meter, Outcome, Proof};
use tabuleiro_core::board::{Square, Squares};
use tabuleiro_core::contract::{Claim, Count, Options, Puzzle, Solve, Statement, Verify};
use tabuleiro_core::leaper::Edges;
use tabuleiro_core::random::Rng;
use tabuleiro_core::text::Source;
use tabuleiro_lost_knight::{Choice, Isa, Labels, LostKnight, Route};

/// A board as text, with the options that go with it.
struct Case {
    rows: Vec<Vec<u8>>,
    edges: Edges,
    leaper: (i64, i64),
    options: Options,
}

impl Case {
    fn new(rows: Vec<Vec<u8>>, edges: Edges, leaper: (i64, i64)) -> Self {
        let mut options = Options::default();
        let word = ["torus", "plane", "cylinder"][edges as usize];
        options.set("edges", word);
        options.set("leaper", format!("{},{}", leaper.0, leaper.1));
        options.set("many", "");
        options.set("any-exit", "");
        Case { rows, edges, leaper, options }
    }

    fn text(&self) -> String {
        let lines = self.rows.iter().map(|row| String::from_utf8(row.clone()).unwrap() + "\n");
        lines.collect()
    }

    fn open(&self) -> LostKnight {
        let text = self.text();
        LostKnight::read(&Source::new("case", text), &self.options).next().unwrap().unwrap()
    }
}

/// A board of any shape, density, edges and piece.
fn random_case(rng: &mut Rng) -> Case {
    let mut side = || match rng.below(3) {
        0 => 1 + rng.below(4),
        1 => 1 + rng.below(12),
        _ => 1 + rng.below(40),
    };
    let (rows, cols) = (side(), side());
    let cols = if rows * cols < 2 { 2 } else { cols };
    case_of_size(rows, cols, rng)
}

fn case_of_size(rows: usize, cols: usize, rng: &mut Rng) -> Case {
    let blocked = rng.below(10) * 10;
    let mut board = vec![vec![b'.'; cols]; rows];
    for square in board.iter_mut().flatten() {
        if rng.below(100) < blocked {
            *square = if rng.below(9) == 0 { b'X' } else { b'x' };
        }
    }
    let more = if rng.below(8) == 0 { 2 } else { 0 };
    let mut places: Vec<usize> = (0..rows * cols).collect();
    rng.shuffle(&mut places);
    for (i, &place) in places.iter().take(2 + more).enumerate() {
        board[place / cols][place % cols] = if i % 2 == 0 { b'C' } else { b'S' };
    }
    let edges = [Edges::Torus, Edges::Torus, Edges::Plane, Edges::Cylinder][rng.below(4)];
    let leapers = [(1, 2), (1, 2), (2, 1), (0, 1), (1, 1), (1, 3), (2, 3), (0, 2), (3, 3), (5, 41)];
    Case::new(board, edges, leapers[rng.below(leapers.len())])
}

/// The oracle: for each square the fewest moves from a knight, and the number of ways to walk them,
/// told apart by squares and by moves.
type Known = Vec<Vec<(usize, BigUint, BigUint)>>;
const NEVER: usize = usize::MAX;

fn steps(case: &Case) -> Vec<(i64, i64)> {
    let (a, b) = case.leaper;
    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let mut steps: Vec<_> =
        signs.iter().flat_map(|(s, t)| [(s * a, t * b), (s * b, t * a)]).collect();
    steps.sort();
    steps.dedup();
    steps
}

fn ways(case: &Case, (row, col): (usize, usize)) -> Vec<(usize, usize)> {
    let (rows, cols) = (case.rows.len() as i64, case.rows[0].len() as i64);
    let to = |(down, right): (i64, i64)| {
        let (row, col) = (row as i64 + down, col as i64 + right);
        let up_down = case.edges == Edges::Torus || (0..rows).contains(&row);
        let left_right = case.edges != Edges::Plane || (0..cols).contains(&col);
        let (row, col) = (row.rem_euclid(rows) as usize, col.rem_euclid(cols) as usize);
        (up_down && left_right && !matches!(case.rows[row][col], b'x' | b'X')).then_some((row, col))
    };
    steps(case).into_iter().filter_map(to).collect()
}

fn oracle(case: &Case, from: u8) -> Known {
    let (rows, cols) = (case.rows.len(), case.rows[0].len());
    let squares: Vec<_> = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))).collect();
    let mut known: Known = vec![vec![(NEVER, BigUint::ZERO, BigUint::ZERO); cols]; rows];
    let (mut level, one) = (0, BigUint::from(1u8));
    let mut now: Vec<_> = squares.into_iter().filter(|&(r, c)| case.rows[r][c] == from).collect();
    now.iter().for_each(|&(r, c)| known[r][c] = (0, one.clone(), one.clone()));
    while !now.is_empty() {
        level += 1;
        let mut next = Vec::new();
        for &(row, col) in &now {
            let (_, by_squares, by_moves) = known[row][col].clone();
            let mut met = Vec::new();
            for to in ways(case, (row, col)) {
                let there = &mut known[to.0][to.1];
                if there.0 == NEVER {
                    there.0 = level;
                    next.push(to);
                }
                if there.0 == level {
                    there.2 += &by_moves;
                    if !met.contains(&to) {
                        there.1 += &by_squares;
                        met.push(to);
                    }
                }
            }
        }
        now = next;
    }
    known
}

/// The fewest moves to an exit and the numbers of shortest paths.
fn answer(case: &Case) -> (usize, BigUint, BigUint) {
    let known = oracle(case, b'C');
    let exits = || {
        (0..).zip(&case.rows).flat_map(|(row, line)| {
            (0..).zip(line).filter(|&(_, &square)| square == b'S').map(move |(col, _)| (row, col))
        })
    };
    let fewest = exits().map(|(row, col): (usize, usize)| known[row][col].0).min().unwrap();
    let mut sum = (fewest, BigUint::ZERO, BigUint::ZERO);
    for (row, col) in exits().filter(|&(row, col)| known[row][col].0 == fewest && fewest != NEVER) {
        sum.1 += &known[row][col].1;
        sum.2 += &known[row][col].2;
    }
    sum
}

/// The first of all shortest paths, by the order of moves.
fn first_path(case: &Case) -> Vec<Square> {
    let known = oracle(case, b'S');
    let distance = |(row, col): (usize, usize)| known[row][col].0;
    let squares = (0..case.rows.len()).flat_map(|r| (0..case.rows[0].len()).map(move |c| (r, c)));
    let knights = squares.filter(|&(row, col)| case.rows[row][col] == b'C');
    let mut here = knights.min_by_key(|&knight| distance(knight)).unwrap();
    let mut path = vec![here];
    while distance(here) > 0 {
        here = ways(case, here).into_iter().find(|&to| distance(to) == distance(here) - 1).unwrap();
        path.push(here);
    }
    path.into_iter().map(|(row, col)| Square { row: row as u32, col: col as u32 }).collect()
}

fn solve(
    board: &LostKnight,
    strategy: &str,
    path: &str,
    vectors: Isa,
) -> Outcome<Route, tabuleiro_lost_knight::Enclosure> {
    let mut options = Options::default();
    options.set("path", path);
    let mut how = board.plan(strategy, &options).unwrap();
    how.width = how.width.at_most(vectors);
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let outcome = board.solve(&how, &mut meter, &mut (), &mut Vec::new());
    let stats = meter.stats();
    match &outcome {
        Outcome::Solved(route) => assert_eq!((stats.goals, stats.deepest), (1, route.moves())),
        _ => assert_eq!(stats.goals, 0),
    }
    outcome
}

#[test]
fn every_strategy_agrees_with_the_oracle() {
    let mut rng = Rng::new(20_21);
    let (mut solvable, mut unsolvable) = (0, 0);
    for number in 0..4400 {
        // The last ones are large enough for blocks and tiles away from the edges.
        let case = match number {
            0..4000 => random_case(&mut rng),
            _ => case_of_size(24 + rng.below(60), 24 + rng.below(250), &mut rng),
        };
        let board = case.open();
        let (fewest, by_squares, by_moves) = answer(&case);
        let context = format!("{number}: {:?} {:?}\n{}", case.edges, case.leaper, case.text());
        for strategy in LostKnight::STRATEGIES {
            let ways = [Isa::Widest, Isa::Wide, Isa::Baseline]
                .map(|kind| [("any", kind), ("first", kind)]);
            for (path, vectors) in ways.into_iter().flatten() {
                match solve(&board, strategy.name, path, vectors) {
                    Outcome::Solved(route) => {
                        assert_eq!(route.moves(), fewest as u64, "{} {context}", strategy.name);
                        assert_eq!(board.verify(&route), Ok(()), "{} {context}", strategy.name);
                        if path == "first" {
                            let told = route.path().unwrap();
                            assert_eq!(told, first_path(&case), "{} {context}", strategy.name);
                        }
                    }
                    Outcome::Impossible(Proof::Argument(enclosure)) => {
                        assert_eq!(fewest, NEVER, "{} {context}", strategy.name);
                        assert_eq!(board.refute(&enclosure), Ok(()), "{} {context}", strategy.name);
                    }
                    _ => panic!("{} decides nothing: {context}", strategy.name),
                }
            }
        }
        if fewest == NEVER {
            unsolvable += 1
        } else {
            solvable += 1
        }
        for (by, expected) in [("squares", by_squares), ("moves", by_moves)] {
            let mut options = case.options.clone();
            options.set("by", by);
            let source = Source::new("case", case.text());
            let board = LostKnight::read(&source, &options).next().unwrap().unwrap();
            let limits = Limits::default();
            let question = board.question(&options).unwrap();
            let counted = board.count(&question, None, &mut Meter::new(&limits)).unwrap();
            assert_eq!(counted.count, expected, "{by} {context}");
        }
    }
    assert!(solvable > 1000 && unsolvable > 1000, "{solvable} {unsolvable}");
}

#[test]
fn claims_are_right_or_refused() {
    let mut rng = Rng::new(7);
    for number in 0..500 {
        let case = match number {
            0..300 => random_case(&mut rng),
            _ => case_of_size(24 + rng.below(40), 24 + rng.below(40), &mut rng),
        };
        let board = case.open();
        let fewest = answer(&case).0;
        let ruling = |text: &str| match board.claim(&Source::new("claim", text)).unwrap() {
            Statement::Claim(Claim::Solution(route)) => board.verify(&route).is_ok(),
            Statement::Claim(Claim::Argument(enclosure)) => board.refute(&enclosure).is_ok(),
            Statement::Impossible => board.refute(&board.unproved().unwrap()).is_ok(),
            Statement::Unknown => panic!("{text} claims something"),
        };
        assert_eq!(ruling("impossivel"), fewest == NEVER);
        for moves in 0..60 {
            assert_eq!(ruling(&moves.to_string()), moves == fewest, "{}", case.text());
        }
    }
}

#[test]
fn a_path_with_any_square_changed_is_refused_or_as_good() {
    let mut rng = Rng::new(8);
    let mut refused = 0;
    for _ in 0..300 {
        let case = random_case(&mut rng);
        let board = case.open();
        let Outcome::Solved(route) = solve(&board, "queue", "any", Isa::Widest) else { continue };
        let path = route.path().unwrap().to_vec();
        let free = |square: Square| {
            !matches!(case.rows[square.row as usize][square.col as usize], b'x' | b'X')
        };
        for i in 0..path.len() {
            for _ in 0..20 {
                let size = board.size();
                let square = size.square(rng.below(size.area() as usize));
                let mut forged = path.clone();
                forged[i] = square;
                let joined = forged.windows(2).all(|step| {
                    let (from, to) = (step[0], step[1]);
                    ways(&case, (from.row as usize, from.col as usize))
                        .contains(&(to.row as usize, to.col as usize))
                });
                let byte = |square: Square| case.rows[square.row as usize][square.col as usize];
                let good = joined
                    && free(forged[0])
                    && byte(forged[0]) == b'C'
                    && byte(forged[path.len() - 1]) == b'S';
                assert_eq!(board.verify(&Route::along(forged)).is_ok(), good);
                refused += usize::from(!good);
            }
        }
        // There and back again is a path, but no shortest one.
        let mut longer = path.clone();
        longer.splice(0..0, [path[0], path[1]]);
        assert!(board.verify(&Route::along(longer)).is_err());
        assert!(board.verify(&Route::along(path[1..].to_vec())).is_err() || path.len() == 1);
        let beyond = Square { row: board.size().rows, col: 0 };
        assert!(board.verify(&Route::along(vec![path[0], beyond])).is_err());
    }
    assert!(refused > 1000);
}

#[test]
fn forged_labels_prove_nothing_that_is_not_so() {
    let mut rng = Rng::new(9);
    let (mut held, mut failed) = (0, 0);
    for _ in 0..600 {
        let case = random_case(&mut rng);
        let board = case.open();
        let fewest = answer(&case).0;
        if fewest == NEVER {
            continue;
        }
        let labels = Labels::distances(&board);
        assert_eq!(board.proves(&labels, fewest as u64), Ok(()));
        assert!(board.proves(&labels, fewest as u64 + 1).is_err());
        for _ in 0..30 {
            let mut forged = labels.all().to_vec();
            for _ in 0..1 + rng.below(4) {
                let at = rng.below(forged.len());
                let label = &mut forged[at];
                *label = match rng.below(4) {
                    0 => label.saturating_add(1),
                    1 => label.saturating_sub(1),
                    2 => Labels::FAR,
                    _ => rng.below(50) as u32,
                };
            }
            let claimed = fewest + rng.below(3);
            match board.proves(&Labels::new(forged), claimed as u64) {
                Ok(()) => {
                    held += usize::from({
                        assert_eq!(claimed, fewest);
                        true
                    })
                }
                Err(_) => failed += 1,
            }
        }
        assert!(board.proves(&Labels::new(Vec::new()), 0).is_err());
    }
    assert!(held > 100 && failed > 100, "{held} {failed}");
}

#[test]
fn forged_enclosures_are_refused() {
    let mut rng = Rng::new(10);
    for number in 0..700 {
        let case = match number {
            0..600 => random_case(&mut rng),
            _ => case_of_size(24 + rng.below(40), 24 + rng.below(40), &mut rng),
        };
        let board = case.open();
        let area = board.size().area() as usize;
        let known = oracle(&case, b'C');
        let cols = case.rows[0].len();
        let reached: Vec<usize> =
            (0..area).filter(|&p| known[p / cols][p % cols].0 != NEVER).collect();
        let set = |places: &[usize]| {
            let mut set = Squares::none(area);
            places.iter().for_each(|&place| set.insert(place));
            set
        };
        let parted = answer(&case).0 == NEVER;
        assert_eq!(board.encloses(&set(&reached)).is_ok(), parted);
        assert!(board.encloses(&set(&[])).is_err());
        assert!(board.encloses(&set(&(0..area).collect::<Vec<_>>())).is_err());
        for _ in 0..20 {
            let without = rng.below(reached.len());
            let fewer: Vec<usize> =
                reached.iter().copied().filter(|&p| p != reached[without]).collect();
            let result = board.encloses(&set(&fewer));
            assert!(result.is_err() || parted);
            let chosen: Vec<usize> = (0..area).filter(|_| rng.below(2) == 0).collect();
            assert!(board.encloses(&set(&chosen)).is_err() || parted);
        }
    }
}

#[test]
fn the_choice_of_a_path_is_read() {
    let board = Case::new(vec![b"C.S".to_vec()], Edges::Torus, (1, 2)).open();
    let mut options = Options::default();
    options.set("path", "last");
    assert_eq!(board.plan("queue", &options).unwrap_err().code(), "U0004");
    options.set("path", "first");
    assert_eq!(board.plan("queue", &options).unwrap().choice, Choice::First);
}
