//! Rows of bits into strips of words.
//!
//! Rows are gathered in groups, so that each strip is written a run of words at a time; the group
//! is kept with its rows side by side, which lets the compiler take several rows in one vector.

use crate::planes::field::Field;
use crate::planes::halo::repeat_all_rows;
use crate::planes::layout::{LANES, Layout};
use crate::shared;
use tabuleiro_core::board::Squares;
use tabuleiro_core::width::{Width, by_width};

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

    /// Adds the squares of a row that are not blocked.
    fn add(&mut self, row: usize, blocked: &Squares) {
        let slot = self.slot();
        let place = row * self.columns;
        // Behind every word but the last of a row there is another.
        let last = self.columns.div_ceil(64) - 1;
        let pairs = blocked.words()[place / 64..].windows(2);
        for (word, pair) in self.words[1..][..last].iter_mut().zip(pairs) {
            word[slot] = !funnel(pair[0], pair[1], place % 64);
        }
        let count = (self.columns - 64 * last) as u32;
        let bits = blocked.bits(place + 64 * last, count);
        self.words[1 + last][slot] = !bits & u64::MAX >> (64 - count);
        if self.wraps {
            self.wrap_row(slot);
        }
        self.count += 1;
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

    /// Writes the group into a block of each strip, and empties it.
    fn write(&mut self, width: Width, layout: &Layout, strips: &mut [&mut [u64]], block: usize) {
        while self.count < GROUP {
            // No rows where the board ends within the group.
            let slot = self.slot();
            self.words.iter_mut().for_each(|word| word[slot] = 0);
            self.count += 1;
        }
        if layout.folded() {
            write_folded(width, layout, &self.words, strips, block);
        } else {
            write_whole(width, layout, &self.words, strips, block);
        }
        self.count = 0;
    }
}

by_width! {
    /// Writes a group of rows into a block of each strip of four sheets.
    fn write_folded(
        layout: &Layout,
        group: &[[u64; GROUP]],
        strips: &mut [&mut [u64]],
        block: usize,
    ) -> () = write_folded_body;
}

by_width! {
    /// Writes a group of rows into a block of each strip of one sheet.
    fn write_whole(
        layout: &Layout,
        group: &[[u64; GROUP]],
        strips: &mut [&mut [u64]],
        block: usize,
    ) -> () = write_whole_body;
}

#[inline(always)]
fn write_folded_body(
    layout: &Layout,
    group: &[[u64; GROUP]],
    strips: &mut [&mut [u64]],
    block: usize,
) {
    for (strip, words) in layout.strips.iter().zip(strips) {
        let bit = (64 + 2 * strip.start - 2 * layout.halo) as usize;
        let (word, shift) = (bit / 64, bit % 64);
        let keep = u64::MAX >> (64 - (strip.width + 2 * layout.halo));
        let last = group.len() - 1;
        let words = &mut words[block * layout.block_words..][..layout.block_words];
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
                words[even_start..even_start + PART].copy_from_slice(&even);
                let odd_start = layout.plane(sheet + 1, plane) + class * LANES;
                words[odd_start..odd_start + PART].copy_from_slice(&odd);
            }
        }
    }
}

#[inline(always)]
fn write_whole_body(
    layout: &Layout,
    group: &[[u64; GROUP]],
    strips: &mut [&mut [u64]],
    block: usize,
) {
    for (strip, words) in layout.strips.iter().zip(strips) {
        let bit = (64 + strip.start - layout.halo) as usize;
        let (word, shift) = (bit / 64, bit % 64);
        let keep = u64::MAX >> (64 - (strip.width + 2 * layout.halo));
        let mut run = [0; GROUP];
        for lane in 0..GROUP {
            run[lane] = funnel(group[word][lane], group[word + 1][lane], shift) & keep;
        }
        let words = &mut words[block * layout.block_words..][..layout.block_words];
        for part in 0..CLASSES {
            for plane in 0..3 {
                let start = layout.plane(0, plane) + part * LANES;
                words[start..start + PART].copy_from_slice(&run[part * PART..][..PART]);
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

/// Some neighbouring blocks of every strip.
struct StripRows<'a> {
    /// The first of them.
    block: usize,
    strips: Vec<&'a mut [u64]>,
}

impl StripRows<'_> {
    /// Fills the blocks with the squares that are not blocked.
    fn fill(mut self, width: Width, layout: &Layout, blocked: &Squares) {
        let mut group = Group::new(layout);
        for block in 0..self.strips[0].len() / layout.block_words {
            let first = (self.block + block) * GROUP;
            for row in first..(first + GROUP).min(layout.size.rows as usize) {
                group.add(row, blocked);
            }
            group.write(width, layout, &mut self.strips, block);
        }
    }
}

impl Field {
    /// Fills a blank field with the squares that are not blocked, by so many threads.
    pub(crate) fn fill(&mut self, width: Width, blocked: &Squares, threads: usize) {
        let Field { layout, words, .. } = self;
        let height = layout.blocks.div_ceil(shared::pieces(threads));
        let firsts = (0..layout.blocks).step_by(height);
        let mut pieces: Vec<StripRows<'_>> =
            firsts.map(|block| StripRows { block, strips: Vec::new() }).collect();
        for strip in words.chunks_exact_mut(layout.strip_words).take(layout.strips.len()) {
            let own = &mut strip[layout.block_words..][..layout.blocks * layout.block_words];
            let parts = own.chunks_mut(height * layout.block_words);
            pieces.iter_mut().zip(parts).for_each(|(piece, part)| piece.strips.push(part));
        }
        shared::each(threads, pieces, |piece| piece.fill(width, layout, blocked));
        repeat_all_rows(layout, words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use tabuleiro_core::board::Size;
    use tabuleiro_core::leaper::Edges;
    use tabuleiro_core::random::Rng;

    #[test]
    fn any_number_of_threads_packs_the_same() {
        let mut rng = Rng::new(3);
        let width = Width::detect();
        for round in 0..200 {
            let side = |rng: &mut Rng| 1 + rng.below([9, 70, 700][round % 3]) as u32;
            let size = Size { rows: side(&mut rng), cols: side(&mut rng) };
            let mut blocked = Squares::none(size.area() as usize);
            for place in 0..size.area() as usize {
                if rng.below(2) == 0 {
                    blocked.insert(place);
                }
            }
            let edges = [Edges::Torus, Edges::Plane, Edges::Cylinder][rng.below(3)];
            let rules = Rules { edges, ..Rules::default() };
            let layout = Layout::new(size, rules, rng.below(2) == 0).expect("a knight leaps near");
            let field = Field::new(layout, width, &blocked, 1);
            for square in size.squares() {
                let (place, free) = (field.place(square), !blocked.contains(size.index(square)));
                for plane in 0..field.layout.planes {
                    assert_eq!(field.has(place, plane), free, "{size} {square}");
                }
            }
            let mut other = Field::new(field.layout.clone(), width, &blocked, 1);
            for threads in 2..4 {
                other.words.fill(0);
                other.fill(width, &blocked, threads);
                assert!(*field.words == *other.words, "{size} {edges:?} {threads}");
            }
        }
    }
}
