//! Finds tours without the solvers: by Warnsdorff's rule with equals in random order, from the beginning again
//! where that leads nowhere.

use tabuleiro_core::board::Square;
use tabuleiro_core::random::Rng;
use tabuleiro_tour_rules::{Numbers, Tour};

/// Steps of an attempt.
const STEPS: usize = 2_000;

/// A tour of a board that has one.
pub(crate) fn tour_of(tour: &Tour) -> Numbers {
    find(tour, 1_000).unwrap_or_else(|| panic!("no tour of\n{tour}"))
}

/// A tour, if so many attempts find one.
pub(crate) fn find(tour: &Tour, attempts: usize) -> Option<Numbers> {
    let mut rng = Rng::new(1);
    (0..attempts).find_map(|_| {
        let mut starts: Vec<Square> = tour.each_square().collect();
        rng.shuffle(&mut starts);
        starts.retain(|&square| tour.given(square).is_none_or(|number| number == 1));
        starts.retain(|&square| tour.start().is_none_or(|start| start == square));
        let mut attempt = Attempt {
            tour,
            numbers: vec![0; tour.size().area() as usize],
            first: *starts.first()?,
            steps: STEPS,
            rng: &mut rng,
        };
        let first = attempt.first;
        attempt.go(first, 1).then(|| Numbers::new(tour.size(), attempt.numbers))
    })
}

struct Attempt<'a> {
    tour: &'a Tour,
    numbers: Vec<u32>,
    first: Square,
    steps: usize,
    rng: &'a mut Rng,
}

impl Attempt<'_> {
    /// Puts a number on a square and those after it on others.
    fn go(&mut self, square: Square, number: u32) -> bool {
        let place = self.tour.size().index(square);
        self.numbers[place] = number;
        if u64::from(number) == self.tour.squares() {
            if !self.tour.is_closed() || self.tour.joins(square, self.first) {
                return true;
            }
        } else if self.steps > 0 {
            self.steps -= 1;
            let mut next: Vec<Square> = self.free(square).collect();
            next.retain(|&to| match self.tour.square_given(number + 1) {
                Some(given) => given == to,
                None => self.tour.given(to).is_none(),
            });
            self.rng.shuffle(&mut next);
            next.sort_by_key(|&to| self.free(to).count());
            if next.into_iter().any(|to| self.go(to, number + 1)) {
                return true;
            }
        }
        self.numbers[place] = 0;
        false
    }

    fn free(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        let is_free = |to: &Square| self.numbers[self.tour.size().index(*to)] == 0;
        self.tour.neighbours(square).filter(is_free)
    }
}
