//! Sets: as many cells of a line as values, as many values as places, a value's places in several
//! lines (fish); and all ways to fill a line.

use super::find::{Effect, Reason};
use super::marks::{Marks, bits};
use crate::values::{above_least, below_greatest};

/// Nodes of the search for ways to fill one line, by the order: far more than any line of order 9 takes, and never more in all than take
/// half a second.
fn fillings(order: usize) -> u32 {
    match order {
        ..=9 => 50_000,
        10..=16 => 5_000,
        _ => 200,
    }
}

/// Tells every choice of so many sets, none of them larger, whose union is no larger either.
fn choose(sets: &[(usize, u64)], size: u32, tell: &mut impl FnMut(u64, u64)) {
    // No deeper than four.
    fn go(
        sets: &[(usize, u64)],
        size: u32,
        chosen: u64,
        union: u64,
        tell: &mut impl FnMut(u64, u64),
    ) {
        let left = size - chosen.count_ones();
        if left == 0 {
            return tell(chosen, union);
        }
        for (at, &(i, set)) in sets.iter().enumerate() {
            if (sets.len() - at) < left as usize {
                break;
            }
            let union = union | set;
            if union.count_ones() <= size {
                go(&sets[at + 1..], size, chosen | 1 << i, union, tell);
            }
        }
    }
    go(sets, size, 0, 0, tell);
}

