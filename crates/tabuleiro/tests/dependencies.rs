//! `docs/dependencies.md` lists every crate that is used from outside, with its users and the reason; what
//! a registry shows of our own packages is there.

mod kinds;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use kinds::kinds;
use serde_json::{Value, json};

/// What a user is called in the list: a puzzle is one of several, with its rules.
fn user(folder: &Path) -> String {
    let name = folder.iter().next().expect("a crate").to_string_lossy().into_owned();
    let is_puzzle = kinds().any(|kind| kind.about().name == name);
    if is_puzzle { "puzzles".to_owned() } else { name }
}

#[test]
fn every_dependency_is_listed_with_its_users_and_its_reason() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/dependencies.md")).unwrap();
    let crates = root.join("crates");
    let mut folders: Vec<_> =
        fs::read_dir(&crates).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.extend(folders.clone().into_iter().map(|folder| folder.join("rules")));
    let mut users: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for folder in folders {
        let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        let mut table = "";
        for line in manifest.lines().filter(|line| !line.starts_with('#')) {
            if line.starts_with('[') {
                table = line.trim_matches(['[', ']']);
            }
            let name = line.split([' ', '.', '=']).next().unwrap_or_default();
            let is_ours = line.contains("workspace = true");
            if line.starts_with('[') || name.is_empty() || is_ours {
                continue;
            }
            if table.ends_with("dev-dependencies") {
                assert!(page.contains(name), "docs/dependencies.md does not name {name}");
            } else if table.ends_with("dependencies") {
                let user = user(folder.strip_prefix(&crates).unwrap());
                users.entry(name.to_owned()).or_default().insert(user);
            }
        }
    }
    let rows = page.lines().skip_while(|line| !line.starts_with("## Direct")).skip(4);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let listed: BTreeMap<String, BTreeSet<String>> = rows
        .map(|row| {
            let mut cells = row.trim_matches('|').split('|').map(str::trim);
            let (name, used) = (cells.next().unwrap(), cells.next().unwrap());
            assert!(cells.next().is_some_and(|reason| reason.len() > 10), "no reason for {name}");
            (name.to_owned(), used.split(", ").map(str::to_owned).collect())
        })
        .collect();
    assert_eq!(listed, users);
}

/// Major and minor of a version of Rust.
fn release(version: &str) -> (u32, u32) {
    let mut parts = version.split('.').map(|part| part.parse().expect("a version of Rust"));
    (parts.next().unwrap_or_default(), parts.next().unwrap_or_default())
}

/// What cargo says.
fn cargo(words: &[&str]) -> String {
    let output = Command::new(env!("CARGO")).args(words).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("cargo writes text")
}

/// All packages that are compiled here, ours among them.
fn packages() -> Vec<Value> {
    let host = cargo(&["-vV"]);
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let words = ["metadata", "--format-version", "1", "--locked", "--filter-platform", host];
    let mut tree: Value = serde_json::from_str(&cargo(&words)).expect("metadata is JSON");
    let Value::Array(packages) = tree["packages"].take() else { panic!("no list of packages") };
    assert!(packages.len() > 50);
    packages
}

/// What the standard library lacks in the oldest Rust that is promised, clippy's `incompatible_msrv`
/// tells; what dependencies ask for, they say themselves.
#[test]
fn no_dependency_needs_a_newer_rust_than_is_promised() {
    let promised = release(env!("CARGO_PKG_RUST_VERSION"));
    for package in packages() {
        if let Some(version) = package["rust_version"].as_str() {
            let needs = release(version);
            assert!(needs <= promised, "{} needs Rust {version}", package["name"]);
        }
    }
}

#[test]
fn a_package_for_the_registry_says_what_it_is_and_where_its_documentation_lies() {
    let ours = packages().into_iter().filter(|package| package["source"].is_null());
    let published: Vec<Value> = ours.filter(|package| package["publish"].is_null()).collect();
    assert!(published.len() > 15);
    for package in published {
        let name = package["name"].as_str().expect("a name");
        assert!(name == "tabuleiro" || name.starts_with("tabuleiro-"), "{name}");
        for key in ["description", "license", "readme", "rust_version"] {
            assert!(package[key].is_string(), "{name} has no {key}");
        }
        for key in ["keywords", "categories"] {
            let number = package[key].as_array().map_or(0, Vec::len);
            assert!((1..=5).contains(&number), "{name}: {number} {key}");
        }
        let is_library = |target: &Value| target["kind"] == json!(["lib"]);
        if package["targets"].as_array().expect("targets").iter().any(is_library) {
            let page = format!("https://docs.rs/{name}");
            assert_eq!(package["documentation"], page.as_str(), "{name}");
            assert_eq!(package["metadata"]["docs"]["rs"]["all-features"], true, "{name}");
        }
    }
}
