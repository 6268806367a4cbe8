//! Two strategies that disagree are a bug in one of them: on small random boards of every kind, and on
//! damaged copies of them, all complete strategies and the count say the same.

mod boards;
mod kinds;

use search::{Limit, Limits, Outcome, Reach};
use tabuleiro::contract::{Ended, Options};
use tabuleiro::kind::{Kind, Session};

use boards::{COPIES, damaged, small};
use kinds::kinds;

/// Enough for every complete strategy on a small board, whether it has a solution or not.
const NODES: u64 = 3_000_000;
/// Boards made for each kind, each with damaged copies.
const BOARDS: u64 = 12;

/// Whether there is a solution, as everybody says who can tell; and how many of them could.
fn verdict(kind: &dyn Kind, session: &dyn Session) -> (Option<bool>, usize) {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut said: Option<(bool, String)> = None;
    let mut voices = 0;
    let mut say = |solvable: bool, who: String| {
        voices += 1;
        match &said {
            Some((known, before)) => assert_eq!(
                solvable,
                *known,
                "{}: {who} against {before} on\n{}",
                kind.about().name,
                session.text()
            ),
            None => said = Some((solvable, who)),
        }
    };
    for strategy in kind.strategies() {
        let answer =
            session.solve(strategy.name, &Options::default(), &limits).expect("no options");
        match answer.result {
            Outcome::Solved(_) => say(true, strategy.name.to_owned()),
            Outcome::Impossible(_) => say(false, strategy.name.to_owned()),
            Outcome::Unknown(Limit::Incomplete) => assert_eq!(strategy.reach, Reach::Partial),
            Outcome::Unknown(Limit::Nodes) => {}
            Outcome::Unknown(limit) => panic!("{} was stopped by {limit:?}", strategy.name),
        }
    }
    let counted = session.count(&Options::default(), Some(1), &limits).expect("no options").result;
    match counted.ended {
        Ended::Exhausted | Ended::Satisfied | Ended::Spent => {
            say(counted.count.bits() > 0, "count".to_owned())
        }
        Ended::Cut(limit) => assert_eq!(limit, Limit::Nodes),
    }
    (said.map(|(solvable, _)| solvable), voices)
}

#[test]
fn complete_strategies_and_the_count_agree_on_small_boards() {
    for kind in kinds() {
        let name = kind.about().name;
        let complete = kind.strategies().iter().filter(|s| s.reach == Reach::Complete).count();
        let (mut decided, mut solvable, mut boards) = (0, 0, 0);
        for seed in 0..BOARDS {
            let (made, voices) = verdict(kind, &*small(kind, seed));
            assert_eq!(made, Some(true), "{name}: what seed {seed} makes has a solution");
            assert!(voices > complete, "{name}: seed {seed} was decided by {voices} alone");
            for copy in 0..COPIES {
                let (found, voices) = verdict(kind, &*damaged(kind, seed, copy));
                boards += 1;
                decided += usize::from(voices > complete);
                solvable += usize::from(found == Some(true));
            }
        }
        // A test that compares nothing would pass; so would one that never meets either answer.
        assert!(decided * 10 >= boards * 9, "{name}: only {decided} of {boards} decided by all");
        assert!(solvable > 0, "{name}: no damaged board has a solution");
        assert!(solvable < boards, "{name}: no damaged board is without a solution");
    }
}
