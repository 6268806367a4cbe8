//! Drawn boards: cells in rows, `<` and `>` between cells of a row, `^` and `v` between rows.

use std::ops::Range;

use super::notation::{is_above, is_beside};
use super::{Futoshiki, GREATEST, Sign};
use tabuleiro_core::text::{Diagnostic, Line, Source, character};

/// A line that may stand before a drawing, and must if its first row is nothing but numbers.
pub(super) const HEAD: &str = "drawing";

/// The drawings of a text, read one after another; the first fault ends them.
pub(super) struct Drawings<'a> {
    source: &'a Source,
    lines: std::iter::Peekable<std::vec::IntoIter<Line<'a>>>,
    over: bool,
}

/// A row as it is drawn: each cell with its value and the columns of the text it stands in, and the
/// signs to its right.
struct Row {
    cells: Vec<(u8, Range<usize>)>,
    /// The cell before the sign, whether it holds less, and where the sign is.
    signs: Vec<(usize, bool)>,
}

impl<'a> Drawings<'a> {
    /// Begins to read.
    pub(super) fn new(source: &'a Source, lines: Vec<Line<'a>>) -> Self {
        Drawings { source, lines: lines.into_iter().peekable(), over: false }
    }

    fn read(&mut self) -> Result<Option<Futoshiki>, Diagnostic> {
        let blank = |line: &Line<'_>| {
            let text = line.text.trim();
            text.is_empty() || text == HEAD
        };
        while self.lines.next_if(blank).is_some() {}
        let Some(first) = self.lines.next() else { return Ok(None) };
        let mut above = self.row(first, None)?;
        let order = above.cells.len();
        let mut board = Futoshiki::new(order);
        let mut signs = Vec::new();
        place(&mut board, &mut signs, 0, &above);
        let mut last = first;
        let mut row = 1;
        while row < order {
            let Some(line) = self.lines.next() else {
                let end = last.at + last.text.len();
                let fault = self.source.diagnostic("F0121", end..end);
                return Err(fault.with("found", row).with("expected", order));
            };
            if line.text.trim().is_empty() {
                continue;
            }
            last = line;
            let marks = |c: char| matches!(c, '^' | 'v' | 'V' | '∧' | '∨');
            if line.text.contains(marks) {
                self.between(line, &above, row, &mut signs)?;
            } else {
                above = self.row(line, Some((first, order)))?;
                place(&mut board, &mut signs, row, &above);
                row += 1;
            }
        }
        while let Some(line) = self.lines.next_if(|line| line.text.trim().starts_with('(')) {
            signs.push(self.listed(line, order)?);
        }
        Ok(Some(board.with_signs(signs)))
    }

    /// Reads a row of cells; all have as many as the first.
    fn row(&self, line: Line<'a>, first: Option<(Line<'a>, usize)>) -> Result<Row, Diagnostic> {
        let mut row = Row { cells: Vec::new(), signs: Vec::new() };
        let mut pending: Option<Range<usize>> = None;
        let mut characters = line.characters().enumerate().peekable();
        let order = first.map_or(GREATEST, |(_, order)| order);
        while let Some((column, (character, at))) = characters.next() {
            let mut end = (column + 1, at.end);
            match character {
                ' ' | '\t' => continue,
                '<' | '>' => {
                    if row.cells.is_empty() || pending.is_some() {
                        return Err(self.source.diagnostic("F0122", at));
                    }
                    row.signs.push((row.cells.len() - 1, character == '<'));
                    pending = Some(at);
                    continue;
                }
                '.' | '_' | '-' => {}
                '0'..='9' => {
                    while let Some((column, (_, more))) =
                        characters.next_if(|(_, (c, _))| c.is_ascii_digit())
                    {
                        end = (column + 1, more.end);
                    }
                }
                other => return Err(foreign(self.source, other, at, ". 1 2 3 < >")),
            }
            let word = &line.text[at.start - line.at..end.1 - line.at];
            let most = if first.is_some() { order } else { GREATEST };
            let value = match word.parse::<u8>() {
                Err(_) if !character.is_ascii_digit() => 0,
                Ok(value) if usize::from(value) <= most => value,
                _ => {
                    let fault = self.source.diagnostic("F0105", at.start..end.1);
                    return Err(fault.with("found", word).with("order", most));
                }
            };
            row.cells.push((value, column..end.0));
            pending = None;
            if row.cells.len() > GREATEST && first.is_none() {
                let fault = self.source.diagnostic("F0104", line.range());
                return Err(fault.with("found", line.text.split_whitespace().count().to_string()));
            }
        }
        if let Some(at) = pending {
            return Err(self.source.diagnostic("F0122", at));
        }
        match first {
            None => self.fits(line, &row)?,
            Some((first, order)) if row.cells.len() != order => {
                let end = line.at + line.text.trim_end().len();
                let fault =
                    self.source.diagnostic("F0123", end..end).with("found", row.cells.len());
                return Err(fault.with("expected", order).also(self.source, first.range()));
            }
            Some(_) => {}
        }
        Ok(row)
    }

    /// Complains of a value in the first row that is greater than the order, which it tells.
    fn fits(&self, line: Line<'_>, row: &Row) -> Result<(), Diagnostic> {
        let order = row.cells.len();
        if order == 0 {
            return Err(self
                .source
                .diagnostic("F0123", line.range())
                .with("found", 0usize)
                .with("expected", 1usize));
        }
        let Some((value, columns)) =
            row.cells.iter().find(|(value, _)| usize::from(*value) > order)
        else {
            return Ok(());
        };
        // Before and in a number there are only characters of one byte, or the row was refused.
        let at = line.at + columns.start..line.at + columns.end;
        let fault = self.source.diagnostic("F0105", at).with("found", value.to_string());
        Err(fault.with("order", order))
    }

    /// Reads the signs between a row and the next, each under a cell.
    fn between(
        &self,
        line: Line<'_>,
        above: &Row,
        row: usize,
        signs: &mut Vec<Sign>,
    ) -> Result<(), Diagnostic> {
        let order = above.cells.len();
        for (column, (character, at)) in line.characters().enumerate() {
            let upper_is_less = match character {
                ' ' | '\t' => continue,
                '^' | '∧' => true,
                'v' | 'V' | '∨' => false,
                other => return Err(foreign(self.source, other, at, "^ v")),
            };
            let cell = above.cells.iter().position(|(_, columns)| columns.contains(&column));
            let Some(cell) = cell else { return Err(self.source.diagnostic("F0124", at)) };
            let (upper, lower) = ((row - 1) * order + cell, row * order + cell);
            signs.push(sign(upper, lower, upper_is_less));
        }
        Ok(())
    }

    /// Reads a sign between any two cells: `(1,2) < (3,4)`.
    fn listed(&self, line: Line<'_>, order: usize) -> Result<Sign, Diagnostic> {
        let fault = |code| self.source.diagnostic(code, line.range());
        let words = line.text.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
        let numbers: Vec<&str> = words.collect();
        let shape: String =
            line.text.chars().filter(|c| !c.is_ascii_digit() && !c.is_whitespace()).collect();
        let less = match &shape[..] {
            "(,)<(,)" => true,
            "(,)>(,)" => false,
            _ => return Err(fault("F0125")),
        };
        let mut place = [0; 4];
        if numbers.len() != 4 {
            return Err(fault("F0125"));
        }
        for (part, word) in place.iter_mut().zip(numbers) {
            match word.parse::<usize>() {
                Ok(number) if (1..=order).contains(&number) => *part = number - 1,
                _ => {
                    let at = line.at + (word.as_ptr() as usize - line.text.as_ptr() as usize);
                    let fault = self.source.diagnostic("F0108", at..at + word.len());
                    return Err(fault.with("found", word).with("order", order));
                }
            }
        }
        Ok(sign(place[0] * order + place[1], place[2] * order + place[3], less))
    }
}

