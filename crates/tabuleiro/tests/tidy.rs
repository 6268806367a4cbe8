//! The house rules that a machine can keep.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tabuleiro::KINDS;
use tabuleiro::contract::Takes;
use tabuleiro::kind::Kind;
use tabuleiro::locale::Lang;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Every file below the crates, the chores, the peers and the fuzzer whose name ends so.
fn files(ending: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let folders = ["crates", "xtask", "peers", "fuzz"];
    let mut open: Vec<PathBuf> = folders.map(|name| root().join(name)).into();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                // What npm brings for the tests of the page is not ours.
                if !path.ends_with("node_modules") {
                    open.push(path);
                }
            } else if path.to_string_lossy().ends_with(ending) {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path.strip_prefix(root()).unwrap().to_owned(), text));
            }
        }
    }
    found.sort();
    assert!(!found.is_empty());
    found
}

/// The crates through which people come in: whatever crate is no puzzle, nor the library or an engine.
fn is_frontend(path: &Path) -> bool {
    let inner = ["crates/core", "crates/search", "crates/tabuleiro", "xtask", "peers", "fuzz"];
    let is_puzzle =
        |kind: &&dyn Kind| path.starts_with(Path::new("crates").join(kind.about().name));
    path.components().any(|part| part.as_os_str() == "src" || part.as_os_str() == "page")
        && !inner.iter().any(|folder| path.starts_with(folder))
        && !KINDS.iter().any(is_puzzle)
}

#[test]
fn no_frontend_names_a_puzzle() {
    let mut looked_at = 0;
    let all = [".rs", ".js", ".html", ".css"].into_iter().flat_map(files);
    for (path, text) in all.filter(|(path, _)| is_frontend(path)) {
        looked_at += 1;
        let words: BTreeSet<&str> =
            text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').collect();
        for kind in KINDS {
            let name = kind.about().name;
            for word in [name.to_owned(), name.replace('-', "_"), capitalised(name)] {
                assert!(!words.contains(word.as_str()), "{} names {word}", path.display());
            }
        }
    }
    assert!(looked_at > 10);
}

fn capitalised(name: &str) -> String {
    name.split('-').map(|part| part[..1].to_uppercase() + &part[1..]).collect()
}

#[test]
fn a_verifier_knows_no_solver() {
    let allowed = [
        "super::{",
        "super::Argument",
        "super::halt",
        "super::Tour",
        "tabuleiro_core::board",
        "tabuleiro_core::contract",
        "tabuleiro_core::locale",
        "std::",
    ];
    let rooms = files("verify.rs");
    for (path, text) in rooms {
        for line in text.lines().filter(|line| line.starts_with("use ")) {
            let used = line.trim_start_matches("use ");
            assert!(
                allowed.iter().any(|known| used.starts_with(known)),
                "{}: {line}",
                path.display()
            );
            for word in ["solve", "search", "Tree", "Solve", "roth", "walk", "stages", "tiles"] {
                assert!(!used.contains(word), "{}: {line}", path.display());
            }
        }
    }
}

#[test]
fn a_checker_of_explanations_knows_no_finder() {
    let checkers = files("explain_check.rs");
    assert!(checkers.len() > 2);
    for (path, text) in checkers {
        for line in text.lines().filter(|line| line.starts_with("use ")) {
            let used = line.trim_start_matches("use ");
            let known = ["std::", "tabuleiro_core::", "crate::", "super::"];
            assert!(
                known.iter().any(|known| used.starts_with(known)),
                "{}: {line}",
                path.display()
            );
            // Of the folder it stands in, a checker knows positions alone.
            let inside = used.strip_prefix("crate::explain::").or(used.strip_prefix("super::"));
            assert!(
                inside.is_none_or(|used| used.starts_with("play::")),
                "{}: {line}",
                path.display()
            );
            for word in ["solve", "search", "Solve", "Explain,", "levels", "fast", "hint"] {
                assert!(!used.contains(word), "{}: {line}", path.display());
            }
        }
    }
}

