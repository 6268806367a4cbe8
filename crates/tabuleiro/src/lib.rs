//! Tabuleiro: solve, prove, count, generate and show classic search problems on boards.
//!
//! An instance is a value of its puzzle's type; [`contract::Solve::answer`] runs a strategy by its name and gives a verified answer:
//!
//! ```
//! use tabuleiro::contract::{Count, Options, Puzzle, Solve};
//! use tabuleiro::{Limits, Meter, Outcome, Proof, board::Size, text::Source};
//! use tabuleiro::{futoshiki::Futoshiki, lost_knight::LostKnight, pegs::Pegs, tour::Tour};
//!
//! let (options, limits) = (Options::default(), Limits::default());
//!
//! // A closed knight's tour of a chessboard.
//! let tour = Tour::new(Size { rows: 8, cols: 8 }).closed();
//! let answer = tour.answer("auto", &options, &limits)?;
//! assert!(matches!(answer.result, Outcome::Solved(numbers) if numbers.is_closed()));
//!
//! // The fewest moves from C to S on a torus.
//! let text = Source::new("board", "C..x\n.x..\n...S\n");
//! let board = LostKnight::read(&text, &options).next().expect("one board")?;
//! let Outcome::Solved(route) = board.answer("auto", &options, &limits)?.result else { panic!() };
//! assert_eq!(route.moves(), 1);
//!
//! // All Latin squares of order 5.
//! let counted = Futoshiki::new(5).count(&(), None, &mut Meter::new(&limits))?;
//! assert_eq!(counted.count, 161_280u32.into());
//!
//! // A peg board that has no solution, with a certificate that is checked without a search.
//! let text = Source::new("board", "ooo\no.o\nooo\n");
//! let board = Pegs::read(&text, &options).next().expect("one board")?;
//! let outcome = board.answer("auto", &options, &limits)?.result;
//! assert!(matches!(outcome, Outcome::Impossible(Proof::Argument(_))));
//! # Ok::<(), tabuleiro::text::Diagnostic>(())
//! ```
//!
//! Frontends, which know no puzzle, go through [`KINDS`]:
//!
//! ```
//! use tabuleiro::{KINDS, Limits, Outcome, contract::Options, text::Source};
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
//!
//! Reading order: [`contract`] (what a puzzle implements), [`kind`] (what a frontend sees), [`text`] and [`locale`] (texts from and
//! messages for people), [`board`] and [`scene`] (squares and pictures), [`strokes`] and [`recorder`] (pictures of a running search), then
//! the puzzles.

pub use search::{Limit, Limits, Meter, Observer, Outcome, Proof, Stats};
pub use tabuleiro_core::{
    answers, board, canvas, contract, coursework, explain, game, kept, kind, latin, leaper,
    lenient, lesson, levels, locale, measure, narrate, near, pairing, play, problem, random,
    recorder, scene, shape, strokes, symmetry, tell, text, width,
};

/// The examples of the documents, as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../../../README.pt-BR.md")]
#[doc = include_str!("../../../docs/library.md")]
struct Documents;

/// Names every puzzle once: its module, and its row of [`KINDS`].
macro_rules! puzzles {
    ($($module:ident = $package:ident;)+) => {
        $(pub use $package as $module;)+

        /// Every puzzle. The only place where they are listed.
        pub static KINDS: &[&dyn kind::Kind] = &[$(&kind::Listed(&$module::KIND)),+];
    };
}

puzzles! {
    tour = tabuleiro_tour;
    lost_knight = tabuleiro_lost_knight;
    futoshiki = tabuleiro_futoshiki;
    pegs = tabuleiro_pegs;
}
