//! Instances that pages were shown of late, by number: whoever drags something over a large board
//! need not send and be sent the whole of it at every step.

use std::collections::VecDeque;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

use tabuleiro::kind::Session;
use tabuleiro::text::Diagnostic;

/// How many are kept, and how many bytes they may hold together; the oldest goes first.
const KEPT: usize = 64;
const BYTES: u64 = 256 << 20;

/// Numbers below this count instances; the bits above tell one process from another. Both together
/// are whole numbers that JavaScript can hold.
const COUNTED: u64 = 1 << 32;
const PROCESSES: u64 = 1 << 20;

/// The latest instances.
#[derive(Clone)]
pub(crate) struct Recent {
    kept: Arc<Mutex<Kept>>,
}

struct One {
    number: u64,
    puzzle: &'static str,
    session: Arc<dyn Session>,
}

struct Kept {
    sessions: VecDeque<One>,
    next: u64,
}

impl Recent {
    /// None yet. Numbers that were given under another `nonce` are not known here.
    pub(crate) fn new(nonce: u64) -> Self {
        let next = nonce % PROCESSES * COUNTED;
        Recent { kept: Arc::new(Mutex::new(Kept { sessions: VecDeque::new(), next })) }
    }

    /// Keeps an instance of a puzzle, and gives its number: the one it has, if it is there.
    pub(crate) fn keep(&self, puzzle: &'static str, session: Arc<dyn Session>) -> u64 {
        // A poisoned lock is safe to use: no panic leaves an entry half written.
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |one: &One| ptr::addr_eq(Arc::as_ptr(&one.session), Arc::as_ptr(&session));
        if let Some(number) = kept.latest(same) {
            return number;
        }
        kept.next += 1;
        let number = kept.next;
        kept.sessions.push_back(One { number, puzzle, session });
        let bytes =
            |kept: &Kept| kept.sessions.iter().map(|one| one.session.footprint()).sum::<u64>();
        // The last one stays, however large: its page shows it.
        while kept.sessions.len() > KEPT || kept.sessions.len() > 1 && bytes(&kept) > BYTES {
            kept.sessions.pop_front();
        }
        number
    }

    /// The instance of a number, if it is one of this puzzle.
    pub(crate) fn find(&self, number: u64, puzzle: &str) -> Result<Arc<dyn Session>, Diagnostic> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.latest(|one| one.number == number && one.puzzle == puzzle);
        let found = found.and_then(|_| kept.sessions.back());
        found.map(|one| one.session.clone()).ok_or(Diagnostic::new("W0106"))
    }
}

impl Kept {
    /// Makes an instance the latest one, if it is there, and gives its number.
    fn latest(&mut self, wanted: impl FnMut(&One) -> bool) -> Option<u64> {
        let at = self.sessions.iter().position(wanted)?;
        let one = self.sessions.remove(at)?;
        let number = one.number;
        self.sessions.push_back(one);
        Some(number)
    }
}
