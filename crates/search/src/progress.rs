//! The progress of a search, reported to another thread.

use std::sync::atomic::{AtomicU64, Ordering};

/// How far a running search is, for another thread to read. Written at every poll.
#[derive(Debug, Default)]
pub struct SearchProgress {
    pub(crate) nodes: AtomicU64,
    pub(crate) depth: AtomicU64,
    /// An `f64` by its bits.
    pub(crate) explored: AtomicU64,
    pub(crate) width: AtomicU64,
    /// Layers finished, of how many, and how many of them an earlier run had finished.
    pub(crate) finished: AtomicU64,
    pub(crate) layers: AtomicU64,
    pub(crate) resumed: AtomicU64,
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

    /// Layers that are finished, those of an earlier run included.
    pub fn finished(&self) -> u64 {
        self.finished.load(Ordering::Relaxed)
    }

    /// Layers that there are in all; 0 where that is unknown.
    pub fn layers(&self) -> u64 {
        self.layers.load(Ordering::Relaxed)
    }

    /// Layers that were read from a checkpoint instead of worked out.
    pub fn resumed(&self) -> u64 {
        self.resumed.load(Ordering::Relaxed)
    }

    /// Another question begins: no layer of it is finished.
    pub fn begin(&self) {
        for counter in [&self.width, &self.finished, &self.layers, &self.resumed] {
            counter.store(0, Ordering::Relaxed);
        }
    }
}
