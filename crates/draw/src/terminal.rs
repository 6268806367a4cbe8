//! A scene in the terminal: a grid with numbers, coloured where colours are shown, and readable
//! without them.

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt::Write as _;
use std::io::Write;

use anstyle::{AnsiColor, Style};
use search::Meter;
use tabuleiro_core::board::Square;
use tabuleiro_core::scene::{Cell, Scene, Tone};

use crate::stop::Stop;

/// Columns up to which a grid is drawn with lines.
const LINED: u32 = 20;
/// Columns that a text with pencilled numbers may take.
const COLUMNS: usize = 80;

/// Signs that a puzzle has for tones, where they differ from the usual ones.
pub type Signs = [(Tone, char)];

/// Some characters of one style.
pub type Span = (String, Style);

/// Writes the picture as text, with an end of line; with colours if asked for, and with the numbers of
/// rows and columns beside a grid with lines. Tells how many columns it takes.
pub fn text(
    scene: &Scene,
    signs: &Signs,
    colours: bool,
    meter: &mut Meter<'_>,
    out: &mut (impl Write + ?Sized),
) -> Result<u64, Stop> {
    let lined = scene.size().cols <= LINED;
    let (mut width, mut marked) = (1, 1);
    for square in scene.size().squares() {
        meter.check_limits()?;
        width = width.max(taken(scene.cell(square), signs));
        marked = marked.max(pencilled(scene, square).map_or(1, |marks| marks.len()));
    }
    let margin = if lined { scene.size().rows.max(1).ilog10() as usize + 2 } else { 0 };
    let cols = scene.size().cols as usize;
    if lined && margin + cols * (width.max(marked) + 3) < COLUMNS {
        width = width.max(marked);
    }
    // Blanks are written when something follows them on the line.
    let mut blanks = margin;
    if lined {
        let numbers = (1..=scene.size().cols).map(|col| format!("{col:>0$}", width + 2));
        let numbers = numbers.collect::<Vec<_>>().join(" ");
        writeln!(out, "{:margin$}{numbers}", "")?;
    }
    // Rows of cells are every other line, and the first is a rule.
    let mut line = 0;
    walk(scene, signs, lined, width, |span| {
        meter.check_limits()?;
        let Some((text, style)) = span else {
            line += 1;
            blanks = margin;
            if lined && line % 2 == 1 && line / 2 < scene.size().rows {
                write!(out, "\n{:>1$} ", line / 2 + 1, margin - 1)?;
                blanks = 0;
                return Ok(());
            }
            return Ok(out.write_all(b"\n")?);
        };
        let styled = colours && !text.is_empty() && style != Style::new();
        let solid = if styled { text } else { text.trim_end_matches(' ') };
        if solid.is_empty() {
            blanks += text.len();
            return Ok(());
        }
        write!(out, "{:blanks$}", "")?;
        blanks = text.len() - solid.len();
        if styled {
            write!(out, "{style}{text}{style:#}")?;
        } else {
            out.write_all(solid.as_bytes())?;
        }
        Ok::<(), Stop>(())
    })?;
    let lines = u64::from(lined);
    Ok(margin as u64 + u64::from(scene.size().cols) * (width as u64 + 2 + lines) + lines)
}

/// The characters that the widest cell of a picture needs.
pub fn breadth(scene: &Scene, signs: &Signs) -> usize {
    let cells = scene.size().squares().map(|square| taken(scene.cell(square), signs));
    cells.max().unwrap_or(1)
}

/// The same where pencilled numbers are shown, too.
pub fn marked_breadth(scene: &Scene, signs: &Signs) -> usize {
    let marks = scene.size().squares().filter_map(|square| pencilled(scene, square));
    marks.map(|marks| marks.len()).max().unwrap_or(1).max(breadth(scene, signs))
}

/// The numbers pencilled into a cell, in brackets.
fn pencilled(scene: &Scene, square: Square) -> Option<String> {
    let marks = scene.marks_of(square);
    if marks == 0 || scene.cell(square).number.is_some() {
        return None;
    }
    let numbers = (0..u64::BITS).filter(|bit| marks >> bit & 1 == 1);
    let numbers: Vec<String> = numbers.map(|bit| (bit + 1).to_string()).collect();
    let gap = if numbers.iter().any(|number| number.len() > 1) { "," } else { "" };
    Some(format!("[{}]{}", numbers.join(gap), told(scene.cell(square).tone)))
}

/// The lines of the picture: a grid with lines between the cells, or the bare cells, each so wide.
pub fn lines(scene: &Scene, signs: &Signs, lined: bool, width: usize) -> Vec<Vec<Span>> {
    let (mut lines, mut line) = (Vec::new(), Vec::new());
    let Ok(()) = walk(scene, signs, lined, width, |span| {
        match span {
            Some((text, style)) => line.push((text.to_owned(), style)),
            None => lines.push(std::mem::take(&mut line)),
        }
        Ok::<(), Infallible>(())
    });
    lines
}

