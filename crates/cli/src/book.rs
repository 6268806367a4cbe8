//! `book`: a book of one puzzle, or of several by a plan, with its data beside it; and the check of that data.

use std::io::Write;
use std::path::Path;

use ::draw::Theme;
use clap::ArgMatches;
use print::{
    Bleed, Bound, Collector, Data, MOST, NUMBER, Order, Paper, Request, Section, Settings,
    printable,
};
use search::{Limits, Meter};
use tabuleiro::KINDS;
use tabuleiro::contract::{Role, RunError};
use tabuleiro::kind::{Kind, Session};
use tabuleiro::locale::{Lang, Message};
use tabuleiro::tell;
use tabuleiro::text::{Diagnostic, Source};

use crate::arguments::Arguments;
use crate::exit::{Exit, Fault};
use crate::output::Output;
use crate::progress::{Progress, Scope};
use crate::refuse::is_given;
use crate::{batch, input, units};

/// `PUZZLE book`.
pub(crate) fn run(
    kind: &dyn Kind,
    arguments: Arguments,
    matches: &ArgMatches,
) -> Result<Exit, Fault> {
    let name = kind.about().name;
    let kind = *KINDS.iter().find(|known| known.about().name == name).expect("kinds are listed");
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let words = |name: &str| {
        let checked = text(name).map(|value| {
            printable(&Source::option(name, value), 0..value.len(), value).map_err(Fault::from)
        });
        checked.transpose()
    };
    let lang = arguments.lang;
    let title = words("title")?;
    let title = title.unwrap_or_else(|| lang.say(&format!("{name}.title")).to_owned());
    let mut settings = Settings::new(title, lang);
    settings.subtitle = words("subtitle")?;
    settings.author = words("author")?;
    settings.header = words("header")?;
    settings.footer = words("footer")?;
    if let Some(value) = text("paper") {
        settings.paper = Paper::parse("paper", value)?;
    }
    if let Some(value) = text("bleed") {
        settings.bleed = Bleed::parse("bleed", value)?;
    }
    settings.solutions = text("solutions") != Some("none");
    settings.theme = text("theme").and_then(Theme::named).unwrap_or(&Theme::PRINT);
    settings.qr = text("qr").map(str::to_owned);
    let per_page = text("per-page").map(|value| units::whole("per-page", value, 1)).transpose()?;
    let number = text("number").map(|value| units::whole("number", value, 1)).transpose()?;
    let number = number.unwrap_or(NUMBER as u64);
    if number > MOST as u64 {
        let value = text("number").unwrap_or_default();
        let fault = Source::option("number", value).diagnostic("D0216", 0..value.len());
        return Err(fault.with("most", MOST as u64).into());
    }
    let files = arguments.inputs.clone();
    if !files.is_empty() {
        let generating = kind.about().options.iter().filter(|spec| spec.role == Role::Generate);
        let mut generating = generating
            .map(|spec| spec.name)
            .chain(["number", "seed"])
            .filter(|&name| is_given(matches, name));
        if let Some(option) = generating.next() {
            return Err(Diagnostic::new("D0219").with("option", option).into());
        }
    }
    let seed = arguments.seed.unwrap_or(1);
    settings.seed = files.is_empty().then_some(seed);
    let order = Order { kind, options: arguments.options.clone(), number: number as usize, seed };
    let per_page = per_page.map(|number| usize::try_from(number).unwrap_or(usize::MAX).min(400));
    let section = Section { title: None, per_page, order, files, place: None };
    let unlike = matches.get_many::<String>("unlike").into_iter().flatten().cloned().collect();
    make(Request { settings, sections: vec![section], unlike }, &arguments)
}

/// `book PLAN`, or `book --check DATA`.
pub(crate) fn plan(matches: &ArgMatches, lang: Lang) -> Result<Exit, Fault> {
    let arguments = Arguments::alone("book", matches, lang)?;
    if let Some(path) = matches.get_one::<String>("check") {
        return check(path, &arguments);
    }
    let plan = matches.get_one::<String>("plan").map_or("-", String::as_str);
    let request = Request::read(&arguments.source(plan)?, KINDS, lang)?;
    make(request, &arguments)
}

