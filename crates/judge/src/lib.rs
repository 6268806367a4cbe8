//! Judging programs that solve the puzzles: they are run within limits ([`run`]), their answers ruled on
//! ([`ruling`]), and the results of a class written in every format that teachers use ([`export`], [`feedback`]).
//! [`validate`] is the same ruling with the exit codes of online judges, [`package`] the problem for them.
//! Knows no puzzle.
//!
//! What running within limits promises: it limits time, memory, output and files of honest programs, and
//! stops accidents. It is no prison for hostile code.

pub mod cases;
pub mod class;
mod effort;
pub mod export;
pub mod feedback;
pub mod journal;
mod launch;
pub mod package;
pub mod ruling;
pub mod run;
mod statement;
pub mod student;
#[cfg(unix)]
mod tree;
pub mod validate;
pub mod verdict;
#[cfg(unix)]
mod watch;

pub use launch::launched;
