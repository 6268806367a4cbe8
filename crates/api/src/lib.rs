//! What is answered to a page, whether a server or a worker of the browser takes the request.
//! Knows no puzzle, no HTTP and no thread.
//!
//! A request is a verb and a JSON object ([`Ask`]); an answer is frames ([`wire`]), sent while they
//! come; what cannot be answered is a [`Refusal`]. Reading order: [`Ask`] (what is asked), [`Handler`]
//! (who answers), [`wire`] (how answers travel), `board` (instances as they are shown), `solve`
//! (searches), `played` (games), `export` (pictures to keep), `book` (books to print), `about` (what a page must know of the
//! puzzles).

mod about;
mod answer;
mod ask;
mod board;
mod book;
mod export;
mod handler;
mod played;
mod recent;
mod refusal;
mod solve;
pub mod wire;

pub use about::about;
pub use ask::{Ask, Kinds, Share};
pub use handler::{Handler, VERBS};
pub use refusal::{Refusal, Status};
