//! Positions side by side: a game, or the steps of a solution, on one sheet.

use search::{Limit, Meter};
use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::scene::{Scene, Tone};

/// Positions on a sheet unless told otherwise.
pub const POSITIONS: u64 = 64;

/// A sheet of positions of one board, each under the number of its step, about as wide as it is high.
pub fn strip(positions: &[(u64, Scene)], meter: &mut Meter<'_>) -> Result<Scene, Limit> {
    let board = positions.first().map_or(Size { rows: 1, cols: 1 }, |(_, scene)| scene.size());
    // A line for the number, and a column between two positions.
    let (high, wide) = (u64::from(board.rows) + 1, u64::from(board.cols) + 1);
    let count = positions.len().max(1) as u64;
    let square = (1..count).find(|across| across * wide >= count.div_ceil(*across) * high);
    let across = square.unwrap_or(count);
    let side = |cells: u64| u32::try_from(cells).unwrap_or(Size::LONGEST).min(Size::LONGEST);
    let size = Size { rows: side(count.div_ceil(across) * high), cols: side(across * wide - 1) };
    let mut canvas = Canvas::new(size, meter)?;
    for square in size.squares() {
        canvas.tone(square, Tone::Outside)?;
    }
    for (place, (step, scene)) in (0..).zip(positions) {
        let row = side(place / across * high);
        let col = side(place % across * wide);
        canvas.number(Square { row, col }, i32::try_from(*step).ok())?;
        canvas.stamp(scene, Square { row: row + 1, col })?;
    }
    Ok(canvas.finish())
}
