//! Cycle merging by 2-opt exchanges, and by longer alternating ones where no two links fit.
//!
//! The links `ab` and `cd`, where the same move leads from `a` to `c` and from `b` to `d`, are parallel,
//! like rails: they are taken away, and `ac` and `bd` are put in their place, so that two cycles become
//! one. Where no rails join the cycles that are left, links near them are exchanged along an alternating
//! path: a square gives up a link and takes another, whose owner does the same, and so on until the link
//! that was given up first is made up for. Where the squares stand on their cycles tells how many cycles
//! that leaves, without a walk: fewer are kept. If no exchange helps, some that do no harm are kept, until
//! rails or others do.

use std::ops::Range;

use search::limits::Stop;

use super::change::Change;
use super::effort::Effort;
use crate::graph::{Graph, NONE};
use tabuleiro_core::random::Rng;

/// Exchanges that are looked for near a cycle.
const TRIES: usize = 8;
/// Squares that give up a link for another in an exchange, besides the first.
const OTHERS: usize = 2;
/// How far from a cycle links are exchanged that are to do no harm.
const FAR: usize = 4;
/// Links that exchanges make before the cycles are walked again.
const MOST_LINKS: usize = 128;

/// Where a square is: on which cycle, and where on the walk.
#[derive(Clone, Copy)]
struct CyclePosition {
    label: u32,
    place: u32,
}

/// Every square on a cycle.
pub(super) struct Cycles<'g> {
    graph: &'g Graph,
    links: Vec<[u32; 2]>,
    /// Two squares whose link is no move, and stays; both [`NONE`] if there is none.
    tie: (u32, u32),
    /// Where each square was when its cycle was last walked.
    stands: Vec<CyclePosition>,
    /// All squares as they were walked, one cycle after another.
    walk: Vec<u32>,
    /// Of each such cycle: the one it was joined to, or itself.
    joined: Vec<u32>,
    /// Of each such cycle the squares, as a part of the walk.
    cycles: Vec<Range<u32>>,
    /// How many cycles there are.
    left: usize,
}

impl<'g> Cycles<'g> {
    /// Bytes held for each square.
    pub(super) const BYTES: u64 = 8 + 8 + 4 + 6;

    /// The cycles that links make: two for each square.
    pub(super) fn new(graph: &'g Graph, links: Vec<[u32; 2]>, tie: (u32, u32)) -> Self {
        let stands = vec![CyclePosition { label: NONE, place: 0 }; links.len()];
        let walk = Vec::with_capacity(links.len());
        let (joined, cycles) = Default::default();
        Cycles { graph, links, tie, stands, walk, joined, cycles, left: 0 }
    }

    /// Joins all cycles to one, with so many rounds of chance. Whether that was enough.
    pub(super) fn join(
        &mut self,
        rounds: u64,
        rng: &mut Rng,
        effort: &mut Effort<'_, '_>,
    ) -> Result<bool, Stop> {
        for round in 0..=rounds {
            self.walk_all(effort)?;
            let walked = self.left;
            self.join_all(effort)?;
            if self.left == 1 {
                break;
            }
            if self.left < walked {
                self.walk_all(effort)?;
            }
            if !self.exchange(1, rng, effort)? {
                // Every other time a little harm is done: it is what helps on crowded boards.
                self.exchange(-i64::from(round % 2 == 1), rng, effort)?;
            }
        }
        Ok(self.left == 1)
    }

    /// Exchanges links near every cycle but the longest, wherever that leaves so many cycles fewer.
    /// Whether there are fewer now. All cycles were walked just before.
    fn exchange(
        &mut self,
        gain: i64,
        rng: &mut Rng,
        effort: &mut Effort<'_, '_>,
    ) -> Result<bool, Stop> {
        let largest = self.largest();
        let mut change = Change::default();
        let mut fewer = 0;
        for label in (0..self.cycles.len()).filter(|&label| label as u32 != largest) {
            for _ in 0..TRIES {
                let a = self.somewhere(label, if gain > 0 { 0 } else { FAR }, rng);
                let b = self.links[a as usize][rng.below(2)];
                if change.made.len() >= MOST_LINKS || self.is_tie(a, b) {
                    continue;
                }
                self.unlink(a, b, &mut change, effort);
                if !self.make_up(a, b, (OTHERS, fewer + gain), &mut change, rng, effort)? {
                    self.link(a, b, &mut change, effort);
                    continue;
                }
                fewer = change.cycles_fewer(|place| self.standing(place));
                if gain > 0 {
                    break;
                }
            }
        }
        self.left -= fewer.max(0) as usize;
        Ok(fewer > 0)
    }

