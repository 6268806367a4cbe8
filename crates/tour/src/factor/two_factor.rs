//! A 2-factor, as many links for every square as a tour has there, by augmenting paths (as in
//! Hopcroft-Karp, but path by path).
//!
//! On a board of two colours the light squares are on the left and the dark ones on the right, and each
//! wants two links. On other boards every square is on both sides and wants one link on each: the next
//! square and the one before. Either way a square on the left that wants a link looks for one on the right
//! that does, along links that are absent and links that are present in turn, and flips them all.
//!
//! First each has an aim, a square not far along a band of the board, and goes straight for it: the time
//! that takes grows with the distance, where a breadth-first search would take its square. Squares left
//! over are searched from together: from each an alternating tree grows, no two trees meet, and one that
//! reaches what it looks for grows no more. When none of them finds anything, their trees are a deficient
//! set (Hall), which is why there is no tour, if more is lacking than a tour has ends to spare.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use search::limits::Stop;

use super::effort::Effort;
use crate::graph::{Graph, NONE};
use tabuleiro_core::board::Square;
use tabuleiro_core::random::Rng;

/// Rows of the bands along which squares are given aims.
const BAND: u32 = 32;
/// Squares that are looked around from on the way to an aim, for each row or column to it.
const PATIENCE: u32 = 8;

/// A square on one side of the links, or on the one that it is on.
#[derive(Clone, Copy)]
struct Vertex {
    /// What it is linked to.
    links: [u32; 2],
    /// From where its tree came to it.
    from: u32,
    /// The search that came to it last, from 1.
    seen: u32,
    /// How many links it lacks.
    wants: u8,
    is_left: bool,
}

impl Vertex {
    /// Puts one link in the place of another, or of none.
    #[inline]
    fn relink(&mut self, old: u32, new: u32) {
        let slot = usize::from(self.links[0] != old);
        self.links[slot] = new;
    }
}

/// Links under way.
pub(super) struct Flow<'g> {
    graph: &'g Graph,
    /// Those on the left by their place, and those on the right.
    cells: Vec<Vertex>,
    /// Where those on the right begin: with the others, if no square is on both sides.
    right: usize,
    spare: u64,
    /// How many links are lacking on the left.
    lacking: u64,
    /// The squares on the left that trees came to, and which tree did.
    queue: Vec<(u32, u32)>,
    /// Of each tree whether it found what it looked for.
    is_done: Vec<bool>,
    /// The squares on the left that a search with an aim came to: how far from it, and which.
    open: BinaryHeap<Reverse<(u32, u32)>>,
    searches: u32,
}

/// What each square wants, on either side.
pub(super) struct Demand {
    /// Links of the left side.
    pub(super) left: Vec<u8>,
    /// Links of the right side.
    pub(super) right: Vec<u8>,
    /// How many links may be lacking on the left in the end.
    pub(super) spare: u64,
}

impl<'g> Flow<'g> {
    /// Bytes held for each square.
    pub(super) const BYTES: u64 = 2 * 20 + 2 + 8;

    /// No links yet.
    pub(super) fn new(graph: &'g Graph, wants: Demand) -> Self {
        let Demand { left, right, spare } = wants;
        let cell =
            |wants, is_left| Vertex { links: [NONE; 2], from: NONE, seen: 0, wants, is_left };
        let sides = || left.iter().zip(&right);
        let are_both = sides().any(|(&left, &right)| left > 0 && right > 0);
        let cells = if are_both {
            let right = right.iter().map(|&wants| cell(wants, false));
            left.iter().map(|&wants| cell(wants, true)).chain(right).collect()
        } else {
            sides().map(|(&left, &right)| cell(left + right, left > 0)).collect()
        };
        let lacking = left.iter().map(|&wants| u64::from(wants)).sum();
        let right = if are_both { graph.places() } else { 0 };
        let (queue, is_done, open) = Default::default();
        Flow { graph, cells, right, spare, lacking, queue, is_done, open, searches: 0 }
    }

    #[inline]
    fn left(&mut self, place: u32) -> &mut Vertex {
        &mut self.cells[place as usize]
    }

    #[inline]
    fn right(&mut self, place: u32) -> &mut Vertex {
        &mut self.cells[self.right + place as usize]
    }

    fn link(&mut self, left: u32, right: u32, effort: &mut Effort<'_, '_>) {
        self.left(left).relink(NONE, right);
        self.right(right).relink(NONE, left);
        self.left(left).wants -= 1;
        self.right(right).wants -= 1;
        self.lacking -= 1;
        effort.made(1);
    }

