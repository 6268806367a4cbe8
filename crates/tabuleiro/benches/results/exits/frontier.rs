//! The longest induced path by frontier-based dynamic programming (Knuth's Simpath, with the squares of the
//! path as what is chosen): squares are decided in reading order, and a state is what the undecided ones can
//! still meet. It knows nothing of symmetries and bounds, and tells the length alone.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::board::Board;

/// What a decided square with undecided ones beside it is.
const OUT: u8 = 0;
/// On the path, with both its neighbours.
const INNER: u8 = 1;
/// On the path, with no neighbour yet.
const ALONE: u8 = 2;
/// With one neighbour, and from there the path leads to its end.
const TO_END: u8 = 3;
/// With one neighbour; the other end of its part of the path is the square with the same number.
const PAIRED: u8 = 4;

/// Squares with four bits each.
const MOST: usize = 32;

type States = HashMap<u128, u8, BuildHasherDefault<Mixed>>;

/// The number of squares of a longest induced path, and of all states.
pub(crate) fn longest(board: &Board) -> (u8, usize) {
    let last = |square: usize| board.next[square].last().map_or(square, |&to| to.max(square));
    let (mut best, mut total) = (1, 0);
    let mut frontier: Vec<usize> = Vec::new();
    let mut states = States::from_iter([(0, 0)]);
    for square in 0..board.squares() {
        let beside: Vec<usize> =
            (0..frontier.len()).filter(|&at| board.next[square].contains(&frontier[at])).collect();
        frontier.push(square);
        assert!(frontier.len() <= MOST, "the frontier has too many squares");
        let leaving: Vec<bool> = frontier.iter().map(|&old| last(old) <= square).collect();
        let mut after = States::default();
        for (&state, &squares) in &states {
            let mut labels = [OUT; MOST];
            (0..frontier.len()).for_each(|at| labels[at] = (state >> (4 * at)) as u8 & 15);
            for on_path in [false, true] {
                let mut labels = labels;
                let squares = squares + u8::from(on_path);
                let line = &mut labels[..frontier.len()];
                let done = if on_path { join(line, &beside) } else { Some(false) };
                let Some(done) = done else { continue };
                let Some(done) = leave(line, &leaving, done) else { continue };
                if done {
                    best = best.max(squares);
                    continue;
                }
                let known = after.entry(key(line, &leaving)).or_default();
                *known = squares.max(*known);
            }
        }
        let mut stays = leaving.iter().map(|leaves| !leaves);
        frontier.retain(|_| stays.next() == Some(true));
        states = after;
        total += states.len();
    }
    (best, total)
}

/// Puts the last square on the path, beside these: whether the path is complete, or nothing if it is not induced.
fn join(labels: &mut [u8], beside: &[usize]) -> Option<bool> {
    let mut met = beside.iter().copied().filter(|&at| labels[at] != OUT);
    let (one, other) = (met.next(), met.next());
    if met.next().is_some() || [one, other].into_iter().flatten().any(|at| labels[at] == INNER) {
        return None;
    }
    let new = labels.len() - 1;
    let Some(one) = one else {
        labels[new] = ALONE;
        return Some(false);
    };
    if let Some(other) = other {
        if labels[one] >= PAIRED && labels[one] == labels[other] {
            return None;
        }
        labels[new] = INNER;
        let ends = [far_end(labels, one), far_end(labels, other)];
        return tie(labels, ends);
    }
    let end = far_end(labels, one);
    tie(labels, [end, Some(new)])
}

/// Where the part of the path that ends here ends as well, if that is still open; this end is no longer one,
/// unless it is both.
fn far_end(labels: &mut [u8], at: usize) -> Option<usize> {
    let label = std::mem::replace(&mut labels[at], INNER);
    match label {
        ALONE => Some(at),
        TO_END => None,
        _ => labels.iter().position(|&other| other == label),
    }
}

/// Makes these the ends of one part: whether the path is complete, or nothing if there is another part.
fn tie(labels: &mut [u8], ends: [Option<usize>; 2]) -> Option<bool> {
    match ends {
        [Some(one), Some(other)] => {
            // Larger than any other; numbers are given anew.
            labels[one] = u8::MAX;
            labels[other] = u8::MAX;
            Some(false)
        }
        [Some(end), None] | [None, Some(end)] => {
            labels[end] = TO_END;
            Some(false)
        }
        [None, None] => labels.iter().all(|&label| label <= INNER).then_some(true),
    }
}

/// Takes what no undecided square is beside: whether the path is complete, or nothing if it cannot be.
fn leave(labels: &mut [u8], leaving: &[bool], mut done: bool) -> Option<bool> {
    for at in (0..labels.len()).filter(|&at| leaving[at]) {
        match std::mem::replace(&mut labels[at], OUT) {
            OUT | INNER => {}
            ALONE => return None,
            TO_END => done = tie(labels, [None, None])?,
            label => {
                let other = labels.iter().position(|&other| other == label).expect("its other end");
                labels[other] = TO_END;
            }
        }
    }
    let ends = labels.iter().filter(|&&label| label == TO_END).count();
    (ends <= 2).then_some(done)
}

/// The state of what stays, with numbers in the order in which they come.
fn key(labels: &[u8], leaving: &[bool]) -> u128 {
    let mut numbers = [0; 256];
    let mut used = PAIRED;
    let (mut key, mut at) = (0, 0);
    for (&label, _) in labels.iter().zip(leaving).filter(|(_, leaves)| !**leaves) {
        let mut label = label;
        if label >= PAIRED {
            let number = &mut numbers[usize::from(label)];
            if *number == 0 {
                assert!(used < 16, "too many parts");
                *number = used;
                used += 1;
            }
            label = *number;
        }
        key |= u128::from(label) << (4 * at);
        at += 1;
    }
    key
}

/// A hash by two multiplications.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are of 128 bits");
    }

    fn write_u128(&mut self, key: u128) {
        let mixed = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (key >> 64) as u64;
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        self.0 = mixed ^ mixed >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
