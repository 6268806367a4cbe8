//! Counting shortest paths: backwards from the exits, level by level, over squares that lie on
//! shortest paths alone.
//!
//! These are layers, but not for the engine of layers: in a maze there are as many of them as squares,
//! and few squares in each, so that getting ready for one would take longer than it does; and the
//! numbers have no bound that words of a fixed width could hold.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use search::limits::{Standing, Stop};
use search::{End, Ended, Ends, Flood, Limit, Marks, Meeting, Meter, breadth_first};

use super::{LostKnight, Rules};
use crate::contract::{Count, CountEnd, Counted, Fact};
use crate::leaper::Moves;
use crate::locale::Message;
use crate::text::{Diagnostic, one_of};

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

impl Count for LostKnight {
    fn question(&self) -> String {
        let Rules { edges, leaper, by } = self.rules();
        format!("{} {leaper} {}", edges.word(), by.word())
    }

    fn count(&self, up_to: Option<u64>, meter: &mut Meter<'_>) -> Result<Counted, Diagnostic> {
        let (mut count, mut ended) = match self.count_all(meter) {
            Ok(count) => (count, CountEnd::Exact),
            Err(limit) => (BigUint::ZERO, CountEnd::Limit(limit)),
        };
        if let Some(most) = up_to.map(BigUint::from)
            && ended == CountEnd::Exact
            && count >= most
        {
            (count, ended) = (most, CountEnd::UpTo);
        }
        let by_squares = self.rules().by == By::Squares;
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

impl LostKnight {
    fn count_all(&self, meter: &mut Meter<'_>) -> Result<BigUint, Limit> {
        let mut marks = self.marks(meter)?;
        let moves = self.moves();
        let (knights, exits) = (self.places(self.knights()), self.places(self.exits()));
        let ends = (&knights[..], &exits[..]);
        let meeting = match breadth_first(&moves, &mut marks, ends, Ends::One, meter, &mut ()) {
            Flood::Met(meeting) => meeting,
            Flood::Enclosed(_) => return Ok(BigUint::ZERO),
            Flood::Stopped(Ended::Cut(limit)) => return Err(limit),
            Flood::Stopped(_) => return Err(Limit::Incomplete),
        };
        let back = Back { moves: &moves, marks: &marks, meeting: &meeting, by: self.rules().by };
        // Machine numbers are many times faster, and mostly large enough.
        match back.count::<u128>(&exits, meter)? {
            Some(count) => Ok(count.into()),
            None => Ok(back.count::<BigUint>(&exits, meter)?.unwrap_or_default()),
        }
    }
}

/// Numbers that are added up.
trait Number: Clone + Default {
    const ONE: fn() -> Self;
    /// Adds; `false` if the sum is too large.
    fn add(&mut self, other: &Self) -> bool;
}

impl Number for u128 {
    const ONE: fn() -> Self = || 1;

    fn add(&mut self, other: &Self) -> bool {
        let sum = self.checked_add(*other);
        *self = sum.unwrap_or_default();
        sum.is_some()
    }
}

impl Number for BigUint {
    const ONE: fn() -> Self = || BigUint::from(1u8);

    fn add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }
}

/// The way back from the exits.
struct Back<'a> {
    moves: &'a Moves,
    marks: &'a Marks,
    meeting: &'a Meeting,
    by: By,
}

impl Back<'_> {
    /// The number of ways from the exits to knights; `None` if a number was too large.
    fn count<N: Number>(&self, exits: &[u32], meter: &mut Meter<'_>) -> Result<Option<N>, Limit> {
        let mut level: Vec<(u32, N)> = exits.iter().map(|&exit| (exit, N::ONE())).collect();
        let mut index: FxHashMap<u32, usize> = FxHashMap::default();
        for depth in (0..self.meeting.distance()).rev() {
            index.clear();
            let mut before: Vec<(u32, N)> = Vec::new();
            for (place, count) in &level {
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
            if depth % 64 == 0 {
                look(meter, level.len() * size_of::<(u32, N)>())?;
            }
        }
        let mut sum = N::default();
        let fits = level.iter().all(|(_, count)| sum.add(count));
        Ok(fits.then_some(sum))
    }
}

/// Looks whether a limit has fired; the search is over, so nodes cannot.
fn look(meter: &mut Meter<'_>, memory: usize) -> Result<(), Limit> {
    let standing = Standing { memory: memory as u64, explored: 1.0, ..Standing::default() };
    match meter.poll(meter.stats(), standing) {
        Err(Stop::Limit(limit)) if limit != Limit::Nodes => Err(limit),
        _ => Ok(()),
    }
}
