//! Tabuleiro: solve, prove, count, generate and show classic search problems on boards.
//!
//! Puzzles are rooms, engines are the stairs, frontends are doors. Reading order: [`contract`]
//! (what a room implements), [`kind`] (what a door sees), [`text`] and [`locale`] (words from and
//! for people), [`board`] and [`scene`] (squares and pictures), [`strokes`] and [`recorder`]
//! (pictures that move), then the rooms.
//!
//! Through the erased face, as a door does it:
//!
//! ```
//! use search::{Limits, Outcome};
//! use tabuleiro::{KINDS, contract::Options, text::Source};
//!
//! let kind = KINDS[0];
//! let example = Source::new("example", kind.about().examples[0].text);
//! let options = Options::default();
//! for session in kind.open(&example, &options) {
//!     let answer = session?.solve(kind.best_strategy(), &options, &Limits::default())?;
//!     assert!(matches!(answer.result, Outcome::Solved(_)));
//! }
//! # Ok::<(), tabuleiro::text::Diagnostic>(())
//! ```

pub mod board;
pub mod contract;
pub mod futoshiki;
mod head;
pub mod kept;
pub mod kind;
pub mod leaper;
pub mod locale;
pub mod lost_knight;
pub mod pegs;
pub mod random;
pub mod recorder;
pub mod scene;
pub mod strokes;
pub mod tell;
pub mod text;
pub mod tour;
mod width;

use kind::{Kind, Of};

/// Every puzzle. The only place where they are listed.
pub static KINDS: &[&dyn Kind] = &[
    &Of::<tour::Tour>::KIND,
    &Of::<lost_knight::LostKnight>::KIND,
    &Of::<futoshiki::Futoshiki>::KIND,
    &Of::<pegs::Pegs>::KIND,
];
