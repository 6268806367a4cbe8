//! Counting: solutions, positions that can be reached or won, dead ends and whole games, exact.

use num_bigint::BigUint;
use search::layers;
use search::limits::Stop;
use search::{Limit, Meter};

use super::levels::{self, CountError, Engine};
use super::{Local, Pegs, solve};
use tabuleiro_core::contract::{Capabilities, Count, Counted, Ended, Fact, Options};
use tabuleiro_core::kept::refused;
use tabuleiro_core::locale::Message;
use tabuleiro_core::text::{Diagnostic, one_of};

/// What is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quantity {
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

impl Quantity {
    /// Everything that can be counted with its word, as people type it.
    pub const ALL: [(&'static str, Quantity); 6] = [
        ("solutions", Quantity::Solutions),
        ("positions", Quantity::Positions),
        ("winning", Quantity::Winning),
        ("dead-ends", Quantity::DeadEnds),
        ("games", Quantity::Games),
        ("finishes", Quantity::Finishes),
    ];

    fn word(self) -> &'static str {
        Quantity::ALL.into_iter().find(|&(_, of)| of == self).map_or("", |(word, _)| word)
    }
}

impl Count<Local> for Pegs {
    type Question = Quantity;

    fn question(&self, options: &Options) -> Result<Quantity, Diagnostic> {
        options
            .get("of")
            .map_or(Ok(Quantity::default()), |value| one_of("of", value, &Quantity::ALL))
    }

    fn describe(of: &Quantity) -> String {
        of.word().to_owned()
    }

    fn capabilities(
        &self,
        of: &Quantity,
        up_to: Option<u64>,
        _: &mut Meter<'_>,
    ) -> Result<Capabilities, Limit> {
        // A few solutions are searched for, one by one.
        let layers = up_to.is_none() || *of != Quantity::Solutions;
        Ok(Capabilities {
            checkpoint: layers,
            // Winning positions are found backwards, from whole levels.
            distributed: layers && *of != Quantity::Winning,
        })
    }

    fn count(
        &self,
        &of: &Quantity,
        up_to: Option<u64>,
        meter: &mut Meter<'_>,
    ) -> Result<Counted, Diagnostic> {
        let some = up_to.filter(|_| of == Quantity::Solutions);
        let mut all = All::new(BigUint::ZERO, usual(of, meter));
        let ended = match some {
            Some(up_to) => {
                let (count, ended) = solve::some(self, up_to, meter);
                all = All { way: "search", ..All::new(count, Engine::MeetInTheMiddle) };
                ended
            }
            None => match count_all(self, of, meter) {
                Ok(found) => {
                    all = found;
                    match up_to.map(BigUint::from).filter(|most| all.count > *most) {
                        Some(most) => {
                            all = All { count: most, known: Known::Nothing, ..all };
                            Ended::Satisfied
                        }
                        None => Ended::Exhausted,
                    }
                }
                Err(CountError::Layers(layers::LayersError::Fault(fault))) => {
                    return Err(refused(&fault));
                }
                Err(CountError::Alone) => return Err(Diagnostic::new("L0006")),
                Err(halt) => Ended::Cut(limit(halt)),
            },
        };
        let All { count, known, way } = all;
        let word = of.word();
        let unit = |more: &str| Message::new(format!("pegs.unit.{word}{more}"));
        let mut facts = vec![(word, Fact::Is(true))];
        let unit = match known {
            Known::Nothing => unit(""),
            Known::Levels(levels) => {
                let sum = |level: fn(&(u64, u64)) -> u64| levels.iter().map(level).sum::<u64>();
                let (all, alike) = (sum(|level| level.0), sum(|level| level.1));
                facts.push(("up_to_symmetry", Fact::Number(alike)));
                facts.push(("levels", table(self, &levels)));
                if alike < all { unit("-alike").with("alike", alike) } else { unit("") }
            }
            Known::Cells(cells) if cells.is_empty() => unit(""),
            Known::Cells(cells) => {
                let told = unit("-cells").with("cells", cells.join(" "));
                facts.push(("cells", Fact::Words(cells)));
                told
            }
        };
        // A number that is not one is many, however large.
        let many = u64::try_from(&count).unwrap_or(u64::MAX);
        Ok(Counted { count, ended, unit: unit.with("n", many), way, facts })
    }
}

