//! Boards with holes by `factor`, against a plain fill of as many numbers in the same run; and boards
//! with numbers given.

use std::hint::black_box;

use search::{Limits, Meter, Outcome};
use tabuleiro::board::Size;
use tabuleiro::contract::{Claim, Count, Generate, Options, Solve};
use tabuleiro::random::Rng;
use tabuleiro::tour::{Asked, Plan, Tour};

use crate::riddled::with_holes;
use crate::stopwatch::{best, turns};

/// Side, holes in a hundred squares, turns, and the goal in milliseconds.
const BOARDS: [(u32, usize, usize, f64); 4] =
    [(50, 0, 50, 2.0), (100, 0, 20, f64::INFINITY), (100, 20, 20, 15.0), (1000, 1, 3, 2000.0)];

/// Measures closed tours by `factor`, and boards with numbers given.
pub(crate) fn links() {
    println!("closed tours by factor; the yardstick is a plain fill of as many numbers");
    let limits = Limits::default();
    for (side, percent, rounds, goal) in BOARDS {
        let size = Size { rows: side, cols: side };
        let tour = with_holes(Tour::new(size).closed(), percent, &mut Rng::new(5));
        let mut solved = false;
        let mut nodes = 0;
        let mut numbers = vec![0u32; (side * side) as usize];
        let [ours, fill] = turns([
            (rounds, &mut || {
                let mut meter = Meter::new(&limits);
                let outcome = tour.solve(&Plan::Factor, &mut meter, &mut (), &mut Vec::new());
                solved = matches!(black_box(outcome), Outcome::Solved(_));
                nodes = meter.stats().nodes;
            }),
            (rounds, &mut || {
                (1..).zip(&mut numbers).for_each(|(number, place)| *place = number);
                black_box(&numbers);
            }),
        ]);
        let (ms, met) = (ours * 1e3, if ours * 1e3 <= goal { "" } else { "  goal missed" });
        let aim = if goal.is_finite() { format!("goal {goal} ms") } else { String::new() };
        let holes = format!("{side}x{side}, {percent} % holes");
        println!(
            "  {holes:<22} solved {solved}  {ms:9.3} ms  {nodes:>10} nodes  {:8.0} x a fill  {aim}{met}",
            ours / fill
        );
    }
    let mut options = Options::default();
    options.set("size", "8x8");
    options.set("clues", "");
    let made: Vec<Tour> = (1..=20)
        .filter_map(|seed| Tour::generate(&options, seed, &mut Meter::new(&limits)).ok())
        .filter(|made| matches!(made.claim, Claim::Solution(_)))
        .map(|made| made.instance)
        .collect();
    let mut seed = 0;
    let make = best(20, || {
        seed += 1;
        black_box(Tour::generate(&options, seed, &mut Meter::new(&limits)).is_ok());
    });
    let unique = best(5, || {
        for tour in &made {
            assert_eq!(
                tour.count(&Asked::All, Some(2), &mut Meter::new(&limits)).unwrap().count,
                1u8.into()
            );
        }
    });
    let boards = made.len() as f64;
    println!("  8x8 with numbers given: made in {:.2} ms at best,", make * 1e3);
    println!("  proved to have one completion in {:.3} ms on average\n", unique / boards * 1e3);
}
