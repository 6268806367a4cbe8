//! Keeping the repeated columns and rows equal to what they repeat.
//!
//! A level takes bits out of one plane of a sheet. Only squares near the edge of a strip or of the
//! sheet are repeated anywhere, so most blocks never come here.

use crate::lost_knight::planes::layout::Layout;

/// Takes the new bits of some rows of a strip out of the columns beside it that repeat them, then
/// renews the repeated rows. `plane` starts at the plane's first word; `new[i]` is row `first + i`.
pub(crate) fn spread(
    layout: &Layout,
    plane: &mut [u64],
    strip: usize,
    first: usize,
    new: &[u64],
    any: u64,
) {
    let info = &layout.strips[strip];
    let halo = layout.halo;
    if layout.strips.len() == 1 {
        if info.left == 0 && any != 0 {
            spread_alone(layout, plane, first, new);
        }
    } else {
        if any & info.left_edge != 0 && info.left != usize::MAX {
            let start = layout.word(info.left, first);
            let width = layout.strips[info.left].width;
            for (word, new) in plane[start..][..new.len()].iter_mut().zip(new) {
                *word &= !((new & info.left_edge) << width);
            }
        }
        if any & info.right_edge != 0 && info.right != usize::MAX {
            let start = layout.word(info.right, first);
            for (word, new) in plane[start..][..new.len()].iter_mut().zip(new) {
                *word &= !((new & info.right_edge) >> info.width);
            }
        }
    }
    let margin = halo as usize;
    let near_end = first < margin || first + new.len() + margin > layout.rows;
    if near_end && layout.shape.edges.rows_wrap() {
        repeat_rows(layout, plane, strip, first, new.len());
    }
}

/// The only strip repeats its own columns, perhaps several times over.
fn spread_alone(layout: &Layout, plane: &mut [u64], first: usize, new: &[u64]) {
    let (halo, width) = (layout.halo, layout.strips[0].width);
    let start = layout.word(0, first);
    for (word, &new) in plane[start..][..new.len()].iter_mut().zip(new) {
        *word &= !repeat_columns(new >> halo, width, halo);
    }
}

/// A word with all columns of a narrow sheet, halo included, from its own columns at bit 0 on.
pub(crate) fn repeat_columns(own: u64, width: u32, halo: u32) -> u64 {
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

/// Copies those of `count` rows from `first` on that lie at the far end of the sheet, for the
/// strip and the two beside it.
pub(crate) fn repeat_rows(
    layout: &Layout,
    plane: &mut [u64],
    strip: usize,
    first: usize,
    count: usize,
) {
    let margin = layout.halo as usize;
    let rows = layout.rows;
    for step in 0..2 * margin {
        // Counted from the first word of the strip: the margin above, then the rows, then below.
        let to = if step < margin { step } else { rows + step };
        let from = (to + rows * margin - margin) % rows;
        if (first..first + count).contains(&from) {
            let info = &layout.strips[strip];
            for beside in [strip, info.left, info.right] {
                if beside != usize::MAX {
                    let start = beside * layout.stride;
                    plane[start + to] = plane[start + margin + from];
                }
            }
        }
    }
}

/// Fills all repeated rows of a plane.
pub(crate) fn repeat_all_rows(layout: &Layout, plane: &mut [u64]) {
    if layout.shape.edges.rows_wrap() {
        for strip in 0..layout.strips.len() {
            repeat_rows(layout, plane, strip, 0, layout.rows);
        }
    }
}
