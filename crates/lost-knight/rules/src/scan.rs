//! Reading a board from text at the speed of memory.
//!
//! The first row tells the width; from then on every row is classified 64 bytes at a time. Whatever
//! is not plain `.` or `x` goes to a slow path that knows `C` and `S`. Anything else is nothing for
//! this reader, which leaves it to one that can say what is wrong. As all rows are equally long, a
//! large text is cut into pieces for several threads.

use super::{classify, shared};
use tabuleiro_core::board::{Size, Square, Squares};
use tabuleiro_core::width::Width;

/// A board as drawn.
#[derive(Debug, PartialEq)]
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
    read_by(shared::threads(bytes.len(), shared::machine), Width::detect(), bytes)
}

/// [`read`] by so many threads and in vectors of this width.
fn read_by(threads: usize, width: Width, bytes: &[u8]) -> Option<Drawing> {
    let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let (cols, ending) = match text.iter().position(|&byte| byte == b'\n') {
        Some(end) if text[..end].ends_with(b"\r") => (end - 1, &b"\r\n"[..]),
        Some(end) => (end, &b"\n"[..]),
        None => (text.len(), &b"\n"[..]),
    };
    let pitch = cols + ending.len();
    let rows = if cols == 0 { 0 } else { text.len().div_ceil(pitch) };
    let side =
        |side: usize| u32::try_from(side).ok().filter(|side| (1..=Size::LONGEST).contains(side));
    let size = Size { rows: side(rows)?, cols: side(cols)? };
    let missing = rows * pitch - text.len();
    if missing != 0 && missing != ending.len() {
        return None;
    }
    let mut blocked = Squares::none(rows * cols);
    // So many rows fill whole words.
    let height = rows.div_ceil(shared::pieces(threads)).next_multiple_of(64);
    let words = blocked.words_mut().chunks_mut(height / 64 * cols);
    let texts = text.chunks(height.saturating_mul(pitch)).zip(words).enumerate();
    let pieces = texts.map(|(index, (text, words))| {
        let most = FEW_MARKS + text.len() / 64;
        let marks = Marks { row: index * height, knights: Vec::new(), exits: Vec::new(), most };
        TextRows { text, cols, ending, bits: Bits { words, pending: 0, count: 0 }, marks }
    });
    let mut drawing = Drawing { size, blocked: Squares::none(0), knights: vec![], exits: vec![] };
    for marks in shared::each(threads, pieces.collect(), |piece| piece.read(width)) {
        let marks = marks?;
        drawing.knights.extend(marks.knights);
        drawing.exits.extend(marks.exits);
    }
    drawing.blocked = blocked;
    Some(drawing)
}

/// Some rows of a text.
struct TextRows<'a> {
    text: &'a [u8],
    cols: usize,
    ending: &'a [u8],
    bits: Bits<'a>,
    marks: Marks,
}

/// The knights and exits of some rows.
struct Marks {
    /// The row that is read.
    row: usize,
    knights: Vec<Square>,
    exits: Vec<Square>,
    /// How many they may be: more are for the reader that looks at its limits.
    most: usize,
}

/// Marks that any text may have.
const FEW_MARKS: usize = 1 << 12;

impl TextRows<'_> {
    /// Reads all rows.
    fn read(self, width: Width) -> Option<Marks> {
        #[cfg(target_arch = "x86_64")]
        if width.kind() >= tabuleiro_core::width::Isa::Wide {
            #[target_feature(enable = "avx2")]
            fn wide(piece: TextRows<'_>) -> Option<Marks> {
                piece.read_as(|bytes| classify::wide(bytes))
            }
            // SAFETY: a `Width` of this kind is only made after the processor said that it has AVX2.
            #[allow(unsafe_code, reason = "calls code compiled for detected features")]
            return unsafe { wide(self) };
        }
        let _ = width;
        self.read_as(classify::classify)
    }

    /// Reads all rows, 64 bytes at a time.
    #[inline(always)]
    fn read_as(self, classify: impl Fn(&[u8; 64]) -> (u64, u64)) -> Option<Marks> {
        let TextRows { mut text, cols, ending, mut bits, mut marks } = self;
        while !text.is_empty() {
            let (line, behind) = text.split_at_checked(cols)?;
            let (chunks, tail) = line.as_chunks::<64>();
            for (index, chunk) in chunks.iter().enumerate() {
                let (blocked, foreign) = classify(chunk);
                bits.push(blocked);
                if foreign != 0 {
                    marks.add(64 * index, chunk, foreign)?;
                }
            }
            if !tail.is_empty() {
                let mut chunk = [b'.'; 64];
                chunk[..tail.len()].copy_from_slice(tail);
                let (blocked, foreign) = classify(&chunk);
                bits.push_some(blocked, tail.len());
                if foreign != 0 {
                    marks.add(64 * chunks.len(), &chunk, foreign)?;
                }
            }
            marks.row += 1;
            // Not before the row is read: memory is fastest from front to back.
            text = match behind.strip_prefix(ending) {
                Some(rest) => rest,
                None if behind.is_empty() => behind,
                None => return None,
            };
        }
        bits.end();
        Some(marks)
    }
}

