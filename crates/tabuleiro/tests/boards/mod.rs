//! Boards of any kind to try things on: its examples, what it makes of a seed, and copies damaged by hand.
#![allow(dead_code, reason = "every test takes some of these")]

use search::Limits;
use tabuleiro::board::Square;
use tabuleiro::contract::{Options, Touch};
use tabuleiro::kind::{Kind, Session};
use tabuleiro::random::Rng;
use tabuleiro::text::Source;

/// One of a kind's examples.
pub(crate) fn example(kind: &dyn Kind, place: usize) -> Box<dyn Session> {
    let example = &kind.about().examples[place];
    let source = Source::new(example.name, example.text);
    let options = Options::default();
    kind.open(&source, &options).next().expect("an instance").expect("a legal one")
}

/// An instance of a kind: one of its examples, or one that it makes of a seed.
pub(crate) fn instance(kind: &dyn Kind, seed: u64) -> Box<dyn Session> {
    let examples = kind.about().examples.len();
    let place = seed as usize % (2 * examples);
    if place < examples {
        return example(kind, place);
    }
    let made = kind.generate(&Options::default(), seed, &Limits::default());
    made.expect("no obstacle").result.session
}

/// The small instance that belongs to a seed.
pub(crate) fn small(kind: &dyn Kind, seed: u64) -> Box<dyn Session> {
    let mut options = Options::default();
    for &(name, value) in kind.about().small {
        options.set(name, value);
    }
    kind.generate(&options, seed, &Limits::default()).expect("small boards exist").result.session
}

/// Damaged copies of each small board.
pub(crate) const COPIES: u64 = 6;

/// The same instance after some random touches, each of which may be refused: with a solution, or
/// with none any more.
pub(crate) fn damaged(kind: &dyn Kind, seed: u64, copy: u64) -> Box<dyn Session> {
    let mut rng = Rng::new(seed * COPIES + copy);
    let mut session = small(kind, seed);
    for _ in 0..=copy {
        let brushes = kind.brushes();
        let brush = brushes[rng.below(brushes.len())].name;
        let size = session.extent();
        let mut square = || Square {
            row: rng.below(size.rows as usize) as u32,
            col: rng.below(size.cols as usize) as u32,
        };
        let at = square();
        // Many touches with two squares need neighbours.
        let to = [Square { col: at.col + 1, ..at }, square()][rng.below(2)];
        let value = 1 + rng.below(6) as u32;
        let to = (rng.below(2) == 0).then_some(to);
        if let Ok(touched) = session.touch(brush, Touch { at, to, value }) {
            session = touched;
        }
    }
    session
}
