//! Which blocks the next level must look at.

use crate::lost_knight::planes::layout::Layout;

/// A set of blocks: for each strip one bit a block, with one bit more at both ends for the blocks
/// over the first and under the last.
pub(crate) struct Active {
    maps: Vec<u64>,
    /// Words for one strip.
    pub(crate) length: usize,
    blocks: usize,
    wraps: bool,
    /// Whether the last block has fewer rows than a move may cross, so that moves skip it.
    skips: bool,
}

/// Which sides of a block a level's new squares came near to.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sides {
    pub up: bool,
    pub down: bool,
    pub left: bool,
    pub right: bool,
}

impl Active {
    /// No block.
    pub(crate) fn new(layout: &Layout) -> Active {
        // One word more than the bits take: three bits may be written across the end of a word.
        let length = (layout.blocks + 2).div_ceil(64) + 1;
        Active {
            maps: vec![0; length * layout.strips.len()],
            length,
            blocks: layout.blocks,
            wraps: layout.wrap.0,
            skips: layout.skips(),
        }
    }

    /// Adds a block, and those beside it that the new squares came near to.
    #[inline(always)]
    pub(crate) fn add(&mut self, layout: &Layout, strip: usize, block: usize, sides: Sides) {
        let info = &layout.strips[strip];
        // The block's own bit is `block + 1`.
        let three = u64::from(sides.up) | 2 | u64::from(sides.down) << 2;
        let (word, shift) = (block / 64, block % 64);
        let (low, high) = (three << shift, (three >> 1) >> (63 - shift));
        let mut put = |strip: usize| {
            let at = strip * self.length + word;
            self.maps[at] |= low;
            self.maps[at + 1] |= high;
        };
        put(strip);
        if sides.left && info.left != usize::MAX {
            put(info.left);
        }
        if sides.right && info.right != usize::MAX {
            put(info.right);
        }
    }

    /// Moves the bits over the ends to the blocks they stand for, and counts the blocks.
    #[inline(always)]
    pub(crate) fn settle(&mut self) -> u64 {
        let last = self.blocks;
        let (wraps, skips) = (self.wraps, self.skips);
        let mut count = 0;
        for map in self.maps.chunks_exact_mut(self.length) {
            let has = |map: &[u64], bit: usize| map[bit / 64] >> (bit % 64) & 1 == 1;
            let set = |map: &mut [u64], bit: usize| map[bit / 64] |= 1 << (bit % 64);
            let clear = |map: &mut [u64], bit: usize| map[bit / 64] &= !(1 << (bit % 64));
            let (over, under) = (has(map, 0), has(map, last + 1));
            clear(map, 0);
            clear(map, last + 1);
            if wraps {
                if over {
                    set(map, last);
                }
                if under {
                    set(map, 1);
                }
                if skips && has(map, last) {
                    // A move over the short last block, from either side.
                    set(map, 1);
                    set(map, (last - 1).max(1));
                }
            }
            count += map.iter().map(|bits| u64::from(bits.count_ones())).sum::<u64>();
        }
        count
    }

    /// Takes the words of one strip out; bit `b` of the run is block `b - 1`.
    #[inline(always)]
    pub(crate) fn take(&mut self, strip: usize, word: usize) -> u64 {
        std::mem::take(&mut self.maps[strip * self.length + word])
    }

    /// Takes all blocks out.
    pub(crate) fn clear(&mut self) {
        self.maps.fill(0);
    }
}
