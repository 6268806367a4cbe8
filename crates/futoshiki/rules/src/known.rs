//! What is known of a board, as constraints, and a complete search that refutes them: propagation, matchings, and a search by cases
//! (DPLL). Whoever checks a step tells it the premises and the opposite of the conclusion, and nothing else.

use tabuleiro_core::contract::{Limit, Meter};

use crate::Sign;

/// Constraints. Nothing else is known of the board but that each cell holds one value.
#[derive(Clone, Debug)]
pub struct Known {
    order: usize,
    /// The values that each cell can hold, in reading order: bit `v - 1` for the value `v`.
    can: Vec<u64>,
    /// For each row, then each column: the values that stand in it at most once, and at least once.
    once: Vec<u64>,
    has: Vec<u64>,
    signs: Vec<Sign>,
}

/// What is known at a node on the way, with the cases left to look at: cells with the values they then have.
struct Node {
    can: Vec<u64>,
    cases: Vec<(usize, u64)>,
}

impl Node {
    fn bytes(&self) -> u64 {
        (size_of_val(&self.can[..]) + self.cases.capacity() * size_of::<(usize, u64)>()) as u64
    }
}

impl Known {
    /// Nothing is known of a board of this order, which is at most 64.
    pub fn new(order: usize) -> Self {
        Known {
            order,
            can: vec![all(order); order * order],
            once: vec![0; 2 * order],
            has: vec![0; 2 * order],
            signs: Vec::new(),
        }
    }

    /// A line, rows before columns, has each of these values at most once.
    pub fn add_once(&mut self, line: usize, values: u64) {
        self.once[line] |= values;
    }

    /// A line has each of these values at least once.
    pub fn add_has(&mut self, line: usize, values: u64) {
        self.has[line] |= values;
    }

    /// A cell holds less than another.
    pub fn add_sign(&mut self, sign: Sign) {
        self.signs.push(sign);
    }

    /// A cell holds one of these values.
    pub fn keep(&mut self, cell: usize, values: u64) {
        self.can[cell] &= values;
    }

    /// The cell at a place of a line.
    fn cell(&self, line: usize, i: usize) -> usize {
        if line < self.order { line * self.order + i } else { i * self.order + line - self.order }
    }

    /// The nodes of a search which shows that no values of the cells obey the constraints; nothing if some do, or if so many nodes do not
    /// show it.
    pub fn refute(&self, most: u64, meter: &mut Meter<'_>) -> Result<Option<u64>, Limit> {
        let held = meter.claimed();
        let refuted = self.search(most, meter);
        meter.release(meter.claimed() - held);
        refuted
    }

    fn search(&self, most: u64, meter: &mut Meter<'_>) -> Result<Option<u64>, Limit> {
        let mut now = self.can.clone();
        let mut open: Vec<Node> = Vec::new();
        for nodes in 1..=most {
            meter.check_limits()?;
            if self.propagate(&mut now) {
                let Some(cases) = self.cases(&now) else { return Ok(None) };
                let node = Node { can: now.clone(), cases };
                meter.claim(node.bytes())?;
                open.push(node);
            }
            let (cell, values) = loop {
                let Some(node) = open.last_mut() else { return Ok(Some(nodes)) };
                if let Some(case) = node.cases.pop() {
                    break case;
                }
                let done = open.pop().map_or(0, |node| node.bytes());
                meter.release(done);
            };
            if let Some(node) = open.last() {
                now.clone_from(&node.can);
            }
            now[cell] = values;
        }
        Ok(None)
    }

    /// Follows every constraint until nothing changes; false if they contradict each other.
    fn propagate(&self, can: &mut [u64]) -> bool {
        if can.contains(&0) {
            return false;
        }
        loop {
            let before: u32 = can.iter().map(|set| set.count_ones()).sum();
            let lines = 0..2 * self.order;
            if !self.follow_signs(can) || !lines.clone().all(|line| self.follow(line, can)) {
                return false;
            }
            if before == can.iter().map(|set| set.count_ones()).sum::<u32>() {
                return lines.clone().all(|line| self.fits(line, can)) && self.fits_across(can);
            }
        }
    }

    fn follow_signs(&self, can: &mut [u64]) -> bool {
        self.signs.iter().all(|&Sign { less, more }| {
            let (less, more) = (usize::from(less), usize::from(more));
            can[less] &= (1 << (63 - can[more].leading_zeros())) - 1;
            if can[less] == 0 {
                return false;
            }
            let least = can[less] & can[less].wrapping_neg();
            can[more] &= !(least | (least - 1));
            can[more] != 0
        })
    }

    /// What a line says of single values: one that stands somewhere is nowhere else, one with a single place left stands there.
    fn follow(&self, line: usize, can: &mut [u64]) -> bool {
        let (once, has) = (self.once[line], self.has[line]);
        if once | has == 0 {
            return true;
        }
        let (mut seen, mut twice) = (0, 0);
        for i in 0..self.order {
            let set = can[self.cell(line, i)];
            if set.is_power_of_two() && set & once != 0 {
                for other in (0..self.order).filter(|&other| other != i) {
                    let other = self.cell(line, other);
                    can[other] &= !set;
                    if can[other] == 0 {
                        return false;
                    }
                }
            }
            twice |= seen & set;
            seen |= set;
        }
        if has & !seen != 0 {
            return false;
        }
        let alone = has & !twice;
        (0..self.order).all(|i| {
            let cell = self.cell(line, i);
            let here = can[cell] & alone;
            if here != 0 {
                // Two values that have no other place leave it none.
                can[cell] = if here.is_power_of_two() { here } else { 0 };
            }
            can[cell] != 0
        })
    }