/// Makes a book and writes it, whole or not at all.
fn make(mut request: Request, arguments: &Arguments) -> Result<Exit, Fault> {
    let path = arguments.output.as_deref().unwrap_or_default();
    if !path.to_ascii_lowercase().ends_with(".pdf") {
        let source = Source::option("output", path);
        return Err(match path {
            "" => Diagnostic::new("D0209").into(),
            _ => source.diagnostic("D0209", 0..path.len()).into(),
        });
    }
    let beside = Path::new(path).with_extension("json");
    let shown = beside.file_name().map(|name| name.to_string_lossy().into_owned());
    request.settings.data = shown.unwrap_or_default();
    let mut out = Output::open(Some(path))?;
    let mut about = Output::open(beside.to_str())?;
    let opened = request.sections.iter().map(|section| opened(section, arguments));
    let opened = opened.collect::<Result<Vec<_>, Fault>>()?;
    let scope = Scope::Boards(request.number(&opened) as u64);
    let (progress, limits) = Progress::start(arguments, scope);
    let done = bound(request, arguments, &opened, &limits, &progress);
    drop(progress);
    let done = done?;
    out.write_all(&done.pdf)?;
    about.write_all(done.data.as_bytes())?;
    out.record(Exit::Yes);
    about.record(Exit::Yes);
    arguments.finish(about)?;
    arguments.finish(out)?;
    done.notes.iter().for_each(|message| arguments.note(message));
    let puzzles = Message::new("print.puzzles").with("n", done.puzzles as u64);
    let written = Message::new("print.written").with("file", path).with("puzzles", puzzles);
    arguments.note(&written.with("pages", done.pages as u64));
    Ok(Exit::Yes)
}

/// A book from the files that it names.
fn bound(
    request: Request,
    arguments: &Arguments,
    instances: &[Vec<Named>],
    limits: &Limits,
    progress: &Progress,
) -> Result<Bound, Fault> {
    let read = |path: &String| Ok(Data::read(&arguments.source(path)?, KINDS)?);
    let earlier = request.unlike.iter().map(read).collect::<Result<Vec<Data>, Fault>>()?;
    let ready = || progress.one_more();
    let collector = Collector { limits, threads: arguments.threads, ready: &ready };
    let bound = request.bind(instances, &earlier, &collector, &mut Meter::new(limits));
    bound.map_err(|obstacle| cut(obstacle, arguments))
}

/// An instance, with what a diagnostic calls it by.
type Named = (String, Box<dyn Session>);

/// The instances of the files of a section, with what a diagnostic calls them by.
fn opened(section: &Section, arguments: &Arguments) -> Result<Vec<Named>, Fault> {
    let sources = section.files.iter().map(|path| arguments.source(path));
    let sources = sources.collect::<Result<Vec<Source>, Fault>>()?;
    if sources.is_empty() {
        return Ok(Vec::new());
    }
    let items = batch::opened_all(section.order.kind, &sources, &section.order.options, 0)?;
    let named = |item: batch::Item| {
        let file = item.input.as_deref().unwrap_or_default().to_owned();
        (item.label.unwrap_or(file), item.session)
    };
    Ok(items.into_iter().map(named).collect())
}

/// What stands in the way of a book: of a limit it is said that nothing was printed.
fn cut(obstacle: RunError, arguments: &Arguments) -> Fault {
    match obstacle {
        RunError::Invalid(diagnostic) => diagnostic.into(),
        RunError::Limit(limit) => {
            let reason = tell::limit_words(limit, &arguments.limits);
            Fault::Limit(Box::new(Message::new("print.cut").with("reason", reason)), limit.into())
        }
    }
}

/// Checks the data of a book, and that the book beside it is the one it belongs to.
fn check(path: &str, arguments: &Arguments) -> Result<Exit, Fault> {
    let source = arguments.source(path)?;
    let read = Data::read(&source, KINDS)?;
    let (progress, limits) = Progress::start(arguments, Scope::Boards(read.len() as u64));
    let ready = || progress.one_more();
    let collector = Collector { limits: &limits, threads: arguments.threads, ready: &ready };
    let flaws = read.check(&collector);
    drop(progress);
    let flaws = flaws.map_err(|obstacle| cut(obstacle, arguments))?;
    let lang = arguments.lang;
    let mut out = Output::open(arguments.output.as_deref())?;
    let mut exit = Exit::Yes;
    for flaw in &flaws {
        let fails = Message::new("print.check.fails").with("n", flaw.puzzle as u64);
        writeln!(out, "{}", fails.with("flaw", flaw.flaw.clone()).text(lang))?;
        exit = Exit::No;
    }
    let beside = Path::new(path).with_extension("pdf");
    if beside.is_file() {
        let file = beside.display().to_string();
        let pdf = input::source(&file, &arguments.limits);
        let pdf = pdf.map_err(|obstacle| cut(obstacle, arguments))?;
        if !read.is_of(pdf.bytes()) {
            let other = Message::new("print.check.pdf").with("file", file);
            writeln!(out, "{}", other.text(lang))?;
            exit = Exit::No;
        }
    }
    if exit == Exit::Yes {
        let puzzles = Message::new("print.puzzles").with("n", read.len() as u64);
        let holds = Message::new("print.check.holds").with("puzzles", puzzles);
        writeln!(out, "{}", holds.with("unique", read.unique() as u64).text(lang))?;
    }
    out.record(exit);
    arguments.finish(out)?;
    Ok(exit)
}
