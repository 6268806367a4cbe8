//! A board cut in two, and its jumps: within the high half, within the low one, and across.
//!
//! A position is a set of high cells and a set of low ones. Pegs and class of a level are known, so
//! the kind of the high set tells that of the low one, and a bit for each low set of this kind is
//! enough: a row. A jump within the high half makes of a row another of the same kind. A jump that
//! changes low cells changes the place in the row, by tables.

use std::collections::BTreeMap;

use search::layers::Effort;

use super::kinds::{Kinds, Name, census, name};
use crate::levels::CountError;
use crate::levels::shape::{Shape, echelon, set};

/// What a jump changes in one half: of the cells it looks at those with pegs before are empty after
/// it, and the others have pegs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) cells: u32,
    pub(super) before: u32,
}

impl Change {
    pub(super) fn after(&self) -> u32 {
        self.cells ^ self.before
    }

    /// Pegs that there are less after it.
    pub(super) fn lost(&self) -> i32 {
        self.before.count_ones() as i32 - self.after().count_ones() as i32
    }
}

/// What jumps across do to the low half.
pub(super) struct Shift {
    pub(super) change: Change,
    /// The low sets that it can be made from, a bit each, kind by kind.
    pub(super) open: Vec<u64>,
    /// Where it leads to from each of these.
    pub(super) to: Vec<u16>,
}

/// How a board would be cut, and what that takes.
pub(super) struct CutPlan {
    low: usize,
    /// The class of each cell.
    classes: Vec<u64>,
    sizes: [BTreeMap<Name, u64>; 2],
    tables: u64,
}

impl CutPlan {
    /// Nothing if the board is too large.
    pub(super) fn new(shape: &Shape) -> Option<CutPlan> {
        let cells = shape.cells.len();
        let crossing = |low: usize| {
            let across = |line: &&[u32; 3]| (line[0] as usize) < low && (line[2] as usize) >= low;
            shape.lines.iter().filter(across).count()
        };
        let half = cells / 2;
        let near = half.saturating_sub(1)..=(half + 2).min(cells);
        let low = near.min_by_key(|&low| (crossing(low), low.abs_diff(half)))?;
        let classes = classes(shape)?;
        let sizes = [census(&classes[..low])?, census(&classes[low..])?];
        // Places in a row are numbered by 16 bits.
        if sizes[0].values().any(|&size| size > 1 << 16) {
            return None;
        }
        let within = shape.lines.iter().filter(|line| (line[2] as usize) < low).count() as u64;
        let shifts = 2 * crossing(low) as u64;
        // Two ways to jump along a line, an eighth of all sets each, four bytes for each of them.
        let low_tables = (within << low) + shifts * ((2 << low) + (1 << low) / 8);
        let tables = Kinds::bytes(low) + Kinds::bytes(cells - low) + low_tables;
        Some(CutPlan { low, classes, sizes, tables })
    }

    /// Bytes of the tables.
    pub(super) fn tables(&self) -> u64 {
        self.tables
    }

    /// The most places of a row.
    pub(super) fn widest(&self) -> u64 {
        self.sizes[0].values().copied().max().unwrap_or(1)
    }

    /// The class of a position.
    pub(super) fn class(&self, position: u64) -> u64 {
        let on = |cell: &usize| position >> cell & 1 == 1;
        (0..self.classes.len()).filter(on).fold(0, |sum, cell| sum ^ self.classes[cell])
    }

    /// Bytes of the level of so many pegs and this class.
    pub(super) fn level(&self, pegs: i32, class: u64) -> u64 {
        let row = |(high, other): &Name| {
            let low = self.sizes[0].get(&(pegs - high, class ^ other));
            low.map_or(0, |low| low.div_ceil(64) * 8)
        };
        let bytes = self.sizes[1].iter().map(|(name, rows)| row(name).saturating_mul(*rows));
        bytes.fold(0, u64::saturating_add)
    }
}

/// The parities that no jump changes, of which each cell is in those of its class: the sets of
/// cells that every line meets evenly.
fn classes(shape: &Shape) -> Option<Vec<u64>> {
    let cells = shape.cells.len();
    let basis = echelon(shape.lines.iter().map(|line| set(line)));
    let is_free = |cell: &u32| basis.iter().all(|(pivot, _)| pivot != cell);
    let free: Vec<u32> = (0..cells as u32).filter(is_free).collect();
    if cells > 64 {
        return None;
    }
    let mut classes = vec![0; cells];
    for (at, &cell) in free.iter().enumerate() {
        classes[cell as usize] |= 1 << at;
        // A line that has this cell is even with its pivot.
        let pivots = basis.iter().filter(|(_, sum)| sum >> cell & 1 == 1);
        pivots.for_each(|&(pivot, _)| classes[pivot as usize] |= 1 << at);
    }
    Some(classes)
}

