//! Programs that are judged: a class, limits, faults of programs and of cases, what is kept and resumed, and
//! the faces of online judges. What needs a compiler or an interpreter says so where there is none.
#![cfg(all(unix, feature = "judge"))]

mod folders;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use folders::copy;
use serde_json::Value;

fn tabuleiro(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabuleiro"));
    command.args(words).current_dir(folder).env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
    command.output().unwrap()
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// Whether a program is installed; else that is said.
fn has(program: &str) -> bool {
    let mut asked = Command::new(program);
    asked.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    let found = asked.status().is_ok_and(|status| status.success());
    if !found {
        eprintln!("not tested: {program} is not installed");
    }
    found
}

/// A folder with two boards, in which `sh` scripts are judged.
fn boards() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    fs::write(path.join("two.txt"), "C..x\n.x..\n...S\n\nC.\n.S\n").unwrap();
    fs::write(path.join("one.txt"), "C..x\n.x..\n...S\n").unwrap();
    (folder, path)
}

/// The verdicts on each board of the cases, and what else stands in the JSON.
fn judged(folder: &Path, words: &[&str], script: &str) -> (Vec<String>, Value, Output) {
    fs::write(folder.join("program.sh"), script).unwrap();
    let mut all = vec!["lost-knight", "judge"];
    all.extend(words);
    all.extend(["--export", "out.json", "--", "sh", "program.sh"]);
    let output = tabuleiro(folder, &all);
    let text = fs::read_to_string(folder.join("out.json"));
    let text = text.unwrap_or_else(|_| panic!("{:?}", texts(&output)));
    let value: Value = serde_json::from_str(&text).unwrap();
    let cases = value["students"][0]["cases"].as_array().unwrap();
    let boards = cases.iter().flat_map(|case| case["boards"].as_array().unwrap());
    let verdicts = boards.map(|board| board["verdict"].as_str().unwrap().to_owned()).collect();
    (verdicts, value, output)
}

