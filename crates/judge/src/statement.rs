//! The statement of a problem: the rules as they begin, then what is read and written; as LaTeX, which online
//! judges want, and as plain text.

use tabuleiro::contract::Problem;
use tabuleiro::kind::Kind;
use tabuleiro::locale::{Lang, Message};

/// The first paragraph of the rules, and the statement of the puzzle.
fn markdown(kind: &dyn Kind, problem: &Problem, lang: Lang) -> String {
    let rules = (kind.about().rules)(lang);
    let mut paragraphs = rules.split("\n\n").map(str::trim);
    let first = paragraphs.find(|text| !text.is_empty() && !text.starts_with('#'));
    format!("{}\n\n{}", first.unwrap_or_default(), (problem.statement)(lang))
}

/// The statement as plain text, with its title.
pub(crate) fn plain(kind: &dyn Kind, problem: &Problem, lang: Lang) -> String {
    let title = Message::new(format!("{}.title", kind.about().name)).text(lang);
    let text = markdown(kind, problem, lang).replace(['*', '`'], "").replace("## ", "");
    format!("{title}\n\n{text}")
}

/// The statement in LaTeX.
pub(crate) fn latex(kind: &dyn Kind, problem: &Problem, lang: Lang) -> String {
    let title = Message::new(format!("{}.title", kind.about().name)).text(lang);
    let mut out = format!("\\problemname{{{}}}\n\n", escaped(&title));
    // Emphasis may go on in the next line of a paragraph.
    for paragraph in markdown(kind, problem, lang).split("\n\n") {
        match paragraph.trim().strip_prefix("## ") {
            Some(title) => out += &format!("\\section*{{{}}}\n\n", escaped(title)),
            None => out += &format!("{}\n\n", inline(paragraph.trim())),
        }
    }
    out
}

/// A paragraph with its emphasis and its code.
fn inline(text: &str) -> String {
    let mut out = String::new();
    for (place, part) in text.split('`').enumerate() {
        if place % 2 == 1 {
            out += &format!("\\texttt{{{}}}", escaped(part));
            continue;
        }
        for (place, part) in part.replace("**", "\u{1}").split(['*', '\u{1}']).enumerate() {
            match place % 2 {
                1 => out += &format!("\\emph{{{}}}", escaped(part)),
                _ => out += &escaped(part),
            }
        }
    }
    out
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' => out += "\\textbackslash{}",
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', c]),
            '~' => out += "\\textasciitilde{}",
            '^' => out += "\\textasciicircum{}",
            '<' => out += "\\textless{}",
            '>' => out += "\\textgreater{}",
            c => out.push(c),
        }
    }
    out
}
