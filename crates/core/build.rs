//! The words of each language as the library holds them. In the page, whose size counts, those that only
//! a terminal shows are left out: of the program's own commands, of Python, of the template, and the long
//! explanations of codes.

use std::env;
use std::fs;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=locales");
    let out = env::var_os("OUT_DIR").expect("cargo says where");
    let in_page = env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    for name in ["en.json", "pt-BR.json"] {
        let all = fs::read_to_string(Path::new("locales").join(name)).expect("the words are there");
        let words = if in_page { without_terminal(&all) } else { all };
        fs::write(Path::new(&out).join(name), words).expect("the folder of builds is there");
    }
}

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

/// An object of one key a line, without the keys that only a terminal shows.
fn without_terminal(all: &str) -> String {
    let lines = all.lines().map(|line| line.trim().trim_end_matches(','));
    let kept = lines.filter(|line| {
        let key =
            line.strip_prefix('"').and_then(|line| line.split("\":").next()).unwrap_or_default();
        // Codes begin with a capital.
        let is_code = key.starts_with(|letter: char| letter.is_ascii_uppercase());
        let is_long = is_code && key.ends_with(".explain");
        let is_elsewhere = ELSEWHERE.iter().any(|begins| key.starts_with(begins));
        !(key.is_empty() || is_long || is_elsewhere || key.starts_with(CODES))
    });
    format!("{{{}}}", kept.collect::<Vec<_>>().join(","))
}
