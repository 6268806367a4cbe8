//! Limits of commands about many boards at once: files of thousands, classes, problems for judges.
#![cfg(target_os = "linux")]

mod bounds;

use std::fs;
use std::process::Stdio;

use bounds::{LIMITS, interrupted, obeyed};
use search::Limits;
use tabuleiro::KINDS;
use tabuleiro::contract::{Options, Role};
use tabuleiro::kind::Kind;

/// Boards of a text: as many as fit into the memory, and more; none of these are all answered in the time.
const MANY: [usize; 2] = [10_000, 100_000];

/// Texts with an example of each puzzle over and over, below a folder.
fn texts(folder: &std::path::Path) -> Vec<(&'static str, String)> {
    let text = |(kind, many): (&'static dyn Kind, usize)| {
        let about = kind.about();
        let least = about.examples.iter().min_by_key(|example| example.text.len()).unwrap();
        let path = folder.join(format!("{}-{many}", about.name));
        fs::write(&path, format!("{}\n\n", least.text.trim_end()).repeat(many)).unwrap();
        (about.name, path.to_str().unwrap().to_owned())
    };
    KINDS.iter().flat_map(|kind| MANY.map(|many| (*kind, many))).map(text).collect()
}

#[test]
fn many_boards_are_answered_within_the_limits_of_one_command() {
    let folder = tempfile::tempdir().unwrap();
    let beside = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (sheet, book) = (beside("sheet.pdf"), beside("book.pdf"));
    let verbs: &[&[&str]] = &[
        &["solve"],
        &["solve", "--format", "json"],
        &["count"],
        &["compare"],
        &["compare", "--format", "csv"],
        &["check"],
        &["rate"],
        &["hint"],
        &["hint", "--verdict"],
        &["explain"],
        &["explain", "--format", "json"],
        &["judge", "--run", "cat"],
        &["draw", "--sheet", "4x4", "--output", &sheet],
        &["book", "--output", &book],
    ];
    let mut runs: Vec<Vec<String>> = Vec::new();
    for (kind, path) in texts(folder.path()) {
        for verb in verbs {
            let words = [kind, verb[0], &path].into_iter().chain(verb[1..].iter().copied());
            runs.push(words.chain(LIMITS).map(str::to_owned).collect());
        }
        // The boards themselves are no answers about them.
        let words = [kind, "check", &path, &path].into_iter();
        runs.push(words.chain(LIMITS).map(str::to_owned).collect());
    }
    obeyed(runs);
}

/// A board as large as options describe it, where they do.
fn large(kind: &dyn Kind) -> Option<String> {
    let specs = kind.about().options.iter().filter(|spec| spec.role == Role::Instance);
    let described = specs.filter_map(|spec| {
        let mut options = Options::default();
        options.set(spec.name, "1000x1000");
        kind.described(&options, &Limits::default()).ok()?
    });
    described.map(|session| session.text()).next()
}

#[test]
fn large_boards_after_many_small_ones_are_within_the_limits() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let mut runs: Vec<Vec<String>> = Vec::new();
    for kind in KINDS {
        let Some(large) = large(*kind) else { continue };
        let name = kind.about().name;
        let small = kind.about().examples.iter().min_by_key(|example| example.text.len()).unwrap();
        let small = format!("{}\n\n", small.text.trim_end()).repeat(9_000);
        let [boards, problem] = [path(name), path(&format!("problem{}", runs.len()))];
        fs::write(&boards, small + &format!("{large}\n").repeat(30)).unwrap();
        let [boards, problem] = [boards.as_str(), problem.as_str()];
        for asked in [
            &["solve", boards][..],
            &["rate", boards],
            &["hint", boards],
            &["compare", boards],
            &["check", boards, boards],
            &["validate", boards, boards, "--as", "testlib"],
            &["package", problem, "--kattis", "--cases", boards],
            &["judge", boards, "--run", "true"],
        ] {
            let words = [&[name], asked, &LIMITS].concat();
            runs.push(words.into_iter().map(str::to_owned).collect());
        }
    }
    assert!(!runs.is_empty(), "no puzzle describes a large board");
    obeyed(runs);
}

#[test]
fn many_boards_are_left_where_somebody_asks() {
    let folder = tempfile::tempdir().unwrap();
    let mut wrong = Vec::new();
    for (kind, path) in texts(folder.path()) {
        for verb in ["solve", "compare", "check", "rate", "explain"] {
            let words = [kind, verb, &path, "--memory-limit", "64MiB"].map(str::to_owned);
            let faults = interrupted(&words, "-INT", Stdio::null());
            if !faults.is_empty() {
                wrong.push(format!("{}: {faults:?}", words.join(" ")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn problems_for_judges_are_made_within_the_limits() {
    let folder = tempfile::tempdir().unwrap();
    let made =
        KINDS.iter().map(|kind| (kind.about().name, ["--number", "1000"].map(str::to_owned)));
    let given =
        texts(folder.path()).into_iter().map(|(name, path)| (name, ["--cases".to_owned(), path]));
    let packed = |(number, (name, asked)): (usize, (&str, [String; 2]))| -> Vec<String> {
        let path = folder.path().join(format!("problem{number}")).to_str().unwrap().to_owned();
        let words = [name, "package", &path, "--kattis"].map(str::to_owned).into_iter();
        words.chain(asked).chain(LIMITS.map(str::to_owned)).collect()
    };
    let runs: Vec<Vec<String>> = made.chain(given).enumerate().map(packed).collect();
    let all = runs.len();
    obeyed(runs);
    // Of what was cut there is nothing.
    for number in 0..all {
        let path = folder.path().join(format!("problem{number}"));
        assert!(path.join("problem.yaml").exists() || !path.exists(), "{}", path.display());
    }
}
