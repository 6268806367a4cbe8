//! Counts of whole boards, exact: what can be reached, what can be won, and in how many ways.

use num_bigint::BigUint;
use search::Meter;
use search::layers::{self, Effort, Held};

use crate::Ground;
use crate::cell_set::CellWord;
use crate::levels::CountError;
use crate::levels::choose_engine::{Engine, chosen};
use crate::levels::dense::Dense;
use crate::levels::forward::{Count, PackedKey};
use crate::levels::meet_in_the_middle::TwoEndedCount;
use crate::levels::reach::{arriving, last_cells, whole};
use crate::levels::shape::Shape;
use crate::levels::solutions::solutions as joined;
use crate::levels::space::Space;
use crate::levels::sweeps::{Sweeps, fewest};
use crate::levels::weight::WideCount;
use crate::levels::winning::{Wins, winnow};

/// The positions that can be reached from the start after 0, 1, 2 ... jumps, whatever the goal, and
/// the way they were counted. Symmetries are those that keep board and start.
pub fn reachable(
    ground: &Ground,
    meter: &mut Meter<'_>,
) -> Result<(Vec<Count>, Engine), CountError> {
    let shape = Shape::new(ground, false);
    let keys = |meter: &mut Meter<'_>| prepared(ground, false, meter, Reachable);
    chosen(shape, meter, (Engine::Layers, keys), Dense::cost, Dense::reachable)
}

/// The cells of the board where the last peg can stand, and the way they were found.
pub fn finishes(ground: &Ground, meter: &mut Meter<'_>) -> Result<(Vec<u32>, Engine), CountError> {
    let shape = Shape::new(ground, false).ok_or(CountError::TooLarge)?;
    let pegs = |&cell: &u32| ground.start[cell as usize];
    let mut standing = (0..ground.start.len() as u32).filter(pegs);
    match (standing.next(), standing.next()) {
        (None, _) => return Ok((Vec::new(), Engine::Layers)),
        (Some(only), None) => return Ok((vec![only], Engine::Layers)),
        _ => {}
    }
    // A peg on no line stays, and of the others one stays too.
    if shape.start.count_ones() as usize != ground.start.iter().filter(|&&peg| peg).count() {
        return Ok((Vec::new(), Engine::Layers));
    }
    let keys = |meter: &mut Meter<'_>| prepared(ground, false, meter, Finishes);
    chosen(Some(shape), meter, (Engine::Layers, keys), Dense::cost, Dense::finishes)
}

/// The number of ways to play from the start until no jump is left.
pub fn sequences(ground: &Ground, meter: &mut Meter<'_>) -> Result<BigUint, CountError> {
    prepared(ground, false, meter, Sequences)
}

/// The positions on a way from the start to the goal, after 0, 1, 2 ... jumps, and the way they were
/// counted; none if there is no way. Symmetries are those that keep board, start and goal.
pub fn winning(ground: &Ground, meter: &mut Meter<'_>) -> Result<(Vec<Wins>, Engine), CountError> {
    let shape = Shape::new(ground, true);
    let keys = |meter: &mut Meter<'_>| prepared(ground, true, meter, Winning);
    chosen(shape, meter, (Engine::MeetInTheMiddle, keys), Dense::winning_cost, Dense::winning)
}

/// The number of ways to play from the start to the goal.
pub fn solutions(ground: &Ground, meter: &mut Meter<'_>) -> Result<BigUint, CountError> {
    prepared(ground, true, meter, Solutions)
}

/// A game from the start to the goal with the fewest sweeps; nothing if there is no game at all.
pub fn fewest_sweeps(ground: &Ground, meter: &mut Meter<'_>) -> Result<Option<Sweeps>, CountError> {
    prepared(ground, true, meter, Fewest)
}

/// Nobody outside sees it: what was counted begins again with wider numbers.
const OVERFLOW: CountError = CountError::Layers(layers::LayersError::Overflow);

