//! What is wrong with a board's text, and where.
//!
//! [`first_fault`] reads byte by byte and is the definition of a good text; the fast reader asks it
//! only after it has met something it does not know.

use crate::lost_knight::planes::text::Allow;

/// The first fault of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The byte, from 0, counted with the byte order mark if there is one.
    pub offset: u64,
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1.
    pub column: u64,
    /// What is wrong there.
    pub kind: FaultKind,
}

/// What may be wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// No squares at all.
    Empty,
    /// The whole text has no `C`.
    NoKnight,
    /// The whole text has no `S`.
    NoExit,
    /// A `C` after another.
    SecondKnight,
    /// An `S` after another.
    SecondExit,
    /// A row that ends before the first row's width.
    ShortRow {
        /// The width of the first row.
        expected: u64,
        /// The width of this one.
        found: u64,
    },
    /// A row that goes on after the first row's width.
    LongRow {
        /// The width of the first row.
        expected: u64,
    },
    /// A row without a square.
    BlankRow,
    /// A byte that stands for nothing.
    ForeignByte(u8),
    /// More rows or columns than 32 bits count.
    TooLarge,
    /// A leaper longer than bit planes can carry.
    LeaperTooLong,
}

/// The byte order mark some editors put first.
pub(crate) const MARK: &[u8] = b"\xEF\xBB\xBF";

/// The first fault of a text, or nothing if it is good.
pub(crate) fn first_fault(text: &[u8], allow: Allow) -> Option<Fault> {
    let start = if text.starts_with(MARK) { MARK.len() } else { 0 };
    let (mut offset, mut line, mut width) = (start, 1, None);
    let (mut knights, mut exits) = (0, 0);
    let fault = |offset: usize, line: u64, column: usize, kind: FaultKind| {
        Some(Fault { offset: offset as u64, line, column: column as u64 + 1, kind })
    };
    if start == text.len() {
        return fault(start, 1, 0, FaultKind::Empty);
    }
    while offset < text.len() {
        let row = offset;
        loop {
            let column = offset - row;
            let ending = match text.get(offset) {
                None => Some(0),
                Some(b'\n') => Some(1),
                Some(b'\r') if text.get(offset + 1) == Some(&b'\n') => Some(2),
                Some(_) => None,
            };
            if let Some(length) = ending {
                let expected = *width.get_or_insert(column);
                if column == 0 {
                    // Nothing but line ends is an empty board rather than a blank row of one.
                    let only = text[start..].iter().all(|byte| matches!(byte, b'\n' | b'\r'));
                    let kind = if only { FaultKind::Empty } else { FaultKind::BlankRow };
                    return fault(offset, line, 0, kind);
                }
                if column < expected {
                    let (expected, found) = (expected as u64, column as u64);
                    return fault(offset, line, column, FaultKind::ShortRow { expected, found });
                }
                offset += length;
                break;
            }
            let byte = text[offset];
            if !matches!(byte, b'.' | b'x' | b'X' | b'C' | b'S') {
                return fault(offset, line, column, FaultKind::ForeignByte(byte));
            }
            if width.is_some_and(|width| column >= width) {
                let expected = width.unwrap_or(0) as u64;
                return fault(offset, line, column, FaultKind::LongRow { expected });
            }
            knights += u64::from(byte == b'C');
            exits += u64::from(byte == b'S');
            if byte == b'C' && knights == 2 && !allow.several_knights {
                return fault(offset, line, column, FaultKind::SecondKnight);
            }
            if byte == b'S' && exits == 2 && !allow.several_exits {
                return fault(offset, line, column, FaultKind::SecondExit);
            }
            offset += 1;
        }
        line += 1;
    }
    if knights == 0 {
        return fault(offset, line - 1, width.unwrap_or(0), FaultKind::NoKnight);
    }
    if exits == 0 {
        return fault(offset, line - 1, width.unwrap_or(0), FaultKind::NoExit);
    }
    None
}
