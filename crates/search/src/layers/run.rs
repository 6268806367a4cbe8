//! The engine: one layer after another, each expanded by all threads, in rounds so short that a stop
//! takes milliseconds and so small that caches hold them.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::checkpoint::{CheckpointFolder, Saved};
use super::layer::ReadBuffer;
use super::spill::{Spilled, Stored};
use super::successors::{Successors, owner};
use super::together::{shared, together};
use super::{Effort, Held, Key, Layer, Layered, LayersError, Table, Tally, Weight};
use crate::parallel::{Task, run_all};

/// States handed to a thread at a time, at most.
const BLOCK: usize = 1 << 9;
/// States expanded in a round, at most.
const ROUND: usize = 1 << 15;
/// States that a hand must have room for, or its thread is not worth its start.
const WORTH: usize = 1 << 15;
/// Said in a round in place of whether there is more: a number has outgrown its words.
const OVERFLOWN: u8 = 2;

/// A problem, and how far it is worked out.
pub struct Layers<'p, L: Layered> {
    problem: &'p L,
    name: String,
    /// Layers before the present one that are kept with it.
    past: u32,
    keeper: Option<CheckpointFolder>,
    at: Saved<L>,
}

/// A run of layers, and the layers before its present one.
pub type WithPast<'p, L> = (Layers<'p, L>, Vec<Layer<<L as Layered>::Key, <L as Layered>::Weight>>);

impl<'p, L: Layered> Layers<'p, L> {
    /// Begins at layer 0, or where a run that was interrupted had come to. The name tells this
    /// problem from others of the same count.
    pub fn new(
        problem: &'p L,
        name: &str,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Self, LayersError> {
        Ok(Self::with_past(problem, name, 0, effort)?.0)
    }

    /// The same for who needs up to `past` layers before the present one: they are kept with it, and
    /// told, the oldest first, where the run goes on.
    pub fn with_past(
        problem: &'p L,
        name: &str,
        past: u32,
        effort: &mut Effort<'_, '_>,
    ) -> Result<WithPast<'p, L>, LayersError> {
        let name = format!("{name}-w{}", L::Weight::BYTES);
        let keeper = effort.keeper()?;
        let kept = keeper.as_ref().map_or(Vec::new(), |keeper| keeper.depths(&name, past));
        // All processes ask, whether they keep layers or not.
        let from = shared(kept, effort)?.zip(keeper.as_ref());
        let Some((depth, kept)) = from else {
            let at = begin(problem, effort)?;
            return Ok((Layers { problem, name, past, keeper, at }, Vec::new()));
        };
        let at = kept.load(&name, depth, effort)?;
        effort.finished(depth.into(), true);
        let mut before = Vec::new();
        for depth in depth.saturating_sub(past)..depth {
            let layer = match depth {
                0 => begin(problem, effort)?,
                _ => kept.load(&name, depth, effort)?,
            };
            before.push(layer.layer);
        }
        Ok((Layers { problem, name, past, keeper, at }, before))
    }

    /// The number of the present layer.
    pub fn depth(&self) -> u32 {
        self.at.depth
    }

    /// The present layer: what this process has of it.
    pub fn layer(&self) -> &Layer<L::Key, L::Weight> {
        &self.at.layer
    }

    /// States of the present layer, on all processes.
    pub fn width(&self) -> u64 {
        self.at.width
    }

    /// Whether nothing is left to be expanded.
    pub fn is_done(&self) -> bool {
        self.at.width == 0
    }

    /// The present layer, and nothing else.
    pub fn into_layer(self) -> Layer<L::Key, L::Weight> {
        self.at.layer
    }

    /// What was counted of each layer that was expanded, on all processes.
    pub fn tallies(&self) -> &[L::Tally] {
        &self.at.tallies
    }

