//! Making boards: by density, as mazes or as serpentines, with the exit anywhere or as far away as
//! can be. Every board made has a way out.

use search::{Limit, Meter};

use super::{Choice, Labels, Local, LostKnight, Method, Moves, Plan, Rules, Width, maze};
use tabuleiro_core::board::{Size, Square, Squares};
use tabuleiro_core::contract::{
    Claim, Generate, Generated, Options, Product, Puzzle, RunError, Solve,
};
use tabuleiro_core::random::Rng;
use tabuleiro_core::text::{Diagnostic, Source, one_of};

/// What a board is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// Blocked squares anywhere.
    Scattered,
    Maze,
    Serpentine,
}

/// Unless told otherwise: a board like the coursework's smallest.
const SIZE: &str = "20x40";
const BLOCKED: &str = "30%";
/// Knights tried before a board is given up, and boards before the wish is.
const KNIGHTS: usize = 20;
const BOARDS: usize = 50;
/// Bytes a square that a board takes while it is made.
const BYTES_A_SQUARE: u64 = 12;

impl Generate<Local> for LostKnight {
    /// Small enough to be solved by hand, without joined edges, which are not drawn. Shapes other than the scattered have as many blocked
    /// squares as they have.
    fn printed(asked: &Options) -> &'static [(&'static str, &'static str)] {
        let all = &[("size", "12x12"), ("edges", "plane"), ("far", ""), ("blocked", "45%")];
        if asked.get("shape").is_none_or(|shape| shape == "scattered") { all } else { &all[..3] }
    }

    fn generate(
        options: &Options,
        seed: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Generated<Self>, RunError> {
        let rules = Rules::parse(options)?;
        let size = Size::parse("size", options.get("size").unwrap_or(SIZE))?;
        let shape = match options.get("shape") {
            None => Shape::Scattered,
            Some(value) => one_of(
                "shape",
                value,
                &[
                    ("scattered", Shape::Scattered),
                    ("maze", Shape::Maze),
                    ("serpentine", Shape::Serpentine),
                ],
            )?,
        };
        let asked = options.get("blocked");
        if let Some(value) = asked.filter(|_| shape != Shape::Scattered) {
            return Err(Source::option("blocked", value)
                .diagnostic("K0403", 0..value.len())
                .into());
        }
        let blocked = number_blocked(asked.unwrap_or(BLOCKED), size).map_err(|fault| {
            // Nobody typed the usual number of blocked squares: it is the size that is too small.
            let size = options.get("size").filter(|_| asked.is_none());
            match size.map(|value| Source::option("size", value)) {
                Some(source) => {
                    let all = 0..source.bytes().len();
                    source.diagnostic("K0401", all).with("size", size.unwrap_or_default())
                }
                None => fault,
            }
        })?;
        // The board, its free squares or the order in which they are drawn, and the labels.
        let bytes = size.area().saturating_mul(BYTES_A_SQUARE);
        meter.claim(bytes)?;
        if !LostKnight::can_be(size) {
            return Err(Limit::Memory { needed: bytes }.into());
        }
        let mut rng = Rng::new(seed);
        let moves = Moves::new(size, rules.edges, rules.leaper);
        for _ in 0..BOARDS {
            let walls = match shape {
                Shape::Scattered => scatter(size, blocked, &mut rng, meter)?,
                Shape::Maze => maze::maze(size, &moves, &mut rng, meter)?,
                Shape::Serpentine => maze::serpentine(size, rules.edges, rules.leaper, meter)?,
            };
            let far = options.has("far");
            if let Some(instance) = inhabited(size, walls, rules, far, &mut rng, meter)? {
                meter.release(bytes);
                meter.hold(instance.footprint());
                return solved(instance, meter);
            }
        }
        Err(Diagnostic::new("K0401").with("size", size.to_string()).into())
    }
}

