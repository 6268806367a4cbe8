//! Packages for online judges: the validators in C++ and our own check say the same of damaged answers, and
//! the programs of a package are what they are said to be. Without a C++ compiler that is said, and no more.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use search::{Limits, Outcome};
use tabuleiro::KINDS;
use tabuleiro::contract::Options;
use tabuleiro::kind::{Kind, Ruling, Session, Subject};
use tabuleiro::random::Rng;
use tabuleiro::text::Source;
use tabuleiro_judge::package::{self, File, Package};

/// Answers of each puzzle that are damaged.
const DAMAGED: usize = if cfg!(feature = "long") { 10_000 } else { 200 };

fn files(kind: &dyn Kind, number: u64) -> Vec<File> {
    let package = Package::new(kind, "problem", 7, number, &Limits::default());
    package.expect("a problem").kattis().expect("no limit")
}

fn text<'a>(files: &'a [File], path: &str) -> &'a [u8] {
    &files.iter().find(|(known, _)| known == path).unwrap_or_else(|| panic!("{path}")).1
}

/// The program that a file is compiled to; nothing where there is no compiler.
fn compiled(folder: &Path, name: &str, text: &[u8]) -> Option<PathBuf> {
    let (source, program) = (folder.join(format!("{name}.cpp")), folder.join(name));
    fs::write(&source, text).unwrap();
    let mut compiler = Command::new("g++");
    compiler.args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-O1", "-o"]);
    let status = compiler.arg(&program).arg(&source).status();
    let Ok(status) = status else {
        eprintln!("not tested: g++ is not installed");
        return None;
    };
    assert!(status.success(), "{name} does not compile");
    Some(program)
}

/// The exit code of a program on some input, and its output.
fn run(program: &Path, arguments: &[&Path], input: &[u8]) -> (i32, Vec<u8>) {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    // A validator that does not read it all has closed the pipe.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    (output.status.code().unwrap_or(-1), output.stdout)
}

/// Whether our own check accepts an answer; a claim of impossibility is held against a search.
fn accepts(kind: &dyn Kind, session: &dyn Session, answer: &[u8]) -> bool {
    let claim = Source::new("answer", answer);
    match session.check(&claim, &Limits::default()) {
        Ok(Ruling::Valid(Subject::Solution | Subject::Argument)) => true,
        Ok(Ruling::Unproved) => {
            let answer =
                session.solve(kind.best_strategy(), &Options::default(), &Limits::default());
            matches!(answer.unwrap().result, Outcome::Impossible(_))
        }
        _ => false,
    }
}

/// An answer with one or two faults, or with none.
fn damaged(answer: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut text = answer.to_vec();
    for _ in 0..rng.below(3) {
        let at = rng.below(text.len() + 1);
        let line = |text: &[u8]| -> Vec<Vec<u8>> {
            text.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
        };
        match rng.below(8) {
            0 | 1 if at < text.len() => text[at] = b"0123456789 \n:-,#x."[rng.below(18)],
            2 if at < text.len() => drop(text.remove(at)),
            3 => text.insert(at, b"0123456789 \t\n\r:-,"[rng.below(17)]),
            4 => text.truncate(at),
            5 => {
                let mut lines = line(&text);
                if lines.len() > 1 {
                    let (one, other) = (rng.below(lines.len()), rng.below(lines.len()));
                    lines.swap(one, other);
                }
                text = lines.concat();
            }
            6 => {
                let mut lines = line(&text);
                if !lines.is_empty() {
                    let at = rng.below(lines.len());
                    let copy = lines[at].clone();
                    lines.insert(at, copy);
                }
                text = lines.concat();
            }
            _ => {
                let words: [&[u8]; 4] = [
                    b"Impossivel\n",
                    b"impossivel\n",
                    b"1\nnao ha solucao para o tabuleiro proposto.\n\n",
                    b"Numero de atribuicoes excede limite maximo\n",
                ];
                text = words[rng.below(4)].to_vec();
            }
        }
    }
    text
}

#[test]
fn validators_in_cpp_say_what_our_own_check_says() {
    for &kind in KINDS.iter().filter(|kind| kind.problem().is_some()) {
        let name = kind.about().name;
        let files = files(kind, 2);
        let folder = tempfile::tempdir().unwrap();
        let validator = text(&files, "output_validators/validate.cpp");
        let Some(validator) = compiled(folder.path(), "output", validator) else { return };
        let Some(input) =
            compiled(folder.path(), "input", text(&files, "input_validators/validate.cpp"))
        else {
            return;
        };
        let (mut accepted, mut refused) = (0, 0);
        let inputs: Vec<&String> =
            files.iter().map(|(path, _)| path).filter(|path| path.ends_with(".in")).collect();
        assert!(inputs.len() >= 6, "{name}: {inputs:?}");
        let mut rng = Rng::new(20);
        for (place, path) in inputs.iter().enumerate() {
            let board = text(&files, path);
            assert_eq!(run(&input, &[], board).0, 42, "{name}: {path} is no input");
            let answer = text(&files, &path.replace(".in", ".ans"));
            let (board_file, answer_file) = (folder.path().join("in"), folder.path().join("ans"));
            fs::write(&board_file, board).unwrap();
            fs::write(&answer_file, answer).unwrap();
            let source = Source::new("board", board);
            let session = kind.open(&source, &Options::default()).next().unwrap().unwrap();
            let share = DAMAGED / inputs.len() + usize::from(place == 0);
            for number in 0..share {
                let answer = if number == 0 { answer.to_vec() } else { damaged(answer, &mut rng) };
                let files = [board_file.as_path(), answer_file.as_path(), folder.path()];
                let theirs = run(&validator, &files, &answer).0;
                let ours = accepts(kind, &*session, &answer);
                let told = String::from_utf8_lossy(&answer);
                assert_eq!(theirs, if ours { 42 } else { 43 }, "{name} {path}:\n{told:?}");
                if ours { accepted += 1 } else { refused += 1 }
            }
        }
        assert!(accepted > DAMAGED / 20 && refused > DAMAGED / 20, "{name}: {accepted}, {refused}");
    }
}

