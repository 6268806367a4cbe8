//! Game IDs of Simon Tatham's `Unequal`: `4:0R,0,3D,...`. The order, a colon, and for every cell its
//! value (0 for none) and the directions in which it holds more than its neighbour.

use super::{Futoshiki, GREATEST, Notation, Sign};
use tabuleiro_core::text::{Diagnostic, Line, Source};

/// The letters of the directions, in the order in which they are written, with their steps.
const DIRECTIONS: [(char, i32, i32); 4] = [('U', -1, 0), ('R', 0, 1), ('D', 1, 0), ('L', 0, -1)];

/// The boards of a text with a game ID a line.
pub(super) fn boards<'a>(
    source: &'a Source,
    lines: Vec<Line<'a>>,
) -> Box<dyn Iterator<Item = Result<Futoshiki, Diagnostic>> + 'a> {
    let mut faulty = false;
    Box::new(lines.into_iter().filter(|line| !line.text.trim().is_empty()).map_while(move |line| {
        let board = (!faulty).then(|| board(source, line))?;
        faulty = board.is_err();
        Some(board)
    }))
}

/// Reads a game ID.
pub(super) fn board(source: &Source, line: Line<'_>) -> Result<Futoshiki, Diagnostic> {
    let from = line.at + line.text.len() - line.text.trim_start().len();
    let text = line.text.trim();
    let fault =
        |code, at: std::ops::Range<usize>| source.diagnostic(code, from + at.start..from + at.end);
    let colon = text.find([':', '#']).unwrap_or(text.len());
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let order = match text[..digits].parse() {
        Ok(order @ 1..=GREATEST) => order,
        _ if digits == 0 => return Err(fault("F0111", 0..colon.max(1).min(text.len()))),
        _ => return Err(fault("F0104", 0..digits).with("found", &text[..digits])),
    };
    let settings = &text[digits..colon];
    if settings.starts_with('a') {
        return Err(fault("F0112", digits..digits + 1));
    }
    let level = settings.strip_prefix('d').map(str::chars);
    if !settings.is_empty() && level.is_none_or(|level| level.count() != 1) {
        return Err(fault("F0111", digits..colon));
    }
    if !text[colon..].starts_with(':') {
        return Err(fault("F0113", 0..text.len()));
    }
    cells(text, colon + 1, order, fault)
}

fn cells(
    text: &str,
    from: usize,
    order: usize,
    fault: impl Fn(&'static str, std::ops::Range<usize>) -> Diagnostic,
) -> Result<Futoshiki, Diagnostic> {
    let mut board = Futoshiki::new(order).written(Notation::GameId);
    let body = &text[from..];
    let mut at = from;
    let mut signs = Vec::new();
    let mut found = 0;
    // The comma after the last cell may be left out.
    for word in body.strip_suffix(',').unwrap_or(body).split(',') {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let (number, letters) = word.split_at(digits);
        if number.is_empty() {
            return Err(fault("F0114", at..at + word.len().max(1).min(text.len() - at)));
        }
        if found == order * order {
            return Err(counted(fault("F0115", at..at + word.len()), order, body));
        }
        board.givens[found] = match number.parse::<u8>() {
            Ok(value) if usize::from(value) <= order => value,
            _ => {
                let fault = fault("F0105", at..at + digits);
                return Err(fault.with("found", number).with("order", order));
            }
        };
        for (i, letter) in letters.char_indices() {
            let place = at + digits + i..at + digits + i + letter.len_utf8();
            let direction = DIRECTIONS.iter().find(|(known, ..)| *known == letter);
            let Some(&(_, down, right)) = direction else {
                return Err(fault("F0114", place));
            };
            let row = (found / order).checked_add_signed(down as isize);
            let column = (found % order).checked_add_signed(right as isize);
            match row.zip(column).filter(|&(row, column)| row < order && column < order) {
                Some((row, column)) => {
                    signs.push(Sign { less: (row * order + column) as u16, more: found as u16 });
                }
                None => return Err(fault("F0116", place)),
            }
        }
        found += 1;
        at += word.len() + 1;
    }
    if found < order * order {
        return Err(counted(fault("F0115", text.len()..text.len()), order, body));
    }
    Ok(board.with_signs(signs))
}

fn counted(fault: Diagnostic, order: usize, body: &str) -> Diagnostic {
    let found = body.strip_suffix(',').unwrap_or(body).split(',').count();
    fault.with("found", found).with("expected", order * order)
}

/// The game ID of a board all of whose signs are between neighbours.
pub(super) fn write(board: &Futoshiki) -> String {
    let order = board.order();
    let mut text = format!("{order}:");
    for cell in 0..order * order {
        text += &board.givens()[cell].to_string();
        for (letter, down, right) in DIRECTIONS {
            let less = cell as i32 + down * order as i32 + right;
            let beside = (cell % order).checked_add_signed(right as isize);
            if beside.is_some_and(|column| column < order)
                && let Ok(less) = u16::try_from(less)
                && board.signs().binary_search(&Sign { less, more: cell as u16 }).is_ok()
            {
                text.push(letter);
            }
        }
        text.push(',');
    }
    text.push('\n');
    text
}
