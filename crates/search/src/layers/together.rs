//! What processes that work together exchange about whole layers.

use super::{Effort, LayersError, Tally, Weight};

/// The last of these layers that all processes have.
pub(crate) fn shared(
    mine: Vec<u32>,
    effort: &mut Effort<'_, '_>,
) -> Result<Option<u32>, LayersError> {
    let peers = effort.net().map_or(1, |net| net.peers());
    let bytes: Vec<u8> = mine.iter().flat_map(|depth| depth.to_le_bytes()).collect();
    let all = effort.exchange(vec![bytes; peers])?;
    let has = |theirs: &Vec<u8>, depth: u32| {
        theirs.chunks_exact(4).any(|d| <u32 as Weight>::read(d) == depth)
    };
    Ok(mine.into_iter().find(|&depth| all.iter().all(|theirs| has(theirs, depth))))
}

/// What all processes have counted: states of the next layer, and the tally; nothing if a number
/// has outgrown its words in any of them. Counts the states that others expanded.
pub(crate) fn together<T: Tally>(
    expanded: u64,
    counted: Option<(u64, &T)>,
    roots: bool,
    effort: &mut Effort<'_, '_>,
) -> Result<(u64, T), LayersError> {
    let Some(net) = effort.net() else {
        return counted.map(|(next, tally)| (next, tally.clone())).ok_or(LayersError::Overflow);
    };
    let mut bytes = Vec::new();
    if let Some((next, tally)) = counted {
        bytes = [expanded, next].map(u64::to_le_bytes).concat();
        tally.write(&mut bytes);
    }
    let (mut width, mut sum) = (0, T::default());
    let lost = |process| LayersError::from(crate::Limit::Lost { process: process as u32 });
    let all = effort.exchange(vec![bytes; net.peers()])?;
    if all.iter().any(Vec::is_empty) {
        return Err(LayersError::Overflow);
    }
    for (process, theirs) in all.iter().enumerate() {
        let (numbers, tally) = theirs.split_at_checked(16).ok_or_else(|| lost(process))?;
        width += <u64 as Weight>::read(&numbers[8..]);
        sum.add(&T::read(tally).ok_or_else(|| lost(process))?)?;
        if process != net.index() {
            effort.expanded(<u64 as Weight>::read(&numbers[..8]), roots);
        }
    }
    Ok((width, sum))
}
