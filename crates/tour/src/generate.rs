//! Random tours, and boards with holes that have one.
//!
//! A random tour is a tour found by search with random tie-breaks, then mixed by backbites: the end
//! of the path picks a random neighbour on the path, and the part beyond that neighbour is turned
//! round, which gives another tour of the same squares. The more backbites the less is left of the
//! tour found first, but no number of them is known to make all tours equally likely; on large
//! boards there is time for few. On boards whose tours can be numbered, one can be asked for that is
//! as likely as any other.

use search::{Ended, Limit, Meter};

use super::explain::{Level, rate};
use super::restarts::RestartLimit;
use super::roth::TieBreak;
use super::{Local, Numbers, Tour, clued, numbered, quick_refute, solve};
use tabuleiro_core::board::{Size, Square, Squares};
use tabuleiro_core::contract::{Claim, Generate, Generated, Options, Product, Rating, RunError};
use tabuleiro_core::locale::Message;
use tabuleiro_core::random::Rng;
use tabuleiro_core::text::{Diagnostic, Source};

impl Generate<Local> for Tour {
    const LEVELS: &'static [&'static str] = &Level::WORDS;

    /// A board with some numbers, and one way to fill in the others.
    fn printed(_asked: &Options) -> &'static [(&'static str, &'static str)] {
        &[("size", "6x6"), ("clues", "")]
    }

    fn rate(&self, meter: &mut Meter<'_>) -> Result<Option<Rating>, Limit> {
        rate(self, meter).map(Some)
    }

    fn generate(
        options: &Options,
        seed: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Generated<Self>, RunError> {
        let size = Size::parse("size", options.get("size").unwrap_or("8x8"))?;
        let whole = Tour::new(size).directed(options)?;
        let mut rng = Rng::new(seed);
        solve::claim(&whole, meter)?;
        let level = level(options)?;
        if options.has("clues") || level.is_some() {
            if options.has("holes") || whole.squares() > clued::MOST {
                return Err(Diagnostic::new("T0404").with("most", clued::MOST).into());
            }
            let minimal = options.has("minimal");
            let (instance, solution) = match level {
                Some(_) if minimal => return Err(Diagnostic::new("T0406").into()),
                Some(level) => board_of_level(&whole, level, &mut rng, meter)?,
                None => {
                    let solution = random_tour(&whole, &mut rng, meter)?;
                    (clued::puzzle(&whole, &solution, minimal, &mut rng, meter)?, solution)
                }
            };
            let claim = Claim::Solution(solution);
            return Ok(Generated { instance, claim, product: Product::Instance });
        }
        if options.has("minimal") {
            return Err(Diagnostic::new("T0403").into());
        }
        match options.get("holes") {
            None => {
                let solution = match numbered::asked_for(&whole, options, seed, meter)? {
                    Some(solution) => solution,
                    None => random_tour(&whole, &mut rng, meter)?,
                };
                let claim = Claim::Solution(solution);
                Ok(Generated { instance: whole, claim, product: Product::Claim })
            }
            Some(value) if options.has("uniform") || options.has("index") => {
                Err(Source::option("holes", value).diagnostic("T0416", 0..value.len()).into())
            }
            Some(value) => {
                let holes = hole_count(value, &whole)?;
                let (instance, solution) = board_with_holes(&whole, holes, &mut rng, meter)?;
                let claim = Claim::Solution(solution);
                Ok(Generated { instance, claim, product: Product::Instance })
            }
        }
    }
}

/// Tours whose numbers are left out for a board of a level.
const TOURS: u64 = 60;

/// The difficulty that options ask for.
fn level(options: &Options) -> Result<Option<Level>, Diagnostic> {
    let Some(value) = options.get("difficulty") else { return Ok(None) };
    let mut known = Level::ALL.into_iter();
    let level = known.find(|level| level.word().eq_ignore_ascii_case(value));
    level.map(Some).ok_or_else(|| {
        let fault = Source::option("difficulty", value).diagnostic("T0405", 0..value.len());
        let fault = fault.with("found", value).near(value, &Level::WORDS);
        fault.with("known", Level::WORDS.join(", "))
    })
}

