//! How a round looks in a terminal: the board, what was said beside it, and what keys do.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Paragraph, Wrap};
use search::Meter;
use tabuleiro::locale::Message;

use super::round::{Round, Told};
use crate::watch::view::picture;

/// Columns that words need beside a board.
const WORDS: u16 = 28;

/// The whole screen.
pub(crate) fn draw(frame: &mut Frame<'_>, round: &Round) {
    let lang = round.lang;
    let keys = Paragraph::new(lang.say("play.keys")).wrap(Wrap { trim: true });
    let height = if frame.area().width < 80 { 3 } else { 2 };
    let rows = [Constraint::Fill(1), Constraint::Length(1), Constraint::Length(height)];
    let [main, here, bottom] = Layout::vertical(rows).areas(frame.area());
    let (made, undone) = (round.game.history().made(), round.game.history().undone());
    let heading = Message::new("play.heading")
        .with("title", round.title)
        .with("made", made.len())
        .with("undone", undone.len())
        .text(lang);
    let block = Block::bordered().title(format!(" {heading} "));
    let inner = block.inner(main);
    frame.render_widget(block, main);
    // The board on the left, as wide as it is; words on the right.
    let step = round.hint.as_ref().filter(|(_, told)| *told == Told::Why).map(|(step, _)| step);
    let mut meter = Meter::new(&round.limits);
    let board = match round.game.scene(step, &mut meter) {
        Ok(scene) => {
            let marked: Vec<_> = [round.cursor].into_iter().chain(round.from).collect();
            let mut room = inner;
            room.width = inner.width.saturating_sub(WORDS);
            picture(&scene, room, &marked)
        }
        Err(_) => Text::raw(lang.say("play.no-picture")),
    };
    let columns = [Constraint::Length(board.width() as u16 + 1), Constraint::Fill(1)];
    let [left, right] = Layout::horizontal(columns).areas(inner);
    frame.render_widget(Paragraph::new(board), left);
    let said = words(round);
    frame.render_widget(Paragraph::new(said).wrap(Wrap { trim: false }), right);
    let line = Message::new("play.here")
        .with("square", round.cursor.to_string())
        .with("action", round.action())
        .with(
            "moves",
            if round.typed.is_empty() { round.here() } else { vec![round.typed.clone()] },
        );
    frame.render_widget(Paragraph::new(line.text(lang)), here);
    frame.render_widget(keys, bottom);
}

/// What was said last, the first line before the others.
fn words(round: &Round) -> Text<'static> {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let said = round.said.iter().enumerate();
    let lines = said.flat_map(|(rank, text)| {
        let style = if rank == 0 { bold } else { Style::new() };
        text.lines()
            .map(move |line| Line::from(Span::styled(line.to_owned(), style)))
            .collect::<Vec<_>>()
    });
    lines.collect()
}
