//! Boards of Futoshiki without a digit, with one solution and as few signs as can be.

use std::ops::ControlFlow;
use std::time::Instant;

use search::{Ended, Meter};
use tabuleiro::Limits;
use tabuleiro::contract::{Generate, Options, Outcome, Solve};
use tabuleiro::futoshiki::{Futoshiki, Sign, solutions};

use crate::{keep, kept};

const NAME: &str = "fewest-signs.txt";
/// Orders of which no board has fewer signs, by looking at all of them.
const ALL: usize = 5;

pub(crate) fn check() -> Option<()> {
    for board in kept::<Futoshiki>(NAME) {
        let (order, signs) = (board.order(), board.signs().len());
        assert!(board.givens().iter().all(|&given| given == 0));
        let solution = only_solution(&board).expect("one solution");
        let start = Instant::now();
        let refuted = no_other(&board, &solution);
        let seconds = start.elapsed().as_secs_f64();
        print!(
            "order {order}: {signs} signs, one solution; {refuted} boards with another value, {seconds:.1} s"
        );
        if order <= ALL {
            let start = Instant::now();
            let (boards, sets) = (by_solver(order, signs - 1), by_squares(order, signs - 1));
            let seconds = start.elapsed().as_secs_f64();
            print!(
                "; none of {boards} boards with one sign less, nor of {sets} sets, {seconds:.1} s"
            );
        }
        println!();
    }
    Some(())
}

pub(crate) fn search(order: &str, from: &str, to: &str) -> Option<()> {
    let (from, to): (u64, u64) = (from.parse().ok()?, to.parse().ok()?);
    let mut options = Options::default();
    [("order", order), ("clues", "signs"), ("fewest", "")]
        .into_iter()
        .for_each(|(name, value)| options.set(name, value));
    for seed in from..to {
        let start = Instant::now();
        let limits = Limits::default();
        let made = Futoshiki::generate(&options, seed, &mut Meter::new(&limits));
        let Ok(made) = made else { continue };
        let (board, seconds) = (made.instance, start.elapsed().as_secs_f64());
        let mut all = kept::<Futoshiki>(NAME);
        let place = all.iter().position(|kept| kept.order() == board.order());
        let before = place.map_or(usize::MAX, |place| all[place].signs().len());
        println!("seed {seed}: {} signs, {seconds:.1} s", board.signs().len());
        if board.signs().len() < before {
            match place {
                Some(place) => all[place] = board,
                None => all.push(board),
            }
            all.sort_by_key(Futoshiki::order);
            keep(NAME, &all);
        }
    }
    Some(())
}

/// The solution of a board, if there is one and no other, by the search that counts.
fn only_solution(board: &Futoshiki) -> Option<Vec<u8>> {
    let mut found = Vec::new();
    let limits = Limits::default();
    let ended = solutions(board, &mut Meter::new(&limits), |solution| {
        found.push(solution.to_vec());
        if found.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(matches!(ended, Ended::Exhausted | Ended::Satisfied));
    found.pop().filter(|_| found.is_empty())
}

/// That a board has no other solution, by the plain search `mrv`: another one has another value in some cell outside
/// the last row and column, and for each such value there is none. The number of boards that were refuted.
fn no_other(board: &Futoshiki, solution: &[u8]) -> usize {
    let order = board.order();
    let mut refuted = 0;
    for cell in (0..order * (order - 1)).filter(|cell| (cell + 1) % order != 0) {
        for value in (1..=order as u8).filter(|&value| value != solution[cell]) {
            let other = board.clone().with_given(cell, value);
            let answer = other.answer("mrv", &Options::default(), &Limits::default());
            assert!(matches!(answer.expect("a strategy").result, Outcome::Impossible(_)));
            refuted += 1;
        }
    }
    refuted
}

/// The pairs of neighbours.
fn pairs(order: usize) -> Vec<(usize, usize)> {
    let beside = (0..order * order).filter(|cell| (cell + 1) % order != 0).map(|c| (c, c + 1));
    beside.chain((0..order * (order - 1)).map(|c| (c, c + order))).collect()
}

/// That no board with so many signs has one solution, each by the search that counts. Turning all values round turns
/// all signs round, so that the first can stay as it is. The number of boards.
fn by_solver(order: usize, signs: usize) -> u64 {
    let pairs = pairs(order);
    let mut boards = 0;
    let mut chosen: Vec<usize> = (0..signs).collect();
    while let Some(&last) = chosen.last() {
        if last == pairs.len() {
            chosen.pop();
            if let Some(place) = chosen.last_mut() {
                *place += 1;
            }
            continue;
        }
        if chosen.len() < signs {
            chosen.push(last + 1);
            continue;
        }
        for turned in 0..1u32 << (signs - 1) {
            let sign = |(place, &pair): (usize, &usize)| {
                let (one, other) = (pairs[pair].0 as u16, pairs[pair].1 as u16);
                let (less, more) =
                    if turned >> place & 1 == 0 { (one, other) } else { (other, one) };
                Sign { less, more }
            };
            let board =
                Futoshiki::new(order).with_signs(chosen.iter().enumerate().map(sign).collect());
            assert!(only_solution(&board).is_none(), "{board:?}");
            boards += 1;
        }
        *chosen.last_mut().expect("signs") += 1;
    }
    boards
}

/// The same without a solver: a bit for each Latin square of the order, for every sign those that obey it, and for
/// every set of signs how many obey all. The number of sets.
fn by_squares(order: usize, signs: usize) -> u64 {
    let squares = squares(order);
    let words = squares.len().div_ceil(64);
    let obey = |(one, other): (usize, usize)| {
        let mut bits = vec![0u64; words];
        for (number, square) in squares.iter().enumerate() {
            bits[number / 64] |= u64::from(square[one] < square[other]) << (number % 64);
        }
        bits
    };
    let rows: Vec<[Vec<u64>; 2]> = pairs(order)
        .into_iter()
        .map(|(one, other)| [obey((one, other)), obey((other, one))])
        .collect();
    let all =
        (0..words).map(|word| u64::MAX >> (64 - (squares.len() - word * 64).min(64))).collect();
    let mut sets = 0;
    let mut open = vec![(0, signs, all)];
    while let Some((from, left, bits)) = open.pop() {
        let bits: Vec<u64> = bits;
        for (place, both) in rows.iter().enumerate().skip(from) {
            for sign in both {
                let met = bits.iter().zip(sign).map(|(a, b)| a & b);
                if left > 1 {
                    open.push((place + 1, left - 1, met.collect()));
                    continue;
                }
                let mut number = 0;
                for word in met {
                    number += word.count_ones();
                    if number > 1 {
                        break;
                    }
                }
                assert_ne!(number, 1, "a set of {signs} signs that one square obeys");
                sets += 1;
            }
        }
    }
    sets
}

/// All Latin squares of an order, cell by cell.
fn squares(order: usize) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let mut square = vec![0u8];
    while let Some(last) = square.last_mut() {
        *last += 1;
        let (value, cell) = (*last, square.len() - 1);
        if usize::from(value) > order {
            square.pop();
            continue;
        }
        let row = cell - cell % order;
        let above = (cell % order..cell).step_by(order);
        if (row..cell).chain(above).any(|other| square[other] == value) {
            continue;
        }
        if square.len() == order * order {
            all.push(square.clone());
        } else {
            square.push(0);
        }
    }
    all
}
