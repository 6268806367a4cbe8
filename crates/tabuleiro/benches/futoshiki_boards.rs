//! Boards to be measured on: the coursework's where they are at hand, ours and Simon Tatham's by
//! seed, and random squares with shares of their clues.

use std::path::Path;
use std::process::Command;

use search::{Limits, Meter};
use tabuleiro::contract::{Generate, Options, Puzzle};
use tabuleiro::futoshiki::{Futoshiki, Notation, Sign};
use tabuleiro::random::Rng;
use tabuleiro::text::Source;

use tabuleiro::latin;

/// The coursework's file, which is not ours to hand on.
const COURSEWORK: &str = "../../../shared/data/futoshiki/futoshiki.dat";
/// Simon Tatham's program, where Debian puts it.
const UNEQUAL: &str = "/usr/games/sgt-unequal";

/// The coursework's boards as a file, if it is there.
pub(crate) fn coursework() -> Option<Source> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(COURSEWORK);
    Some(Source::new("futoshiki.dat", std::fs::read(path).ok()?))
}

/// The boards of a file.
pub(crate) fn read(source: &Source) -> Vec<Futoshiki> {
    Futoshiki::read(source, &Options::default()).map(|board| board.expect("a board")).collect()
}

/// Options of the generator.
pub(crate) fn recipe(order: usize, rest: &[(&str, &str)]) -> Options {
    let mut options = Options::default();
    options.set("order", order.to_string());
    rest.iter().for_each(|&(name, value)| options.set(name, value));
    options
}

/// The boards of our generator for seeds from 1 on.
pub(crate) fn generated(options: &Options, number: u64) -> Vec<Futoshiki> {
    let limits = Limits::default();
    let make = |seed| Futoshiki::generate(options, seed, &mut Meter::new(&limits));
    (1..=number).map(|seed| make(seed).expect("a board for every seed").instance).collect()
}

/// Boards by Simon Tatham's generator, such as `7dx`, by a seed of their own; none if it is not there.
pub(crate) fn tatham(kind: &str, number: usize) -> Vec<Futoshiki> {
    if number == 0 {
        return Vec::new();
    }
    let mut command = Command::new(UNEQUAL);
    command.args(["--generate", &number.to_string(), &format!("{kind}#1")]);
    let Ok(output) = command.output() else { return Vec::new() };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let board = |id: &str| {
        let mut options = Options::default();
        options.set("id", id);
        Futoshiki::from_options(&options, &mut Meter::new(&Limits::default()))
            .expect("a game ID")
            .expect("a board")
    };
    text.lines().map(board).collect()
}

/// Whether Simon Tatham's generator is there.
pub(crate) fn is_tatham_here() -> bool {
    Path::new(UNEQUAL).exists()
}

/// A random square with about so many of its cells and signs in a hundred.
pub(crate) fn sample(order: usize, givens: usize, signs: usize, rng: &mut Rng) -> Futoshiki {
    let square = latin::square(order, order.pow(3), rng);
    let mut board = Futoshiki::new(order);
    for (cell, &value) in square.iter().enumerate() {
        if rng.below(100) < givens {
            board = board.with_given(cell, value);
        }
    }
    let mut all = all_signs(order, &square);
    all.retain(|_| rng.below(100) < signs);
    board.with_signs(all)
}

/// A board without digits and with so many signs of a random square.
pub(crate) fn signs_only(order: usize, number: usize, rng: &mut Rng) -> Futoshiki {
    let mut all = all_signs(order, &latin::square(order, order.pow(3), rng));
    rng.shuffle(&mut all);
    all.truncate(number);
    Futoshiki::new(order).with_signs(all)
}

fn all_signs(order: usize, square: &[u8]) -> Vec<Sign> {
    let beside = (0..square.len()).filter(|cell| (cell + 1) % order != 0).map(|c| (c, c + 1));
    let below = (0..square.len() - order).map(|cell| (cell, cell + order));
    let sign = |(one, other): (usize, usize)| {
        let (less, more) = if square[one] < square[other] { (one, other) } else { (other, one) };
        Sign { less: less as u16, more: more as u16 }
    };
    beside.chain(below).map(sign).collect()
}

/// Boards as a file in the coursework's notation.
pub(crate) fn file<'a>(boards: impl ExactSizeIterator<Item = &'a Futoshiki>) -> String {
    let mut text = format!("{}\n", boards.len());
    for board in boards {
        let alone = board.clone().written(Notation::Coursework).text();
        // A board alone is a file with one case.
        text += alone.split_once('\n').expect("a number of cases").1;
        text.push('\n');
    }
    text
}
