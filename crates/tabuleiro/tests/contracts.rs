//! What every puzzle promises, tested on every kind there is, and so on puzzles not yet written.

mod boards;
mod kinds;

use proptest::prelude::*;
use search::{Limit, Limits, Meter, Outcome, Proof};
use tabuleiro::board::Square;
use tabuleiro::contract::{Brush, BrushInput, Ended, Format, Options, RunError, Touch};
use tabuleiro::kind::{Answer, Kind, Ruling, Session};
use tabuleiro::locale::Lang;
use tabuleiro::recorder::Recorder;
use tabuleiro::scene::Scene;
use tabuleiro::text::Source;

use boards::{example, instance, small};
use kinds::kinds;

/// The picture of an instance, where nothing limits it.
fn scene(session: &dyn Session) -> Scene {
    session.scene(&mut Meter::new(&Limits::default())).expect("no limit")
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

fn printed(answer: &Answer, format: Option<Format>) -> Option<String> {
    let mut bytes = Vec::new();
    match &answer.result {
        Outcome::Solved(found) | Outcome::Impossible(Proof::Argument(found)) => {
            match format {
                Some(format) => found.print(format, Lang::En, &mut bytes).unwrap(),
                // The coursework's.
                None => found.write_coursework(1, &answer.stats, &mut bytes).unwrap(),
            }
            Some(String::from_utf8(bytes).unwrap()).filter(|text| !text.is_empty())
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
                let text = printed(&plain, Some(Format::Text));
                prop_assert_eq!(text, printed(&watched, Some(Format::Text)));
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
                // Some numbers lie beyond all bounds.
                let value = if *value > 230 { u32::MAX - u32::from(*value) } else { u32::from(value % 10) };
                let touch = Touch { at: on(*row, *col), to, value };
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
            for format in [Some(Format::Text), None, Some(Format::Json)] {
                let Some(mut text) = printed(&answer, format) else { continue };
                if format == Some(Format::Json) {
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
    let counted = |session: &dyn Session, up_to| {
        let counted = session.count(&Options::default(), up_to, &Limits::default()).unwrap().result;
        (counted.count, counted.ended)
    };
    for kind in kinds() {
        let examples = kind.about().examples;
        let countable = (0..examples.len()).filter(|&place| examples[place].countable);
        for session in countable.map(|place| example(kind, place)) {
            let (all, ended) = counted(&*session, None);
            assert_eq!(ended, Ended::Exhausted);
            assert!(all > 2u8.into(), "{}: few solutions test little", kind.about().name);
            for up_to in [1, 2] {
                assert_eq!(counted(&*session, Some(up_to)), (up_to.into(), Ended::Satisfied));
            }
            // One more than there are is never found. Where there are too many to be met one by one, this takes too long.
            if let Some(more) = u64::try_from(&all).ok().filter(|&all| all < 1000) {
                assert_eq!(counted(&*session, Some(more + 1)), (all, Ended::Exhausted));
            }
        }
    }
}

#[test]
fn a_touch_off_the_board_is_refused() {
    for kind in kinds() {
        for seed in 0..4 {
            let session = instance(kind, seed);
            let size = session.extent();
            let first = Square { row: 0, col: 0 };
            for off in [
                Square { row: size.rows, ..first },
                Square { col: size.cols, ..first },
                Square { row: u32::MAX, col: u32::MAX },
            ] {
                for (at, to) in [(off, None), (first, Some(off)), (off, Some(off))] {
                    for brush in kind.brushes() {
                        let touched = session.touch(brush.name, Touch { at, to, value: 1 });
                        let about = kind.about().name;
                        assert!(touched.is_err(), "{about} {}: {at} {to:?}", brush.name);
                    }
                }
            }
        }
    }
}

/// Fails unless the text of a board describes it wholly: it is read back, looks the same and has the same answer.
fn is_its_text(kind: &dyn Kind, session: &dyn Session) {
    let text = session.text();
    let (source, options) = (Source::new("text", text.as_str()), Options::default());
    let again = kind.open(&source, &options).next().expect("one");
    let again = again.unwrap_or_else(|fault| panic!("{}{text}", fault.render(Lang::En)));
    assert_eq!(again.text(), text);
    assert_eq!(scene(&*again), scene(session), "{text}");
    let solved = |session: &dyn Session| {
        let answer = solve(session, kind.best_strategy(), &nodes(1000));
        (word(&answer), printed(&answer, Some(Format::Json)), answer.stats)
    };
    assert_eq!(solved(&*again), solved(session), "{text}");
}

/// Every brush on every square of a small board, with numbers within all bounds and beyond, and then every brush once more.
#[test]
fn every_touch_of_a_small_board_gives_a_board_or_is_refused() {
    for kind in kinds() {
        let session = small(kind, 1);
        let (size, brushes) = (session.extent(), kind.brushes());
        let area = size.area() as u32;
        let touch = |session: &dyn Session, brush: &Brush, at: Square, value| {
            let next = Square { col: (at.col + 1) % size.cols, ..at };
            let to = (brush.of == BrushInput::Pair).then_some(next);
            session.touch(brush.name, Touch { at, to, value }).ok()
        };
        for (at, brush) in size.squares().flat_map(|at| brushes.iter().map(move |b| (at, b))) {
            let values = [1, 0, size.rows, size.rows + 1, area, area + 1, u32::MAX - 1];
            let used = if brush.of == BrushInput::Value { values.len() } else { 1 };
            for touched in values[..used].iter().filter_map(|&n| touch(&*session, brush, at, n)) {
                is_its_text(kind, &*touched);
                let twice = brushes.iter().filter_map(|brush| touch(&*touched, brush, at, 1));
                twice.for_each(|touched| is_its_text(kind, &*touched));
            }
        }
    }
}

/// A text with two answers is not one answer: whoever wants both checked pairs them with two instances.
#[test]
fn two_answers_are_not_one() {
    for kind in kinds() {
        for session in [example(kind, 0), small(kind, 1), small(kind, 2)] {
            let answer = solve(&*session, kind.best_strategy(), &Limits::default());
            for format in [Some(Format::Text), None] {
                if format.is_none() && kind.coursework().is_none() {
                    continue;
                }
                let once = printed(&answer, format).expect("it has a solution");
                let ruling = |text: String| {
                    let ruling = session.check(&Source::new("claims", text), &Limits::default());
                    matches!(ruling, Ok(Ruling::Valid(_)))
                };
                assert!(ruling(once.clone()), "{} {format:?}", kind.about().name);
                assert!(!ruling(once.repeat(2)), "{} {format:?}:\n{once}", kind.about().name);
            }
        }
    }
}

#[test]
fn a_rating_is_one_of_the_levels() {
    for kind in kinds() {
        for seed in 0..6 {
            let session = instance(kind, seed);
            let rating = session.rate(&Limits::default()).expect("no limit").result;
            assert_eq!(rating.is_some(), !kind.levels().is_empty(), "{}", kind.about().name);
            if let Some(level) = rating.and_then(|rating| rating.level) {
                assert!(kind.levels().contains(&level));
            }
        }
    }
}
