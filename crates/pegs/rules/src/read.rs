//! Reading boards: which of the notations a text is in, and what options describe.

use std::ops::Range;

use super::ground::Ground;
use super::notation::{CellState, GOAL};
use super::{BYTES_A_CELL, MOST, Notation, Pegs, coursework, drawing, game_id, named_boards};
use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{Meter, Options, Puzzle, RunError};
use tabuleiro_core::text::{Diagnostic, Line, Source};

/// Bytes for each place while a board is read: the board, its places, the goal before and after.
pub(super) const BYTES_READ: u64 = BYTES_A_CELL + 2;

type Boards<'a> = Box<dyn Iterator<Item = Result<Pegs, Diagnostic>> + 'a>;

/// The boards of a text, in order; the first fault ends them.
pub(super) fn boards<'a>(source: &'a Source, options: &'a Options) -> Boards<'a> {
    let failed = |fault| Box::new(std::iter::once(Err(fault)));
    if let Some(name) = Pegs::ABOUT.instead.iter().copied().find(|name| options.has(name)) {
        let value = options.get(name).unwrap_or_default();
        let fault = Source::option(name, value).diagnostic("P0121", 0..value.len());
        return failed(fault.with("option", name).with("file", source.name()));
    }
    let mut lines = match source.lines() {
        Ok(lines) => BoardLines { source, lines, at: 0 },
        Err(fault) => return failed(fault),
    };
    if !lines.skip_blank() {
        return failed(Diagnostic::new("I0004").in_file(source.name()));
    }
    let mut over = false;
    Box::new(std::iter::from_fn(move || {
        if over || !lines.skip_blank() {
            return None;
        }
        let board = lines.problem().and_then(|(ground, notation)| {
            let ground = with_goal(ground, options)?;
            Ok(legal(ground).written(notation))
        });
        over = board.is_err();
        Some(board)
    }))
}

/// The board that options alone describe.
pub(super) fn described(
    options: &Options,
    meter: &mut Meter<'_>,
) -> Result<Option<Pegs>, RunError> {
    let (board, vacancy) = (options.get("board"), options.get("vacancy"));
    let (ground, notation) = match (options.get("id"), board) {
        (Some(value), None) => {
            let source = Source::option("id", value);
            let line = Line { text: value, at: 0 };
            let (columns, places) = game_id::places(&source, line)?;
            (ground(columns, &places), Notation::GameId)
        }
        (Some(value), Some(_)) => {
            let fault = Source::option("id", value).diagnostic("P0122", 0..value.len());
            return Err(fault.into());
        }
        (None, Some(name)) => {
            meter.claim(BYTES_READ * named_boards::size("board", name)?.area())?;
            (named_boards::named("board", name, vacancy)?, Notation::Drawing)
        }
        (None, None) => {
            return match vacancy {
                None => Ok(None),
                Some(value) => {
                    let source = Source::option("vacancy", value);
                    Err(source.diagnostic("P0123", 0..value.len()).into())
                }
            };
        }
    };
    let ground = with_goal(ground, options)?;
    Ok(Some(legal(ground).written(notation)))
}

/// A ground that was read is legal: its parts were made together.
fn legal(ground: Ground) -> Pegs {
    Pegs::new(ground).unwrap_or_else(|| unreachable!("readers make legal boards"))
}

/// The board of so many columns with these places, its goal the complement. A board without places
/// is one place outside.
pub(super) fn ground(columns: usize, places: &[CellState]) -> Ground {
    if places.is_empty() {
        return ground(1, &[CellState::Outside]);
    }
    let inside = places.iter().map(|&place| place != CellState::Outside).collect();
    let start = places.iter().map(|&place| place == CellState::Peg).collect();
    let rows = places.len() / columns;
    Ground { rows, columns, inside, start, goal: Vec::new() }.complemented()
}

