//! Pieces of work done at the same time, whose results do not tell who did them.

/// Runs pieces of work at the same time; their results in order.
pub(super) fn parallel<T: Send, F: FnOnce() -> T + Send>(work: Vec<F>) -> Vec<T> {
    let mut work = work.into_iter();
    let Some(mine) = work.next() else { return Vec::new() };
    std::thread::scope(|scope| {
        let others: Vec<_> = work.map(|work| scope.spawn(work)).collect();
        let mut results = vec![mine()];
        for other in others {
            results.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results
    })
}
