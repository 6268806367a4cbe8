//! What clap has to say, in the language of the person and with our codes.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use tabuleiro::text::Diagnostic;

use crate::exit::{Exit, Fault};

/// Shows the help that was asked for, or turns the complaint into a diagnostic.
pub(crate) fn answer(error: clap::Error) -> Result<Exit, Fault> {
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
            let commands = context(ContextKind::ValidSubcommand).unwrap_or_default();
            (Diagnostic::new("U0001").with("commands", commands), None)
        }
        ErrorKind::InvalidSubcommand => {
            let word = context(ContextKind::InvalidSubcommand).unwrap_or_default();
            (Diagnostic::new("U0002").with("word", word), context(ContextKind::SuggestedSubcommand))
        }
        ErrorKind::UnknownArgument => {
            (Diagnostic::new("U0003").with("word", option()), context(ContextKind::SuggestedArg))
        }
        ErrorKind::InvalidValue if value().is_empty() => {
            (Diagnostic::new("U0005").with("option", option()), None)
        }
        ErrorKind::InvalidValue => {
            let diagnostic =
                Diagnostic::new("U0004").with("value", value()).with("option", option());
            let values = context(ContextKind::ValidValue).unwrap_or_default();
            (diagnostic.with("values", values), context(ContextKind::SuggestedValue))
        }
        ErrorKind::MissingRequiredArgument => {
            (Diagnostic::new("U0005").with("option", option()), None)
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
