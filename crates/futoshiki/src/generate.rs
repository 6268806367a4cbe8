//! Making boards: a random Latin square, all its clues, and then fewer, as long as there is one
//! solution.

use std::ops::ControlFlow;

use search::{Ended, Limit, Meter};

use super::explain::closure::{self, Allowed, Known};
use super::explain::{self, Rung};
use super::rate::{Level, is_within, rate, rating};
use super::{
    Clue, Futoshiki, Grid, Local, Notation, Placed, Sign, fast, fewest, parse_order, solutions,
    solve,
};
use tabuleiro_core::contract::{Claim, Generate, Generated, Options, Product, Rating, RunError};
use tabuleiro_core::latin;
use tabuleiro_core::random::Rng;
use tabuleiro_core::text::{Diagnostic, Source, one_of};

/// Orders that boards are made of.
const ORDERS: std::ops::RangeInclusive<usize> = 2..=16;
/// Squares that are tried for a board of a wanted level.
const TRIES: u32 = 300;
/// How many times as many are tried for a technique that needs no refutation: some are rare, and a square takes a millisecond.
const TIMES_FOR_TECHNIQUE: u32 = 10;
/// How many of them are in vain before boards of signs alone are made of plainer ones.
const PATIENCE: u32 = 20;

/// What a board is to be like.
struct Recipe {
    order: usize,
    digits: bool,
    signs: bool,
    symmetric: bool,
    minimal: bool,
    fewest: bool,
    level: Option<Level>,
    /// The hardest technique that the board needs.
    technique: Option<Rung>,
}

impl Generate<Local> for Futoshiki {
    const LEVELS: &'static [&'static str] = &Level::WORDS;

    fn rate(&self, meter: &mut Meter<'_>) -> Result<Option<Rating>, Limit> {
        rating(self, meter).map(Some)
    }

    fn generate(
        options: &Options,
        seed: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Generated<Self>, RunError> {
        let recipe = Recipe::new(options)?;
        let notation = options.get("notation");
        let notation =
            notation.map_or(Ok(Notation::default()), |v| Notation::parse("notation", v))?;
        let mut rng = Rng::new(seed);
        let tries = recipe.tries();
        for tried in 0..tries {
            let solution = latin::square(recipe.order, recipe.moves(tried), &mut rng);
            let Some(mut instance) = recipe.make(&solution, &mut rng, meter)? else { continue };
            let mut solution = solution;
            if recipe.fewest {
                (instance, solution) = fewest::fewest(instance, &mut rng, meter)?;
            }
            let values = solution.iter().map(|&value| u32::from(value)).collect();
            return Ok(Generated {
                instance: instance.written(notation),
                claim: Claim::Solution(Grid::new(recipe.order, values)),
                product: Product::Instance,
            });
        }
        Err(Diagnostic::new("F0402").with("n", u64::from(tries)).into())
    }
}

impl Recipe {
    fn new(options: &Options) -> Result<Self, Diagnostic> {
        let order = options.get("order").map_or(Ok(5), parse_order)?;
        if !ORDERS.contains(&order) {
            let value = options.get("order").unwrap_or_default();
            return Err(Source::option("order", value).diagnostic("F0401", 0..value.len()));
        }
        let kinds = [("digits", (true, false)), ("signs", (false, true)), ("mixed", (true, true))];
        let clues = options.get("clues").unwrap_or("mixed");
        let (digits, signs) = one_of("clues", clues, &kinds)?;
        let level = options.get("difficulty").map(|value| {
            let known = Level::ALL.into_iter().find(|(_, word)| word.eq_ignore_ascii_case(value));
            known.map(|(level, _)| level).ok_or_else(|| {
                let fault = Source::option("difficulty", value).diagnostic("F0204", 0..value.len());
                let fault = fault.with("found", value).near(value, &Level::WORDS);
                fault.with("known", Level::WORDS.join(", "))
            })
        });
        let technique = options.get("technique").map(Rung::parse).transpose()?;
        let level = level.transpose()?;
        let (symmetric, fewest) = (options.has("symmetric"), options.has("fewest"));
        if fewest && (digits || symmetric || level.is_some() || technique.is_some()) {
            return Err(Diagnostic::new("F0403"));
        }
        let minimal = fewest || options.has("minimal");
        Ok(Recipe { order, digits, signs, symmetric, minimal, fewest, level, technique })
    }

