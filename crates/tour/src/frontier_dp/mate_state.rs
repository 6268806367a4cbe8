//! The mate array of a frontier (Knuth, Simpath), with the degrees of its vertices.
//!
//! What one side of a cut is to the other: how many links each point has, and which points are the
//! two ends of one piece.

use super::vertex_order::VertexStep;

/// Bits of a key that tell how points are paired; the rest tells their links.
pub(super) const PAIRING_BITS: u32 = 26;

/// Pieces between points. A slot in neither set has no link.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    /// Slots with one link: ends of pieces.
    pub(super) one: u32,
    /// Slots with two links.
    pub(super) two: u32,
    /// The other end of the piece that ends at a slot.
    pub(super) mate: [u8; 32],
}

/// The part of a key that tells how ends are paired.
#[inline]
pub(super) fn pairing(key: u64) -> u32 {
    key as u32 & ((1 << PAIRING_BITS) - 1)
}

/// How many pieces the state of a key has at a cut with so many points.
pub(super) fn pairs(key: u64, points: u32) -> usize {
    let one = (key >> PAIRING_BITS) as u32 & ((1 << points) - 1);
    one.count_ones() as usize / 2
}

impl State {
    /// No links at all.
    pub(super) const NONE: State = State { one: 0, two: 0, mate: [0; 32] };

    /// Links two slots that have fewer than two links each. `false` if that would close a piece:
    /// the tour is closed where the two sides meet, and nowhere else.
    #[inline]
    fn link(&mut self, a: u32, b: u32) -> bool {
        let end = |state: &State, slot: u32| {
            if state.one >> slot & 1 == 1 {
                u32::from(state.mate[slot as usize & 31])
            } else {
                slot
            }
        };
        let (far_a, far_b) = (end(self, a), end(self, b));
        if far_a == b {
            return false;
        }
        for slot in [a, b] {
            let bit = 1 << slot;
            self.two |= self.one & bit;
            self.one ^= bit;
        }
        self.mate[far_a as usize & 31] = far_b as u8;
        self.mate[far_b as usize & 31] = far_a as u8;
        true
    }

    /// Links a slot to all of a set, at most two.
    #[inline]
    fn link_all(&mut self, own: u32, set: u32) -> bool {
        let mut rest = set;
        while rest != 0 {
            if !self.link(rest.trailing_zeros(), own) {
                return false;
            }
            rest &= rest - 1;
        }
        true
    }

    /// The key over so many slots, none beyond having a link.
    #[inline]
    pub(super) fn key(&self, slots: u32) -> u64 {
        let links = u64::from(self.one) | u64::from(self.two) << slots;
        links << PAIRING_BITS | u64::from(self.pairing())
    }

    /// The state of a key.
    #[inline]
    pub(super) fn of(key: u64, slots: u32) -> State {
        let links = key >> PAIRING_BITS;
        let one = links as u32 & ((1 << slots) - 1);
        let mut state = State { one, two: (links >> slots) as u32, mate: [0; 32] };
        state.pair(pairing(key));
        state
    }

    /// The number of the pairing among all pairings of the ends, in the order of the first end's
    /// mate, then of the first remaining end's mate, and so on.
    #[inline]
    pub(super) fn pairing(&self) -> u32 {
        let mut rest = self.one;
        let mut others = rest.count_ones();
        let mut rank = 0;
        while others > 2 {
            others -= 1;
            let first = rest.trailing_zeros();
            rest &= rest - 1;
            let mate = 1u32 << (self.mate[first as usize & 31] & 31);
            rank = rank * others + (rest & (mate - 1)).count_ones();
            rest ^= mate;
            others -= 1;
        }
        rank
    }

    /// Pairs the ends as the number says.
    #[inline]
    pub(super) fn pair(&mut self, mut rank: u32) {
        let mut rest = self.one;
        let mut pairs = rest.count_ones() as usize / 2;
        while pairs > 0 {
            pairs -= 1;
            let (each, reciprocal) = PAIRINGS[pairs];
            let mut before = ((u64::from(rank) * reciprocal) >> SCALE) as u32;
            rank -= before * each;
            let first = rest.trailing_zeros();
            rest &= rest - 1;
            let mut mate = rest;
            while before > 0 {
                mate &= mate - 1;
                before -= 1;
            }
            let mate = mate.trailing_zeros();
            self.mate[first as usize & 31] = mate as u8;
            self.mate[mate as usize & 31] = first as u8;
            rest &= !(1 << mate);
        }
    }

