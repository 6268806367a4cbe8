//! An exchange of links: which went, which came, and what that does to cycles that were walked
//! before.

/// Links taken away and links made, each once; none is both.
#[derive(Clone, Debug, Default)]
pub(super) struct Change {
    /// Links that were there before.
    pub(super) unmade: Vec<(u32, u32)>,
    /// Links that are there now.
    pub(super) made: Vec<(u32, u32)>,
}

impl Change {
    /// A link comes.
    pub(super) fn link(&mut self, a: u32, b: u32) {
        if !forget(&mut self.unmade, a, b) {
            self.made.push((a, b));
        }
    }

    /// A link goes.
    pub(super) fn unlink(&mut self, a: u32, b: u32) {
        if !forget(&mut self.made, a, b) {
            self.unmade.push((a, b));
        }
    }

    /// How many cycles fewer there are than before. `standing` tells the cycle of a square, its place
    /// on it and how many squares that has, as they were.
    ///
    /// The links that went cut the cycles into stretches, and those that came join the ends of
    /// stretches: walking from stretch to stretch is enough.
    pub(super) fn cycles_fewer(&self, standing: impl Fn(u32) -> (u32, u32, u32)) -> i64 {
        // Each cut as (cycle, place before it, square before it, square after it).
        let mut cuts = Vec::with_capacity(self.unmade.len());
        for &(a, b) in &self.unmade {
            let ((label, at_a, length), (_, at_b, _)) = (standing(a), standing(b));
            if (at_a + 1) % length == at_b {
                cuts.push((label, at_a, a, b));
            } else {
                cuts.push((label, at_b, b, a));
            }
        }
        cuts.sort_unstable();
        // Stretch i begins after cut i; its ends are nodes 2i and 2i + 1.
        let mut ends = Vec::with_capacity(2 * cuts.len());
        let mut first = 0;
        let mut before = 0;
        for i in 0..cuts.len() {
            let is_last = cuts.get(i + 1).is_none_or(|next| next.0 != cuts[i].0);
            let next = if is_last { first } else { i + 1 };
            ends.push(cuts[i].3);
            ends.push(cuts[next].2);
            if is_last {
                before += 1;
                first = i + 1;
            }
        }
        // The ends by their squares: one that stands alone is both ends of a stretch.
        let mut nodes: Vec<usize> = (0..ends.len()).collect();
        nodes.sort_unstable_by_key(|&node| ends[node]);
        let mut across = vec![usize::MAX; ends.len()];
        for &(a, b) in &self.made {
            let take = |square: u32, but: usize| {
                let first = nodes.partition_point(|&node| ends[node] < square);
                let here = nodes[first..].iter().take_while(|&&node| ends[node] == square);
                here.copied().find(|&node| across[node] == usize::MAX && node != but)
            };
            let Some(one) = take(a, usize::MAX) else { return i64::MIN };
            let Some(other) = take(b, one) else { return i64::MIN };
            (across[one], across[other]) = (other, one);
        }
        let mut after = 0;
        for start in 0..ends.len() {
            let mut node = start;
            if across[node] == usize::MAX {
                continue;
            }
            after += 1;
            while across[node] != usize::MAX {
                let to = across[node];
                (across[node], across[to]) = (usize::MAX, usize::MAX);
                node = to ^ 1;
            }
        }
        before - after
    }
}

/// Takes a link out of a list, if it is there.
fn forget(links: &mut Vec<(u32, u32)>, a: u32, b: u32) -> bool {
    let place = links.iter().position(|&link| link == (a, b) || link == (b, a));
    place.map(|place| links.swap_remove(place)).is_some()
}
