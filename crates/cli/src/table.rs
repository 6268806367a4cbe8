//! Tables for terminals and for Markdown.

use unicode_width::UnicodeWidthStr;

/// A table of words and numbers.
pub(crate) struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
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
        Table { columns, rows: Vec::new() }
    }

    /// Adds a row with a word for each column.
    pub(crate) fn push(&mut self, row: Vec<String>) {
        assert_eq!(row.len(), self.columns.len());
        self.rows.push(row);
    }

    /// The table for a terminal.
    pub(crate) fn text(&self) -> String {
        let widths = self.widths();
        let rule = widths.iter().map(|width| "─".repeat(*width)).collect::<Vec<_>>().join("  ");
        let mut lines = vec![self.line(&widths, "  ", &self.titles()), rule];
        lines.extend(self.rows.iter().map(|row| self.line(&widths, "  ", row)));
        lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }

    /// The table for a Markdown file.
    pub(crate) fn markdown(&self) -> String {
        let widths: Vec<usize> = self.widths().iter().map(|&width| width.max(3)).collect();
        let rule = self.columns.iter().zip(&widths).map(|(column, width)| match column.align {
            Align::Left => "-".repeat(*width),
            Align::Right => format!("{}:", "-".repeat(width - 1)),
        });
        let mut lines = vec![self.line(&widths, " | ", &self.titles())];
        lines.push(rule.collect::<Vec<_>>().join(" | "));
        lines.extend(self.rows.iter().map(|row| self.line(&widths, " | ", row)));
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

    fn line(&self, widths: &[usize], gap: &str, words: &[String]) -> String {
        let cells = words.iter().zip(&self.columns).zip(widths).map(|((word, column), width)| {
            let blanks = " ".repeat(width - word.width());
            match column.align {
                Align::Left => format!("{word}{blanks}"),
                Align::Right => format!("{blanks}{word}"),
            }
        });
        cells.collect::<Vec<_>>().join(gap)
    }
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
}
