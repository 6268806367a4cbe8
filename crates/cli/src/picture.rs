//! A scene in the terminal: a grid with numbers, coloured where colours are shown, and readable
//! without them.

use anstyle::{AnsiColor, Style};
use tabuleiro::board::Square;
use tabuleiro::scene::{Cell, Scene, Tone};

use crate::output::painted;

/// Columns up to which a grid is drawn with lines.
const LINED: u32 = 20;

/// The picture, with an end of line.
pub(crate) fn draw(scene: &Scene) -> String {
    let size = scene.size();
    let label = |cell: Cell| match (cell.number, cell.tone) {
        (Some(number), _) => number.to_string(),
        (None, Tone::Outside) => String::new(),
        (None, Tone::Start) => "S".to_owned(),
        (None, Tone::End) => "E".to_owned(),
        (None, Tone::Blocked) => "x".to_owned(),
        (None, Tone::Peg) => "o".to_owned(),
        (None, _) => "·".to_owned(),
    };
    let widest = size.squares().map(|square| label(scene.cell(square)).chars().count()).max();
    let width = widest.unwrap_or(1);
    let rule = |left: &str, middle: &str, right: &str| {
        let cells = vec!["─".repeat(width + 2); size.cols as usize];
        format!("{left}{}{right}\n", cells.join(middle))
    };
    let lined = size.cols <= LINED;
    let mut out = if lined { rule("┌", "┬", "┐") } else { String::new() };
    for row in 0..size.rows {
        let cells = (0..size.cols).map(|col| {
            let cell = scene.cell(Square { row, col });
            let text = format!(" {:>width$} ", label(cell));
            painted(&text, style(cell.tone, (row + col) % 2 == 1))
        });
        let cells: Vec<String> = cells.collect();
        if lined {
            out.push('│');
            for (col, cell) in (0..).zip(&cells) {
                let (here, next) = (Square { row, col }, Square { row, col: col + 1 });
                out += cell;
                out.push(between(scene, here, next, '│', ['<', '>']));
            }
            out.push('\n');
            if row + 1 < size.rows {
                out += &rule_with_signs(scene, row, width);
            }
        } else {
            out += cells.concat().trim_end();
            out.push('\n');
        }
    }
    if lined {
        out += &rule("└", "┴", "┘");
    }
    out
}

/// The line below a row, with the signs that stand on it.
fn rule_with_signs(scene: &Scene, row: u32, width: usize) -> String {
    let cells = (0..scene.size().cols).map(|col| {
        let (here, below) = (Square { row, col }, Square { row: row + 1, col });
        let sign = between(scene, here, below, '─', ['∧', '∨']);
        format!("{}{sign}─", "─".repeat(width))
    });
    format!("├{}┤\n", cells.collect::<Vec<_>>().join("┼"))
}

/// The sign between two cells by whether the first holds less or more, or the line if there is none.
fn between(scene: &Scene, first: Square, second: Square, line: char, signs: [char; 2]) -> char {
    match () {
        () if scene.signs().contains(&(first, second)) => signs[0],
        () if scene.signs().contains(&(second, first)) => signs[1],
        () => line,
    }
}

fn style(tone: Tone, dark: bool) -> Style {
    match tone {
        Tone::Start => Style::new().bold().fg_color(Some(AnsiColor::Green.into())),
        Tone::End => Style::new().bold().fg_color(Some(AnsiColor::Yellow.into())),
        Tone::Current => Style::new().bold().invert(),
        Tone::Peg => Style::new().bold().fg_color(Some(AnsiColor::Cyan.into())),
        Tone::Blocked | Tone::Taken => Style::new().dimmed(),
        Tone::Frontier => Style::new().fg_color(Some(AnsiColor::BrightCyan.into())),
        Tone::Reached => Style::new().fg_color(Some(AnsiColor::BrightBlack.into())),
        Tone::Given => Style::new().bold(),
        Tone::Path | Tone::Plain if dark => Style::new().fg_color(Some(AnsiColor::Cyan.into())),
        Tone::Path | Tone::Plain | Tone::Outside => Style::new(),
    }
}
