//! `judge`: programs that solve a puzzle, run within limits and ruled on; one of them, or a class.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use ::judge::cases::CaseReader;
use ::judge::class::{Feed, Judge, Read};
use ::judge::export::{ClassResult, told};
use ::judge::ruling::{Counted, Rules};
use ::judge::run::RunLimits;
use ::judge::student::{StudentResult, search_path, students};
use ::judge::verdict::Verdict;
use ::judge::{feedback, journal::Journal};
use clap::ArgMatches;
use search::Limits;
use tabuleiro::KINDS;
use tabuleiro::contract::RunError;
use tabuleiro::kind::Kind;
use tabuleiro::locale::{Lang, Message};
use tabuleiro::shape::Manner;
use tabuleiro::text::Diagnostic;

use crate::arguments::{Arguments, cancel};
use crate::exit::{Exit, Fault};
use crate::input;
use crate::judge_options::{exports, file, modes, pattern, points, strategies, words};
use crate::output::{self, Output};
use crate::table::{Align, Table};
use crate::units;

/// What a search of ours may take for one board, unless told otherwise.
const OWN: Duration = Duration::from_secs(10);
/// What building a program may take.
const BUILD: RunLimits = RunLimits {
    cpu: Duration::from_secs(120),
    memory: 4 << 30,
    hard: false,
    output: 8 << 20,
    confined: true,
};

pub(crate) fn run(
    kind: &dyn Kind,
    arguments: Arguments,
    matches: &ArgMatches,
) -> Result<Exit, Fault> {
    let asked = Asked(matches);
    let exports = exports(asked.all("export"))?;
    let judge = judge(kind, &arguments, &asked)?;
    let programs: Vec<(String, PathBuf)> = match asked.text("class") {
        Some(class) => {
            let name = |path: PathBuf| {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                (name, path)
            };
            students(Path::new(class))?.into_iter().map(name).collect()
        }
        None => {
            let here = std::env::current_dir().map_err(|error| {
                Diagnostic::new("I0007").in_file(".").with("reason", error.to_string())
            })?;
            vec![(judge.command.join(" "), here)]
        }
    };
    let journal = asked.text("journal").map(Journal::open).transpose()?.map(Mutex::new);
    let jobs = asked.text("jobs").map(|value| units::whole("jobs", value, 1)).transpose()?;
    let jobs = usize::try_from(jobs.unwrap_or(1)).unwrap_or(usize::MAX).min(programs.len());
    let effort_points = asked.text("effort-points").map(points).transpose()?.unwrap_or(0.0);
    let mut out = Output::open(arguments.output.as_deref())?;
    for case in &judge.cases.cases {
        case.fault.iter().for_each(|fault| output::report(fault, arguments.lang));
    }
    let progress = StatusLine { on: !arguments.quiet && std::io::stderr().is_terminal() };
    let (next, finished) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let results: Mutex<Vec<(usize, StudentResult)>> = Mutex::default();
    let work = || {
        while !judge.stopped() {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some((name, folder)) = programs.get(place) else { break };
            let mut tell = |case: usize, cases: usize| {
                let (done, n) = (finished.load(Ordering::Relaxed), programs.len());
                let message = Message::new("judge.progress").with("done", done).with("n", n);
                let message = message.with("name", name.as_str());
                let message = message.with("case", case).with("cases", cases);
                progress.show(&message.text(arguments.lang));
            };
            let result = judge.judge(name, folder, journal.as_ref(), &mut tell);
            finished.fetch_add(1, Ordering::Relaxed);
            results.lock().unwrap_or_else(PoisonError::into_inner).push((place, result));
        }
    };
    thread::scope(|scope| {
        (1..jobs).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    progress.clear();
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(place, _)| *place);
    let results: Vec<StudentResult> = results.into_iter().map(|(_, result)| result).collect();
    let class = ClassResult {
        puzzle: kind.about().name,
        cases: &judge.cases,
        students: &results,
        effort_points,
        lang: arguments.lang,
    };
    write!(out, "{}", table(&class))?;
    if asked.text("class").is_none() {
        results.iter().try_for_each(|result| details(&class, result, &mut out))?;
    }
    out.record(Exit::Yes);
    tell(&arguments, &judge, &results);
    if jobs > 1 {
        arguments.note(&Message::new("judge.note.jobs").with("n", jobs));
    }
    if judge.stopped() {
        arguments.finish(out)?;
        let fired = arguments.limits.fired().map_or(Exit::Interrupted, Exit::from);
        let is_whole = |result: &&StudentResult| result.cases.len() == judge.cases.cases.len();
        let done = results.iter().filter(is_whole).count();
        arguments.note(&Message::new("judge.note.stopped").with("done", done));
        return Ok(fired);
    }
    for (path, ending) in exports {
        let mut file = Output::open(Some(&path))?;
        let text = class.written(ending).unwrap_or_default();
        file.write_all(text.as_bytes())?;
        file.record(Exit::Yes);
        arguments.finish(file)?;
    }
    if let Some(folder) = asked.text("feedback") {
        for result in &results {
            feedback::write(&class, result, Path::new(folder), &arguments.limits)?;
        }
    }
    arguments.finish(out)?;
    let worst = |result: &StudentResult| {
        (0..judge.cases.groups.len()).map(|group| result.worst(group)).max()
    };
    let worst = results.iter().filter_map(worst).max().unwrap_or(Verdict::NotRun);
    Ok(match worst {
        Verdict::JudgeError => Exit::Limit,
        _ if asked.text("class").is_some() => Exit::Yes,
        Verdict::Accepted => Exit::Yes,
        Verdict::Undecided => Exit::Limit,
        _ => Exit::No,
    })
}

/// What was typed after the verb's own options.
struct Asked<'a>(&'a ArgMatches);

