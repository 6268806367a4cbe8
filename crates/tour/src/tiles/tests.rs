//! Layouts against the verifier, and against themselves.

use proptest::prelude::*;
use search::{Limits, Meter};

use super::*;
use crate::Numbers;
use tabuleiro_core::contract::Verify;

fn laid(tour: &Tour) -> Option<Layout> {
    let limits = Limits::default();
    lay(tour, &mut Meter::new(&limits)).expect("no limit")
}

/// Whether every number of a layout is found, and its square again.
fn is_consistent(layout: &Layout) -> bool {
    let (size, numbers) = (layout.size(), Numbers::from(layout.clone()));
    let all = numbers.all();
    size.squares().all(|square| {
        let step = layout.step(square);
        step == u64::from(all[size.index(square)]) && layout.square(step) == square
    })
}

/// Lays a tour that there is, and checks it every way there is.
fn check(tour: &Tour) {
    let layout = laid(tour).unwrap_or_else(|| panic!("not laid: {tour:?}"));
    assert!(is_consistent(&layout), "{tour:?}");
    assert_eq!(tour.verify(&layout.into()), Ok(()), "{tour:?}");
}

#[test]
fn every_large_rectangle_is_laid_open_and_closed() {
    for rows in 3..=41 {
        for cols in 3..=41u32 {
            let tour = Tour::new(Size { rows, cols });
            if !fits(&tour) {
                continue;
            }
            check(&tour);
            if rows * cols % 2 == 0 && rows != 4 && cols != 4 {
                check(&tour.closed());
            }
        }
    }
}

#[test]
fn every_pair_of_ends_is_joined_on_a_chessboard() {
    let size = Size { rows: 8, cols: 8 };
    for start in size.squares() {
        for end in size.squares().filter(|&end| !end.same_colour(start)) {
            check(&Tour::new(size).with_start(start).with_end(end));
        }
    }
}

#[test]
fn a_layout_needs_no_board() {
    let size = Size { rows: Size::LONGEST, cols: Size::LONGEST - 1 };
    let layout = laid(&Tour::new(size).closed()).unwrap();
    let mut rng = tabuleiro_core::random::Rng::new(1);
    for _ in 0..10_000 {
        let step = 1 + rng.below(size.area() as usize) as u64;
        let square = layout.square(step);
        assert_eq!(layout.step(square), step);
        let next = layout.square(step % size.area() + 1);
        assert!(square.is_knight_move(next), "{step}: {square} {next}");
    }
}

fn side() -> impl Strategy<Value = u32> {
    prop_oneof![6u32..40, 6u32..120]
}

proptest! {
    #[test]
    fn any_legal_pair_of_ends_is_joined(
        rows in side(), cols in side(), ends in any::<[u32; 4]>(), given in 0..4, closed in any::<bool>(),
    ) {
        let size = Size { rows, cols };
        let place = |row: u32, col: u32| Square { row: row % rows, col: col % cols };
        let start = place(ends[0], ends[1]);
        let mut end = place(ends[2], ends[3]);
        let even = size.area().is_multiple_of(2);
        let fits = |square: Square| even || (square.row + square.col).is_multiple_of(2);
        prop_assume!(fits(start));
        if end.same_colour(start) == even {
            end.col = if end.col > 0 { end.col - 1 } else { 1 };
        }
        prop_assume!(start != end);
        let tour = Tour::new(size);
        let closed = closed && even;
        let tour = match given {
            0 => tour,
            1 => tour.with_start(start),
            2 => tour.with_end(end),
            _ if closed => tour.with_start(start).with_end(size.knight_moves(start).next().unwrap()),
            _ => tour.with_start(start).with_end(end),
        };
        check(&if closed { tour.closed() } else { tour });
    }
}
