//! What clap has to say, in the language of the person and with our codes; and what a person would
//! say who sees what was typed.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use tabuleiro::KINDS;
use tabuleiro::kind::Kind;
use tabuleiro::locale::{Lang, Message};
use tabuleiro::text::Diagnostic;

use crate::command::{ALONE, is_called, puzzle_aliases, puzzle_named};
use crate::exit::{Exit, Fault};
use crate::verbs::{VERBS, Verb};
use crate::{output, refuse};

/// The words with negative numbers as values of the options before them: `--seed -1` is a mistake in
/// the number, and no option `-1`.
pub(crate) fn joined(args: Vec<OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = Vec::with_capacity(args.len());
    let mut ours = true;
    for arg in args {
        // What follows `--` is another program's.
        ours &= arg != "--";
        let text = arg.to_str().unwrap_or_default();
        let negative = text
            .strip_prefix('-')
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        match words.last_mut().filter(|before| ours && negative && is_option(before)) {
            Some(before) => {
                before.push("=");
                before.push(&arg);
            }
            None => words.push(arg),
        }
    }
    words
}

/// Whether a word is an option whose value does not stand in it.
fn is_option(word: &OsString) -> bool {
    let text = word.to_str().unwrap_or_default();
    text.len() > 2 && text.starts_with("--") && !text.contains('=')
}

/// The words that are neither options nor stand directly after one.
fn bare(args: &[OsString]) -> Vec<&str> {
    let mut found = Vec::new();
    let mut after_option = false;
    for word in args.iter().skip(1) {
        let is_value = std::mem::replace(&mut after_option, is_option(word));
        match word.to_str() {
            Some(text) if !is_value && !text.starts_with('-') => found.push(text),
            _ => {}
        }
    }
    found
}

/// The puzzle and the verb that were typed, as far as they are known.
fn asked(args: &[OsString]) -> (Option<&'static dyn Kind>, Option<&'static Verb>) {
    let words = bare(args);
    let kind = words.first().and_then(|word| puzzle_named(word));
    (kind, words.get(1).and_then(|word| Verb::named(word)))
}

/// Has everything said as JSON if the results are to be JSON, before it is known whether the words
/// are right.
pub(crate) fn said_as_json(args: &[OsString]) {
    let mut words = args.iter().filter_map(|arg| arg.to_str()).take_while(|word| *word != "--");
    let mut format = None;
    while let Some(word) = words.next() {
        match word.strip_prefix("--format") {
            Some("") => format = words.next(),
            Some(value) => format = value.strip_prefix('=').or(format),
            None => {}
        }
    }
    if format.is_some_and(|format| format.eq_ignore_ascii_case("json")) {
        let (kind, verb) = asked(args);
        let puzzle = kind.map_or("", |kind| kind.about().name);
        output::say_json(verb.map_or("", |verb| verb.name), puzzle);
    }
}