/// A question, asked of a board whose words are known.
trait Question {
    type Answer;
    fn ask<P: CellWord, K: PackedKey>(
        &self,
        space: &Space<P, K>,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Self::Answer, CountError>;
}

/// Chooses the words for a board, and asks.
fn prepared<Q: Question>(
    ground: &Ground,
    keep_goal: bool,
    meter: &mut Meter<'_>,
    question: Q,
) -> Result<Q::Answer, CountError> {
    let shape = Shape::new(ground, keep_goal).ok_or(CountError::TooLarge)?;
    match (shape.cells.len(), shape.basis.len()) {
        (0..=64, 0..=31) => asked::<u64, u32, Q>(shape, meter, question),
        (0..=64, _) => asked::<u64, u64, Q>(shape, meter, question),
        // No board is so large with keys so short that a whole engine for it would be worth compiling.
        _ => asked::<u128, u128, Q>(shape, meter, question),
    }
}

fn asked<P: CellWord, K: PackedKey, Q: Question>(
    shape: Shape,
    meter: &mut Meter<'_>,
    question: Q,
) -> Result<Q::Answer, CountError> {
    let mut effort = Effort::new(meter);
    let _held = effort.claim(Space::<P, K>::bytes(&shape))?;
    let space = Space::<P, K>::new(shape);
    question.ask(&space, &mut effort)
}

/// The same space in the widest words: sums that outgrow two words are too rare for an engine of each width.
fn widest<P: CellWord, K: PackedKey>(
    space: &Space<P, K>,
    effort: &mut Effort<'_, '_>,
) -> Result<(Space<u128, u128>, Held), CountError> {
    let held = effort.claim(Space::<u128, u128>::bytes(&space.shape))?;
    Ok((Space::new(space.shape.clone()), held))
}

struct Reachable;
impl Question for Reachable {
    type Answer = Vec<Count>;
    fn ask<P: CellWord, K: PackedKey>(
        &self,
        space: &Space<P, K>,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Vec<Count>, CountError> {
        Ok(whole::<P, K, ()>(space, effort)?.0)
    }
}

struct Finishes;
impl Question for Finishes {
    type Answer = Vec<u32>;
    fn ask<P: CellWord, K: PackedKey>(
        &self,
        space: &Space<P, K>,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Vec<u32>, CountError> {
        if effort.net().is_some() { Err(CountError::Alone) } else { last_cells(space, effort) }
    }
}

struct Sequences;
impl Question for Sequences {
    type Answer = BigUint;
    fn ask<P: CellWord, K: PackedKey>(
        &self,
        space: &Space<P, K>,
        effort: &mut Effort<'_, '_>,
    ) -> Result<BigUint, CountError> {
        // One word is not enough for any board that takes long.
        let two = whole::<P, K, u128>(space, effort);
        if !matches!(two, Err(OVERFLOW)) {
            return Ok(two?.1);
        }
        let (space, _held) = widest(space, effort)?;
        Ok(whole::<u128, u128, WideCount>(&space, effort)?.1)
    }
}

struct Winning;
impl Question for Winning {
    type Answer = Vec<Wins>;
    fn ask<P: CellWord, K: PackedKey>(
        &self,
        space: &Space<P, K>,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Vec<Wins>, CountError> {
        match space.shape.jumps {
            _ if effort.net().is_some() => Err(CountError::Alone),
            None => Ok(Vec::new()),
            Some(0) => Ok(vec![Wins { positions: 1, classes: 1 }]),
            Some(jumps) => {
                let mut halves = TwoEndedCount::new(space, jumps, usize::MAX, effort)?;
                let wins = winnow(space, &mut halves, effort)?;
                Ok(if wins[0].positions == 0 { Vec::new() } else { wins })
            }
        }
    }
}

struct Solutions;
impl Question for Solutions {
    type Answer = BigUint;
    fn ask<P: CellWord, K: PackedKey>(
        &self,
        space: &Space<P, K>,
        effort: &mut Effort<'_, '_>,
    ) -> Result<BigUint, CountError> {
        match space.shape.jumps {
            None => Ok(BigUint::ZERO),
            Some(0) => Ok(BigUint::from(1u8)),
            Some(jumps) => {
                if effort.net().is_some() {
                    let two = arriving::<P, K, u128>(space, jumps, effort);
                    let Err(OVERFLOW) = two else { return two };
                    let (space, _held) = widest(space, effort)?;
                    return arriving::<u128, u128, WideCount>(&space, jumps, effort);
                }
                // One word is not enough for any board of more than 64 cells, either.
                if const { size_of::<P>() <= size_of::<u64>() } {
                    let one = joined::<P, K, u64>(space, jumps, effort);
                    let Err(OVERFLOW) = one else { return one };
                }
                let two = joined::<P, K, u128>(space, jumps, effort);
                let Err(OVERFLOW) = two else { return two };
                let (space, _held) = widest(space, effort)?;
                joined::<u128, u128, WideCount>(&space, jumps, effort)
            }
        }
    }
}

struct Fewest;
impl Question for Fewest {
    type Answer = Option<Sweeps>;
    fn ask<P: CellWord, K: PackedKey>(
        &self,
        space: &Space<P, K>,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Option<Sweeps>, CountError> {
        match space.shape.jumps {
            None => Ok(None),
            Some(0) => Ok(Some(Sweeps { jumps: Vec::new(), sweeps: 0 })),
            Some(jumps) => fewest(space, jumps, effort),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels::weight::SharedCount as _;
    use search::Limits;
    use tabuleiro_core::exact_sum::PathCount as _;

    #[test]
    fn numbers_of_any_width_agree_and_none_overflows_unseen() {
        let (inside, start) = (vec![true; 24], (0..24).map(|cell| cell != 0).collect());
        let goal = (0..24).map(|cell| cell == 0).collect();
        let ground = Ground { rows: 4, columns: 6, inside, start, goal };
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let mut effort = Effort::new(&mut meter);
        let shape = || Shape::new(&ground, true).unwrap_or_else(|| panic!("24 cells fit"));
        let jumps = shape().jumps.unwrap_or(0);
        let (short, long) = (Space::<u64, u32>::new(shape()), Space::<u128, u128>::new(shape()));
        let games = joined::<_, _, u64>(&short, jumps, &mut effort);
        assert!(games.as_ref().is_ok_and(|games| *games > BigUint::ZERO));
        assert_eq!(joined::<_, _, u128>(&short, jumps, &mut effort), games);
        let Ok((widest, _held)) = widest(&short, &mut effort) else { panic!("there is no limit") };
        assert_eq!(joined::<_, _, WideCount>(&widest, jumps, &mut effort), games);
        assert_eq!(joined::<_, _, u128>(&long, jumps, &mut effort), games);
        assert_eq!(arriving::<_, _, u128>(&short, jumps, &mut effort), games);
        assert_eq!(arriving::<_, _, WideCount>(&long, jumps, &mut effort), games);
        let ways = whole::<_, _, u128>(&short, &mut effort);
        assert_eq!(whole::<_, _, WideCount>(&long, &mut effort), ways);
        let big = WideCount::one().big() * (BigUint::from(1u8) << 900u32) * 24u8;
        let mut vast = WideCount::default();
        vast.0[14] = 24 << 4;
        assert_eq!((vast.big(), vast.share(24).big()), (big.clone(), big / 24u8));
    }
}
