//! What every puzzle that can be played promises: games and verdicts. The template is one.

mod games;
mod kinds;

use games::{instance, limits, played, random_game};
use tabuleiro::board::Square;
use tabuleiro::contract::Options;
use tabuleiro::locale::Lang;
use tabuleiro::play::{Move, PlayState};
use tabuleiro::random::Rng;
use tabuleiro::text::Source;
use tabuleiro::{Limits, Outcome};

#[test]
fn a_puzzle_that_cannot_be_played_says_so_and_nothing_else_changes() {
    for kind in kinds::kinds() {
        let session = instance(kind, 1);
        match session.play(None) {
            Ok(_) => assert!(kind.lessons().is_some()),
            Err(fault) => {
                assert_eq!((fault.code(), kind.lessons().is_none()), ("B0109", true));
            }
        }
    }
    assert!(played().count() > 0);
}

#[test]
fn a_board_too_large_to_be_played_is_refused_before_a_position_is_made() {
    let mut refused = 0;
    for (kind, _) in played() {
        for spec in kind.about().options {
            let mut options = Options::default();
            options.set(spec.name, "2000x2000");
            let limits = Limits { memory: Some(1 << 30), ..Limits::default() };
            let Ok(Some(session)) = kind.described(&options, &limits) else { continue };
            if session.extent().area() > 1 << 20 {
                let fault = session.play(None).err().map(|fault| fault.code());
                assert_eq!(fault, Some("B0119"), "{} --{}", kind.about().name, spec.name);
                refused += 1;
            }
        }
    }
    assert!(refused > 0);
}

#[test]
fn positions_survive_their_text_and_undo_is_exact() {
    for (kind, _) in played() {
        let name = kind.about().name;
        let mut rng = Rng::new(3);
        for seed in 0..20 {
            let session = instance(kind, seed);
            let mut game = random_game(&*session, seed as usize, &mut rng);
            let text = game.text();
            let source = Source::new("so-far", text.clone());
            let again = session.play(Some(&source)).unwrap_or_else(|fault| {
                panic!("{name} {seed}: {}\n{text}", fault.render(Lang::En))
            });
            assert_eq!(again.text(), text, "{name} {seed}");
            assert_eq!(again.state(), game.state(), "{name} {seed}");
            assert_eq!(again.faults(), game.faults(), "{name} {seed}");
            let mut texts = vec![text];
            while game.undo().is_some() {
                texts.push(game.text());
            }
            assert_eq!(game.text(), session.play(None).unwrap().text(), "{name} {seed}");
            while game.redo().is_some() {
                texts.pop();
                assert_eq!(Some(&game.text()), texts.last(), "{name} {seed}");
            }
            assert_eq!(texts.len(), 1);
        }
    }
}

#[test]
fn damaged_texts_are_refused_with_a_code_or_are_positions() {
    for (kind, _) in played() {
        let mut rng = Rng::new(11);
        for seed in 0..200 {
            let session = instance(kind, seed % 7);
            let text = random_game(&*session, 6, &mut rng).text();
            let mut bytes = if seed % 4 == 0 { vec![0; 12] } else { text.into_bytes() };
            for _ in 0..=rng.below(4) {
                let (at, byte) = (rng.below(bytes.len().max(1)), rng.below(256) as u8);
                match rng.below(3) {
                    0 if !bytes.is_empty() => bytes[at] = byte,
                    1 => bytes.insert(at, byte),
                    _ => bytes.truncate(at),
                }
            }
            match session.play(Some(&Source::new("so-far", bytes))) {
                Ok(game) => {
                    let again = session.play(Some(&Source::new("so-far", game.text())));
                    let again = again.unwrap_or_else(|f| panic!("{}", f.render(Lang::En)));
                    assert_eq!(again.text(), game.text());
                }
                Err(fault) => assert!(!fault.message(Lang::PtBr).is_empty()),
            }
        }
    }
}

#[test]
fn a_move_that_is_not_listed_is_refused_or_changes_nothing_else() {
    for (kind, lessons) in played() {
        let session = instance(kind, 2);
        let mut game = session.play(None).unwrap();
        let far = Square { row: u32::MAX, col: u32::MAX };
        for action in lessons.actions {
            for to in [None, Some(far)] {
                let text = game.text();
                let made = Move { action: action.name, at: far, to, value: Some(u32::MAX) };
                let fault = game.make(made).unwrap_err();
                assert_eq!(fault.code(), "B0104", "{} {}", kind.about().name, action.name);
                assert_eq!(game.text(), text);
                assert!(game.history().made().is_empty());
            }
            assert_eq!(lessons.action(action.name).unwrap(), action.name);
        }
        assert_eq!(lessons.action("no such").unwrap_err().code(), "B0110");
        assert!(game.moves(far).is_empty());
    }
}

