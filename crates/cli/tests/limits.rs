//! Every verb of every puzzle at awkward sizes, under short limits and with signals: it ends, says so,
//! and holds no more memory than it may.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{Read, Seek};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use search::Limits;
use tabuleiro::KINDS;
use tabuleiro::contract::{OptionSpec, Options, Role, Takes};
use tabuleiro::kind::Kind;

/// Boards by their sides: none, one square, thin, square, and beyond all memory.
const SIZES: &[&str] = &[
    "0x0",
    "1x1",
    "3x1000000",
    "1000000x3",
    "2000x2000",
    "65536x1024",
    "65536x65536",
    "1000000000x1000000000",
];
/// The same where one number is asked for.
const NUMBERS: &[&str] = &["0", "1", "9", "10", "64", "1000000000"];
/// Other values that change what is asked, if an option takes them.
const WORDS: &[&str] = &["torus", "0,1", "1,4", "hard", "maze", "serpentine", "rectangle"];

/// Bytes that the program may claim, and beyond them: a tenth, and what it holds by itself.
const MEMORY: u64 = 64 << 20;
const MOST_MEMORY: u64 = MEMORY + MEMORY / 10 + (48 << 20);
/// Time of a processor that a run may take: its limit, and enough for slow builds to stop in.
const TIME: Duration = Duration::from_millis(300);
const MOST_TIME: Duration = Duration::from_secs(3);
/// A run that takes longer does not end at all, however busy the machine is.
const HANG: Duration = Duration::from_secs(120);

/// A run of the program, about to begin. Addresses are limited too, far above the memory limit, so that
/// a fault here takes no machine down.
fn program(words: &[String]) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 4000000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_tabuleiro")]);
    command.args(words).args(["--lang", "en", "--threads", "2"]);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// What is wrong with a run that was started, once it has ended; nothing if all is well.
fn faults(mut child: Child, mut stderr: fs::File) -> Vec<String> {
    let (begin, mut memory, mut time) = (Instant::now(), 0, Duration::ZERO);
    let mut faults = Vec::new();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        let (held, taken) = used(child.id());
        (memory, time) = (held.max(memory), taken.max(time));
        let lost = begin.elapsed() > HANG || time > 4 * MOST_TIME || memory > 8 * MOST_MEMORY;
        if lost && faults.is_empty() {
            faults.push("was killed".to_owned());
            let _ = child.kill();
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let mut told = String::new();
    stderr.rewind().unwrap();
    stderr.read_to_string(&mut told).unwrap();
    if !matches!(status.code(), Some(0..=3 | 130)) {
        faults.push(format!("ended with {status}: {told}"));
    }
    if told.contains("panicked") {
        faults.push(told);
    }
    if memory > MOST_MEMORY {
        faults.push(format!("held {} MB", memory / 1_000_000));
    }
    if time > MOST_TIME {
        faults.push(format!("took {time:?} of the processors"));
    }
    faults
}

/// The most memory that a process has held, and the processors' time that it has taken.
fn used(process: u32) -> (u64, Duration) {
    let read = |name: &str| fs::read_to_string(format!("/proc/{process}/{name}"));
    let status = read("status").unwrap_or_default();
    let held = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let held = held.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    // After the name, which may hold blanks: state, eleven other fields, then both times in 10 ms.
    let stat = read("stat").unwrap_or_default();
    let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
    let times = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok());
    (held.unwrap_or(0) * 1024, Duration::from_millis(10 * times.sum::<u64>()))
}

/// Options of a puzzle with the awkward values that they take.
fn awkward(kind: &dyn Kind, roles: &[Role]) -> Vec<Vec<String>> {
    let specs = kind.about().options.iter().filter(|spec| roles.contains(&spec.role));
    let sized: Vec<(&OptionSpec, &[&str])> = specs
        .clone()
        .filter(|spec| spec.takes != Takes::Nothing)
        .filter_map(|spec| match spec {
            _ if takes(kind, spec, "5x6") => Some((spec, SIZES)),
            _ if takes(kind, spec, "5") => Some((spec, NUMBERS)),
            _ => None,
        })
        .collect();
    let word = |spec: &OptionSpec| format!("--{}", spec.name);
    let mut all = Vec::new();
    for (spec, values) in &sized {
        all.extend(values.iter().map(|value| vec![word(spec), (*value).to_owned()]));
    }
    // What else can be asked, of the boards that are neither tiny nor beyond all memory.
    let Some((first, values)) = sized.first() else { return all };
    for spec in specs {
        let values = &values[values.len() / 2..values.len() - 1];
        for value in values.iter().map(|value| (*value).to_owned()) {
            if spec.takes == Takes::Nothing {
                all.push(vec![word(first), value.clone(), word(spec)]);
            }
            for other in WORDS.iter().filter(|other| takes(kind, spec, other)) {
                all.push(vec![word(first), value.clone(), word(spec), (*other).to_owned()]);
            }
        }
    }
    all
}

