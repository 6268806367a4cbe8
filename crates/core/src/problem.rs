//! What a puzzle gives for a problem of a programming contest, beside what every puzzle has: the parts that
//! are written in other languages.

use crate::locale::Lang;

/// A puzzle as a problem for online judges. Boards are written in the coursework's notation where there is
/// one, and answers in the coursework's format.
#[derive(Debug)]
pub struct Problem {
    /// What a program reads and what it writes, as Markdown: the rules come before it.
    pub statement: fn(Lang) -> &'static str,
    /// A program in C++17, but for what all validators begin with, that reads a board and ends with exit
    /// code 42 if it is one as the statement says.
    pub input: &'static str,
    /// A program in C++17, but for what all validators begin with, that is given the files of a board, of
    /// a right answer and a folder, reads an answer, and ends with exit code 42 if it is right, else
    /// with 43.
    pub output: &'static str,
    /// A program in C++17 that is right.
    pub accepted: &'static str,
    /// One that writes wrong answers.
    pub wrong_answer: &'static str,
    /// One that takes too long.
    pub time_limit_exceeded: &'static str,
    /// The options of `generate` that make boards, by name, the easiest group first.
    pub groups: &'static [(&'static str, &'static [(&'static str, &'static str)])],
    /// Seconds that a program has.
    pub seconds: u32,
}

impl Problem {
    /// The whole program that rules on boards.
    pub fn input_validator(&self) -> String {
        validator(self.input)
    }

    /// The whole program that rules on answers.
    pub fn output_validator(&self) -> String {
        validator(self.output)
    }

    /// Programs that contests are tried with, and what is expected of each, as Kattis calls it.
    pub fn submissions(&self) -> [(&'static str, &'static str); 3] {
        [
            ("accepted", self.accepted),
            ("wrong_answer", self.wrong_answer),
            ("time_limit_exceeded", self.time_limit_exceeded),
        ]
    }
}

/// A problem whose parts in other languages lie in the folder `problem` beside the file of the call.
#[macro_export]
macro_rules! problem {
    (groups: $groups:expr, seconds: $seconds:expr $(,)?) => {
        $crate::contract::Problem {
            statement: |lang| match lang {
                $crate::locale::Lang::En => include_str!("problem/statement.md"),
                $crate::locale::Lang::PtBr => include_str!("problem/statement.pt-BR.md"),
            },
            input: include_str!("problem/input.cpp"),
            output: include_str!("problem/output.cpp"),
            accepted: include_str!("problem/accepted.cpp"),
            wrong_answer: include_str!("problem/wrong_answer.cpp"),
            time_limit_exceeded: include_str!("problem/time_limit_exceeded.cpp"),
            groups: $groups,
            seconds: $seconds,
        }
    };
}

/// A validator: its own first line, what all begin with, and the rest.
fn validator(own: &str) -> String {
    let (first, rest) = own.split_once('\n').unwrap_or((own, ""));
    format!("{first}\n{}{rest}", include_str!("problem/validators.cpp"))
}
