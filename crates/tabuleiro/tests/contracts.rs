//! What every room promises, tested on every kind there is, and so on rooms not yet written.

mod template;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use search::{Limit, Limits, Meter, Outcome, Proof};
use tabuleiro::board::Square;
use tabuleiro::contract::{Ended, Format, Options, RunError, Touch};
use tabuleiro::kind::{Answer, Kind, Ruling, Session};
use tabuleiro::locale::Lang;
use tabuleiro::recorder::Recorder;
use tabuleiro::scene::Scene;
use tabuleiro::text::Source;

use template::kinds;

/// The picture of an instance, where nothing limits it.
fn scene(session: &dyn Session) -> Scene {
    session.scene(&mut Meter::new(&Limits::default())).expect("no limit")
}

/// An instance of a kind: one of its examples, or one that it makes of a seed.
fn instance(kind: &dyn Kind, seed: u64) -> Box<dyn Session> {
    let examples = kind.about().examples;
    let options = Options::default();
    match examples.get(seed as usize % (2 * examples.len())) {
        Some(example) => {
            let source = Source::new(example.name, example.text);
            kind.open(&source, &options).next().expect("an instance").expect("a legal one")
        }
        None => {
            kind.generate(&options, seed, &Limits::default()).expect("no obstacle").result.session
        }
    }
}

fn nodes(most: u64) -> Limits {
    Limits { nodes: Some(most), ..Limits::default() }
}

fn solve(session: &dyn Session, strategy: &str, limits: &Limits) -> Answer {
    session.solve(strategy, &Options::default(), limits).expect("options are right")
}

/// The outcome as a word.
fn word(answer: &Answer) -> &'static str {
    match answer.result {
        Outcome::Solved(_) => "solved",
        Outcome::Impossible(Proof::Argument(_)) => "argued",
        Outcome::Impossible(Proof::Exhaustion) => "exhausted",
        Outcome::Unknown(limit) => limit.word(),
    }
}