/// Whether an option takes a value, and not just any.
fn takes(kind: &dyn Kind, spec: &OptionSpec, value: &str) -> bool {
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    let refused = |value: &str| {
        let mut options = Options::default();
        options.set(spec.name, value);
        match spec.role {
            Role::Generate => {
                let made = kind.generate(&options, 1, &limits);
                matches!(made, Err(tabuleiro::contract::RunError::Invalid(_)))
            }
            _ => kind.described(&options, &limits).is_err(),
        }
    };
    !refused(value) && refused("?")
}

/// Runs a verb of every puzzle with all that is awkward, several at a time.
fn drive(verb: &str, roles: &[Role], more: &[&str]) {
    let mut runs = Vec::new();
    for kind in KINDS {
        for options in awkward(*kind, roles) {
            let words = [kind.about().name, verb].map(str::to_owned).into_iter();
            let limits = ["--time-limit", "300ms", "--memory-limit", "64MiB"];
            let limits = limits.iter().chain(more).map(|word| (*word).to_owned());
            runs.push(words.chain(options).chain(limits).collect::<Vec<String>>());
        }
    }
    assert!(runs.len() > 10, "no puzzle takes an awkward size");
    obeyed(runs);
}

/// Runs the program with each of these words, several at a time; none breaks its limits.
fn obeyed(runs: Vec<Vec<String>>) {
    assert_eq!(TIME, Duration::from_millis(300));
    let (runs, wrong) = (Mutex::new(runs), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(words) = { runs.lock().unwrap().pop() } {
                    let stderr = tempfile::tempfile().unwrap();
                    let child = program(&words).stderr(stderr.try_clone().unwrap()).spawn();
                    let faults = faults(child.unwrap(), stderr);
                    if !faults.is_empty() {
                        wrong.lock().unwrap().push(format!("{}: {faults:?}", words.join(" ")));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} runs:\n{}", wrong.len(), wrong.join("\n"));
}

/// Texts that take far more memory than their bytes if every line, word or mark is held.
#[test]
fn reading_ends_within_its_limits() {
    let folder = tempfile::tempdir().unwrap();
    let wide = "o".repeat(1 << 16);
    let texts = ["o\n", "1\n", "\n", ".\n\n", "C\n", "1 ", "[", &format!("{wide}\n")];
    let mut runs = Vec::new();
    for (number, text) in texts.iter().enumerate() {
        let bytes = text.as_bytes().iter().copied().cycle().take(12 << 20);
        let mut bytes: Vec<u8> = bytes.collect();
        // A long row before many short ones.
        if text.len() > wide.len() {
            bytes = [text.as_bytes(), &b"o\n".repeat(1 << 16)].concat();
        }
        let path = folder.path().join(format!("{number}.txt"));
        fs::write(&path, bytes).unwrap();
        let path = path.to_str().unwrap();
        for kind in KINDS {
            let board = folder.path().join(kind.about().name);
            fs::write(&board, kind.about().examples[0].text).unwrap();
            let board = board.to_str().unwrap();
            for asked in [&["solve", path][..], &["check", path], &["check", board, path]] {
                let limits = ["--time-limit", "300ms", "--memory-limit", "64MiB"];
                let words = [kind.about().name].into_iter().chain(asked.iter().copied());
                runs.push(words.chain(limits).map(str::to_owned).collect());
            }
        }
    }
    obeyed(runs);
}

#[test]
fn solving_ends_within_its_limits() {
    drive("solve", &[Role::Instance], &[]);
}

#[test]
fn counting_ends_within_its_limits() {
    drive("count", &[Role::Instance], &[]);
}

#[test]
fn generating_ends_within_its_limits() {
    drive("generate", &[Role::Instance, Role::Generate], &[]);
}

#[test]
fn generating_many_ends_within_the_limits_of_one_command() {
    drive("generate", &[Role::Generate], &["--number", "1000000"]);
}

#[test]
fn comparing_ends_within_the_limits_of_one_command() {
    drive("compare", &[Role::Instance], &["--runs", "1000000"]);
}

#[test]
fn checking_ends_within_its_limits() {
    drive("check", &[Role::Instance], &["/dev/zero"]);
}

#[test]
fn drawing_ends_within_its_limits() {
    drive("draw", &[Role::Instance], &[]);
}

#[test]
fn books_end_within_the_limits_of_one_command() {
    let book = concat!(env!("CARGO_TARGET_TMPDIR"), "/limits.pdf");
    drive("book", &[Role::Instance, Role::Generate], &["--number", "1000", "--output", book]);
}

#[test]
fn watching_ends_within_its_limits() {
    drive("watch", &[Role::Instance], &["--plain"]);
}

#[test]
fn hints_end_within_their_limits() {
    drive("hint", &[Role::Instance], &[]);
}

#[test]
fn verdicts_end_within_their_limits() {
    drive("hint", &[Role::Instance], &["--verdict"]);
}

#[test]
fn explaining_ends_within_its_limits() {
    drive("explain", &[Role::Instance], &["--output", "/dev/null"]);
}

/// Pictures and texts of steps are made in memory, and what a person has done is read from a text.
#[test]
fn steps_are_written_and_read_within_their_limits() {
    let folder = tempfile::tempdir().unwrap();
    let long = folder.path().join("long.txt");
    fs::write(&long, "1 2 3 4\n".repeat(1 << 20)).unwrap();
    let mut runs = Vec::new();
    for kind in KINDS.iter().filter(|kind| kind.lessons().is_some()) {
        let name = kind.about().name;
        for (number, options) in awkward(*kind, &[Role::Instance]).into_iter().enumerate() {
            let file = |end: &str| folder.path().join(format!("{name}{number}.{end}"));
            for (verb, end) in [("explain", "md"), ("explain", "svg"), ("hint", "svg")] {
                let path = file(end).to_str().unwrap().to_owned();
                let words = [name.to_owned(), verb.to_owned(), "--output".to_owned(), path];
                let limits =
                    ["--time-limit", "300ms", "--memory-limit", "64MiB"].map(str::to_owned);
                runs.push(words.into_iter().chain(options.clone()).chain(limits).collect());
            }
        }
        for so_far in [long.to_str().unwrap(), "/dev/zero"] {
            let words = [name, "hint", "--so-far", so_far, "--time-limit", "300ms"];
            let memory = ["--memory-limit", "64MiB"];
            runs.push(words.into_iter().chain(memory).map(str::to_owned).collect());
        }
    }
    obeyed(runs);
}

/// Ends a run by a signal once it is under way, and tells what is wrong with how it ended.
fn interrupted(words: &[String], signal: &str, stdin: Stdio) -> Vec<String> {
    let stderr = tempfile::tempfile().unwrap();
    let child = program(words).stdin(stdin).stderr(stderr.try_clone().unwrap()).spawn().unwrap();
    std::thread::sleep(TIME);
    let id = child.id().to_string();
    let _ = Command::new("kill").args([signal, &id]).stderr(Stdio::null()).status();
    faults(child, stderr)
}

#[test]
fn every_signal_ends_every_verb() {
    let mut wrong = Vec::new();
    let signals = ["-INT", "-TERM", "-HUP"];
    for kind in KINDS {
        for (verb, roles) in [
            ("solve", &[Role::Instance][..]),
            ("count", &[Role::Instance]),
            ("compare", &[Role::Instance]),
            ("generate", &[Role::Instance, Role::Generate]),
            ("explain", &[Role::Instance]),
            ("hint", &[Role::Instance]),
        ] {
            let options = awkward(*kind, roles);
            let name = kind.about().name.to_owned();
            // The longest that fits into memory, as far as one can tell from outside.
            for (options, signal) in options.into_iter().step_by(5).zip(signals.iter().cycle()) {
                let memory = ["--memory-limit", "64MiB"].map(str::to_owned);
                let words = [name.clone(), verb.to_owned()].into_iter().chain(options);
                let words: Vec<String> = words.chain(memory).collect();
                let faults = interrupted(&words, signal, Stdio::null());
                if !faults.is_empty() {
                    wrong.push(format!("{} {signal}: {faults:?}", words.join(" ")));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} runs:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_pipe_that_nobody_fills_is_not_waited_for() {
    for kind in KINDS {
        let words = [kind.about().name, "solve", "-"].map(str::to_owned);
        for signal in ["-INT", "-TERM", "-HUP"] {
            assert_eq!(interrupted(&words, signal, Stdio::piped()), [""; 0], "{words:?}");
        }
        let limited = words.into_iter().chain(["--time-limit".to_owned(), "300ms".to_owned()]);
        let limited: Vec<String> = limited.collect();
        let stderr = tempfile::tempfile().unwrap();
        let mut command = program(&limited);
        let child = command.stdin(Stdio::piped()).stderr(stderr.try_clone().unwrap()).spawn();
        assert_eq!(faults(child.unwrap(), stderr), [""; 0], "{limited:?}");
    }
}
