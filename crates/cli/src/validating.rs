//! `validate`: the ruling of `judge` on a text, with the exit codes and words of online judges.

use std::fs;
use std::io::Write;
use std::path::Path;

use ::judge::validate::{Dialect, JudgeOutput};
use clap::ArgMatches;
use tabuleiro::kind::Kind;
use tabuleiro::text::Diagnostic;

use crate::arguments::Arguments;
use crate::exit::{Exit, Fault};
use crate::{judging, output, temporary};

/// The words of the dialects.
pub(crate) fn dialects() -> Vec<&'static str> {
    Dialect::ALL.iter().map(|(word, _)| *word).collect()
}

pub(crate) fn run(
    kind: &dyn Kind,
    arguments: Arguments,
    matches: &ArgMatches,
) -> Result<Exit, Fault> {
    let asked = matches.get_one::<String>("as").map_or("kattis", String::as_str);
    let dialect = Dialect::ALL.iter().find(|(word, _)| *word == asked);
    let dialect = dialect.map_or(Dialect::Kattis, |(_, dialect)| *dialect);
    let files = dialect
        .files(&arguments.inputs)
        .map_err(|usage| Diagnostic::new("J0112").with("dialect", asked).with("usage", usage))?;
    let rules = judging::rules(kind, &arguments, matches)?;
    let read = |path: &str| arguments.source(path);
    let told = match (read(&files.input), read(files.output.as_deref().unwrap_or("-"))) {
        (Ok(input), Ok(output)) => dialect.rule(&rules, &input, output.bytes()),
        // A file that is not there is not a wrong answer, and has a code of its own.
        (Err(Fault::Diagnostic(fault)), _) | (_, Err(Fault::Diagnostic(fault))) => {
            dialect.failed(&fault.render(arguments.lang))
        }
        (Err(fault), _) | (_, Err(fault)) => return Err(fault),
    };
    end(told, files.folder.as_deref())
}

/// Says what is to be said, and ends with the code that the judge knows.
fn end(output: JudgeOutput, folder: Option<&str>) -> Result<Exit, Fault> {
    let mut out = std::io::stdout();
    out.write_all(output.text.as_bytes())?;
    out.flush()?;
    match folder {
        Some(folder) if !output.message.is_empty() => {
            let path = Path::new(folder).join("judgemessage.txt");
            let shown = path.display().to_string();
            fs::write(&path, format!("{}\n", output.message)).map_err(|error| {
                Diagnostic::new("I0010").in_file(shown).with("reason", error.to_string())
            })?;
        }
        None if output.text.is_empty() && !output.message.is_empty() => {
            output::tell(&output.message);
        }
        _ => {}
    }
    temporary::remove_and_exit(output.code.into())
}