    /// Whether the cells of a line can hold different values where none may stand twice, and whether its values have different places
    /// where each must stand: without it, a search would count pigeons.
    fn fits(&self, line: usize, can: &[u64]) -> bool {
        let (once, has) = (self.once[line], self.has[line]);
        if once | has == 0 {
            return true;
        }
        let cells = (0..self.order).map(|i| can[self.cell(line, i)]);
        let different: Vec<u64> = cells.filter(|set| set & !once == 0).collect();
        let places: Vec<u64> =
            values(has).map(|value| self.places(line, 1 << (value - 1), can)).collect();
        are_matched(&different) && are_matched(&places)
    }

    /// The places of a line that can hold a value.
    fn places(&self, line: usize, value: u64, can: &[u64]) -> u64 {
        let here = (0..self.order).filter(|&i| can[self.cell(line, i)] & value != 0);
        here.fold(0, |places, i| places | 1 << i)
    }

    /// Whether rows that must have a value find it in different columns, where no column may have it twice; and the same with rows and
    /// columns exchanged.
    fn fits_across(&self, can: &[u64]) -> bool {
        let order = self.order;
        [(0, order), (order, 0)].into_iter().all(|(along, across)| {
            let has = self.has[along..along + order].iter().fold(0, |all, has| all | has);
            values(has).map(|value| 1u64 << (value - 1)).all(|value| {
                let crossed = (0..order).filter(|&i| self.once[across + i] & value != 0);
                let crossed: u64 = crossed.fold(0, |all, i| all | 1 << i);
                let lines = (along..along + order).filter(|&line| self.has[line] & value != 0);
                let places = lines.map(|line| self.places(line, value, can));
                are_matched(&places.filter(|places| places & !crossed == 0).collect::<Vec<u64>>())
            })
        })
    }

    /// Cases of which one must hold, each a cell with the values it then has: the places of a value that a line must have, and once all
    /// those are settled the values of a cell; nothing if the constraints are obeyed.
    fn cases(&self, can: &[u64]) -> Option<Vec<(usize, u64)>> {
        let mut fewest: Option<(u32, usize, u64)> = None;
        for line in 0..2 * self.order {
            for value in values(self.has[line]).map(|value| 1 << (value - 1)) {
                let places = self.places(line, value, can);
                let settled = bits(places).any(|i| can[self.cell(line, i)] == value);
                let number = places.count_ones();
                if !settled && fewest.is_none_or(|(least, ..)| number < least) {
                    fewest = Some((number, line, value));
                }
            }
        }
        if let Some((_, line, value)) = fewest {
            let places = bits(self.places(line, value, can));
            return Some(places.map(|i| (self.cell(line, i), value)).collect());
        }
        let matters = |&cell: &usize| can[cell].count_ones() > 1 && self.is_bound(cell, can[cell]);
        let next = (0..can.len()).filter(matters).min_by_key(|&cell| can[cell].count_ones())?;
        Some(values(can[next]).map(|value| (next, 1 << (value - 1))).collect())
    }

    /// Whether it matters what a cell holds: it does not where the cell has no sign and can hold a value that may stand twice in its lines.
    fn is_bound(&self, cell: usize, can: u64) -> bool {
        let once = self.once[cell / self.order] | self.once[self.order + cell % self.order];
        can & !once == 0
            || self.signs.iter().any(|s| usize::from(s.less) == cell || usize::from(s.more) == cell)
    }
}

/// All values of an order.
pub(crate) fn all(order: usize) -> u64 {
    u64::MAX >> (64 - order)
}

/// The bits of a set, ascending.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bit)
    })
}

/// The values of a set, ascending.
pub(crate) fn values(set: u64) -> impl Iterator<Item = u8> {
    bits(set).map(|bit| bit as u8 + 1)
}

/// Whether each set can be given an element of its own: a bipartite matching, by augmenting paths.
fn are_matched(sets: &[u64]) -> bool {
    const NONE: usize = usize::MAX;
    let mut holder = [NONE; 64];
    let mut held = vec![NONE; sets.len()];
    (0..sets.len()).all(|first| {
        // The set from which each element was reached.
        let mut from = [NONE; 64];
        let mut reached = 0u64;
        let mut queue = vec![first];
        while let Some(set) = queue.pop() {
            for element in bits(sets[set] & !reached) {
                reached |= 1 << element;
                from[element] = set;
                if holder[element] != NONE {
                    queue.push(holder[element]);
                    continue;
                }
                // Each set on the way back gives up its element to the one before it.
                let mut free = element;
                while free != NONE {
                    let set = from[free];
                    holder[free] = set;
                    free = std::mem::replace(&mut held[set], free);
                }
                return true;
            }
        }
        false
    })
}
