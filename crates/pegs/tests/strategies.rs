//! Every strategy and every count of the pegs against an oracle on thousands of small boards, and
//! the complete strategies against each other beyond.

mod oracle;

use oracle::explore;
use search::{Limit, Limits, Meter, Outcome, Proof, Reach};
use tabuleiro_core::contract::{Count, Ended, Generate, Options, Puzzle, Solve, Verify};
use tabuleiro_core::random::Rng;
use tabuleiro_pegs::{Ground, Pegs, Quantity};

/// A board of at most `most` cells, some of them holes, to be complemented or with any goal.
fn random(rng: &mut Rng, rows: usize, columns: usize, most: usize) -> Pegs {
    let area = rows * columns;
    let mut inside = vec![true; area];
    let outside = rng.below(1 + area / 6).max(area.saturating_sub(most));
    for _ in 0..outside {
        inside[rng.below(area)] = false;
    }
    while inside.iter().filter(|&&cell| cell).count() > most {
        inside[rng.below(area)] = false;
    }
    let share = 2 + rng.below(6);
    let start: Vec<bool> = inside.iter().map(|&inside| inside && rng.below(share) > 0).collect();
    let goal = start.clone();
    let ground = Ground { rows, columns, inside, start, goal };
    let mut ground = ground.complemented();
    if rng.below(3) == 0 {
        let cells: Vec<usize> = (0..area).filter(|&cell| ground.inside[cell]).collect();
        ground.goal = vec![false; area];
        for _ in 0..rng.below(4).min(cells.len()) {
            ground.goal[cells[rng.below(cells.len())]] = true;
        }
    }
    Pegs::new(ground).expect("a legal board")
}

/// A board that can be solved, with one to three holes.
fn made(&(rows, columns): &(usize, usize), seed: usize) -> Pegs {
    let mut options = Options::default();
    options.set("size", format!("{rows}x{columns}"));
    options.set("holes", (1 + seed / 2 % 2).to_string());
    let limits = Limits::default();
    let made = Pegs::generate(&options, seed as u64, &mut Meter::new(&limits));
    made.expect("no obstacle").instance
}

fn solve(board: &Pegs, strategy: &str, limits: &Limits) -> Option<bool> {
    let answer = board.answer(strategy, &Options::default(), limits).expect("no options");
    let outcome = answer.result;
    let context = || format!("{strategy} on\n{}", board.text());
    match outcome {
        Outcome::Solved(jumps) => {
            assert_eq!(board.verify(&jumps), Ok(()), "{}", context());
            Some(true)
        }
        Outcome::Impossible(proof) => {
            if let Proof::Argument(argument) = proof {
                assert_eq!(board.refute(&argument), Ok(()), "{argument:?}: {}", context());
            }
            Some(false)
        }
        Outcome::Unknown(_) => None,
    }
}

#[test]
fn every_strategy_agrees_with_an_oracle_on_twenty_thousand_boards() {
    let mut rng = Rng::new(6);
    let (mut solvable, mut boards) = (0, 0);
    while boards < 20_000 {
        let (rows, columns) = (1 + rng.below(6), 1 + rng.below(6));
        let board = match boards % 8 {
            0 => made(&[(4, 4), (3, 5), (2, 8), (5, 3)][boards / 8 % 4], boards),
            _ => random(&mut rng, rows, columns, 16),
        };
        let ground = board.ground();
        boards += 1;
        let known = explore(ground);
        let start = (0..ground.start.len()).fold(0, |p, i| p | u64::from(ground.start[i]) << i);
        let (wins, games) = known[&start];
        solvable += usize::from(wins > 0);
        for strategy in Pegs::STRATEGIES {
            let found = solve(&board, strategy.name, &Limits::default());
            let context = || format!("{} on\n{}", strategy.name, board.text());
            match found {
                None => assert_eq!(strategy.reach, Reach::Partial, "{}", context()),
                Some(found) => assert_eq!(found, wins > 0, "{}", context()),
            }
        }
        let count = |of| {
            let counted = board.count(&of, None, &mut Meter::new(&Limits::default())).unwrap();
            assert_eq!(counted.ended, Ended::Exhausted);
            u64::try_from(counted.count).unwrap()
        };
        let context = || board.text();
        assert_eq!(count(Quantity::Solutions), wins, "{}", context());
        assert_eq!(count(Quantity::Positions), known.len() as u64, "{}", context());
        assert_eq!(count(Quantity::Games), games, "{}", context());
        let winning = known.values().filter(|(wins, _)| *wins > 0).count() as u64;
        assert_eq!(count(Quantity::Winning), winning, "{}", context());
        let dead = known.keys().filter(|&&pegs| is_dead(ground, pegs)).count() as u64;
        assert_eq!(count(Quantity::DeadEnds), dead, "{}", context());
        let last = known.keys().filter(|&&pegs| pegs.count_ones() == 1).count() as u64;
        assert_eq!(count(Quantity::Finishes), last, "{}", context());
    }
    assert!(solvable > 1000, "only {solvable} boards could be solved");
}

