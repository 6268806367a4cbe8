//! Positions as packed keys, and jumps as exclusive ors of them: nothing here depends on how many
//! lines the board has but on how many jumps a position has.
//!
//! The key of a position is its pegs on the pivots' cells. Packing is linear, and so is every
//! symmetry; the keys of all images of a position are one table row a byte, and a jump changes each
//! of them by a constant. The least of them is the key of the position up to symmetry.

use std::ops::ControlFlow;

use search::layers::{Slot, Table};

use crate::Jump;
use crate::cell_set::CellWord;
use crate::levels::forward::PackedKey;
use crate::levels::shape::{Shape, moved, set};

/// Keys of a position under each of eight symmetries; of a smaller group each stands in evenly
/// often.
pub(crate) type Images<K> = [K; 8];

/// The positions of a board, `P` wide, with keys `K` wide.
pub(crate) struct Space<P, K> {
    pub(crate) shape: Shape,
    kinds: Vec<LineGroup<P, K>>,
    /// For each byte of a key and each of its values.
    rows: Vec<(P, Images<K>)>,
    /// The key of the set of all cells.
    whole: K,
    all: P,
}

/// Lines whose cells are as far apart, by number: tested together.
struct LineGroup<P, K> {
    /// From the first cell to the second, and to the third.
    near: u32,
    far: u32,
    /// The first cells.
    firsts: P,
    /// What a jump on the line with this first cell changes in the images.
    flips: Vec<Images<K>>,
}

/// A position of a class: what others of its class are told apart from.
#[derive(Clone, Copy)]
pub(crate) struct Frame<P, K> {
    full: P,
    key: K,
    images: Images<K>,
}

/// A jump in the numbers of live cells, and what it makes of a position's images.
#[derive(Clone, Copy, Default)]
pub(crate) struct PackedJump<K> {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) images: Images<K>,
}

/// Positions looked up at a time: most have fewer jumps.
const BATCH: usize = 16;

impl<P: CellWord, K: PackedKey> Space<P, K> {
    /// The board must have as many live cells as `P` has bits at most, and a basis of less than the
    /// bits of `K`, so that no key is `K::NONE`.
    pub(crate) fn new(shape: Shape) -> Self {
        let images = |position: u128| -> Images<K> {
            let turns = &shape.turns;
            std::array::from_fn(|i| pack(&shape, moved(&turns[i % turns.len()], position)))
        };
        let mut kinds: Vec<LineGroup<P, K>> = Vec::new();
        for line in &shape.lines {
            let (near, far) = (line[1] - line[0], line[2] - line[0]);
            let kind = match kinds.iter().position(|kind| (kind.near, kind.far) == (near, far)) {
                Some(kind) => &mut kinds[kind],
                None => {
                    let flips = vec![[K::default(); 8]; P::BITS as usize];
                    kinds.push(LineGroup { near, far, firsts: P::default(), flips });
                    let last = kinds.len() - 1;
                    &mut kinds[last]
                }
            };
            kind.firsts ^= P::bit(line[0]);
            kind.flips[line[0] as usize] = images(set(line));
        }
        let bytes = shape.basis.len().div_ceil(8);
        let rows = (0..bytes * 256).map(|row| {
            let chosen = (0..8).map(|bit| (row / 256 * 8 + bit, row >> bit & 1 == 1));
            let chosen = chosen.filter(|&(at, on)| on && at < shape.basis.len());
            let position = chosen.fold(0, |sum, (at, _)| sum ^ shape.basis[at].1);
            (P::cut(position), images(position))
        });
        let rows = rows.collect();
        let (whole, all) = (pack(&shape, shape.all()), P::cut(shape.all()));
        Space { kinds, rows, whole, all, shape }
    }

    /// The frames of the positions that an even and an odd number of jumps lead to from here.
    pub(crate) fn frames(&self, root: u128) -> [Frame<P, K>; 2] {
        let odd = self.shape.lines.first().map_or(0, |line| set(line));
        [root, root ^ odd].map(|full| {
            let turns = &self.shape.turns;
            let image = |i: usize| pack(&self.shape, moved(&turns[i % turns.len()], full));
            let images: Images<K> = std::array::from_fn(image);
            Frame { full: P::cut(full), key: images[0], images }
        })
    }

    /// The position that a frame is made of, and its images.
    pub(crate) fn rooted(&self, frame: &Frame<P, K>) -> (P, Images<K>) {
        (frame.full, frame.images)
    }

    /// The position with that key, and its images.
    #[inline]
    pub(crate) fn unpack(&self, frame: &Frame<P, K>, key: K) -> (P, Images<K>) {
        let apart = key ^ frame.key;
        let (mut position, mut images) = (frame.full, frame.images);
        for (byte, rows) in self.rows.chunks_exact(256).enumerate() {
            let row = &rows[apart.byte(byte)];
            position ^= row.0;
            for (image, other) in images.iter_mut().zip(&row.1) {
                *image ^= *other;
            }
        }
        (position, images)
    }

    /// Tells the images after each jump from a position; whether there was one.
    #[inline]
    pub(crate) fn each(
        &self,
        position: P,
        images: &Images<K>,
        mut tell: impl FnMut(Images<K>),
    ) -> bool {
        let mut any = false;
        self.leaps(position, images, |leap| {
            tell(leap.images);
            any = true;
        });
        any
    }

