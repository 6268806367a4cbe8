//! Boards that have a name, all pegs but one.

use super::MOST;
use super::ground::Ground;
use super::notation::CellState;
use super::read::{cell_inside, ground, too_large};
use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::text::{Diagnostic, Source};

/// Whether a place is part of a board, by its distances from the centre along the rows and columns.
type ShapeFn = fn(u32, u32) -> bool;

/// The boards by name, with their sides. Each has a centre.
const NAMED: [(&str, u32, ShapeFn); 4] = [
    ("english", 7, |down, right| down.min(right) <= 1),
    ("european", 7, |down, right| down + right <= 4),
    ("wiegleb", 9, |down, right| down.min(right) <= 1),
    ("diamond41", 9, |down, right| down + right <= 4),
];

/// The board of that name.
fn known(name: &str) -> Option<&(&str, u32, ShapeFn)> {
    NAMED.iter().find(|(known, ..)| *known == name)
}

/// The sides of the board that the value of an option names.
pub fn size(option: &str, name: &str) -> Result<Size, Diagnostic> {
    let size = match known(name) {
        Some(&(_, side, _)) => Size { rows: side, cols: side },
        None if name.starts_with(|c: char| c.is_ascii_digit()) => Size::parse(option, name)?,
        None => {
            let names = NAMED.map(|(known, ..)| known).join(", ");
            let source = Source::option(option, name);
            let fault = source.diagnostic("P0124", 0..name.len());
            return Err(fault.with("found", name).with("known", names));
        }
    };
    if size.area() > MOST {
        let source = Source::option(option, name);
        return Err(too_large(&source, 0..name.len(), size.to_string()));
    }
    Ok(size)
}

/// The board that the value of an option names, or the rectangle of that size, full of pegs but for the vacancy: where
/// none is told, the centre, or what is nearest to it below and to the right.
pub fn named(option: &str, name: &str, vacancy: Option<&str>) -> Result<Ground, Diagnostic> {
    let known = known(name);
    let size = size(option, name)?;
    let centre = Square { row: size.rows / 2, col: size.cols / 2 };
    let place = |square: Square| match known {
        Some((_, _, shape))
            if !shape(square.row.abs_diff(centre.row), square.col.abs_diff(centre.col)) =>
        {
            CellState::Outside
        }
        _ => CellState::Peg,
    };
    let mut full = ground(size.cols as usize, &size.squares().map(place).collect::<Vec<_>>());
    let vacancy = match vacancy {
        Some(value) => {
            let square = Square::parse("vacancy", value, size)?;
            cell_inside(&full, &Source::option("vacancy", value), square)?
        }
        None => size.index(centre),
    };
    full.start[vacancy] = false;
    Ok(full.complemented())
}
