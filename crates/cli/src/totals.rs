//! The totals of a comparison: one row a strategy, over all instances.

use std::time::Duration;

use tabuleiro::contract::Counter;
use tabuleiro::kind::Kind;
use tabuleiro::locale::Lang;
use tabuleiro::tell;

use crate::compare::{OutcomeKind, Row};
use crate::table::{Align, Table};

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
    columns.push((title("best"), Align::Right));
    let mut table = Table::new(columns);
    let mut strategies: Vec<&str> = Vec::new();
    for row in rows {
        if !strategies.contains(&row.strategy) {
            strategies.push(row.strategy);
        }
    }
    for strategy in strategies {
        let own: Vec<&Row> = rows.iter().filter(|row| row.strategy == strategy).collect();
        let sum =
            |value: &dyn Fn(&Row) -> u64| lang.number(own.iter().map(|r| value(r)).sum::<u64>());
        let outcome = |wanted: &dyn Fn(OutcomeKind) -> bool| sum(&|row| wanted(row.outcome).into());
        let mut words = vec![
            strategy.to_owned(),
            outcome(&|verdict| verdict == OutcomeKind::Solved),
            outcome(&|verdict| verdict == OutcomeKind::Impossible),
            outcome(&|verdict| matches!(verdict, OutcomeKind::Unknown(_))),
            sum(&|row| row.stats.nodes),
            sum(&|row| row.stats.steps),
            sum(&|row| row.stats.backtracks),
        ];
        words.extend(about.counters.iter().map(|counter| sum(&|row| (counter.of)(&row.stats))));
        if cut {
            words.push(sum(&|row| (!row.measured()).into()));
        }
        // A sum of times is one only if none is missing.
        let time = own.iter().map(|row| row.best()).sum::<Option<Duration>>();
        words.push(time.map_or("–".to_owned(), |time| tell::duration(time, lang)));
        table.push(words);
    }
    let own = |counter: &Counter| lang.say(&format!("{}.counter.{}", about.name, counter.name));
    let least = ["steps", "backtracks"].map(|name| lang.say(&format!("compare.{name}")));
    table.expend(about.counters.iter().map(own).chain(least));
    table
}
