//! What every puzzle reads: instances in all notations, options, claims, and touches by hand.

use search::{Limits, Meter, Outcome};
use tabuleiro::board::Square;
use tabuleiro::contract::{Options, RunError, Touch};
use tabuleiro::explain::Advice;
use tabuleiro::kind::{Kind, Ruling, Session, Subject};
use tabuleiro::lenient::{self, ReadAnswer};
use tabuleiro::locale::Lang;
use tabuleiro::shape::Manner;
use tabuleiro::text::Source;

use crate::input::{SEPARATOR, example, few, is_small, kind, options as read_options, said};

/// Instances of a text that are looked at.
const MANY: usize = 8;

/// Reads options and a text. What is read without options must survive its own text.
pub fn reader(data: &[u8]) {
    let Some((kind, data)) = kind(data) else { return };
    let (options, text) = read_options(kind, data);
    let plain = text.len() == data.len();
    let source = Source::new("text", text);
    for session in kind.open(&source, &options).take(MANY) {
        match session {
            Err(diagnostic) => said(&diagnostic),
            Ok(session) if plain => survives(kind, &*session),
            Ok(session) if is_small(data, 2) => drop(session.text()),
            Ok(_) => {}
        }
    }
}

/// An instance is read back from its text as it was.
fn survives(kind: &dyn Kind, session: &dyn Session) {
    let text = session.text();
    let (source, options) = (Source::new("text", text.as_str()), Options::default());
    let again: Vec<_> = kind.open(&source, &options).collect();
    let [Ok(again)] = &again[..] else {
        panic!("one instance was written, but not read back:\n{text}");
    };
    assert_eq!(again.text(), text);
    // No limit of time: on a busy machine one of the two could be drawn and the other not.
    let limits = Limits { time: None, ..few(0) };
    let drawn = |session: &dyn Session| session.scene(&mut Meter::new(&limits)).ok();
    assert!(drawn(&**again) == drawn(session), "read back as another instance:\n{text}");
}

/// Reads options, and lets them describe an instance, a way to search, something to count and
/// something to make.
pub fn options(data: &[u8]) {
    let Some((kind, data)) = kind(data) else { return };
    let (options, rest) = read_options(kind, data);
    let [verb, choice, seed, ..] = *rest else { return };
    let described = match kind.described(&options, &few(30)) {
        Ok(described) => described,
        Err(RunError::Invalid(diagnostic)) => return said(&diagnostic),
        Err(RunError::Limit(_)) => return,
    };
    let session = described.unwrap_or_else(|| example(kind, choice));
    match verb % 3 {
        0 => {
            let strategies = kind.strategies();
            let strategy = strategies[usize::from(choice) % strategies.len()].name;
            let _ = session.solve(strategy, &options, &few(30)).map_err(|fault| said(&fault));
        }
        1 => drop(session.count(&options, Some(2), &few(30)).map_err(|fault| said(&fault))),
        _ => match kind.generate(&options, seed.into(), &few(30)) {
            Err(RunError::Invalid(diagnostic)) => said(&diagnostic),
            Err(RunError::Limit(_)) | Ok(_) => {}
        },
    }
}

/// Reads a claim about an instance of the bytes or about an example, and rules on it. What is ruled
/// valid must agree with a search.
pub fn check(data: &[u8]) {
    let Some((kind, data)) = kind(data) else { return };
    let Some((&choice, data)) = data.split_first() else { return };
    let parted = data.iter().position(|&byte| byte == SEPARATOR);
    let (session, claim) = match parted {
        None => (example(kind, choice), data),
        Some(at) => {
            let (source, options) = (Source::new("text", &data[..at]), Options::default());
            let Some(Ok(session)) = kind.open(&source, &options).next() else { return };
            (session, &data[at + 1..])
        }
    };
    let claim = Source::new("claim", claim);
    ruled(kind, &*session, &claim);
    match kind.implied(&claim, &Options::default()) {
        Ok(session) => ruled(kind, &*session, &claim),
        Err(diagnostic) => said(&diagnostic),
    }
}

fn ruled(kind: &dyn Kind, session: &dyn Session, claim: &Source) {
    let ruling = match session.check(claim, &few(30)) {
        Ok(ruling) => ruling,
        Err(RunError::Invalid(diagnostic)) => return said(&diagnostic),
        Err(RunError::Limit(_)) => return,
    };
    agreed(kind, session, &ruling, claim);
}

