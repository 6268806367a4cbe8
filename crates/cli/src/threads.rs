//! The same work on each of many, by so many threads, results in order.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// More threads than this are of no use to anybody.
pub(crate) const MOST: usize = 256;

/// Blocks that each thread takes on the average: enough that none waits long for the last.
const BLOCKS: usize = 16;

/// Does the work on each. What calls this takes milliseconds, so that threads are started for each
/// call.
pub(crate) fn map<T: Sync, R: Send>(
    number: usize,
    list: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let number = number.min(MOST).min(list.len());
    if number < 2 {
        return list.iter().map(work).collect();
    }
    let block = (list.len() / (number * BLOCKS)).max(1);
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let from = next.fetch_add(block, Ordering::Relaxed);
            let Some(rest) = list.get(from..).filter(|rest| !rest.is_empty()) else { return done };
            done.push((from, rest.iter().take(block).map(&work).collect::<Vec<R>>()));
        }
    };
    let mut done = thread::scope(|scope| {
        let others = (1..number).map_while(|_| {
            // Where the system gives no more threads, those that are there do it all.
            thread::Builder::new().spawn_scoped(scope, take).ok()
        });
        let others: Vec<_> = others.collect();
        let mut done = take();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        done
    });
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
            for number in [0, 1, 2, 3, 8, MOST + 1] {
                assert_eq!(map(number, &list, |n| n * n), squares, "{number} on {length}");
            }
        }
    }
}