#[test]
fn a_class_is_judged_from_its_folders_to_its_marks() {
    if !(has("make") && has("cc") && has("python3")) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let class = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/class");
    copy(&class, folder.path());
    let words = [
        "lost-knight",
        "judge",
        "cases",
        "--class",
        "programs",
        "--build",
        "make",
        "--run",
        "./program",
        "--time",
        "3s",
        "--export",
        "marks.csv",
        "--export",
        "marks.xml",
        "--export",
        "marks.md",
        "--export",
        "marks.json",
        "--feedback",
        "feedback",
        "--journal",
        "journal.jsonl",
    ];
    let output = tabuleiro(folder.path(), &words);
    let (out, said) = texts(&output);
    assert!(output.status.success(), "{out}{said}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let csv = read("marks.csv");
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let marks: Vec<&[&str]> = rows[1..].iter().map(|row| &row[..5]).collect();
    assert_eq!(
        marks,
        [
            ["ana", "100", "4", "4", "accepted"],
            ["bruno", "30", "1", "4", "wrong"],
            ["carla", "0", "0", "4", "time"],
            ["davi", "0", "0", "4", "crash"],
            ["elisa", "0", "0", "4", "silent"],
        ],
        "{csv}"
    );
    assert!(rows[0].contains(&"easy points") && rows[0].contains(&"hard verdict"), "{csv}");
    let xml = read("marks.xml");
    assert_eq!(xml.matches("<testsuite ").count(), 5);
    assert_eq!(xml.matches("<failure ").count(), 15);
    let tree = roxmltree::Document::parse(&xml).expect("well-formed");
    assert_eq!(tree.descendants().filter(|node| node.has_tag_name("testcase")).count(), 20);
    assert_eq!(read("marks.md").lines().count(), 7);
    let told = read("feedback/bruno.md");
    assert!(told.contains("wrong") && told.contains("](bruno.svg)"), "{told}");
    assert!(read("feedback/bruno.svg").starts_with("<svg"));
    assert!(!folder.path().join("feedback/ana.svg").exists(), "there is nothing to show");

    // What is known is not judged anew, nor built: the same marks, without a program being run.
    fs::remove_file(folder.path().join("programs/ana/Makefile")).unwrap();
    let again = tabuleiro(folder.path(), &words);
    let (_, said) = texts(&again);
    assert!(said.contains("16 results were taken from the journal"), "{said}");
    assert!(
        read("marks.csv").contains("ana,0,0,4,not-run"),
        "a program that was changed is judged anew"
    );
}

#[test]
fn answers_are_accepted_by_rule_and_ruled_on_board_by_board() {
    let (_folder, path) = boards();
    let (verdicts, value, output) =
        judged(&path, &["two.txt"], "echo Teste 1; echo 1; echo Teste 2; echo 7\n");
    assert_eq!(verdicts, ["accepted", "wrong"], "{:?}", texts(&output));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(value["students"][0]["groups"][0]["points"], 50.0);
    let (verdicts, _, output) = judged(&path, &["one.txt"], "echo 'Resultado: 1'\n");
    assert_eq!((&verdicts[..], output.status.code()), (&["accepted".to_owned()][..], Some(0)));
    let (verdicts, ..) = judged(&path, &["one.txt", "--strict"], "echo 'Resultado: 1'\n");
    assert_eq!(verdicts, ["format"]);
    let (verdicts, ..) = judged(&path, &["one.txt", "--strict"], "echo 1\n");
    assert_eq!(verdicts, ["accepted"]);
    let (verdicts, value, _) = judged(&path, &["one.txt"], "echo impossivel\n");
    assert_eq!(verdicts, ["impossible-wrong"]);
    let solution = &value["students"][0]["cases"][0]["boards"][0]["solution"];
    assert!(solution.as_str().unwrap().contains("1 move"), "{solution}");
    let (verdicts, ..) = judged(&path, &["one.txt"], "echo excede o limite\n");
    assert_eq!(verdicts, ["over-limit"]);
    let (verdicts, ..) =
        judged(&path, &["one.txt", "--over-limit-counts"], "echo excede o limite\n");
    assert_eq!(verdicts, ["accepted"]);
    let (verdicts, ..) = judged(&path, &["one.txt"], "echo 1; echo 2\n");
    assert_eq!(verdicts, ["format"]);
    // Each board by itself: a crash costs one.
    let script = "read line; case $line in C.) kill -SEGV $$ ;; *) echo 1 ;; esac\n";
    let (verdicts, ..) = judged(&path, &["two.txt", "--each"], script);
    assert_eq!(verdicts, ["accepted", "crash"]);
    let (verdicts, ..) =
        judged(&path, &["one.txt", "--feed", "argument"], "test -s \"$1\" && echo 1\n");
    assert_eq!(verdicts, ["accepted"]);
    let words = ["one.txt", "--feed", "file:in.txt", "--read", "file:out.txt"];
    let (verdicts, ..) = judged(&path, &words, "test -s in.txt && echo 1 > out.txt; echo 5\n");
    assert_eq!(verdicts, ["accepted"]);
}

#[test]
fn what_takes_too_much_is_stopped() {
    let (_folder, path) = boards();
    let (verdicts, ..) =
        judged(&path, &["two.txt", "--time", "200ms"], "echo 1; while :; do :; done\n");
    assert_eq!(verdicts, ["accepted", "time"], "what was answered before counts");
    let (verdicts, ..) = judged(&path, &["one.txt", "--time", "1ms"], "sleep 100\n");
    assert_eq!(verdicts, ["time"], "so is what only waits");
    let (verdicts, ..) = judged(
        &path,
        &["one.txt", "--output-limit", "1MiB"],
        "while :; do echo 12345 12345; done\n",
    );
    assert_eq!(verdicts, ["output"]);
    let (verdicts, ..) = judged(&path, &["one.txt", "--memory", "64MiB"], "exec tail /dev/zero\n");
    assert_eq!(verdicts, ["memory"]);
    let (verdicts, ..) = judged(&path, &["one.txt"], "exit 3\n");
    assert_eq!(verdicts, ["crash"]);
    let (verdicts, ..) = judged(&path, &["one.txt"], "\n");
    assert_eq!(verdicts, ["silent"]);
    // Garbage that holds no answer by accident, and a child that is left behind with the output open.
    let garbage = "head -c 100000 /dev/zero | tr '\\000' '\\376'; sleep 100 & exit 0\n";
    let (verdicts, ..) = judged(&path, &["one.txt"], garbage);
    assert_ne!(verdicts, ["accepted"]);
}

#[test]
fn files_are_confined_where_the_system_can() {
    let (_folder, path) = boards();
    let elsewhere = tempfile::tempdir().unwrap();
    let target = elsewhere.path().join("written");
    let script =
        format!("echo x > {}; echo y > here; cat here > /dev/null && echo 1\n", target.display());
    let (verdicts, value, output) = judged(&path, &["one.txt"], &script);
    assert_eq!(verdicts, ["accepted"], "its own folder is a program's: {:?}", texts(&output));
    let confined = value["students"][0]["cases"][0]["confined"].as_str().unwrap();
    match confined {
        "on" | "partly" => assert!(!target.exists(), "confined: {confined}"),
        _ => {
            assert!(texts(&output).1.contains("does not confine"), "it is told");
            eprintln!("not tested: this system confines nothing");
        }
    }
    let (_, value, _) = judged(&path, &["one.txt", "--unconfined"], &script);
    assert!(target.exists());
    assert_eq!(value["students"][0]["cases"][0]["confined"], "off");
}

#[test]
fn faults_are_named_for_whom_they_concern_and_the_others_go_on() {
    let (_folder, path) = boards();
    fs::create_dir_all(path.join("cases")).unwrap();
    fs::create_dir_all(path.join("bare")).unwrap();
    fs::write(path.join("cases/a.txt"), "C..S\n").unwrap();
    fs::write(path.join("cases/b.txt"), "C..?\n").unwrap();
    let (verdicts, _, output) = judged(&path, &["cases"], "echo 2\n");
    let (_, said) = texts(&output);
    assert_eq!(verdicts.len(), 2);
    assert_eq!(verdicts[1], "judge-error");
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("b.txt"), "{said}");
    for (name, files) in [
        ("good", ["program", "#!/bin/sh\necho 1\n"]),
        ("gone", ["notes", ""]),
        ("odd", ["program", "no program"]),
    ] {
        let folder = path.join("class").join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(files[0]), files[1]).unwrap();
        let _ = Command::new("chmod").arg("+x").arg(folder.join(files[0])).status();
    }
    let words = [
        "lost-knight",
        "judge",
        "one.txt",
        "--class",
        "class",
        "--run",
        "./program",
        "--export",
        "marks.csv",
    ];
    let output = tabuleiro(&path, &words);
    assert_eq!(output.status.code(), Some(0), "{:?}", texts(&output));
    let csv = fs::read_to_string(path.join("marks.csv")).unwrap();
    let words = |name: &str| csv.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert!(words("good").starts_with("good,100,1,1,accepted"), "{csv}");
    assert!(words("gone").starts_with("gone,0,0,1,not-run"), "{csv}");
    // The system takes a file without a head for a script.
    assert!(words("odd").starts_with("odd,0,0,1,crash"), "{csv}");
    for (words, code) in [
        (vec!["judge", "one.txt"], "J0106"),
        (vec!["judge", "--run", "./x"], "J0107"),
        (vec!["judge", "one.txt", "--export", "a.doc", "--", "true"], "J0108"),
        (vec!["judge", "one.txt", "--feed", "file:../x", "--", "true"], "J0109"),
        (vec!["judge", "one.txt", "--run", "'x"], "J0110"),
        (vec!["judge", "one.txt", "--effort", "(", "--", "true"], "J0111"),
        (vec!["judge", "bare", "--", "true"], "J0102"),
        (vec!["judge", "nowhere.txt", "--", "true"], "I0001"),
        (vec!["validate", "one.txt", "--as", "boca"], "J0112"),
        (vec!["package", "Up"], "J0117"),
        (vec!["package", "problem"], "J0114"),
    ] {
        let output = tabuleiro(&path, &[&["lost-knight"], &words[..]].concat());
        let (_, said) = texts(&output);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.starts_with(&format!("error[{code}]")), "{words:?}: {said}");
    }
}

