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

use super::live::{Searches, SharedState};
use super::stage::{Shown, Stage};
use super::view::{self, Words};
use super::{follow, pane};
use crate::arguments::Arguments;
use crate::command::{self, Detail, Typed};
use crate::verbs::VERBS;

/// What `<puzzle> watch` with these words understands.
fn arguments(kind: &dyn Kind, words: &[&str], lang: Lang) -> Arguments {
    let words = ["tabuleiro", kind.about().name, "watch"].into_iter().chain(words.iter().copied());
    let matches =
        command::root(lang, Detail::Short, Typed::ALL).try_get_matches_from(words).unwrap();
    let (name, words) = matches.subcommand().unwrap().1.subcommand().unwrap();
    let verb = VERBS.iter().find(|verb| verb.name == name).unwrap();
    Arguments::new(kind, verb, words, lang).unwrap()
}

fn example(kind: &dyn Kind) -> Box<dyn Session> {
    let example = &kind.about().examples[0];
    let (source, options) = (Source::new(example.name, example.text), Options::default());
    kind.open(&source, &options).next().unwrap().unwrap()
}

/// The first example of a kind, by its first and its last strategy, searched and about to be played.
fn stage(kind: &dyn Kind, arguments: &Arguments) -> Stage {
    searched(&*example(kind), &[kind.strategies()[0].name, kind.best_strategy()], arguments)
}

