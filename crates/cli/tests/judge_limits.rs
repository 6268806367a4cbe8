//! What programs that are judged may take, with all that they start: nothing outlives its run, or the judge.
#![cfg(all(target_os = "linux", feature = "judge"))]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

/// A folder with one board, and a program in it.
fn folder(script: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("one.txt"), "C..x\n.x..\n...S\n").unwrap();
    fs::write(folder.path().join("program.sh"), script).unwrap();
    folder
}

fn judge(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabuleiro"));
    command.args(["lost-knight", "judge", "one.txt"]).args(words);
    command.args(["--export", "out.json", "--", "sh", "program.sh"]);
    command.current_dir(folder).env("LC_ALL", "C").stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// The result of the only case.
fn judged(folder: &Path, words: &[&str]) -> Value {
    judge(folder, words).status().unwrap();
    let text = fs::read_to_string(folder.join("out.json")).unwrap();
    let value: Value = serde_json::from_str(&text).unwrap();
    value["students"][0]["cases"][0].clone()
}

fn verdict(case: &Value) -> (&str, &str) {
    let board = &case["boards"][0];
    (board["verdict"].as_str().unwrap(), board["why"].as_str().unwrap())
}

/// Whether a process whose number a file holds is there, and no zombie.
fn lives(file: &Path) -> bool {
    let process = fs::read_to_string(file).unwrap();
    let state = fs::read_to_string(format!("/proc/{}/stat", process.trim()));
    state.is_ok_and(|text| !text.rsplit_once(')').unwrap().1.trim().starts_with('Z'))
}

#[test]
fn what_a_program_starts_is_ended_with_it_whatever_session_it_is_in() {
    let folder = folder(
        "setsid sh -c 'echo $$ > far; sleep 100' & sleep 100 & echo $! > near; sleep 0.3; echo 1\n",
    );
    let path = folder.path();
    assert_eq!(verdict(&judged(path, &[])).0, "accepted");
    assert!(!lives(&path.join("far")), "a session of its own");
    assert!(!lives(&path.join("near")));
}

#[test]
fn a_judge_that_is_killed_takes_its_programs_along() {
    let folder = folder("echo $$ > me; setsid sh -c 'echo $$ > far; sleep 100' & sleep 100\n");
    let path = folder.path();
    let mut child = judge(path, &[]).spawn().unwrap();
    let begun = Instant::now();
    while !(path.join("far").exists() && path.join("me").exists()) {
        assert!(begun.elapsed() < Duration::from_secs(20), "it was not started");
        sleep(Duration::from_millis(10));
    }
    sleep(Duration::from_millis(100));
    child.kill().unwrap();
    child.wait().unwrap();
    while lives(&path.join("me")) || lives(&path.join("far")) {
        assert!(begun.elapsed() < Duration::from_secs(30), "it goes on");
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn children_count_with_the_program_that_started_them() {
    let spin = folder("sh -c 'while :; do :; done' & wait\n");
    let case = judged(spin.path(), &["--time", "300ms"]);
    let (word, why) = verdict(&case);
    assert!(word == "time" && why.contains("of processor time") && !why.contains("clock"), "{why}");
    let hog =
        folder("for i in 1 2 3 4; do (head -c 40m /dev/zero; sleep 30) | tail & done; wait\n");
    assert_eq!(verdict(&judged(hog.path(), &["--memory", "100MiB"])).0, "memory");
    let many = folder("i=0; while [ $i -lt 400 ]; do sleep 30 & i=$((i+1)); done; wait\n");
    let case = judged(many.path(), &[]);
    let (word, why) = verdict(&case);
    assert!(word == "crash" && why.contains("256 processes"), "{word}: {why}");
}

#[test]
fn the_memory_of_a_program_is_its_own() {
    let folder = folder("echo 1\n");
    // The judge itself holds much more: a board of nine million squares.
    let row = ".".repeat(3000) + "\n";
    let board = format!("C{}", &row[1..]) + &row.repeat(2998) + &row[..2999] + "S\n";
    fs::write(folder.path().join("one.txt"), board).unwrap();
    let peak = judged(folder.path(), &[])["peak_bytes"].as_u64().unwrap();
    assert!((1..200 << 20).contains(&peak), "{peak}");
    let mut command = judge(folder.path(), &["--memory", "200MiB"]);
    command.status().unwrap();
    let text = fs::read_to_string(folder.path().join("out.json")).unwrap();
    assert!(!text.contains("\"memory\""), "{text}");
}

#[test]
fn modes_are_groups_and_the_first_square_is_told() {
    let folder = folder("case $1 in 1) echo 1 ;; *) echo 2 ;; esac\n");
    let path = folder.path();
    let run = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabuleiro"));
        command.args(words).current_dir(path).env("LC_ALL", "C").stdin(Stdio::null());
        let output = command.output().unwrap();
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr)
    };
    let head = ["lost-knight", "judge", "one.txt"];
    let tail = ["--modes", "1,2", "--export", "out.csv", "--", "sh", "program.sh", "{mode}"];
    let told = run(&[&head[..], &tail[..]].concat());
    let csv = fs::read_to_string(path.join("out.csv")).unwrap();
    assert!(
        csv.starts_with("student,points,right,boards,verdict,cpu_ms,1 points,1 verdict"),
        "{csv}"
    );
    assert!(csv.contains(",50,1,2,wrong,"), "{csv}{told}");
    let told = run(&[&head[..], &["--modes", "1,1", "--", "sh", "{mode}"]].concat());
    assert!(told.starts_with("error[J0118]"), "{told}");
    fs::write(path.join("tour.txt"), "...\n.#.\n..S\n").unwrap();
    fs::write(path.join("tour.sh"), "echo \"$#: $1 and $2\"\n").unwrap();
    let told = run(&["tour", "judge", "tour.txt", "--", "sh", "tour.sh", "{start}"]);
    assert!(told.contains("`2: 3 and 3`"), "{told}");
}

#[test]
fn several_programs_at_a_time_come_to_the_same_marks_and_effort_is_worth_what_it_is_said_to_be() {
    let folder = folder("");
    let path = folder.path();
    fs::write(path.join("board.txt"), "1\n2 0\n0 0\n0 0\n").unwrap();
    for (name, effort) in [("a", 4), ("b", 5), ("c", 4)] {
        let of = path.join("class").join(name);
        fs::create_dir_all(&of).unwrap();
        let script = format!("echo 1; echo 1 2; echo 2 1; echo atribuicoes: {effort}\n");
        fs::write(of.join("program.sh"), script).unwrap();
    }
    let csv = |jobs: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabuleiro"));
        let words = ["futoshiki", "judge", "board.txt", "--class", "class", "--run"];
        command.args(words).args(["sh program.sh", "--jobs", jobs, "--compare", "plain"]);
        command.args(["--effort-points", "20", "--export", "out.csv"]).current_dir(path);
        let output = command.env("LC_ALL", "C").stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(said.contains("at a time"), jobs != "1", "{said}");
        let csv = fs::read_to_string(path.join("out.csv")).unwrap();
        let marks = |line: &str| line.split(',').take(5).collect::<Vec<_>>().join(",");
        csv.lines().map(marks).collect::<Vec<_>>()
    };
    let marks = csv("1");
    assert_eq!(
        marks[1..],
        ["a,120,1,1,accepted", "b,100,1,1,accepted", "c,120,1,1,accepted"],
        "{marks:?}"
    );
    assert_eq!(csv("3"), marks);
}