    /// Tells each jump from a position.
    #[inline]
    pub(crate) fn leaps(
        &self,
        position: P,
        images: &Images<K>,
        mut tell: impl FnMut(PackedJump<K>),
    ) {
        for kind in &self.kinds {
            let ends = position ^ (position >> kind.far);
            let mut firsts = (position >> kind.near) & ends & kind.firsts;
            while firsts != P::default() {
                let first = firsts.least();
                let images = xor(images, &kind.flips[first as usize]);
                let (mut from, mut to) = (first, first + kind.far);
                if position & P::bit(first) == P::default() {
                    (from, to) = (to, from);
                }
                tell(PackedJump { from, to, images });
                firsts = firsts.rest();
            }
        }
    }

    /// Tells each jump that leads to a position of a level, with the value that stands there, until
    /// told to stop. The level may hold its positions with pegs and holes swapped, and then so are
    /// the images told.
    #[inline]
    pub(crate) fn leading_into<V: Copy + Default + Send + Sync>(
        &self,
        position: P,
        images: &Images<K>,
        level: &Table<K, V>,
        swapped: bool,
        mut tell: impl FnMut(&PackedJump<K>, &V) -> ControlFlow<()>,
    ) {
        let mut batch = [(PackedJump::default(), Slot::default()); BATCH];
        let (mut len, mut flow) = (0, ControlFlow::Continue(()));
        let flip = if swapped { self.whole } else { K::default() };
        let mut look = |batch: &[(PackedJump<K>, Slot<K>)]| {
            for (leap, seat) in batch {
                if let (ControlFlow::Continue(()), Some(value)) = (flow, level.find(seat)) {
                    flow = tell(leap, value);
                }
            }
        };
        self.leaps(position, images, |mut leap| {
            leap.images = leap.images.map(|image| image ^ flip);
            batch[len] = (leap, level.seek(self.least(&leap.images)));
            len += 1;
            if len == BATCH {
                look(&batch);
                len = 0;
            }
        });
        look(&batch[..len]);
    }

    /// The key of a position up to symmetry.
    #[inline]
    pub(crate) fn least(&self, images: &Images<K>) -> K {
        if self.shape.turns.len() == 1 {
            return images[0];
        }
        images[1..].iter().fold(images[0], |least, &image| least.min(image))
    }

    /// How many positions are alike up to symmetry.
    #[inline]
    pub(crate) fn orbit(&self, images: &Images<K>) -> u64 {
        let least = self.least(images);
        let alike = images.iter().filter(|&&image| image == least).count();
        8 / alike as u64
    }

    /// A position with pegs and holes swapped.
    pub(crate) fn swapped(&self, position: P) -> P {
        position ^ self.all
    }

    /// The images of a position with pegs and holes swapped.
    #[inline]
    pub(crate) fn swapped_images(&self, images: &Images<K>) -> Images<K> {
        images.map(|image| image ^ self.whole)
    }

    /// Where the symmetry of that image takes a cell.
    pub(crate) fn turned(&self, image: usize, cell: u32) -> u32 {
        let turns = &self.shape.turns;
        turns[image % turns.len()][cell as usize]
    }

    /// A jump in the numbers of the board.
    pub(crate) fn jump(&self, from: u32, to: u32) -> Jump {
        let cells = &self.shape.cells;
        Jump { from: cells[from as usize], to: cells[to as usize] }
    }

    /// A position after a jump of a peg that can make it, and its images.
    pub(crate) fn after(
        &self,
        position: P,
        images: &Images<K>,
        from: u32,
        to: u32,
    ) -> (P, Images<K>) {
        let mut after = (position, *images);
        let ends = from.min(to)..=from.max(to);
        let line = |line: &&[u32; 3]| [line[0], line[2]] == [*ends.start(), *ends.end()];
        self.leaps(position, images, |leap| {
            if (leap.from, leap.to) == (from, to) {
                let line = self.shape.lines.iter().find(line).map_or(0, |line| set(line));
                after = (position ^ P::cut(line), leap.images);
            }
        });
        after
    }

    /// More jumps than this has no position.
    pub(crate) fn most_jumps(&self) -> usize {
        self.shape.lines.len()
    }

    /// Bytes of the tables that a board needs.
    pub(crate) fn bytes(shape: &Shape) -> u64 {
        let rows = shape.basis.len().div_ceil(8) * 256 * size_of::<(P, Images<K>)>();
        // There are no more kinds of lines than lines.
        let flips = shape.lines.len() * P::BITS as usize * size_of::<Images<K>>();
        (rows + flips) as u64
    }
}

#[inline]
fn xor<K: CellWord>(one: &Images<K>, other: &Images<K>) -> Images<K> {
    std::array::from_fn(|i| one[i] ^ other[i])
}

fn pack<K: CellWord>(shape: &Shape, position: u128) -> K {
    let pegs = shape.basis.iter().enumerate().filter(|(_, (pivot, _))| position >> pivot & 1 == 1);
    pegs.fold(K::default(), |key, (at, _)| key ^ K::bit(at as u32))
}
