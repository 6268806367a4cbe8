//! Rows of bits into strips of words.
//!
//! Rows are gathered in groups, so that each strip is written a run of words at a time; the group
//! is kept with its rows side by side, which lets the compiler take several rows in one vector.

use crate::board::Squares;
use crate::lost_knight::planes::field::Field;
use crate::lost_knight::planes::halo::repeat_all_rows;
use crate::lost_knight::planes::layout::{LANES, Layout};
use crate::width::{Width, by_width};

/// Rows in a group: one block of a strip, of either kind of board.
const GROUP: usize = 32;
/// Rows of a board that are this far apart lie side by side in a strip.
const CLASSES: usize = 4;
/// Rows of one class in a group.
const PART: usize = GROUP / CLASSES;

/// A group of rows as bits: column `c` is bit `c % 64` of word `1 + c / 64`; the word before the
/// first and the words behind the last hold what lies over the sides.
struct Group {
    words: Vec<[u64; GROUP]>,
    fold: usize,
    columns: usize,
    wraps: bool,
    count: usize,
}

impl Group {
    /// An empty group for boards of this layout.
    fn new(layout: &Layout) -> Group {
        let columns = layout.size.cols as usize;
        Group {
            words: vec![[0; GROUP]; columns.div_ceil(64) + 4],
            fold: layout.fold as usize,
            columns,
            wraps: layout.wrap.1,
            count: 0,
        }
    }

    /// Where the row to be added next lies in each word: rows of one sheet and class side by side.
    fn slot(&self) -> usize {
        // Both kinds of boards come to four classes of rows: two sheets of two, or one of four.
        self.count % CLASSES * PART + self.count / CLASSES
    }

    /// The words of the columns, to be written at [`Group::slot`]; all bits beyond the last column
    /// must be clear.
    fn columns_mut(&mut self) -> &mut [[u64; GROUP]] {
        let used = self.columns.div_ceil(64);
        &mut self.words[1..1 + used]
    }

    /// Ends the row written at the slot. True when the group is full.
    fn finish_row(&mut self) -> bool {
        let slot = self.slot();
        if self.wraps {
            self.wrap_row(slot);
        }
        self.count += 1;
        self.count == GROUP
    }

    /// Writes what lies over the sides of a row.
    fn wrap_row(&mut self, slot: usize) {
        let columns = self.columns;
        if columns < 64 {
            let mut repeated = u128::from(self.words[1][slot]);
            let mut length = columns;
            while length < 128 {
                repeated |= repeated << length;
                length *= 2;
            }
            self.words[0][slot] = (repeated >> ((columns - 64 % columns) % columns)) as u64;
            self.words[1][slot] = repeated as u64;
            self.words[2][slot] = (repeated >> (64 % columns)) as u64;
            return;
        }
        let (word, shift) = (columns / 64, columns % 64);
        let first = self.words[1][slot];
        if shift == 0 {
            self.words[0][slot] = self.words[word][slot];
            self.words[1 + word][slot] = first;
        } else {
            let (low, high) = (self.words[word][slot], self.words[1 + word][slot]);
            self.words[0][slot] = low >> shift | high << (64 - shift);
            self.words[1 + word][slot] |= first << shift;
            self.words[2 + word][slot] = first >> (64 - shift);
        }
    }

    /// Writes the group into a field, at this row of the board on, and empties it.
    fn write(&mut self, width: Width, field: &mut Field, row: usize) {
        if self.count == 0 {
            return;
        }
        while self.count < GROUP {
            // No rows where the board ends within the group.
            let slot = self.slot();
            self.words.iter_mut().for_each(|word| word[slot] = 0);
            self.count += 1;
        }
        let first = row / self.fold;
        let Field { layout, words, .. } = field;
        if self.fold == 2 {
            write_folded(width, layout, &self.words, words, first);
        } else {
            write_whole(width, layout, &self.words, words, first);
        }
        self.count = 0;
    }
}

by_width! {
    /// Writes a group of rows, from row `first` of the sheets on, into four sheets.
    fn write_folded(
        layout: &Layout,
        group: &[[u64; GROUP]],
        words: &mut [u64],
        first: usize,
    ) -> () = write_folded_body;
}

by_width! {
    /// Writes a group of rows, from row `first` on, into one sheet.
    fn write_whole(
        layout: &Layout,
        group: &[[u64; GROUP]],
        words: &mut [u64],
        first: usize,
    ) -> () = write_whole_body;
}

