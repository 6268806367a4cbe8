//! A filled board, as it is written.

use std::io::{self, Write};

use crate::contract::{Format, Print};
use crate::locale::Lang;

/// A value for every cell, row by row. Not checked: that is the verifier's work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    order: usize,
    values: Vec<u32>,
}

impl Grid {
    /// A square of values; there are `order` times `order`.
    pub fn new(order: usize, values: Vec<u32>) -> Self {
        assert_eq!(values.len(), order * order, "a grid is a square");
        Grid { order, values }
    }

    /// Its number of rows, and of columns.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The values in reading order.
    pub fn values(&self) -> &[u32] {
        &self.values
    }
}

impl Print for Grid {
    fn print(&self, format: Format, _: Lang, out: &mut dyn Write) -> io::Result<()> {
        let mut text = String::with_capacity(3 * self.values.len() + 16);
        let rows = self.values.chunks(self.order);
        match format {
            Format::Json => {
                let rows: Vec<String> = rows.map(|row| joined(row, 0, ",")).collect();
                text = format!("{{\"grid\":[[{}]]}}", rows.join("],["));
            }
            Format::Text | Format::Coursework => {
                let widest = self.values.iter().max().map_or(1, |most| most.to_string().len());
                let width = if format == Format::Text { widest } else { 0 };
                for row in rows {
                    text += &joined(row, width, " ");
                    text.push('\n');
                }
            }
        }
        out.write_all(text.as_bytes())
    }
}

fn joined(row: &[u32], width: usize, between: &str) -> String {
    let words: Vec<String> = row.iter().map(|value| format!("{value:>width$}")).collect();
    words.join(between)
}
