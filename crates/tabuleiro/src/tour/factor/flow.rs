//! Links for every square, as many as a tour has there: a 2-factor, by augmenting paths.
//!
//! On a board of two colours the light squares are on the left and the dark ones on the right, and
//! each wants two links. On other boards every square is on both sides and wants one link on each:
//! the next square and the one before. Either way a square that wants a link looks for the nearest
//! one on the other side that does, along links that are there and links that are not in turn, and
//! changes them all. What was searched in vain need not be searched again; together it is why there
//! is no tour, if more is lacking than a tour has ends to spare.

use search::limits::Stop;

use super::effort::Effort;
use crate::random::Dice;
use crate::tour::graph::{Graph, NONE};

/// A square on one side of the links.
#[derive(Clone, Copy)]
struct Cell {
    /// What it is linked to.
    links: [u32; 2],
    /// From where the present search came to it.
    from: u32,
    /// The search that came to it last, from 1; [`VAIN`] if it was in vain.
    seen: u32,
    /// How many links it lacks.
    wants: u8,
}

/// Marks what was searched in vain.
const VAIN: u32 = u32::MAX;

/// One side of the links.
struct Side(Vec<Cell>);

impl Side {
    fn new(wants: &[u8]) -> Self {
        let cell = |&wants: &u8| Cell { links: [NONE; 2], from: NONE, seen: 0, wants };
        Side(wants.iter().map(cell).collect())
    }

    #[inline]
    fn at(&mut self, place: u32) -> &mut Cell {
        &mut self.0[place as usize]
    }

    #[inline]
    fn is_linked(&self, at: u32, to: u32) -> bool {
        self.0[at as usize].links.contains(&to)
    }

    /// Puts one link in the place of another, or of none.
    #[inline]
    fn relink(&mut self, at: u32, old: u32, new: u32) {
        let links = &mut self.at(at).links;
        let slot = usize::from(links[0] != old);
        links[slot] = new;
    }
}

/// Links under way.
pub(super) struct Flow<'g> {
    graph: &'g Graph,
    left: Side,
    right: Side,
    spare: u64,
    queue: Vec<u32>,
    searches: u32,
}

/// What each square wants, on either side.
pub(super) struct Wants {
    /// Links of the left side.
    pub(super) left: Vec<u8>,
    /// Links of the right side.
    pub(super) right: Vec<u8>,
    /// How many links may be lacking on the left in the end.
    pub(super) spare: u64,
}

impl<'g> Flow<'g> {
    /// Bytes held for each square.
    pub(super) const BYTES: u64 = 2 * 20 + 2 + 4;

    /// No links yet.
    pub(super) fn new(graph: &'g Graph, wants: Wants) -> Self {
        let (left, right) = (Side::new(&wants.left), Side::new(&wants.right));
        Flow { graph, left, right, spare: wants.spare, queue: Vec::new(), searches: 0 }
    }

