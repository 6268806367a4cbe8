//! What every puzzle that is explained promises: steps are checked by who did not find them, forged ones are
//! refused, and they lead on. The template is one.

mod games;
mod kinds;

use games::{instance, limits, played, random_game};
use tabuleiro::explain::{Advice, Step, Technique};
use tabuleiro::lesson::{LessonEnd, lesson};
use tabuleiro::play::PlayState;
use tabuleiro::random::Rng;
use tabuleiro::{Limits, Meter, Outcome};

/// What is forged in a step.
const FORGED: [&str; 3] = ["a premise left out", "a move added", "no conclusion, or no move"];

/// The same step with one of its parts changed, and which.
fn forged(step: &Step) -> Vec<(usize, Step)> {
    let mut all = Vec::new();
    for index in 0..step.premises.len() {
        let mut less = step.clone();
        less.premises.remove(index);
        all.push((0, less));
    }
    if !step.moves.is_empty() {
        let mut more = step.clone();
        more.moves.push(step.moves[0]);
        all.push((1, more));
    }
    all.push((2, Step { conclusion: Vec::new(), ..step.clone() }));
    all.push((2, Step { moves: Vec::new(), ..step.clone() }));
    all
}

#[test]
fn steps_are_checked_and_lead_on() {
    for (kind, lessons) in played() {
        let name = kind.about().name;
        let mut steps = 0;
        let mut refused = [0; FORGED.len()];
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
                            for (which, false_step) in forged(&step) {
                                let holds = game.entails(&false_step, &limits()) == Ok(Ok(()));
                                refused[which] += usize::from(!holds);
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
            assert!(steps > 0, "{name}: no step");
            for (what, refused) in FORGED.iter().zip(refused) {
                assert!(refused > 0, "{name}: {what} was never refused in {steps} steps");
            }
        }
    }
}

/// As many steps as were asked for, and no step without a change.
#[test]
fn a_lesson_ends_where_it_should() {
    for (kind, lessons) in played() {
        let name = kind.about().name;
        let session = instance(kind, 1);
        let mut game = session.play(None).unwrap();
        let none = lesson(&mut *game, Some(0), &limits());
        assert!(none.steps.is_empty() && none.end == LessonEnd::Enough, "{name}");
        let one = lesson(&mut *game, Some(1), &limits());
        if let [step] = &one.steps[..] {
            assert!(lessons.techniques.iter().any(|known| known.name == step.technique), "{name}");
            assert_eq!(game.history().made(), step.moves, "{name}");
        }
        let mut texts = vec![game.text()];
        for _ in 0..300 {
            let next = lesson(&mut *game, Some(1), &limits());
            if next.steps.is_empty() {
                assert_ne!(next.end, LessonEnd::Enough, "{name}");
                break;
            }
            texts.push(game.text());
        }
        let steps = texts.len();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), steps, "{name}: a step changes nothing, or leads back");
        let mut again = session.play(None).unwrap();
        let little = Limits { memory: Some(session.footprint() + 1), ..limits() };
        let cut = lesson(&mut *again, None, &little);
        assert!(matches!(cut.end, LessonEnd::Limit(_) | LessonEnd::Advice(_)), "{name}");
        assert!(cut.steps.len() < 2, "{name}: {} steps in a byte", cut.steps.len());
    }
}
