//! Making problems by seed: shapes that grow backward from their goal, or boards with holes put
//! anywhere; and boards that look alike, but are provably impossible.

use search::{Limit, Meter, Outcome};

use super::explain::{DifficultyLevel, is_rated, rate};
use super::grow::Grown;
use super::play::field::Field;
use super::play::prune::{self, MOST_CELLS};
use super::play::{class, pagoda};
use super::solve::{Method, Plan};
use super::{
    BYTES_A_CELL, Ground, Jumps, Local, MOST, Notation, Pegs, Reason, named_boards, quick_refute,
};
use tabuleiro_core::board::Size;
use tabuleiro_core::contract::{
    Claim, Generate, Generated, Options, Product, Rating, RunError, Solve,
};
use tabuleiro_core::random::Rng;
use tabuleiro_core::text::{Diagnostic, Source};

/// Unless told otherwise. A rectangle with no side divisible by three is never solved.
const SIZE: &str = "7x7";
const RECTANGLE: &str = "6x6";
/// The same, where boards are to be rated: larger ones may have too many positions.
const RATED_SIZE: &str = "6x6";
/// The share of the rectangle that a shape grows to fill, in hundredths.
const FULL: usize = 80;
/// Shapes grown for a board, of which one is taken.
const SHAPES: usize = 2;
/// Boards tried before a wish is given up.
const TRIES: usize = 500;
/// Bytes a place that a board takes while it is made.
const BYTES_A_PLACE: u64 = 64;

/// What a board is to be like.
struct Recipe<'a> {
    size: Size,
    holes: usize,
    /// The name of a board or `rectangle`; none if the shape is to grow.
    shape: Option<&'a str>,
}

impl Generate<Local> for Pegs {
    const LEVELS: &'static [&'static str] = &DifficultyLevel::WORDS;

    /// Small enough to be rated, and to be played on paper. A named board has a size of its own.
    fn printed(asked: &Options) -> &'static [(&'static str, &'static str)] {
        if asked.get("shape").is_none_or(|shape| shape == "grown") {
            &[("size", "6x5")]
        } else {
            &[]
        }
    }

    fn rate(&self, meter: &mut Meter<'_>) -> Result<Option<Rating>, Limit> {
        rate(self, meter).map(Some)
    }

    fn generate(
        options: &Options,
        seed: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Generated<Self>, RunError> {
        let recipe = Recipe::new(options)?;
        let level = level(options)?;
        let notation = options.get("notation");
        let notation =
            notation.map_or(Ok(Notation::default()), |word| Notation::parse("notation", word))?;
        meter.claim(recipe.size.area().saturating_mul(BYTES_A_PLACE))?;
        let mut rng = Rng::new(seed);
        for _ in 0..TRIES {
            meter.check_limits()?;
            let Some((ground, grown)) = recipe.candidate(&mut rng, meter)? else { continue };
            let board = legal(ground);
            let claim = if options.has("impossible") {
                argued(&board, &mut rng, meter)?
            } else if let Some(jumps) = grown {
                Some((board, Claim::Solution(jumps)))
            } else {
                solved(board, meter)?
            };
            if let Some((board, claim)) = claim {
                if let Some(level) = level {
                    if !is_rated(&board) {
                        return Err(Diagnostic::new("P0406").into());
                    }
                    if rate(&board, meter)?.level != Some(level.word()) {
                        continue;
                    }
                }
                let instance = board.written(notation);
                return Ok(Generated { instance, claim, product: Product::Instance });
            }
        }
        Err(Diagnostic::new("P0402").with("n", TRIES).into())
    }
}

/// The difficulty that options ask for.
fn level(options: &Options) -> Result<Option<DifficultyLevel>, Diagnostic> {
    let Some(value) = options.get("difficulty") else { return Ok(None) };
    let fault = |code| Source::option("difficulty", value).diagnostic(code, 0..value.len());
    if options.has("impossible") {
        return Err(fault("P0405"));
    }
    let mut known = DifficultyLevel::ALL.into_iter();
    let level = known.find(|level| level.word().eq_ignore_ascii_case(value));
    level.map(Some).ok_or_else(|| {
        let fault = fault("P0404").with("found", value).near(value, &DifficultyLevel::WORDS);
        fault.with("known", DifficultyLevel::WORDS.join(", "))
    })
}

impl<'a> Recipe<'a> {
    fn new(options: &'a Options) -> Result<Self, Diagnostic> {
        let shape = options.get("shape").filter(|&word| word != "grown");
        let size = options.get("size");
        if let (Some(shape), Some(value)) = (shape.filter(|&shape| shape != "rectangle"), size) {
            let source = Source::option("size", value);
            return Err(source.diagnostic("P0403", 0..value.len()).with("shape", shape));
        }
        let usual = match shape {
            Some("rectangle") => RECTANGLE,
            _ if options.has("difficulty") => RATED_SIZE,
            _ => SIZE,
        };
        let mut size = Size::parse("size", size.unwrap_or(usual))?;
        if let Some(name) = shape.filter(|&shape| shape != "rectangle") {
            size = named_boards::size("shape", name)?;
        }
        let holes = options.get("holes").unwrap_or("1");
        let asked: Option<usize> = holes.parse().ok().filter(|&holes| holes > 0);
        if size.area() > MOST || asked.is_none_or(|holes| holes as u64 >= size.area()) {
            let source = Source::option("holes", holes);
            let fault = source.diagnostic("P0401", 0..holes.len());
            return Err(fault.with("holes", holes).with("size", size.to_string()));
        }
        Ok(Recipe { size, holes: asked.unwrap_or(1), shape })
    }

