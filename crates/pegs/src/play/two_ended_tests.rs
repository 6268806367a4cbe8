//! The search from both ends with functions and without: the same answers, on any number of threads.

use search::{Limits, Meter};

use crate::Ground;
use crate::play::field::Field;
use crate::play::meet_in_the_middle::search;
use crate::play::pool::Pool;
use crate::play::position::Position;
use tabuleiro_core::random::Rng;

/// A board of few cells, to its complement or to the end of a random game.
fn drawn(rng: &mut Rng) -> Ground {
    let (rows, columns) = (3 + rng.below(3), 4 + rng.below(2));
    let inside: Vec<bool> = (0..rows * columns).map(|_| rng.below(12) > 0).collect();
    let start = inside.iter().map(|&cell| cell && rng.below(5) > 0).collect();
    let goal = vec![false; inside.len()];
    let mut ground = Ground { rows, columns, inside, start, goal }.complemented();
    if rng.below(2) == 0 {
        // A goal that some game leads to.
        let field = Field::new(&ground);
        let mut pegs = u64::of(&field.start);
        for _ in (0..12).filter(|_| !field.leaps.is_empty()) {
            let leap = field.leaps[rng.below(field.leaps.len())];
            let leap = u64::leap(leap.from, leap.over, leap.to);
            if pegs.can(&leap) {
                pegs.flip(&leap);
            }
        }
        for (number, &cell) in field.cells.iter().enumerate() {
            ground.goal[cell as usize] = pegs.holds(number);
        }
    }
    ground
}

#[test]
fn functions_leave_out_no_game_and_threads_change_nothing() {
    let mut rng = Rng::new(5);
    let (mut solved, mut adapted) = (0, 0);
    for _ in 0..400 {
        let field = Field::new(&drawn(&mut rng));
        let run = |pooled: bool, threads: usize| {
            let limits = Limits { threads: Some(threads), ..Limits::default() };
            let mut meter = Meter::new(&limits);
            let pool = pooled.then(|| Pool::new(&field, &mut meter).expect("no limit"));
            let claimed = meter.claimed();
            let (jumps, ended) = search(&field, pool.as_ref(), &mut meter, &mut ());
            assert_eq!(meter.claimed(), claimed);
            (jumps, ended, meter.stats().nodes)
        };
        let [plain, pooled] = [false, true].map(|pooled| run(pooled, 1));
        assert_eq!((plain.0.is_some(), plain.1), (pooled.0.is_some(), pooled.1), "{field:?}");
        assert_eq!(pooled, run(true, 3));
        solved += usize::from(plain.0.is_some());
        adapted += usize::from(pooled.2 > 8000);
    }
    assert!(solved > 40 && adapted > 2, "{solved} {adapted}");
}