fn solved(instance: LostKnight, meter: &mut Meter<'_>) -> Result<Generated<LostKnight>, RunError> {
    let how = Plan { way: Method::Auto, choice: Choice::Any, width: Width::detect() };
    match instance.solve(&how, meter, &mut (), &mut Vec::new()) {
        search::Outcome::Solved(solution) => {
            Ok(Generated { instance, claim: Claim::Solution(solution), product: Product::Instance })
        }
        search::Outcome::Unknown(limit) => Err(limit.into()),
        search::Outcome::Impossible(_) => unreachable!("the exit was put where the knight comes"),
    }
}

/// Reads how many squares are to be blocked: `70%`, `12.5%` or a number. At least two stay free.
fn number_blocked(value: &str, size: Size) -> Result<u64, Diagnostic> {
    let refused = |code| {
        Source::option("blocked", value)
            .diagnostic(code, 0..value.len())
            .with("size", size.to_string())
    };
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let number = match value.strip_suffix('%') {
        None if digits(value) => value.parse::<u128>().ok(),
        None => None,
        Some(share) => {
            let (whole, part) = share.split_once('.').unwrap_or((share, "0"));
            let plain = digits(whole) && digits(part) && whole.len() <= 3 && part.len() <= 9;
            let scale = 10u128.pow(part.len().min(9) as u32);
            let share = whole.parse::<u128>().ok().zip(part.parse::<u128>().ok());
            let exact = share.filter(|_| plain).map(|(whole, part)| whole * scale + part);
            // To the nearest whole number of squares.
            exact.map(|share| (share * u128::from(size.area()) * 2 + 100 * scale) / (200 * scale))
        }
    };
    let number = number.ok_or_else(|| refused("K0402"))?;
    match u64::try_from(number) {
        Ok(number) if number + 2 <= size.area() => Ok(number),
        _ => Err(refused("K0404").with("blocked", value)),
    }
}

/// Exactly so many squares, every choice as likely as the others.
fn scatter(
    size: Size,
    blocked: u64,
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Result<Squares, Limit> {
    let area = size.area() as usize;
    let mut places: Vec<u32> = Vec::with_capacity(area);
    while places.len() < area {
        meter.check_limits()?;
        places.extend(places.len() as u32..area.min(places.len() + (1 << 12)) as u32);
    }
    let mut walls = Squares::none(area);
    // The first part of a shuffle is as good as the whole.
    for i in 0..blocked as usize {
        meter.check_limits()?;
        places.swap(i, i + rng.below(area - i));
        walls.insert(places[i] as usize);
    }
    Ok(walls)
}

/// Puts a knight and an exit on a board, if one can come to the other.
fn inhabited(
    size: Size,
    walls: Squares,
    rules: Rules,
    far: bool,
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Result<Option<LostKnight>, Limit> {
    let area = size.area() as u32;
    let mut free: Vec<u32> = Vec::with_capacity(area as usize - walls.len());
    for place in 0..area {
        meter.check_limits()?;
        if !walls.contains(place as usize) {
            free.push(place);
        }
    }
    if free.len() < 2 {
        return Ok(None);
    }
    for _ in 0..KNIGHTS {
        let at = free[rng.below(free.len())];
        let knight = size.square(at as usize);
        // Any other square serves as an exit until the right one is known.
        let other: Square = size.square(if free[0] == at { free[1] } else { free[0] } as usize);
        let Some(board) = LostKnight::new(size, walls.clone(), knight, other) else {
            return Ok(None);
        };
        let board = board.under(rules);
        let labels = Labels::distances_within(&board, meter)?;
        // How many squares are reached, and the first of the farthest.
        let (mut count, mut farthest) = (0, (0, 0));
        for &place in &free {
            meter.check_limits()?;
            let label = labels.at(place);
            if !matches!(label, 0 | Labels::FAR) {
                count += 1;
                farthest = if label > farthest.0 { (label, place) } else { farthest };
            }
        }
        if count == 0 {
            continue;
        }
        let exit = if far {
            farthest.1
        } else {
            let reached = |place: &&u32| !matches!(labels.at(**place), 0 | Labels::FAR);
            let chosen = rng.below(count);
            let Some(&exit) = free.iter().filter(reached).nth(chosen) else { return Ok(None) };
            exit
        };
        return Ok(board.with_exit(size.square(exit as usize)));
    }
    Ok(None)
}
