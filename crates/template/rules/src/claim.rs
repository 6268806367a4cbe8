//! Answers as text and as JSON: what `solve` writes, `check` reads.

use std::io::{self, Write};
use std::ops::Range;

use serde_json::Value;
use tabuleiro_core::answers::{self, Object};
use tabuleiro_core::board::Size;
use tabuleiro_core::contract::{Claim, Format, Options, Print, Statement};
use tabuleiro_core::locale::Lang;
use tabuleiro_core::text::{Diagnostic, Source};

use crate::{Argument, Template};

/// The column of the queen of each row, from 1. Not yet verified, so any numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns(pub Vec<u32>);

impl Print for Columns {
    fn print(&self, format: Format, _: Lang, out: &mut dyn Write) -> io::Result<()> {
        let words: Vec<String> = self.0.iter().map(u32::to_string).collect();
        match format {
            Format::Json => write!(out, r#"{{"columns":[{}]}}"#, words.join(",")),
            Format::Text => writeln!(out, "{}", words.join(" ")),
        }
    }
}

/// Reads one answer: a line of numbers, or the JSON object of an answer.
pub(crate) fn read(source: &Source) -> Result<Statement<Template>, Diagnostic> {
    if !answers::is_json(source)? {
        return Ok(Claim::Solution(Columns(numbers(source)?)).into());
    }
    let malformed = || Diagnostic::new("I0022").in_file(source.name());
    Ok(match Object::read(source)?.ok_or_else(malformed)? {
        Object::Solution(value) => {
            Claim::Solution(Columns(columns(&value).ok_or_else(malformed)?)).into()
        }
        Object::Proof(value) => Claim::Argument(argument(&value).ok_or_else(malformed)?).into(),
        Object::Impossible => Statement::Impossible,
        Object::Unknown => Statement::Unknown,
    })
}

/// The smallest square board without blocked squares that an answer fits on.
pub(crate) fn implied(source: &Source, options: &Options) -> Result<Template, Diagnostic> {
    let columns = if answers::is_json(source)? {
        let value = source.json()?;
        let missing = || Diagnostic::new("I0022").in_file(source.name());
        value.get("solution").and_then(columns).ok_or_else(missing)?
    } else {
        numbers(source)?
    };
    let side = columns.iter().copied().chain([columns.len() as u32]).max().unwrap_or(0);
    if !(1..=Template::LONGEST).contains(&side) {
        let fault = Diagnostic::new("B0102").in_file(source.name()).with("side", side.to_string());
        return Err(fault.with("most", u64::from(Template::LONGEST)));
    }
    let board = Template::new(Size { rows: side, cols: side });
    Ok(board.with_amazons(options.has("amazons")))
}

/// All numbers of a text. Lines that begin with `=` are remarks.
fn numbers(source: &Source) -> Result<Vec<u32>, Diagnostic> {
    // A number has at least two bytes of text, and a list that grows is twice as long for a while.
    source.allow((source.bytes().len() / 2 * 2 * size_of::<u32>()) as u64)?;
    let number = |(word, at): (&str, Range<usize>)| {
        word.parse().map_err(|_| source.diagnostic("U0101", at).with("least", 1u64))
    };
    let lines = source.lines()?.into_iter().filter(|line| !line.text.starts_with('='));
    let numbers = lines.flat_map(|line| line.words().map(number)).collect::<Result<Vec<_>, _>>()?;
    if numbers.is_empty() {
        return Err(Diagnostic::new("I0004").in_file(source.name()));
    }
    Ok(numbers)
}

fn columns(solution: &Value) -> Option<Vec<u32>> {
    let number = |value: &Value| u32::try_from(value.as_u64()?).ok();
    solution.get("columns")?.as_array()?.iter().map(number).collect()
}

fn argument(proof: &Value) -> Option<Argument> {
    match proof.get("name")?.as_str()? {
        "columns" => Some(Argument::Columns),
        "full-row" => {
            let row = u32::try_from(proof.get("row")?.as_u64()?).ok()?;
            Some(Argument::FullRow(row.checked_sub(1)?))
        }
        _ => None,
    }
}
