//! The sets of cells of one half of a board, sorted by kind: how many cells they have, and the
//! parities that no jump changes.

use std::collections::BTreeMap;

use search::layers::Effort;

use crate::levels::CountError;

/// Number of cells, and the class: one bit for each parity.
pub(super) type Name = (i32, u64);

/// More kinds than this are not told apart.
const MOST: usize = 1 << 16;

/// Sets between two looks at the limits.
const CHUNK: usize = 1 << 14;

/// How many sets of cells of these classes there are of each kind; nothing if there are too many
/// kinds, or if they are more than can be numbered.
pub(super) fn census(classes: &[u64]) -> Option<BTreeMap<Name, u64>> {
    let mut sizes = BTreeMap::from([((0, 0), 1)]);
    for class in classes {
        for ((cells, other), size) in sizes.clone() {
            *sizes.entry((cells + 1, other ^ class)).or_default() += size;
        }
        if sizes.len() > MOST {
            return None;
        }
    }
    (classes.len() < 32).then_some(sizes)
}

/// All sets of one half.
pub(super) struct Kinds {
    /// Kind by kind, those of a kind in the order of their numbers.
    sets: Vec<u32>,
    /// Where each set stands among those of its kind.
    place: Vec<u32>,
    kind: Vec<u16>,
    names: Vec<Name>,
    /// Where each kind begins, and where the last ends.
    first: Vec<usize>,
    /// The same in words of bits, each kind beginning with a new one.
    words: Vec<usize>,
}

impl Kinds {
    /// Bytes of the tables.
    pub(super) fn bytes(cells: usize) -> u64 {
        10 << cells
    }

    pub(super) fn new(
        classes: &[u64],
        sizes: &BTreeMap<Name, u64>,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Kinds, CountError> {
        let names: Vec<Name> = sizes.keys().copied().collect();
        let (mut first, mut words) = (vec![0], vec![0]);
        for (kind, &size) in sizes.values().enumerate() {
            first.push(first[kind] + size as usize);
            words.push(words[kind] + size.div_ceil(64) as usize);
        }
        let all = 1 << classes.len();
        let (mut sets, mut place, mut kinds) = (vec![0; all], vec![0; all], vec![0; all]);
        let mut next = first.clone();
        for set in 0..all {
            if set % CHUNK == 0 {
                effort.poll(0, 0.0)?;
            }
            let name = name(classes, set as u32);
            let kind = names.binary_search(&name).unwrap_or_default();
            (kinds[set], place[set]) = (kind as u16, (next[kind] - first[kind]) as u32);
            sets[next[kind]] = set as u32;
            next[kind] += 1;
        }
        Ok(Kinds { sets, place, kind: kinds, names, first, words })
    }

    /// How many kinds there are.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// The sets of a kind.
    pub(super) fn of(&self, kind: usize) -> &[u32] {
        &self.sets[self.span(kind)]
    }

    /// Where the sets of a kind stand among all.
    pub(super) fn span(&self, kind: usize) -> std::ops::Range<usize> {
        self.first[kind]..self.first[kind + 1]
    }

    /// The same in words.
    pub(super) fn words(&self, kind: usize) -> std::ops::Range<usize> {
        self.words[kind]..self.words[kind + 1]
    }

    /// The words of all kinds.
    pub(super) fn all_words(&self) -> usize {
        self.words[self.len()]
    }

    pub(super) fn name(&self, kind: usize) -> Name {
        self.names[kind]
    }

    pub(super) fn find(&self, name: Name) -> Option<usize> {
        self.names.binary_search(&name).ok()
    }

    #[inline]
    pub(super) fn place(&self, set: u32) -> usize {
        self.place[set as usize] as usize
    }

    pub(super) fn kind(&self, set: u32) -> usize {
        self.kind[set as usize] as usize
    }
}

/// The kind of a set of cells of these classes.
pub(super) fn name(classes: &[u64], set: u32) -> Name {
    let (mut class, mut rest) = (0, set);
    while rest != 0 {
        class ^= classes[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    (set.count_ones() as i32, class)
}