    /// Makes up for a link that `a` and `b` lack: `a` takes another square, which gives up one of its
    /// links, whose other end takes another, and so on with at most so many others, the last of which
    /// takes `b`. Only what leaves so many cycles fewer will do. Whether something did.
    fn make_up(
        &mut self,
        a: u32,
        b: u32,
        (others, fewer): (usize, i64),
        change: &mut Change,
        rng: &mut Rng,
        effort: &mut Effort<'_, '_>,
    ) -> Result<bool, Stop> {
        let first = rng.below(8);
        for direction in first..first + 8 {
            let to = self.graph.near(a)[direction % 8];
            if to == NONE || self.links[a as usize].contains(&to) || self.is_tie(a, to) {
                continue;
            }
            effort.look()?;
            if to == b {
                self.link(a, b, change, effort);
                let is_new = !change.made.is_empty();
                if is_new && change.cycles_fewer(|place| self.standing(place)) >= fewer {
                    return Ok(true);
                }
                self.unlink(a, b, change, effort);
                continue;
            }
            for given_up in self.links[to as usize] {
                if others == 0 || given_up == b || self.is_tie(to, given_up) {
                    continue;
                }
                self.unlink(to, given_up, change, effort);
                self.link(a, to, change, effort);
                if self.make_up(given_up, b, (others - 1, fewer), change, rng, effort)? {
                    return Ok(true);
                }
                self.unlink(a, to, change, effort);
                self.link(to, given_up, change, effort);
            }
        }
        Ok(false)
    }

    /// The cycle of a square, its place on it, and how many squares that has.
    fn standing(&self, place: u32) -> (u32, u32, u32) {
        let CyclePosition { label, place } = self.stands[place as usize];
        let Range { start, end } = self.cycles[label as usize];
        (label, place - start, end - start)
    }

    /// A square on a cycle, or at most so many moves away from it.
    fn somewhere(&self, label: usize, moves: usize, rng: &mut Rng) -> u32 {
        let Range { start, end } = self.cycles[label];
        let mut at = self.walk[start as usize + rng.below((end - start) as usize)];
        for _ in 0..rng.below(moves + 1) {
            let near = self.graph.near(at)[rng.below(8)];
            at = if near == NONE { at } else { near };
        }
        at
    }

    /// Walks every cycle, and so finds how many there are.
    fn walk_all(&mut self, effort: &mut Effort<'_, '_>) -> Result<(), Stop> {
        effort.poll()?;
        self.stands.iter_mut().for_each(|stand| stand.label = NONE);
        self.cycles.clear();
        self.walk.clear();
        for first in 0..self.links.len() as u32 {
            effort.check()?;
            if !self.graph.has(first) || self.stands[first as usize].label != NONE {
                continue;
            }
            let (label, start) = (self.cycles.len() as u32, self.walk.len() as u32);
            let (mut before, mut at) = (NONE, first);
            while self.stands[at as usize].label == NONE {
                effort.check()?;
                self.stands[at as usize] = CyclePosition { label, place: self.walk.len() as u32 };
                self.walk.push(at);
                let [one, other] = self.links[at as usize];
                (before, at) = (at, if one == before { other } else { one });
            }
            self.cycles.push(start..self.walk.len() as u32);
        }
        self.joined = (0..self.cycles.len() as u32).collect();
        self.left = self.cycles.len();
        Ok(())
    }

    fn largest(&self) -> u32 {
        let longest = self.cycles.iter().enumerate().max_by_key(|(_, cycle)| cycle.len());
        longest.map_or(NONE, |(label, _)| label as u32)
    }

    /// The cycle that a square is on now.
    #[inline]
    fn cycle(&mut self, place: u32) -> u32 {
        self.now(self.stands[place as usize].label)
    }

    /// The cycle that one has become a part of.
    #[inline]
    fn now(&mut self, mut label: u32) -> u32 {
        while self.joined[label as usize] != label {
            let up = self.joined[self.joined[label as usize] as usize];
            self.joined[label as usize] = up;
            label = up;
        }
        label
    }

    /// Swaps rails of different cycles, until there are none. Of two cycles one is not the longest:
    /// that need not be looked along.
    fn join_all(&mut self, effort: &mut Effort<'_, '_>) -> Result<(), Stop> {
        let longest = self.largest();
        loop {
            let before = self.left;
            for label in 0..self.cycles.len() as u32 {
                for place in self.cycles[label as usize].clone() {
                    effort.check()?;
                    if self.now(label) == self.now(longest) {
                        break;
                    }
                    self.join_at(self.walk[place as usize], effort)?;
                }
            }
            if self.left == before || self.left == 1 {
                return Ok(());
            }
        }
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
