//! Shortest leaper paths on boards whose sides may touch, at the speed of memory.
//!
//! The board is read straight into bit planes ([`text`]), the planes are the search's only state
//! ([`field`]), and one flood ([`flood`]) moves between single squares and whole blocks as the
//! frontier asks.

mod active;
mod aligned;
mod classify;

mod dense;
mod dispatch;
pub mod fault;
pub mod field;
pub mod flood;
pub mod geometry;
mod halo;
mod knight;
mod layout;
mod pack;
mod sparse;
pub mod text;
pub mod walk;
