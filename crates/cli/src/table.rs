//! Tables for terminals, as wide as there is room, and for Markdown.

use std::io;

use unicode_width::UnicodeWidthStr;

/// A table of words and numbers.
pub(crate) struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
    /// The columns that are left out where there is no room, the least needed first.
    expendable: Vec<usize>,
}

/// Between two columns.
const GAP: &str = "  ";
/// Letters that a shortened word keeps, with the sign that it is one.
const SHORT: usize = 8;

/// The columns of the terminal that results are written to, if they are.
pub(crate) fn room() -> Option<usize> {
    let terminal = terminal_size::terminal_size_of(io::stdout());
    terminal.map(|(columns, _)| usize::from(columns.0)).filter(|&columns| columns > 0)
}

/// Text of which no line is longer than there is room, broken between words; lines that go on are
/// indented by two.
pub(crate) fn wrapped(text: &str, room: usize) -> String {
    let mut out = String::new();
    for line in text.lines() {
        // What fits stays as it is, drawings above all.
        if line.width() <= room {
            out += line;
            out.push('\n');
            continue;
        }
        let mut column = 0;
        for word in line.split(' ') {
            let width = word.width();
            if column > 0 && column + 1 + width > room {
                out += "\n  ";
                column = 2;
            } else if column > 0 {
                out.push(' ');
                column += 1;
            }
            out += word;
            column += width;
        }
        out.push('\n');
    }
    out
}

/// How a column stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

struct Column {
    title: String,
    align: Align,
}

impl Table {
    /// A table without rows.
    pub(crate) fn new(columns: impl IntoIterator<Item = (String, Align)>) -> Self {
        let columns = columns.into_iter().map(|(title, align)| Column { title, align }).collect();
        Table { columns, rows: Vec::new(), expendable: Vec::new() }
    }

    /// Tells by their titles which columns may be left out where there is no room, the least needed
    /// first.
    pub(crate) fn expend<'a>(&mut self, titles: impl IntoIterator<Item = &'a str>) {
        let place = |title| self.columns.iter().position(|column| column.title == title);
        self.expendable = titles.into_iter().filter_map(place).collect();
    }

    /// Adds a row with a word for each column.
    pub(crate) fn push(&mut self, row: Vec<String>) {
        assert_eq!(row.len(), self.columns.len());
        self.rows.push(row);
    }

    /// The table as text, as wide as it is.
    pub(crate) fn text(&self) -> String {
        self.fitted(None)
    }

    /// The table as text no wider than there is room.
    pub(crate) fn fitted(&self, room: Option<usize>) -> String {
        let mut widths = self.widths();
        let mut shown: Vec<usize> = (0..self.columns.len()).collect();
        if let Some(room) = room {
            self.fit(room, &mut widths, &mut shown);
        }
        let rule = shown.iter().map(|&i| "─".repeat(widths[i])).collect::<Vec<_>>().join(GAP);
        let line = |words: &[String]| {
            let kept: Vec<String> =
                shown.iter().map(|&i| shortened(&words[i], widths[i])).collect();
            let columns = shown.iter().map(|&i| (&self.columns[i], widths[i]));
            aligned(&kept, columns, GAP)
        };
        let mut lines = vec![line(&self.titles()), rule];
        lines.extend(self.rows.iter().map(|row| line(row)));
        lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }

    /// Leaves columns out, then shortens words, until the table fits.
    fn fit(&self, room: usize, widths: &mut [usize], shown: &mut Vec<usize>) {
        let takes = |widths: &[usize], shown: &[usize]| {
            shown.iter().map(|&i| widths[i]).sum::<usize>()
                + GAP.len() * shown.len().saturating_sub(1)
        };
        for &column in &self.expendable {
            if takes(widths, shown) <= room {
                return;
            }
            shown.retain(|&i| i != column);
        }
        while takes(widths, shown) > room {
            let words = shown.iter().filter(|&&i| self.columns[i].align == Align::Left);
            let longest = words.copied().max_by_key(|&i| widths[i]);
            let Some(longest) = longest.filter(|&i| widths[i] > SHORT) else { return };
            widths[longest] -= 1;
        }
    }

    /// The table for a Markdown file.
    pub(crate) fn markdown(&self) -> String {
        let widths: Vec<usize> = self.widths().iter().map(|&width| width.max(3)).collect();
        let rule = self.columns.iter().zip(&widths).map(|(column, width)| match column.align {
            Align::Left => "-".repeat(*width),
            Align::Right => format!("{}:", "-".repeat(width - 1)),
        });
        let line = |words: &[String]| {
            aligned(words, self.columns.iter().zip(widths.iter().copied()), " | ")
        };
        let mut lines = vec![line(&self.titles())];
        lines.push(rule.collect::<Vec<_>>().join(" | "));
        lines.extend(self.rows.iter().map(|row| line(row)));
        lines.iter().map(|line| format!("| {line} |\n")).collect()
    }

    fn titles(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.title.clone()).collect()
    }

    fn widths(&self) -> Vec<usize> {
        let cells = |i: usize| self.rows.iter().map(move |row| row[i].width());
        let widest = |(i, column): (usize, &Column)| {
            cells(i).chain([column.title.width()]).max().unwrap_or_default()
        };
        self.columns.iter().enumerate().map(widest).collect()
    }
}