impl Marks<'_> {
    /// Cells of a line that can hold only as many values as they are: no other cell holds those.
    pub(super) fn naked(&self, size: u32, tell: &mut impl FnMut(Reason, Effect<'_>)) {
        let mut sets = Vec::new();
        let mut effect = Vec::new();
        for line in self.unknown_lines().filter(|&line| self.open[line].count_ones() > size) {
            sets.clear();
            sets.extend(bits(self.open[line]).filter_map(|i| {
                let set = self.can[self.cell(line, i)];
                (2..=size).contains(&set.count_ones()).then_some((i, set))
            }));
            choose(&sets, size, &mut |places, values| {
                effect.clear();
                for i in bits(self.open[line] & !places) {
                    let cell = self.cell(line, i);
                    if self.can[cell] & values != 0 {
                        effect.push((cell, self.can[cell] & values));
                    }
                }
                if !effect.is_empty() {
                    tell(Reason::Naked { line, places, values }, &effect);
                }
            });
        }
    }

    /// Values with only as many places in a line as they are: those hold no others.
    pub(super) fn hidden(&self, size: u32, tell: &mut impl FnMut(Reason, Effect<'_>)) {
        let mut sets = Vec::new();
        let mut effect = Vec::new();
        let mut places = [0; 64];
        for line in self.unknown_lines().filter(|&line| self.open[line].count_ones() > size) {
            self.places(line, &mut places);
            sets.clear();
            sets.extend((0..self.order).filter_map(|value| {
                let set = places[value];
                (2..=size).contains(&set.count_ones()).then_some((value, set))
            }));
            choose(&sets, size, &mut |values, places| {
                effect.clear();
                for i in bits(places) {
                    let cell = self.cell(line, i);
                    if self.can[cell] & !values != 0 {
                        effect.push((cell, self.can[cell] & !values));
                    }
                }
                if !effect.is_empty() {
                    tell(Reason::Hidden { line, places, values }, &effect);
                }
            });
        }
    }

    /// Rows in which a value has its places in as many columns: no other row has it there; and the
    /// same with rows and columns exchanged.
    pub(super) fn fish(&self, size: u32, tell: &mut impl FnMut(Reason, Effect<'_>)) {
        let order = self.order;
        let mut lines = vec![[0u64; 64]; 2 * order];
        for (line, places) in lines.iter_mut().enumerate() {
            self.places(line, places);
        }
        let mut sets = Vec::new();
        let mut effect = Vec::new();
        let values = (0..order).filter(|value| self.known.values >> value & 1 == 0);
        for (value, columns) in values.flat_map(|value| [(value, false), (value, true)]) {
            let (from, across) = if columns { (order, 0) } else { (0, order) };
            sets.clear();
            sets.extend((0..order).filter_map(|i| {
                let set = lines[from + i][value];
                (2..=size).contains(&set.count_ones()).then_some((i, set))
            }));
            choose(&sets, size, &mut |base, cover| {
                effect.clear();
                for i in bits(cover) {
                    for j in bits(lines[across + i][value] & !base) {
                        effect.push((self.cell(across + i, j), 1 << value));
                    }
                }
                if !effect.is_empty() {
                    tell(Reason::Fish { value, base, cover, columns }, &effect);
                }
            });
        }
    }

    /// Values that no way to fill a line has in a cell; the ways obey the signs within the line.
    pub(super) fn fill_lines(&self, tell: &mut impl FnMut(Reason, Effect<'_>)) {
        for line in self.unknown_lines() {
            if let Some(effect) = self.unfilled(line)
                && !effect.is_empty()
            {
                tell(Reason::Line { line }, &effect);
            }
        }
    }

    /// Values of each cell of a line that no way to fill it has; nothing if that takes too long.
    fn unfilled(&self, line: usize) -> Option<Vec<(usize, u64)>> {
        let places: Vec<usize> = bits(self.open[line]).collect();
        let start: Vec<u64> = places.iter().map(|&i| self.can[self.cell(line, i)]).collect();
        let place_of = |cell: u16| {
            let cell = usize::from(cell);
            places.iter().position(|&i| self.cell(line, i) == cell)
        };
        let signs: Vec<(usize, usize)> = self
            .signs
            .iter()
            .filter_map(|s| Some((place_of(s.less)?, place_of(s.more)?)))
            .collect();
        if places.len() < 3 || signs.is_empty() {
            // Without signs, sets of cells see all that can be seen in lines of up to nine cells.
            return None;
        }
        let (most, mut nodes) = (fillings(self.order), 0);
        let mut seen = vec![0u64; places.len()];
        for at in 0..places.len() {
            for value in bits(start[at]) {
                if seen[at] >> value & 1 == 1 {
                    continue;
                }
                let mut tried = start.clone();
                tried[at] = 1 << value;
                if let Some(way) = fill(tried, &signs, most, &mut nodes) {
                    way.iter().zip(&mut seen).for_each(|(held, seen)| *seen |= held);
                }
                if nodes > most {
                    return None;
                }
            }
        }
        let lost = (0..places.len()).map(|at| (self.cell(line, places[at]), start[at] & !seen[at]));
        Some(lost.filter(|(_, lost)| *lost != 0).collect())
    }
}

/// A way to fill a line, by depth-first search with propagation; cells hold different values.
fn fill(start: Vec<u64>, signs: &[(usize, usize)], most: u32, nodes: &mut u32) -> Option<Vec<u64>> {
    let mut stack = vec![start];
    while let Some(mut can) = stack.pop() {
        *nodes += 1;
        if *nodes > most {
            return None;
        }
        if !settle(&mut can, signs) {
            continue;
        }
        let open = (0..can.len()).filter(|&i| !can[i].is_power_of_two());
        let Some(next) = open.min_by_key(|&i| can[i].count_ones()) else { return Some(can) };
        for value in bits(can[next]) {
            let mut tried = can.clone();
            tried[next] = 1 << value;
            stack.push(tried);
        }
    }
    None
}

/// Follows signs and values that are known; false if a cell is left without any.
fn settle(can: &mut [u64], signs: &[(usize, usize)]) -> bool {
    loop {
        let before: u32 = can.iter().map(|set| set.count_ones()).sum();
        for i in 0..can.len() {
            if can[i].is_power_of_two() {
                let held = can[i];
                can.iter_mut()
                    .enumerate()
                    .filter(|(j, _)| *j != i)
                    .for_each(|(_, set)| *set &= !held);
            }
        }
        if can.contains(&0) {
            return false;
        }
        for &(less, more) in signs {
            can[less] &= below_greatest(can[more]);
            if can[less] == 0 {
                return false;
            }
            can[more] &= above_least(can[less]);
            if can[more] == 0 {
                return false;
            }
        }
        if before == can.iter().map(|set| set.count_ones()).sum::<u32>() {
            return true;
        }
    }
}
