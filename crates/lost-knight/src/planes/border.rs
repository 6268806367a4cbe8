//! A board in two halves, and what each has to know of the other.

use crate::planes::layout::Layout;

/// The side of a half of a board along which the other half lies.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Border {
    /// The bits of the strip here that the strip beyond repeats.
    pub edge: u64,
    /// How far these have to be shifted for that, towards higher columns and back.
    pub left: u32,
    pub right: u32,
    /// The bits of the strip here that repeat others from beyond.
    pub repeated: u64,
}

impl Layout {
    /// Whether two threads can share a flood.
    pub(crate) fn has_halves(&self) -> bool {
        self.knight && self.strips.len() > 1
    }

    /// The strips before the one in the middle, or the others, as a board of their own.
    pub(crate) fn half(&self, middle: usize, second: bool) -> Layout {
        let (first, end) = if second { (middle, self.strips.len()) } else { (0, middle) };
        let mut half = self.clone();
        half.strips = self.strips[first..end].to_vec();
        for strip in &mut half.strips {
            (strip.left, strip.right) =
                (strip.left.wrapping_sub(first), strip.right.wrapping_sub(first));
        }
        let last = half.strips.len() - 1;
        let (leftmost, rightmost) = (&self.strips[first], &self.strips[end - 1]);
        let (beyond_left, beyond_right) =
            (&self.strips[leftmost.left], &self.strips[rightmost.right]);
        half.borders = [
            Border {
                edge: leftmost.left_edge,
                left: beyond_left.width,
                right: 0,
                repeated: beyond_left.right_edge >> beyond_left.width,
            },
            Border {
                edge: rightmost.right_edge,
                left: 0,
                right: rightmost.width,
                repeated: beyond_right.left_edge << rightmost.width,
            },
        ];
        (half.strips[0].left, half.strips[0].left_edge) = (0, 0);
        (half.strips[last].right, half.strips[last].right_edge) = (last, 0);
        half
    }
}
