//! A book of puzzles as PDF, with its data.

use print::{Collector, MOST, NUMBER, Order, Paper, Request, Section, Settings, printable};
use search::{Limits, Meter};
use serde::Deserialize;
use serde_json::json;
use tabuleiro::contract::RunError;
use tabuleiro::kind::Session;
use tabuleiro::text::{Diagnostic, Source};

use crate::ask::Ask;
use crate::handler::Handler;
use crate::wire::{self, Send};

/// What a book is to be like.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Wanted {
    number: Option<usize>,
    title: Option<String>,
    paper: Option<String>,
    per_page: Option<usize>,
    /// The address of the page, for a QR code beside each puzzle.
    qr: Option<String>,
    /// Whether solutions are left out.
    unsolved: bool,
}

/// Makes a book of boards by seed: what is said of it and its data, then its bytes.
pub(crate) fn book(
    _: &Handler,
    ask: &Ask,
    limits: &Limits,
    send: &mut Send<'_>,
) -> Result<(), RunError> {
    let (kind, lang, unsaid) = (ask.kind()?, ask.lang(), Wanted::default());
    let wanted = ask.book.as_ref().unwrap_or(&unsaid);
    let number = wanted.number.unwrap_or(NUMBER).max(1);
    if number > MOST {
        return Err(Diagnostic::new("D0216").with("most", MOST as u64).into());
    }
    let title = match wanted.title.as_deref().map(str::trim) {
        None | Some("") => lang.say(&format!("{}.title", kind.about().name)).to_owned(),
        Some(title) => printable(&Source::option("title", title), 0..title.len(), title)?,
    };
    let mut settings = Settings::new(title, lang);
    if let Some(paper) = &wanted.paper {
        settings.paper = Paper::parse("paper", paper)?;
    }
    settings.solutions = !wanted.unsolved;
    settings.qr = wanted.qr.clone();
    settings.data = "tabuleiro.json".to_owned();
    settings.seed = Some(ask.seed);
    let per_page = wanted.per_page.map(|puzzles| puzzles.clamp(1, 400));
    let order = Order { kind, options: ask.options(), number, seed: ask.seed };
    let section = Section { title: None, per_page, order, files: Vec::new(), place: None };
    let request = Request { settings, sections: vec![section], unlike: Vec::new() };
    let threads =
        limits.threads.or_else(|| std::thread::available_parallelism().ok().map(Into::into));
    let collector = Collector { limits, threads: threads.unwrap_or(1), ready: &|| {} };
    let none: [Vec<(String, Box<dyn Session>)>; 1] = [Vec::new()];
    let bound = request.bind(&none, &[], &collector, &mut Meter::new(limits))?;
    let notes: Vec<String> = bound.notes.iter().map(|note| note.text(lang)).collect();
    send(wire::json(&json!({
        "bytes": bound.pdf.len(),
        "puzzles": bound.puzzles,
        "pages": bound.pages,
        "notes": notes,
        "data": bound.data,
    })));
    send(wire::bytes(&bound.pdf));
    Ok(())
}
