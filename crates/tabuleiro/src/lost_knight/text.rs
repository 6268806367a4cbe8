//! Reading a board from text at the speed of memory.
//!
//! The first row tells the width; from then on every row is classified 64 bytes at a time. Whatever
//! is not plain `.` or `x` goes to a slow path that knows `C` and `S`. Anything else is nothing for
//! this reader, which leaves it to one that can say what is wrong.

use super::classify::classify;
use crate::board::{Size, Square, Squares};

/// A board as drawn.
pub(super) struct Drawing {
    pub(super) size: Size,
    pub(super) blocked: Squares,
    /// The squares of `C`, in reading order.
    pub(super) knights: Vec<Square>,
    /// The squares of `S`, in reading order.
    pub(super) exits: Vec<Square>,
}

/// What may stand before a text.
pub(super) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Reads rows of `.` (free), `x` or `X` (blocked), `C` (knight) and `S` (exit), all as long as the
/// first and ended alike by LF or CRLF, the last end optional. Nothing if they are anything else, or
/// longer than a side can be.
pub(super) fn read(bytes: &[u8]) -> Option<Drawing> {
    let mut rest = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let (cols, ending) = match rest.iter().position(|&byte| byte == b'\n') {
        Some(end) if rest[..end].ends_with(b"\r") => (end - 1, &b"\r\n"[..]),
        Some(end) => (end, &b"\n"[..]),
        None => (rest.len(), &b"\n"[..]),
    };
    let rows = if cols == 0 { 0 } else { rest.len().div_ceil(cols + ending.len()) };
    let side =
        |side: usize| u32::try_from(side).ok().filter(|side| (1..=Size::LONGEST).contains(side));
    let size = Size { rows: side(rows)?, cols: side(cols)? };
    let blocked = Squares::none(rows * cols);
    let mut drawing = Drawing { size, blocked, knights: Vec::new(), exits: Vec::new() };
    for row in 0..rows {
        let (line, behind) = rest.split_at_checked(cols)?;
        rest = match behind.strip_prefix(ending) {
            Some(rest) => rest,
            None if behind.is_empty() => behind,
            None => return None,
        };
        let (chunks, tail) = line.as_chunks::<64>();
        for (index, chunk) in chunks.iter().enumerate() {
            drawing.put(row, 64 * index, chunk)?;
        }
        if !tail.is_empty() {
            let mut chunk = [b'.'; 64];
            chunk[..tail.len()].copy_from_slice(tail);
            drawing.put(row, 64 * chunks.len(), &chunk)?;
        }
    }
    rest.is_empty().then_some(drawing)
}

impl Drawing {
    /// Puts 64 bytes of a row where they belong.
    #[inline(always)]
    fn put(&mut self, row: usize, col: usize, chunk: &[u8; 64]) -> Option<()> {
        let (blocked, foreign) = classify(chunk);
        self.blocked.insert_bits(row * self.size.cols as usize + col, blocked);
        if foreign == 0 { Some(()) } else { self.pieces(row, col, chunk, foreign) }
    }

    /// The knights and exits among 64 bytes.
    #[cold]
    fn pieces(&mut self, row: usize, col: usize, chunk: &[u8; 64], mut foreign: u64) -> Option<()> {
        while foreign != 0 {
            let bit = foreign.trailing_zeros() as usize;
            let square = Square { row: row as u32, col: (col + bit) as u32 };
            match chunk[bit] {
                b'C' => self.knights.push(square),
                b'S' => self.exits.push(square),
                _ => return None,
            }
            foreign &= foreign - 1;
        }
        Some(())
    }
}