/// The ground with the goal that `--goal` asks for, if it does: a cell, or a text with a board.
fn with_goal(mut ground: Ground, options: &Options) -> Result<Ground, Diagnostic> {
    let Some(value) = options.get("goal") else { return Ok(ground) };
    let source = Source::option("goal", value);
    let one_line = !value.trim().contains('\n');
    let letters = value.bytes().take_while(u8::is_ascii_alphabetic).count();
    let as_in_chess = (1..=4).contains(&letters)
        && value.len() > letters
        && value[letters..].bytes().all(|byte| byte.is_ascii_digit());
    if one_line && (value.contains(',') || as_in_chess) {
        let size =
            tabuleiro_core::board::Size { rows: ground.rows as u32, cols: ground.columns as u32 };
        let square = Square::parse("goal", value, size)?;
        let cell = cell_inside(&ground, &source, square)?;
        ground.goal.fill(false);
        ground.goal[cell] = true;
        return Ok(ground);
    }
    if one_line && value.trim().contains(|c: char| !"o.# :PHOx".contains(c) && !c.is_ascii_digit())
    {
        let fault = source.diagnostic("P0126", 0..value.trim_end().len());
        return Err(fault.with("found", value.trim()));
    }
    let mut lines = BoardLines { source: &source, lines: source.lines()?, at: 0 };
    if !lines.skip_blank() {
        return Err(Diagnostic::new("I0004").in_file(source.name()));
    }
    let at = lines.lines[lines.at].range();
    let (goal, _) = lines.position()?;
    onto(ground, goal, &source, at)
}

/// The place of a cell that must be part of the board.
pub(super) fn cell_inside(
    ground: &Ground,
    source: &Source,
    square: Square,
) -> Result<usize, Diagnostic> {
    let cell = square.row as usize * ground.columns + square.col as usize;
    if !ground.inside[cell] {
        let length = source.bytes().len();
        return Err(source.diagnostic("P0125", 0..length).with("cell", square.to_string()));
    }
    Ok(cell)
}

/// The ground with the pegs of another as its goal, if both are boards of the same shape.
fn onto(
    mut ground: Ground,
    goal: Ground,
    source: &Source,
    at: Range<usize>,
) -> Result<Ground, Diagnostic> {
    if (goal.rows, goal.columns) != (ground.rows, ground.columns) || goal.inside != ground.inside {
        let size = |ground: &Ground| format!("{}x{}", ground.rows, ground.columns);
        let fault = source.diagnostic("P0127", at);
        return Err(fault.with("goal", size(&goal)).with("board", size(&ground)));
    }
    ground.goal = goal.start;
    Ok(ground)
}

/// A board too large to be held, told by its sides.
pub(super) fn too_large(source: &Source, at: Range<usize>, size: String) -> Diagnostic {
    source.diagnostic("P0102", at).with("size", size).with("most", MOST)
}

/// The lines of a text, read board by board.
pub(super) struct BoardLines<'a> {
    pub(super) source: &'a Source,
    pub(super) lines: Vec<Line<'a>>,
    pub(super) at: usize,
}

impl<'a> BoardLines<'a> {
    /// Goes on to the next line that is not blank; whether there is one.
    pub(super) fn skip_blank(&mut self) -> bool {
        while self.lines.get(self.at).is_some_and(|line| line.text.trim().is_empty()) {
            self.at += 1;
        }
        self.at < self.lines.len()
    }

    /// The next line, if it belongs to the present board: neither blank nor the head of a goal.
    pub(super) fn next(&self) -> Option<Line<'a>> {
        let line = self.lines.get(self.at).copied();
        line.filter(|line| !matches!(line.text.trim(), "" | GOAL))
    }

    /// Where the text that was read ends.
    pub(super) fn end(&self) -> Range<usize> {
        let read = self.lines[..self.at].iter().rev();
        let last = read.map(Line::range).find(|range| !range.is_empty());
        last.map_or(0..0, |range| range.end..range.end)
    }

    /// A board, and the goal if it is told after it.
    fn problem(&mut self) -> Result<(Ground, Notation), Diagnostic> {
        let (ground, notation) = self.position()?;
        self.skip_blank();
        let head = self.lines.get(self.at).copied().filter(|line| line.text.trim() == GOAL);
        let Some(head) = head else { return Ok((ground, notation)) };
        self.at += 1;
        if !self.skip_blank() {
            return Err(self.source.diagnostic("P0107", head.range()));
        }
        let (goal, _) = self.position()?;
        Ok((onto(ground, goal, self.source, head.range())?, notation))
    }

    /// One board. Its first line tells the notation: a game ID has a colon, or `#` after a digit; the
    /// coursework's begins with a number; all else is a drawing.
    fn position(&mut self) -> Result<(Ground, Notation), Diagnostic> {
        let line = self.lines[self.at];
        let text = line.text.trim();
        let number = text.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+');
        let (columns, places, notation) = if text.contains(':') || number && text.contains('#') {
            self.at += 1;
            let (columns, places) = game_id::places(self.source, line)?;
            (columns, places, Notation::GameId)
        } else if number {
            let (columns, places) = coursework::places(self)?;
            (columns, places, Notation::Coursework)
        } else {
            let (columns, places) = drawing::places(self)?;
            (columns, places, Notation::Drawing)
        };
        Ok((ground(columns, &places), notation))
    }
}
