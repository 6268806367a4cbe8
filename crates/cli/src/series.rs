//! Steps as pictures, a file each: one is written under the name that was asked for, several under that name with their
//! numbers, `steps-01.svg`, `steps-02.svg`. None of them appears before all are whole.

use std::io::Write;

use clap::ArgMatches;
use tabuleiro::locale::Message;
use tabuleiro::text::Diagnostic;

use crate::batch;
use crate::exit::{Exit, Fault};
use crate::lessons;
use crate::notes::Notes;
use crate::output::{self, Output, Sealed};
use crate::progress::{Progress, Scope};
use crate::step_report::StepReporter;

/// Bytes that a file waiting for its name takes: its paths and their places in lists.
const BYTES_WAITING: u64 = 1 << 10;

/// Writes the pictures of one instance: of the first, or the one of `--instance`.
pub(crate) fn run(reporter: &StepReporter<'_>, matches: &ArgMatches) -> Result<Exit, Fault> {
    let arguments = reporter.arguments;
    let name = arguments.output.as_deref().unwrap_or_default();
    let mut alone = Some(Output::open(Some(name))?);
    let so_far = lessons::so_far(arguments, matches)?;
    let item = batch::chosen(reporter.kind, arguments, matches)?;
    let (progress, limits) = Progress::start(arguments, Scope::FirstSolution);
    let mut files: Vec<Sealed> = Vec::new();
    let told = reporter.walked(&item, so_far.as_ref(), &limits, |telling, before, meter| {
        let waiting = BYTES_WAITING.saturating_mul(telling.count());
        meter.claim(waiting)?;
        telling.pictures(before, meter, |number, count, svg| {
            let mut out = match alone.take() {
                Some(out) if count > 1 && out.is_device() => {
                    return Err(Diagnostic::new("U0133").with("n", count).with("file", name));
                }
                Some(out) if count <= 1 => out,
                _ => Output::open(Some(&numbered(name, number, count)))?,
            };
            out.write_all(svg).map_err(|error| output::unkept(&error, name))?;
            files.push(out.sealed()?);
            Ok(())
        })?;
        Ok(Vec::new())
    });
    drop(progress);
    let exit = Notes::new(arguments).take(&item, lessons::ending(&told, arguments));
    if !matches!(exit, Exit::Yes | Exit::No) {
        arguments.note(&Message::new("note.unwritten").with("file", name));
        return Ok(exit);
    }
    let count = files.len();
    for file in files {
        file.keep()?;
    }
    if count > 1 {
        let [first, last] = [1, count as u64].map(|number| numbered(name, number, count));
        let note = Message::new("note.pictures").with("n", count).with("first", first);
        arguments.note(&note.with("last", last));
    }
    Ok(exit)
}

/// The name of one file of several: the number stands before the ending, with zeros before it, so that names in the
/// order of the alphabet are in that of the steps.
fn numbered(name: &str, number: u64, count: usize) -> String {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let digits = count.to_string().len();
    format!("{stem}-{number:0digits$}.{ending}")
}
