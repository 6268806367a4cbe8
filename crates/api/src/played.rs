//! Games: the client keeps the moves, and sends all of them with every request.

use search::{Limits, Meter, Outcome, Proof};
use serde_json::{Value, json};
use tabuleiro::contract::{Format, RunError};
use tabuleiro::explain::{AboutLessons, Advice, Step};
use tabuleiro::game::Game;
use tabuleiro::play::{Fault, Move, PlayState};
use tabuleiro::tell;
use tabuleiro::text::Diagnostic;

use crate::answer;
use crate::ask::{Ask, Wording, square};
use crate::handler::Handler;
use crate::wire::{self, Send};

/// On boards of up to so many squares it is told from which of them there is a move.
const FEW: u64 = 1600;
/// Moves made between two looks at the limits.
const STRETCH: usize = 1 << 8;
/// Steps of an explanation, at the most: more than any person reads.
const STEPS: usize = 1 << 12;

/// How the puzzle is played.
fn lessons(ask: &Ask) -> Result<AboutLessons, Diagnostic> {
    let kind = ask.kind()?;
    let none = || Diagnostic::new("B0109").with("puzzle", kind.about().name);
    kind.lessons().ok_or_else(none)
}

/// The game that a question is about, the number that its instance is known by, and who tells of it.
fn game(
    handler: &Handler,
    ask: &Ask,
    limits: &Limits,
) -> Result<(Box<dyn Game>, u64, Wording), RunError> {
    let (lessons, opened) = (lessons(ask)?, handler.instance(ask, limits)?);
    let wording = ask.wording(opened.session.extent())?;
    let mut game = opened.session.play(None)?;
    for (turn, made) in ask.moves.iter().enumerate() {
        if turn % STRETCH == 0 {
            limits.fired().map_or(Ok(()), Err)?;
        }
        let made = game.make(made.of(&lessons)?);
        made.map_err(|fault| fault.naming(&|named| wording.name(named)))?;
    }
    Ok((game, handler.recent.keep(wording.about.name, opened.session), wording))
}

/// Moves as data and in words.
pub(crate) fn said(moves: &[Move], wording: &Wording) -> Value {
    let one = |made: &Move| {
        let mut value = made.json();
        value["said"] = wording.text(&made.message(wording.about.name)).into();
        value
    };
    moves.iter().map(one).collect()
}

fn faults(faults: &[Fault], wording: &Wording) -> Value {
    let one = |fault: &Fault| {
        let squares = fault.squares.iter();
        let squares: Vec<[u64; 2]> =
            squares.map(|at| [u64::from(at.row) + 1, u64::from(at.col) + 1]).collect();
        json!({ "text": wording.text(&fault.message), "squares": squares })
    };
    faults.iter().map(one).collect()
}

/// What every answer about a game tells.
fn standing(game: &dyn Game, number: u64, wording: &Wording) -> Value {
    let state = game.state();
    json!({
        "number": number,
        "text": game.text(),
        "state": state.word(),
        "stands": wording.lang.say(&format!("play.state.{}", state.word())),
        "faults": faults(&game.faults(), wording),
        "moves": said(game.history().made(), wording),
    })
}

/// The picture of a position, with a step if there is one.
fn picture(game: &dyn Game, step: Option<&Step>, limits: &Limits) -> Result<Vec<u8>, RunError> {
    let mut meter = Meter::new(limits);
    let scene = game.scene(step, &mut meter)?;
    wire::scene(&scene, None, &mut meter)
}

/// A position after some moves: how it stands, and what can be done. A move that is not legal is
/// refused with the rule that it breaks.
pub(crate) fn play(
    handler: &Handler,
    ask: &Ask,
    limits: &Limits,
    send: &mut Send<'_>,
) -> Result<(), RunError> {
    let (game, number, wording) = game(handler, ask, limits)?;
    let mut told = standing(&*game, number, &wording);
    let mut meter = Meter::new(limits);
    let scene = game.scene(None, &mut meter)?;
    let size = scene.size();
    (told["rows"], told["cols"]) = (json!(size.rows), json!(size.cols));
    if let Some(at) = ask.at {
        told["legal"] = said(&game.moves(size.checked(square(at)?)?), &wording);
    }
    if size.area() <= FEW {
        let mut sources = Vec::new();
        for at in size.squares() {
            meter.check_limits()?;
            if !game.moves(at).is_empty() {
                sources.push([at.row + 1, at.col + 1]);
            }
        }
        told["sources"] = json!(sources);
    }
    send(wire::json(&told));
    send(wire::scene(&scene, None, &mut meter)?);
    Ok(())
}

