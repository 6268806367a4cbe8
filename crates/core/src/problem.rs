//! What a puzzle gives for a problem of a programming contest, beside what every puzzle has: the parts that
//! are written in other languages.

use crate::locale::Lang;

/// A puzzle as a problem for online judges. Boards are written in the coursework's notation where there is
/// one, and answers in the coursework's format.
#[derive(Debug)]
pub struct Problem {
    /// What a program reads and what it writes, as Markdown: the rules come before it.
    pub statement: fn(Lang) -> &'static str,
    /// A program in C++17 that reads a board and ends with exit code 42 if it is one as the statement
    /// says.
    pub input_validator: &'static str,
    /// A program in C++17 that is given the files of a board, of a right answer and a folder, reads an
    /// answer, and ends with exit code 42 if it is right, else with 43.
    pub output_validator: &'static str,
    /// Programs that contests are tried with.
    pub submissions: &'static [Submission],
    /// The options of `generate` that make boards, by name, the easiest group first.
    pub groups: &'static [(&'static str, &'static [(&'static str, &'static str)])],
    /// Seconds that a program has.
    pub seconds: u32,
}

/// A program that a contest is tried with.
#[derive(Debug)]
pub struct Submission {
    /// What is expected of it, as Kattis calls it: `accepted`, `wrong_answer`, `time_limit_exceeded`.
    pub verdict: &'static str,
    /// The name of its file.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}