/// Shows the picture span by span, cells being so wide; nothing ends a line.
fn walk<E>(
    scene: &Scene,
    signs: &Signs,
    lined: bool,
    width: usize,
    mut put: impl FnMut(Option<(&str, Style)>) -> Result<(), E>,
) -> Result<(), E> {
    let (size, plain) = (scene.size(), Style::new());
    let rule = |left: &str, middle: &str, right: &str| {
        let cells = vec!["─".repeat(width + 2); size.cols as usize];
        format!("{left}{}{right}", cells.join(middle))
    };
    if lined {
        put(Some((&rule("┌", "┬", "┐"), plain)))?;
        put(None)?;
    }
    let mut text = String::new();
    for row in 0..size.rows {
        if lined {
            put(Some(("│", plain)))?;
        }
        for col in 0..size.cols {
            let (here, next) = (Square { row, col }, Square { row, col: col + 1 });
            let cell = scene.cell(here);
            text.clear();
            // Writing to a string does not fail.
            let _ = match pencilled(scene, here).filter(|marks| marks.len() <= width) {
                Some(marks) => write!(text, " {marks:>width$} "),
                None => write!(text, " {:>width$} ", label(cell, signs)),
            };
            put(Some((&text, style(cell.tone, (row + col) % 2 == 1))))?;
            if lined {
                let sign = between(scene, here, next, '│', ['<', '>']);
                put(Some((sign.encode_utf8(&mut [0; 4]), plain)))?;
            }
        }
        put(None)?;
        if lined && row + 1 < size.rows {
            put(Some((&rule_with_signs(scene, row, width), plain)))?;
            put(None)?;
        }
    }
    if lined {
        put(Some((&rule("└", "┴", "┘"), plain)))?;
        put(None)?;
    }
    Ok(())
}

/// The characters that a cell needs.
fn taken(cell: Cell, signs: &Signs) -> usize {
    match cell.number {
        Some(number) => {
            let digits = number.unsigned_abs().max(1).ilog10() as usize + 1;
            digits + usize::from(number < 0) + told(cell.tone).len()
        }
        None => label(cell, signs).chars().count(),
    }
}

/// What stands in a cell: its number, or the sign of its tone.
pub fn label(cell: Cell, signs: &Signs) -> Cow<'static, str> {
    let own = signs.iter().find(|&&(tone, _)| cell.number.is_none() && tone == cell.tone);
    if let Some(&(_, sign)) = own {
        return sign.to_string().into();
    }
    let sign = match (cell.number, cell.tone) {
        (Some(number), tone) => return format!("{number}{}", told(tone)).into(),
        (None, Tone::Outside) => "",
        (None, Tone::Start) => "S",
        (None, Tone::End) => "E",
        (None, Tone::Blocked) => "x",
        (None, Tone::Frontier) => "o",
        (None, Tone::Peg) => "●",
        (None, Tone::Taken) => "×",
        (None, Tone::Reached) => "•",
        (None, Tone::Current | Tone::CurrentPeg) => "@",
        (None, Tone::Path) => "*",
        (None, Tone::Marked) => "+",
        (None, Tone::MarkedPeg) => "◉",
        (None, tone @ (Tone::Premise | Tone::Conclusion | Tone::Fault)) => told(tone),
        (None, Tone::Plain | Tone::Given) => "·",
    };
    sign.into()
}

/// The sign of a tone of an explanation, beside what is written on a cell.
fn told(tone: Tone) -> &'static str {
    match tone {
        Tone::Premise => "?",
        Tone::Conclusion => "!",
        Tone::Fault => "#",
        _ => "",
    }
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
        Tone::Current | Tone::CurrentPeg => Style::new().bold().invert(),
        Tone::Blocked | Tone::Taken => Style::new().dimmed(),
        Tone::Peg => Style::new().bold().fg_color(Some(AnsiColor::Cyan.into())),
        Tone::Frontier => Style::new().fg_color(Some(AnsiColor::BrightCyan.into())),
        Tone::Reached => Style::new().fg_color(Some(AnsiColor::BrightBlack.into())),
        Tone::Marked | Tone::MarkedPeg => {
            Style::new().bold().fg_color(Some(AnsiColor::Magenta.into()))
        }
        Tone::Given => Style::new().bold(),
        Tone::Premise => Style::new().fg_color(Some(AnsiColor::Yellow.into())).underline(),
        Tone::Conclusion => Style::new().bold().fg_color(Some(AnsiColor::Green.into())).underline(),
        Tone::Fault => Style::new().bold().fg_color(Some(AnsiColor::Red.into())),
        Tone::Path | Tone::Plain if odd => Style::new().fg_color(Some(AnsiColor::Cyan.into())),
        Tone::Path | Tone::Plain | Tone::Outside => Style::new(),
    }
}
