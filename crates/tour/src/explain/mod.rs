//! Playing by hand, hints and verdicts. Reading order: [`play`] (the path so far), [`verdict`] (can it
//! still be completed), [`hint`] (the next move and why), [`rate`] (how hard), `explain_check` (what an explanation must
//! show).

mod explain_check;
mod hint;
mod play;
mod rate;
mod verdict;

pub use play::Prefix;
