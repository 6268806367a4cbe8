//! The program `tabuleiro`: arguments in, answers out. Knows every verb and no puzzle: whatever it
//! says of a puzzle it finds in `KINDS`.

mod arguments;
mod batch;
mod bounded;
mod check;
mod command;
mod compare;
mod count;
mod demo;
mod draw;
mod exit;
mod generate;
mod halt;
mod input;
mod json;
mod manual;
mod memory;
mod output;
mod play;
mod progress;
mod serve;
mod solve;
mod table;
mod temporary;
mod threads;
mod together;
mod totals;
mod trace;
mod units;
mod usage;
mod watch;

use std::ffi::OsString;
use std::process::ExitCode;

use tabuleiro::locale::Lang;

use exit::{Exit, Fault};

fn main() -> ExitCode {
    memory::give_back();
    abort_on_panic();
    let args: Vec<OsString> = std::env::args_os().collect();
    let lang = language(&args);
    match run(args, lang) {
        Ok(exit) => exit.into(),
        Err(Fault::Diagnostic(diagnostic)) => {
            output::report(&diagnostic, lang);
            Exit::Bad.into()
        }
        Err(Fault::Limit(said, exit)) => {
            anstream::eprintln!("{}: {}", lang.say("diagnostic.note"), said.text(lang));
            exit.into()
        }
        // Nobody is listening any more, which is no fault of ours.
        Err(Fault::ClosedPipe) => ExitCode::SUCCESS,
    }
}

/// A fault of the program ends it at once, in whatever thread it shows: nobody waits for a thread that
/// is gone. The server takes the hook back, since one request must not end the others.
fn abort_on_panic() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        report(panic);
        std::process::abort();
    }));
}

fn run(args: Vec<OsString>, lang: Lang) -> Result<Exit, Fault> {
    let matches = match command::root(lang).try_get_matches_from(args) {
        Ok(matches) => matches,
        Err(error) => return usage::answer(error),
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
