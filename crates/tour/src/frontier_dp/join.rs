//! Where the two sides meet: all pairs of states that close one cycle, added up.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use num_bigint::BigUint;
use search::layers::{Effort, Layer, LayersError};

use tabuleiro_core::exact_sum::ExactSum;

use super::mate_state::{PAIRING_BITS, pairing, pairs};
use super::pairing_contraction::{Contractions, Joint};
use super::partition::{Part, Partition};
use super::sums::SummedCount;

/// Time between two looks at the limits.
const PERIOD: Duration = Duration::from_millis(2);
/// Fewer states are joined before other threads have begun.
const FEW: usize = 1 << 12;

/// The number of ways to join a state of the near side with one of the far side at a cut with so
/// many points; `states` is how many both have, on all processes.
pub(super) fn join<W: SummedCount>(
    (near, far): (Layer<u64, W>, Layer<u64, W>),
    states: u64,
    points: u32,
    effort: &mut Effort<'_, '_>,
    depth: u64,
) -> Result<BigUint, LayersError> {
    let _held = effort.claim(Contractions::bytes(points))?;
    let contractions = Contractions::new(points, || effort.poll(depth, 0.0).map(|_| ()))?;
    let each = (size_of::<u64>() + size_of::<W>()) as u64;
    let partition = Partition::new((states, each), depth, effort)?;
    let mut total = BigUint::ZERO;
    for pass in 0..partition.passes {
        let near = partition.out(&near, pass, effort)?;
        let far = partition.out(&far, pass, effort)?;
        let done = |part: f64| (pass as f64 + part) / partition.passes as f64;
        total += join_pass((near, far), points, &contractions, effort, |effort, part| {
            effort.poll(depth, done(part)).map(|_| ())
        })?;
    }
    partition.sum(total, effort)
}

/// Joins the partitions, on all threads; `look` is passed how much is done, and asked whether to go
/// on.
fn join_pass<'m, 'l, W: SummedCount>(
    (near, far): (Vec<Part<W>>, Vec<Part<W>>),
    points: u32,
    contractions: &Contractions,
    effort: &mut Effort<'m, 'l>,
    look: impl Fn(&mut Effort<'m, 'l>, f64) -> Result<(), LayersError>,
) -> Result<BigUint, LayersError> {
    let states: usize = near.iter().chain(&far).map(|part| part.keys.len()).sum();
    let threads = if states < FEW { 1 } else { effort.threads() };
    let parts: Vec<_> = near.into_iter().zip(far).map(|pair| Mutex::new(Some(pair))).collect();
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (tell, told) = channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let tell = tell.clone();
            let (parts, next, stop) = (&parts, &next, &stop);
            scope.spawn(move || {
                let (mut joint, mut total) = (Joint::new(contractions), ExactSum::default());
                while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // What was joined is given up at once.
                    let taken = part.lock().ok().and_then(|mut part| part.take());
                    if let Some((near, far)) = taken.filter(|_| !stop.load(Ordering::Relaxed)) {
                        join_parts(near, far, points, &mut joint, &mut total, stop);
                    }
                }
                // Nobody listens any more if a limit fired.
                let _ = tell.send(total);
            });
        }
        drop(tell);
        let mut total = BigUint::ZERO;
        loop {
            match told.recv_timeout(PERIOD) {
                Ok(sum) => total += sum.big(),
                Err(RecvTimeoutError::Disconnected) => return Ok(total),
                Err(RecvTimeoutError::Timeout) => {
                    let done = next.load(Ordering::Relaxed) as f64 / parts.len() as f64;
                    if let Err(halt) = look(effort, done.min(1.0)) {
                        stop.store(true, Ordering::Relaxed);
                        return Err(halt);
                    }
                }
            }
        }
    })
}

fn join_parts<W: SummedCount>(
    near: Part<W>,
    far: Part<W>,
    points: u32,
    joint: &mut Joint<'_, W>,
    total: &mut ExactSum,
    stop: &AtomicBool,
) {
    let (near, far) = (sorted(near), sorted(far));
    let mut far = &far[..];
    let links = |state: &(u64, W)| state.0 >> PAIRING_BITS;
    let mut pairings = Vec::new();
    for near in near.chunk_by(|a, b| links(a) == links(b)) {
        let wanted = links(&near[0]);
        far = &far[far.partition_point(|state| links(state) < wanted)..];
        let (fitting, rest) = far.split_at(far.partition_point(|state| links(state) == wanted));
        far = rest;
        if fitting.is_empty() {
            continue;
        }
        if stop.load(Ordering::Relaxed) {
            return;
        }
        pairings.clear();
        pairings.extend(near.iter().map(|&(key, ways)| (pairing(key), ways)));
        let far = fitting.iter().map(|(key, ways)| (pairing(*key), ways.sum()));
        let mut add = |ways: &W, sum: &W::Sum| ways.multiply(sum, total);
        joint.join(pairs(near[0].0, points), &pairings, far, &mut add);
    }
}

/// States in order.
fn sorted<W: SummedCount>(part: Part<W>) -> Vec<(u64, W)> {
    let mut states: Vec<(u64, W)> = part.keys.into_iter().zip(part.ways).collect();
    states.sort_unstable_by_key(|state| state.0);
    states
}