/// Words in columns of these widths.
fn aligned<'a>(
    words: &[String],
    columns: impl Iterator<Item = (&'a Column, usize)>,
    gap: &str,
) -> String {
    let cells = words.iter().zip(columns).map(|(word, (column, width))| {
        let blanks = " ".repeat(width - word.width());
        match column.align {
            Align::Left => format!("{word}{blanks}"),
            Align::Right => format!("{blanks}{word}"),
        }
    });
    cells.collect::<Vec<_>>().join(gap)
}

/// A word, or its beginning, no wider than this.
fn shortened(word: &str, width: usize) -> String {
    if word.width() <= width {
        return word.to_owned();
    }
    let mut kept = String::new();
    for letter in word.chars() {
        if kept.width() + letter.to_string().width() + 1 > width {
            break;
        }
        kept.push(letter);
    }
    kept + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_straight() {
        let columns = [("name".to_owned(), Align::Left), ("nós".to_owned(), Align::Right)];
        let mut table = Table::new(columns);
        table.push(vec!["a".into(), "1,000".into()]);
        table.push(vec!["é".into(), "1".into()]);
        assert_eq!(table.text(), "name    nós\n────  ─────\na     1,000\né         1\n");
        let markdown = "| name |   nós |\n| ---- | ----: |\n| a    | 1,000 |\n| é    |     1 |\n";
        assert_eq!(table.markdown(), markdown);
    }

    #[test]
    fn a_table_fits_the_terminal() {
        let columns = ["strategy", "outcome"].map(|name| (name.to_owned(), Align::Left));
        let numbers = ["nodes", "steps", "time"].map(|name| (name.to_owned(), Align::Right));
        let mut table = Table::new(columns.into_iter().chain(numbers));
        table.expend(["steps", "nodes", "no such column"]);
        let row = ["forward-checking", "unknown (nodes)", "1,000,000", "1,000,000", "12.3 ms"];
        table.push(row.map(str::to_owned).into());
        let widest = |text: &str| text.lines().map(UnicodeWidthStr::width).max();
        assert_eq!(widest(&table.text()), Some(64));
        let text = table.fitted(Some(60));
        assert!(!text.contains("steps") && text.contains("nodes"), "{text}");
        for room in 27..70 {
            let text = table.fitted(Some(room));
            assert!(widest(&text) <= Some(room), "{room}: {text}");
            assert!(text.contains("12.3 ms"), "{text}");
        }
        let text = table.fitted(Some(30));
        assert!(text.contains("forwar") && text.contains('…'), "{text}");
    }

    #[test]
    fn text_is_broken_between_words() {
        assert_eq!(wrapped("one two three\nfour", 8), "one two\n  three\nfour\n");
        assert_eq!(wrapped("longerthanthat x", 8), "longerthanthat\n  x\n");
        assert_eq!(wrapped("  x . x\n", 8), "  x . x\n");
    }
}
