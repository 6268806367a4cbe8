//! `package`: a puzzle as a problem for online judges.

use std::io::Write;
use std::path::Path;

use ::judge::package::{self, File, Package};
use clap::ArgMatches;
use tabuleiro::KINDS;
use tabuleiro::kind::Kind;
use tabuleiro::locale::Message;
use tabuleiro::text::{Diagnostic, Source};

use crate::arguments::Arguments;
use crate::batch;
use crate::exit::{Exit, Fault};
use crate::output::Output;
use crate::units;

/// Secret cases in each group, unless told otherwise.
const NUMBER: u64 = 5;
/// The most of them.
const MOST: u64 = 1000;

pub(crate) fn run(
    kind: &dyn Kind,
    arguments: Arguments,
    matches: &ArgMatches,
) -> Result<Exit, Fault> {
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let [folder] = &arguments.inputs[..] else {
        return Err(Diagnostic::new("J0117").with("found", arguments.inputs.join(" ")).into());
    };
    let folder = Path::new(folder);
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    if name.is_empty() || !name.chars().all(is_name) {
        return Err(Diagnostic::new("J0117").with("found", name).into());
    }
    let number = text("number").map(|value| units::whole("number", value, 1)).transpose()?;
    let number = number.unwrap_or(NUMBER).min(MOST);
    let seed = arguments.seed.unwrap_or(1);
    let Some(mut package) = Package::new(kind, name, seed, number, &arguments.limits) else {
        let known = KINDS.iter().filter(|kind| kind.problem().is_some());
        let known: Vec<&str> = known.map(|kind| kind.about().name).collect();
        let fault = Diagnostic::new("J0113").with("puzzle", kind.about().name);
        return Err(fault.with("known", known.join(", ")).into());
    };
    let paths = matches.get_many::<String>("cases").into_iter().flatten();
    let given = paths.map(|path| arguments.source(path)).collect::<Result<Vec<Source>, Fault>>()?;
    let items = batch::opened_all(kind, &given, &arguments.options, 0)?;
    package.given.extend(items.into_iter().map(|item| item.session));
    let mut out = Output::open(arguments.output.as_deref())?;
    let files = match (matches.get_flag("kattis"), matches.get_flag("boca"), text("template")) {
        (true, ..) => package.kattis(),
        (_, true, Some(template)) => package.boca(arguments.source(template)?.bytes()),
        _ => return Err(Diagnostic::new("J0114").into()),
    };
    let files = files.map_err(|obstacle| arguments.hindered(obstacle))?;
    let write = |files: &[File]| {
        let written = package::write(folder, files, &arguments.limits);
        written.map_err(|obstacle| arguments.hindered(obstacle))
    };
    if matches.get_flag("kattis") {
        write(&files)?;
    } else {
        let zip = package::zipped(&files);
        let zip = zip.map_err(|reason| Diagnostic::new("J0115").with("reason", reason))?;
        write(&[(format!("{name}.zip"), zip)])?;
    }
    let groups = package.problem.groups.len() as u64;
    let (cases, groups) = match package.given.len() as u64 {
        0 => (number * groups, groups),
        given => (given, 1),
    };
    let told = Message::new("package.written").with("files", files.len());
    let told = told.with("cases", cases).with("groups", groups);
    writeln!(out, "{}", told.text(arguments.lang))?;
    out.record(Exit::Yes);
    arguments.finish(out)?;
    Ok(Exit::Yes)
}