    /// Makes links until no more are lacking than may be: for one square after another in reading
    /// order, so that there are always some not far ahead that want links too, or as the dice have
    /// it. `Err` are the squares that need more
    /// links than those around them can give.
    pub(super) fn fill(
        &mut self,
        dice: Option<&mut Dice>,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Result<(), Vec<u32>>, Stop> {
        let mut lacking = self.sweep(effort)?;
        let mut wanting: Vec<u32> = (0..self.graph.places() as u32)
            .filter(|&place| self.left.at(place).wants > 0)
            .collect();
        if let Some(dice) = dice {
            dice.shuffle(&mut wanting);
        }
        let mut vain = 0;
        for root in wanting {
            while self.left.at(root).wants > 0 && lacking > self.spare {
                if self.left.at(root).seen == VAIN || !self.augment(root, effort)? {
                    vain += u64::from(self.left.at(root).wants);
                    if vain > self.spare {
                        return Ok(Err(self.searched_in_vain()));
                    }
                    break;
                }
                lacking -= 1;
            }
        }
        Ok(Ok(()))
    }

    /// The first links: in reading order, to the uppermost squares that want one. How many links
    /// are lacking on the left.
    fn sweep(&mut self, effort: &mut Effort<'_, '_>) -> Result<u64, Stop> {
        let mut lacking = 0;
        for place in 0..self.graph.places() as u32 {
            for _ in 0..self.left.at(place).wants {
                let mut first = NONE;
                for &near in self.graph.near(place) {
                    if near < first
                        && self.right.at(near).wants > 0
                        && !self.left.is_linked(place, near)
                    {
                        first = near;
                    }
                }
                effort.look()?;
                if first == NONE {
                    lacking += u64::from(self.left.at(place).wants);
                    break;
                }
                effort.made(1);
                self.left.relink(place, NONE, first);
                self.right.relink(first, NONE, place);
                self.left.at(place).wants -= 1;
                self.right.at(first).wants -= 1;
            }
        }
        Ok(lacking)
    }

    /// Finds one more link for a square of the left side. Whether there is one.
    fn augment(&mut self, root: u32, effort: &mut Effort<'_, '_>) -> Result<bool, Stop> {
        self.searches += 1;
        let search = self.searches;
        self.queue.clear();
        self.queue.push(root);
        self.left.at(root).seen = search;
        self.left.at(root).from = NONE;
        let mut next = 0;
        while let Some(&place) = self.queue.get(next) {
            next += 1;
            for &near in self.graph.near(place) {
                if near == NONE || self.left.is_linked(place, near) {
                    continue;
                }
                let seen = self.right.at(near).seen;
                if seen == search || seen == VAIN {
                    continue;
                }
                effort.look()?;
                self.right.at(near).seen = search;
                self.right.at(near).from = place;
                if self.right.at(near).wants > 0 {
                    self.flip(near, effort);
                    return Ok(true);
                }
                for other in self.right.at(near).links {
                    let fresh = |seen: u32| seen != search && seen != VAIN;
                    if other != NONE && fresh(self.left.at(other).seen) {
                        self.left.at(other).seen = search;
                        self.left.at(other).from = near;
                        self.queue.push(other);
                    }
                }
            }
        }
        for &place in &self.queue {
            self.left.at(place).seen = VAIN;
            for near in self.graph.around(place) {
                let seen = &mut self.right.at(near).seen;
                *seen = if *seen == search { VAIN } else { *seen };
            }
        }
        Ok(false)
    }

    /// Changes the links along the way that led to a square of the right side that wants one.
    fn flip(&mut self, wanting: u32, effort: &mut Effort<'_, '_>) {
        self.right.at(wanting).wants -= 1;
        let (mut near, mut old) = (wanting, NONE);
        loop {
            let place = self.right.at(near).from;
            let before = self.left.at(place).from;
            self.right.relink(near, old, place);
            self.left.relink(place, before, near);
            effort.made(1);
            if before == NONE {
                self.left.at(place).wants -= 1;
                return;
            }
            effort.unmade(1);
            (near, old) = (before, place);
        }
    }

    fn searched_in_vain(&self) -> Vec<u32> {
        (0..self.graph.places() as u32)
            .filter(|&place| self.left.0[place as usize].seen == VAIN)
            .collect()
    }

    /// Leaves no square of a board of two colours without a link: one that lacks both takes the
    /// place of another beside a neighbour.
    pub(super) fn leave_none_alone(&mut self, effort: &mut Effort<'_, '_>) -> Result<(), Stop> {
        for place in 0..self.graph.places() as u32 {
            for left in [true, false] {
                let (here, there) = match left {
                    true => (&mut self.left, &mut self.right),
                    false => (&mut self.right, &mut self.left),
                };
                if here.at(place).wants < 2 {
                    continue;
                }
                // Every square around has its links, or there would have been one for this.
                let Some(near) = self.graph.around(place).next() else { continue };
                let [robbed, _] = there.at(near).links;
                if robbed == NONE {
                    continue;
                }
                there.relink(near, robbed, place);
                here.relink(robbed, near, NONE);
                here.relink(place, NONE, near);
                here.at(place).wants -= 1;
                here.at(robbed).wants += 1;
                effort.look()?;
                effort.unmade(1);
                effort.made(1);
            }
        }
        Ok(())
    }

    /// All links, two for each square, and the squares that lack one, on the left and on the right.
    /// The two sides are added up.
    pub(super) fn links(self) -> (Vec<[u32; 2]>, Vec<u32>) {
        let mut lacking = Vec::new();
        let mut links = Vec::with_capacity(self.left.0.len());
        for (place, (left, right)) in (0..).zip(self.left.0.iter().zip(&self.right.0)) {
            let mut both = left.links;
            for &link in right.links.iter().filter(|&&link| link != NONE) {
                let slot = usize::from(both[0] != NONE);
                both[slot] = link;
            }
            links.push(both);
            lacking.extend((0..left.wants + right.wants).map(|_| place));
        }
        (links, lacking)
    }
}
