//! Cycles joined to one: where two links of different cycles are parallel, like rails, they are
//! swapped for the two links across.
//!
//! The links `ab` and `cd`, where the same move leads from `a` to `c` and from `b` to `d`, are taken
//! away, and `ac` and `bd` are put in their place: two cycles become one. Where no rails join the
//! cycles that are left, links near them are exchanged at random: a square gives up a link and takes
//! another, whose owner does the same, and so on until the link that was given up first is made up
//! for. Where the squares stand on their cycles tells how many cycles that leaves, without a walk:
//! fewer are kept. If no exchange helps, some are kept that do not, and rails may join again.

use search::limits::Stop;

use super::change::Change;
use super::effort::Effort;
use crate::random::Dice;
use crate::tour::graph::{Graph, NONE};

/// Boards of so many squares are small.
const SMALL: usize = 4096;
/// How many squares a link that was given up is looked for.
const WANDER: usize = 60;

/// Exchanges that are tried near a cycle before chance takes over, on small boards and on large.
const EXCHANGES: (usize, usize) = (40, 400);

/// Every square on a cycle.
pub(super) struct Cycles<'g> {
    graph: &'g Graph,
    links: Vec<[u32; 2]>,
    /// Two squares whose link is no move, and stays; both [`NONE`] if there is none.
    tie: (u32, u32),
    /// The cycle that each square was on when it was last walked.
    label: Vec<u32>,
    /// Where on that cycle.
    place: Vec<u32>,
    /// Of each such cycle: the one it was joined to, or itself.
    joined: Vec<u32>,
    /// Of each such cycle: a square, and how many it has.
    cycles: Vec<(u32, u32)>,
    /// How many cycles there are.
    left: usize,
}

impl<'g> Cycles<'g> {
    /// Bytes held for each square.
    pub(super) const BYTES: u64 = 8 + 8 + 6;

    /// The cycles that links make: two for each square.
    pub(super) fn new(graph: &'g Graph, links: Vec<[u32; 2]>, tie: (u32, u32)) -> Self {
        let (label, place) = (vec![NONE; links.len()], vec![0; links.len()]);
        let (joined, cycles) = (Vec::new(), Vec::new());
        Cycles { graph, links, tie, label, place, joined, cycles, left: 0 }
    }

    /// Joins all cycles to one, with so many rounds of chance. Whether that was enough.
    pub(super) fn join(
        &mut self,
        rounds: u64,
        dice: &mut Dice,
        effort: &mut Effort<'_, '_>,
    ) -> Result<bool, Stop> {
        self.walk_all(effort)?;
        self.join_all(NONE, effort)?;
        let mut before = Vec::new();
        for _ in 0..rounds {
            if self.left == 1 {
                break;
            }
            self.walk_all(effort)?;
            if self.exchange(dice, effort)? {
                continue;
            }
            let cycles = self.left;
            if self.links.len() <= SMALL {
                before.clone_from(&self.links);
            }
            self.shake(dice, effort)?;
            self.walk_all(effort)?;
            self.join_all(self.largest(), effort)?;
            if self.left > cycles && !before.is_empty() {
                self.links.clone_from(&before);
                self.left = cycles;
            }
        }
        Ok(self.left == 1)
    }

    /// Looks for an exchange that leaves fewer cycles, near every cycle but the longest. Whether
    /// there was one. All cycles were walked just before.
    fn exchange(&mut self, dice: &mut Dice, effort: &mut Effort<'_, '_>) -> Result<bool, Stop> {
        let largest = self.largest();
        let small = self.links.len() <= SMALL;
        let exchanges = if small { EXCHANGES.0 } else { EXCHANGES.1 };
        for label in (0..self.cycles.len()).filter(|&label| label as u32 != largest) {
            for _ in 0..exchanges {
                let at = self.somewhere(label, 1, dice);
                let b = self.links[at as usize][dice.below(2)];
                let Some(change) = self.wander(at, b, dice, effort)? else { continue };
                if change.cycles_fewer(|place| self.standing(place)) {
                    self.left -= 1;
                    return Ok(true);
                }
                self.take_back(&change, effort)?;
            }
        }
        Ok(false)
    }

    /// The cycle of a square, its place on it, and how many squares that has.
    fn standing(&self, place: u32) -> (u32, u32, u32) {
        let label = self.label[place as usize];
        (label, self.place[place as usize], self.cycles[label as usize].1)
    }

