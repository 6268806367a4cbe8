//! The guide for teachers, followed step by step in both languages: every block of commands, in a copy of the folder that
//! it is about.
#![cfg(all(unix, feature = "judge"))]

mod folders;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use folders::copy;

/// The texts between fences of this kind.
fn blocks<'a>(guide: &'a str, kind: &str) -> Vec<&'a str> {
    let parts = guide.split("```").skip(1).step_by(2);
    parts.filter_map(|part| part.strip_prefix(kind)?.strip_prefix('\n')).collect()
}

/// The rows of a table without its last column, which is a time.
fn rows(table: &str) -> Vec<Vec<&str>> {
    fn cells(line: &str) -> Vec<&str> {
        let cells = line.split("  ").map(str::trim).filter(|cell| !cell.is_empty());
        let mut cells: Vec<&str> = cells.collect();
        cells.pop();
        cells
    }
    table.lines().filter(|line| !line.starts_with('─')).map(cells).collect()
}

fn followed(name: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().unwrap();
    copy(&root.join("docs/class"), &folder.path().join("docs/class"));
    let program = Path::new(env!("CARGO_BIN_EXE_tabuleiro")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let guide = fs::read_to_string(root.join("docs").join(name)).unwrap();
    let mut out = String::new();
    // What needs a file that only an installation of BOCA has cannot be followed here.
    let all = blocks(&guide, "sh");
    for (place, block) in all.iter().filter(|block| !block.contains(".zip")).enumerate() {
        let folder =
            if place == 0 { folder.path().to_owned() } else { folder.path().join("docs/class") };
        let mut shell = Command::new("sh");
        shell.args(["-c", block]).current_dir(folder).env("PATH", &path);
        let output = shell.env("LC_ALL", "C.UTF-8").stdin(Stdio::null()).output();
        let output = output.unwrap();
        let (said, told) =
            (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
        assert!(
            !said.contains("error[") && output.status.success(),
            "{name}: {block}\n{told}{said}"
        );
        out += &told;
    }
    let table = blocks(&guide, "text")[0];
    let told = rows(&out);
    for row in rows(table) {
        assert!(told.contains(&row), "{name}: {row:?} is not in\n{out}");
    }
    assert!(out.lines().any(|line| line == "42"), "{name}: {out}");
    assert!(folder.path().join("docs/class/futoshiki1/problem.yaml").exists());
}

/// Whether what the guide uses is installed; else that is said.
fn is_possible() -> bool {
    ["make", "cc", "python3"].into_iter().all(|program| {
        let mut asked = Command::new(program);
        asked.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        let found = asked.status().is_ok_and(|status| status.success());
        if !found {
            eprintln!("not tested: {program} is not installed");
        }
        found
    })
}

#[test]
fn the_guide_is_followed_by_copy_and_paste() {
    if is_possible() {
        followed("teaching.md");
    }
}

#[test]
fn the_guide_in_portuguese_is_followed_by_copy_and_paste() {
    if is_possible() {
        followed("teaching.pt-BR.md");
    }
}