#[test]
fn nobody_reads_what_another_student_wrote() {
    let folder = folder("");
    let path = folder.path();
    fs::write(path.join("key"), "1\n").unwrap();
    for (name, script) in
        [("a", "echo 1\n"), ("b", "cat ../a/program.sh; cat ../../key; sh ../a/program.sh\n")]
    {
        fs::create_dir_all(path.join("class").join(name)).unwrap();
        let program = path.join("class").join(name).join("program");
        fs::write(&program, format!("#!/bin/sh\n{script}")).unwrap();
        fs::copy(&program, path.join("class").join(name).join("program.sh")).unwrap();
        let _ = Command::new("chmod").arg("+x").arg(&program).status();
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabuleiro"));
    command.args(["lost-knight", "judge", "one.txt", "--class", "class", "--run", "./program"]);
    command.args(["--export", "out.json"]).current_dir(path).env("LC_ALL", "C");
    assert!(command.stdin(Stdio::null()).stdout(Stdio::null()).status().unwrap().success());
    let text = fs::read_to_string(path.join("out.json")).unwrap();
    let value: Value = serde_json::from_str(&text).unwrap();
    let case = |place: usize| value["students"][place]["cases"][0].clone();
    assert_eq!(verdict(&case(0)).0, "accepted");
    match case(1)["confined"].as_str() {
        Some("on" | "partly") => assert_eq!(verdict(&case(1)).0, "crash", "{text}"),
        _ => eprintln!("not tested: this system confines nothing"),
    }
}