/// The easiest next step.
pub(crate) fn hint(
    handler: &Handler,
    ask: &Ask,
    limits: &Limits,
    send: &mut Send<'_>,
) -> Result<(), RunError> {
    let (game, number, wording) = game(handler, ask, limits)?;
    let report = game.advise(limits)?;
    let mut told = standing(&*game, number, &wording);
    let (word, step) = match &report.result {
        Advice::Step(step) => ("step", Some(&**step)),
        Advice::Won => ("won", None),
        Advice::Faulty(broken) => {
            told["faults"] = faults(broken, &wording);
            ("faulty", None)
        }
        Advice::Lost => ("lost", None),
        Advice::Nothing => ("nothing", None),
    };
    told["advice"] = json!(word);
    told["words"] = json!(ask.lang().say(&format!("play.advice.{word}")));
    told["step"] = step.map_or(Value::Null, |step| described(step, &wording));
    send(wire::json(&told));
    send(picture(&*game, step, limits)?);
    Ok(())
}

/// A step as data, with the title of its technique.
fn described(step: &Step, wording: &Wording) -> Value {
    let (name, lang) = (wording.about.name, wording.lang);
    let mut value = step.json(name, lang);
    value["title"] = json!(lang.say(&format!("{name}.technique.{}", step.technique)));
    value["where"] = json!(wording.text(&step.place));
    value["why"] = json!(wording.text(&step.message));
    value["story"] = step.story.iter().map(|line| wording.text(line)).collect();
    value["moves"] = said(&step.moves, wording);
    value
}

/// Whether a position can still be won, and why.
pub(crate) fn verdict(
    handler: &Handler,
    ask: &Ask,
    limits: &Limits,
    send: &mut Send<'_>,
) -> Result<(), RunError> {
    let (game, number, wording) = game(handler, ask, limits)?;
    let lang = ask.lang();
    let report = game.verdict(limits);
    let (outcome, since) = (&report.result.outcome, report.result.since);
    let mut told = standing(&*game, number, &wording);
    let word = match outcome {
        Outcome::Solved(_) => "won",
        Outcome::Impossible(_) => "lost",
        Outcome::Unknown(_) => "unknown",
    };
    told["outcome"] = json!(word);
    told["since"] = json!(since);
    let words = match outcome {
        Outcome::Solved(moves) => {
            told["continuation"] = said(moves, &wording);
            Vec::new()
        }
        _ => tell::lost(&report.result, limits, lang),
    };
    told["words"] = json!(words);
    told["effort"] = json!(tell::effort(&report.stats, report.elapsed, lang));
    let proof = match outcome {
        Outcome::Impossible(Proof::Argument(found)) => Some(found),
        _ => None,
    };
    told["proof"] = json!(proof.map(|found| answer::printed(found, Format::Text, lang)));
    told["data"] = json!(proof.map(|found| answer::data(found, lang)));
    send(wire::json(&told));
    send(match proof {
        Some(found) => {
            let mut meter = Meter::new(limits);
            wire::scene(&found.scene(&mut meter)?, None, &mut meter)?
        }
        None => picture(&*game, None, limits)?,
    });
    Ok(())
}

/// The steps from a position on, each as JSON and the picture of the position with it, until the
/// puzzle is solved or nothing applies; then how it ended.
pub(crate) fn explain(
    handler: &Handler,
    ask: &Ask,
    limits: &Limits,
    send: &mut Send<'_>,
) -> Result<(), RunError> {
    let (mut game, number, wording) = game(handler, ask, limits)?;
    let mut ended = "nothing";
    for number in 1..=STEPS {
        let step = match game.advise(limits)?.result {
            Advice::Step(step) => step,
            Advice::Won => {
                ended = "won";
                break;
            }
            Advice::Faulty(_) => {
                ended = "faulty";
                break;
            }
            Advice::Lost => {
                ended = "lost";
                break;
            }
            Advice::Nothing => break,
        };
        send(wire::json(&json!({ "number": number, "step": described(&step, &wording) })));
        send(picture(&*game, Some(&step), limits)?);
        // A step without moves, or one that cannot be made, leads nowhere: the same would come again.
        if step.moves.is_empty() || game.state() != PlayState::Going {
            break;
        }
        step.moves.iter().try_for_each(|&made| game.make(made))?;
    }
    let mut told = standing(&*game, number, &wording);
    told["advice"] = json!(ended);
    told["words"] = json!(ask.lang().say(&format!("play.advice.{ended}")));
    send(wire::json(&told));
    send(picture(&*game, None, limits)?);
    Ok(())
}
