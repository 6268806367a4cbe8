//! What a person has done so far, as text: rows of digits and pencil marks, with signs between them or without.

use tabuleiro_core::play::Move;
use tabuleiro_core::text::{Diagnostic, Line, Source};

use crate::Futoshiki;
use crate::play::MARK;

/// The moves that a text tells.
pub(crate) fn moves(board: &Futoshiki, source: &Source) -> Result<Vec<Move>, Diagnostic> {
    let mut moves = Vec::new();
    let mut row = 0;
    for line in source.lines()? {
        let text = line.text.trim();
        let is_remark = text.starts_with(['=', '(']) || text == crate::drawing::HEAD;
        if text.is_empty() || is_remark || text.chars().all(|c| "^vV∧∨ \t".contains(c)) {
            continue;
        }
        if row == board.order() {
            let found = format!("{}x{}", row + 1, board.order());
            return Err(board.misfit(source.diagnostic("F0301", line.range()), found));
        }
        board.row(source, line, row, &mut moves)?;
        row += 1;
    }
    // Nothing is written where nothing was done.
    if 0 < row && row < board.order() {
        let fault = Diagnostic::new("F0301").in_file(source.name());
        return Err(board.misfit(fault, format!("{row}x{}", board.order())));
    }
    Ok(moves)
}

impl Futoshiki {
    fn misfit(&self, fault: Diagnostic, found: String) -> Diagnostic {
        fault.with("found", found).with("expected", format!("{0}x{0}", self.order()))
    }

    /// Reads a row: digits, `.` where there is none, `[13]` or `[1,3]` for pencil marks. Signs may
    /// stand between them.
    fn row(
        &self,
        source: &Source,
        line: Line<'_>,
        row: usize,
        moves: &mut Vec<Move>,
    ) -> Result<(), Diagnostic> {
        let mut column = 0;
        let mut rest = line.text;
        loop {
            rest = rest.trim_start_matches([' ', '\t', '<', '>']);
            let Some(first) = rest.chars().next() else { break };
            let at = line.at + line.text.len() - rest.len();
            let long = match first {
                '[' => rest.find(']').map_or(rest.len(), |end| end + 1),
                '0'..='9' => rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()),
                other => other.len_utf8(),
            };
            let (word, after) = rest.split_at(long);
            rest = after;
            let foreign = || source.diagnostic("F0501", at..at + long).with("found", word);
            if column == self.order() {
                let found = format!("{}x{}", self.order(), column + 1);
                return Err(self.misfit(source.diagnostic("F0301", line.range()), found));
            }
            let cell = row * self.order() + column;
            column += 1;
            let value = |text: &str| match text.parse::<u8>() {
                Ok(value) if (1..=self.order).contains(&value) => Ok(value),
                _ => {
                    let fault = source.diagnostic("F0105", at..at + long).with("found", text);
                    Err(fault.with("order", self.order()))
                }
            };
            if matches!(word, "." | "_" | "-" | "0") {
                continue;
            }
            if let Some(inner) = word.strip_prefix('[') {
                let inner = inner.strip_suffix(']').ok_or_else(foreign)?.trim();
                let words: Vec<&str> = match inner.contains([',', ' ']) || self.order() > 9 {
                    true => inner.split([',', ' ']).filter(|word| !word.is_empty()).collect(),
                    false => {
                        inner.char_indices().map(|(i, c)| &inner[i..i + c.len_utf8()]).collect()
                    }
                };
                if self.given(cell).is_some() || words.is_empty() {
                    return Err(foreign());
                }
                for word in words {
                    let value = if word.bytes().all(|b| b.is_ascii_digit()) {
                        value(word)?
                    } else {
                        return Err(foreign());
                    };
                    moves.push(self.action(MARK, cell, Some(u32::from(value))));
                }
                continue;
            }
            if !first.is_ascii_digit() {
                return Err(foreign());
            }
            let value = value(word)?;
            match self.given(cell) {
                Some(given) if given == value => {}
                Some(given) => {
                    let fault = source.diagnostic("F0502", at..at + long);
                    let cell = self.size().square(cell).to_string();
                    return Err(fault.with("cell", cell).with("given", u64::from(given)));
                }
                None => moves.push(self.placing(cell, value)),
            }
        }
        if column < self.order() {
            let found = format!("{}x{column}", self.order());
            return Err(self.misfit(source.diagnostic("F0301", line.range()), found));
        }
        Ok(())
    }
}
