//! Keeping the repeated columns and rows equal to what they repeat.
//!
//! A level takes bits out of one plane of a sheet. Only squares near the edge of a strip or of the
//! sheet are repeated anywhere, so most squares never come here.

use crate::planes::active::Block;
use crate::planes::layout::{LANES, Layout};

/// Takes new bits of one row of a strip, out of which they are already, out of the words that
/// repeat them. `plane` is the place of the sheet's plane within a block.
pub(crate) fn spread(
    layout: &Layout,
    words: &mut [u64],
    plane: usize,
    strip: usize,
    row: usize,
    new: u64,
) {
    let info = &layout.strips[strip];
    let word = |strip: usize, row: isize| layout.word(strip, row) + plane;
    let here = row as isize;
    if layout.strips.len() == 1 {
        if layout.wrap.1 {
            words[word(0, here)] &= !repeat_columns(new >> layout.halo, info.width, layout.halo);
        }
    } else {
        if new & info.left_edge != 0 {
            let width = layout.strips[info.left].width;
            words[word(info.left, here)] &= !((new & info.left_edge) << width);
        }
        if new & info.right_edge != 0 {
            words[word(info.right, here)] &= !((new & info.right_edge) >> info.width);
        }
    }
    let halo = layout.halo as usize;
    if row < halo || row + halo >= layout.rows {
        repeat_rows(layout, words, plane, strip);
    }
}

/// Renews the columns of the strip to the left or to the right that repeat columns of a block, in
/// one class of rows of a plane, which starts at this word of the block.
#[inline(always)]
pub(crate) fn lend(layout: &Layout, words: &mut [u64], block: Block, class: usize, to_left: bool) {
    let (strip, at) = (block.strip as usize, block.start(layout) + class);
    let info = &layout.strips[strip];
    let (beside, edge, left, right) = if to_left {
        (info.left, info.left_edge, layout.strips[info.left].width, 0)
    } else {
        (info.right, info.right_edge, 0, info.width)
    };
    let to = at - strip * layout.strip_words + beside * layout.strip_words;
    let renewed = edge << left >> right;
    let from: [u64; LANES] = words[at..at + LANES].try_into().expect("the slice has this length");
    for (word, from) in words[to..to + LANES].iter_mut().zip(from) {
        *word = *word & !renewed | (from & edge) << left >> right;
    }
}

/// Renews the repeated columns of a sheet that is narrower than what is repeated of it, in all rows
/// of a block.
#[cold]
pub(crate) fn repeat_narrow(layout: &Layout, words: &mut [u64], at: usize) {
    let info = &layout.strips[0];
    for word in &mut words[at..at + layout.block_rows] {
        *word = repeat_columns((*word & info.own) >> layout.halo, info.width, layout.halo);
    }
}

/// A word with all columns of a narrow sheet, halo included, from its own columns at bit 0 on.
fn repeat_columns(own: u64, width: u32, halo: u32) -> u64 {
    let mut repeated = u128::from(own);
    let mut length = width;
    while length < 128 {
        repeated |= repeated << length;
        length *= 2;
    }
    let phase = (width - halo % width) % width;
    let total = width + 2 * halo;
    (repeated >> phase) as u64 & (u64::MAX >> (64 - total))
}

/// Copies the rows that lie over the ends of the sheet, for a strip and the two beside it.
pub(crate) fn repeat_rows(layout: &Layout, words: &mut [u64], plane: usize, strip: usize) {
    let info = &layout.strips[strip];
    for beside in [strip, info.left, info.right] {
        let start = beside * layout.strip_words + plane;
        for &[to, from] in &layout.repeated {
            words[start + to] = words[start + from];
        }
    }
}

/// Fills all repeated rows.
pub(crate) fn repeat_all_rows(layout: &Layout, words: &mut [u64]) {
    for sheet in 0..layout.sheets {
        for plane in 0..layout.planes {
            for strip in 0..layout.strips.len() {
                repeat_rows(layout, words, layout.plane(sheet, plane), strip);
            }
        }
    }
}