    /// Makes the links of a walk wherever both squares want one.
    pub(super) fn follow(&mut self, walk: &[u32], effort: &mut Effort<'_, '_>) -> Result<(), Stop> {
        for pair in walk.windows(2) {
            effort.look()?;
            let turned = !self.left(pair[0]).is_left;
            let (left, right) = if turned { (pair[1], pair[0]) } else { (pair[0], pair[1]) };
            if self.left(left).wants > 0 && self.right(right).wants > 0 {
                self.link(left, right, effort);
            }
        }
        Ok(())
    }

    /// Makes links until no more are lacking than may be, in an order and with aims that the dice
    /// may change. `Err` are squares that need more links than those around them can give.
    pub(super) fn fill(
        &mut self,
        rng: Option<&mut Rng>,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Result<(), Vec<u32>>, Stop> {
        let mut wanting = self.wanting();
        let mut height = BAND;
        if let Some(rng) = rng {
            rng.shuffle(&mut wanting);
            height = 1 + rng.below(2 * BAND as usize) as u32;
        }
        self.sweep(&wanting, effort)?;
        self.lead_all(height, effort)?;
        while self.lacking > self.spare {
            wanting.retain(|&place| self.left(place).wants > 0);
            let before = self.lacking;
            self.searches += 1;
            self.grow(&wanting, effort)?;
            if self.lacking == before {
                return Ok(Err(self.too_many(&wanting, effort)?));
            }
        }
        Ok(Ok(()))
    }

    /// The squares on the left that want a link.
    fn wanting(&mut self) -> Vec<u32> {
        let places = 0..self.graph.places() as u32;
        places.filter(|&place| self.left(place).is_left && self.left(place).wants > 0).collect()
    }

    /// The first links: of one square after another, to the uppermost that want one.
    fn sweep(&mut self, wanting: &[u32], effort: &mut Effort<'_, '_>) -> Result<(), Stop> {
        for &place in wanting {
            for _ in 0..self.left(place).wants {
                let mut first = NONE;
                for &near in self.graph.near(place) {
                    if near < first
                        && self.right(near).wants > 0
                        && !self.left(place).links.contains(&near)
                    {
                        first = near;
                    }
                }
                effort.look()?;
                if first == NONE {
                    break;
                }
                self.link(place, first, effort);
            }
        }
        Ok(())
    }

    /// Leads what lacks a link on the left to what lacks one on the right: along bands so high, to
    /// and fro, each to the last that was passed and has no other.
    fn lead_all(&mut self, height: u32, effort: &mut Effort<'_, '_>) -> Result<(), Stop> {
        let mut squares = Vec::new();
        let wanting = self.cells.iter().enumerate().filter(|(_, cell)| cell.wants > 0);
        for (at, cell) in wanting {
            let place = (at % self.graph.places()) as u32;
            let Square { row, col } = self.graph.square(place);
            let band = row / height;
            let along = if band.is_multiple_of(2) { col } else { u32::MAX - col };
            let link = (band, along, place, cell.is_left);
            squares.extend(std::iter::repeat_n(link, usize::from(cell.wants)));
        }
        squares.sort_unstable();
        let mut passed: Vec<(u32, bool)> = Vec::new();
        for (_, _, place, is_left) in squares {
            effort.check()?;
            match passed.pop_if(|(_, other_is_left)| *other_is_left != is_left) {
                None => passed.push((place, is_left)),
                Some(_) if self.lacking <= self.spare => return Ok(()),
                Some((other, _)) if is_left => self.lead(place, other, effort)?,
                Some((other, _)) => self.lead(other, place, effort)?,
            }
        }
        Ok(())
    }

    /// Finds a link for a square on the left where one on the right lacks one, if there is a way
    /// that is not much longer than straight.
    fn lead(&mut self, root: u32, aim: u32, effort: &mut Effort<'_, '_>) -> Result<(), Stop> {
        let graph = self.graph;
        let aimed = graph.square(aim);
        let away = |place: u32| {
            let Square { row, col } = graph.square(place);
            row.abs_diff(aimed.row).max(col.abs_diff(aimed.col))
        };
        self.searches += 1;
        self.open.clear();
        self.come_to(root, NONE);
        self.open.push(Reverse((away(root), root)));
        for _ in 0..PATIENCE * (away(root) + 8) {
            let Some(Reverse((_, place))) = self.open.pop() else { break };
            for &near in graph.near(place) {
                if !self.is_new_way(place, near) {
                    continue;
                }
                effort.look()?;
                let links = self.go(place, near).links;
                if near == aim {
                    self.flip(near, effort);
                    return Ok(());
                }
                for other in links {
                    if self.come_to(other, near) {
                        self.open.push(Reverse((away(other), other)));
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether the present search may go from a square on the left to one on the right.
    #[inline]
    fn is_new_way(&mut self, place: u32, near: u32) -> bool {
        near != NONE
            && self.right(near).seen != self.searches
            && !self.left(place).links.contains(&near)
    }

    /// Goes that way.
    #[inline]
    fn go(&mut self, place: u32, near: u32) -> Vertex {
        let search = self.searches;
        let cell = self.right(near);
        (cell.seen, cell.from) = (search, place);
        *cell
    }

    /// Comes to a square on the left, if there is one to come to. Whether it is the first time.
    #[inline]
    fn come_to(&mut self, place: u32, from: u32) -> bool {
        let search = self.searches;
        if place == NONE || self.left(place).seen == search {
            return false;
        }
        (self.left(place).seen, self.left(place).from) = (search, from);
        true
    }

    /// Lets trees grow from squares on the left, where the present search has not been.
    fn grow(&mut self, roots: &[u32], effort: &mut Effort<'_, '_>) -> Result<(), Stop> {
        self.queue.clear();
        self.is_done.clear();
        self.is_done.resize(roots.len(), false);
        for (tree, &root) in (0..).zip(roots) {
            if self.come_to(root, NONE) {
                self.queue.push((root, tree));
            }
        }
        let mut next = 0;
        while let Some(&(place, tree)) = self.queue.get(next) {
            next += 1;
            for &near in self.graph.near(place) {
                if self.is_done[tree as usize] || !self.is_new_way(place, near) {
                    continue;
                }
                effort.look()?;
                let Vertex { wants, links, .. } = self.go(place, near);
                if wants > 0 {
                    self.is_done[tree as usize] = true;
                    self.flip(near, effort);
                    if self.lacking <= self.spare {
                        return Ok(());
                    }
                    break;
                }
                for other in links {
                    if self.come_to(other, near) {
                        self.queue.push((other, tree));
                    }
                }
            }
        }
        Ok(())
    }

    /// Changes the links along the way that led to a square of the right side that wants one.
    fn flip(&mut self, wanting: u32, effort: &mut Effort<'_, '_>) {
        self.right(wanting).wants -= 1;
        self.lacking -= 1;
        let (mut near, mut old) = (wanting, NONE);
        loop {
            let place = self.right(near).from;
            let before = self.left(place).from;
            self.right(near).relink(old, place);
            self.left(place).relink(before, near);
            effort.made(1);
            if before == NONE {
                self.left(place).wants -= 1;
                return;
            }
            effort.unmade(1);
            (near, old) = (before, place);
        }
    }

    /// Of squares that want links that are not there, as many as are enough, and all that their
    /// trees reach: few, where only few squares are to blame.
    fn too_many(&mut self, wanting: &[u32], effort: &mut Effort<'_, '_>) -> Result<Vec<u32>, Stop> {
        self.searches += 1;
        let mut places = Vec::new();
        let mut vain = 0;
        for &root in wanting {
            if vain > self.spare {
                break;
            }
            vain += u64::from(self.left(root).wants);
            self.grow(&[root], effort)?;
            places.extend(self.queue.iter().map(|&(place, _)| place));
        }
        Ok(places)
    }

    /// Leaves no square of a board of two colours without a link: one that lacks both takes the
    /// place of another beside a neighbour.
    pub(super) fn leave_none_alone(&mut self, effort: &mut Effort<'_, '_>) -> Result<(), Stop> {
        for place in 0..self.graph.places() as u32 {
            if self.left(place).wants < 2 {
                continue;
            }
            // Every square around has its links, or there would have been one for this.
            let Some(near) = self.graph.around(place).next() else { continue };
            let [robbed, _] = self.left(near).links;
            if robbed == NONE {
                continue;
            }
            self.left(near).relink(robbed, place);
            self.left(robbed).relink(near, NONE);
            self.left(place).relink(NONE, near);
            self.left(place).wants -= 1;
            self.left(robbed).wants += 1;
            effort.look()?;
            effort.unmade(1);
            effort.made(1);
        }
        Ok(())
    }

    /// All links, two for each square, and the squares that lack one, once for each that they lack.
    /// Where there are two sides they are added up.
    pub(super) fn links(self) -> (Vec<[u32; 2]>, Vec<u32>) {
        let places = self.graph.places();
        let mut links: Vec<[u32; 2]> = self.cells[..places].iter().map(|cell| cell.links).collect();
        for (both, right) in links.iter_mut().zip(&self.cells[places..]) {
            for &link in right.links.iter().filter(|&&link| link != NONE) {
                let slot = usize::from(both[0] != NONE);
                both[slot] = link;
            }
        }
        let lacks = |(place, cell): (usize, &Vertex)| {
            std::iter::repeat_n((place % places) as u32, usize::from(cell.wants))
        };
        let mut lacking: Vec<u32> = self.cells.iter().enumerate().flat_map(lacks).collect();
        lacking.sort_unstable();
        (links, lacking)
    }
}
