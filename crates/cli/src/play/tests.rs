//! Rounds without a terminal: keys go in, screens come out.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tabuleiro::KINDS;
use tabuleiro::contract::Options;
use tabuleiro::kind::Kind;
use tabuleiro::locale::Lang;
use tabuleiro::play::PlayState;
use tabuleiro::text::Source;

use super::round::{self, Hinted, Request, Round};
use super::view;
use crate::arguments::Arguments;
use crate::command::{self, Detail, Typed};
use crate::verbs::Verb;

/// The kinds that can be played.
fn played() -> impl Iterator<Item = &'static dyn Kind> {
    KINDS.iter().copied().filter(|kind| kind.lessons().is_some())
}

/// What `<puzzle> play` understands.
fn arguments(kind: &dyn Kind, lang: Lang) -> Arguments {
    let words = ["tabuleiro", kind.about().name, "play"];
    let matches =
        command::root(lang, Detail::Short, Typed::ALL).try_get_matches_from(words).unwrap();
    let (_, words) = matches.subcommand().unwrap().1.subcommand().unwrap();
    Arguments::new(kind, Verb::named("play").unwrap(), words, lang).unwrap()
}

/// A round of an example of a kind, by its number from the first.
fn round<'a>(kind: &'a dyn Kind, example: usize, arguments: &'a Arguments) -> Round<'a> {
    let example = &kind.about().examples[example];
    let (source, options) = (Source::new(example.name, example.text), Options::default());
    let session = kind.open(&source, &options).next().unwrap().unwrap();
    Round::new(kind, session.play(None).unwrap(), session.extent(), arguments)
}

/// Presses keys, and answers what they ask.
fn press(round: &mut Round<'_>, codes: impl IntoIterator<Item = KeyCode>) {
    for code in codes {
        if let Some(Request::Ask(question)) = round.key(KeyEvent::new(code, KeyModifiers::NONE)) {
            let answer = round::ask(&*round.game, question, &round.limits);
            round.answer(answer);
        }
    }
}

fn screen(round: &Round<'_>, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| view::draw(frame, round, None)).unwrap();
    terminal.backend().to_string()
}

/// An example with several solutions, or none, cannot be solved by hints: it is said instead.
#[test]
fn hints_alone_solve_an_example_in_three_steps_each() {
    for kind in played() {
        let arguments = arguments(kind, Lang::En);
        let won = (0..kind.about().examples.len()).filter(|&number| {
            let mut round = round(kind, number, &arguments);
            round.size.area() <= 100 && solved_by_hints(&mut round)
        });
        assert!(won.count() > 0, "{}", kind.about().name);
    }
}

/// Whether hints lead to the end, each told in three steps.
fn solved_by_hints(round: &mut Round<'_>) -> bool {
    loop {
        let made = round.game.history().made().len();
        press(round, [KeyCode::Char('h')]);
        let Some((_, told)) = &round.hint else { break };
        assert_eq!(*told, Hinted::Where);
        press(round, [KeyCode::Char('h')]);
        assert!(matches!(&round.hint, Some((_, Hinted::Why))));
        assert!(round.said.len() > 2, "{:?}", round.said);
        press(round, [KeyCode::Char('h')]);
        assert!(round.hint.is_none() && round.game.history().made().len() > made);
    }
    assert!(!round.said.is_empty());
    round.game.state() == PlayState::Won
}

#[test]
fn moves_are_taken_back_and_made_again() {
    for kind in played() {
        let arguments = arguments(kind, Lang::En);
        let mut round = round(kind, 1, &arguments);
        press(&mut round, [KeyCode::Char('u')]);
        assert_eq!(round.said, ["there is no such move"]);
        let before = round.game.text();
        press(&mut round, [KeyCode::Char('h'); 3]);
        let after = round.game.text();
        assert_ne!(before, after);
        while !round.game.history().made().is_empty() {
            press(&mut round, [KeyCode::Char('u')]);
        }
        assert_eq!(round.game.text(), before);
        while !round.game.history().undone().is_empty() {
            press(&mut round, [KeyCode::Char('r')]);
        }
        assert_eq!(round.game.text(), after);
    }
}

