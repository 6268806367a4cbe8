//! Boards explained to the end, each step checked: by the rules, and against every solution that is known.

#![allow(dead_code, reason = "each test file uses a part of it")]

use search::Meter;
use tabuleiro_core::contract::{Claim, Count, Generate, Options, Puzzle};
use tabuleiro_core::explain::{Advice, Climb, Explain, Step};
use tabuleiro_core::latin;
use tabuleiro_core::play::{Play, PlayState};
use tabuleiro_core::random::Rng;
use tabuleiro_futoshiki::{Futoshiki, Position, Sign};

pub(crate) fn make(words: &[(&str, &str)], seed: u64) -> Option<(Futoshiki, Vec<u8>)> {
    let mut options = Options::default();
    words.iter().for_each(|(name, value)| options.set(*name, *value));
    let made = Futoshiki::generate(&options, seed, &mut Meter::unlimited()).ok()?;
    let Claim::Solution(grid) = made.claim else { panic!("no solution") };
    Some((made.instance, grid.values().iter().map(|&value| value as u8).collect()))
}

pub(crate) fn advice(board: &Futoshiki, position: &Position) -> Advice {
    board.advise(position, &mut Meter::unlimited()).expect("no limit")
}

pub(crate) fn holds(board: &Futoshiki, position: &Position, step: &Step) -> bool {
    board.entails(position, step, &mut Meter::unlimited()).expect("no limit").is_ok()
}

pub(crate) fn follow(board: &Futoshiki, position: &mut Position, step: &Step) {
    step.moves.iter().for_each(|&made| board.make(position, made).expect("a legal move"));
}

pub(crate) fn climb(board: &Futoshiki) -> Climb {
    let rating = board.rate(&mut Meter::unlimited()).expect("no limit").expect("a rating");
    rating.ladder.unwrap_or_else(|| panic!("not solved by techniques:\n{}", board.text()))
}

/// The place of a technique on the ladder.
pub(crate) fn place(name: &str) -> Option<usize> {
    Futoshiki::TECHNIQUES.iter().position(|technique| technique.name == name)
}

/// The techniques of all steps from the beginning to the end, or to where no step follows. Each step is
/// checked, and so is that a solution, where one is known, obeys it.
pub(crate) fn explain(
    board: &Futoshiki,
    solution: Option<&[u8]>,
    mut each: impl FnMut(&Position, &Step),
) -> (Vec<&'static str>, Advice) {
    let mut position = board.begin();
    let mut used = Vec::new();
    loop {
        match advice(board, &position) {
            Advice::Step(step) => {
                assert!(holds(board, &position, &step), "{}\n{step:?}", board.text());
                for said in &step.conclusion {
                    for &at in &said.squares {
                        let Some(solution) = solution else { continue };
                        let truth = i32::from(solution[board.size().index(at)]);
                        let is_so = said.values.contains(&truth) == (said.rule == "is");
                        assert!(is_so, "{}\n{step:?}", board.text());
                    }
                }
                each(&position, &step);
                follow(board, &mut position, &step);
                used.push(step.technique);
            }
            last => {
                let won = last == Advice::Won;
                assert_eq!(board.state(&position) == PlayState::Won, won, "{}", board.text());
                return (used, last);
            }
        }
    }
}

/// A board with some of the clues of a Latin square: mostly with several solutions, sometimes with one,
/// and where a clue is wrong perhaps with none. Its square, where no clue is wrong.
pub(crate) fn random_board(seed: u64) -> (Futoshiki, Option<Vec<u8>>) {
    let mut rng = Rng::new(seed);
    let order = 3 + (seed % 7) as usize;
    let square = latin::square(order, order.pow(3), &mut rng);
    let cells = order * order;
    // Large boards with few clues have little to explain, and much to search.
    let least = [10, 10, 10, 15, 20, 30, 35][order - 3];
    let digits = least + rng.below(30);
    let mut board = Futoshiki::new(order);
    for (cell, &value) in square.iter().enumerate() {
        if rng.below(100) < digits {
            board = board.with_given(cell, value);
        }
    }
    let mut signs = Vec::new();
    let share = rng.below(60);
    let beside = (0..cells).filter(|cell| (cell + 1) % order != 0).map(|cell| (cell, cell + 1));
    for (one, other) in beside.chain((0..cells - order).map(|cell| (cell, cell + order))) {
        if rng.below(100) < share {
            let (less, more) =
                if square[one] < square[other] { (one, other) } else { (other, one) };
            signs.push(Sign { less: less as u16, more: more as u16 });
        }
    }
    let is_wrong = rng.below(8) == 0;
    if is_wrong {
        board = board.with_given(rng.below(cells), 1 + rng.below(order) as u8);
    }
    (board.with_signs(signs), (!is_wrong).then_some(square))
}

/// Explains random boards; the number of all steps.
pub(crate) fn explain_random(seeds: std::ops::Range<u64>) -> usize {
    let mut steps = 0;
    for seed in seeds {
        let (board, square) = random_board(seed);
        let (used, last) = explain(&board, square.as_deref(), |_, _| {});
        steps += used.len();
        let counted = board.count(&(), Some(2), &mut Meter::unlimited()).expect("a number").count;
        let solutions = u64::try_from(counted).expect("at most two");
        match last {
            Advice::Won => assert_eq!(solutions, 1, "{}", board.text()),
            Advice::Lost | Advice::Faulty(_) => assert_eq!(solutions, 0, "{}", board.text()),
            // Everything that follows has been told.
            Advice::Nothing => assert_eq!(solutions, 2, "{}", board.text()),
            Advice::Step(_) => unreachable!("steps are followed"),
        }
    }
    steps
}
