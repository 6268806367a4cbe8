//! Options that would be ignored: refused, with the reason, so that nobody believes that they had an
//! effect.

use clap::ArgMatches;
use clap::parser::ValueSource;
use tabuleiro::kind::Kind;
use tabuleiro::text::{Diagnostic, Source};

use crate::arguments::Arguments;
use crate::verbs::{ONE_STRATEGY, VERBS, Verb};

/// Whether an option was typed.
pub(crate) fn is_given(matches: &ArgMatches, option: &str) -> bool {
    let known = matches.try_contains_id(option).is_ok();
    known && matches.value_source(option) == Some(ValueSource::CommandLine)
}

/// Refuses an option that the verb would ignore for what else was typed.
pub(crate) fn ignored(
    kind: &dyn Kind,
    verb: &Verb,
    arguments: &Arguments,
    matches: &ArgMatches,
) -> Result<(), Diagnostic> {
    if !verb.applies(kind) {
        let rated = tabuleiro::KINDS.iter().filter(|kind| verb.applies(**kind));
        let known: Vec<&str> = rated.map(|kind| kind.about().name).collect();
        let fault = Diagnostic::new("U0121").with("puzzle", kind.about().name);
        return Err(fault.with("known", known.join(", ")));
    }
    let given = |option: &str| is_given(matches, option);
    if let Some(&(option, needs)) = verb.needs.iter().find(|(o, n)| given(o) && !given(n)) {
        return Err(Diagnostic::new("U0114").with("option", option).with("needs", needs));
    }
    if let Some(&(option, other)) = verb.excludes.iter().find(|(o, e)| given(o) && given(e)) {
        return Err(Diagnostic::new("U0115").with("option", option).with("other", other));
    }
    let strategies = &arguments.strategies;
    if strategies.len() > 1 && !verb.takes_several() {
        let given = strategies.join(",");
        let fault = Source::option(ONE_STRATEGY, &given).diagnostic("U0113", 0..given.len());
        let fault = fault.with("verb", verb.name).with("n", strategies.len());
        return Err(fault.with("puzzle", kind.about().name).with("given", given));
    }
    let best = [kind.best_strategy()];
    let used = match &strategies[..] {
        [] if verb.name == "compare" => return Ok(()),
        [] => &best[..],
        named => named,
    };
    let about = kind.about();
    let idle = about.only.iter().find(|(option, users)| {
        given(option) && !used.iter().any(|strategy| users.contains(strategy))
    });
    match idle {
        None => Ok(()),
        Some((option, users)) => Err(Diagnostic::new("U0116")
            .with("option", *option)
            .with("strategies", users.join(", "))
            .with("first", users[0])),
    }
}

/// What to say of an option that this verb does not have, if others do.
pub(crate) fn of_another_verb(kind: &dyn Kind, verb: &Verb, option: &str) -> Option<Diagnostic> {
    let others = VERBS.iter().filter(|other| other.applies(kind) && other.takes(kind, option));
    let others: Vec<&str> = others.map(|other| other.name).collect();
    let fault = Diagnostic::new("U0012").with("verb", verb.name).with("option", option);
    (!others.is_empty()).then(|| fault.with("verbs", others.join(", ")))
}
