//! Counting: solutions, positions that can be reached or won, dead ends and whole games, exact.

use num_bigint::BigUint;
use search::layers;
use search::limits::Stop;
use search::{Limit, Meter};

use super::levels::{self, Halt};
use super::{Pegs, solve};
use crate::contract::{Count, CountEnd, Counted, Options};
use crate::kept::refused;
use crate::locale::Message;
use crate::text::{Diagnostic, one_of};

/// What is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Of {
    /// Ways to play from the start to the goal: sequences of jumps.
    #[default]
    Solutions,
    /// Positions that can be reached from the start.
    Positions,
    /// Positions on a way from the start to the goal.
    Winning,
    /// Positions that can be reached and have no jump.
    DeadEnds,
    /// Ways to play from the start until there is no jump.
    Games,
}

impl Of {
    /// Everything that can be counted with its word, as people type it.
    pub const ALL: [(&'static str, Of); 5] = [
        ("solutions", Of::Solutions),
        ("positions", Of::Positions),
        ("winning", Of::Winning),
        ("dead-ends", Of::DeadEnds),
        ("games", Of::Games),
    ];

    /// What options ask for.
    pub(super) fn chosen(options: &Options) -> Result<Self, Diagnostic> {
        options.get("of").map_or(Ok(Of::default()), |value| one_of("of", value, &Of::ALL))
    }

    fn word(self) -> &'static str {
        Of::ALL.into_iter().find(|&(_, of)| of == self).map_or("", |(word, _)| word)
    }
}

impl Count for Pegs {
    fn question(&self) -> String {
        self.of.word().to_owned()
    }

    fn count(&self, up_to: Option<u64>, meter: &mut Meter<'_>) -> Result<Counted, Diagnostic> {
        let some = up_to.filter(|_| self.of == Of::Solutions);
        let (count, ended) = match some {
            Some(up_to) => solve::some(self, up_to, meter),
            None => match self.all(meter) {
                Ok(count) => match up_to.map(BigUint::from).filter(|most| count > *most) {
                    Some(most) => (most, CountEnd::UpTo),
                    None => (count, CountEnd::Exact),
                },
                Err(Halt::Layers(layers::Halt::Fault(fault))) => return Err(refused(&fault)),
                Err(Halt::Alone) => return Err(Diagnostic::new("L0006").with("of", self.of.word())),
                Err(halt) => (BigUint::ZERO, CountEnd::Limit(limit(halt))),
            },
        };
        let word = self.of.word();
        // A number that is not one is many, however large.
        let many = u64::try_from(&count).unwrap_or(u64::MAX);
        let unit = Message::new(format!("pegs.unit.{word}")).with("n", many);
        let way = match self.of {
            _ if some.is_some() => "search",
            Of::Solutions | Of::Winning if meter.means().net.is_none() => "halves",
            _ => "layers",
        };
        Ok(Counted { count, ended, unit, way, facts: vec![(word, true)] })
    }
}

impl Pegs {
    fn all(&self, meter: &mut Meter<'_>) -> Result<BigUint, Halt> {
        let ground = self.ground();
        let sum = |numbers: Vec<u64>| numbers.into_iter().map(BigUint::from).sum();
        let reached = |count: fn(levels::Count) -> u64, meter: &mut Meter<'_>| {
            let levels = levels::reachable(ground, meter)?;
            Ok(sum(levels.into_iter().map(count).collect()))
        };
        match self.of {
            Of::Solutions => levels::solutions(ground, meter),
            Of::Positions => reached(|level| level.positions, meter),
            Of::DeadEnds => reached(|level| level.dead, meter),
            Of::Games => levels::sequences(ground, meter),
            Of::Winning => levels::winning(ground, meter)
                .map(|levels| sum(levels.into_iter().map(|level| level.positions).collect())),
        }
    }
}

/// The limit that ended a count.
pub(super) fn limit(halt: Halt) -> Limit {
    match halt {
        Halt::Layers(layers::Halt::Stop(Stop::Limit(limit))) => limit,
        Halt::Layers(_) | Halt::TooLarge | Halt::Alone => Limit::Incomplete,
    }
}
