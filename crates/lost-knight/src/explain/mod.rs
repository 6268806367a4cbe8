//! Playing by hand, hints, verdicts and ratings. Reading order: [`play`] (the path so far), [`distances`]
//! (how far the exits are), [`hint`] (the next move and why no path is shorter), `explain_check` (what
//! an explanation must show).

mod distances;
mod explain_check;
mod hint;
mod play;

pub use play::Prefix;
