//! States of both sides partitioned by the links at the cut, so that compatible states come to the same
//! part.
//!
//! What does not fit into memory at once is handled in passes; of several processes each gets the states of
//! some links.

use num_bigint::BigUint;
use search::layers::{Effort, Held, Key, Layer, LayersError, Net, Weight};

use super::mate_state::PAIRING_BITS;
use super::sums::SummedCount;

/// How states are partitioned.
#[derive(Clone, Copy)]
pub(super) struct Partition {
    /// Parts of a pass are a power of two; this is which.
    bits: u32,
    /// How many passes there are.
    pub(super) passes: u64,
    depth: u64,
}

/// States of one side that came to one place.
pub(super) struct Part<W> {
    pub(super) keys: Vec<u64>,
    pub(super) ways: Vec<W>,
    _held: Held,
}

/// A part has about so many states.
const PART: u64 = 1 << 14;
/// Bytes partitioned in a pass, if memory allows.
const PASS: u64 = 1 << 30;
/// Processes wait for bytes of so many states at a time.
const ENTRIES: usize = 1 << 16;

impl Partition {
    /// For layers of so many states in all, at so many bytes each, where sides meet at a depth.
    pub(super) fn new(
        (states, each): (u64, u64),
        depth: u64,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Self, LayersError> {
        // What is sent and received, and what is sorted, is held beside the partitions.
        let most = PASS.min(effort.spare() / 4).max(1);
        let mut passes = states.saturating_mul(each).div_ceil(most).clamp(1, 1 << 10);
        if effort.net().is_some() {
            let all = gather(&passes.to_le_bytes(), effort, depth)?;
            let theirs = all.iter().filter_map(|bytes| bytes[..].try_into().ok());
            passes = theirs.map(u64::from_le_bytes).max().unwrap_or(passes);
        }
        let bits = (states / passes / PART).next_power_of_two().trailing_zeros();
        Ok(Partition { bits, passes, depth })
    }

    /// Deals out the states of one pass.
    pub(super) fn out<W: SummedCount>(
        &self,
        layer: &Layer<u64, W>,
        pass: u64,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Vec<Part<W>>, LayersError> {
        let is_in = |key: u64| share(mix(key) >> 32, self.passes) == pass;
        let received = match effort.net() {
            Some(net) => Some(self.swap(layer, is_in, net, effort)?),
            None => None,
        };
        let each = |effort: &mut Effort<'_, '_>, tell: &mut dyn FnMut(u64, &W)| match &received {
            None => layer.each(effort, |key, ways| {
                if is_in(key) {
                    tell(key, ways);
                }
            }),
            Some((entries, _)) => {
                entries.iter().for_each(|(key, ways)| tell(*key, ways));
                Ok(())
            }
        };
        // Two shifts, since one by all bits would be none.
        let place = |key: u64| (mix(key) >> 1 >> (63 - self.bits)) as usize;
        let mut sizes = vec![0usize; 1 << self.bits];
        each(effort, &mut |key, _| sizes[place(key)] += 1)?;
        effort.poll(self.depth, pass as f64 / self.passes as f64)?;
        let mut parts = Vec::with_capacity(sizes.len());
        for size in sizes {
            let _held = effort.claim((size * (size_of::<u64>() + size_of::<W>())) as u64)?;
            let (keys, ways) = (Vec::with_capacity(size), Vec::with_capacity(size));
            parts.push(Part { keys, ways, _held });
        }
        each(effort, &mut |key, ways| {
            let part: &mut Part<W> = &mut parts[place(key)];
            part.keys.push(key);
            part.ways.push(*ways);
        })?;
        Ok(parts)
    }

    /// Gives each process the states that fall to it, and gets those that fall to this one.
    fn swap<W: SummedCount>(
        &self,
        layer: &Layer<u64, W>,
        is_in: impl Fn(u64) -> bool,
        net: &dyn Net,
        effort: &mut Effort<'_, '_>,
    ) -> Result<(Vec<(u64, W)>, Held), LayersError> {
        let peers = net.peers() as u64;
        let mut out: Vec<Vec<u8>> = vec![Vec::new(); net.peers()];
        layer.each(effort, |key, ways| {
            if is_in(key) {
                let to = &mut out[share(mix(key) >> 16, peers) as usize];
                let start = to.len();
                to.resize(start + 8 + W::BYTES, 0);
                to[start..start + 8].copy_from_slice(&key.to_le_bytes());
                ways.write(&mut to[start + 8..]);
            }
        })?;
        let held = effort.claim(out.iter().map(|bytes| 2 * bytes.len() as u64).sum())?;
        let depth = self.depth;
        effort.poll(depth, 0.0)?;
        let received = effort.exchange(out)?;
        let mut entries = Vec::new();
        for bytes in received.iter().flat_map(|bytes| bytes.chunks_exact(8 + W::BYTES)) {
            let (key, ways) = bytes.split_at(8);
            entries.push((<u64 as Weight>::read(key), W::read(ways)));
            if entries.len() % ENTRIES == 0 {
                effort.poll(depth, 0.0)?;
            }
        }
        Ok((entries, held))
    }

    /// The sum over all processes of what each has.
    pub(super) fn sum(
        &self,
        own: BigUint,
        effort: &mut Effort<'_, '_>,
    ) -> Result<BigUint, LayersError> {
        if effort.net().is_none() {
            return Ok(own);
        }
        let all = gather(&own.to_bytes_le(), effort, self.depth)?;
        Ok(all.iter().map(|bytes| BigUint::from_bytes_le(bytes)).sum())
    }
}

/// What all processes tell each other.
fn gather(
    own: &[u8],
    effort: &mut Effort<'_, '_>,
    depth: u64,
) -> Result<Vec<Vec<u8>>, LayersError> {
    effort.poll(depth, 0.0)?;
    let peers = effort.net().map_or(1, Net::peers);
    effort.exchange(vec![own.to_vec(); peers])
}

/// A number whose bits depend on all links of a key.
fn mix(key: u64) -> u64 {
    Key::mix(key >> PAIRING_BITS)
}

/// One of so many shares, by 16 bits of a number.
fn share(bits: u64, shares: u64) -> u64 {
    ((bits & 0xffff) * shares) >> 16
}
