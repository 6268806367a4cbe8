//! The house rules that a machine can keep.

mod kinds;
mod tree;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tabuleiro::KINDS;
use tabuleiro::contract::Takes;
use tabuleiro::kind::Kind;
use tabuleiro::locale::Lang;

use kinds::every_kind;
use tree::{files, root, sources};

/// The crates through which people come in: whatever crate is no puzzle, nor the library or an engine.
fn is_frontend(path: &Path) -> bool {
    let inner = ["crates/core", "crates/search", "crates/tabuleiro", "xtask", "peers", "fuzz"];
    let is_puzzle = |kind: &dyn Kind| path.starts_with(Path::new("crates").join(kind.about().name));
    path.components()
        .any(|part| ["src", "page", "package"].iter().any(|name| part.as_os_str() == *name))
        && !inner.iter().any(|folder| path.starts_with(folder))
        && !every_kind().any(is_puzzle)
}

#[test]
fn no_frontend_names_a_puzzle() {
    let mut looked_at = 0;
    let all = [".rs", ".js", ".html", ".css", ".py"].into_iter().flat_map(files);
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

/// What a manifest says it depends on, for its code, its tests and its build.
fn dependencies(manifest: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut listed = false;
    for line in manifest.lines().map(str::trim) {
        if let Some(head) = line.strip_prefix('[') {
            let head = head.trim_end_matches(']');
            listed = head.ends_with("dependencies");
            found.extend(head.split_once("dependencies.").map(|(_, name)| name));
        } else if listed && !line.is_empty() && !line.starts_with('#') {
            found.extend(line.split([' ', '.', '=']).next());
        }
    }
    found
}

#[test]
fn rules_depend_on_no_solver_and_no_engine() {
    let workspace = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let is_ours = |line: &&str| line.contains("path = \"crates/");
    let ours: BTreeSet<&str> =
        workspace.lines().filter(is_ours).filter_map(|line| line.split(' ').next()).collect();
    assert!(ours.contains("search") && ours.contains("tabuleiro-core"));
    let sources = files(".rs");
    for kind in every_kind() {
        let name = kind.about().name;
        let puzzle = Path::new("crates").join(name);
        let rules = puzzle.join("rules");
        let manifest = fs::read_to_string(root().join(&rules).join("Cargo.toml")).unwrap();
        let used = dependencies(&manifest);
        assert!(used.contains(&"tabuleiro-core"), "{name}: {used:?}");
        for known in used.iter().filter(|known| ours.contains(*known)) {
            assert_eq!(*known, "tabuleiro-core", "the rules of {name} depend on it");
        }
        // By another name, or past the workspace.
        for word in ["package =", "path =", "git ="] {
            assert!(!manifest.contains(word), "{name}: {word}");
        }
        // Where an instance is defined, the verifier must be: both are below the rules.
        let has = |folder: &Path, what: &str| {
            let header = format!("impl {what} for {}", capitalised(name));
            sources.iter().any(|(path, text)| path.starts_with(folder) && text.contains(&header))
        };
        // Where steps of explanations are made, their checker must see none of that.
        let play = kind.lessons().map(|_| "Play");
        for what in ["Puzzle", "Verify", "Edit"].into_iter().chain(play) {
            assert!(has(&rules.join("src"), what), "{name}: {what}");
            assert!(!has(&puzzle.join("src"), what), "{name}: {what}");
        }
        let checks = |folder: &Path| {
            let is_check = |(path, text): &&(PathBuf, String)| {
                path.starts_with(folder) && text.contains("fn entails(")
            };
            sources.iter().filter(is_check).count()
        };
        assert_eq!(checks(&puzzle.join("src")), 0, "{name} checks steps where it finds them");
        assert_eq!(checks(&rules.join("src")) > 0, kind.lessons().is_some(), "{name}");
        for (path, text) in sources.iter().filter(|(path, _)| path.starts_with(rules.join("src"))) {
            assert!(!text.contains("impl Explain"), "{} finds steps", path.display());
        }
    }
}

#[test]
fn rules_see_no_engine_through_core() {
    for (path, text) in files(".rs") {
        if path.starts_with("crates/core/src") {
            let shown: Vec<&str> = text.lines().filter(|l| l.contains("pub use search")).collect();
            let allowed = ["pub use search::{Ended, Limit, Meter, Outcome, Stats};"];
            assert!(shown.iter().all(|line| allowed.contains(line)), "{}", path.display());
        }
    }
}

/// Every package, and every folder inside its `src`.
fn folders() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (path, _) in files(".rs") {
        let folder = path.parent().expect("a folder").to_string_lossy().into_owned();
        if let Some((package, _)) = folder.split_once("/src") {
            found.extend([package.to_owned(), folder.trim_end_matches("/src").to_owned()]);
        }
    }
    found
}