/// What is valid agrees with a search.
fn agreed(kind: &dyn Kind, session: &dyn Session, ruling: &Ruling, claim: &Source) {
    let &Ruling::Valid(subject) = ruling else { return };
    let answer = session.solve(kind.best_strategy(), &Options::default(), &few(300));
    let disagrees = match answer.expect("no options").result {
        Outcome::Solved(_) => subject == Subject::Argument,
        Outcome::Impossible(_) => subject == Subject::Solution,
        Outcome::Unknown(_) => false,
    };
    let (text, claim) = (session.text(), String::from_utf8_lossy(claim.bytes()));
    assert!(!disagrees, "a search disagrees with a valid claim {claim:?} about\n{text}");
}

/// Touches an example with brushes, six bytes a touch; what comes of it must survive its own text.
pub fn edit(data: &[u8]) {
    let Some((kind, data)) = kind(data) else { return };
    let Some((&choice, data)) = data.split_first() else { return };
    let mut session = example(kind, choice);
    let brushes = kind.brushes();
    for &[brush, row, col, to_row, to_col, value] in data.as_chunks::<6>().0 {
        let brush = brushes[usize::from(brush) % brushes.len()].name;
        let square = |row: u8, col: u8| Square { row: side(row), col: side(col) };
        // An odd number of columns is none: a touch without a drag.
        let to = (to_col % 2 == 0).then(|| square(to_row, to_col / 2));
        match session.touch(brush, Touch { at: square(row, col), to, value: side(value) }) {
            Ok(touched) => session = touched,
            Err(diagnostic) => said(&diagnostic),
        }
    }
    survives(kind, &*session);
}

/// Most bytes are near the board; the last ones are far away.
fn side(byte: u8) -> u32 {
    match byte {
        0..240 => u32::from(byte % 16),
        240..=255 => u32::MAX >> (255 - byte),
    }
}

/// Reads answers about one example or two as programs print them, and rules on each. The first byte chooses
/// the example, the second how it is read.
pub fn printed(data: &[u8]) {
    let Some((kind, data)) = kind(data) else { return };
    let Some((&[choice, how], text)) = data.split_first_chunk() else { return };
    let session = example(kind, choice);
    let manner = Manner { zero_based: how & 1 != 0, strict: how & 2 != 0 };
    let shapes = vec![session.shape(); if how & 4 == 0 { 1 } else { 2 }];
    let source = Source::new("printed", text);
    let reading = match lenient::read(&source, &shapes, manner) {
        Ok(reading) => reading,
        Err(diagnostic) => return said(&diagnostic),
    };
    assert_eq!(reading.answers.len(), shapes.len());
    assert!(reading.foreign.iter().all(|place| place.end <= text.len()));
    for answer in reading.answers {
        match answer {
            ReadAnswer::Silent => {}
            ReadAnswer::Unreadable(diagnostic) => said(&diagnostic),
            ReadAnswer::Read(written, at) => {
                if let Ok(ruling) = session.rule(&written, &few(30)) {
                    agreed(kind, &*session, &ruling, &source.part(at));
                }
            }
        }
    }
}

/// Reads what was done so far on an example, and goes on from there. What is read survives its own text.
pub fn play(data: &[u8]) {
    let Some((kind, data)) = kind(data) else { return };
    let Some((&choice, text)) = data.split_first() else { return };
    let session = example(kind, choice);
    let mut game = match session.play(Some(&Source::new("so-far", text))) {
        Ok(game) => game,
        Err(diagnostic) => return said(&diagnostic),
    };
    let again = session.play(Some(&Source::new("so-far", game.text())));
    let again = again.unwrap_or_else(|fault| panic!("{}\n{}", game.text(), fault.render(Lang::En)));
    assert_eq!((again.text(), again.state()), (game.text(), game.state()));
    assert_eq!(again.faults(), game.faults());
    // A step is verified before it is told.
    if let Ok(Advice::Step(step)) = game.advise(&few(100)).map(|report| report.result) {
        step.moves.iter().for_each(|&made| game.make(made).expect("a legal move"));
    }
    let _ = game.verdict(&few(30));
    while game.undo().is_some() {}
    assert_eq!(game.history().made(), []);
}
