//! Parallel work whose results do not depend on which thread did what.
//!
//! Threads run boxed closures: to start a thread is a thousand instructions, compiled once here and not
//! for every type of work, and a box costs nothing beside it.

use std::sync::atomic::{AtomicUsize, Ordering};
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

/// More threads than this are of no use to anybody.
pub const MOST_THREADS: usize = 256;

/// Blocks of a list that each thread takes on the average: enough that none waits long for the last.
const BLOCKS: usize = 16;
/// Items of a block, at the most.
const BLOCK: usize = 64;

/// The same work on each of a list, by so many threads; results in order. Who calls this has work of
/// milliseconds: threads are started for each call.
pub fn map<T: Sync, R: Send>(threads: usize, list: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = threads.min(MOST_THREADS).min(list.len());
    if threads < 2 {
        return list.iter().map(work).collect();
    }
    let block = (list.len() / (threads * BLOCKS)).clamp(1, BLOCK);
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let from = next.fetch_add(block, Ordering::Relaxed);
            let Some(rest) = list.get(from..).filter(|rest| !rest.is_empty()) else { return done };
            done.push((from, rest.iter().take(block).map(&work).collect::<Vec<R>>()));
        }
    };
    let mut done: Vec<_> = parallel(vec![&take; threads]).into_iter().flatten().collect();
    done.sort_unstable_by_key(|(from, _)| *from);
    done.into_iter().flat_map(|(_, results)| results).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_threads_gives_the_same_in_the_same_order() {
        for length in [0, 1, 2, 3, 31, 32, 33, 1000] {
            let list: Vec<usize> = (0..length).collect();
            let squares: Vec<usize> = list.iter().map(|n| n * n).collect();
            for threads in [0, 1, 2, 3, 8, MOST_THREADS + 1] {
                assert_eq!(map(threads, &list, |n| n * n), squares, "{threads} on {length}");
            }
        }
    }

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
