//! How far a search is, told to another thread.

use std::sync::atomic::{AtomicU64, Ordering};

/// How far a running search is, for another thread to read. Written at every poll.
#[derive(Debug, Default)]
pub struct SearchProgress {
    pub(crate) nodes: AtomicU64,
    pub(crate) depth: AtomicU64,
    /// An `f64` by its bits.
    pub(crate) explored: AtomicU64,
    pub(crate) width: AtomicU64,
}

impl SearchProgress {
    /// States judged so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Depth of the present state.
    pub fn depth(&self) -> u64 {
        self.depth.load(Ordering::Relaxed)
    }

    /// The part of the present tree that lies behind, from 0 to 1, if siblings were alike:
    /// Knuth's estimate, taken along the present path.
    pub fn explored(&self) -> f64 {
        f64::from_bits(self.explored.load(Ordering::Relaxed))
    }

    /// States of the present layer, where a search goes by layers; then the part explored is of it.
    pub fn width(&self) -> u64 {
        self.width.load(Ordering::Relaxed)
    }
}
