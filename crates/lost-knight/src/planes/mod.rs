//! Shortest leaper paths by bit-parallel breadth-first search, on boards whose edges may be joined.
//!
//! The board is packed into bit planes ([`pack`]), the planes are the search's only state ([`field`]), and
//! one flood ([`flood`]) moves between single squares and whole blocks as the frontier asks.

mod active;
mod aligned;
mod block;
mod border;
mod dense;
pub(super) mod field;
pub(super) mod flood;
mod halo;
mod knight;
pub(super) mod layout;
mod pack;
#[cfg(target_arch = "x86_64")]
mod register;
mod sparse;
mod sparse_queue;
mod spot;
mod two_threads;
mod walk;
mod word;
