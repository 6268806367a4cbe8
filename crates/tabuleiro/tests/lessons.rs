//! Explanations word for word: an example of each puzzle explained to the end, a game that is lost and
//! why, and how hard the example is, in every language.
//!
//! A file `golden/lessons/PUZZLE.LANG.txt` holds what is said; `cargo xtask golden` writes it anew. The
//! variable `KIND` names one puzzle for somebody who works on it.

mod kinds;

use std::fmt::Write;
use std::fs;
use std::path::Path;

use kinds::kinds;
use tabuleiro::contract::Options;
use tabuleiro::explain::Advice;
use tabuleiro::kind::{Kind, Session};
use tabuleiro::locale::Lang;
use tabuleiro::text::Source;
use tabuleiro::{Limits, Outcome, tell};

/// Steps that are written down, of each example.
const STEPS: usize = 12;
/// Examples that are explained: the smallest come second, and what follows them shows something else.
const EXAMPLES: usize = 3;

fn limits() -> Limits {
    Limits::default()
}

/// Examples of the puzzle, and a board of each difficulty.
fn boards(kind: &dyn Kind) -> impl Iterator<Item = (&'static str, Box<dyn Session>)> {
    let levels = kind.levels().iter().map(|&level| {
        let mut options = Options::default();
        options.set("size", "6x6");
        options.set("order", "7");
        options.set("difficulty", level);
        let made = kind.generate(&options, 1, &limits());
        (level, made.unwrap_or_else(|fault| panic!("{level}: {fault:?}")).result.session)
    });
    examples(kind).chain(levels)
}

fn examples(kind: &dyn Kind) -> impl Iterator<Item = (&'static str, Box<dyn Session>)> {
    kind.about().examples.iter().take(EXAMPLES).map(|example| {
        let (source, options) = (Source::new(example.name, example.text), Options::default());
        let session = kind.open(&source, &options).next().expect("an instance");
        (example.name, session.expect("an example is read"))
    })
}

/// Everything that is said about the examples of a puzzle.
fn told(kind: &dyn Kind, lang: Lang) -> String {
    let mut out = String::new();
    for (name, session) in boards(kind) {
        writeln!(out, "== {name}\n{}", session.text()).unwrap();
        explained(kind, &*session, lang, &mut out);
        lost(kind, &*session, lang, &mut out);
        rated(kind, &*session, lang, &mut out);
    }
    out
}

/// The first steps of an explanation.
fn explained(kind: &dyn Kind, session: &dyn Session, lang: Lang, out: &mut String) {
    let name = kind.about().name;
    let mut game = session.play(None).unwrap();
    for number in 1..=STEPS {
        match game.advise(&limits()).map(|report| report.result) {
            Ok(Advice::Step(step)) => {
                let technique = lang.say(&format!("{name}.technique.{}", step.technique));
                writeln!(out, "{number}. {technique}: {}", step.place.text(lang)).unwrap();
                writeln!(out, "   {}", step.message.text(lang)).unwrap();
                let said = |said: &tabuleiro::explain::Assertion| said.message(name).text(lang);
                for conclusion in &step.conclusion {
                    writeln!(out, "   = {}", said(conclusion)).unwrap();
                }
                step.story
                    .iter()
                    .for_each(|line| writeln!(out, "   - {}", line.text(lang)).unwrap());
                step.moves.into_iter().for_each(|made| game.make(made).unwrap());
            }
            Ok(Advice::Won) => return writeln!(out, "won").unwrap(),
            Ok(Advice::Faulty(faults)) => {
                faults.iter().for_each(|f| writeln!(out, "{}", f.message.text(lang)).unwrap());
                return;
            }
            Ok(Advice::Lost) => return writeln!(out, "lost").unwrap(),
            Ok(Advice::Nothing) => return writeln!(out, "nothing").unwrap(),
            Err(limit) => return writeln!(out, "{}", limit.word()).unwrap(),
        }
    }
}

/// Always the last legal move, until nothing can be won, and why.
fn lost(kind: &dyn Kind, session: &dyn Session, lang: Lang, out: &mut String) {
    let mut game = session.play(None).unwrap();
    // Taken back, a move could be made again for ever.
    for _ in 0..session.extent().area() {
        let legal = session.extent().squares().flat_map(|at| game.moves(at)).last();
        let Some(made) = legal else { return };
        game.make(made).unwrap();
        let verdict = game.verdict(&limits()).result;
        if let outcome @ Outcome::Impossible(_) = &verdict.outcome {
            let why = tell::verdict(outcome, &limits(), lang).text(lang);
            let since = verdict.since.map(|moves| game.history().made()[moves]);
            let since = since.map_or_else(String::new, |made| {
                format!("; {}", made.message(kind.about().name).text(lang))
            });
            return writeln!(out, "\n{}{why}{since}", game.text()).unwrap();
        }
    }
}

/// How hard it is.
fn rated(kind: &dyn Kind, session: &dyn Session, lang: Lang, out: &mut String) {
    let name = kind.about().name;
    match session.rate(&limits()).map(|report| report.result) {
        Ok(Some(rating)) => {
            let level = rating.level.unwrap_or("-");
            writeln!(out, "\n{level}: {}", rating.reason.text(lang)).unwrap();
            if let Some(climb) = rating.ladder {
                for (technique, rounds) in &climb.rounds {
                    let title = lang.say(&format!("{name}.technique.{technique}"));
                    writeln!(out, "{rounds} x {title}").unwrap();
                }
                let hardest = climb.hardest.unwrap_or("-");
                writeln!(out, "{hardest}, {}, {}", climb.cost, climb.effort).unwrap();
            }
            rating.facts.iter().for_each(|fact| writeln!(out, "{}", fact.text(lang)).unwrap());
        }
        Ok(None) => {}
        Err(limit) => writeln!(out, "\n{}", limit.word()).unwrap(),
    }
    out.push('\n');
}

#[test]
fn explanations_are_told_as_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/lessons");
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    let mut compared = 0;
    for kind in kinds().filter(|kind| kind.lessons().is_some()) {
        let mut lines = Vec::new();
        for lang in Lang::ALL {
            let path = folder.join(format!("{}.{}.txt", kind.about().name, lang.tag()));
            let happened = told(kind, lang);
            // The same lines in every language.
            lines.push(happened.lines().count());
            compared += 1;
            if update {
                fs::create_dir_all(&folder).unwrap();
                fs::write(&path, happened).unwrap();
                continue;
            }
            let written = fs::read_to_string(&path)
                .unwrap_or_else(|_| panic!("{} is missing: cargo xtask golden", path.display()));
            assert_eq!(written, happened, "{}", path.display());
        }
        assert!(lines.iter().all(|&count| count == lines[0] && count > 10), "{lines:?}");
    }
    assert!(compared > 0);
}
