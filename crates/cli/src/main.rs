//! The program `tabuleiro`: arguments in, answers out. Knows every verb and no puzzle: whatever it
//! says of a puzzle it finds in `KINDS`.

// They panic where standard error cannot be written: `output::tell`, and `writeln!` with its error, do not.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod arguments;
mod as_printed;
mod batch;
#[cfg(feature = "print")]
mod book;
mod bounded;
mod check;
mod check_sums;
mod command;
mod compare;
mod comparison;
mod count;
mod demo;
mod draw;
mod exit;
mod generate;
mod halt;
mod hint;
mod inline;
mod input;
mod json;
#[cfg(feature = "judge")]
mod judge_options;
#[cfg(feature = "judge")]
mod judging;
#[cfg(feature = "watch")]
mod keys;
#[cfg(not(all(
    feature = "cluster",
    feature = "judge",
    feature = "print",
    feature = "watch",
    feature = "web"
)))]
mod left_out;
mod lesson_format;
mod lessons;
mod manual;
mod markdown;
mod memory;
mod notes;
mod output;
#[cfg(feature = "judge")]
mod packaging;
mod page;
#[cfg(feature = "print")]
mod pdf;
mod picture_format;
#[cfg(feature = "watch")]
mod play;
mod progress;
mod rate;
mod refuse;
mod series;
#[cfg(feature = "web")]
mod serve;
#[cfg(feature = "web")]
mod site;
mod solve;
mod step_report;
mod steps;
mod table;
mod temporary;
#[cfg(feature = "cluster")]
mod together;
mod totals;
mod trace;
mod units;
mod usage;
#[cfg(feature = "judge")]
mod validating;
mod verbs;
#[cfg(feature = "watch")]
mod watch;

use std::ffi::OsString;
use std::process::ExitCode;

use tabuleiro::locale::Lang;

use command::{Detail, Typed};
use exit::{Exit, Fault};
#[cfg(not(feature = "cluster"))]
use left_out::together;
#[cfg(not(feature = "print"))]
use left_out::{book, pdf};
#[cfg(not(feature = "judge"))]
use left_out::{judging, packaging, validating};
#[cfg(not(feature = "watch"))]
use left_out::{play, watch};
#[cfg(not(feature = "web"))]
use left_out::{serve, site};

fn main() -> ExitCode {
    #[cfg(feature = "judge")]
    if let Some(exit) = judge::launched() {
        return exit;
    }
    memory::give_back();
    abort_on_panic();
    let args: Vec<OsString> = std::env::args_os().collect();
    let lang = language(&args);
    match run(args, lang) {
        Ok(exit) => exit.into(),
        Err(Fault::Diagnostic(diagnostic)) => {
            output::report(&diagnostic, lang);
            Exit::from(&*diagnostic).into()
        }
        Err(Fault::Limit(said, exit)) => {
            output::note(&said.text(lang), lang);
            exit.into()
        }
        // Nobody is listening any more, which is no fault of ours.
        Err(Fault::ClosedPipe) => ExitCode::SUCCESS,
    }
}

/// A fault of the program ends it at once, in whatever thread it shows: there is no waiting for a thread that
/// is gone. The server takes the hook back, since one request must not end the others.
fn abort_on_panic() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        report(panic);
        std::process::abort();
    }));
}

fn run(args: Vec<OsString>, lang: Lang) -> Result<Exit, Fault> {
    let args = usage::joined(args);
    usage::said_as_json(&args);
    let root = command::root(lang, Detail::of(&args), Typed(Some(&args)));
    let matches = match root.try_get_matches_from(&args) {
        Ok(matches) => matches,
        Err(error) => return usage::answer(error, &args),
    };
    command::dispatch(&matches, lang)
}

/// The language asked for, before anything can be said in it: `--lang`, else the locale.
fn language(args: &[OsString]) -> Lang {
    let mut words = args.iter().filter_map(|arg| arg.to_str());
    let mut asked = None;
    while let Some(word) = words.next() {
        match word.strip_prefix("--lang") {
            Some("") => asked = words.next(),
            Some(value) => asked = value.strip_prefix('=').or(asked),
            None if word == "--" => break,
            None => {}
        }
    }
    match asked {
        Some(tag) => Lang::from_tag(tag),
        None => sys_locale::get_locale().and_then(|tag| Lang::from_tag(&tag)),
    }
    .unwrap_or_default()
}
