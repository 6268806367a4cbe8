//! Words that start at a cache line, so that a vector of eight lies in one.

use std::ops::{Deref, DerefMut};

/// Bytes in a cache line.
const LINE: usize = 64;

/// A fixed number of words; the first is the first of a cache line.
#[derive(Debug)]
pub(crate) struct Words {
    store: Vec<u64>,
    start: usize,
    length: usize,
}

impl Words {
    /// So many zeros.
    pub(crate) fn zeros(length: usize) -> Words {
        let store = vec![0; length + LINE / 8 - 1];
        // The store is never pushed to, so it stays where it is. Should the offset not be known,
        // everything works as well, only slower.
        let start = store.as_ptr().align_offset(LINE).min(LINE / 8 - 1);
        Words { store, start, length }
    }
}

impl Deref for Words {
    type Target = [u64];

    #[inline(always)]
    fn deref(&self) -> &[u64] {
        &self.store[self.start..self.start + self.length]
    }
}

impl DerefMut for Words {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut self.store[self.start..self.start + self.length]
    }
}

impl Clone for Words {
    fn clone(&self) -> Words {
        let mut words = Words::zeros(self.length);
        words.copy_from_slice(self);
        words
    }
}
