//! Instances that pages were shown of late, by number: whoever drags something over a large board
//! need not send and be sent the whole of it at every step.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use tabuleiro::kind::Session;
use tabuleiro::text::Diagnostic;

/// How many are kept, and how many bytes they may hold together; the oldest goes first.
const KEPT: usize = 16;
const BYTES: u64 = 256 << 20;

/// The latest instances.
#[derive(Clone, Default)]
pub(crate) struct Recent {
    kept: Arc<Mutex<Kept>>,
}

#[derive(Default)]
struct Kept {
    sessions: VecDeque<(u64, Arc<dyn Session>)>,
    next: u64,
}

impl Recent {
    /// Keeps an instance, and gives its number.
    pub(crate) fn keep(&self, session: Arc<dyn Session>) -> u64 {
        // Whoever panicked has left everything in order: nothing here is half done.
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.next += 1;
        let number = kept.next;
        kept.sessions.push_back((number, session));
        let bytes = |kept: &Kept| kept.sessions.iter().map(|(_, one)| one.footprint()).sum::<u64>();
        // The last one stays, however large: its page shows it.
        while kept.sessions.len() > KEPT || kept.sessions.len() > 1 && bytes(&kept) > BYTES {
            kept.sessions.pop_front();
        }
        number
    }

    /// The instance of a number.
    pub(crate) fn find(&self, number: u64) -> Result<Arc<dyn Session>, Diagnostic> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.sessions.iter().find(|(one, _)| *one == number);
        found.map(|(_, session)| session.clone()).ok_or(Diagnostic::new("W0106"))
    }
}
