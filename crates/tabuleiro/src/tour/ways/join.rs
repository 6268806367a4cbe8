//! Where the two sides meet: all pairs of states that close one cycle, added up.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use num_bigint::BigUint;
use search::layers::{Effort, Halt, Held, Layer};

use super::contract::{Contractions, Joint};
use super::state::{PAIRING_BITS, pairing, pairs};
use super::sums::{Total, Ways};

/// Time between two looks at the limits.
const PERIOD: Duration = Duration::from_millis(2);
/// Fewer states are joined before other threads have begun.
const FEW: u64 = 1 << 12;
/// A part has about so many states.
const PART: u64 = 1 << 14;

/// The number of ways to join a state of the near side with one of the far side at a cut with so
/// many points.
pub(super) fn join<W: Ways>(
    (near, far): (Layer<u64, W>, Layer<u64, W>),
    points: u32,
    effort: &mut Effort<'_, '_>,
    depth: u64,
) -> Result<BigUint, Halt> {
    let _held = effort.claim(Contractions::bytes(points))?;
    let contractions = Contractions::new(points, || effort.poll(depth, 0.0).map(|_| ()))?;
    let states = near.len() + far.len();
    let threads = if states < FEW { 1 } else { effort.threads() };
    let bits = (states / PART).next_power_of_two().trailing_zeros();
    let near = deal(near, bits, effort, depth)?;
    let far = deal(far, bits, effort, depth)?;
    let parts: Vec<_> = near.into_iter().zip(far).map(|pair| Mutex::new(Some(pair))).collect();
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (tell, told) = channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let tell = tell.clone();
            let (parts, next, stop, contractions) = (&parts, &next, &stop, &contractions);
            scope.spawn(move || {
                let (mut joint, mut total) = (Joint::new(contractions), Total::default());
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
                    if let Err(halt) = effort.poll(depth, done.min(1.0)) {
                        stop.store(true, Ordering::Relaxed);
                        return Err(halt);
                    }
                }
            }
        }
    })
}

/// States of one side whose links fall into one part.
struct Part<W> {
    keys: Vec<u64>,
    ways: Vec<W>,
    _held: Held,
}

/// The states of a layer by their links, in a power of two of parts.
fn deal<W: Ways>(
    layer: Layer<u64, W>,
    bits: u32,
    effort: &mut Effort<'_, '_>,
    depth: u64,
) -> Result<Vec<Part<W>>, Halt> {
    // Two shifts, since one by all bits would be none.
    let place =
        |key: u64| (search::layers::Key::mix(key >> PAIRING_BITS) >> 1 >> (63 - bits)) as usize;
    let mut sizes = vec![0usize; 1 << bits];
    layer.each(effort, |key, _| sizes[place(key)] += 1)?;
    effort.poll(depth, 0.0)?;
    let mut parts = Vec::with_capacity(sizes.len());
    for size in sizes {
        let _held = effort.claim((size * (size_of::<u64>() + size_of::<W>())) as u64)?;
        let (keys, ways) = (Vec::with_capacity(size), Vec::with_capacity(size));
        parts.push(Part { keys, ways, _held });
    }
    layer.each(effort, |key, ways| {
        let part: &mut Part<W> = &mut parts[place(key)];
        part.keys.push(key);
        part.ways.push(*ways);
    })?;
    effort.poll(depth, 0.0)?;
    Ok(parts)
}

fn join_parts<W: Ways>(
    near: Part<W>,
    far: Part<W>,
    points: u32,
    joint: &mut Joint<'_, W>,
    total: &mut Total,
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
fn sorted<W: Ways>(part: Part<W>) -> Vec<(u64, W)> {
    let mut states: Vec<(u64, W)> = part.keys.into_iter().zip(part.ways).collect();
    states.sort_unstable_by_key(|state| state.0);
    states
}
