//! The results of a class, for other programs: CSV, JUnit's XML, JSON and a table in Markdown.

use std::fmt::Write;

use serde_json::{Value, json};
use tabuleiro::locale::{Lang, Message};

use crate::cases::Cases;
use crate::student::StudentResult;
use crate::verdict::{BoardResult, CaseResult, Verdict};

/// The ways in which results are written to a file, by the ending of its name.
pub const ENDINGS: [&str; 4] = ["csv", "json", "md", "xml"];

/// The results of programs, with all that is needed to report them.
pub struct ClassResult<'a> {
    /// The name of the puzzle.
    pub puzzle: &'a str,
    /// What they were judged on.
    pub cases: &'a Cases,
    /// The programs, in order.
    pub students: &'a [StudentResult],
    /// What an effort is worth that is what a strategy of ours counts.
    pub effort_points: f64,
    /// The language of people.
    pub lang: Lang,
}

impl ClassResult<'_> {
    /// The results in the format of an ending; nothing if there is no such format.
    pub fn written(&self, ending: &str) -> Option<String> {
        Some(match ending {
            "csv" => self.csv(),
            "json" => self.json(),
            "md" => self.markdown(),
            "xml" => self.junit(),
            _ => return None,
        })
    }

    /// All points of a program.
    pub fn points(&self, student: &StudentResult) -> f64 {
        let groups = 0..self.cases.groups.len();
        let answers: f64 = groups.map(|group| student.points(self.cases, group)).sum();
        answers + self.effort(student)
    }

    /// The points of a program for its effort.
    fn effort(&self, student: &StudentResult) -> f64 {
        // Nothing is worth nothing, whatever the share.
        if self.effort_points > 0.0 { self.effort_points * student.effort() } else { 0.0 }
    }

    /// The most points that there are.
    pub fn most(&self) -> f64 {
        self.cases.groups.iter().map(|group| group.points).sum::<f64>() + self.effort_points
    }

    /// The heads of the columns of the table: the program, its points, and its groups.
    pub fn heads(&self) -> Vec<String> {
        let word = |name: &str| Message::new(format!("judge.head.{name}")).text(self.lang);
        let mut heads = vec![word("student"), word("points"), word("right"), word("verdict")];
        if self.cases.groups.len() > 1 {
            heads.extend(self.cases.groups.iter().map(|group| self.group(&group.name)));
        }
        if self.effort_points > 0.0 {
            heads.push(word("effort"));
        }
        heads.push(word("time"));
        heads
    }

    /// A row of the table.
    pub fn row(&self, student: &StudentResult) -> Vec<String> {
        let groups = || 0..self.cases.groups.len();
        let (right, boards) = student.right();
        let worst = groups().map(|group| student.worst(group)).max().unwrap_or(Verdict::NotRun);
        let slowest = groups().map(|group| student.slowest(group)).max().unwrap_or_default();
        let mut row = vec![
            student.name.clone(),
            self.decimal(self.points(student)),
            format!("{right}/{boards}"),
            worst.text(self.lang),
        ];
        if self.cases.groups.len() > 1 {
            let told = |group| {
                let points = self.decimal(student.points(self.cases, group));
                format!("{points} {}", student.worst(group).text(self.lang))
            };
            row.extend(groups().map(told));
        }
        if self.effort_points > 0.0 {
            row.push(self.decimal(self.effort(student)));
        }
        row.push(format!("{} s", self.decimal(slowest as f64 / 1000.0)));
        row
    }

    /// What a group is called.
    pub fn group(&self, name: &str) -> String {
        if name.is_empty() {
            Message::new("judge.group.all").text(self.lang)
        } else {
            name.to_owned()
        }
    }

    /// A number with at most two places.
    pub fn decimal(&self, value: f64) -> String {
        let text = format!("{value:.2}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        match self.lang {
            Lang::PtBr => text.replace('.', ","),
            Lang::En => text.to_owned(),
        }
    }

    /// One row a program, with what each group came to. The parting sign is the one that the language's
    /// spreadsheets expect.
    fn csv(&self) -> String {
        let parting = if self.lang == Lang::PtBr { ";" } else { "," };
        let mut names: Vec<String> =
            ["student", "points", "right", "boards", "verdict", "cpu_ms"].map(str::to_owned).into();
        for group in &self.cases.groups {
            let group = self.group(&group.name);
            names.extend(["points", "verdict", "cpu_ms"].map(|name| format!("{group} {name}")));
        }
        if self.effort_points > 0.0 {
            names.push("effort points".to_owned());
        }
        let mut text = line(&names, parting);
        for student in self.students {
            let groups = || 0..self.cases.groups.len();
            let (right, boards) = student.right();
            let worst = groups().map(|group| student.worst(group)).max().unwrap_or(Verdict::NotRun);
            let slowest = groups().map(|group| student.slowest(group)).max().unwrap_or_default();
            let mut row = vec![
                student.name.clone(),
                self.decimal(self.points(student)),
                right.to_string(),
                boards.to_string(),
                worst.key().to_owned(),
                slowest.to_string(),
            ];
            for group in groups() {
                row.push(self.decimal(student.points(self.cases, group)));
                row.push(student.worst(group).key().to_owned());
                row.push(student.slowest(group).to_string());
            }
            if self.effort_points > 0.0 {
                row.push(self.decimal(self.effort(student)));
            }
            text += &line(&row, parting);
        }
        text
    }

    fn json(&self) -> String {
        let board = |board: &BoardResult| json!({ "verdict": board.verdict.key(), "why": board.why, "solution": board.solution });
        let case = |case: &CaseResult| {
            let effort: Vec<Value> = case
                .effort
                .iter()
                .map(|effort| {
                    let ours: Vec<Value> = effort
                        .ours
                        .iter()
                        .map(|(strategy, counts)| json!({ "strategy": strategy, "counts": counts }))
                        .collect();
                    json!({ "counter": effort.counter, "said": effort.said, "ours": ours })
                })
                .collect();
            json!({
                "case": case.case, "group": self.cases.groups[case.group].name,
                "boards": case.boards.iter().map(board).collect::<Vec<_>>(),
                "cpu_ms": case.cpu_ms, "wall_ms": case.wall_ms, "peak_bytes": case.peak,
                "confined": case.confined, "notes": case.notes, "effort": effort,
            })
        };
        let student = |student: &StudentResult| {
            let groups: Vec<Value> = (0..self.cases.groups.len())
                .map(|group| {
                    json!({
                        "group": self.cases.groups[group].name,
                        "points": student.points(self.cases, group),
                        "of": self.cases.groups[group].points,
                        "verdict": student.worst(group).key(),
                        "cpu_ms": student.slowest(group),
                    })
                })
                .collect();
            json!({
                "student": student.name, "points": self.points(student), "of": self.most(),
                "effort_points": self.effort(student), "unbuilt": student.unbuilt, "groups": groups,
                "cases": student.cases.iter().map(case).collect::<Vec<_>>(),
            })
        };
        let all: Vec<Value> = self.students.iter().map(student).collect();
        let version = env!("CARGO_PKG_VERSION");
        format!("{}\n", json!({ "version": version, "puzzle": self.puzzle, "students": all }))
    }

    /// A suite a program, a case a board: what every tool for tests shows.
    fn junit(&self) -> String {
        let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
        for student in self.students {
            let (right, boards) = student.right();
            let time: u64 = student.cases.iter().map(|case| case.cpu_ms).sum();
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "  <testsuite name=\"{}\" tests=\"{boards}\" failures=\"{}\" time=\"{}\">",
                escaped(&student.name),
                boards - right,
                time as f64 / 1000.0
            );
            for case in &student.cases {
                for (number, board) in (1..).zip(&case.boards) {
                    let name = match case.boards.len() {
                        1 => case.case.clone(),
                        _ => format!("{}:{number}", case.case),
                    };
                    let seconds = case.cpu_ms as f64 / 1000.0 / case.boards.len() as f64;
                    let class = escaped(&format!("{}.{}", self.puzzle, student.name));
                    let head = format!(
                        "    <testcase name=\"{}\" classname=\"{class}\" time=\"{seconds}\"",
                        escaped(&name)
                    );
                    let _ = match board.verdict {
                        Verdict::Accepted => writeln!(text, "{head}/>"),
                        verdict => writeln!(
                            text,
                            "{head}><failure type=\"{}\" message=\"{}\"/></testcase>",
                            verdict.key(),
                            escaped(&told(board, self.lang))
                        ),
                    };
                }
            }
            text += "  </testsuite>\n";
        }
        text + "</testsuites>\n"
    }

    fn markdown(&self) -> String {
        let mut text = String::new();
        let row = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| plain(cell)).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let heads = self.heads();
        text += &row(&heads);
        text += &format!("|{}\n", "---|".repeat(heads.len()));
        self.students.iter().for_each(|student| text += &row(&self.row(student)));
        text
    }
}

/// A verdict in words, and why.
pub fn told(board: &BoardResult, lang: Lang) -> String {
    let why = if board.why.is_empty() { "" } else { ": " };
    format!("{}{why}{}", board.verdict.text(lang), board.why)
}

/// A row of CSV. A cell that a spreadsheet would take for a formula is made text.
fn line(cells: &[String], parting: &str) -> String {
    let cell = |cell: &String| {
        let formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
        let text = if formula { format!("'{cell}") } else { cell.clone() };
        let quoted = text.contains(['"', '\n', '\r', ',', ';']);
        if quoted { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
    };
    format!("{}\n", cells.iter().map(cell).collect::<Vec<_>>().join(parting))
}

/// Text as it stands in XML, without what XML cannot hold.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' => escaped += "&#10;",
            c if c.is_control() || c == '\u{fffe}' || c == '\u{ffff}' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Text as it stands in a cell of Markdown.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::new();
    for c in text.chars() {
        match c {
            c if c.is_control() => plain.push(' '),
            '|' | '*' | '_' | '`' | '[' | ']' | '<' | '>' | '#' | '\\' => plain.extend(['\\', c]),
            c => plain.push(c),
        }
    }
    plain
}
