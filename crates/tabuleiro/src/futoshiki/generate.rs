//! Making boards: a random Latin square, all its clues, and then fewer, as long as there is one
//! solution.

use search::Meter;

use super::rate::{Level, rate};
use super::{Futoshiki, Grid, Notation, Sign, latin, read};
use crate::contract::{Claim, Count, CountEnd, Generate, Generated, Obstacle, Options, Product};
use crate::random::Dice;
use crate::text::{Diagnostic, Source};

/// Orders that boards are made of.
const ORDERS: std::ops::RangeInclusive<usize> = 2..=16;
/// Squares that are tried for a board of a wanted level.
const TRIES: u32 = 300;

/// What a board is to be like.
struct Recipe {
    order: usize,
    digits: bool,
    signs: bool,
    symmetric: bool,
    minimal: bool,
    level: Option<Level>,
}

/// A clue: a cell whose value is given, or a sign.
#[derive(Clone, Copy)]
enum Clue {
    Given(usize),
    Sign(Sign),
}

impl Generate for Futoshiki {
    fn generate(
        options: &Options,
        seed: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Generated<Self>, Obstacle> {
        let recipe = Recipe::new(options)?;
        let notation = options.get("notation");
        let notation =
            notation.map_or(Ok(Notation::default()), |v| Notation::parse("notation", v))?;
        let mut dice = Dice::new(seed);
        for _ in 0..TRIES {
            let solution = latin::square(recipe.order, &mut dice);
            let Some(instance) = recipe.make(&solution, &mut dice, meter)? else { continue };
            let values = solution.iter().map(|&value| u32::from(value)).collect();
            return Ok(Generated {
                instance: instance.written(notation),
                claim: Claim::Solution(Grid::new(recipe.order, values)),
                product: Product::Instance,
            });
        }
        Err(Diagnostic::new("F0402").with("n", u64::from(TRIES)).into())
    }
}

impl Recipe {
    fn new(options: &Options) -> Result<Self, Diagnostic> {
        let order = options.get("order").map_or(Ok(5), read::order)?;
        if !ORDERS.contains(&order) {
            let value = options.get("order").unwrap_or_default();
            return Err(Source::option("order", value).diagnostic("F0401", 0..value.len()));
        }
        let (digits, signs) = match options.get("clues") {
            None | Some("mixed") => (true, true),
            Some("digits") => (true, false),
            Some("signs") => (false, true),
            Some(value) => {
                let source = Source::option("clues", value);
                return Err(source.diagnostic("F0203", 0..value.len()).with("found", value));
            }
        };
        let level = options.get("difficulty").map(|value| {
            let known = Level::ALL.into_iter().find(|(_, word)| *word == value);
            known.map(|(level, _)| level).ok_or_else(|| {
                let words = Level::ALL.map(|(_, word)| word).join(", ");
                let source = Source::option("difficulty", value);
                source.diagnostic("F0204", 0..value.len()).with("found", value).with("known", words)
            })
        });
        let (symmetric, minimal) = (options.has("symmetric"), options.has("minimal"));
        Ok(Recipe { order, digits, signs, symmetric, minimal, level: level.transpose()? })
    }

    /// A board with this solution, if stripping clues in a random order leads to one as wanted.
    fn make(
        &self,
        solution: &[u8],
        dice: &mut Dice,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Futoshiki>, Obstacle> {
        let mut clues = self.clues(solution);
        if !is_unique(&with(&clues, solution), meter)? {
            return Ok(None);
        }
        dice.shuffle(&mut clues);
        if self.level >= Some(Level::Hard) {
            // Boards of signs are harder than boards of digits, so digits are the first to go.
            clues.sort_by_key(|pair| matches!(pair[..], [Clue::Sign(_), ..]));
        }
        let mut at = 0;
        while at < clues.len() {
            let pair = clues.remove(at);
            if !self.is_fine(&with(&clues, solution), meter)? {
                clues.insert(at, pair);
                at += 1;
            }
        }
        let board = with(&clues, solution);
        let wanted = self.level.is_none_or(|level| rate(&board, Level::Hard) == level);
        // Whatever the rater found: this is the proof that every board carries.
        Ok((wanted && is_unique(&board, meter)?).then_some(board))
    }

    /// Whether a board may lose clues down to this.
    fn is_fine(&self, board: &Futoshiki, meter: &mut Meter<'_>) -> Result<bool, Obstacle> {
        // Without a word about it, a board can be solved by thinking, but not at a glance.
        let most = match self.level {
            None if !self.minimal => Level::Tricky,
            Some(level) if !self.minimal && level < Level::Extreme => level,
            _ => return is_unique(board, meter),
        };
        Ok(rate(board, most) <= most)
    }

    /// All clues of a solution that are wanted; those that go together are listed together.
    fn clues(&self, solution: &[u8]) -> Vec<Vec<Clue>> {
        let order = self.order;
        let cells = order * order;
        let mut clues: Vec<Vec<Clue>> = Vec::new();
        let mirror = |cell: usize| if self.symmetric { cells - 1 - cell } else { cell };
        if self.digits {
            clues.extend((0..cells).filter(|&cell| cell <= mirror(cell) || !self.symmetric).map(
                |cell| match mirror(cell) {
                    other if other != cell => vec![Clue::Given(cell), Clue::Given(other)],
                    _ => vec![Clue::Given(cell)],
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

fn with(clues: &[Vec<Clue>], solution: &[u8]) -> Futoshiki {
    let mut board = Futoshiki::new(solution.len().isqrt());
    let mut signs = Vec::new();
    for &clue in clues.iter().flatten() {
        match clue {
            Clue::Given(cell) => board.givens[cell] = solution[cell],
            Clue::Sign(sign) => signs.push(sign),
        }
    }
    board.with_signs(signs)
}

fn is_unique(board: &Futoshiki, meter: &mut Meter<'_>) -> Result<bool, Obstacle> {
    let counted = board.count(Some(2), meter);
    match counted.ended {
        CountEnd::Limit(limit) => Err(limit.into()),
        CountEnd::Exact | CountEnd::UpTo => Ok(counted.count == 1u8.into()),
    }
}
