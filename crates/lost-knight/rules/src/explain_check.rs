//! Checks steps of explanations. Knows the rules and no finder.
//!
//! A step says that a move lies on a shortest path, and where it can that it is the only one. Its
//! premises are the layers around the knights, none of which but the last holds an exit, and the
//! distances of squares from the exits. Both are counted here again, by a search of its own.

use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{Examined, Limit, Meter};
use tabuleiro_core::explain::Step;
use tabuleiro_core::locale::Message;

use crate::{LostKnight, Prefix, go};

/// The assertion of how many squares are in each layer around the knights, none of them an exit.
pub const LAYERS: &str = "layers";
/// The assertion of how far the nearest exit is from a square.
pub const DISTANCE: &str = "distance";
/// The assertion that a square lies on a shortest path.
pub const SHORTEST: &str = "on-shortest";

/// The technique where several moves do.
pub const NEARER: &str = "nearer";
/// The technique where one move does.
pub const ONLY: &str = "only-nearer";

/// Whether the premises hold and entail the conclusion.
pub(super) fn entails(
    board: &LostKnight,
    position: &Prefix,
    step: &Step,
    meter: &mut Meter<'_>,
) -> Examined {
    let flaw = |name: &str| Ok(Err(Message::new(format!("lost-knight.flaw.step.{name}"))));
    let path = position.path();
    let ways = board.ways_on(path);
    let Some(to) = step.concluded(SHORTEST, go).filter(|to| ways.contains(to)) else {
        return flaw("conclusion");
    };
    let bytes = 10 * board.size().area();
    meter.claim(bytes)?;
    let around = distances(board, board.knights(), meter)?;
    let left = distances(board, board.exits(), meter)?;
    let mut fewest = None;
    let mut told: Vec<(Square, i32)> = Vec::new();
    for premise in &step.premises {
        let holds = match (premise.rule, &premise.squares[..], &premise.values[..]) {
            (LAYERS, [], sizes) => {
                fewest = Some(sizes.len() as u32);
                let mut counted = vec![0_i64; sizes.len()];
                for &layer in &around {
                    counted.get_mut(layer as usize).into_iter().for_each(|size| *size += 1);
                }
                let outside =
                    |exit: &Square| around[board.size().index(*exit)] >= sizes.len() as u32;
                counted.iter().zip(sizes).all(|(&size, &told)| size == i64::from(told))
                    && board.exits().iter().all(outside)
            }
            (DISTANCE, &[square], &[moves]) => {
                told.push((square, moves));
                board.size().holds(square)
                    && i64::from(left[board.size().index(square)]) == i64::from(moves)
            }
            _ => false,
        };
        if !holds {
            return flaw("premise");
        }
    }
    meter.release(bytes);
    // The moves made, this one, and those that are left are no more than the layers ask for.
    let on_shortest = |&(_, moves): &(Square, i32)| {
        let walked = i64::try_from(path.len()).unwrap_or(i64::MAX);
        fewest.is_some_and(|fewest| walked.saturating_add(moves.into()) == i64::from(fewest))
    };
    let of = |square: Square| told.iter().find(|(known, _)| *known == square);
    let others = || ways.iter().filter(|&&other| other != to);
    let alone = others().all(|&other| of(other).is_some_and(|told| !on_shortest(told)));
    let technique = match step.technique {
        NEARER => true,
        ONLY => alone,
        _ => false,
    };
    if technique && of(to).is_some_and(on_shortest) { Ok(Ok(())) } else { flaw("entails") }
}

/// Of a square that cannot be reached.
const FAR: u32 = u32::MAX;

/// The moves from the nearest of some squares to every square, in reading order.
fn distances(
    board: &LostKnight,
    from: &[Square],
    meter: &mut Meter<'_>,
) -> Result<Vec<u32>, Limit> {
    let moves = board.moves();
    let mut distances = vec![FAR; board.size().area() as usize];
    let mut layer: Vec<u32> = from.iter().map(|&at| board.size().index(at) as u32).collect();
    layer.iter().for_each(|&place| distances[place as usize] = 0);
    for distance in 1.. {
        let mut next = Vec::new();
        for &place in &layer {
            meter.check_limits()?;
            for to in moves.from(place) {
                if board.is_free(to) && distances[to as usize] == FAR {
                    distances[to as usize] = distance;
                    next.push(to);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    Ok(distances)
}