impl Iterator for Drawings<'_> {
    type Item = Result<Futoshiki, Diagnostic>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let board = self.read().transpose();
        self.over = !matches!(board, Some(Ok(_)));
        board
    }
}

fn sign(first: usize, second: usize, first_is_less: bool) -> Sign {
    let (less, more) = if first_is_less { (first, second) } else { (second, first) };
    Sign { less: less as u16, more: more as u16 }
}

fn place(board: &mut Futoshiki, signs: &mut Vec<Sign>, row: usize, drawn: &Row) {
    let from = row * board.order();
    for (column, (value, _)) in drawn.cells.iter().enumerate() {
        board.givens[from + column] = *value;
    }
    signs.extend(drawn.signs.iter().map(|&(cell, less)| sign(from + cell, from + cell + 1, less)));
}

fn foreign(source: &Source, found: char, at: Range<usize>, expected: &str) -> Diagnostic {
    let shown = character(found);
    source.diagnostic("I0006", at).with("found", shown).with("expected", expected)
}

/// The board, drawn; signs between cells that are not neighbours are listed below it.
pub(super) fn write(board: &Futoshiki) -> String {
    let order = board.order();
    let word = |value: u8| if value == 0 { ".".to_owned() } else { value.to_string() };
    let width = board.givens().iter().map(|&value| word(value).len()).max().unwrap_or(1);
    let has = |less: usize, more: usize| {
        let sign = Sign { less: less as u16, more: more as u16 };
        board.signs().binary_search(&sign).is_ok()
    };
    let mark = |first: usize, second: usize, marks: [char; 2]| match () {
        () if has(first, second) => marks[0],
        () if has(second, first) => marks[1],
        () => ' ',
    };
    let mut text = String::new();
    for row in 0..order {
        let (mut line, mut under) = (String::new(), String::new());
        for cell in row * order..(row + 1) * order {
            let (value, margin) = (word(board.givens()[cell]), width - 1);
            line += &format!("{value:>width$}");
            if (cell + 1) % order != 0 {
                line += &format!(" {} ", mark(cell, cell + 1, ['<', '>']));
            }
            if row + 1 < order {
                let below = mark(cell, cell + order, ['^', 'v']);
                under += &format!("{:margin$}{below}   ", "");
            }
        }
        if row == 0 && !line.contains(['.', '<', '>']) {
            text += HEAD;
            text.push('\n');
        }
        for line in [line.trim_end(), under.trim_end()].into_iter().filter(|line| !line.is_empty())
        {
            text += line;
            text.push('\n');
        }
    }
    let place = |cell: u16| board.size().square(usize::from(cell));
    for &sign in board.signs() {
        // A sign that goes both ways is drawn one way only, and listed the other.
        let drawn = match (is_beside(sign, order as u16), is_above(sign, order as u16)) {
            (false, false) => false,
            _ => sign.less < sign.more || !has(usize::from(sign.more), usize::from(sign.less)),
        };
        if !drawn {
            text += &format!("({}) < ({})\n", place(sign.less), place(sign.more));
        }
    }
    text
}
