//! The data of a book, which lies beside it: every board with its solution and what was said of it, so that all of it can be
//! checked again by anybody.

use search::{Limits, Meter};
use serde_json::{Value, json};
use tabuleiro_core::answers::Subject;
use tabuleiro_core::contract::{Options, RunError};
use tabuleiro_core::kind::{Kind, Ruling};
use tabuleiro_core::locale::Message;
use tabuleiro_core::text::{Diagnostic, Source};

use crate::book::{Made, Part, Settings};
use crate::collect::{Collector, MOST, Taken, map};
use crate::document::fingerprint;
use crate::entry::prove;

/// The data of a book as JSON, a line a puzzle.
pub fn data(settings: &Settings, parts: &[Part], made: &Made) -> String {
    let entries = parts.iter().flat_map(|part| &part.entries);
    let puzzles =
        entries.zip(&made.places).enumerate().map(|(number, (entry, (page, solution)))| {
            let ladder = entry.rating.as_ref().and_then(|rating| rating.ladder.as_ref());
            json!({
                "number": number + 1,
                "puzzle": entry.kind.about().name,
                "page": page,
                "solution_page": solution,
                "seed": entry.seed,
                "difficulty": entry.rating.as_ref().and_then(|rating| rating.level),
                "technique": ladder.and_then(|ladder| ladder.hardest),
                "one_solution": entry.one_solution,
                "board": entry.board,
                "solution": entry.solution,
            })
            .to_string()
        });
    let puzzles: Vec<String> = puzzles.collect();
    let head = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "command": "book",
        "title": settings.title,
        "lang": settings.lang.tag(),
        "pages": made.pages,
        "pdf": { "bytes": made.pdf.len(), "fingerprint": printed(&made.pdf) },
    });
    let head = head.to_string();
    let head = head.strip_suffix('}').unwrap_or(&head);
    format!("{head},\"puzzles\":[\n{}\n]}}\n", puzzles.join(",\n"))
}

/// The fingerprint of a book.
fn printed(pdf: &[u8]) -> String {
    format!("{:032x}", fingerprint(pdf))
}

/// A puzzle of a book, as its data has it.
struct DataEntry {
    kind: &'static dyn Kind,
    board: String,
    solution: String,
    level: Option<String>,
    one_solution: bool,
}

/// The data of a book that was read.
pub struct Data {
    puzzles: Vec<DataEntry>,
    fingerprint: Option<String>,
}

/// What is wrong with a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The puzzle, from 1.
    pub puzzle: usize,
    /// What is wrong with it.
    pub flaw: Message,
}

