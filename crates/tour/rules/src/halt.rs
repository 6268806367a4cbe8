//! What ends the check of a claim before its last square. Knows no solver.

use tabuleiro_core::contract::Limit;
use tabuleiro_core::locale::Message;

/// Why a check ends before the last square.
pub(super) enum CheckEnd {
    /// A rule is broken.
    Flaw(Message),
    /// A limit fired: nothing is known.
    Limit(Limit),
}

impl CheckEnd {
    /// The flaw found where no limit can fire.
    pub(super) fn flaw(self) -> Message {
        match self {
            CheckEnd::Flaw(flaw) => flaw,
            CheckEnd::Limit(limit) => unreachable!("{limit:?} without limits"),
        }
    }
}

impl From<Message> for CheckEnd {
    fn from(flaw: Message) -> Self {
        CheckEnd::Flaw(flaw)
    }
}

impl From<Limit> for CheckEnd {
    fn from(limit: Limit) -> Self {
        CheckEnd::Limit(limit)
    }
}