    /// A board, and a game that solves it if it was made with one.
    fn candidate(
        &self,
        rng: &mut Rng,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(Ground, Option<Jumps>)>, RunError> {
        let (rows, columns) = (self.size.rows as usize, self.size.cols as usize);
        let Some(shape) = self.shape else {
            // Not every nucleus has room to grow; the largest of a few shapes is taken.
            let mut best: Option<Grown> = None;
            for _ in 0..SHAPES {
                let Some(mut grown) = Grown::seeds((rows, columns), self.holes, rng, meter)? else {
                    continue;
                };
                grown.grow(rows * columns * FULL / 100, rng, meter)?;
                if best.as_ref().is_none_or(|best| best.jumps.len() < grown.jumps.len()) {
                    best = Some(grown);
                }
            }
            let made = |grown: Grown| (grown.ground, Some(Jumps::found(self.size, &grown.jumps)));
            return Ok(best.map(made));
        };
        let rectangle = self.size.to_string();
        let name = if shape == "rectangle" { &rectangle } else { shape };
        // The board with a list of its cells, which is gone when the board is made.
        let bytes = (BYTES_A_CELL + size_of::<usize>() as u64) * self.size.area();
        meter.claim(bytes)?;
        let mut ground = named_boards::named("shape", name, None)?;
        let mut cells: Vec<usize> =
            (0..ground.inside.len()).filter(|&c| ground.inside[c]).collect();
        ground.start.clone_from(&ground.inside);
        rng.shuffle_within(&mut cells, meter)?;
        cells.iter().take(self.holes).for_each(|&cell| ground.start[cell] = false);
        meter.release(bytes);
        Ok(Some((ground.complemented(), None)))
    }
}

fn legal(ground: Ground) -> Pegs {
    Pegs::new(ground).unwrap_or_else(|| unreachable!("its parts were made together"))
}

type Made = Option<(Pegs, Claim<Pegs>)>;

/// The board with a solution, if one is found soon.
fn solved(board: Pegs, meter: &mut Meter<'_>) -> Result<Made, Limit> {
    if class::refute(board.ground(), meter)?.is_some() {
        return Ok(None);
    }
    let plan = Plan::from(Method::Beam);
    match board.solve(&plan, meter, &mut (), &mut Vec::new()) {
        Outcome::Solved(jumps) => Ok(Some((board, Claim::Solution(jumps)))),
        Outcome::Impossible(_) | Outcome::Unknown(Limit::Incomplete) => Ok(None),
        Outcome::Unknown(limit) => Err(limit),
    }
}

/// The board with a hole moved or a peg's cell left out, so that it is impossible by an argument that
/// takes a thought.
fn argued(board: &Pegs, rng: &mut Rng, meter: &mut Meter<'_>) -> Result<Made, Limit> {
    let mut ground = board.ground().clone();
    let cells = (0..ground.inside.len()).filter(|&cell| ground.inside[cell]);
    let (pegs, holes): (Vec<usize>, Vec<usize>) = cells.partition(|&cell| ground.start[cell]);
    let (peg, hole) = (pegs[rng.below(pegs.len())], holes[rng.below(holes.len())]);
    if rng.below(2) == 0 {
        ground.start.swap(peg, hole);
    } else {
        (ground.inside[peg], ground.start[peg]) = (false, false);
    }
    let board = legal(ground.complemented());
    if quick_refute::plain(board.ground(), meter)?.is_some() {
        return Ok(None);
    }
    let reason = match class::refute(board.ground(), meter)? {
        Some(cells) => Some(Reason::Class(cells)),
        None => weighed(board.ground(), meter)?.map(Reason::Pagoda),
    };
    Ok(reason.map(|reason| {
        let argument = board.argument(reason);
        (board, Claim::Argument(argument))
    }))
}

/// Weights against a board that is not too large for linear programming.
fn weighed(ground: &Ground, meter: &mut Meter<'_>) -> Result<Option<Vec<i64>>, Limit> {
    let cells = ground.inside.iter().filter(|&&inside| inside).count();
    if cells > MOST_CELLS {
        return Ok(None);
    }
    let claimed = meter.claimed();
    let field = Field::within(ground, meter)?;
    let found = pagoda::refute(&field);
    meter.release(meter.claimed() - claimed);
    Ok(found.map(|found| prune::weights(ground, &field, &found)))
}
