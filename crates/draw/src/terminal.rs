//! A scene in the terminal: a grid with numbers, coloured where colours are shown, and readable
//! without them.

use anstyle::{AnsiColor, Style};
use tabuleiro_core::board::Square;
use tabuleiro_core::scene::{Cell, Scene, Tone};

/// Columns up to which a grid is drawn with lines.
const LINED: u32 = 20;

/// Some characters of one style.
pub type Span = (String, Style);

/// The picture as text, with an end of line; with colours if asked for.
pub fn text(scene: &Scene, colours: bool) -> String {
    let mut out = String::new();
    for line in lines(scene, scene.size().cols <= LINED) {
        let mut written = String::new();
        for (text, style) in line {
            if colours && !text.is_empty() && style != Style::new() {
                written += &format!("{style}{text}{style:#}");
            } else {
                written += &text;
            }
        }
        out += written.trim_end();
        out.push('\n');
    }
    out
}

/// The lines of the picture: a grid with lines between the cells, or the bare cells.
pub fn lines(scene: &Scene, lined: bool) -> Vec<Vec<Span>> {
    let size = scene.size();
    let widest = size.squares().map(|square| label(scene.cell(square)).chars().count()).max();
    let width = widest.unwrap_or(1);
    let plain = |text: String| (text, Style::new());
    let rule = |left: &str, middle: &str, right: &str| {
        let cells = vec!["─".repeat(width + 2); size.cols as usize];
        vec![plain(format!("{left}{}{right}", cells.join(middle)))]
    };
    let mut lines = Vec::new();
    if lined {
        lines.push(rule("┌", "┬", "┐"));
    }
    for row in 0..size.rows {
        let mut line = Vec::new();
        if lined {
            line.push(plain("│".to_owned()));
        }
        for col in 0..size.cols {
            let (here, next) = (Square { row, col }, Square { row, col: col + 1 });
            let cell = scene.cell(here);
            let text = format!(" {:>width$} ", label(cell));
            line.push((text, style(cell.tone, (row + col) % 2 == 1)));
            if lined {
                line.push(plain(between(scene, here, next, '│', ['<', '>']).to_string()));
            }
        }
        lines.push(line);
        if lined && row + 1 < size.rows {
            lines.push(vec![plain(rule_with_signs(scene, row, width))]);
        }
    }
    if lined {
        lines.push(rule("└", "┴", "┘"));
    }
    lines
}

/// What stands in a cell: its number, or the sign of its tone.
pub fn label(cell: Cell) -> String {
    let sign = match (cell.number, cell.tone) {
        (Some(number), _) => return number.to_string(),
        (None, Tone::Outside) => "",
        (None, Tone::Start) => "S",
        (None, Tone::End) => "E",
        (None, Tone::Blocked) => "x",
        (None, Tone::Frontier) => "o",
        (None, Tone::Peg) => "●",
        (None, Tone::Taken) => "×",
        (None, Tone::Reached) => "•",
        (None, Tone::Current) => "@",
        (None, Tone::Path) => "*",
        (None, Tone::Plain | Tone::Given) => "·",
    };
    sign.to_owned()
}

/// The line below a row, with the signs that stand on it.
fn rule_with_signs(scene: &Scene, row: u32, width: usize) -> String {
    let cells = (0..scene.size().cols).map(|col| {
        let (here, below) = (Square { row, col }, Square { row: row + 1, col });
        let sign = between(scene, here, below, '─', ['∧', '∨']);
        format!("{}{sign}─", "─".repeat(width))
    });
    format!("├{}┤", cells.collect::<Vec<_>>().join("┼"))
}

/// The sign between two cells by whether the first holds less or more, or the line if there is none.
fn between(scene: &Scene, first: Square, second: Square, line: char, signs: [char; 2]) -> char {
    match () {
        () if scene.signs().contains(&(first, second)) => signs[0],
        () if scene.signs().contains(&(second, first)) => signs[1],
        () => line,
    }
}

/// How a tone looks in a terminal; cells alternate as on a chessboard.
pub fn style(tone: Tone, odd: bool) -> Style {
    match tone {
        Tone::Start => Style::new().bold().fg_color(Some(AnsiColor::Green.into())),
        Tone::End => Style::new().bold().fg_color(Some(AnsiColor::Yellow.into())),
        Tone::Current => Style::new().bold().invert(),
        Tone::Blocked | Tone::Taken => Style::new().dimmed(),
        Tone::Peg => Style::new().bold().fg_color(Some(AnsiColor::Cyan.into())),
        Tone::Frontier => Style::new().fg_color(Some(AnsiColor::BrightCyan.into())),
        Tone::Reached => Style::new().fg_color(Some(AnsiColor::BrightBlack.into())),
        Tone::Given => Style::new().bold(),
        Tone::Path | Tone::Plain if odd => Style::new().fg_color(Some(AnsiColor::Cyan.into())),
        Tone::Path | Tone::Plain | Tone::Outside => Style::new(),
    }
}