impl Asked<'_> {
    fn text(&self, name: &str) -> Option<&str> {
        self.0.get_one::<String>(name).map(String::as_str)
    }

    fn all(&self, name: &str) -> Vec<String> {
        self.0.get_many::<String>(name).into_iter().flatten().cloned().collect()
    }

    fn has(&self, name: &str) -> bool {
        self.0.get_flag(name)
    }

    /// The words of a command.
    fn words(&self, name: &str) -> Result<Vec<String>, Diagnostic> {
        self.text(name).map_or(Ok(Vec::new()), |value| words(name, value))
    }
}

/// The rules that answers are held to, as `judge` and `validate` have them.
pub(crate) fn rules(
    kind: &dyn Kind,
    arguments: &Arguments,
    matches: &ArgMatches,
) -> Result<Rules, Fault> {
    let asked = Asked(matches);
    let name = kind.about().name;
    // A kind that was chosen is one of the list.
    let kind = *KINDS.iter().find(|kind| kind.about().name == name).expect("a kind of the list");
    let own = asked.text("own-limit").map(|value| units::duration("own-limit", value));
    let own = own.transpose()?.unwrap_or(OWN);
    // For one board, not for all of them together.
    let own = Limits { time: Some(own), begun: None, ..arguments.limits.clone() };
    Ok(Rules {
        kind,
        manner: Manner { strict: asked.has("strict"), zero_based: asked.has("zero-based") },
        own,
        compare: Vec::new(),
        counted: Counted::default(),
        effort: None,
        over_limit_counts: false,
        lang: arguments.lang,
        cancel: cancel(),
    })
}

