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

use super::round::{Round, Told};
use super::view;
use crate::arguments::Arguments;
use crate::command;

/// The kinds that can be played.
fn played() -> impl Iterator<Item = &'static dyn Kind> {
    KINDS.iter().copied().filter(|kind| kind.lessons().is_some())
}

/// A round of an example of a kind.
fn round(kind: &dyn Kind, example: usize, lang: Lang) -> Round {
    let words = ["tabuleiro", kind.about().name, "play"];
    let matches = command::root(lang).try_get_matches_from(words).unwrap();
    let (_, verb) = matches.subcommand().unwrap().1.subcommand().unwrap();
    let arguments = Arguments::new(kind, verb, lang).unwrap();
    let example = &kind.about().examples[example];
    let (source, options) = (Source::new(example.name, example.text), Options::default());
    let session = kind.open(&source, &options).next().unwrap().unwrap();
    Round::new(kind, session.play(None).unwrap(), session.extent(), &arguments)
}

fn press(round: &mut Round, codes: impl IntoIterator<Item = KeyCode>) {
    codes.into_iter().for_each(|code| round.key(KeyEvent::new(code, KeyModifiers::NONE)));
}

fn screen(round: &Round, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| view::draw(frame, round)).unwrap();
    terminal.backend().to_string()
}

#[test]
fn hints_alone_solve_the_first_example_or_say_why_not() {
    for kind in played() {
        // The second example of each is small enough for every question.
        let mut round = round(kind, 1, Lang::En);
        for _ in 0..600 {
            let made = round.game.history().made().len();
            press(&mut round, [KeyCode::Char('h')]);
            let Some((_, told)) = &round.hint else { break };
            assert_eq!(*told, Told::Where);
            press(&mut round, [KeyCode::Char('h')]);
            assert!(matches!(&round.hint, Some((_, Told::Why))));
            assert!(round.said.len() > 1, "{:?}", round.said);
            press(&mut round, [KeyCode::Char('h')]);
            assert!(round.hint.is_none() && round.game.history().made().len() > made);
        }
        assert_eq!(round.game.state(), PlayState::Won, "{}: {:?}", kind.about().name, round.said);
    }
}

#[test]
fn moves_are_taken_back_and_made_again() {
    for kind in played() {
        let mut round = round(kind, 1, Lang::En);
        press(&mut round, [KeyCode::Char('u')]);
        assert_eq!(round.said, ["there is no such move"]);
        let before = round.game.text();
        press(&mut round, [KeyCode::Char('h'); 3]);
        let after = round.game.text();
        assert_ne!(before, after);
        press(&mut round, [KeyCode::Char('u')]);
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
fn the_cursor_stays_on_the_board_and_a_forbidden_move_is_named() {
    for kind in played() {
        let mut round = round(kind, 1, Lang::En);
        press(&mut round, [KeyCode::Up; 100]);
        press(&mut round, [KeyCode::Left; 100]);
        assert_eq!(round.cursor.to_string(), "1,1");
        press(&mut round, [KeyCode::Down; 100]);
        press(&mut round, [KeyCode::Right; 100]);
        let (rows, cols) = (round.size.rows, round.size.cols);
        assert_eq!(round.cursor.to_string(), format!("{rows},{cols}"));
        press(&mut round, [KeyCode::Char('c')]);
        assert_eq!(round.said[0], "no rule is broken");
        press(&mut round, [KeyCode::Char('v')]);
        assert!(round.said[0].starts_with("it can still be solved"), "{:?}", round.said);
        press(&mut round, [KeyCode::Char('q')]);
        assert!(round.left);
    }
}

#[test]
fn the_screen_is_legible_at_80x24_in_both_languages() {
    for lang in Lang::ALL {
        for kind in played() {
            let mut round = round(kind, 0, lang);
            press(&mut round, [KeyCode::Char('h'); 2]);
            let shown = screen(&round, 80, 24);
            assert!(shown.contains(round.title), "{shown}");
            assert!(shown.contains(&lang.say("play.keys")[..20]), "{shown}");
            // Keys are all there, though on two lines.
            let last = lang.say("play.keys").rsplit(' ').next().unwrap();
            assert!(shown.contains(last), "{shown}");
            let first: String = round.said[0].chars().take(20).collect();
            assert!(shown.contains(&first), "{shown}");
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
        let mut round = round(kind, 1, Lang::En);
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
            if round.said.iter().any(|line| line.starts_with("lost since move")) {
                lost += 1;
                break;
            }
        }
    }
    assert!(lost > 0);
}
