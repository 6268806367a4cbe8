//! Reading a board from text at the speed of memory.
//!
//! The first row tells the width; from then on every row is classified 64 bytes at a time and
//! packed. Whatever is not plain `.` or `x` goes to a slow path that knows `C` and `S`; on
//! anything else the text is read again by [`first_fault`], which names the fault.

use crate::lost_knight::planes::classify::classify;
use crate::lost_knight::planes::fault::{Fault, FaultKind, MARK, first_fault};
use crate::lost_knight::planes::field::Field;
use crate::lost_knight::planes::geometry::{Edges, Leaper, Shape, Square};
use crate::lost_knight::planes::layout::Layout;
use crate::lost_knight::planes::pack::{GROUP, Group};

/// What a text may have several of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allow {
    /// More than one `C`.
    pub several_knights: bool,
    /// More than one `S`.
    pub several_exits: bool,
}

/// A board as read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The board in bit planes, ready for a flood.
    pub field: Field,
    /// The squares of `C`, in reading order; one unless several were allowed.
    pub knights: Vec<Square>,
    /// The squares of `S`, in reading order; one unless several were allowed.
    pub exits: Vec<Square>,
}

/// Something is wrong with the text; what and where is to be found out.
struct Wrong;

/// Reads a whole text: rows of `.` (free), `x` or `X` (blocked), `C` (knight) and `S` (exit), each
/// ended by LF or CRLF, the last end optional, a byte order mark before it allowed.
///
/// # Errors
/// The first fault of the text, with its place.
pub fn read(bytes: &[u8], edges: Edges, leaper: Leaper, allow: Allow) -> Result<Reading, Fault> {
    let text = bytes.strip_prefix(MARK).unwrap_or(bytes);
    let attempt = |rows: usize, columns: usize| -> Result<Result<Reading, Wrong>, FaultKind> {
        let rows = u32::try_from(rows).map_err(|_| FaultKind::TooLarge)?;
        let columns = u32::try_from(columns).map_err(|_| FaultKind::TooLarge)?;
        let shape = Shape { rows, columns, edges, leaper };
        let layout = Layout::new(shape, true).ok_or(FaultKind::LeaperTooLong)?;
        Ok(pack(text, layout, allow))
    };
    let refuse = |kind| Fault { offset: 0, line: 1, column: 1, kind };
    let (rows, columns) = measure(text);
    if rows > 0
        && let Ok(reading) = attempt(rows, columns).map_err(refuse)?
    {
        return Ok(reading);
    }
    if let Some(fault) = first_fault(bytes, allow) {
        return Err(fault);
    }
    // A good text that did not fit its measure has line ends of both kinds: count them.
    let rows = text.iter().filter(|&&byte| byte == b'\n').count();
    let rows = rows + usize::from(!text.ends_with(b"\n"));
    match attempt(rows, columns).map_err(refuse)? {
        Ok(reading) => Ok(reading),
        Err(Wrong) => unreachable!("a text without a fault fits its own lines"),
    }
}

/// Rows and columns, supposing that all rows are as long as the first and end alike.
fn measure(text: &[u8]) -> (usize, usize) {
    let (columns, ending) = match text.iter().position(|&byte| byte == b'\n') {
        Some(end) if end > 0 && text[end - 1] == b'\r' => (end - 1, 2),
        Some(end) => (end, 1),
        None => (text.len(), 1),
    };
    let rows = if columns == 0 { 0 } else { text.len().div_ceil(columns + ending) };
    (rows, columns)
}

/// Packs all rows.
fn pack(text: &[u8], layout: Layout, allow: Allow) -> Result<Reading, Wrong> {
    let shape = layout.shape;
    let mut reading =
        Reading { field: Field::blank(layout), knights: Vec::new(), exits: Vec::new() };
    let width = shape.columns as usize;
    let mut group = Group::new(&reading.field.layout);
    let mut rest = text;
    for row in 0..shape.rows {
        let (line, behind) = rest.split_at_checked(width).ok_or(Wrong)?;
        rest = match behind {
            [] => behind,
            [b'\n', behind @ ..] | [b'\r', b'\n', behind @ ..] => behind,
            _ => return Err(Wrong),
        };
        let slot = group.slot();
        let words = group.columns_mut();
        let (chunks, tail) = line.as_chunks::<64>();
        for (index, (chunk, words)) in chunks.iter().zip(words.iter_mut()).enumerate() {
            let (free, unknown) = classify(chunk);
            words[slot] = free;
            if unknown != 0 {
                words[slot] |= pieces(chunk, unknown, row, index, &mut reading)?;
            }
        }
        if !tail.is_empty() {
            let mut chunk = [b'x'; 64];
            chunk[..tail.len()].copy_from_slice(tail);
            let (free, unknown) = classify(&chunk);
            let more = pieces(&chunk, unknown, row, chunks.len(), &mut reading)?;
            words[chunks.len()][slot] = free | more;
        }
        if group.finish_row() {
            group.write(&mut reading.field, row as usize + 1 - GROUP);
        }
    }
    group.write(&mut reading.field, shape.rows as usize / GROUP * GROUP);
    reading.field.finish_filling();
    let few = |found: &[Square], several: bool| found.len() == 1 || several && !found.is_empty();
    let good = rest.is_empty()
        && few(&reading.knights, allow.several_knights)
        && few(&reading.exits, allow.several_exits);
    if good { Ok(reading) } else { Err(Wrong) }
}

/// The knights and exits among 64 bytes, which are free squares too.
#[cold]
fn pieces(
    chunk: &[u8; 64],
    mut unknown: u64,
    row: u32,
    index: usize,
    reading: &mut Reading,
) -> Result<u64, Wrong> {
    let mut free = 0;
    while unknown != 0 {
        let bit = unknown.trailing_zeros();
        let square = Square { row, column: index as u32 * 64 + bit };
        match chunk[bit as usize] {
            b'C' => reading.knights.push(square),
            b'S' => reading.exits.push(square),
            _ => return Err(Wrong),
        }
        free |= 1 << bit;
        unknown &= unknown - 1;
    }
    Ok(free)
}