    /// A square on a cycle, or at most so many moves away from it.
    fn somewhere(&self, label: usize, moves: usize, dice: &mut Dice) -> u32 {
        let (first, length) = self.cycles[label];
        let (mut came, mut at) = (NONE, first);
        for _ in 0..dice.below(length.min(64) as usize) {
            let [one, other] = self.links[at as usize];
            (came, at) = (at, if one == came { other } else { one });
        }
        for _ in 0..dice.below(moves + 1) {
            let near = self.graph.near(at)[dice.below(8)];
            at = if near == NONE { at } else { near };
        }
        at
    }

    /// Walks every cycle, and so finds how many there are.
    fn walk_all(&mut self, effort: &mut Effort<'_, '_>) -> Result<(), Stop> {
        effort.poll()?;
        self.label.fill(NONE);
        self.cycles.clear();
        for first in 0..self.links.len() as u32 {
            if !self.graph.has(first) || self.label[first as usize] != NONE {
                continue;
            }
            let label = self.cycles.len() as u32;
            let (mut before, mut at, mut length) = (NONE, first, 0);
            while self.label[at as usize] == NONE {
                self.label[at as usize] = label;
                self.place[at as usize] = length;
                length += 1;
                let [one, other] = self.links[at as usize];
                (before, at) = (at, if one == before { other } else { one });
            }
            self.cycles.push((first, length));
        }
        self.joined = (0..self.cycles.len() as u32).collect();
        self.left = self.cycles.len();
        Ok(())
    }

    fn largest(&self) -> u32 {
        let longest = self.cycles.iter().enumerate().max_by_key(|(_, cycle)| cycle.1);
        longest.map_or(NONE, |(label, _)| label as u32)
    }

    /// The cycle that a square is on now.
    #[inline]
    fn cycle(&mut self, place: u32) -> u32 {
        let mut label = self.label[place as usize];
        while self.joined[label as usize] != label {
            let up = self.joined[self.joined[label as usize] as usize];
            self.joined[label as usize] = up;
            label = up;
        }
        label
    }

    /// Swaps rails of different cycles, along all cycles but one, until there are none.
    fn join_all(&mut self, but: u32, effort: &mut Effort<'_, '_>) -> Result<(), Stop> {
        loop {
            let before = self.left;
            self.join_once(but, effort)?;
            if self.left == before || self.left == 1 {
                return Ok(());
            }
        }
    }

    fn join_once(&mut self, but: u32, effort: &mut Effort<'_, '_>) -> Result<(), Stop> {
        for label in 0..self.cycles.len() {
            if label as u32 == but {
                continue;
            }
            let (first, length) = self.cycles[label];
            // The cycle may grow on the way: as many squares as it had are enough.
            let (mut came, mut at) = (NONE, first);
            for _ in 0..length {
                if self.left == 1 {
                    return Ok(());
                }
                self.join_at(at, effort)?;
                let [one, other] = self.links[at as usize];
                (came, at) = (at, if one == came { other } else { one });
            }
        }
        Ok(())
    }

