//! What `solve` and `generate` write about many boards, in every format, is read back by `check`:
//! board by board, with the damaged answer named, and none missing or left over unnoticed.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use search::Limits;
use tabuleiro::KINDS;
use tabuleiro::contract::Options;
use tabuleiro::kind::{Kind, Session, Subject};
use tabuleiro::text::Source;

const FORMATS: [&str; 3] = ["text", "json", "coursework"];

fn run(folder: &Path, kind: &dyn Kind, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabuleiro"));
    command.arg(kind.about().name).args(words).args(["--lang", "en"]).current_dir(folder);
    command.stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Boards that a kind makes and solves, one a seed.
fn boards(kind: &dyn Kind, number: usize) -> Vec<Box<dyn Session>> {
    let made = |seed| kind.generate(&Options::default(), seed, &Limits::default()).unwrap().result;
    let solvable = (1..).map(made).filter(|made| made.subject == Subject::Solution);
    solvable.map(|made| made.session).take(number).collect()
}

/// The boards as one text, if the kind reads as many from one.
fn together(kind: &dyn Kind, boards: &[Box<dyn Session>]) -> Option<String> {
    let of = boards.len() as u64;
    let all: String = (1..).zip(boards).map(|(place, b)| b.text_among(place, of)).collect();
    let source = Source::new("boards", all.as_str());
    let read = kind.open(&source, &Options::default()).filter(Result::is_ok).count();
    (read == boards.len()).then_some(all)
}

/// The lines of each answer.
struct Answers {
    lines: Vec<Vec<String>>,
}

impl Answers {
    fn written(&self) -> String {
        self.lines.iter().flatten().map(|line| format!("{line}\n")).collect()
    }

    fn without(&self, place: usize) -> String {
        let mut lines = self.lines.clone();
        lines.remove(place);
        Answers { lines }.written()
    }

    fn with_the_last_twice(&self) -> String {
        self.written() + &Answers { lines: vec![self.lines.last().unwrap().clone()] }.written()
    }

    /// With a digit of the solution changed.
    fn damaged(&self, place: usize) -> String {
        let mut lines = self.lines.clone();
        let answer = &mut lines[place];
        let json = answer[0].starts_with('{');
        let line = answer.iter_mut().rev().find(|l| !l.is_empty() && !l.starts_with('=')).unwrap();
        let digit = |c: char| c.is_ascii_digit();
        let at = match json {
            true => {
                let from = line.find("\"solution\":").unwrap();
                from + line[from..].find(digit).unwrap()
            }
            false => line.rfind(digit).unwrap(),
        };
        let other = if &line[at..at + 1] == "9" {
            "8".to_owned()
        } else {
            ((line.as_bytes()[at] + 1) as char).to_string()
        };
        line.replace_range(at..at + 1, &other);
        Answers { lines }.written()
    }
}

#[test]
fn every_format_is_read_back_board_by_board() {
    for &kind in KINDS {
        let name = kind.about().name;
        let place = tempfile::tempdir().unwrap();
        let folder = place.path();
        let most = boards(kind, 5);
        let files: Vec<String> = (1..=most.len()).map(|i| format!("board{i}.txt")).collect();
        for (board, file) in most.iter().zip(&files) {
            fs::write(folder.join(file), board.text()).unwrap();
        }
        for format in FORMATS {
            let solve = |files: &[&str]| {
                let words: Vec<&str> = ["solve"].into_iter().chain(files.iter().copied()).collect();
                let output = run(folder, kind, &[&words[..], &["--format", format]].concat());
                assert_eq!(output.status.code(), Some(0), "{name} {format}");
                text(&output.stdout).lines().map(str::to_owned).collect::<Vec<String>>()
            };
            let lengths: Vec<usize> = files.iter().map(|file| solve(&[file]).len()).collect();
            for number in [1, 2, 5] {
                let mut layouts: Vec<Vec<&str>> =
                    vec![files[..number].iter().map(String::as_str).collect()];
                if let Some(all) = together(kind, &most[..number]) {
                    fs::write(folder.join("all.txt"), all).unwrap();
                    layouts.push(vec!["all.txt"]);
                }
                for layout in layouts {
                    // Where there are several boards, text tells the name of each.
                    let head = usize::from(format == "text" && number > 1);
                    let mut rest = solve(&layout).into_iter();
                    let mut answer = |length: &usize| rest.by_ref().take(length + head).collect();
                    let lines = lengths[..number].iter().map(&mut answer).collect();
                    let answers = Answers { lines };
                    assert_eq!(rest.next(), None);
                    Case { folder, kind, layout: &layout, format, number }.try_all(&answers);
                }
            }
        }
    }
}

struct Case<'a> {
    folder: &'a Path,
    kind: &'a dyn Kind,
    layout: &'a [&'a str],
    format: &'a str,
    number: usize,
}

