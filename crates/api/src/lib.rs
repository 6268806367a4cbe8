//! What is answered to a page, through whichever door it asks: a server, or a worker of the browser.
//! Knows no puzzle, no HTTP and no thread.
//!
//! A request is a verb and a JSON object ([`Ask`]); an answer is frames ([`wire`]), sent while they
//! come; what cannot be answered is a [`Refusal`]. Reading order: [`Ask`] (what is asked), [`Desk`]
//! (who answers), [`wire`] (how answers travel), `board` (instances as they are shown), `solve`
//! (searches), `played` (games), `export` (pictures to keep), `book` (books to print), `about` (what a page must know of the
//! puzzles).

mod about;
mod answer;
mod ask;
mod board;
mod book;
mod desk;
mod export;
mod played;
mod recent;
mod refusal;
mod solve;
pub mod wire;

pub use about::about;
pub use ask::{Ask, Kinds, Share};
pub use desk::{Desk, VERBS};
pub use refusal::{Refusal, Status};
