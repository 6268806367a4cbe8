//! Where each number can still stand, as sets of squares: as many moves from the known number before it and
//! from the one after it as there are numbers between, over squares without a number.

use search::{Limit, Meter};

use crate::{Tour, TourPosition};

/// A set of squares, by their places in reading order.
type Bits = Vec<u64>;

/// The board, as sets.
pub(super) struct Links {
    /// The squares a move from each.
    around: Vec<Bits>,
    words: usize,
    pub(super) last: u32,
}

/// Where numbers stand, and can stand.
#[derive(Clone)]
pub(super) struct Places {
    /// The place of each number from 1, where it is known.
    pub(super) known: Vec<Option<usize>>,
    /// Squares without a number.
    pub(super) free: Bits,
    /// For each number from 1 that is not known, the squares left for it.
    pub(super) left: Vec<Bits>,
}

/// What cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conflict {
    /// No square is left for this number.
    NoSquare(u32),
    /// No number is left for the square at this place.
    NoNumber(usize),
}

/// The members of a set.
pub(super) fn members(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(word, &bits)| {
        let mut rest = bits;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(word * 64 + bit)
        })
    })
}

/// How many members a set has.
pub(super) fn count(bits: &[u64]) -> u32 {
    bits.iter().map(|word| word.count_ones()).sum()
}

impl Links {
    /// The moves of a board, whose memory is claimed.
    pub(super) fn new(tour: &Tour, meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let area = tour.size().area() as usize;
        let words = area.div_ceil(64);
        // Those around each square, and those left for each number, some times over.
        meter.claim(40 * area as u64 * words as u64)?;
        let mut around = vec![vec![0; words]; area];
        for square in tour.each_square() {
            meter.check_limits()?;
            for to in tour.neighbours(square) {
                let to = tour.size().index(to);
                around[tour.size().index(square)][to / 64] |= 1 << (to % 64);
            }
        }
        Ok(Links { around, words, last: tour.squares() as u32 })
    }

    /// The members of a set that are a move from one of another.
    fn step(&self, from: &[u64], within: &[u64]) -> Bits {
        let mut to = vec![0; self.words];
        for place in members(from) {
            to.iter_mut().zip(&self.around[place]).for_each(|(to, around)| *to |= around);
        }
        to.iter_mut().zip(within).for_each(|(to, within)| *to &= within);
        to
    }

    fn one(&self, place: usize) -> Bits {
        let mut bits = vec![0; self.words];
        bits[place / 64] |= 1 << (place % 64);
        bits
    }
}

impl Places {
    /// What is known and what is left in a position.
    pub(super) fn new(
        tour: &Tour,
        position: &TourPosition,
        links: &Links,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Limit> {
        let mut free = vec![0; links.words];
        for square in tour.each_square() {
            let place = tour.size().index(square);
            free[place / 64] |= 1 << (place % 64);
        }
        let mut known = vec![None; links.last as usize + 1];
        for number in 1..=links.last {
            let place = tour.square_of(position, number).map(|square| tour.size().index(square));
            known[number as usize] = place;
            place.into_iter().for_each(|place| free[place / 64] &= !(1 << (place % 64)));
        }
        let mut places = Places { known, free, left: Vec::new() };
        places.look(links, meter)?;
        Ok(places)
    }

    /// The same with one number more.
    pub(super) fn with(
        &self,
        number: u32,
        place: usize,
        links: &Links,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Limit> {
        let mut places =
            Places { known: self.known.clone(), free: self.free.clone(), left: Vec::new() };
        places.known[number as usize] = Some(place);
        places.free[place / 64] &= !(1 << (place % 64));
        places.look(links, meter)?;
        Ok(places)
    }

    /// Finds what is left for each number: forwards from the known ones, and backwards.
    fn look(&mut self, links: &Links, meter: &mut Meter<'_>) -> Result<(), Limit> {
        let last = links.last as usize;
        let mut left = vec![self.free.clone(); last + 1];
        let ways: [&mut dyn Iterator<Item = usize>; 2] = [&mut (1..=last), &mut (1..=last).rev()];
        for way in ways {
            let mut from: Option<Bits> = None;
            for number in way {
                meter.check_limits()?;
                from = match (self.known[number], from) {
                    (Some(place), _) => Some(links.one(place)),
                    (None, Some(before)) => Some(links.step(&before, &self.free)),
                    (None, None) => None,
                };
                if let (None, Some(from)) = (self.known[number], &from) {
                    left[number].iter_mut().zip(from).for_each(|(left, from)| *left &= from);
                }
            }
        }
        self.left = left;
        Ok(())
    }

    /// The numbers that are not known.
    pub(super) fn open(&self) -> impl Iterator<Item = u32> + '_ {
        (1..self.known.len() as u32).filter(|&number| self.known[number as usize].is_none())
    }

    /// The squares left for a number.
    pub(super) fn of(&self, number: u32) -> &[u64] {
        &self.left[number as usize]
    }

    /// For each square without a number, one that is left for it, and whether that is the only one.
    pub(super) fn numbers(&self) -> Vec<(usize, u32, bool)> {
        let mut found = vec![(0, 0_u32); self.free.len() * 64];
        for number in self.open() {
            for place in members(self.of(number)) {
                found[place] = (number, found[place].1 + 1);
            }
        }
        let single = |place: usize| (place, found[place].0, found[place].1 == 1);
        members(&self.free).map(single).collect()
    }

    /// Something that cannot be, if there is such a thing.
    pub(super) fn conflict(&self) -> Option<Conflict> {
        let none = |number: &u32| self.of(*number).iter().all(|&word| word == 0);
        if let Some(number) = self.open().find(none) {
            return Some(Conflict::NoSquare(number));
        }
        let mut reached = vec![0; self.free.len()];
        for number in self.open() {
            reached.iter_mut().zip(self.of(number)).for_each(|(all, left)| *all |= left);
        }
        let missed = self.free.iter().zip(&reached).map(|(free, reached)| free & !reached);
        members(&missed.collect::<Bits>()).next().map(Conflict::NoNumber)
    }

    /// The nearest known numbers before and after one.
    pub(super) fn anchors(&self, number: u32) -> impl Iterator<Item = (u32, usize)> + '_ {
        let known = |of: u32| self.known[of as usize].map(|place| (of, place));
        let before = (1..number).rev().find_map(known);
        let after = (number + 1..self.known.len() as u32).find_map(known);
        [before, after].into_iter().flatten()
    }
}
