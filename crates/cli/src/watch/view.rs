//! How the stage looks in a terminal.

use draw::Signs;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{LineGauge, Paragraph, Wrap};
use tabuleiro::board::{Size, Square};
use tabuleiro::locale::{Lang, Message};
use tabuleiro::recorder::Tally;
use tabuleiro::scene::Scene;
use unicode_width::UnicodeWidthStr;

use super::stage::{Pane, Shown, Stage};
use crate::arguments::Arguments;
use crate::solve;

/// Frames for which a part of a large board is shown at least, so that it can be looked at.
const STILL: u32 = 12;

/// What is said on the screen, and in which signs.
pub(crate) struct Words<'a> {
    pub(crate) title: &'a str,
    pub(crate) signs: &'a Signs,
    pub(crate) arguments: &'a Arguments,
}

/// The whole screen: the searches side by side, how far they are, and what keys do.
pub(crate) fn draw(frame: &mut Frame<'_>, stage: &Stage, words: &Words<'_>) {
    let (lang, area) = (words.arguments.lang, frame.area());
    let keys = lang.say(match stage.shown {
        Shown::Live => "watch.keys.live",
        Shown::Search if stage.solved() => "watch.keys.solved",
        Shown::Search => "watch.keys",
        Shown::Solution => "watch.keys.solution",
    });
    // A screen of few lines keeps them for the board.
    let lines = keys.width().div_ceil(usize::from(area.width.max(1))).min(3) as u16;
    let lines = if area.height < 12 { 1 } else { lines };
    let rows = [Constraint::Fill(1), Constraint::Length(1), Constraint::Length(lines)];
    let [boards, bar, below] = Layout::vertical(rows).areas(area);
    let panes = Layout::horizontal(stage.panes.iter().map(|_| Constraint::Fill(1)));
    for (pane, &area) in stage.panes.iter().zip(panes.spacing(2).split(boards).iter()) {
        show(frame, stage, pane, area, words);
    }
    let (moment, events) = (stage.moment, stage.events());
    let ratio = if events == 0 { 1.0 } else { moment as f64 / events as f64 };
    let state = match stage.shown {
        Shown::Live => "watch.searching",
        _ if area.width < 60 => "watch.short",
        _ if stage.playing => "watch.playing",
        _ => "watch.paused",
    };
    let label = Message::new(state).with("moment", moment).with("events", events);
    let label = label.with("speed", stage.speed()).text(lang);
    match stage.shown {
        Shown::Live => frame.render_widget(Paragraph::new(label), bar),
        _ => frame.render_widget(LineGauge::default().ratio(ratio).label(label), bar),
    }
    frame.render_widget(Paragraph::new(keys).wrap(Wrap { trim: true }), below);
}

/// One search: what it is, the board, and the counters, or at the end what came of it.
fn show(frame: &mut Frame<'_>, stage: &Stage, pane: &Pane, area: Rect, words: &Words<'_>) {
    let lang = words.arguments.lang;
    let (above, below) = if area.height < 10 { (0, 1) } else { (1, 3) };
    let rows = [Constraint::Length(above), Constraint::Fill(1), Constraint::Length(below)];
    let [heading, board, told] = Layout::vertical(rows).areas(area);
    let mut title = format!("{}: {}", words.title, pane.strategy);
    if stage.shown == Shown::Solution {
        title = format!("{title} · {}", lang.say("watch.solution"));
    }
    let bold = Style::new().add_modifier(Modifier::BOLD);
    frame.render_widget(Paragraph::new(title).style(bold), heading);
    let played = pane.played(stage.shown);
    let ended = played.is_some_and(|player| player.moment() == player.recording().events());
    let found = pane.film.as_ref().and_then(|film| film.found.as_ref());
    // A search that was solved ends with its solution, of which it may have shown little.
    let found = found.filter(|_| ended && stage.shown == Shown::Search);
    let (scene, changed) = match (found, played) {
        (Some(found), _) => (found, None),
        (None, Some(player)) => (player.scene(), player.changed()),
        (None, None) => (&pane.live.scene, pane.live.changed),
    };
    let picture = picture(scene, changed, pane, board, words.signs);
    frame.render_widget(Paragraph::new(picture), board);
    let tally = played.map_or(pane.live.tally, |player| player.tally());
    let moment = played.map_or(tally.events(), |player| player.moment());
    let mut text = counters(moment, tally, lang);
    // What comes of it is told at the end, not before.
    if let Some(film) = pane.film.as_ref().filter(|_| ended && stage.shown == Shown::Search) {
        let (mut told, answer) = (Vec::new(), &film.trace.answer);
        // Writing to memory does not fail.
        let limits = &words.arguments.limits;
        let _ = solve::remarks(&mut told, pane.strategy, answer, limits, lang);
        text = String::from_utf8_lossy(&told).into_owned();
    }
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: false }), told);
}

