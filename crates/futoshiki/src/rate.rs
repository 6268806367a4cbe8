//! How hard a board is for people: the level of the hardest technique that it needs.
//!
//! While the generator takes clues away it asks hundreds of times whether a board is still easy enough:
//! for that there is a shorter ladder, whose techniques are among those of the whole one, so that what
//! it solves the whole one solves too.

use search::{Limit, Meter};

use super::explain::{self, Rung};
use super::values::{above_least, all, below_greatest, only};
use super::{Futoshiki, Sign};

/// How hard a board is. Each level has the techniques of those before it; the whole list is in the
/// rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A value alone in its cell, or with one cell left in a line; a sign beside a value that is
    /// known.
    Trivial,
    /// Bounds along chains of signs.
    Easy,
    /// Every technique that tries no value: two to four cells of a line that share as many values, the
    /// places of a value in two to four lines, signs together with these, all ways to fill a line.
    Tricky,
    /// A value is tried, and singles and signs lead to a contradiction.
    Hard,
    /// None of these is enough.
    Extreme,
}

impl Level {
    /// Every level with its word, as people type it.
    pub const ALL: [(Level, &'static str); 5] = [
        (Level::Trivial, "trivial"),
        (Level::Easy, "easy"),
        (Level::Tricky, "tricky"),
        (Level::Hard, "hard"),
        (Level::Extreme, "extreme"),
    ];
}

/// How hard a board with one solution is; nothing beyond `most` is tried, and what would be harder
/// is [`Level::Extreme`]. A board that is not extreme has one solution, for every step is forced.
pub fn rate(board: &Futoshiki, most: Level, meter: &mut Meter<'_>) -> Result<Level, Limit> {
    let hardest = match most {
        Level::Trivial => Rung::NakedSingle,
        Level::Easy => Rung::SignBound,
        Level::Tricky => Rung::Line,
        // What is harder than hard is extreme, whatever it takes.
        Level::Hard | Level::Extreme => Rung::Refutation,
    };
    let rated = explain::rate(board, hardest, meter)?;
    let level = |rung: Option<Rung>| rung.map_or(Level::Trivial, Rung::level);
    Ok(rated.map_or(Level::Extreme, |(rung, _)| level(rung)))
}

/// The level on the shorter ladder: pairs and triples, X-wing and swordfish, trials.
///
/// A value that is tried (a probe) counts as a node: one step, which is taken back. All other
/// techniques are propagation, which no search counts.
pub(super) fn quick_rate(
    board: &Futoshiki,
    most: Level,
    meter: &mut Meter<'_>,
) -> Result<Level, Limit> {
    look(meter)?;
    let Some(mut marks) = Marks::new(board) else { return Ok(Level::Extreme) };
    let mut level = Level::Trivial;
    while !marks.are_settled() {
        let Some(used) = marks.step(most, meter)? else { return Ok(Level::Extreme) };
        level = level.max(used);
        if marks.broken {
            return Ok(Level::Extreme);
        }
    }
    // Whatever the givens and signs say of settled cells must hold of all of them.
    while marks.easy_step(Level::Easy).is_some() {}
    Ok(if marks.broken { Level::Extreme } else { level })
}

/// Looks at every limit, that of nodes included.
fn look(meter: &mut Meter<'_>) -> Result<(), Limit> {
    meter.check_limits()?;
    if meter.left(meter.stats().nodes) == 0 { Err(Limit::Nodes) } else { Ok(()) }
}

/// The values that each cell can still hold.
#[derive(Clone)]
struct Marks<'a> {
    order: usize,
    can_hold: Vec<u64>,
    signs: &'a [Sign],
    broken: bool,
}

impl<'a> Marks<'a> {
    fn new(board: &'a Futoshiki) -> Option<Self> {
        let order = board.order();
        let open = |&value: &u8| if value == 0 { all(order) } else { only(value) };
        let can_hold = board.givens().iter().map(open).collect();
        let itself = board.signs().iter().any(|sign| sign.less == sign.more);
        (!itself).then_some(Marks { order, can_hold, signs: board.signs(), broken: false })
    }

    fn are_settled(&self) -> bool {
        self.can_hold.iter().all(|set| set.is_power_of_two())
    }

    /// Takes the easiest step there is, and tells of which level it was.
    fn step(&mut self, most: Level, meter: &mut Meter<'_>) -> Result<Option<Level>, Limit> {
        meter.check_limits()?;
        if let Some(level) = self.easy_step(most) {
            return Ok(Some(level));
        }
        if self.broken || most < Level::Tricky {
            return Ok(None);
        }
        Ok(match () {
            () if self.shared() => Some(Level::Tricky),
            () if most >= Level::Hard && self.contradiction(meter)? => Some(Level::Hard),
            () => None,
        })
    }