#[test]
fn programs_of_a_package_are_what_they_are_said_to_be() {
    for &kind in KINDS.iter().filter(|kind| kind.problem().is_some()) {
        let name = kind.about().name;
        let files = files(kind, 3);
        let folder = tempfile::tempdir().unwrap();
        let inputs = files.iter().filter(|(path, _)| path.ends_with(".in"));
        let programs = ["accepted", "wrong_answer", "time_limit_exceeded"].map(|verdict| {
            let source = text(&files, &format!("submissions/{verdict}/{verdict}.cpp"));
            compiled(folder.path(), verdict, source)
        });
        let [Some(right), Some(wrong), Some(_)] = programs else { return };
        let mut refused = 0;
        for (path, board) in inputs {
            let source = Source::new("board", board.as_slice());
            let session = kind.open(&source, &Options::default()).next().unwrap().unwrap();
            let (code, answer) = run(&right, &[], board);
            let told = String::from_utf8_lossy(&answer);
            assert!(code == 0 && accepts(kind, &*session, &answer), "{name} {path}: {told}");
            refused += u32::from(!accepts(kind, &*session, &run(&wrong, &[], board).1));
        }
        assert!(refused > 0, "{name}: the wrong program is right");
    }
}

#[test]
fn a_package_depends_on_its_seed_alone() {
    for &kind in KINDS.iter().filter(|kind| kind.problem().is_some()) {
        assert_eq!(files(kind, 1), files(kind, 1), "{}", kind.about().name);
        for short in ["en", "pt"] {
            let files = files(kind, 1);
            let tex = text(&files, &format!("problem_statement/problem.{short}.tex"));
            let tex = str::from_utf8(tex).unwrap();
            assert!(
                tex.starts_with("\\problemname{") && tex.matches("\\section*{").count() == 2,
                "{tex}"
            );
            assert!(!tex.contains("**") && !tex.contains('`'), "{tex}");
        }
    }
}

#[test]
fn a_package_of_boca_keeps_the_scripts_of_its_template_and_replaces_the_rest() {
    let template: Vec<File> =
        ["compare/c", "compare/py3", "compile/c", "run/c", "limits/c", "tests/c", "input/x"]
            .map(|path| (path.to_owned(), format!("#!/bin/sh\n# {path}\n").into_bytes()))
            .into();
    let zip = package::zipped(&template).unwrap();
    let kind = KINDS[0];
    let package = Package::new(kind, "passeio", 1, 1, &Limits::default()).unwrap();
    let files = package.boca(&zip).unwrap();
    let has = |path: &str| files.iter().any(|(known, _)| known == path);
    for path in [
        "compile/c",
        "run/c",
        "tests/c",
        "compare/c",
        "compare/py3",
        "limits/py3",
        "input/1",
        "output/1",
    ] {
        assert!(has(path), "{path}");
    }
    assert!(!has("input/x") && has("description/problem.info"));
    assert!(
        String::from_utf8_lossy(text(&files, "description/problem.info"))
            .contains("basename=passeio\n")
    );
    assert_eq!(text(&files, "run/c"), b"#!/bin/sh\n# run/c\n");
    assert!(package.boca(b"no zip").is_err());
    // The script that compares, as BOCA calls it.
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        fs::write(folder.path().join(name), bytes).unwrap();
        folder.path().join(name)
    };
    if compiled(folder.path(), "probe", b"int main() {}").is_none() {
        return;
    }
    let script = write("compare", text(&files, "compare/c"));
    let (input, answer) =
        (write("in", text(&files, "input/1")), write("out", text(&files, "output/1")));
    let wrong = write("wrong", b"1 2 3\n");
    let run = |team: &Path| {
        let status = Command::new("sh").arg(&script).arg(team).arg(&answer).arg(&input).status();
        status.unwrap().code()
    };
    assert_eq!((run(&answer), run(&wrong)), (Some(4), Some(6)));
}

/// `verifyproblem` of Kattis, where it is installed (`pip install problemtools`).
#[cfg(feature = "long")]
#[test]
fn kattis_verifies_the_packages() {
    for &kind in KINDS.iter().filter(|kind| kind.problem().is_some()) {
        let folder = tempfile::tempdir().unwrap();
        let name: String = kind.about().name.chars().filter(char::is_ascii_lowercase).collect();
        let problem = folder.path().join(&name);
        package::write(&problem, &files(kind, 2), &Limits::default()).unwrap();
        let Ok(output) = Command::new("verifyproblem").arg(&problem).output() else {
            eprintln!("not tested: verifyproblem is not installed");
            return;
        };
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let said = said + &String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.contains("0 errors"), "{name}: {said}");
    }
}