/// The moment and all counters that are not zero.
pub(crate) fn counters(moment: u64, tally: Tally, lang: Lang) -> String {
    let moment = Message::new("watch.event").with("n", moment).text(lang);
    let counted = tally
        .named()
        .into_iter()
        .filter(|&(_, count)| count > 0)
        .map(|(name, count)| Message::new(format!("tally.{name}")).with("n", count).text(lang));
    [moment].into_iter().chain(counted).collect::<Vec<_>>().join(" · ")
}

/// The board as large as there is room: with lines, with numbers, or one character a cell around
/// the place where the search is.
fn picture(
    scene: &Scene,
    changed: Option<Square>,
    pane: &Pane,
    area: Rect,
    signs: &Signs,
) -> Text<'static> {
    let fits = |lines: &[Vec<draw::Span>]| {
        let width: usize =
            lines.first().map_or(0, |line| line.iter().map(|(text, _)| text.chars().count()).sum());
        lines.len() <= usize::from(area.height) && width <= usize::from(area.width)
    };
    // A board that is large in cells is not even tried.
    let size = scene.size();
    if size.rows <= u32::from(area.height) && size.cols <= u32::from(area.width) {
        pane.breadth.set(pane.breadth.get().max(draw::breadth(scene, signs)));
        for lined in [true, false] {
            let lines = draw::lines(scene, signs, lined, pane.breadth.get());
            if fits(&lines) {
                return lines.into_iter().map(styled).collect();
            }
        }
    }
    let room = Size {
        rows: u32::from(area.height).min(size.rows),
        cols: u32::from(area.width).min(size.cols),
    };
    let Square { row: top, col: left } = corner(size, room, changed, pane);
    let cells = |row: u32| {
        (left..left + room.cols).map(move |col| {
            let mut cell = scene.cell(Square { row, col });
            // Of a number the last digit: the order along a path can still be followed.
            cell.number = cell.number.map(|number| (number % 10).abs());
            let label = match draw::label(cell, signs) {
                empty if empty.is_empty() => " ".to_owned(),
                label => label.into_owned(),
            };
            (label, draw::style(cell.tone, (row + col) % 2 == 1))
        })
    };
    (top..top + room.rows).map(|row| styled(cells(row).collect())).collect()
}

/// The corner of the part of a large board that is shown: where the last change was. It stays where it
/// is while changes are within it, and for some frames in any case.
fn corner(size: Size, room: Size, changed: Option<Square>, pane: &Pane) -> Square {
    let (kept, frames) = match pane.window.get() {
        Some((corner, frames)) => (Some(corner), frames + 1),
        None => (None, 0),
    };
    let inside = |corner: Square, at: Square| {
        (corner.row..corner.row + room.rows).contains(&at.row)
            && (corner.col..corner.col + room.cols).contains(&at.col)
    };
    let around = |at: u32, side: u32, room: u32| at.saturating_sub(room / 2).min(side - room);
    let about = |at: Square| Square {
        row: around(at.row, size.rows, room.rows),
        col: around(at.col, size.cols, room.cols),
    };
    // The screen may have become larger.
    let fitting = kept.filter(|corner| {
        corner.row + room.rows <= size.rows && corner.col + room.cols <= size.cols
    });
    let (corner, frames) = match (fitting, changed) {
        (Some(corner), None) => (corner, frames),
        (Some(corner), Some(at)) if inside(corner, at) || frames < STILL => (corner, frames),
        (_, Some(at)) => (about(at), 0),
        (None, None) => (about(Square { row: size.rows / 2, col: size.cols / 2 }), STILL),
    };
    pane.window.set(Some((corner, frames)));
    corner
}

fn styled(line: Vec<draw::Span>) -> Line<'static> {
    line.into_iter().map(|(text, look)| Span::styled(text, converted(look))).collect()
}

/// The same style in the terms of the terminal library.
pub(crate) fn converted(look: anstyle::Style) -> Style {
    use anstyle::{AnsiColor, Effects};
    let mut style = Style::new();
    if let Some(anstyle::Color::Ansi(colour)) = look.get_fg_color() {
        style = style.fg(match colour {
            AnsiColor::Red => Color::Red,
            AnsiColor::Green => Color::Green,
            AnsiColor::Yellow => Color::Yellow,
            AnsiColor::Cyan => Color::Cyan,
            AnsiColor::Magenta => Color::Magenta,
            AnsiColor::BrightCyan => Color::LightCyan,
            AnsiColor::BrightBlack => Color::DarkGray,
            _ => Color::Reset,
        });
    }
    for (effect, modifier) in [
        (Effects::BOLD, Modifier::BOLD),
        (Effects::DIMMED, Modifier::DIM),
        (Effects::INVERT, Modifier::REVERSED),
        (Effects::UNDERLINE, Modifier::UNDERLINED),
    ] {
        if look.get_effects().contains(effect) {
            style = style.add_modifier(modifier);
        }
    }
    style
}