    /// The same with the techniques that take a look at every line and every sign.
    fn easy_step(&mut self, most: Level) -> Option<Level> {
        if self.broken {
            return None;
        }
        match () {
            () if self.singles() | self.follow_signs(true) => Some(Level::Trivial),
            () if most >= Level::Easy && self.follow_signs(false) => Some(Level::Easy),
            () => None,
        }
    }

    /// Leaves a cell only some values; tells whether that changed anything.
    fn keep(&mut self, cell: usize, values: u64) -> bool {
        let before = self.can_hold[cell];
        self.can_hold[cell] &= values;
        self.broken |= self.can_hold[cell] == 0;
        self.can_hold[cell] != before
    }

    /// The cells of a line, columns after rows.
    fn line(&self, line: usize) -> Vec<usize> {
        let order = self.order;
        match line < order {
            true => (line * order..(line + 1) * order).collect(),
            false => (0..order).map(|i| i * order + line - order).collect(),
        }
    }

    fn singles(&mut self) -> bool {
        let mut changed = false;
        for line in 0..2 * self.order {
            let cells = self.line(line);
            let (mut once, mut more) = (0, 0);
            for &cell in &cells {
                let set = self.can_hold[cell];
                more |= once & set;
                once |= set;
            }
            self.broken |= once != all(self.order);
            once &= !more;
            for &cell in &cells {
                let set = self.can_hold[cell];
                if set.is_power_of_two() {
                    for &other in cells.iter().filter(|&&other| other != cell) {
                        changed |= self.keep(other, !set);
                    }
                } else if set & once != 0 {
                    changed |= self.keep(cell, once);
                }
            }
        }
        changed
    }

    /// Bounds both cells of every sign, or only where one of them is known.
    fn follow_signs(&mut self, known_only: bool) -> bool {
        let mut changed = false;
        for &Sign { less, more } in self.signs {
            let (less, more) = (usize::from(less), usize::from(more));
            let sets = [self.can_hold[less], self.can_hold[more]];
            if self.broken || known_only && !sets.iter().any(|set| set.is_power_of_two()) {
                continue;
            }
            changed |= self.keep(less, below_greatest(sets[1]));
            changed |= self.keep(more, above_least(sets[0]));
        }
        changed
    }

    /// Two or three places that share as many things: cells and values of a line, or the rows and
    /// columns of a value.
    fn shared(&mut self) -> bool {
        for line in 0..2 * self.order {
            let cells = self.line(line);
            let sets: Vec<u64> = cells.iter().map(|&cell| self.can_hold[cell]).collect();
            for (place, keep) in narrowed(&sets) {
                if self.keep(cells[place], keep) {
                    return true;
                }
            }
        }
        for value in 0..self.order {
            let sets: Vec<u64> = (0..self.order).map(|row| self.places(row, value)).collect();
            for (row, keep) in narrowed(&sets) {
                for column in (0..self.order).filter(|column| keep >> column & 1 == 0) {
                    if self.keep(row * self.order + column, !(1 << value)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The columns in which a row can hold a value, from 0.
    fn places(&self, row: usize, value: usize) -> u64 {
        let cells = &self.can_hold[row * self.order..(row + 1) * self.order];
        (0..).zip(cells).fold(0, |places, (column, set)| places | (set >> value & 1) << column)
    }

    /// A value that easy steps refute.
    fn contradiction(&mut self, meter: &mut Meter<'_>) -> Result<bool, Limit> {
        for cell in 0..self.can_hold.len() {
            let set = self.can_hold[cell];
            for value in (0..self.order).filter(|value| set >> value & 1 == 1) {
                if set.is_power_of_two() {
                    break;
                }
                look(meter)?;
                let mut tried = self.clone();
                tried.can_hold[cell] = 1 << value;
                while tried.easy_step(Level::Easy).is_some() {}
                let mut stats = meter.stats();
                stats.nodes += 1;
                stats.steps += 1;
                stats.backtracks += 1;
                stats.dead += u64::from(tried.broken);
                meter.settle(stats);
                if tried.broken {
                    return Ok(self.keep(cell, !(1 << value)));
                }
            }
        }
        Ok(false)
    }
}

/// Places that two or three others leave less: each with what it keeps.
fn narrowed(sets: &[u64]) -> Vec<(usize, u64)> {
    let mut found = Vec::new();
    let open = |&place: &usize| (2..=3).contains(&sets[place].count_ones());
    let places: Vec<usize> = (0..sets.len()).filter(open).collect();
    let mut tell = |group: &[usize]| {
        let union = group.iter().fold(0, |union, &place| union | sets[place]);
        if union.count_ones() as usize == group.len() {
            let others = (0..sets.len()).filter(|place| !group.contains(place));
            found.extend(others.filter(|&place| sets[place] & union != 0).map(|p| (p, !union)));
        }
    };
    for (i, &first) in places.iter().enumerate() {
        for (j, &second) in places.iter().enumerate().skip(i + 1) {
            tell(&[first, second]);
            for &third in &places[j + 1..] {
                tell(&[first, second, third]);
            }
        }
    }
    found
}
