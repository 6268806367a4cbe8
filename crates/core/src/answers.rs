//! Answers: what an answer says of an instance, as text or as the JSON object that `solve` prints,
//! and the ruling on it.

use serde_json::Value;

use crate::contract::Puzzle;
use crate::locale::{Lang, Message};
use crate::text::{Diagnostic, Source};

/// What somebody says of an instance, not yet checked.
#[derive(Debug)]
pub enum Claim<P: Puzzle> {
    /// That this solves it.
    Solution(P::Solution),
    /// That this proves it has no solution.
    Argument(P::Argument),
}

/// What an answer says of an instance.
pub enum Statement<P: Puzzle> {
    /// Something that can be checked.
    Claim(Claim<P>),
    /// That there is no solution, without a proof.
    Impossible,
    /// Nothing: a limit was reached.
    Unknown,
}

impl<P: Puzzle> From<Claim<P>> for Statement<P> {
    fn from(claim: Claim<P>) -> Self {
        Statement::Claim(claim)
    }
}

/// How far an answer extends in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Its lines; more than there are if the text ends before the answer does.
    pub lines: usize,
    /// The number, from 1, that the answer itself gives its instance.
    pub number: Option<usize>,
}

impl From<usize> for Extent {
    fn from(lines: usize) -> Self {
        Extent { lines, number: None }
    }
}

/// The ruling on an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// It holds.
    Valid(Subject),
    /// It breaks this rule.
    Flawed(Subject, Message),
    /// It says that there is no solution, and gives no proof: there is nothing to check.
    Unproved,
    /// It claims nothing.
    Unknown,
    /// So many cells are empty; the others break no rule so far.
    Unfinished(usize),
}

/// What a claim is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A solution.
    Solution,
    /// A proof of impossibility.
    Argument,
}

impl Subject {
    /// Which of the two a claim is.
    pub fn of<P: Puzzle>(claim: &Claim<P>) -> Self {
        match claim {
            Claim::Solution(_) => Subject::Solution,
            Claim::Argument(_) => Subject::Argument,
        }
    }

    /// The name of its field in data formats.
    pub fn word(self) -> &'static str {
        match self {
            Subject::Solution => "solution",
            Subject::Argument => "proof",
        }
    }
}

/// What the JSON object of an answer says.
pub enum Object {
    /// The value of its solution.
    Solution(Value),
    /// The value of its proof, which is more than that everything was searched.
    Proof(Value),
    /// That there is no solution, without a proof.
    Impossible,
    /// Nothing: a limit was reached.
    Unknown,
}

impl Object {
    /// Reads the object that a source begins with; `None` if it is not one of an answer.
    pub fn read(source: &Source) -> Result<Option<Self>, Diagnostic> {
        let mut value = source.json()?;
        let mut field = |name: &str| {
            let value = value.get_mut(name).map(Value::take);
            value.filter(|value| !value.is_null())
        };
        if let Some(solution) = field("solution") {
            return Ok(Some(Object::Solution(solution)));
        }
        let outcome = field("outcome");
        let said = match field("proof") {
            Some(proof) if proof.get("kind").and_then(Value::as_str) == Some("exhaustion") => {
                Some(Object::Impossible)
            }
            Some(proof) => Some(Object::Proof(proof)),
            None => match outcome.as_ref().and_then(Value::as_str) {
                Some("impossible") => Some(Object::Impossible),
                Some("unknown") => Some(Object::Unknown),
                _ => None,
            },
        };
        Ok(said)
    }
}

/// What the remarks of a text say where there is no solution in it: [`Statement::Impossible`] or
/// [`Statement::Unknown`].
pub fn remarked<P: Puzzle>(source: &Source) -> Result<Option<Statement<P>>, Diagnostic> {
    if is_json(source)? {
        return Ok(None);
    }
    for line in source.text()?.lines() {
        if opens(line, &["answer.impossible", "answer.exhausted"]) {
            return Ok(Some(Statement::Impossible));
        }
        if opens(line, &["answer.unknown"]) {
            return Ok(Some(Statement::Unknown));
        }
    }
    Ok(None)
}

/// Whether a line is a remark that begins as one of these messages does, in any language.
pub fn opens(line: &str, keys: &[&str]) -> bool {
    let Some(remark) = line.strip_prefix("= ") else { return false };
    let head = |(lang, key): (Lang, &&str)| {
        let template = lang.template(key).unwrap_or_default();
        let head = template.split('{').next().unwrap_or_default();
        !head.is_empty() && remark.starts_with(head)
    };
    Lang::ALL.into_iter().flat_map(|lang| keys.iter().map(move |key| (lang, key))).any(head)
}

/// Whether a text is JSON.
pub fn is_json(source: &Source) -> Result<bool, Diagnostic> {
    Ok(source.text()?.trim_start().starts_with('{'))
}

/// The text of the instance that the JSON object of an answer holds beside it.
pub fn instance(source: &Source) -> Result<Option<Source>, Diagnostic> {
    if !is_json(source)? {
        return Ok(None);
    }
    let value = source.json()?;
    // `text` is what it was called before.
    let text = ["board", "text"].into_iter().find_map(|name| value.get(name)?.as_str());
    let text = text.map(str::to_owned);
    Ok(text.map(|text| Source::new(source.name(), text)))
}