impl Case<'_> {
    /// Checks a text of answers: the exit code, a line for each board, and what is said beside.
    fn check(&self, answers: &str) -> (Option<i32>, Vec<String>, String) {
        fs::write(self.folder.join("answers.txt"), answers).unwrap();
        let mut words = vec!["check"];
        words.extend(self.layout);
        words.push("answers.txt");
        let output = run(self.folder, self.kind, &words);
        let said = text(&output.stderr);
        assert!(output.status.code().is_some(), "{said}");
        let lines = text(&output.stdout).lines().map(str::to_owned).collect();
        (output.status.code(), lines, said)
    }

    fn try_all(&self, answers: &Answers) {
        let Case { kind, layout, format, number, .. } = *self;
        let about = format!("{} {format} {layout:?} {number}", kind.about().name);
        let (exit, lines, said) = self.check(&answers.written());
        assert_eq!(exit, Some(0), "{about}: {lines:?} {said}");
        let valid = |line: &String| line.contains("valid") && !line.contains("not valid");
        assert_eq!(lines.iter().filter(|line| valid(line)).count(), lines.len(), "{about}");
        assert_eq!(lines.len(), if number == 1 { 1 } else { number + 1 }, "{about}");

        let damaged = (number * 7 + format.len()) % number;
        let (exit, lines, said) = self.check(&answers.damaged(damaged));
        assert_eq!(exit, Some(1), "{about}: {lines:?} {said}");
        for (place, line) in lines.iter().enumerate().take(number) {
            assert_eq!(valid(line), place != damaged, "{about}: {lines:?} {said}");
        }

        let (exit, lines, said) = self.check(&answers.with_the_last_twice());
        assert_eq!(exit, Some(1), "{about}: {lines:?} {said}");
        assert!(said.contains("C0102"), "{about}: {lines:?} {said}");
        assert_eq!(
            lines.iter().filter(|line| valid(line)).count(),
            number + 1,
            "{about}: {lines:?}"
        );

        if number > 1 {
            let (exit, lines, said) = self.check(&answers.without(damaged));
            assert_eq!(exit, Some(1), "{about}: {lines:?} {said}");
            // Answers that nothing parts are taken line by line, and the last one may be cut.
            assert!(said.contains("C0101") || format == "coursework", "{about}: {lines:?} {said}");
            // Answers that name their board are paired with it.
            if format != "coursework" {
                for (place, line) in lines.iter().enumerate().take(number) {
                    assert_eq!(valid(line), place != damaged, "{about}: {lines:?}");
                    assert_eq!(line.contains("C0101"), place == damaged, "{about}: {lines:?}");
                }
            }
        }
    }
}

#[test]
fn what_is_generated_as_data_carries_its_board() {
    for &kind in KINDS {
        let place = tempfile::tempdir().unwrap();
        let made = run(place.path(), kind, &["generate", "--number", "3", "--format", "json"]);
        assert_eq!(made.status.code(), Some(0));
        fs::write(place.path().join("made.json"), &made.stdout).unwrap();
        let checked = run(place.path(), kind, &["check", "made.json", "--format", "json"]);
        let told = text(&checked.stdout);
        assert_eq!(checked.status.code(), Some(0), "{told}{}", text(&checked.stderr));
        assert_eq!(told.matches("\"valid\":true").count(), 3, "{told}");
        let mut words = vec!["check"];
        let names = ["first.txt", "second.txt", "third.txt"];
        for (line, name) in text(&made.stdout).lines().zip(names) {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            fs::write(place.path().join(name), value["board"].as_str().unwrap()).unwrap();
            words.push(name);
        }
        words.push("made.json");
        let checked = run(place.path(), kind, &words);
        let told = text(&checked.stdout);
        assert_eq!(checked.status.code(), Some(0), "{told}{}", text(&checked.stderr));
        assert!(told.contains("3 boards, 3 answers: 3 valid"), "{told}");
    }
}
