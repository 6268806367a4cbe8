//! Mate pairings of the two sides contracted: a sum over the pairs of pairings that close one Hamiltonian
//! cycle, without trying each pair.
//!
//! Take the first point and its mate on the near side, and leave both out: on the far side their two mates
//! become mates of each other. Pairings of the far side that have become equal are added up at once. What
//! is left is the same question with a pair less, asked once for all pairings of the near side that begin
//! alike; they stand together, since a pairing's number begins with its first point's mate.

use super::mate_state::{PAIRINGS, State};
use super::sums::SummedCount;

/// The most pairs for which all pairings have a table: with more, they are worked out.
const MOST_TABLED: usize = 7;
/// The most pairs there may be, and one more.
const MOST_PAIRS: usize = PAIRINGS.len();
/// No pairing: the two points that are left out are mates, and a cycle closes too early.
const CLOSED: u16 = u16::MAX;

/// What pairings become when pairs are left out.
pub(super) struct Contractions {
    /// By number of pairs: for each mate of the first point and each pairing, what is left of it.
    tables: Vec<Vec<u16>>,
}

impl Contractions {
    /// For a cut with so many points. `look` is asked now and then whether to go on.
    pub(super) fn new<E>(points: u32, mut look: impl FnMut() -> Result<(), E>) -> Result<Self, E> {
        let mut tables = vec![Vec::new(); 2];
        for (pairs, &(all, _)) in PAIRINGS.iter().enumerate().take(tabled(points) + 1).skip(2) {
            let mut table = Vec::with_capacity((2 * pairs - 1) * all as usize);
            for mate in 0..2 * pairs as u32 - 1 {
                look()?;
                // Seven pairs leave six, of which there are 10,395 pairings.
                let left =
                    |pairing| left_of(pairs, mate, pairing).map_or(CLOSED, |left| left as u16);
                table.extend((0..all).map(left));
            }
            tables.push(table);
        }
        Ok(Contractions { tables })
    }

    /// Bytes of the tables for a cut with so many points.
    pub(super) fn bytes(points: u32) -> u64 {
        let bytes = |pairs: usize| u64::from(PAIRINGS[pairs].0) * (4 * pairs as u64 - 2);
        (2..=tabled(points)).map(bytes).sum()
    }

    /// What is left of a pairing when the first point and its mate on the near side are left out.
    #[inline]
    fn left(&self, pairs: usize, mate: u32, pairing: u32) -> Option<u32> {
        match self.tables.get(pairs) {
            Some(table) => {
                let left = table[(mate * PAIRINGS[pairs].0 + pairing) as usize];
                (left != CLOSED).then_some(u32::from(left))
            }
            None => left_of(pairs, mate, pairing),
        }
    }
}

/// The most pairs of so many points that have a table.
fn tabled(points: u32) -> usize {
    (points as usize / 2).min(MOST_TABLED)
}

/// What is left of a pairing when the first point and the one so many places behind it are left
/// out; nothing if they are mates.
fn left_of(pairs: usize, mate: u32, pairing: u32) -> Option<u32> {
    let mut state = State { one: (1 << (2 * pairs)) - 1, ..State::NONE };
    state.pair(pairing);
    let mate = mate as usize + 1;
    let (a, b) = (state.mate[0], state.mate[mate]);
    if usize::from(a) == mate {
        return None;
    }
    state.mate[usize::from(a)] = b;
    state.mate[usize::from(b)] = a;
    state.one &= !(1 | 1 << mate);
    Some(state.pairing())
}

/// Room for joining two sides.
pub(super) struct Joint<'c, W: SummedCount> {
    contractions: &'c Contractions,
    /// For each number of pairs, far sides: as lists and as sums.
    lists: [Vec<(u32, W::Sum)>; MOST_PAIRS],
    sums: [Vec<W::Sum>; MOST_PAIRS],
}

impl<'c, W: SummedCount> Joint<'c, W> {
    /// No room yet.
    pub(super) fn new(contractions: &'c Contractions) -> Self {
        Joint { contractions, lists: Default::default(), sums: Default::default() }
    }

    /// Tells for each pairing of the near side in how many ways the far side makes one cycle with
    /// it. Those of the near side stand in the order of their numbers, each with something of its
    /// own, and those of the far side in any order.
    pub(super) fn join<N>(
        &mut self,
        pairs: usize,
        near: &[(u32, N)],
        far: impl Iterator<Item = (u32, W::Sum)>,
        tell: &mut impl FnMut(&N, &W::Sum),
    ) {
        // Sides without pieces make no cycle.
        if pairs == 0 {
            return;
        }
        let mut list = std::mem::take(&mut self.lists[pairs]);
        list.clear();
        list.extend(far);
        self.sparse(pairs, 0, near, &list, tell);
        self.lists[pairs] = list;
    }

    /// With the far side as a list. Numbers of the near side are too large by `base`.
    fn sparse<N>(
        &mut self,
        pairs: usize,
        base: u32,
        near: &[(u32, N)],
        far: &[(u32, W::Sum)],
        tell: &mut impl FnMut(&N, &W::Sum),
    ) {
        if pairs == 1 {
            let mut sum = W::Sum::default();
            far.iter().for_each(|(_, ways)| W::add_sum(&mut sum, ways));
            near.iter().for_each(|(_, own)| tell(own, &sum));
            return;
        }
        let (each, _) = PAIRINGS[pairs - 1];
        let is_dense = far.len() * 4 >= each as usize;
        let mut sums = std::mem::take(&mut self.sums[pairs - 1]);
        let mut list = std::mem::take(&mut self.lists[pairs - 1]);
        for near in near.chunk_by(|a, b| (a.0 - base) / each == (b.0 - base) / each) {
            let mate = (near[0].0 - base) / each;
            let base = base + mate * each;
            let left = far.iter().filter_map(|(pairing, ways)| {
                Some((self.contractions.left(pairs, mate, *pairing)?, ways))
            });
            if is_dense {
                sums.clear();
                sums.resize(each as usize, W::Sum::default());
                left.for_each(|(left, ways)| W::add_sum(&mut sums[left as usize], ways));
                self.dense(pairs - 1, base, near, &sums, tell);
            } else {
                list.clear();
                list.extend(left.map(|(left, ways)| (left, ways.clone())));
                self.sparse(pairs - 1, base, near, &list, tell);
            }
        }
        self.sums[pairs - 1] = sums;
        self.lists[pairs - 1] = list;
    }

    /// With a sum for each pairing of the far side.
    fn dense<N>(
        &mut self,
        pairs: usize,
        base: u32,
        near: &[(u32, N)],
        far: &[W::Sum],
        tell: &mut impl FnMut(&N, &W::Sum),
    ) {
        if pairs == 1 {
            near.iter().for_each(|(_, own)| tell(own, &far[0]));
            return;
        }
        let (each, _) = PAIRINGS[pairs - 1];
        let mut sums = std::mem::take(&mut self.sums[pairs - 1]);
        for near in near.chunk_by(|a, b| (a.0 - base) / each == (b.0 - base) / each) {
            let mate = (near[0].0 - base) / each;
            let base = base + mate * each;
            sums.clear();
            sums.resize(each as usize, W::Sum::default());
            for (pairing, ways) in far.iter().enumerate() {
                if let Some(left) = self.contractions.left(pairs, mate, pairing as u32) {
                    W::add_sum(&mut sums[left as usize], ways);
                }
            }
            self.dense(pairs - 1, base, near, &sums, tell);
        }
        self.sums[pairs - 1] = sums;
    }
}
