//! Counting shortest paths by dynamic programming: backwards from the exits, level by level, over squares that lie on
//! shortest paths alone.
//!
//! These are layers, but not for the engine of layers: in a maze there are as many of them as squares,
//! and few squares in each, so that getting ready for one would take longer than it does; and the
//! numbers have no bound that words of a fixed width could hold.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use search::limits::{PollState, Stop};
use search::{End, Ended, Ends, Flood, Limit, Marks, Meeting, Meter, breadth_first};

use super::{Local, LostKnight, solve};
use tabuleiro_core::contract::{Count, Counted, Fact, Options};
use tabuleiro_core::leaper::Moves;
use tabuleiro_core::locale::Message;
use tabuleiro_core::text::{Diagnostic, one_of};

/// What makes two paths different.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum By {
    /// The squares they visit.
    #[default]
    Squares,
    /// The moves they make: on a narrow torus several moves lead to the same square.
    Moves,
}

impl By {
    const WORDS: [(&'static str, By); 2] = [("squares", By::Squares), ("moves", By::Moves)];

    /// Reads the value of an option.
    pub(super) fn parse(option: &str, value: &str) -> Result<Self, Diagnostic> {
        one_of(option, value, &By::WORDS)
    }

    fn word(self) -> &'static str {
        By::WORDS.into_iter().find(|&(_, by)| by == self).map_or("", |(word, _)| word)
    }
}

impl Count<Local> for LostKnight {
    type Question = By;

    fn question(&self, options: &Options) -> Result<By, Diagnostic> {
        options.get("by").map_or(Ok(By::default()), |value| By::parse("by", value))
    }

    fn describe(by: &By) -> String {
        by.word().to_owned()
    }

    fn count(
        &self,
        &by: &By,
        up_to: Option<u64>,
        meter: &mut Meter<'_>,
    ) -> Result<Counted, Diagnostic> {
        let (mut count, mut ended) = match count_all(self, by, meter) {
            Ok(count) => (count, Ended::Exhausted),
            Err(limit) => (BigUint::ZERO, Ended::Cut(limit)),
        };
        if let Some(most) = up_to.map(BigUint::from)
            && ended == Ended::Exhausted
            && count >= most
        {
            (count, ended) = (most, Ended::Satisfied);
        }
        let by_squares = by == By::Squares;
        let unit = if by_squares { "squares" } else { "moves" };
        let grammatical = if count == BigUint::from(1u8) { 1u64 } else { 2 };
        Ok(Counted {
            count,
            ended,
            unit: Message::new(format!("lost-knight.unit.{unit}")).with("n", grammatical),
            way: "paths",
            facts: vec![("by_squares", Fact::Is(by_squares))],
        })
    }
}

fn count_all(board: &LostKnight, by: By, meter: &mut Meter<'_>) -> Result<BigUint, Limit> {
    let mut marks = solve::marks(board, meter)?;
    let moves = board.moves();
    let (knights, exits) = (board.places(board.knights()), board.places(board.exits()));
    let ends = (&knights[..], &exits[..]);
    let meeting = match breadth_first(&moves, &mut marks, ends, Ends::One, meter, &mut ()) {
        Flood::Met(meeting) => meeting,
        Flood::Enclosed(_) => return Ok(BigUint::ZERO),
        Flood::Stopped(Ended::Cut(limit)) => return Err(limit),
        Flood::Stopped(_) => return Err(Limit::Incomplete),
    };
    let back = BackwardCount { moves: &moves, marks: &marks, meeting: &meeting, by };
    // Machine numbers are many times faster, and mostly large enough.
    match back.count::<u128>(&exits, meter)? {
        Some(count) => Ok(count.into()),
        None => Ok(back.count::<BigUint>(&exits, meter)?.unwrap_or_default()),
    }
}

/// Numbers that are added up.
trait Number: Clone + Default {
    const ONE: fn() -> Self;
    /// Adds; `false` if the sum is too large.
    fn add(&mut self, other: &Self) -> bool;
    /// Bytes that it takes.
    fn bytes(&self) -> u64;
}

impl Number for u128 {
    const ONE: fn() -> Self = || 1;

    fn add(&mut self, other: &Self) -> bool {
        let sum = self.checked_add(*other);
        *self = sum.unwrap_or_default();
        sum.is_some()
    }

    fn bytes(&self) -> u64 {
        size_of::<u128>() as u64
    }
}

impl Number for BigUint {
    const ONE: fn() -> Self = || BigUint::from(1u8);

    fn add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }

    fn bytes(&self) -> u64 {
        size_of::<BigUint>() as u64 + self.bits() / 8
    }
}

/// Bytes of a place in two levels and in the index of one, besides its numbers.
const BYTES_A_PLACE: u64 = 48;
/// Levels that take more than so many bytes are told to the meter one by one.
const LARGE: u64 = 1 << 16;

/// The way back from the exits.
struct BackwardCount<'a> {
    moves: &'a Moves,
    marks: &'a Marks,
    meeting: &'a Meeting,
    by: By,
}

impl BackwardCount<'_> {
    /// The number of ways from the exits to knights; `None` if a number was too large.
    fn count<N: Number>(&self, exits: &[u32], meter: &mut Meter<'_>) -> Result<Option<N>, Limit> {
        let mut level: Vec<(u32, N)> = exits.iter().map(|&exit| (exit, N::ONE())).collect();
        let mut index: FxHashMap<u32, usize> = FxHashMap::default();
        for depth in (0..self.meeting.distance()).rev() {
            index.clear();
            let mut before: Vec<(u32, N)> = Vec::new();
            // The numbers of a level are about as large as the first, and two levels are held.
            let number = level.first().map_or(0, |(_, count)| count.bytes());
            let bytes = level.len() as u64 * (2 * number + BYTES_A_PLACE);
            if depth % 64 == 0 || bytes > LARGE {
                look(meter, bytes)?;
            }
            for (place, count) in &level {
                meter.check_limits()?;
                let mut ways = self.moves.from(*place);
                if self.by == By::Squares {
                    ways.sort_unstable();
                    ways.dedup();
                }
                for to in ways.into_iter().filter(|&to| self.marks.is_at(to, End::Root, depth)) {
                    let at = *index.entry(to).or_insert(before.len());
                    if at == before.len() {
                        before.push((to, count.clone()));
                    } else if !before[at].1.add(count) {
                        return Ok(None);
                    }
                }
            }
            level = before;
        }
        let mut sum = N::default();
        let fits = level.iter().all(|(_, count)| sum.add(count));
        Ok(fits.then_some(sum))
    }
}

/// Looks whether a limit has fired; the search is over, so nodes cannot.
fn look(meter: &mut Meter<'_>, memory: u64) -> Result<(), Limit> {
    let standing = PollState { memory, explored: 1.0, ..PollState::default() };
    match meter.poll(meter.stats(), standing) {
        Err(Stop::Limit(limit)) if limit != Limit::Nodes => Err(limit),
        _ => Ok(()),
    }
}