#[test]
fn a_verdict_agrees_with_a_search_and_names_the_last_chance() {
    for (kind, _) in played() {
        let name = kind.about().name;
        let mut told = [0, 0];
        for seed in 0..12 {
            let session = instance(kind, seed);
            let mut rng = Rng::new(seed + 100);
            let mut game = random_game(&*session, 2 + seed as usize, &mut rng);
            let verdict = game.verdict(&limits()).result;
            match verdict.outcome {
                Outcome::Solved(moves) => {
                    for made in moves {
                        game.make(made).unwrap();
                    }
                    assert_eq!(
                        (game.state(), game.faults()),
                        (PlayState::Won, Vec::new()),
                        "{name}"
                    );
                    told[0] += 1;
                }
                Outcome::Impossible(_) => {
                    let since = verdict.since;
                    let made = game.history().made().len();
                    for left in (0..made).rev() {
                        game.undo();
                        let wins =
                            matches!(game.verdict(&limits()).result.outcome, Outcome::Solved(_));
                        assert_eq!(wins, since == Some(left), "{name} {seed}: after {left} moves");
                        if wins {
                            break;
                        }
                    }
                    told[1] += 1;
                }
                Outcome::Unknown(_) => {}
            }
        }
        assert!(told[0] + told[1] > 0, "{name}: {told:?}");
    }
}

/// Plays on wherever a rule may be broken by what is written: faults name squares of the board, and a
/// position with faults is neither won nor winnable.
#[test]
fn faults_are_on_the_board_and_such_a_position_is_not_won() {
    for (kind, _) in played() {
        let name = kind.about().name;
        for seed in 0..20 {
            let session = instance(kind, seed);
            let mut rng = Rng::new(seed + 7);
            let game = random_game(&*session, 3 + 2 * seed as usize, &mut rng);
            for fault in game.faults() {
                assert!(!fault.squares.is_empty(), "{name} {seed}");
                assert!(fault.squares.iter().all(|&at| session.extent().holds(at)), "{name}");
                for lang in Lang::ALL {
                    assert!(!fault.message.text(lang).is_empty());
                }
                assert_ne!(game.state(), PlayState::Won, "{name} {seed}");
                let verdict = game.verdict(&limits()).result.outcome;
                assert!(!matches!(verdict, Outcome::Solved(_)), "{name} {seed}");
            }
        }
    }
}

/// A verdict on the beginning is what `solve` says of the instance.
#[test]
fn a_verdict_on_the_beginning_agrees_with_solve() {
    for (kind, _) in played() {
        let name = kind.about().name;
        let mut decided = 0;
        for example in kind.about().examples {
            let source = Source::new(example.name, example.text);
            let plain = Options::default();
            let session = kind.open(&source, &plain).next().unwrap().unwrap();
            let Ok(game) = session.play(None) else { continue };
            let verdict = game.verdict(&limits()).result.outcome;
            let strategy = kind.best_strategy();
            let solved = session.solve(strategy, &plain, &limits()).unwrap().result;
            match (&verdict, &solved) {
                (Outcome::Unknown(_), _) | (_, Outcome::Unknown(_)) => {}
                (Outcome::Solved(_), Outcome::Solved(_))
                | (Outcome::Impossible(_), Outcome::Impossible(_)) => decided += 1,
                _ => panic!("{name} {}: the verdict is another", example.name),
            }
        }
        assert!(decided > 0, "{name}");
    }
}

#[test]
fn everything_obeys_its_limits() {
    for (kind, _) in played() {
        let game = instance(kind, 1).play(None).unwrap();
        let cancelled = std::sync::atomic::AtomicBool::new(true);
        let limits = Limits { cancel: Some(std::sync::Arc::new(cancelled)), ..Limits::default() };
        assert!(game.advise(&limits).is_err(), "{}", kind.about().name);
        assert!(matches!(game.verdict(&limits).result.outcome, Outcome::Unknown(_)));
    }
}

#[test]
fn every_word_of_every_lesson_is_there() {
    for kind in kinds::every_kind() {
        let Some(lessons) = kind.lessons() else { continue };
        let name = kind.about().name;
        let actions = lessons.actions.iter().flat_map(|action| {
            [format!("{name}.action.{}", action.name), format!("{name}.move.{}", action.name)]
        });
        let techniques = lessons.techniques.iter().flat_map(|technique| {
            let title = format!("{name}.technique.{}", technique.name);
            [format!("{title}.about"), title]
        });
        for key in actions.chain(techniques) {
            for lang in Lang::ALL {
                assert!(lang.template(&key).is_some(), "{key} in {}", lang.tag());
            }
        }
        assert!(lessons.techniques.is_sorted_by_key(|technique| technique.cost), "{name}");
    }
}
