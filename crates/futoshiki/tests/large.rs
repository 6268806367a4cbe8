//! Boards beyond bit planes, and searches long enough for clause learning: answers are verified, and
//! the other strategies agree where they end.

use search::{Limits, Meter, Outcome, Proof};
use tabuleiro_core::contract::{Count, Ended, Options, Puzzle, Solve, Verify};
use tabuleiro_core::random::Rng;
use tabuleiro_futoshiki::{Futoshiki, Sign};

/// A board with clues of a shuffled cyclic square: so many per cent of the cells and of the signs.
fn board(order: usize, givens: usize, signs: usize, rng: &mut Rng) -> Futoshiki {
    let mut shuffled = || {
        let mut list: Vec<usize> = (0..order).collect();
        rng.shuffle(&mut list);
        list
    };
    let (rows, columns, values) = (shuffled(), shuffled(), shuffled());
    let value = |cell: usize| values[(rows[cell / order] + columns[cell % order]) % order] + 1;
    let mut board = Futoshiki::new(order);
    let mut found = Vec::new();
    for cell in 0..order * order {
        if rng.below(100) < givens {
            board = board.with_given(cell, value(cell) as u8);
        }
        for other in [cell + 1, cell + order] {
            let beside = other != cell + 1 || other % order != 0;
            if beside && other < order * order && rng.below(100) < signs {
                let (less, more) =
                    if value(cell) < value(other) { (cell, other) } else { (other, cell) };
                found.push(Sign { less: less as u16, more: more as u16 });
            }
        }
    }
    board.with_signs(found)
}

fn solved(board: &Futoshiki, strategy: &str, nodes: u64) -> Option<bool> {
    let plan = board.plan(strategy, &Options::default()).unwrap();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    match board.solve(&plan, &mut Meter::new(&limits), &mut (), &mut Vec::new()) {
        Outcome::Solved(grid) => {
            assert_eq!(board.verify(&grid), Ok(()), "{}", board.text());
            Some(true)
        }
        Outcome::Impossible(Proof::Argument(argument)) => {
            assert_eq!(board.refute(&argument), Ok(()), "{}", board.text());
            Some(false)
        }
        Outcome::Impossible(Proof::Exhaustion) => Some(false),
        Outcome::Unknown(_) => None,
    }
}

#[test]
fn large_boards_are_solved() {
    let mut rng = Rng::new(30);
    for order in [11, 12, 13, 15, 17, 20, 25, 30] {
        for (givens, signs) in [(10, 30), (35, 30), (45, 0), (60, 10)] {
            let board = board(order, givens, signs, &mut rng);
            assert_eq!(solved(&board, "fast", 10_000_000), Some(true), "{order} {givens} {signs}");
            assert_ne!(solved(&board, "mrv", 2_000), Some(false));
        }
    }
    for order in [33, 50, 64] {
        assert_eq!(solved(&Futoshiki::new(order), "fast", 10_000_000), Some(true));
    }
}

#[test]
fn a_wrong_clue_is_found_out() {
    let mut rng = Rng::new(31);
    let mut decided = 0;
    for round in 0..60 {
        let order = 9 + round % 7;
        let right = board(order, 40, 30, &mut rng);
        let cell = rng.below(order * order);
        let wrong = right.with_given(cell, 1 + rng.below(order) as u8);
        let fast = solved(&wrong, "fast", 10_000_000);
        assert!(fast.is_some());
        if let Some(mrv) = solved(&wrong, "mrv", 50_000) {
            assert_eq!(fast, Some(mrv), "{}", wrong.text());
            decided += 1;
        }
    }
    assert!(decided > 30, "{decided}");
}

#[test]
fn counts_do_not_depend_on_who_counts() {
    // Up to a number, solutions are told one by one; all of them are counted by values, or after
    // clause learning was given up.
    let mut rng = Rng::new(32);
    let limits = Limits::default();
    for order in [7, 8, 9, 9, 10, 11, 12] {
        let board = board(order, 42, 15, &mut rng);
        let all = board.count(&(), None, &mut Meter::new(&limits)).unwrap();
        assert_eq!(all.ended, Ended::Exhausted);
        let told = board.count(&(), Some(200_000), &mut Meter::new(&limits)).unwrap();
        if told.ended == Ended::Exhausted {
            assert_eq!(told.count, all.count, "{}", board.text());
        } else {
            assert!(all.count >= told.count);
        }
    }
}