    /// Expands the present layer, and hands it over: the one that comes of it takes its place.
    pub fn step(
        &mut self,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Layer<L::Key, L::Weight>, LayersError> {
        let depth = self.at.depth;
        effort.width(self.at.width);
        let mut round = Round::new(self.problem, &mut self.at, effort)?;
        let mut done = 0;
        let total = round.layer.len();
        loop {
            if done < total {
                let left = effort.poll(depth.into(), done as f64 / total as f64)?;
                let now = round.expand(done, usize::try_from(left).unwrap_or(usize::MAX))?;
                effort.expanded(now, depth == 0);
                done += now;
                let fits = round.absorb(effort);
                round.note(fits, effort)?;
            }
            let more = match effort.net() {
                Some(_) => round.exchange(done < total, effort)?,
                None => done < total,
            };
            if !more {
                break;
            }
        }
        let finished = match round.finish(effort) {
            Err(LayersError::Overflow) => None,
            finished => Some(finished?),
        };
        let counted = finished.as_ref().map(|(next, _, tally)| (next.len(), tally));
        let (width, tally) = together(total, counted, depth == 0, effort)?;
        let (next, before, _) = finished.ok_or(LayersError::Overflow)?;
        self.at.layer = next;
        self.at.tallies.push(tally);
        self.at.before = std::mem::replace(&mut self.at.width, width);
        self.at.depth += 1;
        if let Some(keeper) = &self.keeper {
            keeper.save((&self.name, self.past), &self.at, effort)?;
        }
        effort.finished(1, false);
        Ok(before)
    }
}

/// Layer 0: of the roots those that fall to this process.
fn begin<L: Layered>(problem: &L, effort: &mut Effort<'_, '_>) -> Result<Saved<L>, LayersError> {
    let (me, peers) = effort.net().map_or((0, 1), |net| (net.index(), net.peers()));
    let mut roots: Vec<(L::Key, L::Weight)> = Vec::new();
    problem.roots(&mut |key, weight| roots.push((key, weight)));
    roots.retain(|(key, _)| owner(key.mix(), peers) == me);
    let mut table = Table::new(roots.len(), effort)?;
    let mut hand = Successors::<L>::new(roots.len(), 1);
    hand.found = roots;
    hand.partition(table.bits());
    let mut taken = vec![0; 1 << table.bits()];
    while !table.take_in(effort, hand.len(), &mut taken, |part, tell| tell(hand.part(part)))? {
        if !table.grow(effort)? {
            return Err(effort.refusal(table.bytes()));
        }
    }
    let layer = Layer::new(table.into_runs());
    let counted = Some((layer.len(), &L::Tally::default()));
    let (width, _) = together::<L::Tally>(0, counted, true, effort)?;
    Ok(Saved { depth: 0, before: 1, width, tallies: Vec::new(), layer })
}

/// One layer, being expanded.
struct Round<'p, L: Layered> {
    problem: &'p L,
    depth: u32,
    me: usize,
    layer: Layer<L::Key, L::Weight>,
    tray: ReadBuffer<L::Key, L::Weight>,
    table: Table<L::Key, L::Weight>,
    spilled: Spilled,
    hands: Vec<Successors<L>>,
    /// States that a thread takes at a time, and states of a round.
    block: usize,
    round: usize,
    /// States that a hand has room for.
    room: usize,
    /// Whether no number has outgrown its words so far.
    fits: bool,
    _held: Held,
}

