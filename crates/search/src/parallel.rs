//! Pieces of work done at the same time, whose results do not tell who did them.
//!
//! Threads run boxed closures: to start a thread is a thousand instructions, compiled once here and not
//! for every type of work, and a box costs nothing beside it.

use std::thread;

/// A piece of work.
pub type Task<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Runs all at the same time, the first by the caller's thread, and waits for them.
pub fn run_all(tasks: Vec<Task<'_>>) {
    let mut tasks = tasks.into_iter();
    let Some(mine) = tasks.next() else { return };
    thread::scope(|scope| {
        let others: Vec<_> = tasks.map(|task| scope.spawn(task)).collect();
        mine();
        for other in others {
            other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
}

/// Runs all at the same time; their results in order.
pub fn parallel<T: Send, F: FnOnce() -> T + Send>(work: Vec<F>) -> Vec<T> {
    let mut results: Vec<Option<T>> = work.iter().map(|_| None).collect();
    let task = |(work, result)| -> Task<'_> {
        let (work, result): (F, &mut Option<T>) = (work, result);
        Box::new(move || *result = Some(work()))
    };
    run_all(work.into_iter().zip(&mut results).map(task).collect());
    // One that is missing has panicked, and so has `run_all`.
    results.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_a_panic_is_passed_on() {
        let squares = parallel((0..9u32).map(|n| move || n * n).collect());
        assert_eq!(squares, (0..9).map(|n| n * n).collect::<Vec<u32>>());
        assert!(parallel(Vec::<fn() -> u32>::new()).is_empty());
        for bad in 0..3 {
            let work = (0..3).map(|n| move || assert_ne!(n, bad, "the one")).collect();
            let panic = std::panic::catch_unwind(|| parallel(work)).unwrap_err();
            assert!(panic.downcast_ref::<String>().is_some_and(|words| words.contains("the one")));
        }
    }
}