    /// Whether the pieces of this side and those of the other, with the same ends, make one cycle.
    pub(super) fn closes(&self, other: &State) -> bool {
        let first = self.one.trailing_zeros() as usize;
        let (mut at, mut met) = (first, 0);
        while met < self.one.count_ones() {
            at = usize::from(other.mate[usize::from(self.mate[at])]);
            met += 2;
            if at == first {
                break;
            }
        }
        met > 0 && met == self.one.count_ones()
    }

    /// The same with slots moved.
    pub(super) fn moved(&self, to: &[u8]) -> State {
        let mut moved = State::NONE;
        for (slot, &place) in to.iter().enumerate() {
            moved.one |= (self.one >> slot & 1) << place;
            moved.two |= (self.two >> slot & 1) << place;
            let mate = usize::from(self.mate[slot]);
            moved.mate[usize::from(place)] = to.get(mate).copied().unwrap_or(0);
        }
        moved
    }
}

impl VertexStep {
    /// From the cut before to the cut behind, where links between earlier vertices are made: tells
    /// every key behind, with the links that lead to it.
    #[inline]
    pub(super) fn forward(&self, key: u64, mut tell: impl FnMut(u32, u64)) {
        let before = State::of(key, self.own);
        for &links in &self.links {
            if links & before.two != 0 {
                continue;
            }
            // How many links everybody has is known before any is made: most sets end here.
            let two =
                before.two | before.one & links | u32::from(links.count_ones() == 2) << self.own;
            let linked = before.one | before.two | links | u32::from(links != 0) << self.own;
            if self.leaving_set & !two != 0 || self.one_later & !linked != 0 {
                continue;
            }
            let mut state = before;
            if !state.link_all(self.own, links) {
                continue;
            }
            debug_assert_eq!((two, linked), (state.two, state.one | state.two));
            // Slots that leave have two links: no end is among them, and the pairing stays.
            let pairing = state.pairing();
            let (mut one, mut two) = (state.one, state.two);
            for &slot in self.leaving.iter().rev() {
                let below = (1 << slot) - 1;
                one = one & below | one >> 1 & !below;
                two = two & below | two >> 1 & !below;
            }
            let slots = self.own + 1 - self.leaving.len() as u32;
            let links_of = u64::from(one) | u64::from(two) << slots;
            tell(links, links_of << PAIRING_BITS | u64::from(pairing));
        }
    }

    /// From the cut behind to the cut before, where all links of later vertices are made. Keys tell
    /// what these leave to the earlier side: their two-link slots are the ones that it must give
    /// two links, so that keys of both sides fit if they agree in links. Tells every key before,
    /// with the links that lead to it.
    #[inline]
    pub(super) fn backward(&self, key: u64, mut tell: impl FnMut(u32, u64)) {
        let slots = self.own + 1 - self.leaving.len() as u32;
        let links_of = key >> PAIRING_BITS;
        let points = (1 << slots) - 1;
        let mut one = links_of as u32 & points;
        let mut two = points & !(links_of >> slots) as u32 & !one;
        for &slot in &self.leaving {
            let below = (1 << slot) - 1;
            one = one & below | (one & !below) << 1;
            two = two & below | (two & !below) << 1;
        }
        let mut behind = State { one, two, mate: [0; 32] };
        behind.pair(pairing(key));
        let own = 1u32 << self.own;
        let lacking = 2 - (one >> self.own & 1) - 2 * (two >> self.own & 1);
        for &links in &self.links {
            if links & two != 0 || links.count_ones() != lacking {
                continue;
            }
            // As above; `own` has two links now.
            let after = two | one & links | own;
            let linked = one | two | links | own;
            if self.none_earlier & !after != 0 || self.one_earlier & !linked != 0 {
                continue;
            }
            let mut state = behind;
            if !state.link_all(self.own, links) {
                continue;
            }
            debug_assert_eq!((after, linked), (state.two, state.one | state.two));
            state.two = (own - 1) & !linked;
            tell(links, state.key(self.own));
        }
    }
}

/// Binary digits of the fractions in [`PAIRINGS`].
const SCALE: u32 = 52;

/// How many pairings so many pairs of ends have, and that as a divisor.
pub(super) const PAIRINGS: [(u32, u64); 10] = {
    let mut all = [(1, 1 << SCALE); 10];
    let mut pairs = 1;
    while pairs < 10 {
        let number = all[pairs - 1].0 * (2 * pairs as u32 - 1);
        all[pairs] = (number, (1u64 << SCALE).div_ceil(number as u64));
        pairs += 1;
    }
    all
};