fn printed(answer: &Answer, format: Format) -> Option<String> {
    let mut bytes = Vec::new();
    match &answer.result {
        Outcome::Solved(found) | Outcome::Impossible(Proof::Argument(found)) => {
            found.print(format, Lang::En, &mut bytes).unwrap();
            Some(String::from_utf8(bytes).unwrap())
        }
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn an_instance_survives_its_own_text(seed in 0u64..1000) {
        for kind in kinds() {
            let text = instance(kind, seed).text();
            let source = Source::new("text", text.as_str());
            let options = Options::default();
            let again: Vec<String> = kind.open(&source, &options).map(|s| s.unwrap().text()).collect();
            prop_assert_eq!(again, [text]);
        }
    }

    #[test]
    fn watching_changes_nothing(seed in 0u64..1000, most in 0u64..3000) {
        for kind in kinds() {
            let session = instance(kind, seed);
            for strategy in kind.strategies() {
                let plain = solve(&*session, strategy.name, &nodes(most));
                let mut recorder = Recorder::begin(scene(&*session), 1 << 20).unwrap();
                let options = Options::default();
                let watched =
                    session.watch(strategy.name, &options, &nodes(most), &mut recorder).unwrap();
                prop_assert_eq!(plain.stats, watched.stats, "{}", strategy.name);
                prop_assert_eq!(word(&plain), word(&watched));
                let text = printed(&plain, Format::Text);
                prop_assert_eq!(text, printed(&watched, Format::Text));
                // What was recorded is what was counted, and what a picture shows.
                let mut drawn = scene(&*session);
                session.watch(strategy.name, &options, &nodes(most), &mut drawn).unwrap();
                let recording = recorder.finish();
                let events = recording.events();
                let mut player = recording.play();
                prop_assert_eq!(player.seek(events), events);
                prop_assert_eq!(player.scene(), &drawn);
                let tally = player.tally();
                // A search by levels tells squares reached, and one in bulk plays what it found; the
                // simplest one makes every step before everybody's eyes.
                if strategy.name == kind.strategies()[0].name && tally.reached == 0 {
                    prop_assert_eq!(tally.steps, plain.stats.steps);
                    prop_assert_eq!(tally.backtracks, plain.stats.backtracks);
                }
            }
        }
    }

    #[test]
    fn an_instance_changed_by_hand_is_an_instance(
        seed in 0u64..1000, touches in prop::collection::vec(any::<[u8; 6]>(), 1..12),
    ) {
        for kind in kinds() {
            let mut session = instance(kind, seed);
            for [brush, row, col, to_row, to_col, value] in &touches {
                let brushes = kind.brushes();
                let brush = brushes[usize::from(*brush) % brushes.len()].name;
                let size = session.extent();
                // Some lie beside the board.
                let on = |row: u8, col: u8| Square {
                    row: u32::from(row) % (size.rows + 1),
                    col: u32::from(col) % (size.cols + 1),
                };
                let to = (to_row % 3 > 0).then(|| on(*to_row, *to_col));
                let touch = Touch { at: on(*row, *col), to, value: u32::from(value % 10) };
                match session.touch(brush, touch) {
                    Ok(touched) => session = touched,
                    Err(fault) => prop_assert!(fault.render(Lang::En).contains(fault.code())),
                }
                let text = session.text();
                let source = Source::new("text", text.as_str());
                let options = Options::default();
                let again = kind.open(&source, &options).next().expect("one").expect("a legal one");
                prop_assert_eq!(again.text(), text);
                prop_assert_eq!(scene(&*again), scene(&*session));
            }
            solve(&*session, kind.best_strategy(), &nodes(1000));
        }
    }

    #[test]
    fn a_node_limit_fires_exactly_and_a_larger_one_changes_no_answer(
        seed in 0u64..1000, most in 0u64..3000, more in 0u64..3000,
    ) {
        for kind in kinds() {
            let session = instance(kind, seed);
            for strategy in kind.strategies() {
                let few = solve(&*session, strategy.name, &nodes(most));
                let many = solve(&*session, strategy.name, &nodes(most + more));
                prop_assert!(few.stats.nodes <= most);
                if let Outcome::Unknown(Limit::Nodes) = few.result {
                    prop_assert_eq!(few.stats.nodes, most);
                    prop_assert!(many.stats.nodes >= most);
                } else {
                    prop_assert_eq!(few.stats, many.stats);
                    prop_assert_eq!(word(&few), word(&many));
                }
                prop_assert!(few.stats.backtracks <= few.stats.steps);
                prop_assert!(few.stats.steps <= few.stats.nodes);
                prop_assert!(few.stats.deepest <= few.stats.steps);
                // A search by levels takes nothing back.
                if word(&few) == "exhausted" && few.stats.backtracks > 0 {
                    prop_assert_eq!(few.stats.steps, few.stats.backtracks);
                }
            }
        }
    }

    #[test]
    fn an_answer_is_read_back_in_every_format(seed in 0u64..1000) {
        for kind in kinds() {
            let session = instance(kind, seed);
            let answer = solve(&*session, kind.best_strategy(), &nodes(10_000_000));
            for format in [Format::Text, Format::Coursework, Format::Json] {
                let Some(mut text) = printed(&answer, format) else { continue };
                if format == Format::Json {
                    let field = if word(&answer) == "solved" { "solution" } else { "proof" };
                    text = format!("{{\"{field}\":{text}}}");
                } else if word(&answer) != "solved" {
                    continue;
                }
                let ruling = session.check(&Source::new("claim", text), &Limits::default()).unwrap();
                prop_assert!(matches!(ruling, Ruling::Valid(_)), "{:?}", ruling);
            }
        }
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_everything(&bytes);
    }

    #[test]
    fn no_change_of_an_example_makes_a_reader_panic(
        seed in 0u64..1000, at in 0usize..10_000, byte in any::<u8>(), cut in any::<bool>(),
    ) {
        for kind in kinds() {
            let mut bytes = instance(kind, seed).text().into_bytes();
            let at = at % bytes.len();
            bytes[at] = byte;
            if cut {
                bytes.truncate(at);
            }
            read_everything(&bytes);
        }
    }
}

/// Reads bytes as an instance, as a claim and as the value of every option; answers are checked as
/// far as a few nodes reach.
fn read_everything(bytes: &[u8]) {
    let source = Source::new("bytes", bytes);
    for kind in kinds() {
        let options = Options::default();
        for session in kind.open(&source, &options) {
            match session {
                Ok(session) => {
                    for strategy in kind.strategies() {
                        solve(&*session, strategy.name, &nodes(100));
                    }
                    session.count(&Options::default(), None, &nodes(100)).unwrap();
                }
                Err(diagnostic) => {
                    for lang in Lang::ALL {
                        assert!(diagnostic.render(lang).contains(diagnostic.code()));
                    }
                }
            }
        }
        let limits = Limits::default();
        let rendered = |obstacle| match obstacle {
            RunError::Invalid(diagnostic) => diagnostic.render(Lang::En),
            RunError::Limit(limit) => panic!("{limit:?} without limits"),
        };
        let _ = instance(kind, 0).check(&source, &limits).map_err(rendered);
        let _ = kind.implied(&source, &options).map(|session| session.check(&source, &limits));
        let Ok(value) = str::from_utf8(bytes) else { continue };
        for spec in kind.about().options {
            let mut options = Options::default();
            options.set(spec.name, value);
            let _ = kind.described(&options, &limits).map_err(rendered);
            let session = instance(kind, 0);
            for strategy in kind.strategies() {
                let _ = session.solve(strategy.name, &options, &nodes(10));
            }
        }
    }
}

#[test]
fn every_brush_is_known_by_its_name_alone() {
    for kind in kinds() {
        let touch = Touch { at: Square { row: 0, col: 0 }, to: None, value: 1 };
        let refused = instance(kind, 0).touch("besom", touch).map(|_| ()).unwrap_err();
        assert_eq!(refused.code(), "B0106");
        assert!(!kind.brushes().is_empty());
    }
}

#[test]
fn a_cancelled_search_claims_nothing() {
    let cancel = Some(Arc::new(AtomicBool::new(true)));
    let limits = Limits { cancel, ..Limits::default() };
    for kind in kinds() {
        let session = instance(kind, 0);
        for strategy in kind.strategies() {
            let answer = solve(&*session, strategy.name, &limits);
            assert_eq!((word(&answer), answer.stats.nodes), ("cancelled", 0));
        }
        assert_eq!(
            session.count(&Options::default(), None, &limits).unwrap().result.ended,
            Ended::Cut(Limit::Cancelled)
        );
    }
}

#[test]
fn no_time_is_no_time() {
    let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    for kind in kinds() {
        let answer = solve(&*instance(kind, 0), kind.best_strategy(), &limits);
        assert_eq!(word(&answer), "time");
    }
}

#[test]
fn no_memory_is_said_with_what_it_would_take() {
    let limits = Limits { memory: Some(16), ..Limits::default() };
    for &kind in tabuleiro::KINDS {
        let answer = solve(&*instance(kind, 0), kind.best_strategy(), &limits);
        let Outcome::Unknown(Limit::Memory { needed }) = answer.result else {
            panic!("{}: {}", kind.about().name, word(&answer));
        };
        assert!(needed > 16);
    }
}

#[test]
fn the_same_seed_makes_the_same_instance() {
    for kind in kinds() {
        for seed in 0..20 {
            let make = || {
                let made = kind.generate(&Options::default(), seed, &Limits::default()).unwrap();
                let mut claim = Vec::new();
                made.result.finding.print(Format::Json, Lang::En, &mut claim).unwrap();
                (made.result.session.text(), claim, made.stats)
            };
            assert_eq!(make(), make());
        }
    }
}

#[test]
fn counting_stops_where_it_is_told_to() {
    for kind in kinds() {
        let examples = kind.about().examples.iter().filter(|example| example.countable);
        for example in examples {
            let source = Source::new(example.name, example.text);
            let options = Options::default();
            let session = kind.open(&source, &options).next().unwrap().unwrap();
            let all = session.count(&Options::default(), None, &Limits::default()).unwrap().result;
            assert_eq!(all.ended, Ended::Exhausted);
            let two =
                session.count(&Options::default(), Some(2), &Limits::default()).unwrap().result;
            assert_eq!(two.count, 2u8.into());
            assert_eq!(two.ended, Ended::Satisfied);
            assert!(all.count > two.count);
        }
    }
}

#[test]
fn an_incomplete_strategy_proves_nothing() {
    let queens = kinds().last().unwrap();
    let source = Source::new("six", "6");
    let options = Options::default();
    let six = queens.open(&source, &options).next().unwrap().unwrap();
    assert_eq!(word(&solve(&*six, "greedy", &Limits::default())), "incomplete");
    assert_eq!(word(&solve(&*six, "rows", &Limits::default())), "solved");
    assert_eq!(
        six.count(&Options::default(), None, &Limits::default()).unwrap().result.count,
        4u8.into()
    );
}

#[test]
fn pictures_are_claimed_before_they_are_made() {
    for kind in kinds() {
        for seed in 0..20 {
            let session = instance(kind, seed);
            let found = match solve(&*session, kind.best_strategy(), &nodes(100_000)).result {
                Outcome::Solved(found) | Outcome::Impossible(Proof::Argument(found)) => Some(found),
                Outcome::Impossible(Proof::Exhaustion) | Outcome::Unknown(_) => None,
            };
            type Picture<'a> = &'a dyn Fn(&mut Meter<'_>) -> Option<Result<Scene, Limit>>;
            let pictures: [Picture<'_>; 2] = [&|meter| Some(session.scene(meter)), &|meter| {
                found.as_ref().map(|found| found.scene(meter))
            }];
            for picture in pictures {
                let free = Limits::default();
                let mut meter = Meter::new(&free);
                let Some(Ok(scene)) = picture(&mut meter) else { continue };
                assert_eq!(scene.size(), session.extent());
                assert_eq!(meter.claimed(), scene.footprint(), "{}", kind.about().name);
                // With one byte less it is refused, and says what it would have taken.
                let less = Limits { memory: Some(scene.footprint() - 1), ..Limits::default() };
                let refused = picture(&mut Meter::new(&less));
                let Some(Err(Limit::Memory { needed })) = refused else { panic!("{refused:?}") };
                assert!(needed >= scene.footprint());
                let raised = Some(Arc::new(AtomicBool::new(true)));
                let stopped = Limits { cancel: raised, ..Limits::default() };
                let refused = picture(&mut Meter::new(&stopped));
                assert_eq!(refused, Some(Err(Limit::Cancelled)));
            }
        }
    }
}
