//! What is counted: every counter of every strategy of every puzzle is defined here, once.

use crate::PruneReason;

/// The effort of a run, exact and repeatable on every machine.
///
/// Several searches under one [`Meter`](crate::Meter) add up. For a depth-first search these hold
/// at every moment: `steps - backtracks` is the depth of the present state, and `nodes - steps`
/// is the number of roots.
///
/// A breadth-first search judges a state when it first reaches it, by one step; from one end,
/// `nodes - steps` is the number of roots there too. It looks before it steps: steps to states
/// reached before are not made, so that it counts none as seen. Searches from both ends have roots
/// at both, and judge the state where they meet once more, as the solution, at its depth from the
/// first of the two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// States judged, roots included.
    pub nodes: u64,
    /// Steps made: one `make` each.
    pub steps: u64,
    /// Steps taken back: one `unmake` each.
    pub backtracks: u64,
    /// States closed because no solution can lie below them.
    pub dead: u64,
    /// States closed because an equal state was explored before.
    pub seen: u64,
    /// States closed because nothing below them can better what is known.
    pub bound: u64,
    /// States judged to be solutions.
    pub goals: u64,
    /// The greatest depth of a state judged; a root has depth 0.
    pub deepest: u64,
}

impl Stats {
    #[inline]
    pub(crate) fn closed(&mut self, why: PruneReason) {
        match why {
            PruneReason::Dead => self.dead += 1,
            PruneReason::Seen => self.seen += 1,
            PruneReason::Bound => self.bound += 1,
        }
    }

    /// The effort of two runs together.
    #[must_use]
    pub fn plus(self, other: Stats) -> Stats {
        Stats {
            nodes: self.nodes + other.nodes,
            steps: self.steps + other.steps,
            backtracks: self.backtracks + other.backtracks,
            dead: self.dead + other.dead,
            seen: self.seen + other.seen,
            bound: self.bound + other.bound,
            goals: self.goals + other.goals,
            deepest: self.deepest.max(other.deepest),
        }
    }

    /// Every counter with its name, in the order in which people read them.
    pub fn named(&self) -> [(&'static str, u64); 8] {
        [
            ("nodes", self.nodes),
            ("steps", self.steps),
            ("backtracks", self.backtracks),
            ("dead", self.dead),
            ("seen", self.seen),
            ("bound", self.bound),
            ("goals", self.goals),
            ("deepest", self.deepest),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_a_counter_of_its_own() {
        let mut stats = Stats::default();
        let reasons = [PruneReason::Dead, PruneReason::Seen, PruneReason::Bound];
        for (reason, times) in reasons.into_iter().zip([3, 4, 5]) {
            (0..times).for_each(|_| stats.closed(reason));
        }
        assert_eq!(stats, Stats { dead: 3, seen: 4, bound: 5, ..Stats::default() });
        stats = Stats { nodes: 1, steps: 5, backtracks: 6, goals: 7, deepest: 8, ..stats };
        let named = stats.named().map(|(_, value)| value);
        assert_eq!(named, [1, 5, 6, 3, 4, 5, 7, 8]);
        let twice = stats.plus(stats).named().map(|(_, value)| value);
        assert_eq!(twice, [2, 10, 12, 6, 8, 10, 14, 8]);
    }
}
