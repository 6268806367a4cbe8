//! The same work on each of many, by so many threads, results in order.

use std::cell::OnceCell;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// More threads than this are of no use to anybody.
pub(crate) const MOST: usize = 256;

/// Threads that start when there is work for more than one.
pub(crate) struct Threads {
    number: usize,
    /// None inside if the system gives none.
    pool: OnceCell<Option<ThreadPool>>,
}

impl Threads {
    pub(crate) fn new(number: usize) -> Self {
        Threads { number: number.min(MOST), pool: OnceCell::new() }
    }

    /// Does the work on each.
    pub(crate) fn map<T: Sync, R: Send>(
        &self,
        list: &[T],
        work: impl Fn(&T) -> R + Sync,
    ) -> Vec<R> {
        if self.number == 1 || list.len() < 2 {
            return list.iter().map(work).collect();
        }
        let start = || ThreadPoolBuilder::new().num_threads(self.number).build().ok();
        match self.pool.get_or_init(start) {
            Some(pool) => pool.install(|| list.par_iter().map(&work).collect()),
            None => list.iter().map(work).collect(),
        }
    }
}