#[test]
fn what_programs_say_of_their_effort_stands_beside_our_counters() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("board.txt"), ".....\n.....\n.....\n.....\nS....\n").unwrap();
    let words = ["tour", "solve", "board.txt", "--strategy", "fixed", "--format", "coursework"];
    let out = tabuleiro(path, &words);
    fs::write(path.join("answer"), &out.stdout).unwrap();
    let words = [
        "tour",
        "judge",
        "board.txt",
        "--compare",
        "fixed,warnsdorff",
        "--export",
        "out.json",
        "--",
        "cat",
        "answer",
    ];
    let output = tabuleiro(path, &words);
    let (told, said) = texts(&output);
    assert!(output.status.success(), "{told}{said}");
    let value: Value =
        serde_json::from_str(&fs::read_to_string(path.join("out.json")).unwrap()).unwrap();
    let effort = value["students"][0]["cases"][0]["effort"].as_array().unwrap();
    assert_eq!(effort.len(), 2, "{effort:?}");
    for effort in effort {
        assert_eq!(effort["said"], effort["ours"][0]["counts"], "{effort}");
        assert_eq!(effort["ours"][1]["strategy"], "warnsdorff");
    }
}

#[test]
fn online_judges_are_answered_in_their_own_codes() {
    let (_folder, path) = boards();
    fs::write(path.join("right"), "1\n").unwrap();
    fs::write(path.join("wrong"), "2\n").unwrap();
    fs::write(path.join("both"), "1\n2\n").unwrap();
    let run = |words: &[&str], input: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabuleiro"));
        command.args(["lost-knight", "validate"]).args(words).current_dir(&path);
        let file = fs::File::open(path.join(input)).unwrap();
        let output = command.stdin(file).env("LC_ALL", "C").output().unwrap();
        (output.status.code().unwrap(), texts(&output).0)
    };
    fs::create_dir(path.join("feedback")).unwrap();
    let kattis = ["one.txt", "right", "feedback/"];
    assert_eq!(run(&kattis, "right").0, 42);
    assert_eq!(run(&kattis, "wrong").0, 43);
    let message = fs::read_to_string(path.join("feedback/judgemessage.txt")).unwrap();
    assert!(message.contains("wrong"), "{message}");
    assert_eq!(run(&["--as", "boca", "right", "right", "one.txt"], "wrong").0, 4);
    assert_eq!(run(&["--as", "boca", "both", "right", "one.txt"], "wrong").0, 5);
    assert_eq!(run(&["--as", "boca", "wrong", "right", "one.txt"], "wrong").0, 6);
    assert_eq!(run(&["--as", "testlib", "one.txt", "right", "right"], "wrong").0, 0);
    assert_eq!(run(&["--as", "testlib", "one.txt", "wrong", "right"], "wrong").0, 1);
    assert_eq!(run(&["--as", "testlib", "one.txt", "both", "right"], "wrong").0, 2);
    for (words, code) in [
        (["kattis", "nowhere", "right", "feedback/"], 1),
        (["boca", "nowhere", "right", "one.txt"], 7),
        (["testlib", "one.txt", "nowhere", "right"], 3),
    ] {
        assert_eq!(run(&[&["--as"], &words[..]].concat(), "right").0, code, "{words:?}");
    }
    let (code, text) = run(&["--as", "coderunner", "two.txt", "right"], "wrong");
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, value["fraction"].as_f64()), (0, Some(0.5)));
    let (_, text) = run(&["--as", "check50", "two.txt", "right"], "wrong");
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value[0]["passed"], true);
    assert_eq!(value[1]["passed"], false);
    assert!(value[1]["cause"]["rationale"].is_string());
}
