//! Making boards: by density, as mazes or as serpentines, with the exit anywhere or as far away as
//! can be. Every board made has a way out.

use search::{Limit, Meter};

use super::{Choice, How, Labels, Local, LostKnight, Moves, Rules, Way, Width, maze};
use crate::board::{Size, Square, Squares};
use crate::contract::{Claim, Generate, Generated, Obstacle, Options, Product, Solve};
use crate::random::Dice;
use crate::text::{Diagnostic, Source, one_of};

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

impl Generate<Local> for LostKnight {
    fn generate(
        options: &Options,
        seed: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Generated<Self>, Obstacle> {
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
        let blocked = number_blocked(asked.unwrap_or(BLOCKED), size)?;
        // The board, the order in which squares are drawn, and the labels.
        meter.claim(size.area().saturating_mul(12))?;
        if !LostKnight::can_be(size) {
            return Err(Limit::Memory { needed: size.area().saturating_mul(12) }.into());
        }
        let mut dice = Dice::new(seed);
        let moves = Moves::new(size, rules.edges, rules.leaper);
        for _ in 0..BOARDS {
            let walls = match shape {
                Shape::Scattered => scatter(size, blocked, &mut dice),
                Shape::Maze => maze::maze(size, &moves, &mut dice),
                Shape::Serpentine => maze::serpentine(size, rules.edges, rules.leaper),
            };
            if let Some(instance) = inhabited(size, walls, rules, options.has("far"), &mut dice) {
                return solved(instance, meter);
            }
        }
        Err(Diagnostic::new("K0401").with("size", size.to_string()).into())
    }
}

fn solved(instance: LostKnight, meter: &mut Meter<'_>) -> Result<Generated<LostKnight>, Obstacle> {
    let how = How { way: Way::Auto, choice: Choice::Any, width: Width::detect() };
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
fn scatter(size: Size, blocked: u64, dice: &mut Dice) -> Squares {
    let area = size.area() as usize;
    let mut places: Vec<u32> = (0..area as u32).collect();
    let mut walls = Squares::none(area);
    // The first part of a shuffle is as good as the whole.
    for i in 0..blocked as usize {
        places.swap(i, i + dice.below(area - i));
        walls.insert(places[i] as usize);
    }
    walls
}

/// Puts a knight and an exit on a board, if one can come to the other.
fn inhabited(
    size: Size,
    walls: Squares,
    rules: Rules,
    far: bool,
    dice: &mut Dice,
) -> Option<LostKnight> {
    let free: Vec<u32> = (0..size.area() as u32).filter(|&p| !walls.contains(p as usize)).collect();
    if free.len() < 2 {
        return None;
    }
    for _ in 0..KNIGHTS {
        let knight = size.square(free[dice.below(free.len())] as usize);
        // Any other square serves as an exit until the right one is known.
        let other: Square =
            size.square(free.iter().map(|&p| p as usize).find(|&p| size.square(p) != knight)?);
        let mut board = LostKnight::new(size, walls.clone(), knight, other)?.under(rules);
        let labels = Labels::distances(&board);
        let reached = |place: &u32| !matches!(labels.at(*place), 0 | Labels::FAR);
        let choices: Vec<u32> = free.iter().copied().filter(reached).collect();
        if choices.is_empty() {
            continue;
        }
        let exit = if far {
            let most = choices.iter().map(|&place| labels.at(place)).max();
            choices.iter().copied().find(|&place| Some(labels.at(place)) == most)?
        } else {
            choices[dice.below(choices.len())]
        };
        board.exits = vec![size.square(exit as usize)];
        return Some(board);
    }
    None
}
