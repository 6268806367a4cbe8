//! Every verb of every puzzle at awkward sizes, under short limits and with signals: it ends, says so,
//! and holds no more memory than it may.
#![cfg(target_os = "linux")]

mod bounds;

use std::fs;
use std::process::{Command, Stdio};

use bounds::{LIMITS, MOST_TIME, faults, interrupted, obeyed, program};
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
            let limits = LIMITS.iter().chain(more).map(|word| (*word).to_owned());
            runs.push(words.chain(options).chain(limits).collect::<Vec<String>>());
        }
    }
    assert!(runs.len() > 10, "no puzzle takes an awkward size");
    obeyed(runs);
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
                let words = [kind.about().name].into_iter().chain(asked.iter().copied());
                runs.push(words.chain(LIMITS).map(str::to_owned).collect());
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
    drive("compare", &[Role::Instance], &["--runs", "1000000000000000000"]);
}

#[test]
fn checking_ends_within_its_limits() {
    drive("check", &[Role::Instance], &["/dev/zero"]);
}

#[test]
fn drawing_ends_within_its_limits() {
    drive("draw", &[Role::Instance], &[]);
}

/// Every sort of picture, of boards of all sizes, one after another.
#[test]
fn pictures_in_files_end_within_their_limits() {
    let folder = tempfile::tempdir().unwrap();
    let mut runs = Vec::new();
    for kind in KINDS {
        let shown = ["solution", "instance", "steps"].into_iter().cycle();
        let sorts = ["svg", "png", "gif", "pdf", "txt"].into_iter().cycle().zip(shown);
        for (options, (end, shown)) in awkward(*kind, &[Role::Instance]).into_iter().zip(sorts) {
            let picture = folder.path().join(format!("{}.{end}", runs.len()));
            let picture = picture.to_str().unwrap();
            let words = [kind.about().name, "draw", "--show", shown, "--output", picture];
            let words = words.into_iter().chain(LIMITS).map(str::to_owned);
            runs.push(words.chain(options).collect());
        }
    }
    obeyed(runs);
}

#[test]
fn rating_ends_within_its_limits() {
    drive("rate", &[Role::Instance], &[]);
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
            for (verb, end) in
                [("explain", "md"), ("explain", "svg"), ("explain", "json"), ("hint", "svg")]
            {
                let path = file(end).to_str().unwrap().to_owned();
                let words = [name.to_owned(), verb.to_owned(), "--output".to_owned(), path];
                let limits = LIMITS.map(str::to_owned);
                runs.push(words.into_iter().chain(options.clone()).chain(limits).collect());
            }
        }
        for so_far in [long.to_str().unwrap(), "/dev/zero"] {
            let words = [name, "hint", "--so-far", so_far].into_iter();
            runs.push(words.chain(LIMITS).map(str::to_owned).collect());
        }
    }
    obeyed(runs);
}

/// A step may speak of every square, and as data in many words.
#[test]
fn explanations_as_data_hold_no_more_than_they_may() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("steps.json");
    let words = ["tour", "explain", "--size", "50x50", "--output", path.to_str().unwrap()];
    let limits = ["--memory-limit", "64MiB"];
    obeyed(vec![words.into_iter().chain(limits).map(str::to_owned).collect()]);
}

#[test]
fn what_has_no_end_is_not_read_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let mut runs = Vec::new();
    for kind in KINDS {
        let name = kind.about().name;
        let board = path(name);
        fs::write(&board, kind.about().examples[0].text).unwrap();
        for asked in [&["/dev/zero"][..], &[board.as_str(), "--journal", "/dev/zero"]] {
            let words = [&[name, "judge"], asked, &LIMITS, &["--run", "true"]].concat();
            runs.push(words.into_iter().map(str::to_owned).collect());
        }
    }
    obeyed(runs);
    let mut page = Command::new("sh");
    page.args(["-c", "ulimit -v 4000000; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_tabuleiro")]);
    page.args(["page", "--library", "/dev/zero", "--output", &path("page")]);
    let said = page.stdin(Stdio::null()).output().unwrap().stderr;
    let said = String::from_utf8_lossy(&said);
    assert!(said.contains("I0007") && said.contains("too large"), "{said}");
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
            ("rate", &[Role::Instance]),
            ("draw", &[Role::Instance]),
            ("watch", &[Role::Instance]),
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
        assert_eq!(faults(child.unwrap(), stderr, MOST_TIME), [""; 0], "{limited:?}");
    }
}