impl Data {
    /// Reads the data of a book about puzzles that are known.
    pub fn read(source: &Source, kinds: &'static [&'static dyn Kind]) -> Result<Data, Diagnostic> {
        let fault = |reason: &str| {
            Diagnostic::new("D0214").in_file(source.name()).with("reason", reason).or_at(source)
        };
        let value = source.json()?;
        let listed = value["puzzles"].as_array().ok_or_else(|| fault("`puzzles`"))?;
        if listed.len() > MOST {
            let most = Diagnostic::new("D0216").in_file(source.name());
            return Err(most.with("most", MOST as u64));
        }
        let told = |(place, puzzle): (usize, &Value)| {
            let text = |name: &str| puzzle[name].as_str().map(str::to_owned);
            let wrong = |name: &str| fault(&format!("`puzzles[{place}].{name}`"));
            let name = text("puzzle").ok_or_else(|| wrong("puzzle"))?;
            let kind = kinds.iter().find(|kind| kind.about().name == name);
            Ok(DataEntry {
                kind: *kind.ok_or_else(|| wrong("puzzle"))?,
                board: text("board").ok_or_else(|| wrong("board"))?,
                solution: text("solution").ok_or_else(|| wrong("solution"))?,
                level: text("difficulty"),
                one_solution: puzzle["one_solution"]
                    .as_bool()
                    .ok_or_else(|| wrong("one_solution"))?,
            })
        };
        let puzzles = listed.iter().enumerate().map(told).collect::<Result<_, Diagnostic>>()?;
        let fingerprint = value["pdf"]["fingerprint"].as_str().map(str::to_owned);
        Ok(Data { puzzles, fingerprint })
    }

    /// How many puzzles there are.
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// How many have one solution, by what is said of them.
    pub fn unique(&self) -> usize {
        self.puzzles.iter().filter(|told| told.one_solution).count()
    }

    /// Whether these bytes are the book.
    pub fn is_of(&self, pdf: &[u8]) -> bool {
        self.fingerprint.as_deref() == Some(printed(pdf).as_str())
    }

    /// Adds the puzzles to those that are taken.
    pub fn take(&self, taken: &mut Taken, collector: &Collector<'_>) -> Result<(), RunError> {
        let canonical =
            map(collector.threads, &self.puzzles, |told| told.canonical(collector.limits));
        for (told, canonical) in self.puzzles.iter().zip(canonical) {
            taken.insert((told.kind.about().name, canonical?));
        }
        Ok(())
    }

    /// Checks everything that is said: solutions by the verifier, their number by a complete search, difficulties, and
    /// that no two puzzles are alike. Tells the flaws, a few at most.
    pub fn check(&self, collector: &Collector<'_>) -> Result<Vec<Flaw>, RunError> {
        let mut flaws = Vec::new();
        let mut seen: std::collections::HashMap<(&str, String), usize> = Default::default();
        let found = map(collector.threads, &self.puzzles, |told| {
            let found = told.examine(collector.limits);
            (collector.ready)();
            found
        });
        for (place, (told, found)) in self.puzzles.iter().zip(found).enumerate() {
            let (canonical, flaw) = found?;
            let other = seen.insert((told.kind.about().name, canonical), place + 1);
            let alike =
                other.map(|other| Message::new("print.check.alike").with("other", other as u64));
            flaws.extend(flaw.or(alike).map(|flaw| Flaw { puzzle: place + 1, flaw }));
        }
        Ok(flaws)
    }
}

impl DataEntry {
    fn open(&self) -> Result<Box<dyn tabuleiro_core::kind::Session>, Diagnostic> {
        let source = Source::new("board", self.board.as_str());
        let options = Options::default();
        let first = self.kind.open(&source, &options).next();
        first.unwrap_or_else(|| Err(Diagnostic::new("I0004").in_file("board")))
    }

    fn canonical(&self, limits: &Limits) -> Result<String, RunError> {
        Ok(self.open()?.canonical(&mut Meter::new(limits))?)
    }

    /// Its canonical text, and what is wrong with it.
    fn examine(&self, limits: &Limits) -> Result<(String, Option<Message>), RunError> {
        let session = self.open()?;
        let mut meter = Meter::new(limits);
        meter.hold(session.footprint());
        let canonical = session.canonical(&mut meter)?;
        let ruling = session.check(&Source::new("solution", self.solution.as_str()), limits);
        let flaw = match ruling {
            Ok(Ruling::Valid(Subject::Solution)) => None,
            Ok(Ruling::Flawed(_, flaw)) => Some(flaw),
            Err(RunError::Limit(limit)) => return Err(limit.into()),
            // A proof, nothing that is claimed, or nothing that can be read.
            Ok(_) | Err(RunError::Invalid(_)) => Some(Message::new("print.check.solution")),
        };
        if flaw.is_some() {
            return Ok((canonical, flaw));
        }
        if self.one_solution {
            match prove(&*session, "", limits) {
                Ok(()) => {}
                Err(RunError::Limit(limit)) => return Err(limit.into()),
                Err(RunError::Invalid(_)) => {
                    return Ok((canonical, Some(Message::new("print.check.unique"))));
                }
            }
        }
        let level = session.rate(limits)?.result.and_then(|rating| rating.level);
        if level != self.level.as_deref() {
            let flaw = Message::new("print.check.level").with("found", level.unwrap_or("–"));
            let flaw = flaw.with("said", self.level.as_deref().unwrap_or("–"));
            return Ok((canonical, Some(flaw)));
        }
        Ok((canonical, None))
    }
}