/// Shows the help that was asked for, or turns the complaint into a diagnostic.
pub(crate) fn answer(error: clap::Error, args: &[OsString]) -> Result<Exit, Fault> {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => Some(texts.join(", ")),
        Some(ContextValue::Number(number)) => Some(number.to_string()),
        _ => None,
    };
    // clap shows an option with its value's name: `--size <ROWSxCOLUMNS>`.
    let option = || context(ContextKind::InvalidArg).unwrap_or_default();
    let value = || context(ContextKind::InvalidValue).unwrap_or_default();
    let (diagnostic, near) = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            error.print()?;
            return Ok(Exit::Yes);
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            let commands = match asked(args).0 {
                Some(kind) => verbs_of(kind),
                None => KINDS.iter().map(|kind| kind.about().name).chain(ALONE).collect(),
            };
            (Diagnostic::new("U0001").with("commands", commands.join(", ")), None)
        }
        ErrorKind::InvalidSubcommand => {
            let word = context(ContextKind::InvalidSubcommand).unwrap_or_default();
            match turned(&word, args) {
                Some(turned) => (turned, None),
                None => (
                    Diagnostic::new("U0002").with("word", word.as_str()),
                    near_command(&word, args),
                ),
            }
        }
        ErrorKind::UnknownArgument => match elsewhere(&option(), args) {
            Some(elsewhere) => (elsewhere, None),
            None => {
                let unknown = Diagnostic::new("U0003").with("word", option());
                (unknown, context(ContextKind::SuggestedArg))
            }
        },
        ErrorKind::InvalidValue if value().is_empty() => {
            (Diagnostic::new("U0005").with("option", option()), None)
        }
        ErrorKind::InvalidValue => {
            let diagnostic =
                Diagnostic::new("U0004").with("value", value()).with("option", option());
            let values = context(ContextKind::ValidValue).unwrap_or_default();
            (diagnostic.with("values", values), context(ContextKind::SuggestedValue))
        }
        // Only languages are read by code of ours.
        ErrorKind::ValueValidation => {
            let diagnostic =
                Diagnostic::new("U0004").with("value", value()).with("option", option());
            (diagnostic.with("values", Lang::ALL.map(Lang::tag).join(", ")), None)
        }
        ErrorKind::MissingRequiredArgument => {
            let command = bare(args).first().copied().unwrap_or_default();
            let command = ALONE.iter().find(|name| is_called(command, name, "cli.alias"));
            let command = command.copied().unwrap_or_default();
            let example = Message::new(format!("cli.example.{command}"));
            let missing = Diagnostic::new("U0010").with("command", command);
            (missing.with("argument", option()).with("example", example), None)
        }
        ErrorKind::ArgumentConflict => (Diagnostic::new("U0006").with("option", option()), None),
        ErrorKind::TooManyValues | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            (Diagnostic::new("U0007").with("value", value()).with("option", option()), None)
        }
        ErrorKind::InvalidUtf8 => (Diagnostic::new("U0008"), None),
        _ => (Diagnostic::new("U0009").with("reason", error.kind().to_string()), None),
    };
    Err(match near {
        Some(near) => diagnostic.with("near", near),
        None => diagnostic,
    }
    .into())
}

/// A verb in the place of the puzzle, which follows it or not.
fn turned(word: &str, args: &[OsString]) -> Option<Diagnostic> {
    let words = bare(args);
    let verb = Verb::named(word).filter(|_| words.first() == Some(&word))?;
    let fault = Diagnostic::new("U0011").with("verb", verb.name);
    let kind = words.get(1).and_then(|word| puzzle_named(word));
    let known: Vec<&str> = KINDS.iter().map(|kind| kind.about().name).collect();
    let fault = fault.with("known", known.join(", "));
    Some(match kind {
        Some(kind) => fault.with("near", format!("{} {}", kind.about().name, verb.name)),
        None => fault,
    })
}

/// The verbs of a puzzle.
fn verbs_of(kind: &dyn Kind) -> Vec<&'static str> {
    VERBS.iter().filter(|verb| verb.applies(kind)).map(|verb| verb.name).collect()
}

/// The command that a word is most like: a puzzle's verb where a puzzle stands before it.
fn near_command(word: &str, args: &[OsString]) -> Option<String> {
    let mut known: Vec<&str> = Vec::new();
    match asked(args) {
        (Some(kind), _) => {
            known = verbs_of(kind);
        }
        (None, _) => {
            known.extend(KINDS.iter().map(|kind| kind.about().name));
            known.extend(KINDS.iter().flat_map(|kind| puzzle_aliases(*kind)));
            known.extend(ALONE);
        }
    }
    tabuleiro::near::nearest(word, &known).map(str::to_owned)
}

/// An option that other verbs have.
fn elsewhere(option: &str, args: &[OsString]) -> Option<Diagnostic> {
    let (kind, verb) = asked(args);
    refuse::of_another_verb(kind?, verb?, option.strip_prefix("--")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn negative_numbers_belong_to_the_option_before_them() {
        let joined = |text: &str| joined(words(text)).join(std::ffi::OsStr::new(" "));
        assert_eq!(joined("t --seed -1 x"), "t --seed=-1 x");
        assert_eq!(joined("t --size -3x5"), "t --size=-3x5");
        assert_eq!(joined("t -1"), "t -1");
        assert_eq!(joined("t -- p --x -1"), "t -- p --x -1");
        assert_eq!(joined("t --seed=1 -1"), "t --seed=1 -1");
    }

    #[test]
    fn values_are_no_commands() {
        assert_eq!(bare(&words("t --lang pt solve --quiet x -o y")), ["solve", "y"]);
    }
}
