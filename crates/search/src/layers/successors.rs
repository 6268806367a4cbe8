//! What one thread finds in a round: states partitioned by hash, and those that belong to other processes
//! as bytes.

use super::table::part;
use super::{Key, Layered, Overflow, Weight};

/// The states that come of some states.
pub(crate) struct Successors<L: Layered> {
    pub(crate) found: Vec<(L::Key, L::Weight)>,
    /// The same by part, and where each part ends.
    partitioned: Vec<(L::Key, L::Weight)>,
    ends: Vec<usize>,
    /// For each process what falls to it; nothing for this one.
    pub(crate) away: Vec<Vec<u8>>,
    pub(crate) tally: L::Tally,
    pub(crate) fits: Result<(), Overflow>,
}

/// The process that a key falls to, of so many.
#[inline]
pub(crate) fn owner(mix: u64, peers: usize) -> usize {
    // The high bits choose the part: these are others.
    (((mix & 0xFFFF_FFFF) * peers as u64) >> 32) as usize
}

/// Bytes of a state.
pub(crate) fn state<L: Layered>() -> usize {
    L::Key::BYTES + L::Weight::BYTES
}

impl<L: Layered> Successors<L> {
    /// Bytes of a hand with room for so many states, of one process among so many.
    pub(crate) fn bytes(room: usize, peers: usize) -> u64 {
        // What goes away comes from elsewhere, too, and each of the two may stand twice.
        let away = if peers > 1 { 4 * state::<L>() } else { 0 };
        (room * (2 * size_of::<(L::Key, L::Weight)>() + away)) as u64
    }

    pub(crate) fn new(room: usize, peers: usize) -> Self {
        let partitioned = vec![(L::Key::NONE, L::Weight::default()); room];
        let (found, ends) = (Vec::with_capacity(room), Vec::new());
        let away = vec![Vec::new(); peers];
        Successors { found, partitioned, ends, away, tally: L::Tally::default(), fits: Ok(()) }
    }

    /// Expands states; `me` is this process.
    pub(crate) fn open(
        &mut self,
        problem: &L,
        layer: u32,
        me: usize,
        (keys, weights): (&[L::Key], &[L::Weight]),
    ) {
        let peers = self.away.len();
        for (&key, weight) in keys.iter().zip(weights) {
            let put = |key: L::Key, weight: L::Weight| {
                assert!(key != L::Key::NONE, "a state has the key of no state");
                if peers > 1 {
                    let owner = owner(key.mix(), peers);
                    if owner != me {
                        return write::<L>(&mut self.away[owner], key, &weight);
                    }
                }
                self.found.push((key, weight));
            };
            let ended = problem.expand(layer, key, weight, &mut self.tally, put);
            self.fits = self.fits.and(ended);
        }
    }

    /// States that it holds, here and for elsewhere.
    pub(crate) fn load(&self) -> usize {
        self.found.len() + self.away.iter().map(|away| away.len() / state::<L>()).sum::<usize>()
    }

    /// Takes in bytes from another process, as many states as there is room for; what is left.
    pub(crate) fn read<'b>(&mut self, mut bytes: &'b [u8]) -> &'b [u8] {
        while self.found.len() < self.partitioned.len() && bytes.len() >= state::<L>() {
            let (state, rest) = bytes.split_at(state::<L>());
            let (key, weight) = state.split_at(L::Key::BYTES);
            self.found.push((L::Key::read(key), L::Weight::read(weight)));
            bytes = rest;
        }
        bytes
    }

    /// Sorts what was found by part.
    pub(crate) fn partition(&mut self, bits: u32) {
        self.ends.clear();
        self.ends.resize((1 << bits) + 1, 0);
        for (key, _) in &self.found {
            self.ends[part(key.mix(), bits) + 1] += 1;
        }
        for part in 0..1 << bits {
            self.ends[part + 1] += self.ends[part];
        }
        for (key, weight) in self.found.drain(..) {
            let end = &mut self.ends[part(key.mix(), bits)];
            self.partitioned[*end] = (key, weight);
            *end += 1;
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    pub(crate) fn part(&self, part: usize) -> &[(L::Key, L::Weight)] {
        let start = if part == 0 { 0 } else { self.ends[part - 1] };
        &self.partitioned[start..self.ends[part]]
    }
}

#[inline]
fn write<L: Layered>(to: &mut Vec<u8>, key: L::Key, weight: &L::Weight) {
    let start = to.len();
    to.resize(start + state::<L>(), 0);
    let (first, second) = to[start..].split_at_mut(L::Key::BYTES);
    key.write(first);
    weight.write(second);
}