fn searched(session: &dyn Session, strategies: &[&'static str], arguments: &Arguments) -> Stage {
    let (limits, options) = (&arguments.limits, &arguments.options);
    let scene = session.scene(&mut Meter::new(limits)).unwrap();
    let mut stage = Stage::new(strategies.iter().map(|name| pane(name, &scene)).collect());
    assert_eq!(stage.shown, Shown::Live);
    let (shared, (sender, receiver)) = (SharedState::default(), std::sync::mpsc::channel());
    assert!(shared.picture().is_none(), "there is a picture before anything runs");
    let searches = Searches { session, strategies, options, limits, pictures: limits };
    searches.run(&shared, &sender);
    follow(&mut stage, &shared, &receiver).unwrap();
    stage
}

fn press(stage: &mut Stage, codes: impl IntoIterator<Item = KeyCode>) {
    codes.into_iter().for_each(|code| stage.key(KeyEvent::new(code, KeyModifiers::NONE)));
}

fn screen(stage: &Stage, arguments: &Arguments, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let words = Words { title: "A puzzle", signs: &[], arguments };
    terminal.draw(|frame| view::draw(frame, stage, &words)).unwrap();
    terminal.backend().to_string()
}

#[test]
fn keys_go_to_every_moment_forward_and_back() {
    for &kind in KINDS {
        let arguments = arguments(kind, &["--max-nodes", "500"], Lang::En);
        let mut stage = stage(kind, &arguments);
        let events = stage.events();
        assert!(events > 10);
        let scene = |stage: &Stage| stage.panes[0].played(Shown::Search).unwrap().scene().clone();
        let first = scene(&stage);
        press(&mut stage, [KeyCode::Right, KeyCode::Right, KeyCode::Right, KeyCode::Left]);
        assert_eq!((stage.moment, stage.playing), (2, false));
        press(&mut stage, [KeyCode::Char('h'), KeyCode::Char('h'), KeyCode::Left]);
        assert_eq!((stage.moment, scene(&stage)), (0, first));
        press(&mut stage, [KeyCode::End]);
        assert_eq!(stage.moment, events);
        for player in stage.panes.iter().filter_map(|pane| pane.played(Shown::Search)) {
            assert_eq!(player.moment(), player.recording().events());
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
    // All of it takes about a quarter of a minute.
    let lasts = stage.events() as f64 / stage.speed() as f64;
    assert!((9.0..25.0).contains(&lasts), "{lasts} s");
    press(&mut stage, std::iter::repeat_n(KeyCode::Down, 40));
    assert_eq!(stage.speed(), 1);
    press(&mut stage, [KeyCode::Up, KeyCode::Up, KeyCode::Up]);
    assert_eq!(stage.speed(), 10);
    // Half an event is not lost.
    stage.tick(Duration::from_millis(150));
    stage.tick(Duration::from_millis(150));
    assert_eq!(stage.moment, 3);
    press(&mut stage, [KeyCode::Char(' ')]);
    stage.tick(Duration::from_secs(9));
    assert_eq!(stage.moment, 3);
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
    let mut stage = searched(&*session, &[kind.strategies()[0].name], &arguments);
    let recording = stage.panes[0].played(Shown::Search).unwrap().recording();
    let (kept, events) = (recording.kept(), recording.events());
    assert!(recording.dropped() > 100_000);
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
            let keys: String = lang.say("watch.keys").chars().take(8).collect();
            assert!(early.contains('┼') && early.contains(&keys));
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

#[test]
fn a_screen_of_80_by_24_shows_the_board_and_all_keys() {
    for lang in Lang::ALL {
        for &kind in KINDS {
            let arguments = arguments(kind, &[], lang);
            let mut stage = searched(&*example(kind), &[kind.best_strategy()], &arguments);
            let early = screen(&stage, &arguments, 80, 24);
            assert!(early.contains(lang.say("watch.keys.solved")), "{early}");
            press(&mut stage, [KeyCode::End]);
            let late = screen(&stage, &arguments, 80, 24);
            assert!(late.contains('└') && late.contains("= "), "{late}");
        }
        for key in ["watch.keys", "watch.keys.solved", "watch.keys.solution", "watch.keys.live"] {
            let keys = lang.say(key);
            assert!(keys.chars().count() <= 80 && keys.starts_with("q "), "{keys}");
        }
    }
}

#[test]
fn the_end_of_a_search_is_its_solution_which_can_be_played() {
    for &kind in KINDS {
        let arguments = arguments(kind, &[], Lang::En);
        let mut stage = searched(&*example(kind), &[kind.best_strategy()], &arguments);
        press(&mut stage, [KeyCode::End]);
        let solved = screen(&stage, &arguments, 80, 24);
        press(&mut stage, [KeyCode::Char('s')]);
        assert_eq!((stage.shown, stage.moment, stage.playing), (Shown::Solution, 0, true));
        let begin = screen(&stage, &arguments, 80, 24);
        assert!(begin.contains("A puzzle: ") && begin.contains("solution"), "{begin}");
        press(&mut stage, [KeyCode::End]);
        let replayed = screen(&stage, &arguments, 80, 24);
        assert_ne!(begin, replayed);
        // Boards are alike, but for the cell where the film is.
        let board = |screen: &str| {
            let rows = screen.lines().filter(|line| line.contains('│'));
            rows.collect::<String>().replace(['@', '●', '×'], "·")
        };
        assert_eq!(board(&solved), board(&replayed), "{}", kind.about().name);
        press(&mut stage, [KeyCode::Char('s')]);
        assert_eq!((stage.shown, stage.moment), (Shown::Search, 0));
    }
}

#[test]
fn a_large_board_is_shown_where_things_happen() {
    let kind = KINDS[0];
    let arguments = arguments(kind, &["--size", "300x300"], Lang::En);
    let session = kind.described(&arguments.options, &arguments.limits).unwrap().unwrap();
    let mut stage = searched(&*session, &[kind.best_strategy()], &arguments);
    for (width, height) in [(80, 24), (30, 8)] {
        for tenth in '1'..='9' {
            press(&mut stage, [KeyCode::Char(tenth)]);
            // Whatever is looked at stays for a moment.
            let screens: Vec<String> =
                (0..20).map(|_| screen(&stage, &arguments, width, height)).collect();
            let shown = stage.panes[0].played(Shown::Search).unwrap();
            let corner = stage.panes[0].window.get().unwrap().0;
            let at = shown.changed().unwrap_or(corner);
            let near = |at: u32, from: u32, room: u16| (from..from + u32::from(room)).contains(&at);
            assert!(near(at.row, corner.row, height) && near(at.col, corner.col, width));
            assert_ne!(screens[19].trim(), "");
        }
    }
}

#[test]
fn a_search_that_runs_is_shown_and_can_be_ended() {
    let kind = KINDS[0];
    let arguments = arguments(kind, &["--max-nodes", "3000000"], Lang::En);
    let session = example(kind);
    let scene = session.scene(&mut Meter::new(&arguments.limits)).unwrap();
    let strategies = [kind.strategies()[0].name];
    let mut stage = Stage::new(vec![pane(strategies[0], &scene)]);
    let shared = SharedState::default();
    let (sender, receiver) = std::sync::mpsc::channel();
    let limits = search::Limits { cancel: Some(shared.stop.clone()), ..arguments.limits.clone() };
    let options = &arguments.options;
    let searches = Searches {
        session: &*session,
        strategies: &strategies,
        options,
        limits: &limits,
        pictures: &arguments.limits,
    };
    let waiting = screen(&stage, &arguments, 80, 24);
    assert!(waiting.contains(Lang::En.say("watch.keys.live")), "{waiting}");
    // Whoever asks before the search begins gets a picture from its first event.
    assert!(shared.picture().is_none());
    searches.run(&shared, &sender);
    let (number, picture) = shared.picture().unwrap();
    assert_eq!((number, picture.tally.events()), (0, 1));
    assert_ne!(picture.scene, scene);
    // Somebody has seen enough.
    press(&mut stage, [KeyCode::Char(' ')]);
    assert!(stage.enough && !stage.left);
    shared.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    searches.run(&shared, &sender);
    let (whole, ended) = (receiver.recv().unwrap().unwrap(), receiver.recv().unwrap().unwrap());
    let events = |film: &super::stage::Film| film.trace.player.recording().events();
    assert!(events(&ended) < events(&whole));
}
