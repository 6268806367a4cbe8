//! Transcripts: the console blocks of the READMEs, of `docs/*.md`, of every puzzle's rules and of `cases/*.md`
//! are run, and what the program prints, and its exit code, must be what stands there.
//!
//! A block is fenced as `console`. A line `$ command` is run by `sh` in a fresh folder that all
//! blocks of a file share; the lines after it are its standard output and standard error together; a
//! last line `[exit N]` tells an exit code other than 0. A block fenced as `text` after a line that
//! is nothing but a name, as in `` `NAME`: ``, is written to a file of that name. Times differ from run to run, so any time stands for any other.
//! `cargo xtask golden` writes the blocks anew.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn what_is_written_is_what_happens() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = vec![root.join("README.md"), root.join("README.pt-BR.md")];
    let mut folders = vec![root.join("docs")];
    for package in entries(&root.join("crates")) {
        folders.extend(["src", "rules/src"].map(|folder| package.join(folder)));
    }
    for folder in folders {
        let texts = entries(&folder).into_iter();
        files.extend(texts.filter(|path| path.extension().is_some_and(|e| e == "md")));
    }
    files.extend(entries(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")));
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    let mut wrong = Vec::new();
    let mut commands = 0;
    for file in files {
        let written = fs::read_to_string(&file).unwrap();
        let (happened, count) = replay(&written);
        commands += count;
        if update && same(&written, &happened).is_err() {
            fs::write(&file, &happened).unwrap();
        } else if let Err(difference) = same(&written, &happened) {
            wrong.push(format!("{}: {difference}", file.display()));
        }
    }
    assert!(commands > 200, "only {commands} commands were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// The text with every console block as it is when run now, and the number of commands.
fn replay(text: &str) -> (String, usize) {
    let folder = tempfile::tempdir().unwrap();
    let (mut out, mut commands) = (String::new(), 0);
    let mut lines = text.lines();
    let mut name = None;
    while let Some(line) = lines.next() {
        out += line;
        out.push('\n');
        let Some(fence) = line.trim_start().strip_prefix("```") else {
            if !line.is_empty() {
                name = line.strip_prefix('`').and_then(|rest| rest.strip_suffix("`:"));
            }
            continue;
        };
        let body: Vec<&str> = lines.by_ref().take_while(|line| line.trim() != "```").collect();
        if let Some(name) = name.take().filter(|_| fence == "text") {
            fs::write(folder.path().join(name), body.join("\n") + "\n").unwrap();
        }
        if fence == "console" {
            for command in body.iter().filter_map(|line| line.strip_prefix("$ ")) {
                commands += 1;
                out += &format!("$ {command}\n{}", run(command, folder.path()));
            }
        } else {
            for line in body {
                out += line;
                out.push('\n');
            }
        }
        out += "```\n";
    }
    (out, commands)
}

fn run(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_tabuleiro"));
    let mut path = vec![program.parent().unwrap().to_owned()];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(path).unwrap())
        .env("LC_ALL", "C.UTF-8")
        .env_remove("CLICOLOR_FORCE")
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    match output.status.code() {
        Some(0) => text,
        code => text + &format!("[exit {}]\n", code.map_or("signal".to_owned(), |c| c.to_string())),
    }
}

/// Compares line by line, any time being like any other.
fn same(written: &str, happened: &str) -> Result<(), String> {
    let (mut written, mut happened) = (written.lines(), happened.lines());
    for number in 1.. {
        match (written.next(), happened.next()) {
            (None, None) => break,
            (left, right) if left.map(timeless) == right.map(timeless) => {}
            (left, right) => {
                return Err(format!("line {number}\n  written:  {left:?}\n  happened: {right:?}"));
            }
        }
    }
    Ok(())
}

/// A line without what differs from run to run: times, ratios of times, and the blanks and rules
/// whose number depends on them.
fn timeless(line: &str) -> Vec<String> {
    // Which strategy was the fastest, and by how much, depends on the machine.
    let sentences =
        [" times as fast as ", " vezes mais rápida que ", "equally fast", "igualmente rápidas"];
    if line.starts_with("= ") && sentences.iter().any(|words| line.contains(words)) {
        return vec!["<conclusion>".to_owned()];
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let units = ["ns", "µs", "ms", "s"];
    let mut out = Vec::new();
    let mut i = 0;
    while i < words.len() {
        let unit = words.get(i + 1).map(|word| word.trim_end_matches([',', '.', ';', ')']));
        if is_number(words[i]) && unit.is_some_and(|unit| units.contains(&unit)) {
            out.push("<time>".to_owned());
            i += 1;
        } else if is_number(words[i]) && words[i].ends_with('×') {
            out.push("<ratio>".to_owned());
        } else if words[i].starts_with('±')
            || words[i] == "–" && out.last().is_some_and(|last| last == "<time>")
        {
            // A long run is made once, and has no spread.
            out.push("<spread>".to_owned());
        } else if words[i].chars().all(|c| c == '─' || c == '-' || c == ':') {
            out.push("─".to_owned());
        } else if let Some((before, after)) = words[i].split_once("\"elapsed_ms\":") {
            out.push(format!("{before}{}", &after[after.find('}').unwrap_or(0)..]));
        } else {
            out.push(words[i].to_owned());
        }
        i += 1;
    }
    out
}
