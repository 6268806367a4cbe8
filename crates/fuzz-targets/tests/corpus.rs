//! The corpus of the fuzzer as plain tests: every input that was ever a finding, and the seeds.

use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use fuzz_targets::{TARGETS, Target, seeds};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

/// Names in a folder, without what follows the last dot.
fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect()
}

/// Writes seeds and dictionaries anew if that is asked for; findings stay.
fn update(name: &str) {
    if std::env::var_os("UPDATE_GOLDEN").is_none() {
        return;
    }
    let corpus = folder().join("corpus").join(name);
    fs::create_dir_all(&corpus).unwrap();
    for (file, bytes) in seeds::seeds(name) {
        fs::write(corpus.join(file), bytes).unwrap();
    }
    let lines: String = seeds::dictionary(name).iter().map(|word| entry(word)).collect();
    // libFuzzer refuses an empty one.
    if !lines.is_empty() {
        fs::write(folder().join("dictionaries").join(format!("{name}.dict")), lines).unwrap();
    }
}

/// A line of a dictionary, as libFuzzer reads it.
fn entry(word: &str) -> String {
    let byte = |byte: u8| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02X}"),
    };
    format!("\"{}\"\n", word.bytes().map(byte).collect::<String>())
}

fn run(name: &str, target: Target) {
    update(name);
    let mut inputs = 0;
    for entry in fs::read_dir(folder().join("corpus").join(name)).unwrap() {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        assert!(catch_unwind(|| target(&bytes)).is_ok(), "{} is a finding", path.display());
        inputs += 1;
    }
    assert!(inputs > 0, "{name} has no corpus");
}

/// One test a target, so that they run beside each other.
macro_rules! corpus {
    ($($name:ident),*) => {
        $(#[test]
        fn $name() {
            run(stringify!($name), fuzz_targets::$name);
        })*

        #[test]
        fn every_target_is_fuzzed_and_has_a_corpus() {
            let listed: BTreeSet<String> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
            let tested = [$(stringify!($name)),*].map(str::to_owned);
            assert_eq!(listed, tested.into());
            assert_eq!(listed, names(&folder().join("fuzz_targets")));
            let manifest = fs::read_to_string(folder().join("Cargo.toml")).unwrap();
            for name in listed {
                assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
            }
        }
    };
}

corpus!(reader, options, check, edit, strokes, http, layers, hosts, printed, play, book);
