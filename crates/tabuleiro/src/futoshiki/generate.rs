//! Making boards: a random Latin square, all its clues, and then fewer, as long as there is one
//! solution.

use search::Meter;

use super::{Futoshiki, Grid, Notation, Sign, read};
use crate::contract::{Count, CountEnd, Generate, Generated, Obstacle, Options, Product};
use crate::random::Dice;
use crate::text::Source;

/// Orders that boards are made of.
const ORDERS: std::ops::RangeInclusive<usize> = 2..=16;

/// Which clues a board has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Clues {
    Digits,
    Signs,
    Mixed,
}

impl Generate for Futoshiki {
    fn generate(
        options: &Options,
        seed: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Generated<Self>, Obstacle> {
        let order = options.get("order").map_or(Ok(5), read::order)?;
        if !ORDERS.contains(&order) {
            let value = options.get("order").unwrap_or_default();
            let source = Source::option("order", value);
            return Err(source.diagnostic("F0401", 0..value.len()).into());
        }
        let notation = options.get("notation");
        let notation =
            notation.map_or(Ok(Notation::default()), |v| Notation::parse("notation", v))?;
        let clues = match options.get("clues") {
            None | Some("mixed") => Clues::Mixed,
            Some("digits") => Clues::Digits,
            Some("signs") => Clues::Signs,
            Some(value) => {
                let source = Source::option("clues", value);
                let fault = source.diagnostic("F0203", 0..value.len());
                return Err(fault.with("found", value).into());
            }
        };
        let mut dice = Dice::new(seed);
        let solution = latin(order, &mut dice);
        let instance = strip(&solution, clues, options.has("symmetric"), &mut dice, meter)?;
        let values = solution.iter().map(|&value| u32::from(value)).collect();
        Ok(Generated {
            instance: instance.written(notation),
            solution: Grid::new(order, values),
            product: Product::Instance,
        })
    }
}

/// A Latin square: the cyclic one with rows, columns and values in random order.
fn latin(order: usize, dice: &mut Dice) -> Vec<u8> {
    let mut shuffled = || {
        let mut list: Vec<usize> = (0..order).collect();
        dice.shuffle(&mut list);
        list
    };
    let (rows, columns, values) = (shuffled(), shuffled(), shuffled());
    let value = |row: &usize, column: &usize| values[(row + column) % order] as u8 + 1;
    rows.iter().flat_map(|row| columns.iter().map(move |column| value(row, column))).collect()
}

/// All clues of a solution, digits first, less those that can go.
fn strip(
    solution: &[u8],
    clues: Clues,
    symmetric: bool,
    dice: &mut Dice,
    meter: &mut Meter<'_>,
) -> Result<Futoshiki, Obstacle> {
    let order = solution.len().isqrt();
    let mut board = Futoshiki::new(order);
    if clues != Clues::Signs {
        board.givens = solution.to_vec();
    }
    if clues != Clues::Digits {
        let cells = 0..order * order;
        let beside = cells.clone().filter(|cell| (cell + 1) % order != 0).map(|c| (c, c + 1));
        let above = cells.filter(|cell| cell + order < order * order).map(|c| (c, c + order));
        let sign = |(one, other): (usize, usize)| {
            let (less, more) =
                if solution[one] < solution[other] { (one, other) } else { (other, one) };
            Sign { less: less as u16, more: more as u16 }
        };
        board = board.with_signs(beside.chain(above).map(sign).collect());
        if !is_unique(&board, meter)? {
            board.givens = solution.to_vec();
        }
    }
    let last = order * order - 1;
    let mut cells: Vec<usize> = (0..=last).collect();
    dice.shuffle(&mut cells);
    for cell in cells {
        let mut fewer = board.clone();
        fewer.givens[cell] = 0;
        if symmetric {
            fewer.givens[last - cell] = 0;
        }
        if fewer != board && is_unique(&fewer, meter)? {
            board = fewer;
        }
    }
    let mut signs = board.signs.clone();
    dice.shuffle(&mut signs);
    for sign in signs {
        let last = last as u16;
        let mirrored = |other: &Sign| {
            let cells = [last - sign.less, last - sign.more];
            symmetric && cells.contains(&other.less) && cells.contains(&other.more)
        };
        let mut fewer = board.clone();
        fewer.signs.retain(|other| *other != sign && !mirrored(other));
        if fewer != board && is_unique(&fewer, meter)? {
            board = fewer;
        }
    }
    Ok(board)
}

fn is_unique(board: &Futoshiki, meter: &mut Meter<'_>) -> Result<bool, Obstacle> {
    let counted = board.count(Some(2), meter);
    match counted.ended {
        CountEnd::Limit(limit) => Err(limit.into()),
        CountEnd::Exact | CountEnd::UpTo => Ok(counted.count == 1u8.into()),
    }
}
