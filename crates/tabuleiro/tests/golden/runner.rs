//! Golden cases: outcomes and counts with their source, and the exact counters of every strategy.
//! A change that moves a counter is a change of behaviour, and its commit says why.
//!
//! A case is a file `NAME.case` in the folder `golden/PUZZLE` here, or `tests/golden` of the puzzle's own crate. Lines that begin with `#` tell the source. A line of
//! options describes an instance, as on the command line, or, where they describe none, one that is
//! made of them with seed 1; the lines after it expect something of it:
//! `solve STRATEGY: OUTCOME NODES STEPS BACKTRACKS` or `count: NUMBER`. `cargo xtask golden` writes
//! the expectations anew.

use std::fs;
use std::path::PathBuf;

use search::{Limits, Outcome};
use tabuleiro::contract::{Ended, Options, Takes};
use tabuleiro::kind::{Kind, Session};

/// Checks the cases of a kind in these folders; how many expectations they hold.
pub(crate) fn check_all(kind: &dyn Kind, folders: &[PathBuf]) -> usize {
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    let mut expectations = 0;
    let entries = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    let mut cases: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    cases.sort();
    for path in cases {
        let written = fs::read_to_string(&path).unwrap();
        let happened = replay(kind, &written, &mut expectations);
        if update && written != happened {
            fs::write(&path, happened).unwrap();
        } else {
            assert_eq!(written, happened, "{}", path.display());
        }
    }
    expectations
}

/// The case as it is when run now.
fn replay(kind: &dyn Kind, text: &str, expectations: &mut usize) -> String {
    let mut session: Option<Box<dyn Session>> = None;
    let mut options = Options::default();
    let mut out = String::new();
    for line in text.lines() {
        let expected = |session: &Option<Box<dyn Session>>| match line.split_once(':') {
            Some((question, _)) => {
                let session = session.as_deref().expect("options come first");
                Some(format!("{question}: {}", answer(session, question, &options)))
            }
            None => None,
        };
        if line.starts_with('#') || line.is_empty() {
            out += line;
        } else if line.starts_with("--") {
            options = read_options(kind, line);
            let described =
                kind.described(&options, &Limits::default()).expect("options are right");
            session = Some(described.unwrap_or_else(|| {
                let made = kind.generate(&options, 1, &Limits::default()).expect("no obstacle");
                made.result.session
            }));
            out += line;
        } else {
            out += &expected(&session).unwrap_or_else(|| panic!("{line:?}"));
            *expectations += 1;
        }
        out.push('\n');
    }
    out
}

fn read_options(kind: &dyn Kind, line: &str) -> Options {
    let mut options = Options::default();
    let mut words = line.split(' ');
    while let Some(word) = words.next() {
        let name = word.strip_prefix("--").expect("an option");
        let spec = kind.about().options.iter().find(|spec| spec.name == name).expect("a known one");
        options.set(
            name,
            if spec.takes != Takes::Nothing { words.next().expect("a value") } else { "" },
        );
    }
    options
}

fn answer(session: &dyn Session, question: &str, options: &Options) -> String {
    match question.split_once(' ') {
        Some(("solve", strategy)) => {
            let answer = session.solve(strategy, options, &Limits::default()).unwrap();
            let word = match answer.result {
                Outcome::Solved(_) => "solved",
                Outcome::Impossible(_) => "impossible",
                Outcome::Unknown(_) => "unknown",
            };
            let stats = answer.stats;
            format!("{word} {} {} {}", stats.nodes, stats.steps, stats.backtracks)
        }
        None if question == "count" => {
            let counted = session.count(options, None, &Limits::default()).unwrap().result;
            assert_eq!(counted.ended, Ended::Exhausted);
            counted.count.to_string()
        }
        _ => panic!("{question:?}"),
    }
}
