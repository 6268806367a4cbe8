//! What a search may conclude. The only code that turns the end of a search into a claim.

/// How one search, or one count, ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Everything was explored.
    Exhausted,
    /// The caller had what it wanted and said stop.
    Satisfied,
    /// The allowance of this stage was used up; the limits of the run were not.
    Spent,
    /// A limit of the run fired.
    Cut(Limit),
}

/// Why nothing can be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The number of nodes allowed was judged.
    Nodes,
    /// The time allowed has passed.
    Time,
    /// More memory would be needed than is allowed: this many bytes in all.
    Memory {
        /// Bytes that would have been needed at the moment of stopping.
        needed: u64,
    },
    /// Somebody asked the search to stop.
    Cancelled,
    /// The number of steps that a strategy was allowed was made.
    Steps {
        /// How many.
        most: u64,
    },
    /// Another process that worked on the same question is gone.
    Lost {
        /// Its number.
        process: u32,
    },
    /// The strategy does not explore everything, and what it explored holds no solution.
    Incomplete,
}

impl Limit {
    /// The word used in data formats.
    pub fn word(self) -> &'static str {
        match self {
            Limit::Nodes => "nodes",
            Limit::Time => "time",
            Limit::Memory { .. } => "memory",
            Limit::Cancelled => "cancelled",
            Limit::Steps { .. } => "steps",
            Limit::Lost { .. } => "lost",
            Limit::Incomplete => "incomplete",
        }
    }
}

/// Whether having explored all that a strategy explores proves anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The strategy explores everything: finding nothing is a proof.
    Complete,
    /// The strategy skips states that may hold solutions: finding nothing proves nothing.
    Partial,
}

/// The answer to "is there a solution?", with three values from the first day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<S, A> {
    /// Yes: here is one.
    Solved(S),
    /// No, and here is why.
    Impossible(Proof<A>),
    /// Not known: the limit says why.
    Unknown(Limit),
}

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof<A> {
    /// A reason that is checked without searching.
    Argument(A),
    /// A finished search of everything.
    Exhaustion,
}

impl<S, A> Outcome<S, A> {
    /// The claim that the end of a search supports, if the strategy explores everything.
    pub fn conclude(found: Option<S>, ended: Ended) -> Self {
        match (found, ended) {
            (Some(solution), _) => Outcome::Solved(solution),
            (None, Ended::Cut(limit)) => Outcome::Unknown(limit),
            (None, Ended::Exhausted) => Outcome::Impossible(Proof::Exhaustion),
            (None, Ended::Satisfied | Ended::Spent) => Outcome::Unknown(Limit::Incomplete),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_finished_search_proves_impossibility() {
        type Claim = Outcome<u8, ()>;
        let none = |ended| Claim::conclude(None, ended);
        assert_eq!(none(Ended::Exhausted), Outcome::Impossible(Proof::Exhaustion));
        assert_eq!(none(Ended::Spent), Outcome::Unknown(Limit::Incomplete));
        assert_eq!(none(Ended::Cut(Limit::Time)), Outcome::Unknown(Limit::Time));
        let cut = Ended::Cut(Limit::Nodes);
        assert_eq!(Claim::conclude(Some(7), cut), Outcome::Solved(7));
    }

    #[test]
    fn every_limit_has_a_word_of_its_own() {
        let limits = [Limit::Nodes, Limit::Time, Limit::Cancelled, Limit::Incomplete];
        let told =
            [Limit::Memory { needed: 1 }, Limit::Steps { most: 1 }, Limit::Lost { process: 1 }];
        let words = limits.into_iter().chain(told).map(Limit::word);
        let expected = ["nodes", "time", "cancelled", "incomplete", "memory", "steps", "lost"];
        assert!(words.eq(expected));
    }
}