#[inline(always)]
fn write_folded_body(layout: &Layout, group: &[[u64; GROUP]], words: &mut [u64], first: usize) {
    for (index, strip) in layout.strips.iter().enumerate() {
        let bit = (64 + 2 * strip.start - 2 * layout.halo) as usize;
        let (word, shift) = (bit / 64, bit % 64);
        let keep = u64::MAX >> (64 - (strip.width + 2 * layout.halo));
        let last = group.len() - 1;
        let start = layout.word(index, first as isize);
        let block = &mut words[start..start + layout.block_words];
        for part in 0..CLASSES {
            let lanes = |word: usize| -> &[u64; PART] {
                (&group[word][part * PART..][..PART]).try_into().expect("one class of a group")
            };
            let (mut even, mut odd) = ([0; PART], [0; PART]);
            let (zero, one, two) = (lanes(word), lanes(word + 1), lanes((word + 2).min(last)));
            for lane in 0..PART {
                let low = unshuffle(funnel(zero[lane], one[lane], shift));
                let high = unshuffle(funnel(one[lane], two[lane], shift));
                even[lane] = (low & 0xFFFF_FFFF | high << 32) & keep;
                odd[lane] = (low >> 32 | high & !0xFFFF_FFFF) & keep;
            }
            // Rows 0 and 2 of four are classes 0 and 1 of the sheets of even rows.
            let (sheet, class) = (part % 2 * 2, part / 2);
            for plane in 0..2 {
                let even_start = layout.plane(sheet, plane) + class * LANES;
                block[even_start..even_start + PART].copy_from_slice(&even);
                let odd_start = layout.plane(sheet + 1, plane) + class * LANES;
                block[odd_start..odd_start + PART].copy_from_slice(&odd);
            }
        }
    }
}

#[inline(always)]
fn write_whole_body(layout: &Layout, group: &[[u64; GROUP]], words: &mut [u64], first: usize) {
    for (index, strip) in layout.strips.iter().enumerate() {
        let bit = (64 + strip.start - layout.halo) as usize;
        let (word, shift) = (bit / 64, bit % 64);
        let keep = u64::MAX >> (64 - (strip.width + 2 * layout.halo));
        let mut run = [0; GROUP];
        for lane in 0..GROUP {
            run[lane] = funnel(group[word][lane], group[word + 1][lane], shift) & keep;
        }
        let start = layout.word(index, first as isize);
        let block = &mut words[start..start + layout.block_words];
        for part in 0..CLASSES {
            for plane in 0..3 {
                let start = layout.plane(0, plane) + part * LANES;
                block[start..start + PART].copy_from_slice(&run[part * PART..][..PART]);
            }
        }
    }
}

/// 64 bits from bit `shift` of two words on.
#[inline(always)]
fn funnel(low: u64, high: u64, shift: usize) -> u64 {
    // Two shifts, as one by 64 is not defined.
    low >> shift | (high << 1) << (63 - shift)
}

/// The even bits to the low half, the odd bits to the high half.
#[inline(always)]
fn unshuffle(mut bits: u64) -> u64 {
    for (mask, shift) in [
        (0x2222_2222_2222_2222, 1),
        (0x0C0C_0C0C_0C0C_0C0C, 2),
        (0x00F0_00F0_00F0_00F0, 4),
        (0x0000_FF00_0000_FF00, 8),
        (0x0000_0000_FFFF_0000, 16),
    ] {
        let changed = (bits ^ bits >> shift) & mask;
        bits ^= changed ^ changed << shift;
    }
    bits
}

impl Field {
    /// Fills a blank field with the squares that are not blocked.
    pub(crate) fn fill(&mut self, width: Width, blocked: &Squares) {
        let size = self.layout.size;
        let columns = size.cols as usize;
        let mut group = Group::new(&self.layout);
        for row in 0..size.rows as usize {
            let slot = group.slot();
            for (index, words) in group.columns_mut().iter_mut().enumerate() {
                let count = (columns - 64 * index).min(64) as u32;
                let bits = blocked.bits(row * columns + 64 * index, count);
                words[slot] = !bits & u64::MAX >> (64 - count);
            }
            if group.finish_row() {
                group.write(width, self, row + 1 - GROUP);
            }
        }
        group.write(width, self, size.rows as usize / GROUP * GROUP);
        let Field { layout, words, .. } = self;
        repeat_all_rows(layout, words);
    }
}
