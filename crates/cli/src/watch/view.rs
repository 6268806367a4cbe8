//! How the stage looks in a terminal.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, LineGauge, Paragraph, Wrap};
use tabuleiro::board::Square;
use tabuleiro::locale::{Lang, Message};
use tabuleiro::recorder::Player;
use tabuleiro::scene::{Scene, Tone};

use super::stage::Stage;
use crate::arguments::Arguments;
use crate::solve;
use crate::trace::Trace;

/// The whole screen: a title, the searches side by side, how far they are, and what keys do.
pub(crate) fn draw(frame: &mut Frame<'_>, stage: &Stage, title: &str, arguments: &Arguments) {
    let lang = arguments.lang;
    let rows = [Constraint::Fill(1), Constraint::Length(1), Constraint::Length(1)];
    let [boards, bar, keys] = Layout::vertical(rows).areas(frame.area());
    let panes = Layout::horizontal(stage.traces.iter().map(|_| Constraint::Fill(1))).split(boards);
    for (trace, &area) in stage.traces.iter().zip(panes.iter()) {
        let heading = format!(" {title}: {} ", trace.strategy);
        let block = Block::bordered().title(heading);
        let inner = block.inner(area);
        frame.render_widget(block, area);
        pane(frame, trace, inner, arguments);
    }
    let (moment, events) = (stage.moment, stage.events());
    let ratio = if events == 0 { 1.0 } else { moment as f64 / events as f64 };
    let state = if stage.playing { "watch.playing" } else { "watch.paused" };
    let label = Message::new(state)
        .with("moment", moment)
        .with("events", events)
        .with("speed", stage.speed())
        .text(lang);
    frame.render_widget(LineGauge::default().ratio(ratio).label(label), bar);
    frame.render_widget(Paragraph::new(lang.say("watch.keys")), keys);
}

fn pane(frame: &mut Frame<'_>, trace: &Trace, area: Rect, arguments: &Arguments) {
    let rows = [Constraint::Fill(1), Constraint::Length(1), Constraint::Length(3)];
    let [board, counts, outcome] = Layout::vertical(rows).areas(area);
    frame.render_widget(Paragraph::new(picture(trace.player.scene(), board, &[])), board);
    frame.render_widget(Paragraph::new(counters(&trace.player, arguments.lang)), counts);
    // What comes of it is told at the end, not before.
    if trace.player.moment() == trace.player.recording().events() {
        let mut words = Vec::new();
        // Writing to memory does not fail.
        let (limits, lang) = (&arguments.limits, arguments.lang);
        let _ = solve::remarks(&mut words, trace.strategy, &trace.answer, limits, lang);
        let words = String::from_utf8_lossy(&words).into_owned();
        frame.render_widget(Paragraph::new(words).wrap(Wrap { trim: false }), outcome);
    }
}

/// The moment and all counters that are not zero.
pub(crate) fn counters(player: &Player, lang: Lang) -> String {
    let moment = Message::new("watch.event").with("n", player.moment()).text(lang);
    let tally = player.tally().named();
    let counted = tally
        .into_iter()
        .filter(|&(_, count)| count > 0)
        .map(|(name, count)| Message::new(format!("tally.{name}")).with("n", count).text(lang));
    [moment].into_iter().chain(counted).collect::<Vec<_>>().join(" · ")
}

/// The board as large as there is room: with lines, with numbers, or one character a cell around
/// the first of the marked cells, or the place where the search is. Marked cells are shown inverted.
pub(crate) fn picture(scene: &Scene, area: Rect, marked: &[Square]) -> Text<'static> {
    let fits = |lines: &[Vec<draw::Span>]| {
        let width: usize =
            lines.first().map_or(0, |line| line.iter().map(|(text, _)| text.chars().count()).sum());
        lines.len() <= usize::from(area.height) && width <= usize::from(area.width)
    };
    let invert = |look: &mut anstyle::Style| *look = look.invert();
    // A board that is large in cells is not even tried.
    let small = scene.size().rows <= u32::from(area.height);
    if small && scene.size().cols <= u32::from(area.width) {
        for lined in [true, false] {
            let mut lines = draw::lines(scene, lined);
            if fits(&lines) {
                // With lines, every cell has one above it and one before it.
                let (every, first) = if lined { (2, 1) } else { (1, 0) };
                for at in marked {
                    let line = &mut lines[every * at.row as usize + first];
                    invert(&mut line[every * at.col as usize + first].1);
                }
                return lines.into_iter().map(styled).collect();
            }
        }
    }
    let size = scene.size();
    let current = || size.squares().find(|&square| scene.cell(square).tone == Tone::Current);
    let centre = marked.first().copied().or_else(current);
    let centre = centre.unwrap_or(Square { row: size.rows / 2, col: size.cols / 2 });
    let window = |at: u32, side: u32, room: u16| {
        let room = u32::from(room).min(side);
        let from = at.saturating_sub(room / 2).min(side - room);
        from..from + room
    };
    let cells = |row: u32| {
        let columns = window(centre.col, size.cols, area.width);
        columns.map(move |col| {
            let mut cell = scene.cell(Square { row, col });
            cell.number = cell.number.filter(|&number| number < 10);
            let label = match draw::label(cell) {
                empty if empty.is_empty() => " ".to_owned(),
                label => label.into_owned(),
            };
            let mut look = draw::style(cell.tone, (row + col) % 2 == 1);
            if marked.contains(&Square { row, col }) {
                invert(&mut look);
            }
            (label, look)
        })
    };
    window(centre.row, size.rows, area.height).map(|row| styled(cells(row).collect())).collect()
}

fn styled(line: Vec<draw::Span>) -> Line<'static> {
    line.into_iter().map(|(text, look)| Span::styled(text, converted(look))).collect()
}

/// The same style in the terms of the terminal library.
fn converted(look: anstyle::Style) -> Style {
    use anstyle::{AnsiColor, Effects};
    let mut style = Style::new();
    if let Some(anstyle::Color::Ansi(colour)) = look.get_fg_color() {
        style = style.fg(match colour {
            AnsiColor::Green => Color::Green,
            AnsiColor::Yellow => Color::Yellow,
            AnsiColor::Red => Color::Red,
            AnsiColor::Cyan => Color::Cyan,
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
