//! Pieces of work done at the same time, whose results do not tell who did them.
//!
//! Threads run boxed closures: to start a thread is a thousand instructions, compiled once here and not
//! for every type of work, and a box costs nothing beside it.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// A piece of work.
pub type Task<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Runs all at the same time, the first by the caller's thread, and waits for them. What no thread can be
/// started for, as in a browser, is run by the caller's, too.
pub fn run_all(tasks: Vec<Task<'_>>) {
    let mut tasks = tasks.into_iter();
    let Some(mine) = tasks.next() else { return };
    let others: Vec<_> = tasks.map(|task| Mutex::new(Some(task))).collect();
    let run = &|task: &Mutex<Option<Task<'_>>>| {
        let task = task.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task {
            task();
        }
    };
    thread::scope(|scope| {
        let start = |task| (task, thread::Builder::new().spawn_scoped(scope, move || run(task)));
        let others: Vec<_> = others.iter().map(start).collect();
        mine();
        for (task, other) in others {
            match other {
                Ok(other) => other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                Err(_) => run(task),
            }
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
