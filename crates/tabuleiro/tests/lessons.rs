//! Explanations word for word: an example of each puzzle explained to the end, a game that is lost and
//! why, and how hard the example is, in every language.
//!
//! A file `golden/lessons/PUZZLE.LANG.txt` holds what is said; `cargo xtask golden` writes it anew.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use tabuleiro::contract::Options;
use tabuleiro::explain::Advice;
use tabuleiro::game::Game;
use tabuleiro::kind::{Kind, Session};
use tabuleiro::locale::Lang;
use tabuleiro::text::Source;
use tabuleiro::{KINDS, Limits, Outcome, tell};

/// Steps that are written down.
const STEPS: usize = 12;

/// An example that is small enough for every question.
fn example(kind: &dyn Kind) -> Box<dyn Session> {
    let example = &kind.about().examples[1];
    let (source, options) = (Source::new(example.name, example.text), Options::default());
    kind.open(&source, &options).next().unwrap().unwrap()
}

fn told(kind: &dyn Kind, lang: Lang) -> String {
    let (name, limits) = (kind.about().name, Limits::default());
    let session = example(kind);
    let mut out = format!("{}\n", session.text());
    let mut game = session.play(None).unwrap();
    for number in 1..=STEPS {
        let Advice::Step(step) = game.advise(&limits).unwrap().result else { break };
        let technique = lang.say(&format!("{name}.technique.{}", step.technique));
        writeln!(out, "{number}. {technique}: {}", step.place.text(lang)).unwrap();
        writeln!(out, "   {}", step.message.text(lang)).unwrap();
        step.story.iter().for_each(|line| writeln!(out, "   - {}", line.text(lang)).unwrap());
        step.moves.into_iter().for_each(|made| game.make(made).unwrap());
    }
    out += &lost(&*session, lang);
    if let Some(rating) = session.rate(&limits).unwrap().result {
        let hardest = rating.hardest.map(|hardest| format!("{name}.technique.{hardest}"));
        let hardest = hardest.map_or("", |key| lang.say(&key));
        writeln!(out, "{hardest}, {}, {}", rating.cost, rating.effort).unwrap();
        rating.facts.iter().for_each(|fact| writeln!(out, "{}", fact.text(lang)).unwrap());
    }
    out
}

/// Always the last legal move, until nothing can be won, and why.
fn lost(session: &dyn Session, lang: Lang) -> String {
    let limits = Limits::default();
    let mut game: Box<dyn Game> = session.play(None).unwrap();
    loop {
        let legal = session.extent().squares().flat_map(|at| game.moves(at)).last();
        let Some(made) = legal else { return String::new() };
        game.make(made).unwrap();
        let verdict = game.verdict(&limits).result;
        if let outcome @ Outcome::Impossible(_) = &verdict.outcome {
            let why = tell::verdict(outcome, &limits, lang).text(lang);
            return format!("\n{}{why}\n{:?}\n\n", game.text(), verdict.since);
        }
    }
}

#[test]
fn explanations_are_told_as_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/lessons");
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    for kind in KINDS.iter().filter(|kind| kind.lessons().is_some()) {
        for lang in Lang::ALL {
            let path = folder.join(format!("{}.{}.txt", kind.about().name, lang.tag()));
            let happened = told(*kind, lang);
            if update {
                fs::write(&path, happened).unwrap();
                continue;
            }
            let written = fs::read_to_string(&path)
                .unwrap_or_else(|_| panic!("{} is missing: cargo xtask golden", path.display()));
            assert_eq!(written, happened, "{}", path.display());
        }
    }
}
