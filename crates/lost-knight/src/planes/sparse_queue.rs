//! Level after level of few squares, as in a maze: one queue for all of them, so that it need not
//! be guessed where a level ends.

use crate::planes::layout::Layout;
use crate::planes::sparse::{Sparse, Spot, Visit};

/// A level of so many squares is not thin.
pub(super) const FEW: usize = 24;
/// Squares in the ring: a power of two.
const RING: usize = 1 << 12;
/// Squares looked at together.
const GROUP: usize = 2;
/// More than a thin level and the one after it can have.
const SPARE: usize = 256;

/// A flood while its levels are thin.
pub(super) struct SparseQueue {
    /// The squares reached last, one behind the other and round, in 32 bits each, and over them the
    /// place of the square that it was reached from.
    ring: Vec<u64>,
    pub(super) level: u64,
    pub(super) reached: u64,
    /// Where to stop: at this level, or when so many squares are reached.
    pub(super) until: (u64, u64),
}

/// A place in the ring, and the distance of the square there.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Mark {
    place: usize,
    level: u64,
}

impl Mark {
    const NONE: Mark = Mark { place: usize::MAX, level: u64::MAX };
}

impl SparseQueue {
    pub(super) fn new() -> SparseQueue {
        SparseQueue { ring: Vec::new(), level: 0, reached: 0, until: (0, 0) }
    }

    /// Levels from these squares on, until one has a target, is one to stop at, or is empty or not
    /// thin: that one is put in their place. Squares that all further ones are reached through are
    /// noted.
    #[inline(never)]
    pub(super) fn levels<const PLANES: usize>(
        &mut self,
        sparse: &Sparse,
        layout: &Layout,
        words: &mut [u64],
        narrow: &mut [u32],
        targets: &[Spot],
        spots: &mut Vec<Spot>,
    ) {
        let count = spots.len();
        self.ring.resize(RING, spots[0].0);
        let ring: &mut [u64; RING] = self.ring.first_chunk_mut().expect("it was just resized");
        ring[..count + GROUP].fill(spots[0].0);
        for (entry, spot) in ring.iter_mut().zip(&*spots) {
            *entry = spot.0;
        }
        // Squares in the columns of targets are looked at.
        let apart = targets.iter().fold(sparse.repeated, |apart, target| apart | 1 << target.bit());
        let (mut start, mut end, mut level_end) = (0, count, count);
        let (mut level, mut to) = (self.level, layout.phase(self.level + 1));
        // Places are told in 32 bits.
        let most = (self.until.1 - self.reached).min(1 << 31) as usize;
        let mut most_end = most + count;
        // From here on squares were reached in one way only, and from squares still in the ring.
        let mut known = count;
        // The last square that was alone in the queue.
        let mut only = Mark::NONE;
        loop {
            let is_only = end - start == 1;
            only.place = if is_only { start } else { only.place };
            only.level = if is_only { level } else { only.level };
            // All looks before the first square is taken: what is guessed wrong then costs less.
            let live = (level_end - start).min(GROUP);
            let mut spots = [Spot::default(); GROUP];
            let mut packed = [0; GROUP];
            for index in 0..GROUP {
                spots[index] = Spot(ring[(start + index) % RING] & 0xFFFF_FFFF);
                packed[index] = sparse.look::<PLANES>(words, to, spots[index]);
            }
            for index in 0..GROUP {
                let packed = if index < live { packed[index] } else { 0 };
                let spot = spots[index];
                sparse.take::<PLANES>(words, to, spot, packed, apart, |words, near, found| {
                    let parent = ((start + index) as u64) << 32;
                    if found == Visit::Taken {
                        ring[end % RING] = near.0 | parent;
                        end += 1;
                        return;
                    }
                    seldom();
                    let reached = match found {
                        Visit::Apart => sparse.reach_edge::<PLANES>(layout, words, to, near),
                        _ => None,
                    };
                    let Some(near) = reached else {
                        known = end;
                        return;
                    };
                    ring[end % RING] = near.0 | parent;
                    end += 1;
                    if targets.contains(&near) {
                        most_end = 0;
                    }
                });
            }
            start += live;
            // Where a level ends is not asked by itself.
            let is_last = start == level_end;
            level += u64::from(is_last);
            level_end = if is_last { end } else { level_end };
            to = if PLANES == 2 {
                ((level + 1) >> 1 & 1) as usize
            } else {
                let after = if to == 2 { 0 } else { to + 1 };
                if is_last { after } else { to }
            };
            let is_thin = (end - start).wrapping_sub(1) < FEW - 1;
            let is_full = end - known >= RING - SPARE;
            let stop = !is_thin | is_full | (end >= most_end) | (level >= self.until.0);
            if stop {
                seldom();
                if is_full {
                    note(ring, narrow, only, known);
                    let is_known = only != Mark::NONE && only.place >= known;
                    known = if is_known { only.place + 1 } else { end };
                    only = Mark::NONE;
                }
                if is_last & (!is_thin | (end >= most_end) | (level >= self.until.0)) {
                    break;
                }
            }
        }
        note(ring, narrow, only, known);
        self.reached += (end - count) as u64;
        self.level = level;
        let last = (start..end).map(|place| Spot(ring[place % RING] & 0xFFFF_FFFF));
        spots.clear();
        spots.extend(last);
    }
}

/// Notes a square, and those before it that it was reached through.
fn note(ring: &[u64; RING], narrow: &mut [u32], only: Mark, known: usize) {
    if only == Mark::NONE {
        return;
    }
    let Mark { mut place, mut level } = only;
    loop {
        let entry = ring[place % RING];
        if let Some(note) = narrow.get_mut(level as usize) {
            *note = entry as u32;
        }
        if place < known {
            break;
        }
        place = (entry >> 32) as usize;
        level -= 1;
    }
}

/// What the compiler should not expect.
#[cold]
fn seldom() {}
