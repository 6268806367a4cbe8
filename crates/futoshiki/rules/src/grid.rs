//! A filled board, as it is written.

use std::io::{self, Write};

use tabuleiro_core::contract::{Format, Print};
use tabuleiro_core::locale::Lang;

/// A value for every cell, row by row. Not checked: that is the verifier's work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    order: usize,
    values: Vec<u32>,
}

impl Grid {
    /// A square of values; there are `order` times `order`.
    #[inline]
    pub fn new(order: usize, values: Vec<u32>) -> Self {
        assert_eq!(values.len(), order * order, "a grid is a square");
        Grid { order, values }
    }

    /// Its number of rows, and of columns.
    #[inline]
    pub fn order(&self) -> usize {
        self.order
    }

    /// The values in reading order.
    #[inline]
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Writes the rows, each value at least so wide.
    pub(super) fn write_rows(&self, width: usize, out: &mut dyn Write) -> io::Result<()> {
        let mut text = Vec::with_capacity((width + 2) * self.values.len());
        for row in self.values.chunks(self.order) {
            join(&mut text, row, width, b' ')?;
            text.push(b'\n');
        }
        out.write_all(&text)
    }
}

impl Print for Grid {
    fn print(&self, format: Format, _: Lang, out: &mut dyn Write) -> io::Result<()> {
        let widest = self.values.iter().max().map_or(1, |most| most.to_string().len());
        match format {
            Format::Text => self.write_rows(widest, out),
            Format::Json => {
                let mut text = Vec::with_capacity((widest + 1) * self.values.len() + 16);
                let rows = self.values.chunks(self.order);
                text.extend_from_slice(b"{\"grid\":[[");
                for (i, row) in rows.enumerate() {
                    text.extend_from_slice(if i > 0 { b"],[" } else { b"" });
                    join(&mut text, row, 0, b',')?;
                }
                text.extend_from_slice(b"]]}");
                out.write_all(&text)
            }
        }
    }
}

/// Writes the values of a row, each at least so wide.
fn join(text: &mut Vec<u8>, row: &[u32], width: usize, between: u8) -> io::Result<()> {
    for (i, &value) in row.iter().enumerate() {
        if i > 0 {
            text.push(between);
        }
        // Most boards have values of one digit: no formatting for them.
        match value {
            0..=9 if width < 2 => text.push(b'0' + value as u8),
            _ => write!(text, "{value:>width$}")?,
        }
    }
    Ok(())
}