/// The folders that the map names: at the margin from the root, below it from there, and any other that begins with `src/`.
fn mapped() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let map = text.split("```").nth(1).expect("the map is the first block");
    let mut named = BTreeSet::new();
    let mut package = "";
    for line in map.lines().skip(1) {
        let mut words = line.split([' ', ';', ',']).filter(|word| !word.is_empty());
        let indent = line.len() - line.trim_start().len();
        if indent == 0 {
            package = words.next().expect("no blank line");
            named.insert(package.to_owned());
        } else if indent == 2 {
            named.insert(format!("{package}/{}", words.next().expect("no blank line")));
        }
        let inside = words.filter(|word| word.starts_with("src/"));
        named.extend(inside.map(|word| format!("{package}/{word}")));
    }
    named
}

#[test]
fn the_map_names_every_folder_and_no_other() {
    let named = mapped();
    for folder in folders() {
        assert!(named.contains(&folder), "ARCHITECTURE.md does not name {folder}");
    }
    for folder in named {
        assert!(
            root().join(&folder).is_dir(),
            "ARCHITECTURE.md names {folder}, which is not there"
        );
    }
}

/// Where unsafe code is, with the reason of each block beside it.
const UNSAFE: [&str; 7] = [
    "crates/cli/src/input.rs",
    "crates/cli/src/memory.rs",
    "crates/core/src/width.rs",
    "crates/lost-knight/rules/src/classify.rs",
    "crates/lost-knight/rules/src/scan.rs",
    "crates/lost-knight/src/planes/register.rs",
    "crates/wasm/src/lib.rs",
];

/// The lines on which a block of unsafe code begins, from 0.
fn unsafe_blocks(text: &str) -> Vec<usize> {
    let code = |line: &str| !line.trim_start().starts_with("//") && line.contains("unsafe {");
    text.lines().enumerate().filter(|(_, line)| code(line)).map(|(number, _)| number).collect()
}

#[test]
fn unsafe_code_is_where_the_list_says() {
    let found: Vec<_> = sources().filter(|(_, text)| !unsafe_blocks(text).is_empty()).collect();
    let paths: Vec<String> = found.iter().map(|(path, _)| path.display().to_string()).collect();
    assert_eq!(paths, UNSAFE);
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let claim = format!("no `unsafe` but in the {} files", words[UNSAFE.len()]);
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    assert!(text.contains(&claim), "ARCHITECTURE.md does not say: {claim}");
}

#[test]
fn every_block_of_unsafe_code_has_its_own_reason() {
    for (path, text) in sources() {
        let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
        for number in unsafe_blocks(&text) {
            // The comment right above, over attributes.
            let above = lines[..number].iter().rev().skip_while(|line| line.starts_with("#["));
            let mut comment = above.take_while(|line| line.starts_with("//"));
            let has_reason = comment.any(|line| line.starts_with("// SAFETY: "));
            assert!(has_reason, "{}:{} gives no reason", path.display(), number + 1);
        }
    }
}

/// What the end of a search proves is decided in one place: elsewhere a reach is declared, or told to people.
#[test]
fn only_one_file_looks_at_the_reach_of_a_strategy() {
    for (path, text) in sources().filter(|(path, _)| !is_frontend(path)) {
        let looks = [
            "Reach::Complete) =>",
            "Reach::Partial) =>",
            "Reach::Complete =>",
            "Reach::Partial =>",
            "= Reach::",
        ];
        let is_there = path == Path::new("crates/core/src/run.rs");
        let looks = looks.iter().any(|look| text.contains(look));
        assert_eq!(looks, is_there, "{} looks at a reach", path.display());
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
        let tells_time = path.ends_with("limits.rs") || path.ends_with("clock.rs");
        if path.starts_with("crates/search/src") && !tells_time {
            assert!(!text.contains("Instant"), "{} reads a clock", path.display());
        }
    }
}

fn texts(lang: Lang) -> serde_json::Map<String, serde_json::Value> {
    serde_json::from_str(lang.json()).unwrap()
}

/// The names between braces, without the words that agree with a number.
fn placeholders(template: &str) -> BTreeSet<&str> {
    template
        .split('{')
        .skip(1)
        .map(|rest| rest.split_once('}').expect("a closed brace").0)
        .map(|name| name.split(':').next().expect("a name"))
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
        assert!(en.contains_key(&format!("{code}.help")), "{code} has no help");
    }
}

#[test]
fn every_puzzle_has_its_words() {
    let en = texts(Lang::En);
    for kind in every_kind() {
        let about = kind.about();
        let name = about.name;
        let words = ["title", "summary", "alias", "play"];
        let mut keys = words.map(|key| format!("{name}.{key}")).to_vec();
        keys.extend(kind.levels().iter().map(|level| format!("level.{level}")));
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
        let declared = |option: &str| about.options.iter().any(|spec| spec.name == option);
        for (option, words) in about.words.iter().chain(about.only) {
            assert!(declared(option) && !words.is_empty(), "{name} --{option}");
        }
        let strategies = kind.strategies();
        for (option, users) in about.only {
            let known = |user: &&str| strategies.iter().any(|strategy| strategy.name == *user);
            assert!(users.iter().all(known), "{name} --{option}");
        }
        assert_eq!(declared("difficulty"), !kind.levels().is_empty(), "{name}");
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
