//! Which blocks the next level must look at.

use crate::planes::layout::Layout;

/// A set of blocks. They are gathered as bits, so that one that is added twice is there once, and
/// listed when the set is whole.
pub(crate) struct Active {
    /// For each strip, [`RUN`] blocks a word. The first and the last bit of a word stand for the
    /// blocks over and under these.
    maps: Vec<u64>,
    /// Words for one strip.
    length: usize,
    /// The blocks, as they lie in memory.
    pub(crate) listed: Vec<Block>,
    /// Room for the blocks of a level that have squares which the strips to the left and to the
    /// right repeat.
    pub(crate) lenders: [Vec<Block>; 2],
    /// Blocks of the first and of the last strip of a half with squares that the other half repeats.
    pub(crate) told: [Vec<(u32, Sides)>; 2],
}

/// Blocks in a word: less than a word has room for, and a power of two.
const RUN: usize = 32;

/// One block of one strip.
#[derive(Clone, Copy, Default)]
pub(crate) struct Block {
    pub strip: u32,
    /// Which block of the strip it is.
    pub number: u32,
}

impl Block {
    /// Its first word in the planes.
    #[inline(always)]
    pub(crate) fn start(self, layout: &Layout) -> usize {
        self.strip as usize * layout.strip_words + (self.number as usize + 1) * layout.block_words
    }

    /// Whether it is the last of its strip.
    #[inline(always)]
    pub(crate) fn is_last(self, layout: &Layout) -> bool {
        self.number as usize + 1 == layout.blocks
    }
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
        // Room for the block under the last.
        let length = layout.blocks / RUN + 1;
        Active {
            maps: vec![0; length * layout.strips.len()],
            length,
            listed: Vec::new(),
            lenders: Default::default(),
            told: Default::default(),
        }
    }

    /// Adds a block if it has `any` new squares, and those beside it that they came near to. Nothing
    /// is branched on: what a level found cannot be guessed.
    #[inline(always)]
    pub(crate) fn add(&mut self, layout: &Layout, block: Block, any: bool, sides: Sides) {
        let info = &layout.strips[block.strip as usize];
        let three = u64::from(sides.up) | u64::from(any) << 1 | u64::from(sides.down) << 2;
        let (word, bit) = (block.number as usize / RUN, block.number as usize % RUN);
        let mut put = |strip: usize, wanted: bool| {
            self.maps[strip * self.length + word] |=
                (three & u64::from(wanted).wrapping_neg()) << bit;
        };
        put(block.strip as usize, true);
        put(info.left, sides.left);
        put(info.right, sides.right);
    }

    /// Moves the bits over the ends to the blocks they stand for, and lists the blocks.
    #[inline(always)]
    pub(crate) fn settle(&mut self, layout: &Layout) {
        let mut listed = std::mem::take(&mut self.listed);
        listed.clear();
        for strip in 0..layout.strips.len() {
            let first = strip * self.length;
            let map = &mut self.maps[first..first + self.length];
            close_ends(layout, map);
            for word in 0..self.length {
                let mut bits = std::mem::take(&mut self.maps[first + word]);
                while bits != 0 {
                    let number = (word * RUN) as u32 + bits.trailing_zeros() - 1;
                    listed.push(Block { strip: strip as u32, number });
                    bits &= bits - 1;
                }
            }
        }
        self.listed = listed;
    }
}

/// Moves the bits over the ends of words, and of a strip, to the blocks they stand for.
#[inline(always)]
fn close_ends(layout: &Layout, map: &mut [u64]) {
    const UNDER: u64 = 1 << (RUN + 1);
    let has = |map: &[u64], block: usize| map[block / RUN] >> (block % RUN + 1) & 1 == 1;
    let set = |map: &mut [u64], block: usize| map[block / RUN] |= 2 << (block % RUN);
    let blocks = layout.blocks;
    let mut over = false;
    for word in 0..map.len() {
        let bits = map[word];
        map[word] &= !(1 | UNDER);
        if bits & 1 != 0 {
            match word.checked_sub(1) {
                Some(before) => map[before] |= UNDER >> 1,
                None => over = true,
            }
        }
        if bits & UNDER != 0 {
            map[word + 1] |= 2;
        }
    }
    let under = has(map, blocks);
    map[blocks / RUN] &= !(2 << (blocks % RUN));
    if layout.wrap.0 {
        if over {
            set(map, blocks - 1);
        }
        if under {
            set(map, 0);
        }
        if layout.skips() && has(map, blocks - 1) {
            // A move over the short last block, from either side.
            set(map, 0);
            set(map, blocks.saturating_sub(2));
        }
    }
}
