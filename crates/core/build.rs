//! The words of each language as the library holds them. In the page, whose size counts, those that only
//! a terminal shows are left out: of the program's own commands, of Python, of the template, and the long
//! explanations of codes; and the languages stand side by side, so that no key is there twice.

use std::env;
use std::fs;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=locales");
    let out = env::var_os("OUT_DIR").expect("cargo says where");
    let in_page = env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    let write = |name: &str, words: &str| {
        fs::write(Path::new(&out).join(name), words).expect("the folder of builds is there");
    };
    let all = NAMES.map(|name| {
        fs::read_to_string(Path::new("locales").join(name)).expect("the words are there")
    });
    for (name, words) in NAMES.iter().zip(&all) {
        write(name, if in_page { "{}" } else { words });
    }
    write("page.json", &if in_page { side_by_side(&all) } else { "{}".to_owned() });
}

/// The files of the languages.
const NAMES: [&str; 2] = ["en.json", "pt-BR.json"];

/// How keys begin of which the page says nothing.
const ELSEWHERE: [&str; 10] = [
    "check.",
    "cli.",
    "demo.",
    "judge.",
    "package.",
    "python.",
    "serve.",
    "site.",
    "template.",
    "watch.",
];
/// The letters of codes that the page never gives: of the cluster, of judging, of Python.
const CODES: [char; 3] = ['C', 'J', 'Y'];

/// The keys and texts of a file of one key a line: both as they are written, with their quotes.
fn entries(all: &str) -> impl Iterator<Item = (&str, &str)> {
    all.lines().filter_map(|line| line.trim().trim_end_matches(',').split_once(": "))
}

/// Whether the page may say this.
fn is_shown(key: &str) -> bool {
    let key = key.trim_matches('"');
    // Codes begin with a capital.
    let is_code = key.starts_with(|letter: char| letter.is_ascii_uppercase());
    let is_long = is_code && key.ends_with(".explain");
    let is_elsewhere = ELSEWHERE.iter().any(|begins| key.starts_with(begins));
    !(is_long || is_elsewhere || key.starts_with(CODES))
}

/// What the page may say: each key with a list of its texts, in the order of the languages. Languages
/// have the same keys in the same order, which a test looks after.
fn side_by_side([one, other]: &[String; 2]) -> String {
    let pairs = entries(one).zip(entries(other)).filter(|((key, _), _)| is_shown(key));
    let pairs = pairs.map(|((key, text), (same, translated))| {
        assert_eq!(key, same, "the languages have the same keys in the same order");
        format!("{key}:[{text},{translated}]")
    });
    format!("{{{}}}", pairs.collect::<Vec<_>>().join(","))
}
