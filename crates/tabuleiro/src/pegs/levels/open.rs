//! Opening a level: every jump of every position, dealt out to the parts of the next level by all
//! threads, in rounds so short that a stop takes milliseconds and so small that caches hold them.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::pegs::levels::effort::{Effort, Halt};
use crate::pegs::levels::run::Runs;
use crate::pegs::levels::space::{Frame, Space};
use crate::pegs::levels::table::{Level, part};
use crate::pegs::levels::weight::Weight;
use crate::pegs::levels::word::Word;

/// What is counted of a level while it is opened.
#[derive(Clone, Default)]
pub(crate) struct Tally<W> {
    /// Positions, and positions up to symmetry.
    pub(crate) positions: u64,
    pub(crate) classes: u64,
    /// Those without a jump, and the ways that end in them.
    pub(crate) dead: u64,
    pub(crate) dead_classes: u64,
    pub(crate) ended: W,
}

/// Positions handed to a thread at a time.
const BLOCK: usize = 1 << 9;
/// Positions opened in a round, at most.
const ROUND: usize = 1 << 15;

/// What one thread found in a round.
struct Hand<K, W> {
    found: Vec<(K, W)>,
    /// The same by part, and where each part ends.
    dealt: Vec<(K, W)>,
    ends: Vec<usize>,
    tally: Tally<W>,
    fits: bool,
}

impl<K: Word, W: Weight> Hand<K, W> {
    fn new(room: usize) -> Self {
        let dealt = vec![(K::default(), W::default()); room];
        let (found, ends) = (Vec::with_capacity(room), Vec::new());
        Hand { found, dealt, ends, tally: Tally::default(), fits: true }
    }

    fn open<P: Word>(
        &mut self,
        space: &Space<P, K>,
        frame: &Frame<P, K>,
        keys: &[K],
        weights: &[W],
    ) {
        for (&key, weight) in keys.iter().zip(weights) {
            let (position, images) = space.unpack(frame, key);
            let orbit = space.orbit(&images);
            let any = space.each(position, &images, |images| {
                self.found.push((space.least(&images), weight.clone()));
            });
            let tally = &mut self.tally;
            tally.positions += orbit;
            tally.classes += 1;
            if !any {
                tally.dead += orbit;
                tally.dead_classes += 1;
                self.fits &= tally.ended.add(weight);
            }
        }
    }

    /// Sorts what was found by part.
    fn deal(&mut self, bits: u32) {
        self.ends.clear();
        self.ends.resize((1 << bits) + 1, 0);
        for (key, _) in &self.found {
            self.ends[part(key.mix(), bits) + 1] += 1;
        }
        for part in 0..1 << bits {
            self.ends[part + 1] += self.ends[part];
        }
        for (key, weight) in self.found.drain(..) {
            let end = &mut self.ends[part(key.mix(), bits)];
            self.dealt[*end] = (key, weight);
            *end += 1;
        }
    }

    fn part(&self, part: usize) -> &[(K, W)] {
        let start = if part == 0 { 0 } else { self.ends[part - 1] };
        &self.dealt[start..self.ends[part]]
    }
}

/// Opens a level of positions after `depth` jumps; about so many are awaited after one more. The
/// next level holds, up to symmetry, the sum of the weights of all that lead to each position; its
/// memory stays claimed.
pub(crate) fn open<P: Word, K: Word, W: Weight>(
    space: &Space<P, K>,
    frame: &Frame<P, K>,
    runs: &Runs<K, W>,
    awaited: usize,
    depth: u32,
    effort: &mut Effort<'_, '_>,
) -> Result<(Level<K, W>, Tally<W>), Halt> {
    let most_jumps = space.most_jumps().max(1);
    let heap = heap::<P, K, W>(space, depth + 1);
    let total = runs.len();
    let mut level = Level::new(awaited.min(total * most_jumps), heap, effort)?;
    // A thread takes a block only if it has room for whatever may come of it.
    let block = BLOCK * most_jumps;
    let threads = effort.threads.min(total.div_ceil(BLOCK)).max(1);
    let room = (total * most_jumps).min(block + ROUND / threads * 8);
    let hands_bytes = (threads * room * 2) as u64 * (size_of::<(K, W)>() as u64 + heap)
        + ((total / BLOCK + runs.lens.len()) * size_of::<(&[K], &[W])>()) as u64;
    effort.claim(hands_bytes)?;
    let mut hands: Vec<Hand<K, W>> = (0..threads).map(|_| Hand::new(room)).collect();

    let blocks: Vec<(&[K], &[W])> =
        runs.keys.chunks(BLOCK).zip(runs.weights.chunks(BLOCK)).collect();
    let (mut first, mut opened) = (0, 0);
    while opened < total {
        let mut left = usize::try_from(effort.poll(depth.into())?).unwrap_or(usize::MAX);
        let mut round: Vec<(&[K], &[W])> = Vec::new();
        for (keys, weights) in blocks[first..].iter().take(ROUND / BLOCK) {
            // Only a limit cuts a block, and then nothing follows.
            let some = keys.len().min(left);
            round.push((&keys[..some], &weights[..some]));
            left -= some;
        }
        let next = AtomicUsize::new(0);
        let work = |hand: &mut Hand<K, W>| {
            while hand.found.is_empty() || hand.found.len() + block <= room {
                let Some((keys, weights)) = round.get(next.fetch_add(1, Ordering::Relaxed)) else {
                    break;
                };
                hand.open(space, frame, keys, weights);
            }
            hand.deal(level.bits());
        };
        match &mut hands[..] {
            [hand] => work(hand),
            hands => std::thread::scope(|scope| {
                hands.iter_mut().for_each(|hand| drop(scope.spawn(|| work(hand))));
            }),
        }
        let done = next.into_inner().min(round.len());
        let now: usize = round[..done].iter().map(|(keys, _)| keys.len()).sum();
        effort.opened(now as u64, u64::from(depth == 0));
        opened += now;
        first += done;
        level.take_in(
            heap,
            effort,
            hands.iter().map(|hand| hand.ends.last().copied().unwrap_or(0)).sum(),
            |part, tell| hands.iter().for_each(|hand| tell(hand.part(part))),
        )?;
    }
    effort.release(hands_bytes);
    let mut tally: Tally<W> = Tally::default();
    let mut fits = true;
    for hand in &hands {
        tally.positions += hand.tally.positions;
        tally.classes += hand.tally.classes;
        tally.dead += hand.tally.dead;
        tally.dead_classes += hand.tally.dead_classes;
        fits &= hand.fits & tally.ended.add(&hand.tally.ended);
    }
    if fits { Ok((level, tally)) } else { Err(Halt::Overflow) }
}

/// Bytes that a number of ways of so many jumps holds outside its value, at most.
pub(crate) fn heap<P: Word, K: Word, W: Weight>(space: &Space<P, K>, depth: u32) -> u64 {
    let bits = usize::BITS - space.most_jumps().leading_zeros();
    W::heap(u64::from(depth + 1) * u64::from(bits))
}
