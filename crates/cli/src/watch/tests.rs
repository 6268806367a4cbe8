//! The stage without a terminal: keys and time go in, screens come out.

use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use search::Meter;
use tabuleiro::KINDS;
use tabuleiro::contract::Options;
use tabuleiro::kind::{Kind, Session};
use tabuleiro::locale::Lang;
use tabuleiro::text::Source;

use super::stage::Stage;
use super::view;
use crate::arguments::Arguments;
use crate::command;
use crate::trace::Trace;

/// What `<puzzle> watch` with these words understands.
fn arguments(kind: &dyn Kind, words: &[&str], lang: Lang) -> Arguments {
    let words = ["tabuleiro", kind.about().name, "watch"].into_iter().chain(words.iter().copied());
    let matches = command::root(lang).try_get_matches_from(words).unwrap();
    let (_, verb) = matches.subcommand().unwrap().1.subcommand().unwrap();
    Arguments::new(kind, verb, lang).unwrap()
}

fn example(kind: &dyn Kind) -> Box<dyn Session> {
    let example = &kind.about().examples[0];
    let (source, options) = (Source::new(example.name, example.text), Options::default());
    kind.open(&source, &options).next().unwrap().unwrap()
}

/// The first example of a kind, by its first and its last strategy.
fn stage(kind: &dyn Kind, arguments: &Arguments) -> Stage {
    let session = example(kind);
    let strategies = [kind.strategies()[0].name, kind.best_strategy()];
    let mut meter = Meter::new(&arguments.limits);
    let mut record =
        |name| Trace::record(&*session, name, arguments, &arguments.limits, &mut meter, 2).unwrap();
    Stage::new(strategies.map(&mut record).into())
}

fn press(stage: &mut Stage, codes: impl IntoIterator<Item = KeyCode>) {
    codes.into_iter().for_each(|code| stage.key(KeyEvent::new(code, KeyModifiers::NONE)));
}

fn screen(stage: &Stage, arguments: &Arguments, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| view::draw(frame, stage, "A puzzle", arguments)).unwrap();
    terminal.backend().to_string()
}

#[test]
fn keys_go_to_every_moment_forward_and_back() {
    for &kind in KINDS {
        let arguments = arguments(kind, &["--max-nodes", "500"], Lang::En);
        let mut stage = stage(kind, &arguments);
        let events = stage.events();
        assert!(events > 10);
        let first = stage.traces[0].player.scene().clone();
        press(&mut stage, [KeyCode::Right, KeyCode::Right, KeyCode::Right, KeyCode::Left]);
        assert_eq!((stage.moment, stage.playing), (2, false));
        press(&mut stage, [KeyCode::Char('h'), KeyCode::Char('h'), KeyCode::Left]);
        assert_eq!((stage.moment, stage.traces[0].player.scene()), (0, &first));
        press(&mut stage, [KeyCode::End]);
        assert_eq!(stage.moment, events);
        for trace in &stage.traces {
            assert_eq!(trace.player.moment(), trace.player.recording().events());
        }
        press(&mut stage, [KeyCode::Char('5')]);
        assert_eq!(stage.moment, events / 2);
        press(&mut stage, [KeyCode::PageDown, KeyCode::PageUp, KeyCode::Home]);
        assert_eq!(stage.moment, 0);
        assert!(!stage.left);
        press(&mut stage, [KeyCode::Char('q')]);
        assert!(stage.left);
    }
}

#[test]
fn time_plays_as_fast_as_was_asked_for() {
    let kind = KINDS[0];
    let arguments = arguments(kind, &["--max-nodes", "5000"], Lang::En);
    let mut stage = stage(kind, &arguments);
    assert!(stage.playing);
    assert_eq!(stage.speed(), 10);
    // Half an event is not lost.
    stage.tick(Duration::from_millis(150));
    stage.tick(Duration::from_millis(150));
    assert_eq!(stage.moment, 3);
    press(&mut stage, [KeyCode::Char(' ')]);
    stage.tick(Duration::from_secs(9));
    assert_eq!(stage.moment, 3);
    press(&mut stage, [KeyCode::Down, KeyCode::Down, KeyCode::Down, KeyCode::Down]);
    assert_eq!(stage.speed(), 1);
    press(&mut stage, std::iter::repeat_n(KeyCode::Up, 40));
    assert_eq!(stage.speed(), 10_000_000);
    press(&mut stage, [KeyCode::Char(' ')]);
    stage.tick(Duration::from_secs(1));
    assert_eq!((stage.moment, stage.playing), (stage.events(), false));
    press(&mut stage, [KeyCode::Char(' ')]);
    assert_eq!((stage.moment, stage.playing), (0, true));
}

#[test]
fn a_search_that_was_not_kept_whole_is_stepped_through_by_its_pictures() {
    let kind = KINDS[0];
    let words = ["--memory-limit", "4MiB", "--max-nodes", "500000"];
    let arguments = arguments(kind, &words, Lang::En);
    let session = example(kind);
    let limits = &arguments.limits;
    let (name, mut meter) = (kind.strategies()[0].name, Meter::new(limits));
    let trace = Trace::record(&*session, name, &arguments, limits, &mut meter, 1).unwrap();
    let (kept, events) = (trace.player.recording().kept(), trace.player.recording().events());
    assert!(trace.player.recording().dropped() > 100_000);
    let mut stage = Stage::new(vec![trace]);
    press(&mut stage, [KeyCode::End]);
    let mut moments = vec![stage.moment];
    while stage.moment > kept {
        press(&mut stage, [KeyCode::Left]);
        moments.push(stage.moment);
    }
    assert!((3..1000).contains(&moments.len()), "{}", moments.len());
    while stage.moment < events {
        let expected = moments.pop().unwrap();
        assert_eq!(stage.moment, expected);
        press(&mut stage, [KeyCode::Right]);
    }
}

#[test]
fn the_screen_shows_boards_counters_and_keys() {
    for lang in Lang::ALL {
        for &kind in KINDS {
            let arguments = arguments(kind, &["--max-nodes", "500"], lang);
            let mut stage = stage(kind, &arguments);
            press(&mut stage, [KeyCode::Right, KeyCode::Right]);
            let early = screen(&stage, &arguments, 140, 40);
            assert!(early.contains(&format!("A puzzle: {}", kind.strategies()[0].name)));
            assert!(early.contains(&format!("A puzzle: {}", kind.best_strategy())));
            assert!(early.contains('┼') && early.contains(&lang.say("watch.keys")[..10]));
            assert!(!early.contains("= "), "the end is told before it is reached: {early}");
            press(&mut stage, [KeyCode::End]);
            let late = screen(&stage, &arguments, 140, 40);
            assert!(late.contains("= ") && late != early);
            // A screen with room for nothing shows what it can.
            for (width, height) in [(1, 1), (9, 5), (30, 9), (60, 16)] {
                screen(&stage, &arguments, width, height);
            }
        }
    }
}