fn is_dead(ground: &Ground, pegs: u64) -> bool {
    !ground.lines().any(|line| {
        let [first, middle, last] = line.map(|cell| pegs >> cell & 1);
        middle == 1 && first != last
    })
}

#[test]
fn strategies_agree_with_each_other_on_larger_boards() {
    let mut rng = Rng::new(66);
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let (mut solved, mut refuted) = (0, 0);
    for round in 0..100 {
        let (rows, columns) = (4 + rng.below(3), 4 + rng.below(4));
        let board = match round % 2 {
            0 => random(&mut rng, rows, columns, 40),
            _ => made(&(rows, columns), round),
        };
        let found: Vec<(&str, bool)> = Pegs::STRATEGIES
            .iter()
            .filter_map(|strategy| Some((strategy.name, solve(&board, strategy.name, &limits)?)))
            .collect();
        let Some(&(_, first)) = found.first() else { continue };
        assert!(found.iter().all(|&(_, other)| other == first), "{found:?} on\n{}", board.text());
        solved += usize::from(first);
        refuted += usize::from(!first);
    }
    assert!(solved > 20 && refuted > 20, "{solved} {refuted}");
}

#[test]
fn what_has_no_cells_is_solved_and_what_has_no_hole_or_no_peg_is_not() {
    let read = |text: &str| {
        let source = tabuleiro_core::text::Source::new("text", text);
        let options = Options::default();
        Pegs::read(&source, &options).next().unwrap().unwrap()
    };
    for strategy in Pegs::STRATEGIES {
        let answer = |text: &str| solve(&read(text), strategy.name, &Limits::default());
        for none in ["0 0\n", "2 2\n0 0\n0 0\n", "#\n", "0 5\n"] {
            assert_eq!(answer(none), Some(true), "{} {none:?}", strategy.name);
        }
        for no in ["ooo\nooo\nooo\n", "...\n...\n", "o\n", ".\n", "o.\n", "1 3\n1 1 1\n"] {
            let found = answer(no);
            let partial = strategy.reach == Reach::Partial;
            assert!(found == Some(false) || partial && found.is_none(), "{} {no:?}", strategy.name);
        }
        let found = answer("oo.\n");
        let partial = strategy.reach == Reach::Partial;
        assert!(found == Some(true) || partial && found.is_none(), "{}", strategy.name);
    }
}

#[test]
fn a_memory_limit_is_never_passed() {
    let mut options = Options::default();
    options.set("board", "wiegleb");
    let board = Pegs::from_options(&options, &mut Meter::new(&Limits::default())).unwrap().unwrap();
    for strategy in Pegs::STRATEGIES {
        for memory in [0, 1, 1000, 100_000, 1_000_000] {
            let limits = Limits { memory: Some(memory), nodes: Some(50_000), ..Limits::default() };
            match board.answer(strategy.name, &Options::default(), &limits).unwrap().result {
                Outcome::Unknown(Limit::Memory { needed }) => assert!(needed > memory),
                Outcome::Unknown(_) | Outcome::Solved(_) => assert!(memory >= 1000),
                Outcome::Impossible(_) => panic!("{} refutes what can be solved", strategy.name),
            }
        }
    }
}
