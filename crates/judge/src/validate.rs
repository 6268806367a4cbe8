//! The same ruling with the words and exit codes of online judges.

use serde_json::json;
use tabuleiro::contract::Options;
use tabuleiro::locale::Message;
use tabuleiro::text::{Diagnostic, Source};

use crate::ruling::Rules;
use crate::verdict::{BoardResult, Verdict};

/// Who asks: which arguments they give, and what they expect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Kattis, DOMjudge and other judges of the ICPC: `INPUT ANSWER FOLDER < output`, 42 or 43.
    Kattis,
    /// BOCA: `OUTPUT ANSWER INPUT`, 4, 5 or 6.
    Boca,
    /// testlib, Polygon, DMOJ: `INPUT OUTPUT ANSWER`, 0, 1, 2 or 3.
    Testlib,
    /// CodeRunner for Moodle: `INPUT OUTPUT`, an object with a fraction.
    Coderunner,
    /// check50: `INPUT OUTPUT`, a list of objects.
    Check50,
}

/// The files that a judge names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// The boards.
    pub input: String,
    /// The answers to be ruled on; standard input where it is not named.
    pub output: Option<String>,
    /// The folder for messages.
    pub folder: Option<String>,
}

/// The output for a judge.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgeOutput {
    /// The exit code.
    pub code: u8,
    /// What goes to standard output.
    pub text: String,
    /// What is left for people in the folder for messages.
    pub message: String,
}

impl Dialect {
    /// Every dialect with its word.
    pub const ALL: [(&'static str, Dialect); 5] = [
        ("kattis", Dialect::Kattis),
        ("boca", Dialect::Boca),
        ("testlib", Dialect::Testlib),
        ("coderunner", Dialect::Coderunner),
        ("check50", Dialect::Check50),
    ];

    /// The files among the arguments; what should stand there, if they are too few.
    pub fn files(self, arguments: &[String]) -> Result<Files, &'static str> {
        let at = |place: usize| arguments.get(place).cloned();
        let (usage, files) = match self {
            Dialect::Kattis => (
                "INPUT ANSWER FEEDBACK_DIR < OUTPUT",
                at(0).map(|input| Files { input, output: None, folder: at(2) }),
            ),
            Dialect::Boca => (
                "OUTPUT ANSWER INPUT",
                at(2).map(|input| Files { input, output: at(0), folder: None }),
            ),
            Dialect::Testlib | Dialect::Coderunner | Dialect::Check50 => (
                "INPUT OUTPUT",
                at(0).zip(at(1)).map(|(input, output)| Files {
                    input,
                    output: Some(output),
                    folder: None,
                }),
            ),
        };
        files.ok_or(usage)
    }

    /// Rules on answers.
    pub fn rule(self, rules: &Rules, input: &Source, output: &[u8]) -> JudgeOutput {
        let mut held = 0;
        let options = Options::default();
        let allowed = rules.kind.open(input, &options).map(|board| {
            let board = board?;
            held += board.memory();
            input.allow(held)?;
            Ok(board)
        });
        let boards: Result<Vec<_>, Diagnostic> = allowed.collect();
        let results = match &boards {
            Ok(boards) => Ok(rules.rule("output", output, boards).boards),
            Err(fault) => Err(fault),
        };
        match results {
            Ok(results) => self.told(rules, &results),
            Err(fault) => self.failed(&fault.render(rules.lang)),
        }
    }

    fn told(self, rules: &Rules, results: &[BoardResult]) -> JudgeOutput {
        let worst = results.iter().map(|board| board.verdict).max().unwrap_or(Verdict::Accepted);
        let right = results.iter().filter(|board| board.verdict == Verdict::Accepted).count();
        let fraction = right as f64 / results.len().max(1) as f64;
        let why = |(number, board): (usize, &BoardResult)| {
            let message = Message::new("judge.board").with("number", number);
            let verdict = board.verdict.text(rules.lang);
            let told = message.with("verdict", verdict).text(rules.lang);
            if board.why.is_empty() { told } else { format!("{told}: {}", board.why) }
        };
        let wrong = (1..).zip(results).filter(|(_, board)| board.verdict != Verdict::Accepted);
        let message: Vec<String> = wrong.map(why).collect();
        let message = message.join("\n");
        // What we cannot tell is for people to look at.
        let undecided = worst == Verdict::Undecided;
        let code = match (self, worst) {
            (Dialect::Kattis, Verdict::Accepted) => 42,
            (Dialect::Kattis, _) if undecided => 1,
            (Dialect::Kattis, _) => 43,
            (Dialect::Boca, Verdict::Accepted) => 4,
            (Dialect::Boca, Verdict::Format | Verdict::Silent) => 5,
            (Dialect::Boca, _) if undecided => 7,
            (Dialect::Boca, _) => 6,
            (Dialect::Testlib, Verdict::Accepted) => 0,
            (Dialect::Testlib, Verdict::Format | Verdict::Silent) => 2,
            (Dialect::Testlib, _) if undecided => 3,
            (Dialect::Testlib, _) => 1,
            (Dialect::Coderunner | Dialect::Check50, _) => 0,
        };
        let text = match self {
            Dialect::Kattis => String::new(),
            Dialect::Boca | Dialect::Testlib => {
                format!("{message}\n{}\n", worst.text(rules.lang)).trim_start().to_owned()
            }
            Dialect::Coderunner => {
                format!("{}\n", json!({ "fraction": fraction, "comment": message }))
            }
            Dialect::Check50 => {
                let all = (1usize..).zip(results).map(|(number, board)| {
                    let passed = board.verdict == Verdict::Accepted;
                    let verdict = board.verdict.text(rules.lang);
                    let cause = json!({ "rationale": verdict, "help": board.why });
                    json!({
                        "name": format!("board{number}"),
                        "description": Message::new("judge.check50").with("number", number).text(rules.lang),
                        "passed": passed, "log": [],
                        "cause": (!passed).then_some(cause),
                    })
                });
                format!("{}\n", json!(all.collect::<Vec<_>>()))
            }
        };
        JudgeOutput { code, text, message }
    }

    /// What is told where the judge itself has a fault, such as a board that is none.
    pub fn failed(self, why: &str) -> JudgeOutput {
        let code = match self {
            Dialect::Boca => 7,
            Dialect::Testlib => 3,
            Dialect::Kattis | Dialect::Coderunner | Dialect::Check50 => 1,
        };
        JudgeOutput { code, text: String::new(), message: why.to_owned() }
    }
}