impl<'p, L: Layered> Round<'p, L> {
    /// Takes the layer over.
    fn new(
        problem: &'p L,
        at: &mut Saved<L>,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Self, LayersError> {
        let (me, peers) = effort.net().map_or((0, 1), |net| (net.index(), net.peers()));
        let mut layer = std::mem::replace(&mut at.layer, Layer::none(effort)?);
        let total = usize::try_from(layer.len()).unwrap_or(usize::MAX);
        let fanout = problem.fanout().max(1);
        let budget = effort.spare().saturating_add(layer.held());
        // All hands together take no more than an eighth of the memory. A thread takes a block only
        // if it has room for whatever may come of it, and is not worth its start with little room.
        let most = budget / 8 / Successors::<L>::bytes(1, peers);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let threads = effort.threads().min(total.div_ceil(BLOCK)).min(most / WORTH).max(1);
        let most = (most / threads).max(fanout);
        let room = total.max(peers).saturating_mul(fanout);
        let room = room.min(BLOCK * fanout + ROUND / threads * 8).min(most);
        let block = (room / fanout / 4).clamp(1, BLOCK);
        let round = (block * 64).min(ROUND).min(total);
        let working = threads as u64 * Successors::<L>::bytes(room, peers)
            + ReadBuffer::<L::Key, L::Weight>::bytes(round);
        if working > effort.spare() {
            layer.evict(effort)?;
        }
        let held = effort.claim(working)?;
        let awaited = awaited(at.before, at.width) / peers as u64;
        let awaited = usize::try_from(awaited).unwrap_or(usize::MAX).saturating_add(16);
        let awaited = awaited.min(total.saturating_mul(fanout).saturating_mul(peers));
        if !Table::<L::Key, L::Weight>::fits(awaited, effort) {
            layer.evict(effort)?;
        }
        let table = Table::new(awaited, effort)?;
        let hands = (0..threads).map(|_| Successors::new(room, peers)).collect();
        let (depth, tray, spilled) = (at.depth, ReadBuffer::new(), Spilled::default());
        let (problem, _held) = (problem, held);
        Ok(Round {
            problem,
            depth,
            me,
            layer,
            tray,
            table,
            spilled,
            hands,
            block,
            round,
            room,
            fits: true,
            _held,
        })
    }

    /// Expands states from this one on, at most so many; how many.
    fn expand(&mut self, from: u64, most: usize) -> Result<u64, LayersError> {
        let (keys, weights) = self.layer.some(from, self.round.min(most), &mut self.tray)?;
        let (block, room, bits) = (self.block, self.room, self.table.bits());
        let most = block * self.problem.fanout().max(1);
        let next = AtomicUsize::new(0);
        let blocks = keys.len().div_ceil(block);
        let (problem, depth, me) = (self.problem, self.depth, self.me);
        let work = |hand: &mut Successors<L>| {
            while hand.load() + most <= room || hand.load() == 0 {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= blocks {
                    break;
                }
                let states = at * block..keys.len().min((at + 1) * block);
                hand.open(problem, depth, me, (&keys[states.clone()], &weights[states]));
            }
            hand.partition(bits);
        };
        let hands = &mut self.hands;
        if blocks == 1 || hands.len() == 1 {
            hands.iter_mut().for_each(work);
        } else {
            let work = &work;
            let task = |hand| -> Task<'_> { Box::new(move || work(hand)) };
            run_all(hands.iter_mut().map(task).collect());
        }
        Ok((next.into_inner().min(blocks) * block).min(keys.len()) as u64)
    }

    /// Takes in what the hands hold. Where there is no memory left, first the layer that is being
    /// expanded goes to the disk, then what was found.
    fn absorb(&mut self, effort: &mut Effort<'_, '_>) -> Result<(), LayersError> {
        let found = self.hands.iter().map(Successors::len).sum();
        let mut taken = vec![0; 1 << self.table.bits()];
        let hands = &self.hands;
        while !self.table.take_in(effort, found, &mut taken, |part, tell| {
            hands.iter().for_each(|hand| tell(hand.part(part)));
        })? {
            if self.table.grow(effort)? {
                continue;
            }
            if self.layer.held() > 0 {
                self.layer.evict(effort)?;
            } else {
                self.spilled.spill(&mut self.table, self.depth, effort)?;
                self.table.renew(effort)?;
            }
        }
        Ok(())
    }

    /// Notes that a number has outgrown its words. Among several processes all begin anew or none: who
    /// left alone would be waited for.
    fn note(
        &mut self,
        done: Result<(), LayersError>,
        effort: &Effort<'_, '_>,
    ) -> Result<(), LayersError> {
        match done {
            Err(LayersError::Overflow) if effort.net().is_some() => {
                self.fits = false;
                Ok(())
            }
            done => done,
        }
    }

    /// Exchanges states with the other processes; whether anybody has more.
    fn exchange(&mut self, more: bool, effort: &mut Effort<'_, '_>) -> Result<bool, LayersError> {
        let flags = if self.fits { u8::from(more) } else { OVERFLOWN };
        let out = (0..self.hands[0].away.len()).map(|to| {
            let mut bytes = vec![flags];
            self.hands.iter_mut().for_each(|hand| bytes.append(&mut hand.away[to]));
            bytes
        });
        let mut any = false;
        let found = effort.exchange(out.collect())?;
        if found.iter().any(|bytes| bytes.first() == Some(&OVERFLOWN)) {
            return Err(LayersError::Overflow);
        }
        for bytes in found {
            let Some((more, mut bytes)) = bytes.split_first() else { continue };
            any |= *more != 0;
            while !bytes.is_empty() {
                let before = bytes.len();
                for hand in &mut self.hands {
                    bytes = hand.read(bytes);
                    hand.partition(self.table.bits());
                }
                if bytes.len() == before {
                    break;
                }
                let fits = self.absorb(effort);
                self.note(fits, effort)?;
            }
        }
        Ok(any)
    }

    /// The next layer, the one that was expanded, and what was counted of it.
    fn finish(mut self, effort: &mut Effort<'_, '_>) -> Result<Finished<L>, LayersError> {
        if !self.fits {
            return Err(LayersError::Overflow);
        }
        let mut tally = L::Tally::default();
        for hand in &self.hands {
            hand.fits?;
            tally.add(&hand.tally)?;
        }
        self.hands.clear();
        if self.spilled.is_empty() {
            return Ok((Layer::new(self.table.into_runs()), self.layer, tally));
        }
        self.spilled.spill(&mut self.table, self.depth, effort)?;
        drop((self.table, self._held, self.tray));
        let (file, len) = self.spilled.merge::<L::Key, L::Weight>(self.depth, effort)?;
        // They are in the order of their hashes, and so by part however many parts there are.
        Ok((Layer::stored(Stored::new(file, len, u32::MAX)), self.layer, tally))
    }
}

/// The next layer, the one that was expanded, and what was counted of it.
type Finished<L> = (
    Layer<<L as Layered>::Key, <L as Layered>::Weight>,
    Layer<<L as Layered>::Key, <L as Layered>::Weight>,
    <L as Layered>::Tally,
);

/// How many states to await after two layers of so many: layers grow ever less.
fn awaited(before: u64, now: u64) -> u64 {
    let awaited = u128::from(now) * u128::from(now) / u128::from(before.max(1));
    u64::try_from(awaited).unwrap_or(u64::MAX)
}
