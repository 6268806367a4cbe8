//! Tours laid in tiles against a plain fill of the same memory, and what is asked of them.

use std::hint::black_box;

use search::{Limits, Meter};
use tabuleiro::board::{Size, Square};
use tabuleiro::contract::Verify;
use tabuleiro::random::Rng;
use tabuleiro::tour::{Layout, Numbers, Tour, lay};

use crate::goals::Goals;
use crate::stopwatch::{best, turns};

pub(crate) fn tiles() {
    let mut goals = Goals::default();
    println!("tiles, against a plain fill of the same memory");
    for (side, rounds, goal) in [(1000, 200, 1.5), (10_000, 7, 1.3)] {
        for closed in [false, true] {
            let size = Size { rows: side, cols: side };
            let tour = Tour::new(size);
            written(&if closed { tour.closed() } else { tour }, rounds, goal, &mut goals);
        }
    }
    cold(&mut goals);
    pairs(&mut goals);
    queries(&mut goals);
    verifier(&mut goals);
    println!("  {}\n", goals.summary());
}

fn laid(tour: &Tour) -> Layout {
    let limits = Limits::default();
    lay(tour, &mut Meter::new(&limits)).expect("no limit").expect("a tour that can be laid")
}

/// Into memory that is used again.
fn written(tour: &Tour, rounds: usize, goal: f64, goals: &mut Goals) {
    let squares = tour.squares();
    let mut numbers = vec![0u32; squares as usize];
    let mut filled = vec![0u32; squares as usize];
    let layout = laid(tour);
    let [tiles, fill, laying] = turns([
        (rounds, &mut || layout.write(black_box(&mut numbers))),
        (rounds, &mut || black_box(&mut filled).fill(black_box(7))),
        (rounds, &mut || drop(black_box(laid(tour)))),
    ]);
    assert_eq!(tour.verify(&Numbers::new(tour.size(), numbers)), Ok(()));
    let kind = if tour.is_closed() { "closed" } else { "open" };
    let name = format!("{} {kind}", tour.size());
    let met = goals.against(&name, Some(goal * fill / tiles));
    println!(
        "  {name:20} {:8.3} ms, {:.3} ns a square; fill {:8.3} ms; {:.2} times, goal {goal}: {met}; tiles \
         found once in {:.0} us",
        tiles * 1e3,
        tiles * 1e9 / squares as f64,
        fill * 1e3,
        tiles / fill,
        laying * 1e6,
    );
}

/// Into memory that was never touched.
fn cold(goals: &mut Goals) {
    let size = Size { rows: 10_000, cols: 10_000 };
    let tour = Tour::new(size).closed();
    let fresh = || vec![0u32; size.area() as usize];
    let [tiles, fill] = turns([
        (5, &mut || laid(&tour).write(black_box(&mut fresh()))),
        (5, &mut || black_box(&mut fresh()).fill(black_box(7))),
    ]);
    let met = goals.against("cold", Some(1.2 * fill / tiles));
    println!(
        "  {size} cold     {:8.1} ms; first touch {:8.1} ms; {:.2} times, goal 1.2: {met}",
        tiles * 1e3,
        fill * 1e3,
        tiles / fill
    );
}

/// Chosen ends.
fn pairs(goals: &mut Goals) {
    let size = Size { rows: 8, cols: 8 };
    let mut all = Vec::new();
    for start in size.squares() {
        for end in size.squares().filter(|&end| !end.same_colour(start)) {
            all.push(Tour::new(size).with_start(start).with_end(end));
        }
    }
    let time =
        best(5, || all.iter().for_each(|tour| drop(black_box(laid(tour))))) / all.len() as f64;
    let met = goals.against("pairs of 8x8", Some(30e-6 / time));
    println!("  8x8, {} pairs of ends: {:.2} us each, goal 30: {met}", all.len(), time * 1e6);
    let size = Size { rows: 1000, cols: 1000 };
    let mut rng = Rng::new(1);
    let mut any = || Square { row: rng.below(1000) as u32, col: rng.below(1000) as u32 };
    let mut numbers = vec![0u32; size.area() as usize];
    let (mut sum, mut most) = (0.0, 0.0f64);
    for _ in 0..50 {
        let (start, mut end) = (any(), any());
        end.col ^= u32::from(start.same_colour(end));
        let tour = Tour::new(size).with_start(start).with_end(end);
        let time = best(3, || laid(&tour).write(black_box(&mut numbers)));
        (sum, most) = (sum + time, most.max(time));
    }
    let met = goals.against("pairs of 1000x1000", Some(5e-3 / most));
    println!(
        "  1000x1000, 50 pairs of ends, written: {:.2} ms on average, {:.2} ms at the most, goal 5: {met}",
        sum / 50.0 * 1e3,
        most * 1e3
    );
}

/// Questions to a tour that is nowhere written down.
fn queries(goals: &mut Goals) {
    let size = Size { rows: Size::LONGEST, cols: Size::LONGEST - 1 };
    let layout = laid(&Tour::new(size).closed());
    let mut rng = Rng::new(1);
    let steps: Vec<u64> =
        (0..100_000).map(|_| 1 + rng.below(size.area() as usize) as u64).collect();
    let squares: Vec<Square> = steps.iter().map(|&step| layout.square(step)).collect();
    let asked = steps.len() as f64;
    let [step, square] = turns([
        (20, &mut || {
            black_box(squares.iter().fold(0, |sum: u64, &at| sum.wrapping_add(layout.step(at))));
        }),
        (20, &mut || {
            black_box(steps.iter().fold(0, |sum, &step| sum ^ layout.square(step).col));
        }),
    ]);
    let (step, square) = (step / asked * 1e9, square / asked * 1e9);
    let met = goals.against("queries", Some(30.0 / step.max(square)));
    println!("  {size}: step {step:.1} ns, square {square:.1} ns, goal 30: {met}");
}

/// The verifier on a hundred million squares, written down and not.
fn verifier(goals: &mut Goals) {
    let tour = Tour::new(Size { rows: 10_000, cols: 10_000 });
    let layout = laid(&tour);
    let mut numbers = vec![0u32; tour.squares() as usize];
    layout.write(&mut numbers);
    let [written, unwritten] = [Numbers::new(tour.size(), numbers), layout.into()];
    let [written, unwritten] = turns([
        (3, &mut || assert_eq!(tour.verify(&written), Ok(()))),
        (3, &mut || assert_eq!(tour.verify(&unwritten), Ok(()))),
    ]);
    let met = goals.against("verifier", Some(0.4 / written));
    println!(
        "  verifier, 10^8 squares: written {written:.3} s, laid while it reads {unwritten:.3} s, goal 0.4: {met}"
    );
}
