//! What each student is told: a text in Markdown, with a picture of the first board that was not answered
//! right.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use draw::{Layout, Theme, svg};
use search::{Limits, Meter};
use tabuleiro::board::Square;
use tabuleiro::locale::Message;
use tabuleiro::scene::{Pen, Scene};
use tabuleiro::shape::Written;
use tabuleiro::text::Diagnostic;

use crate::export::{ClassResult, plain};
use crate::student::StudentResult;
use crate::verdict::{BoardResult, CaseResult, Verdict};

/// Boards of a case that are told one by one.
const TOLD: usize = 200;

/// Writes what a student is told, and the picture, to a folder.
pub fn write(
    class: &ClassResult<'_>,
    student: &StudentResult,
    folder: &Path,
    limits: &Limits,
) -> Result<(), Diagnostic> {
    let fault = |error: std::io::Error| {
        let shown = folder.display().to_string();
        Diagnostic::new("I0010").in_file(shown).with("reason", error.to_string())
    };
    fs::create_dir_all(folder).map_err(fault)?;
    // The name of a folder has no slash; a program's may have.
    let name = student.name.replace(['/', '\\'], "_");
    let picture = first_wrong(student).and_then(|(case, place)| {
        let known = class.cases.cases.iter().find(|known| known.name == case.case)?;
        let mut meter = Meter::new(limits);
        let mut scene = known.boards.get(place)?.scene(&mut meter).ok()?;
        case.boards[place].answer.iter().for_each(|answer| paint(answer, &mut scene));
        let mut picture = Vec::new();
        let layout = Layout::new(&[&scene], None).ok()?;
        svg::picture(&scene, &layout, &Theme::LIGHT, &case.case, &mut meter, &mut picture).ok()?;
        Some(picture)
    });
    let file = format!("{name}.svg");
    if let Some(svg) = &picture {
        fs::write(folder.join(&file), svg).map_err(fault)?;
    }
    let text = text(class, student, picture.is_some().then_some(file.as_str()));
    fs::write(folder.join(format!("{name}.md")), text).map_err(fault)
}

/// The first case with a board that was answered, but not right; and the place of the board.
fn first_wrong(student: &StudentResult) -> Option<(&CaseResult, usize)> {
    let is_wrong =
        |verdict: Verdict| verdict != Verdict::Accepted && verdict != Verdict::JudgeError;
    student.cases.iter().find_map(|case| {
        Some((case, case.boards.iter().position(|board| is_wrong(board.verdict))?))
    })
}

/// Draws an answer upon its board: numbers in cells, or moves as arrows.
fn paint(answer: &Written, scene: &mut Scene) {
    let size = scene.size();
    match answer {
        Written::Grid(cells, _) if cells.len() as u64 == size.area() => {
            for (at, number) in cells.iter().enumerate() {
                let number = number.and_then(|number| i32::try_from(number).ok());
                if number.is_some() {
                    scene.number(size.square(at), number);
                }
            }
        }
        Written::Moves(moves) => {
            let is_inside = |square: &Square| square.row < size.rows && square.col < size.cols;
            for [from, to] in moves.iter().filter(|ends| ends.iter().all(is_inside)) {
                scene.link(*from, *to);
            }
        }
        _ => {}
    }
}

fn text(class: &ClassResult<'_>, student: &StudentResult, picture: Option<&str>) -> String {
    let lang = class.lang;
    let say = |message: Message| message.text(lang);
    let (right, boards) = student.right();
    let mut out = format!("# {}\n\n", plain(&student.name));
    let sum = Message::new("judge.sum").with("points", class.decimal(class.points(student)));
    let sum =
        sum.with("of", class.decimal(class.most())).with("right", right).with("boards", boards);
    out += &format!("{}\n\n", say(sum));
    if let Some(why) = &student.unbuilt {
        out += &format!("```text\n{}\n```\n\n", why.replace("```", "'''"));
    }
    for case in &student.cases {
        let group = class.group(&class.cases.groups[case.group].name);
        let _ = write!(out, "## {} ({})\n\n", plain(&case.case), plain(&group));
        // A program that was not run took nothing.
        if !case.confined.is_empty() {
            let seconds = class.decimal(case.cpu_ms as f64 / 1000.0);
            let run = Message::new("judge.run").with("seconds", seconds);
            let run = run.with("mib", case.peak >> 20).with("confined", confined(case, class));
            out += &format!("{}\n\n", say(run));
        }
        // What is said of several boards in a row is said once.
        let alike = |one: &BoardResult, other: &BoardResult| {
            other.solution.is_none() && (one.verdict, &one.why) == (other.verdict, &other.why)
        };
        let mut next = 1;
        for boards in case.boards.chunk_by(alike).take(TOLD) {
            let (first, board) = (next, &boards[0]);
            next += boards.len();
            let number = match boards.len() {
                _ if case.boards.len() == 1 => String::new(),
                1 => format!("{first}: "),
                _ => format!("{first}–{}: ", next - 1),
            };
            let why = if board.why.is_empty() {
                String::new()
            } else {
                format!(": {}", plain(&board.why))
            };
            let _ = writeln!(out, "- {number}**{}**{why}", board.verdict.text(lang));
            if let Some(solution) = &board.solution {
                let _ = write!(out, "\n```text\n{}\n```\n\n", solution.trim_end());
            }
        }
        for note in &case.notes {
            let _ = writeln!(out, "- {}", plain(note));
        }
        for effort in &case.effort {
            let _ = writeln!(out, "- {}", plain(&told(effort, class)));
        }
        out.push('\n');
    }
    if let (Some(picture), Some((case, place))) = (picture, first_wrong(student)) {
        let title = Message::new("judge.picture").with("case", case.case.as_str());
        let title = say(title.with("board", place + 1));
        let address: String =
            picture.chars().map(|c| if c == ' ' { "%20".into() } else { c.to_string() }).collect();
        let _ = writeln!(out, "![{}]({address})", plain(&title));
    }
    out
}

/// Whether files and connections were confined, in words.
fn confined(case: &CaseResult, class: &ClassResult<'_>) -> String {
    let key = match case.confined.as_str() {
        "on" => "judge.confined.on",
        "partly" => "judge.confined.partly",
        _ => "judge.confined.off",
    };
    Message::new(key).text(class.lang)
}

/// An effort in words: what the program says, and what ours is.
pub fn told(effort: &crate::verdict::Effort, class: &ClassResult<'_>) -> String {
    let list = |numbers: &[u64]| {
        let shown: Vec<String> = numbers.iter().take(20).map(u64::to_string).collect();
        shown.join(", ") + if numbers.len() > 20 { ", …" } else { "" }
    };
    let said = Message::new("judge.effort.said").with("counter", effort.counter.as_str());
    let mut text = said.with("said", list(&effort.said)).text(class.lang);
    for (strategy, counts) in &effort.ours {
        let ours = Message::new("judge.effort.ours").with("strategy", strategy.as_str());
        text += &format!("; {}", ours.with("ours", list(counts)).text(class.lang));
    }
    text
}
