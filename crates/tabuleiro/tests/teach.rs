//! What every puzzle that can be played promises: games, steps, verdicts. The template is one.

mod template;

use tabuleiro::board::Square;
use tabuleiro::contract::Options;
use tabuleiro::explain::{AboutLessons, Advice, Step, Technique};
use tabuleiro::game::Game;
use tabuleiro::kind::{Kind, Session};
use tabuleiro::locale::Lang;
use tabuleiro::play::{Move, PlayState};
use tabuleiro::random::Rng;
use tabuleiro::text::Source;
use tabuleiro::{Limits, Meter, Outcome};

fn played() -> impl Iterator<Item = (&'static dyn Kind, AboutLessons)> {
    template::kinds().filter_map(|kind| Some((kind, kind.lessons()?)))
}

/// An instance that every strategy solves quickly.
fn instance(kind: &dyn Kind, seed: u64) -> Box<dyn Session> {
    let mut options = Options::default();
    kind.about().small.iter().for_each(|&(name, value)| options.set(name, value));
    kind.generate(&options, seed, &Limits::default()).expect("an instance").result.session
}

fn limits() -> Limits {
    Limits { nodes: Some(200_000), ..Limits::default() }
}

fn all_moves(game: &dyn Game, session: &dyn Session) -> Vec<Move> {
    session.extent().squares().flat_map(|at| game.moves(at)).collect()
}

/// A game by random legal moves.
fn random_game(session: &dyn Session, moves: usize, rng: &mut Rng) -> Box<dyn Game> {
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

#[test]
fn a_puzzle_that_cannot_be_played_says_so_and_nothing_else_changes() {
    for kind in template::kinds() {
        let session = instance(kind, 1);
        match session.play(None) {
            Ok(_) => assert!(kind.lessons().is_some()),
            Err(fault) => {
                assert_eq!((fault.code(), kind.lessons().is_none()), ("B0109", true));
                assert_eq!(session.rate(&limits()).unwrap().result, None);
            }
        }
    }
    assert!(played().count() > 0);
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
        assert_eq!(lessons.action("no such").unwrap_err().code(), "B0108");
        assert!(game.moves(far).is_empty());
    }
}

/// The same step with one of its parts changed.
fn forged(step: &Step) -> Vec<Step> {
    let mut all = Vec::new();
    for index in 0..step.premises.len() {
        let mut less = step.clone();
        less.premises.remove(index);
        all.push(less);
    }
    if !step.moves.is_empty() {
        let mut more = step.clone();
        more.moves.push(step.moves[0]);
        all.push(more);
    }
    all.push(Step { conclusion: Vec::new(), ..step.clone() });
    all.push(Step { moves: Vec::new(), ..step.clone() });
    all
}

#[test]
fn steps_are_checked_and_lead_on() {
    for (kind, lessons) in played() {
        let name = kind.about().name;
        let mut steps = 0;
        let mut refused = 0;
        for seed in 0..10 {
            let session = instance(kind, seed);
            let mut rng = Rng::new(seed);
            for moves in [0, 1, 2, 4] {
                let mut game = random_game(&*session, moves, &mut rng);
                for _ in 0..200 {
                    let Ok(report) = game.advise(&limits()) else { break };
                    match report.result {
                        Advice::Step(step) => {
                            let known = |technique: &&Technique| technique.name == step.technique;
                            let technique = lessons.techniques.iter().find(known).unwrap();
                            assert!(step.cost >= technique.cost, "{name} {step:?}");
                            assert_eq!(
                                game.entails(&step, &limits()),
                                Ok(Ok(())),
                                "{name} {step:?}"
                            );
                            for false_step in forged(&step) {
                                refused +=
                                    usize::from(game.entails(&false_step, &limits()) != Ok(Ok(())));
                            }
                            assert!(
                                !step.moves.is_empty() && !step.squares.is_empty(),
                                "{name} {step:?}"
                            );
                            let scene = game.scene(Some(&step), &mut Meter::unlimited()).unwrap();
                            assert_ne!(scene, game.scene(None, &mut Meter::unlimited()).unwrap());
                            for &made in &step.moves {
                                game.make(made).unwrap();
                            }
                            steps += 1;
                        }
                        Advice::Won => {
                            assert_eq!(game.state(), PlayState::Won);
                            break;
                        }
                        Advice::Faulty(faults) => {
                            assert_eq!(faults, game.faults(), "{name}");
                            assert!(!faults.is_empty());
                            break;
                        }
                        Advice::Lost => {
                            let verdict = game.verdict(&limits()).result.outcome;
                            assert!(!matches!(verdict, Outcome::Solved(_)), "{name}");
                            break;
                        }
                        Advice::Nothing => break,
                    }
                }
            }
        }
        if !lessons.techniques.is_empty() {
            assert!(steps > 0 && refused > 0, "{name}: {steps} steps, {refused} forgeries refused");
        }
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
    for kind in tabuleiro::KINDS {
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
