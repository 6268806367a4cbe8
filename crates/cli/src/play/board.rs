//! The board of a game in a terminal, as large as there is room for, with the numbers of rows and columns.

use draw::Signs;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use tabuleiro::board::{Size, Square};
use tabuleiro::scene::Scene;

use crate::watch::converted;

/// Squares that stand out: where the cursor is, where a move begins, and where it may lead.
pub(crate) struct Marked<'a> {
    pub(crate) cursor: Square,
    pub(crate) from: Option<Square>,
    pub(crate) leads: &'a dyn Fn(Square) -> bool,
}

impl Marked<'_> {
    fn style(&self, at: Square, style: Style) -> Style {
        match () {
            () if at == self.cursor => style.add_modifier(Modifier::REVERSED),
            () if self.from == Some(at) => {
                style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED | Modifier::REVERSED)
            }
            () if (self.leads)(at) => style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
            () => style,
        }
    }
}

/// The picture: with lines where that fits, without them, or the part around the cursor. Where signs stand between
/// cells, there are lines in any case.
pub(crate) fn board(
    scene: &Scene,
    signs: &Signs,
    room: (u16, u16),
    marked: &Marked<'_>,
) -> Text<'static> {
    let (width, height) = (usize::from(room.0), usize::from(room.1));
    let (plain, pencilled) = (draw::breadth(scene, signs), draw::marked_breadth(scene, signs));
    let size = scene.size();
    let has_signs = !scene.signs().is_empty();
    let grids = [(true, pencilled), (true, plain), (false, plain)].map(|(lined, breadth)| Grid {
        lined,
        breadth,
        margin: digits(size.rows) + 1,
    });
    let all = Part { top: 0, left: 0, rows: size.rows, cols: size.cols };
    let fits = |grid: &&Grid| {
        let (takes, lines) = grid.takes(&all);
        takes <= width && lines <= height && (grid.lined || !has_signs)
    };
    if let Some(grid) = grids.iter().find(fits) {
        return drawn(scene, signs, grid, &all, marked);
    }
    let grid = &grids[if has_signs { 1 } else { 2 }];
    drawn(scene, signs, grid, &grid.part(size, (width, height), marked.cursor), marked)
}

/// How cells are laid out.
struct Grid {
    /// Whether lines stand between them.
    lined: bool,
    /// The characters of a cell.
    breadth: usize,
    /// The columns of the numbers of rows, with the blank after them.
    margin: usize,
}

/// Some rows and columns of a board.
struct Part {
    top: u32,
    left: u32,
    rows: u32,
    cols: u32,
}

impl Grid {
    /// Columns from one cell to the next.
    fn pitch(&self) -> usize {
        self.breadth + if self.lined { 3 } else { 2 }
    }

    /// Columns and lines that a part takes, with the numbers of its rows and columns.
    fn takes(&self, part: &Part) -> (usize, usize) {
        let (rows, cols) = (part.rows as usize, part.cols as usize);
        let width = self.margin + self.pitch() * cols + usize::from(self.lined);
        (width, 1 + if self.lined { 2 * rows + 1 } else { rows })
    }

    /// What there is room for around the cursor.
    fn part(&self, size: Size, (width, height): (usize, usize), cursor: Square) -> Part {
        let lines = usize::from(self.lined);
        let cols = width.saturating_sub(self.margin + lines) / self.pitch();
        let rows = height.saturating_sub(1 + lines) / (1 + lines);
        let side = |room: usize, side: u32| u32::try_from(room).unwrap_or(side).clamp(1, side);
        let (rows, cols) = (side(rows, size.rows), side(cols, size.cols));
        let around = |at: u32, side: u32, room: u32| at.saturating_sub(room / 2).min(side - room);
        Part {
            top: around(cursor.row, size.rows, rows),
            left: around(cursor.col, size.cols, cols),
            rows,
            cols,
        }
    }
}

fn digits(number: u32) -> usize {
    number.max(1).ilog10() as usize + 1
}

/// A part of the picture.
fn drawn(
    scene: &Scene,
    signs: &Signs,
    grid: &Grid,
    part: &Part,
    marked: &Marked<'_>,
) -> Text<'static> {
    let &Grid { lined, breadth, margin } = grid;
    let faint = Style::new().add_modifier(Modifier::DIM);
    let mut lines = vec![Line::from(Span::styled(columns(grid, part), faint))];
    // With lines, a row stands between two rules, and a cell between two signs.
    let step = if lined { 2 } else { 1 };
    let kept = |from: u32, count: u32| {
        let (from, count) = (from as usize * step, count as usize * step);
        from..from + count + usize::from(lined)
    };
    let (rows, cells) = (kept(part.top, part.rows), kept(part.left, part.cols));
    let drawn = draw::lines(scene, signs, lined, breadth).into_iter().enumerate();
    for (number, line) in drawn.filter(|(number, _)| rows.contains(number)) {
        if lined && number % 2 == 0 {
            // A rule is one piece.
            let rule: String = line.iter().map(|(text, _)| text.as_str()).collect();
            let (skipped, taken) = (part.left as usize, part.cols as usize);
            let pitch = grid.pitch();
            let rule: String = rule.chars().skip(skipped * pitch).take(taken * pitch + 1).collect();
            lines.push(Line::from(format!("{:margin$}{rule}", "")));
            continue;
        }
        let row = (number / step) as u32;
        let mut spans = vec![Span::styled(format!("{:>1$} ", row + 1, margin - 1), faint)];
        for (place, (text, look)) in line.into_iter().enumerate() {
            if cells.contains(&place) {
                let is_cell = !lined || place % 2 == 1;
                let at = Square { row, col: (place / step) as u32 };
                let style = converted(look);
                let style = if is_cell { marked.style(at, style) } else { style };
                spans.push(Span::styled(text, style));
            }
        }
        lines.push(Line::from(spans));
    }
    lines.into()
}

/// The numbers of columns, above them; of narrow ones every fifth.
fn columns(grid: &Grid, part: &Part) -> String {
    let pitch = grid.pitch();
    let number = |col: u32| {
        let number = (col + 1).to_string();
        let shown = number.len() < pitch || col % 5 == 4;
        format!("{:>pitch$}", if shown { number } else { String::new() })
    };
    let numbers: String = (part.left..part.left + part.cols).map(number).collect();
    // A number ends where the label of its cell does: before the last blank.
    format!("{:1$}{2}", "", grid.margin, numbers.chars().skip(1).collect::<String>())
}
