//! The totals of a comparison: one row a strategy, over all instances.

use std::time::Duration;

use serde_json::{Map, Value};
use tabuleiro::contract::Counter;
use tabuleiro::kind::Kind;
use tabuleiro::locale::Lang;
use tabuleiro::measure::{OutcomeKind, Row, counters};
use tabuleiro::tell;

use crate::json::milliseconds;
use crate::table::{Align, Table};

/// What one strategy did on all instances.
pub(crate) struct Totals<'a> {
    strategy: &'static str,
    rows: Vec<&'a Row>,
}

impl<'a> Totals<'a> {
    /// Those of every strategy, in the order of the rows.
    pub(crate) fn of(rows: &'a [Row]) -> Vec<Self> {
        let mut totals: Vec<Totals<'_>> = Vec::new();
        for row in rows {
            match totals.iter_mut().find(|total| total.strategy == row.strategy) {
                Some(total) => total.rows.push(row),
                None => totals.push(Totals { strategy: row.strategy, rows: vec![row] }),
            }
        }
        totals
    }

    /// The table for people: how many instances each strategy decided, and what all of them took.
    pub(crate) fn table(kind: &dyn Kind, rows: &[Row], lang: Lang) -> Table {
        let about = kind.about();
        let title = |name: &str| lang.say(&format!("compare.{name}")).to_owned();
        let mut columns = vec![(title("strategy"), Align::Left)];
        let counts = ["solved", "impossible", "unknown", "nodes", "steps", "backtracks"];
        columns.extend(counts.map(|name| (title(name), Align::Right)));
        columns.extend(about.counters.iter().map(|counter| {
            let key = format!("{}.counter.{}", about.name, counter.name);
            (lang.say(&key).to_owned(), Align::Right)
        }));
        let cut = rows.iter().any(|row| !row.measured());
        if cut {
            columns.push((title("cut"), Align::Right));
        }
        columns.push((title("median"), Align::Right));
        let mut table = Table::new(columns);
        for total in Totals::of(rows) {
            let mut words = vec![total.strategy.to_owned()];
            words.extend(total.outcomes().map(|(_, n)| lang.number(n)));
            words.extend(total.counters(kind).into_iter().map(|(_, n)| lang.number(n)));
            if cut {
                words.push(lang.number(total.unfinished()));
            }
            let time = total.time().map(|time| tell::duration(time, lang));
            words.push(time.unwrap_or("–".to_owned()));
            table.push(words);
        }
        let own = |counter: &Counter| lang.say(&format!("{}.counter.{}", about.name, counter.name));
        let least = ["steps", "backtracks"].map(|name| lang.say(&format!("compare.{name}")));
        table.expend(about.counters.iter().map(own).chain(least));
        table
    }

    /// The same as data.
    pub(crate) fn data(&self, kind: &dyn Kind) -> Map<String, Value> {
        let mut fields = Map::new();
        fields.insert("strategy".to_owned(), self.strategy.into());
        for (name, number) in self.outcomes().into_iter().chain(self.counters(kind)) {
            fields.insert(name.to_owned(), number.into());
        }
        fields.insert("unfinished".to_owned(), self.unfinished().into());
        fields.insert("median_ms".to_owned(), self.time().map(milliseconds).into());
        fields
    }

    fn outcomes(&self) -> [(&'static str, u64); 3] {
        let count = |wanted: fn(OutcomeKind) -> bool| {
            self.rows.iter().filter(|row| wanted(row.outcome)).count() as u64
        };
        [
            ("solved", count(|outcome| outcome == OutcomeKind::Solved)),
            ("impossible", count(|outcome| outcome == OutcomeKind::Impossible)),
            ("unknown", count(|outcome| matches!(outcome, OutcomeKind::Unknown(_)))),
        ]
    }

    fn counters(&self, kind: &dyn Kind) -> Vec<(&'static str, u64)> {
        let mut sums: Vec<(&'static str, u64)> = Vec::new();
        for row in &self.rows {
            for (place, (name, n)) in counters(kind, &row.stats).into_iter().enumerate() {
                match sums.get_mut(place) {
                    Some((_, sum)) => *sum += n,
                    None => sums.push((name, n)),
                }
            }
        }
        sums
    }

    fn unfinished(&self) -> u64 {
        self.rows.iter().filter(|row| !row.measured()).count() as u64
    }

    /// The medians of all instances together: a sum of times is one only if none is missing.
    fn time(&self) -> Option<Duration> {
        self.rows.iter().map(|row| row.median()).sum()
    }
}
