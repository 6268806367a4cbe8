//! Times in seconds: the best of several. Contestants take turns, so that a busy moment of the
//! machine hurts none of them alone.

use std::time::Instant;

/// The best time of each contestant; each has its own number of turns.
pub(crate) fn turns<const N: usize>(contestants: [(usize, &mut dyn FnMut()); N]) -> [f64; N] {
    let mut contestants = contestants;
    let mut best = [f64::INFINITY; N];
    let rounds = contestants.iter().map(|(rounds, _)| *rounds).max().unwrap_or(0);
    for round in 0..rounds {
        for (best, (rounds, work)) in best.iter_mut().zip(&mut contestants) {
            if round < *rounds {
                let start = Instant::now();
                work();
                *best = best.min(start.elapsed().as_secs_f64());
            }
        }
    }
    best
}

/// The best time of one alone.
pub(crate) fn best(rounds: usize, mut work: impl FnMut()) -> f64 {
    turns([(rounds, &mut work)])[0]
}