    /// How many squares are tried.
    fn tries(&self) -> u32 {
        let is_quick = self.technique.is_some_and(|technique| technique < Rung::Refutation);
        if is_quick { TRIES * TIMES_FOR_TECHNIQUE } else { TRIES }
    }

    /// How many moves from the cyclic square a square is made by. Hardly any large square is the only
    /// one with its signs, but the cyclic one is: without digits, it must be the nearer to that the
    /// more were tried in vain.
    fn moves(&self, tried: u32) -> usize {
        self.order.pow(3) >> if self.digits { 0 } else { tried / PATIENCE }
    }

    /// A board with this solution, if stripping clues in a random order leads to one as wanted.
    fn make(
        &self,
        solution: &[u8],
        rng: &mut Rng,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Futoshiki>, RunError> {
        let mut clues = self.clues(solution);
        let mut board = Futoshiki::new(self.order);
        clues.iter().flatten().for_each(|&clue| board.put(clue));
        // The digits alone would leave nothing open.
        if !self.digits && !is_unique(&board, meter)? {
            return Ok(None);
        }
        rng.shuffle(&mut clues);
        if self.level >= Some(Level::Hard) || self.technique >= Some(Rung::Refutation) {
            // Boards of signs are harder than boards of digits, so digits are the first to go.
            clues.sort_by_key(|pair| matches!(pair[..], [Clue::Sign(_), ..]));
        }
        self.strip(&mut board, &clues, solution, meter)?;
        let mut wanted = match self.level {
            Some(level) => rate(&board, Level::Hard, meter)? == level,
            None => true,
        };
        if let Some(technique) = self.technique.filter(|_| wanted) {
            let climbed = explain::climb(&board, technique, meter)?;
            wanted = climbed.is_some_and(|climbed| climbed.hardest == Some(technique));
        }
        // Whatever was found on the way: this is the proof that every board carries.
        Ok((wanted && is_unique(&board, meter)?).then_some(board))
    }

    /// Takes every clue, in this order, that the board is fine without. What can go can go together
    /// with those before it, and a board with fewer clues is never fine where one with more is not:
    /// so as long as all goes well, more are taken at once, and the board is the same.
    fn strip(
        &self,
        board: &mut Futoshiki,
        clues: &[Vec<Clue>],
        solution: &[u8],
        meter: &mut Meter<'_>,
    ) -> Result<(), RunError> {
        let (mut at, mut stride) = (0, 1);
        while at < clues.len() {
            let some = &clues[at..clues.len().min(at + stride)];
            some.iter().flatten().for_each(|&clue| board.take(clue));
            if self.is_fine(board, Known { lost: some, solution }, meter)? {
                at += some.len();
                stride *= 2;
                continue;
            }
            some.iter().flatten().for_each(|&clue| board.put(clue));
            at += usize::from(stride == 1);
            stride = (stride / 4).max(1);
        }
        Ok(())
    }

    /// Whether a board may be without the clues that it has just lost.
    fn is_fine(
        &self,
        board: &mut Futoshiki,
        known: Known<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, RunError> {
        // Without a word about it, a board can be solved by thinking, but not at a glance.
        let most = match (self.technique, self.level) {
            _ if self.minimal => return is_unique_without(board, known.lost, meter),
            (Some(technique), _) if technique < Rung::Hill => {
                return Ok(explain::climb(board, technique, meter)?.is_some());
            }
            (Some(technique), _) if technique < Rung::Refutation => {
                let rungs = Rung::BETWEEN.iter().filter(|rung| **rung <= technique).count();
                let allowed = Allowed { rungs: &Rung::BETWEEN[..rungs], refutation: false };
                return Ok(closure::solve(board, allowed, known, meter)?.is_some());
            }
            (Some(Rung::Refutation), _) => Level::Hard,
            // Every board with one solution is solved by the last rungs.
            (Some(_), _) | (_, Some(Level::Extreme)) => {
                return is_unique_without(board, known.lost, meter);
            }
            (None, level) => level.unwrap_or(Level::Tricky),
        };
        if most < Level::Hard {
            return Ok(is_within(board, most, known, meter)?);
        }
        // To refute values takes longest: first whatever decides sooner.
        Ok(is_within(board, Level::Tricky, known, meter)?
            || is_unique_without(board, known.lost, meter)?
                && is_within(board, most, known, meter)?)
    }

    /// All clues of a solution that are wanted; those that go together are listed together.
    fn clues(&self, solution: &[u8]) -> Vec<Vec<Clue>> {
        let order = self.order;
        let cells = order * order;
        let mut clues: Vec<Vec<Clue>> = Vec::new();
        let mirror = |cell: usize| if self.symmetric { cells - 1 - cell } else { cell };
        if self.digits {
            let given =
                |cell: usize| Clue::Given(Placed { cell: cell as u16, value: solution[cell] });
            clues.extend((0..cells).filter(|&cell| cell <= mirror(cell) || !self.symmetric).map(
                |cell| match mirror(cell) {
                    other if other != cell => vec![given(cell), given(other)],
                    _ => vec![given(cell)],
                },
            ));
        }
        if self.signs {
            let sign = |one: usize, other: usize| {
                let (less, more) =
                    if solution[one] < solution[other] { (one, other) } else { (other, one) };
                Clue::Sign(Sign { less: less as u16, more: more as u16 })
            };
            let beside = (0..cells).filter(|cell| (cell + 1) % order != 0).map(|c| (c, c + 1));
            let above = (0..cells - order).map(|c| (c, c + order));
            for (one, other) in beside.chain(above) {
                let opposite = (mirror(other), mirror(one));
                match (one, other) {
                    pair if !self.symmetric || pair == opposite => {
                        clues.push(vec![sign(one, other)])
                    }
                    pair if pair < opposite => {
                        clues.push(vec![sign(one, other), sign(opposite.0, opposite.1)]);
                    }
                    _ => {}
                }
            }
        }
        clues
    }
}

/// Whether a board that has just lost these clues has one solution still.
fn is_unique_without(
    board: &mut Futoshiki,
    lost: &[Vec<Clue>],
    meter: &mut Meter<'_>,
) -> Result<bool, RunError> {
    Ok(match lost {
        [pair] if pair.len() == 1 => !can_break(board, pair[0], meter)?,
        _ => is_unique(board, meter)?,
    })
}

/// Whether a board that lacks a clue has a solution that is against it: one search, where to count
/// to two takes two.
fn can_break(board: &mut Futoshiki, clue: Clue, meter: &mut Meter<'_>) -> Result<bool, Limit> {
    match clue {
        Clue::Given(placed) => fast::exists_without(board, &[placed], meter),
        Clue::Sign(Sign { less, more }) => {
            // Neighbours are never equal: to break a sign is to turn it.
            let turned = Clue::Sign(Sign { less: more, more: less });
            board.put(turned);
            let found = fast::exists_without(board, &[], meter);
            board.take(turned);
            found
        }
    }
}

fn is_unique(board: &Futoshiki, meter: &mut Meter<'_>) -> Result<bool, Limit> {
    Ok(number_of_solutions(board, meter)? == 1)
}

/// None, one, or two where there are more.
pub(super) fn number_of_solutions(board: &Futoshiki, meter: &mut Meter<'_>) -> Result<u32, Limit> {
    let mut found = 0;
    solve::claim(board, meter)?;
    let ended = solutions(board, meter, |_| {
        found += 1;
        if found == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    solve::release(board, meter);
    match ended {
        Ended::Cut(limit) => Err(limit),
        Ended::Exhausted | Ended::Satisfied | Ended::Spent => Ok(found),
    }
}