impl Marks {
    /// Adds the knights and exits among 64 bytes.
    #[cold]
    fn add(&mut self, col: usize, chunk: &[u8; 64], mut foreign: u64) -> Option<()> {
        while foreign != 0 {
            let bit = foreign.trailing_zeros() as usize;
            let square = Square { row: self.row as u32, col: (col + bit) as u32 };
            match chunk[bit] {
                b'C' => self.knights.push(square),
                b'S' => self.exits.push(square),
                _ => return None,
            }
            foreign &= foreign - 1;
        }
        (self.knights.len() + self.exits.len() <= self.most).then_some(())
    }
}

/// Words that bits are written to, one after another.
struct Bits<'a> {
    words: &'a mut [u64],
    /// The bits that are not written yet, fewer than 64.
    pending: u64,
    count: usize,
}

impl Bits<'_> {
    /// Writes 64 bits, the first lowest.
    #[inline(always)]
    fn push(&mut self, bits: u64) {
        self.write(self.pending | bits << self.count);
        // Two shifts, as one by 64 is not defined.
        self.pending = bits >> 1 >> (63 - self.count);
    }

    /// Writes fewer than 64 bits, above which there are none.
    #[inline(always)]
    fn push_some(&mut self, bits: u64, count: usize) {
        let all = self.count + count;
        if all < 64 {
            self.pending |= bits << self.count;
        } else {
            self.push(bits);
        }
        self.count = all % 64;
    }

    /// Writes what is pending.
    fn end(&mut self) {
        if self.count > 0 {
            self.write(self.pending);
        }
    }

    #[inline(always)]
    fn write(&mut self, word: u64) {
        if let Some((first, rest)) = std::mem::take(&mut self.words).split_first_mut() {
            *first = word;
            self.words = rest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabuleiro_core::random::Rng;
    use tabuleiro_core::width::Isa;

    #[test]
    fn any_number_of_threads_reads_the_same() {
        let mut rng = Rng::new(7);
        let widths = [Width::detect().at_most(Isa::Baseline), Width::detect()];
        let (mut good, mut bad) = (0, 0);
        for round in 0..600 {
            let (rows, cols) = (1 + rng.below(800), 1 + rng.below(150));
            let mut squares = vec![b'.'; rows * cols];
            squares.iter_mut().for_each(|byte| *byte = b"...xxX"[rng.below(6)]);
            for _ in 0..rng.below(9) {
                squares[rng.below(rows * cols)] = b"CS"[rng.below(2)];
            }
            let end: &[u8] = [&b"\n"[..], b"\r\n"][rng.below(2)];
            let mut text = squares.chunks(cols).collect::<Vec<_>>().join(end);
            text.extend(&end[..[0, end.len()][rng.below(2)]]);
            // Some faults, or none: a wrong byte, one too many, one too few.
            let at = rng.below(text.len());
            match round % 6 {
                0 => text[at] = b"\n\r\0 c7\xff"[rng.below(7)],
                1 => text.insert(at, b".\n\r"[rng.below(3)]),
                2 => drop(text.remove(at)),
                _ => {}
            }
            let plain = read_by(1, widths[0], &text);
            *(if plain.is_some() { &mut good } else { &mut bad }) += 1;
            if let Some(drawing) = plain.as_ref().filter(|_| round % 6 > 2) {
                for (place, byte) in squares.iter().enumerate() {
                    assert_eq!(drawing.blocked.contains(place), matches!(byte, b'x' | b'X'));
                    let square = drawing.size.square(place);
                    assert_eq!(drawing.knights.binary_search(&square).is_ok(), *byte == b'C');
                    assert_eq!(drawing.exits.binary_search(&square).is_ok(), *byte == b'S');
                }
            }
            for width in widths {
                for threads in [1, 2, 3] {
                    assert_eq!(read_by(threads, width, &text), plain, "{rows} {cols} {at}");
                }
            }
        }
        assert!(good >= 300 && bad > 200, "{good} {bad}");
    }

    #[test]
    fn a_fault_in_any_part_is_seen() {
        let row = [&b"x.".repeat(33)[..], b"\n"].concat();
        let text = row.repeat(700);
        let read = |text: &[u8]| read_by(3, Width::detect(), text);
        assert!(read(&text).is_some());
        for at in (0..text.len()).step_by(61) {
            let mut text = text.clone();
            text[at] = if text[at] == b'\n' { b'.' } else { b'?' };
            assert_eq!(read(&text), None, "{at}");
        }
    }
}