/// A board with given numbers of a level, with its tour.
fn board_of_level(
    whole: &Tour,
    level: Level,
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Result<(Tour, Numbers), RunError> {
    for _ in 0..TOURS {
        let solution = random_tour(whole, rng, meter)?;
        if let Some(board) = clued::of_level(whole, &solution, level, rng, meter)? {
            return Ok((board, solution));
        }
    }
    Err(Diagnostic::new("T0407").with("n", TOURS).into())
}

/// Boards drawn at random before they are made another way.
const DRAWS: usize = 200;
/// Searches for a tour of a board drawn at random: a board with none is not worth a proof.
const TRIES: usize = 4;

/// Bytes for each square while a tour is mixed: the path before and after, and where squares are.
const BYTES_A_SQUARE: u64 = 24;

fn random_tour(tour: &Tour, rng: &mut Rng, meter: &mut Meter<'_>) -> Result<Numbers, RunError> {
    let no_such = |reason: Message| Diagnostic::new("T0401").with("reason", reason);
    if let Some(argument) = quick_refute::find(tour, meter)? {
        return Err(no_such(argument.message()).into());
    }
    let taste = TieBreak::random(tour, rng);
    match solve::roth(tour, taste, rng, RestartLimit::Complete, meter, &mut ()) {
        (Some(numbers), _) => {
            let bytes = tour.size().area().saturating_mul(BYTES_A_SQUARE);
            meter.claim(bytes)?;
            let path = numbers.path(meter)?;
            let path = mixed(tour, path, rng, meter)?;
            meter.release(bytes);
            Ok(Numbers::visiting(tour.size(), &path, meter)?.with_leaper(tour.leaps()))
        }
        (None, Ended::Cut(limit)) => Err(limit.into()),
        (None, _) => Err(no_such(Message::new("tour.argument.none")).into()),
    }
}

/// Mixes a tour by backbites, within what start, end and closing allow.
fn mixed(
    tour: &Tour,
    path: Vec<Square>,
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Result<Vec<Square>, Limit> {
    let squares = path.len();
    if squares < 3 {
        return Ok(path);
    }
    let fits = |path: &[Square]| {
        let (first, last) = (path[0], path[squares - 1]);
        tour.start().is_none_or(|start| start == first)
            && tour.end().is_none_or(|end| end == last)
            && (!tour.is_closed() || tour.joins(first, last))
    };
    // A backbite turns a good part of the path round: the longer the path, the fewer there is time
    // for. Ends that are given, or must meet, occur at random after a while.
    let enough = (10 * squares).min(100_000_000 / squares);
    let most = enough + 50 * squares.min(10_000);
    let mut mixed = path.clone();
    let mut place = vec![0; tour.size().area() as usize];
    for (i, &square) in mixed.iter().enumerate() {
        meter.check_limits()?;
        place[tour.size().index(square)] = i;
    }
    for bite in 0..most {
        if bite >= enough && fits(&mixed) {
            return Ok(mixed);
        }
        meter.check_limits()?;
        let at_start = match (tour.start(), tour.end()) {
            (None, Some(_)) => true,
            (Some(_), _) => false,
            (None, None) => rng.below(2) == 0,
        };
        let end = if at_start { mixed[0] } else { mixed[squares - 1] };
        let moves = tour.neighbours(end).count();
        let Some(other) = tour.neighbours(end).nth(rng.below(moves)) else { continue };
        let bitten = place[tour.size().index(other)];
        let turned = if at_start { 0..bitten } else { bitten + 1..squares };
        mixed[turned.clone()].reverse();
        for i in turned {
            meter.check_limits()?;
            place[tour.size().index(mixed[i])] = i;
        }
    }
    Ok(path)
}

fn hole_count(value: &str, whole: &Tour) -> Result<u64, Diagnostic> {
    let refused = || {
        Source::option("holes", value)
            .diagnostic("T0402", 0..value.len())
            .with("holes", value)
            .with("size", whole.size().to_string())
    };
    let holes: u64 = value.parse().map_err(|_| refused())?;
    let kept = whole.squares().checked_sub(holes).filter(|&kept| kept > 0).ok_or_else(refused)?;
    let given = [whole.start(), whole.end()].iter().flatten().count() as u64;
    let possible = kept >= given && (!whole.is_closed() || kept % 2 == 0);
    if possible { Ok(holes) } else { Err(refused()) }
}

/// Draws boards until one has a tour that is easily found.
fn board_with_holes(
    whole: &Tour,
    holes: u64,
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Result<(Tour, Numbers), RunError> {
    for _ in 0..DRAWS {
        let board = whole.clone().without(draw_holes(whole, holes, rng, meter)?);
        if quick_refute::find(&board, meter)?.is_some() {
            continue;
        }
        let taste = TieBreak::random(&board, rng);
        match solve::roth(&board, taste, rng, RestartLimit::Tries(TRIES), meter, &mut ()) {
            (Some(numbers), _) => return Ok((board, numbers)),
            (None, Ended::Cut(limit)) => return Err(limit.into()),
            (None, _) => {}
        }
    }
    let bound = whole.is_closed() || whole.start().is_some() || whole.end().is_some();
    if bound {
        return Err(Limit::Incomplete.into());
    }
    // Boards with so many holes that chance finds no tour: what is left of a tour of the whole
    // board when squares are taken from its ends.
    let path = random_tour(whole, rng, meter)?.path(meter)?;
    let first = rng.below(holes as usize + 1);
    let last = path.len() - (holes as usize - first);
    let mut gone = Squares::none(whole.size().area() as usize);
    for &square in path[..first].iter().chain(&path[last..]) {
        meter.check_limits()?;
        gone.insert(whole.size().index(square));
    }
    let numbers = Numbers::visiting(whole.size(), &path[first..last], meter)?;
    Ok((whole.clone().without(gone), numbers.with_leaper(whole.leaps())))
}

/// Holes anywhere but on given ends, such that the colours of what is left allow a tour.
fn draw_holes(
    whole: &Tour,
    holes: u64,
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Result<Squares, Limit> {
    let size = whole.size();
    let kept = whole.squares() - holes;
    let lights = whole.squares().div_ceil(2);
    let darks = whole.squares() - lights;
    let mut kept_darks = if rng.below(2) == 0 { kept / 2 } else { kept.div_ceil(2) };
    kept_darks = kept_darks.clamp(kept.saturating_sub(lights), darks);
    let mut gone = Squares::none(size.area() as usize);
    for (dark, count) in [(true, darks - kept_darks), (false, lights - (kept - kept_darks))] {
        let is_given = |square| [whole.start(), whole.end()].contains(&Some(square));
        let is_dark = |square: Square| (square.row + square.col) % 2 == 1;
        let mut candidates = Vec::new();
        for square in whole.each_square() {
            meter.check_limits()?;
            if is_dark(square) == dark && !is_given(square) {
                candidates.push(square);
            }
        }
        rng.shuffle_within(&mut candidates, meter)?;
        for &square in candidates.iter().take(count as usize) {
            gone.insert(size.index(square));
        }
    }
    Ok(gone)
}
