//! Counts from both ends against a search of all tours, and tours by number against both.

use std::collections::{HashMap, HashSet};

use num_bigint::{BigInt, BigUint};
use search::{Ended, Limits, Meter};

use super::{Listed, Question};
use crate::{Numbers, Tour, count, numbered, quick_refute};
use tabuleiro_core::board::{Size, Square, Squares};
use tabuleiro_core::contract::{Options, Verify};
use tabuleiro_core::random::Rng;

fn by_halves(tour: &Tour) -> BigUint {
    let limits = Limits::default();
    let question = Question::new(tour, &mut Meter::unlimited()).unwrap().expect("a thin board");
    question.count(&mut Meter::new(&limits)).unwrap()
}

fn by_search(tour: &Tour) -> BigUint {
    let limits = Limits::default();
    let (count, ended) = count::search_all(tour, None, &mut Meter::new(&limits));
    assert_eq!(ended, Ended::Exhausted);
    count
}

fn listed(tour: &Tour) -> Listed {
    let limits = Limits::default();
    let question = Question::new(tour, &mut Meter::unlimited()).unwrap().expect("a thin board");
    Listed::new(tour, question, &mut Meter::new(&limits)).unwrap()
}

/// A board with random holes and ends, closed or not.
fn random_tour(rng: &mut Rng, most_squares: u64) -> Option<Tour> {
    let size = Size { rows: 3 + rng.below(4) as u32, cols: 3 + rng.below(5) as u32 };
    let area = size.area() as usize;
    let mut holes = Squares::none(area);
    for _ in 0..area.saturating_sub(most_squares as usize) + rng.below(3) {
        holes.insert(rng.below(area));
    }
    let mut tour = Tour::new(size).without(holes);
    let squares: Vec<Square> = tour.each_square().collect();
    if squares.len() < 3 || squares.len() as u64 > most_squares {
        return None;
    }
    let (start, end) = (squares[rng.below(squares.len())], squares[rng.below(squares.len())]);
    if rng.below(2) == 0 {
        tour = tour.with_start(start);
    }
    if rng.below(2) == 0 && start != end {
        tour = tour.with_end(end);
    }
    if rng.below(2) == 0 {
        tour = tour.closed();
    }
    quick_refute::find(&tour, &mut Meter::unlimited()).unwrap().is_none().then_some(tour)
}

#[test]
fn both_ways_of_counting_agree_on_random_boards() {
    let mut rng = Rng::new(9);
    let (mut boards, mut tours) = (0, BigUint::ZERO);
    while boards < 400 {
        let Some(tour) = random_tour(&mut rng, 22) else { continue };
        boards += 1;
        let found = by_search(&tour);
        assert_eq!(by_halves(&tour), found, "\n{tour}");
        tours += found;
    }
    assert!(tours > BigUint::from(1000u32));
}

#[test]
fn a_board_and_the_same_turned_round_have_as_many_tours() {
    for (rows, cols) in [(3, 10), (5, 6), (4, 7), (6, 5)] {
        for closed in [false, true] {
            let make = |rows, cols| {
                let tour = Tour::new(Size { rows, cols });
                if closed { tour.closed() } else { tour }
            };
            assert_eq!(by_halves(&make(rows, cols)), by_halves(&make(cols, rows)));
        }
    }
}

/// Checks that every number, or as many as there is time for, is a tour of its own.
fn check_list(tour: &Tour, step: usize) -> u128 {
    let listed = listed(tour);
    let mut met = HashSet::new();
    for number in (0..listed.len()).step_by(step) {
        let path = listed.tour(number);
        let numbers = Numbers::visiting(tour.size(), &path, &mut Meter::unlimited()).unwrap();
        assert_eq!(tour.verify(&numbers), Ok(()), "{number} of\n{tour}");
        assert_eq!(listed.number(&path), Some(number), "\n{tour}");
        assert!(met.insert(path), "{number} of\n{tour}");
    }
    listed.len()
}

