//! A comparison as a table for people, and as data.

use std::path::Path;

use serde_json::{Map, Value};
use tabuleiro::contract::Counter;
use tabuleiro::kind::Kind;
use tabuleiro::locale::Lang;
use tabuleiro::measure::{Row, counters};
use tabuleiro::tell;
use tabuleiro::text::{Diagnostic, Source};

use crate::arguments::Arguments;
use crate::batch::Item;
use crate::json::{Object, csv_row};
use crate::table::{Align, Table};
use crate::totals::Totals;

/// What was measured, and what it is about.
pub(crate) struct Comparison<'a> {
    pub(crate) kind: &'a dyn Kind,
    pub(crate) rows: &'a [Row],
    pub(crate) items: &'a [Item],
    pub(crate) arguments: &'a Arguments,
    /// Whether all instances are added up.
    pub(crate) is_total: bool,
}

/// A row as data, and the instance that it is about.
type Body<'a> = (Option<&'a Item>, Map<String, Value>);

impl Comparison<'_> {
    /// The table for people.
    pub(crate) fn table(&self) -> Table {
        let lang = self.arguments.lang;
        if self.is_total {
            return Totals::table(self.kind, self.rows, lang);
        }
        table(self.kind, self.rows, lang)
    }

    /// The rows, one at a time, each with the instance that it is about.
    fn bodies(&self) -> Box<dyn Iterator<Item = Body<'_>> + '_> {
        if self.is_total {
            let totals = Totals::of(self.rows).into_iter();
            return Box::new(totals.map(|total| (None, total.data(self.kind))));
        }
        let rows = self.rows.iter();
        Box::new(rows.map(|row| (self.items.get(row.place), row.data(self.kind))))
    }

    /// The rows as data: what was asked, and what came of it.
    pub(crate) fn data(&self) -> impl Iterator<Item = Value> {
        let seed = Some(self.arguments.seed.unwrap_or(1));
        self.bodies().map(move |(item, body)| {
            let mut bytes = Vec::new();
            let name = self.kind.about().name;
            let head = Object::about(&mut bytes, name, item, self.arguments);
            let head = head.and_then(|mut head| {
                head.origin(seed, None)?;
                head.close()
            });
            head.expect("writing to memory does not fail");
            let mut value: Value = serde_json::from_slice(&bytes).unwrap_or_default();
            if let Some(object) = value.as_object_mut() {
                object.extend(body);
            }
            value
        })
    }

    /// The rows as comma-separated values, without what is the same in every row, and without boards,
    /// which have several lines.
    pub(crate) fn csv(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let word = |value: &Value| match value {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        for (place, (item, body)) in self.bodies().enumerate() {
            let mut row = Map::new();
            row.insert("puzzle".to_owned(), self.kind.about().name.into());
            row.insert("input".to_owned(), item.and_then(|item| item.input.as_deref()).into());
            row.insert("instance".to_owned(), item.map(|item| item.number).into());
            row.extend(body);
            let head = (place == 0).then(|| row.keys().cloned().collect::<Vec<_>>());
            for record in head.into_iter().chain([row.values().map(word).collect()]) {
                csv_row(&mut out, &record).expect("writing to memory does not fail");
            }
        }
        out
    }
}

/// The table for people. The instance has a column only if there are several.
pub(crate) fn table(kind: &dyn Kind, rows: &[Row], lang: Lang) -> Table {
    let about = kind.about();
    let several = rows.iter().any(|row| row.instance != rows[0].instance);
    let own = |counter: &Counter| lang.say(&format!("{}.counter.{}", about.name, counter.name));
    let title = |name: &str| lang.say(&format!("compare.{name}")).to_owned();
    let mut columns = Vec::new();
    if several {
        columns.push((title("instance"), Align::Left));
    }
    columns.extend(["strategy", "outcome"].map(|name| (title(name), Align::Left)));
    columns.extend(["nodes", "steps", "backtracks"].map(|name| (title(name), Align::Right)));
    columns.extend(about.counters.iter().map(|counter| (own(counter).to_owned(), Align::Right)));
    columns.extend(["median", "spread", "ratio"].map(|name| (title(name), Align::Right)));
    let mut table = Table::new(columns);
    for row in rows {
        let mut words = Vec::new();
        if several {
            words.push(row.instance.clone());
        }
        words.push(row.strategy.to_owned());
        words.push(row.outcome(lang));
        words.extend(counters(kind, &row.stats).into_iter().map(|(_, n)| lang.number(n)));
        let ratio = row.ratio().map(|ratio| format!("{}×", lang.decimal(ratio, 2)));
        let median = row.median().map(|time| tell::duration(time, lang));
        let spread = row.deviation().zip(row.median()).map(|(deviation, median)| {
            let percent = 100.0 * deviation.as_secs_f64() / median.as_secs_f64().max(1e-9);
            format!("±{}%", lang.decimal(percent, 0))
        });
        words.extend([median, spread, ratio].map(|word| word.unwrap_or("–".to_owned())));
        table.push(words);
    }
    // Of what there is no room for, the counters that say nearly the same go first.
    let least = ["steps", "backtracks", "spread", "nodes"];
    let least = least.map(|name| lang.say(&format!("compare.{name}")));
    table.expend(about.counters.iter().map(own).chain(least));
    table
}

/// Writes a comparison as the bytes of a file.
pub(crate) type Exporter = fn(&Comparison<'_>) -> Vec<u8>;

/// The format that the extension of a file asks for.
pub(crate) fn exporter(path: &str) -> Result<Exporter, Diagnostic> {
    match Path::new(path).extension().and_then(|extension| extension.to_str()) {
        Some("md") => Ok(|comparison| comparison.table().markdown().into_bytes()),
        Some("json") => Ok(|comparison| {
            format!("{:#}\n", Value::Array(comparison.data().collect())).into_bytes()
        }),
        Some("csv") => Ok(|comparison| comparison.csv()),
        _ => Err(Source::option("export", path).diagnostic("U0108", 0..path.len())),
    }
}
