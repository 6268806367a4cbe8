//! Answers as the page shows them: in words, as data, and as something to keep.

use search::Limits;
use serde_json::{Value, json};
use tabuleiro::board::Size;
use tabuleiro::contract::{Counted, Ended, Format, RunError};
use tabuleiro::explain::Rating;
use tabuleiro::kind::{Answer, Finding, Report};
use tabuleiro::locale::{Lang, Message};
use tabuleiro::tell;
use tabuleiro::text::Diagnostic;

use crate::ask::Ask;
use crate::solve;

/// An answer to `solve`.
pub(crate) fn solved(
    answer: &Answer,
    size: Size,
    ask: &Ask,
    limits: &Limits,
) -> Result<Value, Diagnostic> {
    let (kind, lang, strategy) = (ask.kind()?, ask.lang(), ask.strategy()?);
    let wording = ask.wording(size)?;
    let (outcome, found) = (solve::outcome(&answer.result), answer.finding());
    let counters = kind.about().counters.iter().map(|counter| {
        let title = lang.say(&format!("{}.counter.{}", kind.about().name, counter.name));
        json!([title, (counter.of)(&answer.stats)])
    });
    Ok(json!({
        "outcome": outcome,
        "strategy": strategy,
        "words": tell::remarks(answer, &wording.strategy(strategy), limits, lang),
        "notes": answer.notes.iter().map(|note| wording.text(note)).collect::<Vec<_>>(),
        "verified": found.is_some(),
        "text": found.map(|found| printed(found, Format::Text, lang)),
        "data": found.map(|found| data(found, lang)),
        "stats": answer.stats.named().into_iter().collect::<std::collections::BTreeMap<_, _>>(),
        "counters": counters.collect::<Vec<_>>(),
        "elapsed_ms": answer.elapsed.as_secs_f64() * 1e3,
    }))
}

pub(crate) fn printed(found: &Finding, format: Format, lang: Lang) -> String {
    let mut out = Vec::new();
    // Writing to memory does not fail.
    let _ = found.print(format, lang, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

pub(crate) fn data(found: &Finding, lang: Lang) -> Value {
    serde_json::from_str(&printed(found, Format::Json, lang)).unwrap_or_default()
}

/// An answer to `count`.
pub(crate) fn counted(report: &Report<Counted>, lang: Lang, limits: &Limits) -> Value {
    let counted = &report.result;
    let limit = match counted.ended {
        Ended::Cut(limit) => Some(tell::limit_words(limit, limits).text(lang)),
        Ended::Exhausted | Ended::Satisfied | Ended::Spent => None,
    };
    json!({
        "count": counted.count.to_string(),
        "shown": lang.number(&counted.count),
        "unit": counted.unit.text(lang),
        "exact": counted.ended == Ended::Exhausted,
        "limit": limit,
        "effort": tell::effort(&report.stats, report.elapsed, lang),
    })
}

/// How hard an instance is: the level with its words, the steps of each technique.
pub(crate) fn rating(rating: &Rating, ask: &Ask) -> Result<Value, Diagnostic> {
    let (name, lang) = (ask.kind()?.about().name, ask.lang());
    let title = |technique: &str| lang.say(&format!("{name}.technique.{technique}"));
    let ladder = rating.ladder.as_ref().map(|climb| {
        let rounds = climb.rounds.iter().map(|(technique, rounds)| {
            json!({ "technique": technique, "title": title(technique), "rounds": rounds })
        });
        json!({
            "hardest": climb.hardest,
            "title": climb.hardest.map(title),
            "cost": f64::from(climb.cost) / 10.0,
            "effort": climb.effort as f64 / 10.0,
            "rounds": rounds.collect::<Vec<_>>(),
        })
    });
    Ok(json!({
        "level": rating.level,
        "reason": rating.reason.text(lang),
        "ladder": ladder,
        "facts": rating.facts.iter().map(|fact| fact.text(lang)).collect::<Vec<_>>(),
    }))
}

/// Why nothing was made: what a limit says of a generator.
pub(crate) fn obstacle(obstacle: RunError, limits: &Limits) -> Diagnostic {
    match obstacle {
        RunError::Invalid(diagnostic) => diagnostic,
        RunError::Limit(limit) => {
            let reason: Message = tell::limit_words(limit, limits);
            Diagnostic::new("W0104").with("reason", reason)
        }
    }
}