#[test]
fn every_number_is_a_tour_and_every_tour_has_its_number() {
    let closed = |rows, cols| Tour::new(Size { rows, cols }).closed();
    let corner = Square { row: 0, col: 0 };
    assert_eq!(check_list(&closed(3, 10), 1), 16);
    assert_eq!(check_list(&closed(5, 6), 1), 8);
    assert_eq!(check_list(&closed(6, 6), 1), 9862);
    assert_eq!(check_list(&closed(6, 6).with_start(corner), 13), 2 * 9862);
    assert_eq!(check_list(&closed(6, 6).with_end(corner), 13), 2 * 9862);
    assert_eq!(check_list(&closed(5, 8), 101), 44_202);
    assert_eq!(check_list(&Tour::new(Size { rows: 5, cols: 5 }), 1), 1728);
    assert_eq!(check_list(&Tour::new(Size { rows: 5, cols: 5 }).with_start(corner), 1), 304);
    assert_eq!(check_list(&Tour::new(Size { rows: 5, cols: 5 }).with_end(corner), 1), 304);
}

#[test]
fn lists_of_random_boards_are_as_long_as_their_counts() {
    let mut rng = Rng::new(10);
    for _ in 0..300 {
        let Some(tour) = random_tour(&mut rng, 20) else { continue };
        let length = check_list(&tour, 1);
        assert_eq!(BigUint::from(length), by_halves(&tour), "\n{tour}");
    }
}

#[test]
fn what_is_no_tour_has_no_number() {
    let tour = Tour::new(Size { rows: 5, cols: 6 }).closed();
    let listed = listed(&tour);
    let mut path = listed.tour(3);
    path.swap(4, 9);
    assert_eq!(listed.number(&path), None);
    assert_eq!(listed.number(&path[1..]), None);
}

/// Elkies' recurrence for closed tours on boards of 3 by 2n (OEIS A070030).
const ELKIES: [i64; 21] = [
    6, 64, -200, -1000, 3016, 3488, -24256, 23776, 104_168, -203_408, -184_704, 443_392, 14_336,
    -151_296, 145_920, -263_424, 317_440, 36_864, -966_656, 573_440, 131_072,
];

#[test]
fn numbers_of_any_length_are_exact() {
    // Numbers of 32, 64, 256 and 2,048 bits are outgrown or used on the way.
    let halves: Vec<usize> = (5..30).chain([50, 51, 100, 101]).collect();
    let counts: Vec<BigUint> = halves
        .iter()
        .map(|&half| by_halves(&Tour::new(Size { rows: 3, cols: 2 * half as u32 }).closed()))
        .collect();
    assert!(counts.last().unwrap().bits() > 256);
    let mut terms = vec![BigInt::ZERO; 5];
    terms.extend(counts[..21].iter().cloned().map(BigInt::from));
    while terms.len() <= 101 {
        let latest = terms.iter().rev();
        terms.push(ELKIES.iter().zip(latest).map(|(&factor, term)| term * factor).sum());
    }
    for (half, count) in halves.into_iter().zip(counts) {
        assert_eq!(BigInt::from(count), terms[half], "3 by {}", 2 * half);
    }
}

#[test]
fn drawn_tours_are_all_alike_likely() {
    // All 16 closed tours of 3x10, 1,600 times: with 15 degrees of freedom the statistic is above
    // 37.7 once in a thousand seeds.
    let tour = Tour::new(Size { rows: 3, cols: 10 }).closed();
    let mut options = Options::default();
    options.set("uniform", "");
    let limits = Limits::default();
    let mut met: HashMap<Vec<u32>, f64> = HashMap::new();
    for seed in 1..=1600 {
        let drawn = numbered::asked_for(&tour, &options, seed, &mut Meter::new(&limits));
        *met.entry(drawn.unwrap().unwrap().all().to_vec()).or_default() += 1.0;
    }
    assert_eq!(met.len(), 16);
    let statistic: f64 = met.values().map(|times| (times - 100.0).powi(2) / 100.0).sum();
    assert!(statistic < 37.7, "{statistic}");
}
