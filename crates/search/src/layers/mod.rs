//! Layer by layer: states with weights, expanded together, those with equal keys merged.
//!
//! A [`Layered`] problem tells where it begins and what comes of a state. The states of a layer
//! are all expanded before any of the next: their successors are partitioned by key, and the weights
//! of equal keys are added. So sizes of whole spaces, numbers of paths and sums over frontier states
//! are one engine. Results and counters are the same whatever the number of threads.
//!
//! Reading order: [`key`] and [`weight`] (what a state is made of), [`effort`] (what a run may use),
//! [`table`] (where equal keys meet), [`layer`] (a layer that is finished), [`run`] (the engine);
//! then what knows of files: `disk`, `spill` (a layer that outgrows the memory), `checkpoint` and
//! `lock`.
//!
//! The number of paths on a grid, as a small example:
//!
//! ```
//! use tabuleiro_search::layers::{Effort, Layered, Layers, Overflow};
//! use tabuleiro_search::{Limits, Meter};
//!
//! /// A rook goes right or down, on a board of 5 by 5.
//! struct Walk;
//!
//! impl Layered for Walk {
//!     type Key = u32;
//!     type Weight = u64;
//!     type Tally = ();
//!     fn fanout(&self) -> usize { 2 }
//!     fn roots(&self, put: &mut dyn FnMut(u32, u64)) { put(0, 1); }
//!     fn expand(
//!         &self, _layer: u32, key: u32, ways: &u64, _: &mut (), mut put: impl FnMut(u32, u64),
//!     ) -> Result<(), Overflow> {
//!         if key % 5 < 4 { put(key + 1, *ways); }
//!         if key / 5 < 4 { put(key + 5, *ways); }
//!         Ok(())
//!     }
//! }
//!
//! let limits = Limits::default();
//! let mut meter = Meter::new(&limits);
//! let mut effort = Effort::new(&mut meter);
//! let mut layers = Layers::new(&Walk, "walk", &mut effort).unwrap();
//! while layers.depth() < 8 {
//!     layers.step(&mut effort).unwrap();
//! }
//! let last = layers.into_layer().into_runs(&mut effort).unwrap();
//! assert_eq!((last.keys(), last.weights()), (&[24][..], &[70][..]));
//! drop(effort);
//! assert_eq!(meter.stats().nodes, 24);
//! ```

mod checkpoint;
mod disk;
pub mod effort;
pub mod fault;
pub mod key;
pub mod layer;
mod lock;
pub mod run;
mod spill;
mod successors;
pub mod table;
mod together;
pub mod weight;

pub(crate) use checkpoint::CheckpointFolder;
pub use effort::{Checkpoint, Effort, Held, LayersError, Net, Resources, share};
pub use fault::{Fault, Flaw};
pub use key::Key;
pub use layer::{Layer, PARTS, Runs};
pub use run::Layers;
pub use table::{Part, Slot, Table};
pub use weight::{Overflow, Tally, Weight, Wide};

/// The fingerprint of a question.
pub(crate) fn fingerprint(question: &str) -> u64 {
    disk::sum(question.as_bytes())
}

/// A problem whose states come in layers.
pub trait Layered: Sync {
    /// The key of a state within its layer, packed.
    type Key: Key;
    /// What is added up over all ways to a state.
    type Weight: Weight;
    /// What is added up over the states of a layer while they are expanded.
    type Tally: Tally;

    /// More states than this come from none.
    fn fanout(&self) -> usize;
    /// Tells the states of layer 0; equal keys are merged.
    fn roots(&self, put: &mut dyn FnMut(Self::Key, Self::Weight));
    /// Tells the states of the next layer that come of one of this layer, with what they weigh for
    /// it. No key is [`Key::NONE`].
    fn expand(
        &self,
        layer: u32,
        key: Self::Key,
        weight: &Self::Weight,
        tally: &mut Self::Tally,
        put: impl FnMut(Self::Key, Self::Weight),
    ) -> Result<(), Overflow>;
}
