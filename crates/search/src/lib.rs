//! Search engines: how to walk a tree of states, with exact counters, limits and observers.
//!
//! This crate knows no puzzle, no text and no file, and depends on nothing. Reading order:
//! [`outcome`] (what a search may conclude), [`stats`] (what is counted), [`limits`] (when it
//! stops), [`observe`] (how it is watched), then the engines: [`depth_first`](mod@depth_first),
//! [`breadth_first`](mod@breadth_first) and [`layers`].
//!
//! A tiny tree, all subsets of three things, searched for those of size two:
//!
//! ```
//! use std::ops::ControlFlow;
//! use tabuleiro_search::{depth_first, Ended, Limits, Meter, Tree, Verdict, PruneReason};
//!
//! #[derive(Clone, Default)]
//! struct Subsets { taken: Vec<bool> }
//!
//! impl Tree for Subsets {
//!     type Step = bool;
//!     type Choices = std::array::IntoIter<bool, 2>;
//!     fn judge(&mut self) -> Verdict {
//!         match self.taken.iter().filter(|&&taken| taken).count() {
//!             _ if self.taken.len() < 3 => Verdict::Open,
//!             2 => Verdict::Goal,
//!             _ => Verdict::Closed(PruneReason::Dead),
//!         }
//!     }
//!     fn choices(&mut self) -> Self::Choices { [true, false].into_iter() }
//!     fn make(&mut self, take: bool) { self.taken.push(take); }
//!     fn unmake(&mut self, _: bool) { self.taken.pop(); }
//! }
//!
//! let limits = Limits::default();
//! let mut meter = Meter::new(&limits);
//! let mut subsets = Subsets::default();
//! let ended = depth_first(&mut subsets, &mut meter, &mut (), |_| ControlFlow::Continue(()));
//! assert_eq!(ended, Ended::Exhausted);
//! assert_eq!(meter.stats().goals, 3);
//! assert_eq!(meter.stats().nodes, 15);
//! ```

pub mod breadth_first;
pub mod clock;
pub mod depth_first;
pub mod layers;
pub mod ledger;
pub mod limits;
pub mod observe;
pub mod outcome;
pub mod parallel;
mod progress;
pub mod stats;
mod stride;

pub use breadth_first::{End, Ends, Flood, Graph, Marks, Meeting, breadth_first};
pub use depth_first::{PruneReason, Tree, Verdict, depth_first};
pub use limits::{Limits, Meter, SearchProgress};
pub use observe::{Event, Mapped, Observer};
pub use outcome::{Ended, Limit, Outcome, Proof, Reach};
pub use stats::Stats;
