//! Work on large boards, shared among threads.

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// From so many squares on, starting threads takes less than they gain.
pub(super) const MANY: usize = 10_000_000;
/// More threads than this wait for memory.
const MOST: usize = 8;
/// Pieces of work for each thread: one that is held up leaves some of its own to the others.
const PIECES: usize = 4;

/// How many threads shall work on so many squares, where so many may.
pub fn threads(squares: usize, may: impl FnOnce() -> usize) -> usize {
    if squares < MANY { 1 } else { may().clamp(1, MOST) }
}

/// How many threads the machine runs at the same time.
pub(super) fn machine() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Into how many pieces work for so many threads is best cut.
pub fn pieces(threads: usize) -> usize {
    if threads == 1 { 1 } else { PIECES * threads }
}

/// Does the work on each piece and gives the results in order. This thread is one of those that
/// work; where others cannot be started, it does all that is left.
pub fn each<T: Send, R: Send>(
    threads: usize,
    pieces: Vec<T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let mut results: Vec<Option<R>> = pieces.iter().map(|_| None).collect();
    let left = Mutex::new(pieces.into_iter().zip(&mut results));
    let serve = || {
        let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
        while let Some((piece, result)) = next() {
            *result = Some(work(piece));
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            let _ = thread::Builder::new().spawn_scoped(scope, serve);
        }
        serve();
    });
    results.into_iter().map(|result| result.expect("every piece is worked on")).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_come_in_order() {
        for threads in 1..5 {
            for count in [0, 1, 2, 50] {
                let squares = super::each(threads, (0..count).collect(), |n: u64| n * n);
                assert!(squares.into_iter().eq((0..count).map(|n| n * n)));
            }
        }
    }

    #[test]
    fn small_boards_are_worked_on_by_one_thread() {
        assert_eq!(super::threads(super::MANY - 1, || unreachable!()), 1);
        assert_eq!(super::threads(super::MANY, || 0), 1);
        assert_eq!(super::threads(super::MANY, || 3), 3);
        assert_eq!(super::threads(super::MANY, || 99), super::MOST);
    }
}
