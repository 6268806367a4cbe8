//! Counting: solutions, positions that can be reached or won, dead ends and whole games, exact.

use num_bigint::BigUint;
use search::layers;
use search::limits::Stop;
use search::{Limit, Meter};

use super::levels::{self, Halt, Way};
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
    /// Cells where the last peg can stand.
    Finishes,
}

impl Of {
    /// Everything that can be counted with its word, as people type it.
    pub const ALL: [(&'static str, Of); 6] = [
        ("solutions", Of::Solutions),
        ("positions", Of::Positions),
        ("winning", Of::Winning),
        ("dead-ends", Of::DeadEnds),
        ("games", Of::Games),
        ("finishes", Of::Finishes),
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
        let mut all = All::new(BigUint::ZERO, self.usual(meter));
        let ended = match some {
            Some(up_to) => {
                let (count, ended) = solve::some(self, up_to, meter);
                all = All { way: "search", ..All::new(count, Way::Halves) };
                ended
            }
            None => match self.all(meter) {
                Ok(found) => {
                    all = found;
                    match up_to.map(BigUint::from).filter(|most| all.count > *most) {
                        Some(most) => {
                            all = All { count: most, known: None, ..all };
                            CountEnd::UpTo
                        }
                        None => CountEnd::Exact,
                    }
                }
                Err(Halt::Layers(layers::Halt::Fault(fault))) => return Err(refused(&fault)),
                Err(Halt::Alone) => return Err(Diagnostic::new("L0006").with("of", self.of.word())),
                Err(halt) => CountEnd::Limit(limit(halt)),
            },
        };
        let All { count, known, way } = all;
        let word = self.of.word();
        // A number that is not one is many, however large.
        let many = u64::try_from(&count).unwrap_or(u64::MAX);
        let unit = match known {
            None => Message::new(format!("pegs.unit.{word}")),
            Some(Known::Alike(classes)) => {
                Message::new(format!("pegs.unit.{word}-alike")).with("alike", classes)
            }
            Some(Known::Cells(cells)) => {
                Message::new(format!("pegs.unit.{word}-cells")).with("cells", cells)
            }
        };
        Ok(Counted { count, ended, unit: unit.with("n", many), way, facts: vec![(word, true)] })
    }
}

/// Everything, counted.
struct All {
    count: BigUint,
    known: Option<Known>,
    way: &'static str,
}

/// What is known besides.
enum Known {
    /// How many there are up to symmetry, if that are fewer.
    Alike(u64),
    /// Which cells they are.
    Cells(String),
}

impl All {
    fn new(count: BigUint, way: Way) -> All {
        let way = match way {
            Way::Layers => "layers",
            Way::Halves => "halves",
            Way::Dense => "dense",
        };
        All { count, known: None, way }
    }

    /// Positions, and how many there are of them up to symmetry.
    fn positions(levels: impl Iterator<Item = (u64, u64)>, way: Way) -> All {
        let (all, alike) = levels.fold((0, 0), |sum, level| (sum.0 + level.0, sum.1 + level.1));
        let known = (alike < all).then_some(Known::Alike(alike));
        All { known, ..All::new(all.into(), way) }
    }
}

impl Pegs {
    /// The way a count goes that does not end.
    fn usual(&self, meter: &Meter<'_>) -> Way {
        match self.of {
            Of::Solutions | Of::Winning if meter.means().net.is_none() => Way::Halves,
            _ => Way::Layers,
        }
    }

    fn all(&self, meter: &mut Meter<'_>) -> Result<All, Halt> {
        let (ground, usual) = (self.ground(), self.usual(meter));
        Ok(match self.of {
            Of::Solutions => All::new(levels::solutions(ground, meter)?, usual),
            Of::Games => All::new(levels::sequences(ground, meter)?, usual),
            Of::Positions => {
                let (levels, way) = levels::reachable(ground, meter)?;
                All::positions(levels.iter().map(|level| (level.positions, level.classes)), way)
            }
            Of::DeadEnds => {
                let (levels, way) = levels::reachable(ground, meter)?;
                All::positions(levels.iter().map(|level| (level.dead, level.dead_classes)), way)
            }
            Of::Winning => {
                let (levels, way) = levels::winning(ground, meter)?;
                All::positions(levels.iter().map(|level| (level.positions, level.classes)), way)
            }
            Of::Finishes => {
                let (cells, way) = levels::finishes(ground, meter)?;
                let columns = ground.columns;
                let place = |cell: &u32| {
                    format!("{},{}", *cell as usize / columns + 1, *cell as usize % columns + 1)
                };
                let words: Vec<String> = cells.iter().map(place).collect();
                let known = (!cells.is_empty()).then(|| Known::Cells(words.join(" ")));
                All { known, ..All::new(cells.len().into(), way) }
            }
        })
    }
}

/// The limit that ended a count.
pub(super) fn limit(halt: Halt) -> Limit {
    match halt {
        Halt::Layers(layers::Halt::Stop(Stop::Limit(limit))) => limit,
        Halt::Layers(_) | Halt::TooLarge | Halt::Alone => Limit::Incomplete,
    }
}