/// Everything, counted.
struct All {
    count: BigUint,
    known: Known,
    way: &'static str,
}

/// What is known besides.
enum Known {
    Nothing,
    /// How many there are after each number of jumps, in all and up to symmetry.
    Levels(Vec<(u64, u64)>),
    /// Which cells they are.
    Cells(Vec<String>),
}

impl All {
    fn new(count: BigUint, way: Engine) -> All {
        let way = match way {
            Engine::Layers => "layers",
            Engine::MeetInTheMiddle => "halves",
            Engine::Dense => "dense",
        };
        All { count, known: Known::Nothing, way }
    }

    /// Positions level by level, in all and up to symmetry.
    fn positions(levels: impl Iterator<Item = (u64, u64)>, way: Engine) -> All {
        let levels: Vec<(u64, u64)> = levels.collect();
        let all = levels.iter().map(|level| level.0).sum::<u64>();
        All { known: Known::Levels(levels), ..All::new(all.into(), way) }
    }
}

/// The way a count goes that does not end.
fn usual(of: Quantity, meter: &Meter<'_>) -> Engine {
    match of {
        Quantity::Solutions | Quantity::Winning if meter.resources().net.is_none() => {
            Engine::MeetInTheMiddle
        }
        _ => Engine::Layers,
    }
}

/// Positions by pegs left: a jump takes one away.
fn table(board: &Pegs, levels: &[(u64, u64)]) -> Fact {
    let start = board.ground().start.iter().filter(|&&peg| peg).count() as u64;
    let (all, alike) = levels.iter().copied().unzip();
    let pegs = (0..levels.len() as u64).map(|jumps| start.saturating_sub(jumps)).collect();
    Fact::Table(vec![("pegs", pegs), ("positions", all), ("up-to-symmetry", alike)])
}

fn count_all(board: &Pegs, of: Quantity, meter: &mut Meter<'_>) -> Result<All, CountError> {
    let (ground, usual) = (board.ground(), usual(of, meter));
    Ok(match of {
        Quantity::Solutions => All::new(levels::solutions(ground, meter)?, usual),
        Quantity::Games => All::new(levels::sequences(ground, meter)?, usual),
        Quantity::Positions => {
            let (levels, way) = levels::reachable(ground, meter)?;
            All::positions(levels.iter().map(|level| (level.positions, level.classes)), way)
        }
        Quantity::DeadEnds => {
            let (levels, way) = levels::reachable(ground, meter)?;
            All::positions(levels.iter().map(|level| (level.dead, level.dead_classes)), way)
        }
        Quantity::Winning => {
            let (levels, way) = levels::winning(ground, meter)?;
            All::positions(levels.iter().map(|level| (level.positions, level.classes)), way)
        }
        Quantity::Finishes => {
            let (cells, way) = levels::finishes(ground, meter)?;
            let columns = ground.columns;
            let place = |cell: &u32| {
                format!("{},{}", *cell as usize / columns + 1, *cell as usize % columns + 1)
            };
            let known = Known::Cells(cells.iter().map(place).collect());
            All { known, ..All::new(cells.len().into(), way) }
        }
    })
}

/// The limit that ended a count.
pub(super) fn limit(halt: CountError) -> Limit {
    match halt {
        CountError::Layers(layers::LayersError::Stop(Stop::Limit(limit))) => limit,
        CountError::Layers(_) | CountError::TooLarge | CountError::Alone => Limit::Incomplete,
    }
}
