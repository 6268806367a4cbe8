//! Positions: read as people write them, and wrong entries named.

mod oracle;
mod steps;

use oracle::count_solutions;
use search::{Ended, Meter};
use steps::advice;
use tabuleiro_core::contract::{Options, Puzzle};
use tabuleiro_core::explain::Advice;
use tabuleiro_core::play::{Move, Play};
use tabuleiro_core::random::Rng;
use tabuleiro_core::text::{Diagnostic, Source};
use tabuleiro_futoshiki::Futoshiki;

#[test]
fn positions_are_read_as_people_write_them() {
    let read = |text: &str| {
        Futoshiki::read(&Source::new("board", text), &Options::default()).next().unwrap().unwrap()
    };
    let board = read("2 < . .\n. . .\n. . .\n");
    let position = |text: &str| {
        let mut position = board.begin();
        for made in board.moves_of(&Source::new("so-far", text))? {
            board.make(&mut position, made)?;
        }
        Ok::<_, Diagnostic>(Play::written(&board, &position))
    };
    assert_eq!(
        position("2 < 3 .\n^\n. [13] .\n. . .\n").unwrap(),
        "2    3    .\n.    [13] .\n.    .    .\n"
    );
    assert_eq!(
        position("= a remark\n. . .\n\n. . [1, 3]\n. . .\n").unwrap(),
        "2    .    .\n.    .    [13]\n.    .    .\n"
    );
    // Nothing has been done yet.
    assert_eq!(position("").unwrap(), "2 . .\n. . .\n. . .\n");
    for (text, code, place) in [
        ("1 . .\n. . .\n. . .\n", "F0502", Some((1, 1))),
        ("2 . 4\n. . .\n. . .\n", "F0105", Some((1, 5))),
        ("2 x .\n. . .\n. . .\n", "F0501", Some((1, 3))),
        ("2 [1 .\n. . .\n. . .\n", "F0501", Some((1, 3))),
        ("2 [] .\n. . .\n. . .\n", "F0501", Some((1, 3))),
        ("2 [é] .\n. . .\n. . .\n", "F0501", Some((1, 3))),
        ("2 . . .\n. . .\n. . .\n", "F0301", Some((1, 1))),
        ("2 .\n. . .\n. . .\n", "F0301", Some((1, 1))),
        ("2 . .\n. . .\n. . .\n. . .\n", "F0301", Some((4, 1))),
        ("2 . .\n", "F0301", None),
    ] {
        let fault = position(text).unwrap_err();
        assert_eq!((fault.code(), fault.place()), (code, place), "{text}");
    }
}

/// Every solution of a board, by the search that tells them one by one.
fn all_solutions(board: &Futoshiki) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let ended = tabuleiro_futoshiki::solutions(board, &mut Meter::unlimited(), |grid| {
        all.push(grid.to_vec());
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!((ended, all.len() as u64), (Ended::Exhausted, count_solutions(board)));
    all
}

#[test]
fn pencil_marks_that_exclude_every_solution_are_named() {
    let mut rng = Rng::new(7);
    let mut faulty = 0;
    for seed in 0..400 {
        let order = 3 + seed % 2;
        let mut board = Futoshiki::new(order);
        for _ in 0..2 {
            board = board.with_given(rng.below(order * order), 1 + rng.below(order) as u8);
        }
        let solutions = all_solutions(&board);
        if solutions.is_empty() {
            continue;
        }
        let allows = |can: &[u64]| {
            let obeys =
                |grid: &Vec<u8>| grid.iter().zip(can).all(|(v, can)| can >> (v - 1) & 1 == 1);
            solutions.iter().any(obeys)
        };
        let mut position = board.begin();
        for _ in 0..rng.below(8) {
            let at = board.size().square(rng.below(order * order));
            let value = Some(1 + rng.below(order) as u32);
            let action = ["mark", "unmark"][rng.below(2)];
            let _ = board.make(&mut position, Move { action, at, to: None, value });
        }
        let can = position.candidates(order);
        let is_fine = allows(&can);
        match advice(&board, &position) {
            Advice::Faulty(faults) => {
                assert!(!is_fine, "{}\n{}", board.text(), Play::written(&board, &position));
                faulty += 1;
                // The cells that are named are enough, and all of them are needed.
                let named = &faults[0].squares;
                let all = u64::MAX >> (64 - order);
                let kept = |left_out: usize| -> Vec<u64> {
                    let is_named = |cell: usize| {
                        let at = named.iter().position(|at| board.size().index(*at) == cell);
                        at.is_some_and(|at| at != left_out)
                    };
                    (0..can.len())
                        .map(|cell| if is_named(cell) { can[cell] } else { all })
                        .collect()
                };
                assert!(!allows(&kept(usize::MAX)));
                for left_out in 0..named.len() {
                    assert!(allows(&kept(left_out)), "{named:?}");
                }
            }
            _ => assert!(is_fine, "{}\n{}", board.text(), Play::written(&board, &position)),
        }
    }
    assert!(faulty > 20, "{faulty}");
}