/// A board cut in two.
pub(super) struct Cut {
    /// All cells.
    pub(super) all: u64,
    pub(super) low_cells: u32,
    pub(super) low: Kinds,
    pub(super) high: Kinds,
    classes: Vec<u64>,
    /// Jumps within the high half.
    pub(super) inner: Vec<Change>,
    /// Jumps across: what they change above, and the number of the shift below.
    pub(super) across: Vec<(Change, usize)>,
    pub(super) shifts: Vec<Shift>,
    /// Jumps within the low half, by the kind they are made from: from a place to a place.
    leaps: Vec<(u16, u16)>,
    leaps_of: Vec<usize>,
    /// The low sets with a jump within the low half, a bit each, kind by kind.
    pub(super) lively: Vec<u64>,
}

impl Cut {
    pub(super) fn new(
        shape: &Shape,
        plan: &CutPlan,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Cut, CountError> {
        let low = Kinds::new(&plan.classes[..plan.low], &plan.sizes[0], effort)?;
        let high = Kinds::new(&plan.classes[plan.low..], &plan.sizes[1], effort)?;
        let mut cut = Cut {
            all: shape.all() as u64,
            low_cells: plan.low as u32,
            lively: vec![0; low.all_words()],
            low,
            high,
            classes: plan.classes.clone(),
            inner: Vec::new(),
            across: Vec::new(),
            shifts: Vec::new(),
            leaps: Vec::new(),
            leaps_of: vec![0],
        };
        let mut within = Vec::new();
        for &[one, middle, other] in &shape.lines {
            let line = set(&[one, middle, other]) as u64;
            for from in [one, other] {
                let parts = cut.parts(line);
                let before = cut.parts(1 << from | 1 << middle);
                let [low, high] =
                    [0, 1].map(|part| Change { cells: parts[part], before: before[part] });
                match (low.cells, high.cells) {
                    (_, 0) => within.push(low),
                    (0, _) => cut.inner.push(high),
                    _ => {
                        let known = cut.shifts.iter().position(|shift| shift.change == low);
                        let shift = known.unwrap_or(cut.shifts.len());
                        if known.is_none() {
                            let made = cut.shift(low, effort)?;
                            cut.shifts.push(made);
                        }
                        cut.across.push((high, shift));
                    }
                }
            }
        }
        for kind in 0..cut.low.len() {
            let words = &mut cut.lively[cut.low.words(kind)];
            for change in &within {
                effort.poll(0, 0.0)?;
                for (place, &low) in cut.low.of(kind).iter().enumerate() {
                    if low & change.cells == change.before {
                        let to = cut.low.place(low ^ change.cells);
                        cut.leaps.push((place as u16, to as u16));
                        words[place / 64] |= 1 << (place % 64);
                    }
                }
            }
            cut.leaps_of.push(cut.leaps.len());
        }
        Ok(cut)
    }

    fn shift(&self, change: Change, effort: &mut Effort<'_, '_>) -> Result<Shift, CountError> {
        let sets = 1 << self.low_cells;
        let (mut open, mut to) = (vec![0; self.low.all_words()], vec![0; sets]);
        for kind in 0..self.low.len() {
            effort.poll(0, 0.0)?;
            let words = &mut open[self.low.words(kind)];
            let to = &mut to[self.low.span(kind)];
            for (place, &low) in self.low.of(kind).iter().enumerate() {
                if low & change.cells == change.before {
                    to[place] = self.low.place(low ^ change.cells) as u16;
                    words[place / 64] |= 1 << (place % 64);
                }
            }
        }
        Ok(Shift { change, open, to })
    }

    /// The jumps within the low half from the sets of a kind.
    pub(super) fn leaps(&self, low: usize) -> &[(u16, u16)] {
        &self.leaps[self.leaps_of[low]..self.leaps_of[low + 1]]
    }

    /// The low and the high part of a set of cells.
    #[inline]
    pub(super) fn parts(&self, position: u64) -> [u32; 2] {
        let high = position.checked_shr(self.low_cells).unwrap_or(0);
        [position as u32 & !(u32::MAX << self.low_cells), high as u32]
    }

    /// The classes of low cells and of high cells.
    pub(super) fn low_class(&self, set: u32) -> u64 {
        name(&self.classes[..self.low_cells as usize], set).1
    }

    pub(super) fn high_class(&self, set: u32) -> u64 {
        name(&self.classes[self.low_cells as usize..], set).1
    }
}
