//! Tests that every search tree of the tour takes its steps back exactly.

use search::{Meter, Tree, Verdict};

use super::Tour;
use super::bitboard_path::{Bound, Small};
use super::generic_path::GenericPath;
use super::move_order::Clockwise;
use super::order::Order;
use super::roth::{Roth, TieBreak};
use super::thin_search::Frontier;
use super::walk::{Walk, Warnsdorff};
use tabuleiro_core::board::{Size, Square, Squares};
use tabuleiro_core::random::Rng;

/// Walks down at random, as far as it goes, and back, many times. `look` shows what `make` and
/// `unmake` look at; it must be as it was at every level.
fn there_and_back<T: Tree, L: PartialEq + std::fmt::Debug>(
    mut tree: T,
    rng: &mut Rng,
    look: impl Fn(&T) -> L,
) {
    for _ in 0..20 {
        let mut path = Vec::new();
        while tree.judge() == Verdict::Open {
            let choices: Vec<T::Step> = tree.choices().collect();
            if choices.is_empty() {
                break;
            }
            let step = choices[rng.below(choices.len())];
            path.push((step, look(&tree)));
            tree.make(step);
        }
        while let Some((step, before)) = path.pop() {
            tree.unmake(step);
            assert_eq!(look(&tree), before);
        }
    }
}

#[test]
fn every_tree_restores_what_it_changed() {
    let mut rng = Rng::new(3);
    for _ in 0..50 {
        let size = Size { rows: 3 + rng.below(6) as u32, cols: 3 + rng.below(6) as u32 };
        let mut holes = Squares::none(size.area() as usize);
        for _ in 0..rng.below(4) {
            holes.insert(rng.below(size.area() as usize));
        }
        let mut tour = Tour::new(size).without(holes);
        let squares: Vec<Square> = tour.each_square().collect();
        let start = squares[rng.below(squares.len())];
        if rng.below(2) == 0 {
            tour = tour.closed();
        }
        let bound = Bound::new(&tour, start);
        there_and_back(Small::new(&tour, start, Clockwise, bound), &mut rng, Small::position);
        let meter = &mut Meter::unlimited();
        let walk = Walk::new(&tour, start, Warnsdorff, meter).unwrap();
        there_and_back(walk, &mut rng, Walk::position);
        let walk = Walk::new(&tour, start, Order::COURSEWORK, meter).unwrap();
        there_and_back(walk, &mut rng, Walk::position);
        let trail = GenericPath::new(&tour, start, Warnsdorff, true, meter).unwrap();
        there_and_back(trail, &mut rng, GenericPath::position);
        if let Some(roth) = Roth::new(&tour, start, TieBreak::default(), meter).unwrap() {
            there_and_back(roth, &mut rng, Roth::position);
        }
        if Frontier::fits(&tour) {
            // A state seen before is closed, so one walk is all there is.
            let frontier = Frontier::new(&tour, 0, meter).unwrap();
            there_and_back(frontier, &mut rng, Frontier::position);
        }
    }
}
