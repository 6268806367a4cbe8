//! Cycles joined to one: where two links of different cycles are parallel, like rails, they are
//! swapped for the two links across.
//!
//! The links `ab` and `cd`, where the same move leads from `a` to `c` and from `b` to `d`, are taken
//! away, and `ac` and `bd` are put in their place: two cycles become one. Where no rails join the
//! cycles that are left, some rails near them are swapped at random, whatever cycles they are in;
//! that changes which links are near each other, and can always be undone.

use search::limits::Stop;

use super::effort::Effort;
use crate::random::Dice;
use crate::tour::graph::{Graph, NONE};

/// Every square on a cycle.
pub(super) struct Cycles<'g> {
    graph: &'g Graph,
    links: Vec<[u32; 2]>,
    /// Two squares whose link is no move, and stays; both [`NONE`] if there is none.
    tie: (u32, u32),
    /// The cycle that each square was on when it was last walked.
    label: Vec<u32>,
    /// Of each such cycle: the one it was joined to, or itself.
    joined: Vec<u32>,
    /// Of each such cycle: a square, and how many it has.
    cycles: Vec<(u32, u32)>,
    /// How many cycles there are.
    left: usize,
}

impl<'g> Cycles<'g> {
    /// Bytes held for each square.
    pub(super) const BYTES: u64 = 8 + 4 + 6;

    /// The cycles that links make: two for each square.
    pub(super) fn new(graph: &'g Graph, links: Vec<[u32; 2]>, tie: (u32, u32)) -> Self {
        let label = vec![NONE; links.len()];
        let (joined, cycles) = (Vec::new(), Vec::new());
        Cycles { graph, links, tie, label, joined, cycles, left: 0 }
    }

    /// Joins all cycles to one, with so many rounds of chance. Whether that was enough.
    pub(super) fn join(
        &mut self,
        rounds: usize,
        dice: &mut Dice,
        effort: &mut Effort<'_, '_>,
    ) -> Result<bool, Stop> {
        self.walk_all(effort)?;
        let mut largest = NONE;
        for round in 0..=rounds {
            while self.left > 1 && self.join_all(largest, effort)? {}
            if self.left == 1 {
                return Ok(true);
            }
            if round < rounds {
                self.walk_all(effort)?;
                self.shake(dice, effort)?;
                self.walk_all(effort)?;
            }
            largest = self.largest();
        }
        Ok(false)
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

    /// Swaps rails of different cycles, along all cycles but one. Whether any were swapped.
    fn join_all(&mut self, but: u32, effort: &mut Effort<'_, '_>) -> Result<bool, Stop> {
        let before = self.left;
        for label in 0..self.cycles.len() {
            if label as u32 == but {
                continue;
            }
            let (first, length) = self.cycles[label];
            // The cycle may grow on the way: as many squares as it had are enough.
            let (mut came, mut at) = (NONE, first);
            for _ in 0..length {
                if self.left == 1 {
                    return Ok(true);
                }
                self.join_at(at, effort)?;
                let [one, other] = self.links[at as usize];
                (came, at) = (at, if one == came { other } else { one });
            }
        }
        Ok(self.left < before)
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
        let is_tie = |one, other| self.tie == (one, other) || self.tie == (other, one);
        c != NONE
            && d != NONE
            && (a != d && b != c)
            && self.links[c as usize].contains(&d)
            && !is_tie(a, b)
            && !is_tie(c, d)
    }

    fn swap(&mut self, (a, b): (u32, u32), (c, d): (u32, u32), effort: &mut Effort<'_, '_>) {
        for (at, old, new) in [(a, b, c), (b, a, d), (c, d, a), (d, c, b)] {
            let links = &mut self.links[at as usize];
            let slot = usize::from(links[0] != old);
            links[slot] = new;
        }
        effort.unmade(2);
        effort.made(2);
    }

    /// Swaps rails at random near every cycle but the longest.
    fn shake(&mut self, dice: &mut Dice, effort: &mut Effort<'_, '_>) -> Result<(), Stop> {
        let largest = self.largest();
        for label in 0..self.cycles.len() {
            if label as u32 == largest {
                continue;
            }
            let (first, length) = self.cycles[label];
            for _ in 0..1 + dice.below(4) {
                let mut at = first;
                let mut came = NONE;
                for _ in 0..dice.below(length.min(64) as usize) {
                    let [one, other] = self.links[at as usize];
                    (came, at) = (at, if one == came { other } else { one });
                }
                for _ in 0..dice.below(3) {
                    let near = self.graph.near(at)[dice.below(8)];
                    at = if near == NONE { at } else { near };
                }
                let b = self.links[at as usize][dice.below(2)];
                let direction = dice.below(8);
                let rail = (self.graph.near(at)[direction], self.graph.near(b)[direction]);
                effort.look()?;
                effort.look()?;
                if self.are_rails((at, b), rail) {
                    self.swap((at, b), rail, effort);
                }
            }
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