fn judge(kind: &dyn Kind, arguments: &Arguments, asked: &Asked<'_>) -> Result<Judge, Fault> {
    let program = asked.all("program");
    let command = match (asked.words("run")?, asked.text("class")) {
        (run, _) if !run.is_empty() && !program.is_empty() => {
            return Err(Diagnostic::new("U0115").with("option", "run").with("other", "-").into());
        }
        (run, Some(_)) if !run.is_empty() => run,
        (run, None) if !run.is_empty() => run,
        _ if !program.is_empty() => program,
        _ => return Err(Diagnostic::new("J0106").into()),
    };
    if arguments.inputs.is_empty() {
        return Err(Diagnostic::new("J0107").into());
    }
    let mut rules = rules(kind, arguments, asked.0)?;
    rules.over_limit_counts = asked.has("over-limit-counts");
    rules.compare = match asked.text("compare") {
        Some(value) => strategies(kind, value)?,
        None => Vec::new(),
    };
    rules.effort = asked.text("effort").map(pattern).transpose()?;
    let (options, limits) = (&arguments.options, &arguments.limits);
    let bytes = |path: &Path| match input::source(&path.display().to_string(), limits) {
        Ok(source) => Ok(source.bytes().to_vec()),
        Err(RunError::Invalid(fault)) => Err(fault),
        Err(RunError::Limit(limit)) => Err(Diagnostic::limited(limit, limits)),
    };
    let reader = CaseReader { kind, options, each: asked.has("each"), limits, bytes: &bytes };
    let cases = reader.read(&arguments.inputs)?;
    let cases = match asked.text("modes") {
        Some(value) => cases.in_modes(&modes(value, &command)?),
        None => cases,
    };
    let usual = RunLimits::default();
    let time = |name| asked.text(name).map(|value| units::duration(name, value)).transpose();
    let bytes = |name| asked.text(name).map(|value| units::bytes(name, value)).transpose();
    let limits = RunLimits {
        cpu: time("time")?.unwrap_or(usual.cpu),
        memory: bytes("memory")?.unwrap_or(usual.memory),
        hard: asked.has("memory-hard"),
        output: bytes("output-limit")?.unwrap_or(usual.output),
        confined: !asked.has("unconfined"),
    };
    let mut readable = search_path();
    readable.extend(asked.all("allow").into_iter().map(PathBuf::from));
    // A program that lies elsewhere must be read to be started; one beside the student's files is.
    let beside = Path::new(&command[0]).parent().filter(|folder| folder.is_absolute());
    readable.extend(beside.and_then(|folder| std::fs::canonicalize(folder).ok()));
    let feed = match asked.text("feed") {
        None | Some("stdin") => Feed::Stdin,
        Some("argument") => Feed::Argument,
        Some(value) => Feed::File(file("feed", value)?),
    };
    let read = match asked.text("read") {
        None | Some("stdout") => Read::Stdout,
        Some(value) => Read::File(file("read", value)?),
    };
    Ok(Judge {
        rules,
        cases,
        build_limits: RunLimits { confined: limits.confined, ..BUILD },
        limits,
        build: asked.words("build")?,
        command,
        wrap: asked.words("wrap")?,
        feed,
        read,
        readable,
        whole: arguments.limits.clone(),
    })
}

/// A program a row.
fn table(class: &ClassResult<'_>) -> String {
    let heads = class.heads();
    let align = |place: usize| if (1..=2).contains(&place) { Align::Right } else { Align::Left };
    let mut table = Table::new(heads.into_iter().enumerate().map(|(i, head)| (head, align(i))));
    class.students.iter().for_each(|student| table.push(class.row(student)));
    table.fitted(crate::table::room())
}

/// What there is to say of one program: each board that was not answered right, and the effort.
fn details(
    class: &ClassResult<'_>,
    result: &StudentResult,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let lang = class.lang;
    if let Some(why) = &result.unbuilt {
        writeln!(out, "{why}")?;
    }
    for case in &result.cases {
        for (number, board) in (1..).zip(&case.boards) {
            if board.verdict != Verdict::Accepted {
                // A case of one board is named by itself.
                let number =
                    if case.boards.len() > 1 { format!(":{number}") } else { String::new() };
                writeln!(out, "{}{number}: {}", case.case, told(board, lang))?;
                board.solution.iter().try_for_each(|text| write!(out, "{text}"))?;
            }
        }
        case.notes.iter().try_for_each(|note| writeln!(out, "{}: {note}", case.case))?;
        for effort in &case.effort {
            writeln!(out, "{}: {}", case.case, feedback::told(effort, class))?;
        }
    }
    Ok(())
}

/// What people are told beside the table.
fn tell(arguments: &Arguments, judge: &Judge, results: &[StudentResult]) {
    let lang: Lang = arguments.lang;
    for result in results.iter().filter(|result| result.unbuilt.is_some()) {
        let first = result.unbuilt.iter().flat_map(|why| why.lines()).next().unwrap_or_default();
        output::note(&format!("{}: {first}", result.name), lang);
    }
    let resumed: usize = results.iter().map(|result| result.resumed).sum();
    if resumed > 0 {
        arguments.note(&Message::new("judge.note.resumed").with("n", resumed));
    }
    let is_confined = |result: &StudentResult| {
        result.cases.iter().all(|case| ["on", ""].contains(&&*case.confined))
    };
    if judge.limits.confined && !results.iter().all(is_confined) {
        arguments.note(&Message::new("judge.note.unconfined"));
    }
}

/// A line on the terminal that is written over.
struct StatusLine {
    on: bool,
}

impl StatusLine {
    fn show(&self, text: &str) {
        if self.on {
            let _ = write!(std::io::stderr(), "\r\x1b[K{text}");
        }
    }

    fn clear(&self) {
        self.show("");
    }
}
