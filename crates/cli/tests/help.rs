//! Help in every form: short pages fit on a screen, long ones have examples, rules are rendered,
//! completions and manual pages are whole.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use unicode_width::UnicodeWidthStr;

const PUZZLES: [&str; 4] = ["tour", "lost-knight", "futoshiki", "pegs"];
const VERBS: [&str; 13] = [
    "solve", "check", "count", "generate", "compare", "hint", "explain", "judge", "validate",
    "draw", "book", "watch", "play",
];

fn run(words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabuleiro"));
    command.args(words.split_whitespace()).env("LC_ALL", "C.UTF-8");
    command.stdin(Stdio::null()).output().unwrap()
}

fn text(words: &str) -> String {
    let output = run(words);
    assert!(output.status.success(), "{words}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Every command, with its puzzle.
fn commands() -> Vec<String> {
    let mut all: Vec<String> =
        ["", "book", "demo", "serve", "page", "explain", "completions", "man", "help"]
            .map(str::to_owned)
            .into();
    for puzzle in PUZZLES {
        all.push(puzzle.to_owned());
        all.extend(VERBS.map(|verb| format!("{puzzle} {verb}")));
    }
    all.push("futoshiki rate".to_owned());
    all
}

#[test]
fn short_help_fits_on_a_screen_and_long_help_has_examples() {
    for lang in ["en", "pt-BR"] {
        for command in commands() {
            let words = format!("{command} -h --lang {lang}");
            let page = text(&words);
            assert!(page.lines().count() <= 24, "{words}: {} lines\n{page}", page.lines().count());
            let wide = page.lines().find(|line| line.width() > 80);
            assert_eq!(wide, None, "{words}");
            let long = text(&format!("{command} --help --lang {lang}"));
            assert!(long.contains("--lang"), "{command}");
            if command.contains(' ') {
                assert!(page.contains("--help"), "{words} does not lead to the long help");
                let example = format!("\n  tabuleiro {command}");
                assert!(long.contains(&example), "{command} --help has no example\n{long}");
            }
        }
    }
}

#[test]
fn a_verb_lists_only_what_it_uses() {
    let page = text("tour check --help");
    for option in ["--strategy", "--seed", "--max-nodes", "--progress", "--priority"] {
        assert!(!page.contains(option), "{option}");
    }
    assert!(page.contains("--zero-based") && !text("tour solve --help").contains("--zero-based"));
    assert!(!text("futoshiki generate --help").contains("--id"));
    assert!(!text("lost-knight --help").contains("  rate "), "shortest paths are not rated");
}

#[test]
fn rules_are_rendered() {
    for puzzle in PUZZLES {
        for lang in ["en", "pt-BR"] {
            let page = text(&format!("help {puzzle} --lang {lang}"));
            for mark in ["```", "|---", "\n#", "**", "\u{1b}"] {
                assert!(!page.contains(mark), "{puzzle} {lang}: {mark:?}");
            }
            // Code is as wide as it is; all else fits, but for words without a blank.
            let wide =
                |line: &&str| line.width() > 80 && !line.starts_with("    ") && line.contains(' ');
            assert_eq!(page.lines().find(wide), None, "{puzzle} {lang}");
        }
    }
}

#[test]
fn completions_know_strategies_boards_and_difficulties() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(text(&format!("completions {shell}")).contains("strategy"), "{shell}");
    }
    // The other shells' scripts have no words of options.
    for shell in ["bash", "fish", "zsh"] {
        let script = text(&format!("completions {shell}"));
        for word in ["warnsdorff", "both-ends", "wiegleb", "extreme", "cylinder", "coursework"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn the_manual_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    let output = run(&format!("man --output {}", pages.display()));
    assert!(output.status.success(), "{output:?}");
    let (mut named, mut written) = (BTreeSet::new(), BTreeSet::new());
    for entry in fs::read_dir(&pages).unwrap() {
        let path = entry.unwrap().path();
        let page = fs::read_to_string(&path).unwrap().replace('\\', "");
        written.insert(name(&path));
        for (at, _) in page.match_indices("(1)") {
            let before = &page[..at];
            let word = |c: char| !c.is_alphanumeric() && c != '-';
            named.insert(before[before.rfind(word).map_or(0, |i| i + 1)..].to_owned());
        }
    }
    assert!(named.len() > 20, "{named:?}");
    let missing: Vec<&String> = named.difference(&written).collect();
    assert!(missing.is_empty(), "{missing:?} are named, but not written: {written:?}");
    assert_eq!(text("man"), fs::read_to_string(pages.join("tabuleiro.1")).unwrap());
    assert!(text("man tour solve").contains("solve"));
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

#[test]
fn names_of_other_languages_are_understood() {
    let same = [
        (
            "passeio resolver --size 5x5 --format coursework",
            "tour solve --size 5x5 --format coursework",
        ),
        (
            "resta-um contar --board 3x3 --format coursework",
            "pegs count --board 3x3 --format coursework",
        ),
        ("cavalo-perdido gerar", "lost-knight generate"),
        ("ajuda passeio", "help tour"),
        ("explicar T0202", "explain T0202"),
        ("passeio dica --size 3x4 --start 1,1", "tour hint --size 3x4 --start 1,1"),
        ("resta-um explicar --board 1x3 --vacancy 1,1", "pegs explain --board 1x3 --vacancy 1,1"),
        ("ajuda futoshiki avaliar", "help futoshiki rate"),
        ("ajuda tour jogar", "help tour play"),
    ];
    for (theirs, ours) in same {
        assert_eq!(text(theirs), text(ours), "{theirs}");
    }
}
