//! Playing by hand, hints, verdicts and ratings. Reading order: [`play`] (positions), [`verdict`] (can
//! it still be won), [`hint`] (the next jump and why), [`rate`] (how hard), `explain_check` (what an
//! explanation must show).

mod explain_check;
mod hint;
mod play;
mod rate;
mod verdict;
mod weights;

pub use play::GamePosition;
