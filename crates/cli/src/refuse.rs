//! Options that would be ignored: refused, with the reason, so that they never seem to have had an
//! effect.

use clap::ArgMatches;
use clap::parser::ValueSource;
use tabuleiro::kind::Kind;
use tabuleiro::text::{Diagnostic, Source};

use crate::arguments::{Arguments, ResultFormat};
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
    if verb.taught && kind.lessons().is_none() {
        return Err(Diagnostic::new("B0109").with("puzzle", kind.about().name));
    }
    if !verb.applies(kind) {
        let rated = tabuleiro::KINDS.iter().filter(|kind| verb.applies(**kind));
        let known: Vec<&str> = rated.map(|kind| kind.about().name).collect();
        let fault = Diagnostic::new("U0121").with("puzzle", kind.about().name);
        return Err(fault.with("known", known.join(", ")));
    }
    if arguments.format == ResultFormat::Coursework && kind.coursework().is_none() {
        return Err(Diagnostic::new("J0101").with("puzzle", kind.about().name));
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

#[cfg(test)]
mod tests {
    use search::Limits;
    use tabuleiro::KINDS;
    use tabuleiro::contract::{About, Brush, Options, RunError, Strategy};
    use tabuleiro::coursework::AboutCoursework;
    use tabuleiro::explain::AboutLessons;
    use tabuleiro::kind::{Creation, Report, Session};
    use tabuleiro::locale::Lang;
    use tabuleiro::scene::Tone;
    use tabuleiro::text::Source;

    use super::*;
    use crate::command::{self, Detail, Typed};

    /// A puzzle as it is, but for its lessons: there are none.
    struct Untaught(&'static dyn Kind);

    type Opened<'a> = Box<dyn Iterator<Item = Result<Box<dyn Session>, Diagnostic>> + 'a>;

    impl Kind for Untaught {
        fn about(&self) -> &'static About {
            self.0.about()
        }
        fn strategies(&self) -> Vec<Strategy> {
            self.0.strategies()
        }
        fn levels(&self) -> &'static [&'static str] {
            self.0.levels()
        }
        fn brushes(&self) -> &'static [Brush] {
            self.0.brushes()
        }
        fn signs(&self) -> &'static [(Tone, char)] {
            self.0.signs()
        }
        fn printed(&self, asked: &Options) -> &'static [(&'static str, &'static str)] {
            self.0.printed(asked)
        }
        fn is_game(&self) -> bool {
            self.0.is_game()
        }
        fn lessons(&self) -> Option<AboutLessons> {
            None
        }
        fn open<'a>(&'a self, source: &'a Source, options: &'a Options) -> Opened<'a> {
            self.0.open(source, options)
        }
        fn described(
            &self,
            options: &Options,
            limits: &Limits,
        ) -> Result<Option<Box<dyn Session>>, RunError> {
            self.0.described(options, limits)
        }
        fn implied(
            &self,
            claim: &Source,
            options: &Options,
        ) -> Result<Box<dyn Session>, Diagnostic> {
            self.0.implied(claim, options)
        }
        fn coursework(&self) -> Option<AboutCoursework> {
            self.0.coursework()
        }
        fn generate(
            &self,
            options: &Options,
            seed: u64,
            limits: &Limits,
        ) -> Result<Report<Creation>, RunError> {
            self.0.generate(options, seed, limits)
        }
    }

    #[test]
    fn a_puzzle_without_lessons_is_refused_in_plain_words_and_has_all_other_verbs() {
        let kind = Untaught(KINDS[0]);
        for verb in VERBS.iter().filter(|verb| verb.applies(KINDS[0])) {
            let words = ["tabuleiro", KINDS[0].about().name, verb.name];
            let matches =
                command::root(Lang::En, Detail::Short, Typed::ALL).try_get_matches_from(words);
            let matches = matches.unwrap();
            let (_, words) = matches.subcommand().unwrap().1.subcommand().unwrap();
            let arguments = Arguments::new(&kind, verb, words, Lang::En).unwrap();
            let refused = ignored(&kind, verb, &arguments, words).err();
            assert_eq!(refused.is_some(), verb.taught, "{}", verb.name);
            assert_eq!(verb.applies(&kind), !verb.taught, "{}", verb.name);
            if let Some(fault) = refused {
                let name = KINDS[0].about().name;
                let said = |lang| fault.message(lang);
                assert_eq!(said(Lang::En), format!("{name} cannot be played move by move"));
                assert!(said(Lang::PtBr).starts_with(&format!("{name} não pode ser jogado")));
            }
        }
    }
}
