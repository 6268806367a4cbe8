//! Games to test on: of every kind that is played, by random moves.
#![allow(dead_code, reason = "every test takes some of these")]

use tabuleiro::Limits;
use tabuleiro::contract::Options;
use tabuleiro::explain::AboutLessons;
use tabuleiro::game::Game;
use tabuleiro::kind::{Kind, Session};
use tabuleiro::play::Move;
use tabuleiro::random::Rng;

use crate::kinds;

/// The kinds that are played.
pub(crate) fn played() -> impl Iterator<Item = (&'static dyn Kind, AboutLessons)> {
    kinds::kinds().filter_map(|kind| Some((kind, kind.lessons()?)))
}

/// An instance that every strategy solves quickly.
pub(crate) fn instance(kind: &dyn Kind, seed: u64) -> Box<dyn Session> {
    let mut options = Options::default();
    kind.about().small.iter().for_each(|&(name, value)| options.set(name, value));
    kind.generate(&options, seed, &Limits::default()).expect("an instance").result.session
}

/// Limits that every question about them stays within, or says so.
pub(crate) fn limits() -> Limits {
    Limits { nodes: Some(200_000), ..Limits::default() }
}

/// Every legal move.
pub(crate) fn all_moves(game: &dyn Game, session: &dyn Session) -> Vec<Move> {
    session.extent().squares().flat_map(|at| game.moves(at)).collect()
}

/// A game by random legal moves.
pub(crate) fn random_game(session: &dyn Session, moves: usize, rng: &mut Rng) -> Box<dyn Game> {
    let mut game = session.play(None).expect("a game");
    for _ in 0..moves {
        let legal = all_moves(&*game, session);
        if legal.is_empty() {
            break;
        }
        game.make(legal[rng.below(legal.len())]).expect("a legal move");
    }
    game
}