    /// Swaps the first rails of different cycles that one of the links of a square is on.
    fn join_at(&mut self, a: u32, effort: &mut Effort<'_, '_>) -> Result<(), Stop> {
        let here = self.cycle(a);
        for b in self.links[a as usize] {
            for direction in 0..8 {
                let c = self.graph.near(a)[direction];
                if c == NONE || self.cycle(c) == here {
                    continue;
                }
                let d = self.graph.near(b)[direction];
                effort.look()?;
                effort.look()?;
                if self.are_rails((a, b), (c, d)) {
                    let there = self.cycle(c);
                    self.swap((a, b), (c, d), effort);
                    self.joined[there as usize] = here;
                    self.left -= 1;
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Whether both are links that may go, the second being a move away from the first.
    fn are_rails(&self, (a, b): (u32, u32), (c, d): (u32, u32)) -> bool {
        c != NONE
            && d != NONE
            && (a != d && b != c)
            && self.links[c as usize].contains(&d)
            && !self.is_tie(a, b)
            && !self.is_tie(c, d)
    }

    fn is_tie(&self, one: u32, other: u32) -> bool {
        self.tie == (one, other) || self.tie == (other, one)
    }

    fn relink(&mut self, at: u32, old: u32, new: u32) {
        let links = &mut self.links[at as usize];
        let slot = usize::from(links[0] != old);
        links[slot] = new;
    }

    fn swap(&mut self, (a, b): (u32, u32), (c, d): (u32, u32), effort: &mut Effort<'_, '_>) {
        for (at, old, new) in [(a, b, c), (b, a, d), (c, d, a), (d, c, b)] {
            self.relink(at, old, new);
        }
        effort.unmade(2);
        effort.made(2);
    }

    /// Changes links at random near every cycle but the longest.
    fn shake(&mut self, dice: &mut Dice, effort: &mut Effort<'_, '_>) -> Result<(), Stop> {
        let largest = self.largest();
        for label in (0..self.cycles.len()).filter(|&label| label as u32 != largest) {
            for _ in 0..1 + dice.below(3) {
                let at = self.somewhere(label, 2, dice);
                let b = self.links[at as usize][dice.below(2)];
                if dice.below(2) == 0 {
                    self.wander(at, b, dice, effort)?;
                    continue;
                }
                let direction = dice.below(8);
                let (c, d) = (self.graph.near(at)[direction], self.graph.near(b)[direction]);
                effort.look()?;
                effort.look()?;
                let is_new = |from: u32, to| !self.links[from as usize].contains(&to);
                if self.are_rails((at, b), (c, d)) && is_new(at, c) && is_new(b, d) {
                    self.swap((at, b), (c, d), effort);
                }
            }
        }
        Ok(())
    }

    /// Gives up the link `ab`; then `a` takes another square, which gives up one of its links, whose
    /// other end takes another, until one of them can take `b`. Nothing comes of it if that takes
    /// long.
    fn wander(
        &mut self,
        a: u32,
        b: u32,
        dice: &mut Dice,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Option<Change>, Stop> {
        if self.is_tie(a, b) {
            return Ok(None);
        }
        let mut change = Change::default();
        self.unlink(a, b, &mut change, effort);
        let mut at = a;
        for step in 0..WANDER {
            effort.look()?;
            let free = |from: u32, to: u32| {
                !self.links[from as usize].contains(&to) && !self.is_tie(from, to)
            };
            if step > 0 && self.graph.near(at).contains(&b) && free(at, b) {
                self.link(at, b, &mut change, effort);
                return Ok(Some(change));
            }
            let to = self.graph.near(at)[dice.below(8)];
            if to == NONE || to == b || !free(at, to) {
                continue;
            }
            let given_up = self.links[to as usize][dice.below(2)];
            if given_up == b || self.is_tie(to, given_up) {
                continue;
            }
            self.unlink(to, given_up, &mut change, effort);
            self.link(at, to, &mut change, effort);
            at = given_up;
        }
        self.take_back(&change, effort)?;
        Ok(None)
    }

    fn link(&mut self, a: u32, b: u32, change: &mut Change, effort: &mut Effort<'_, '_>) {
        self.relink(a, NONE, b);
        self.relink(b, NONE, a);
        change.link(a, b);
        effort.made(1);
    }

    fn unlink(&mut self, a: u32, b: u32, change: &mut Change, effort: &mut Effort<'_, '_>) {
        self.relink(a, b, NONE);
        self.relink(b, a, NONE);
        change.unlink(a, b);
        effort.unmade(1);
    }

    fn take_back(&mut self, change: &Change, effort: &mut Effort<'_, '_>) -> Result<(), Stop> {
        for &(a, b) in &change.made {
            self.relink(a, b, NONE);
            self.relink(b, a, NONE);
        }
        effort.unmade(change.made.len() as u64);
        for &(a, b) in &change.unmade {
            self.relink(a, NONE, b);
            self.relink(b, NONE, a);
            effort.look()?;
            effort.made(1);
        }
        Ok(())
    }

    /// The squares of the one cycle from a square on, away from another beside it if that is named.
    pub(super) fn path(&self, first: u32, away_from: u32) -> Vec<u32> {
        let mut path = Vec::with_capacity(self.links.len());
        let (mut before, mut at) = (away_from, first);
        loop {
            path.push(at);
            let [one, other] = self.links[at as usize];
            (before, at) = (at, if one == before { other } else { one });
            if at == first {
                return path;
            }
        }
    }
}
