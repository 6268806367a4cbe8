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

pub use search::{Limit, Limits, Meter, Observer, Outcome, Proof, Stats};
pub use tabuleiro_core::{
    answers, board, canvas, contract, kept, kind, latin, leaper, locale, pairing, random, recorder,
    scene, strokes, tell, text, width,
};

use kind::{Kind, Of};

/// Names every puzzle once: its module, and its row of [`KINDS`].
macro_rules! puzzles {
    ($($module:ident = $package:ident::$instance:ident;)+) => {
        $(pub use $package as $module;)+

        /// Every puzzle. The only place where they are listed.
        pub static KINDS: &[&dyn Kind] = &[$(&Of::<$module::$instance, $module::Local>::KIND),+];
    };
}

puzzles! {
    tour = tabuleiro_tour::Tour;
    lost_knight = tabuleiro_lost_knight::LostKnight;
    futoshiki = tabuleiro_futoshiki::Futoshiki;
    pegs = tabuleiro_pegs::Pegs;
}
