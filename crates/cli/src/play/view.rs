//! How a round looks in a terminal: the board, what was said beside it or below it, and what keys do.

use std::time::Duration;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};
use search::Meter;
use tabuleiro::locale::Message;
use tabuleiro::tell;
use unicode_width::UnicodeWidthStr;

use super::board::{Marked, board};
use super::round::{Hinted, Round};

/// Columns that words need beside a board, and lines below one.
const WORDS: u16 = 30;
const LINES: u16 = 5;

/// The whole screen; and for how long a question has been thought about, if it takes long.
pub(crate) fn draw(frame: &mut Frame<'_>, round: &Round<'_>, thought: Option<Duration>) {
    let (lang, area) = (round.arguments.lang, frame.area());
    // A screen of few lines keeps them for the board.
    let most = if area.height < 16 { 1 } else { 3 };
    let mut keys = packed(lang.say("play.keys"), area.width.into());
    keys.truncate(most);
    let height = keys.len() as u16;
    let rows = [
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(1),
        Constraint::Length(height),
    ];
    let [above, main, here, below] = Layout::vertical(rows).areas(area);
    let history = round.game.history();
    let heading = Message::new("play.heading")
        .with("title", lang.say(&format!("{}.title", round.name())))
        .with("made", history.made().len())
        .with("undone", history.undone().len())
        .with("state", round.state());
    let bold = Style::new().add_modifier(Modifier::BOLD);
    frame.render_widget(Paragraph::new(heading.text(lang)).style(bold), above);
    let (left, right) = parts(round, main);
    frame.render_widget(Paragraph::new(picture(round, left)), left);
    let said = match thought {
        Some(time) => {
            let time = Message::new("play.thinking").with("time", tell::duration(time, lang));
            Text::raw(time.text(lang))
        }
        None => words(round),
    };
    frame.render_widget(Paragraph::new(said).wrap(Wrap { trim: false }), right);
    let typed = if round.typed.is_empty() { round.here() } else { round.typed.clone() };
    let line = Message::new("play.here")
        .with("square", round.cursor.to_string())
        .with("action", round.action())
        .with("moves", typed);
    frame.render_widget(Paragraph::new(line.text(lang)), here);
    frame.render_widget(Paragraph::new(keys.join("\n")), below);
}

/// What keys do, in lines that break between two of them.
fn packed(keys: &str, width: usize) -> Vec<String> {
    const GAP: &str = " · ";
    let mut lines: Vec<String> = Vec::new();
    for key in keys.split(GAP) {
        match lines.last_mut() {
            Some(line) if line.width() + GAP.width() + key.width() <= width => {
                *line += GAP;
                *line += key;
            }
            _ => lines.push(key.to_owned()),
        }
    }
    lines
}

/// Where the board is, and where the words are: beside it, or below it where the screen is narrow.
fn parts(round: &Round<'_>, main: Rect) -> (Rect, Rect) {
    let wide = main.width >= 60;
    let room = if wide {
        Rect { width: main.width - WORDS, ..main }
    } else {
        Rect { height: main.height.saturating_sub(LINES), ..main }
    };
    let shown = picture(round, room);
    if wide {
        let width = (shown.width() as u16 + 2).min(room.width);
        let columns = [Constraint::Length(width), Constraint::Fill(1)];
        let [left, right] = Layout::horizontal(columns).areas(main);
        (left, right)
    } else {
        let height = (shown.height() as u16).min(room.height);
        let rows = [Constraint::Length(height), Constraint::Fill(1)];
        let [left, right] = Layout::vertical(rows).areas(main);
        (left, right)
    }
}

/// The board with the hint that is told, as large as there is room for.
fn picture(round: &Round<'_>, room: Rect) -> Text<'static> {
    let step = round.hint.as_ref().filter(|(_, told)| *told == Hinted::Why).map(|(step, _)| step);
    match round.game.scene(step, &mut Meter::new(&round.limits)) {
        Ok(scene) => {
            let targets = round.targets();
            let leads = |at| targets.contains(&at) || round.can_act(at);
            let marked = Marked { cursor: round.cursor, from: round.from, leads: &leads };
            board(&scene, round.kind.signs(), (room.width, room.height), &marked)
        }
        Err(_) => Text::raw(round.arguments.lang.say("play.no-picture")),
    }
}

/// What was said last, the first line before the others.
fn words(round: &Round<'_>) -> Text<'static> {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let said = round.said.iter().enumerate();
    let lines = said.flat_map(|(rank, text)| {
        let style = if rank == 0 { bold } else { Style::new() };
        let line = |line: &str| Line::from(Span::styled(line.to_owned(), style));
        text.lines().map(line).collect::<Vec<_>>()
    });
    lines.collect()
}
