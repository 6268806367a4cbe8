//! Boards that are made: one solution, the clues and the difficulty that were asked for.

mod oracle;

use oracle::count_solutions;
use std::time::{Duration, Instant};

use search::{Limit, Limits, Meter};
use tabuleiro_core::contract::{Claim, Count, Generate, Options, Puzzle, RunError, Verify};
use tabuleiro_core::random::Rng;
use tabuleiro_futoshiki::{Futoshiki, Level, Sign, rate};

fn make(words: &[(&str, &str)], seed: u64) -> Futoshiki {
    let mut options = Options::default();
    words.iter().for_each(|(name, value)| options.set(*name, *value));
    let limits = Limits::default();
    let made = Futoshiki::generate(&options, seed, &mut Meter::new(&limits)).unwrap();
    let Claim::Solution(grid) = &made.claim else { panic!("no solution") };
    assert_eq!(made.instance.verify(grid), Ok(()));
    assert_eq!(count(&made.instance), 1, "{}", made.instance.text());
    made.instance
}

fn count(board: &Futoshiki) -> u64 {
    let limits = Limits::default();
    let counted = board.count(&(), Some(2), &mut Meter::new(&limits)).unwrap().count;
    u64::try_from(counted).unwrap()
}

fn hardness(board: &Futoshiki) -> Level {
    rate(board, Level::Hard, &mut Meter::new(&Limits::default())).expect("no limit")
}

/// The board without one of its clues, for each of them.
fn fewer(board: &Futoshiki) -> Vec<Futoshiki> {
    let cells = (0..board.givens().len()).filter(|&cell| board.given(cell).is_some());
    let mut found: Vec<Futoshiki> = cells.map(|cell| board.clone().with_given(cell, 0)).collect();
    for i in 0..board.signs().len() {
        let mut signs = board.signs().to_vec();
        signs.remove(i);
        found.push(board.clone().with_signs(signs));
    }
    found
}

#[test]
fn every_order_clues_and_levels() {
    for order in ["2", "3", "4", "5", "6", "8", "10"] {
        for clues in ["digits", "signs", "mixed"] {
            let board = make(&[("order", order), ("clues", clues)], 1);
            assert!(clues != "digits" || board.signs().is_empty());
            assert!(clues != "signs" || board.givens().iter().all(|&value| value == 0));
        }
    }
    for (level, word) in Level::ALL {
        for seed in 0..3 {
            let board = make(&[("order", "7"), ("difficulty", word)], seed);
            assert_eq!(hardness(&board), level, "{}", board.text());
        }
    }
    make(&[("order", "16")], 1);
    for seed in 0..3 {
        make(&[("order", "12"), ("clues", "signs")], seed);
    }
}

#[test]
fn no_clue_of_a_minimal_board_can_go() {
    for seed in 0..5 {
        for clues in ["digits", "signs", "mixed"] {
            let board = make(&[("order", "6"), ("clues", clues), ("minimal", "")], seed);
            for fewer in fewer(&board) {
                assert_eq!(count(&fewer), 2, "{}", board.text());
            }
        }
    }
}

#[test]
fn symmetric_boards_are_symmetric() {
    for seed in 0..10 {
        let board = make(&[("symmetric", ""), ("order", "6")], seed);
        let last = 35;
        for cell in 0..=last {
            assert_eq!(board.given(cell).is_some(), board.given(last - cell).is_some());
        }
        for &Sign { less, more } in board.signs() {
            let (one, other) = (last as u16 - less, last as u16 - more);
            let mirrored = [Sign { less: one, more: other }, Sign { less: other, more: one }];
            assert!(board.signs().iter().any(|sign| mirrored.contains(sign)));
        }
    }
}

#[test]
fn what_is_solved_by_techniques_has_one_solution() {
    let mut rng = Rng::new(21);
    let mut rated = 0;
    for round in 0..3000 {
        let order = 3 + round % 2;
        let mut board = Futoshiki::new(order);
        let cells = order * order;
        for _ in 0..rng.below(cells) {
            board = board.with_given(rng.below(cells), 1 + rng.below(order) as u8);
        }
        let sign =
            |rng: &mut Rng| Sign { less: rng.below(cells) as u16, more: rng.below(cells) as u16 };
        let signs = (0..rng.below(cells)).map(|_| sign(&mut rng)).collect();
        let board = board.with_signs(signs);
        if hardness(&board) < Level::Extreme {
            rated += 1;
            assert_eq!(count_solutions(&board), 1, "{}", board.text());
        }
    }
    assert!(rated > 20, "{rated}");
}

#[test]
fn boards_of_fewest_signs_have_as_few_as_can_be() {
    // No board of these orders has fewer: `cargo xtask results signs`.
    for (order, fewest) in [("2", 1), ("3", 2), ("4", 4), ("5", 6)] {
        let words = [("order", order), ("clues", "signs"), ("fewest", "")];
        let board = make(&words, 1);
        assert!(board.givens().iter().all(|&value| value == 0));
        assert_eq!(board.signs().len(), fewest, "{}", board.text());
        assert_eq!(board, make(&words, 1));
    }
}

#[test]
fn a_search_for_fewest_signs_stops_at_a_limit() {
    let words = [("order", "9"), ("clues", "signs"), ("fewest", "")];
    let mut options = Options::default();
    words.iter().for_each(|(name, value)| options.set(*name, *value));
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let made = Futoshiki::generate(&options, 1, &mut Meter::new(&limits));
    assert!(matches!(made, Err(RunError::Limit(Limit::Nodes))));
    let begin = Instant::now();
    let limits = Limits { time: Some(Duration::from_millis(300)), ..Limits::default() };
    let made = Futoshiki::generate(&options, 1, &mut Meter::new(&limits));
    assert!(matches!(made, Err(RunError::Limit(Limit::Time))));
    assert!(begin.elapsed() < Duration::from_secs(10));
}

#[test]
fn fewest_signs_are_asked_of_boards_of_signs_alone() {
    for other in [("clues", "mixed"), ("symmetric", ""), ("difficulty", "easy")] {
        let mut options = Options::default();
        let words = [("clues", "signs"), ("fewest", ""), other];
        words.iter().for_each(|(name, value)| options.set(*name, *value));
        let limits = Limits::default();
        match Futoshiki::generate(&options, 1, &mut Meter::new(&limits)) {
            Err(RunError::Invalid(fault)) => assert_eq!(fault.code(), "F0403"),
            _ => panic!("{other:?} was taken"),
        }
    }
}
