//! What ends the check of a claim before its last square. Knows no solver.

use tabuleiro_core::contract::Limit;
use tabuleiro_core::locale::Message;

/// Why a check ends before the last square.
pub(super) enum Halt {
    /// A rule is broken.
    Flaw(Message),
    /// A limit fired: nothing is known.
    Limit(Limit),
}

impl Halt {
    /// The flaw found where no limit can fire.
    pub(super) fn flaw(self) -> Message {
        match self {
            Halt::Flaw(flaw) => flaw,
            Halt::Limit(limit) => unreachable!("{limit:?} without limits"),
        }
    }
}

impl From<Message> for Halt {
    fn from(flaw: Message) -> Self {
        Halt::Flaw(flaw)
    }
}

impl From<Limit> for Halt {
    fn from(limit: Limit) -> Self {
        Halt::Limit(limit)
    }
}
