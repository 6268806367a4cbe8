//! Positions side by side: a game, or the steps of a solution, on one sheet.

use search::{Limit, Meter};
use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::scene::{Scene, Tone};

/// Positions on a sheet by default.
pub const POSITIONS: u64 = 64;

/// How so many positions of a board lie on a sheet: side by side, and the size of the sheet in cells. It is
/// about as wide as it is high.
fn arranged(board: Size, positions: u64) -> (u64, Size) {
    let (high, wide) = pitch(board);
    let count = positions.max(1);
    let across = (1..count).find(|across| across * wide >= count.div_ceil(*across) * high);
    let across = across.unwrap_or(count);
    let side = |cells: u64| u32::try_from(cells).unwrap_or(Size::LONGEST).min(Size::LONGEST);
    let size = Size { rows: side(count.div_ceil(across) * high), cols: side(across * wide - 1) };
    (across, size)
}

/// Cells from one position to the next: a line for the number of the step, and a column between two.
fn pitch(board: Size) -> (u64, u64) {
    (u64::from(board.rows) + 1, u64::from(board.cols) + 1)
}

/// The size of a sheet of so many positions, in cells: what it takes is known before it is made.
pub fn sheet_size(board: Size, positions: u64) -> Size {
    arranged(board, positions).1
}

/// A sheet of positions of one board, each under the number of its step.
pub fn strip(positions: &[(u64, Scene)], meter: &mut Meter<'_>) -> Result<Scene, Limit> {
    let board = positions.first().map_or(Size { rows: 1, cols: 1 }, |(_, scene)| scene.size());
    let (across, size) = arranged(board, positions.len() as u64);
    let (high, wide) = pitch(board);
    let mut canvas = Canvas::new(size, meter)?;
    for square in size.squares() {
        canvas.tone(square, Tone::Outside)?;
    }
    for (place, (step, scene)) in (0..).zip(positions) {
        // Whatever lies on the sheet has a place that fits.
        let (row, col) = ((place / across * high) as u32, (place % across * wide) as u32);
        canvas.number(Square { row, col }, i32::try_from(*step).ok())?;
        canvas.stamp(scene, Square { row: row + 1, col })?;
    }
    Ok(canvas.finish())
}