#[test]
fn the_cursor_stays_on_the_board_and_questions_are_answered() {
    for kind in played() {
        let arguments = arguments(kind, Lang::En);
        let mut round = round(kind, 1, &arguments);
        press(&mut round, [KeyCode::Up; 100]);
        press(&mut round, [KeyCode::Left; 100]);
        assert_eq!(round.cursor.to_string(), "1,1");
        press(&mut round, [KeyCode::PageDown, KeyCode::End, KeyCode::Down, KeyCode::Right]);
        let (rows, cols) = (round.size.rows, round.size.cols);
        assert_eq!(round.cursor.to_string(), format!("{rows},{cols}"));
        press(&mut round, [KeyCode::Char('c')]);
        assert_eq!(round.said[0], "no rule is broken");
        press(&mut round, [KeyCode::Char('v')]);
        assert!(round.said[0].starts_with("it can still be solved"), "{:?}", round.said);
        assert_eq!(
            round.key(KeyEvent::new(KeyCode::Char('s'), KeyModifiers::NONE)),
            Some(Request::Save)
        );
        press(&mut round, [KeyCode::Char('q')]);
        assert!(round.left);
    }
}

#[test]
fn the_screen_is_legible_at_80x24_in_both_languages() {
    for lang in Lang::ALL {
        for kind in played() {
            let arguments = arguments(kind, lang);
            let mut round = round(kind, 0, &arguments);
            press(&mut round, [KeyCode::Char('h'); 2]);
            let shown = screen(&round, 80, 24);
            assert!(shown.contains(lang.say(&format!("{}.title", round.name()))), "{shown}");
            // Keys are all there, though on several lines.
            let keys = lang.say("play.keys");
            let last = keys.rsplit(' ').next().unwrap();
            assert!(shown.contains(&keys[..20]) && shown.contains(last), "{shown}");
            if let Some(first) = round.said.first() {
                let first: String = first.chars().take(16).collect();
                assert!(shown.contains(&first), "{first}\n{shown}");
            }
            for (width, height) in [(1, 1), (9, 5), (30, 9), (60, 16), (200, 60)] {
                screen(&round, width, height);
            }
        }
    }
}

#[test]
fn a_lost_position_is_named_at_once_where_that_was_asked_for() {
    let mut lost = 0;
    for kind in played() {
        let arguments = arguments(kind, Lang::En);
        let mut round = round(kind, 1, &arguments);
        press(&mut round, [KeyCode::Char('w')]);
        assert!(round.warns);
        for _ in 0..40 {
            let squares: Vec<_> = round.size.squares().collect();
            let legal = squares.iter().flat_map(|&at| round.game.moves(at)).last();
            let Some(made) = legal else { break };
            round.cursor = made.at;
            press(&mut round, [KeyCode::Enter]);
            if let Some(to) = made.to {
                round.cursor = to;
                press(&mut round, [KeyCode::Enter]);
            }
            if let Some(value) = made.value {
                let digits = value.to_string();
                press(&mut round, digits.chars().map(KeyCode::Char));
            }
            if round.said.iter().any(|line| line.starts_with("lost since move")) {
                lost += 1;
                break;
            }
        }
    }
    assert!(lost > 0);
}

#[test]
fn a_forbidden_move_is_named_and_not_made() {
    for kind in played() {
        let arguments = arguments(kind, Lang::En);
        let mut round = round(kind, 1, &arguments);
        let squares: Vec<_> = round.size.squares().collect();
        let Some(&idle) = squares.iter().find(|&&at| round.game.moves(at).is_empty()) else {
            continue;
        };
        round.cursor = idle;
        press(&mut round, [KeyCode::Enter]);
        if round.from.is_some() {
            round.cursor = squares.iter().copied().find(|&at| at != idle).unwrap();
            press(&mut round, [KeyCode::Enter]);
        }
        press(&mut round, [KeyCode::Char('1'), KeyCode::Enter]);
        assert!(round.game.history().made().is_empty(), "{}", kind.about().name);
        assert!(!round.said.is_empty(), "{}", kind.about().name);
    }
}