/// Every folder of sources below the crates, as the map writes them.
fn folders() -> Vec<String> {
    let mut found = Vec::new();
    for (path, _) in files(".rs") {
        let parts: Vec<String> =
            path.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
        if parts[0] != "crates" {
            continue;
        }
        found.push(format!("crates/{}", parts[1]));
        if parts[2] == "src" && parts.len() > 4 {
            found.push(parts[2..parts.len() - 1].join("/"));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[test]
fn the_map_names_every_folder() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let named: BTreeSet<&str> = map.split([' ', '\n', ';', ',']).collect();
    for folder in folders() {
        assert!(named.contains(folder.as_str()), "ARCHITECTURE.md does not name {folder}");
    }
    let crates = |word: &&&str| word.starts_with("crates/") && !word[7..].contains(['/', '.', '`']);
    for name in named.iter().filter(crates) {
        assert!(root().join(name).is_dir(), "ARCHITECTURE.md names {name}, which is not there");
    }
}

/// Where unsafe code is, with the reason of each block beside it.
const UNSAFE: [&str; 6] = [
    "crates/cli/src/input.rs",
    "crates/cli/src/memory.rs",
    "crates/core/src/width.rs",
    "crates/lost-knight/src/classify.rs",
    "crates/lost-knight/src/planes/register.rs",
    "crates/lost-knight/src/scan.rs",
];

#[test]
fn unsafe_code_is_where_the_list_says() {
    let has = |(path, text): &(PathBuf, String)| {
        let code = text
            .lines()
            .any(|line| !line.trim_start().starts_with("//") && line.contains("unsafe {"));
        code && path.components().any(|part| part.as_os_str() == "src")
            && path.starts_with("crates")
    };
    let found: Vec<(PathBuf, String)> = files(".rs").into_iter().filter(has).collect();
    let paths: Vec<String> = found.iter().map(|(path, _)| path.display().to_string()).collect();
    assert_eq!(paths, UNSAFE);
    for (path, text) in &found {
        assert!(text.contains("SAFETY"), "{} gives no reason", path.display());
    }
}

#[test]
fn every_file_says_what_it_is_for_and_is_one_idea() {
    for (path, text) in files(".rs") {
        let name = path.display();
        assert!(text.starts_with("//! "), "{name} does not begin with //!");
        assert!(text.lines().count() <= 400, "{name} has over 400 lines");
        let stem = path.file_stem().unwrap().to_string_lossy();
        assert!(!["utils", "util", "helpers", "common", "misc"].contains(&&*stem), "{name}");
        for word in ["todo!", "unimplemented!", "dbg!", "FIXME"] {
            assert!(
                !text.contains(word) || name.to_string().ends_with("tidy.rs"),
                "{name}: {word}"
            );
        }
    }
}

#[test]
fn engines_depend_on_nothing() {
    let manifest = fs::read_to_string(root().join("crates/search/Cargo.toml")).unwrap();
    assert!(!manifest.contains("dependencies"));
    for (path, text) in files(".rs") {
        if path.starts_with("crates/search/src") && !path.ends_with("limits.rs") {
            assert!(!text.contains("Instant"), "{} reads a clock", path.display());
        }
    }
}

fn texts(lang: Lang) -> serde_json::Map<String, serde_json::Value> {
    serde_json::from_str(lang.json()).unwrap()
}

/// The names between braces.
fn placeholders(template: &str) -> BTreeSet<&str> {
    template
        .split('{')
        .skip(1)
        .map(|rest| rest.split_once('}').expect("a closed brace").0)
        .collect()
}

#[test]
fn languages_have_the_same_keys_and_placeholders() {
    let (en, pt) = (texts(Lang::En), texts(Lang::PtBr));
    let keys = |texts: &serde_json::Map<_, _>| texts.keys().cloned().collect::<Vec<String>>();
    assert_eq!(keys(&en), keys(&pt));
    for (key, value) in &en {
        let (en, pt) = (value.as_str().unwrap(), pt[key].as_str().unwrap());
        assert_eq!(placeholders(en), placeholders(pt), "{key}");
        assert!(!en.is_empty() && !pt.is_empty(), "{key}");
    }
}

#[test]
fn every_code_has_its_words_and_every_word_its_code() {
    let en = texts(Lang::En);
    let is_code = |word: &str| {
        word.len() == 5
            && word.starts_with(|c: char| c.is_ascii_uppercase())
            && word[1..].bytes().all(|b| b.is_ascii_digit())
    };
    let mut used = BTreeSet::new();
    for (path, text) in files(".rs") {
        if path.components().any(|part| part.as_os_str() == "src") {
            used.extend(text.split('"').filter(|word| is_code(word)).map(str::to_owned));
        }
    }
    let known: BTreeSet<String> = en.keys().filter(|key| is_code(key)).cloned().collect();
    assert_eq!(used, known);
    for code in &known {
        assert!(en.contains_key(&format!("{code}.explain")), "{code} has no page");
        assert!(en.contains_key(&format!("{code}.help")), "{code} does not say how to mend it");
    }
}

#[test]
fn every_puzzle_has_its_words() {
    let en = texts(Lang::En);
    for kind in KINDS {
        let about = kind.about();
        let name = about.name;
        let mut keys = vec![format!("{name}.title"), format!("{name}.summary")];
        keys.extend(kind.strategies().iter().map(|s| format!("{name}.strategy.{}", s.name)));
        keys.extend(kind.brushes().iter().map(|b| format!("{name}.brush.{}", b.name)));
        keys.extend(about.examples.iter().map(|e| format!("{name}.example.{}", e.name)));
        keys.extend(about.counters.iter().map(|c| format!("{name}.counter.{}", c.name)));
        for spec in about.options {
            keys.push(format!("{name}.option.{}", spec.name));
            if spec.takes != Takes::Nothing {
                keys.push(format!("{name}.option.{}.value", spec.name));
            }
        }
        for key in keys {
            assert!(en.contains_key(&key), "{key}");
        }
        for lang in Lang::ALL {
            assert!((about.rules)(lang).len() > 1000, "{name} has no rules in {}", lang.tag());
        }
    }
}

#[test]
fn the_code_names_no_key_that_is_not_there() {
    let en = texts(Lang::En);
    for (path, text) in files(".rs") {
        if !path.components().any(|part| part.as_os_str() == "src") {
            continue;
        }
        for before in ["say(\"", "Message::new(\""] {
            for rest in text.split(before).skip(1) {
                let key = rest.split('"').next().unwrap();
                assert!(en.contains_key(key), "{}: {key}", path.display());
            }
        }
    }
}
