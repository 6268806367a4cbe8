//! Which blocks the next level must look at.

use crate::lost_knight::planes::layout::Layout;

/// A list of blocks without doubles, built for one level while the list of the level before is
/// being worked through.
pub(crate) struct Active {
    /// The blocks of the level under way, as strip and block.
    pub now: Vec<(u32, u32)>,
    next: Vec<(u32, u32)>,
    filled: usize,
    /// The level a block was last listed for.
    listed: Vec<u32>,
    level: u32,
    blocks: usize,
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
    /// No block listed.
    pub(crate) fn new(layout: &Layout) -> Active {
        let count = layout.strips.len() * layout.blocks;
        Active {
            now: Vec::new(),
            // Nine may be written, and not kept, beyond the last.
            next: vec![(0, 0); count + 9],
            filled: 0,
            listed: vec![0; count],
            level: 1,
            blocks: layout.blocks,
        }
    }

    /// Lists a block for the next level, and those beside it that the new squares came near to.
    #[inline(always)]
    pub(crate) fn list(&mut self, layout: &Layout, strip: usize, block: usize, sides: Sides) {
        let info = &layout.strips[strip];
        let last = self.blocks - 1;
        let wraps = layout.shape.edges.rows_wrap();
        let over = if block > 0 {
            block - 1
        } else if wraps {
            last
        } else {
            block
        };
        let under = if block < last {
            block + 1
        } else if wraps {
            0
        } else {
            block
        };
        let over = if sides.up { over } else { block };
        let under = if sides.down { under } else { block };
        // A block that need not be listed is replaced by one that is: no branch to mispredict.
        self.list_three(strip, over, block, under);
        if sides.left && info.left != usize::MAX {
            self.list_three(info.left, over, block, under);
        }
        if sides.right && info.right != usize::MAX {
            self.list_three(info.right, over, block, under);
        }
    }

    #[inline(always)]
    fn list_three(&mut self, strip: usize, over: usize, block: usize, under: usize) {
        let start = strip * self.blocks;
        for block in [over, block, under] {
            let index = start + block;
            self.next[self.filled] = (strip as u32, block as u32);
            self.filled += usize::from(self.listed[index] != self.level);
            self.listed[index] = self.level;
        }
    }

    /// How many blocks are listed for the next level.
    pub(crate) fn listed(&self) -> usize {
        self.filled
    }

    /// Makes the list built so far the list of the level under way, and starts an empty one.
    pub(crate) fn turn(&mut self) {
        self.now.clear();
        self.now.extend_from_slice(&self.next[..self.filled]);
        self.clear();
    }

    /// Empties the list built so far.
    pub(crate) fn clear(&mut self) {
        self.filled = 0;
        self.level = self.level.wrapping_add(1);
        if self.level == 0 {
            self.listed.fill(0);
            self.level = 1;
        }
    }
}
