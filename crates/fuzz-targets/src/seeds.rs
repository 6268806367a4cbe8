//! Seeds of the corpus and words of the dictionaries, made of what the puzzles tell of themselves:
//! examples, generated instances, their answers, and the code in their rules.

use std::collections::BTreeSet;

use search::{Meter, Outcome, Proof, Stats};
use serde_json::json;
use tabuleiro::KINDS;
use tabuleiro::contract::{Format, Options};
use tabuleiro::kind::{Answer, Finding, Kind, Session};
use tabuleiro::lesson::lesson;
use tabuleiro::locale::Lang;
use tabuleiro::strokes::Packer;

use crate::http::PATHS;
use crate::input::{SEPARATOR, example, few};
use crate::layers;

/// A seed and what to call its file.
pub type Seed = (String, Vec<u8>);

/// The seeds of a target.
pub fn seeds(target: &str) -> Vec<Seed> {
    let mut seeds = Vec::new();
    match target {
        "layers" => {
            for first in 0..2 {
                seeds.push((
                    format!("cut-{first}"),
                    [&[first][..], layers::newest().1.as_slice()].concat(),
                ));
            }
        }
        "hosts" => {
            for (name, text) in [
                ("two", "127.0.0.1:5000\nlocalhost:5001\n"),
                ("remarks", "# ours\r\n\n  [::1]:80 # first\nexample.org:65535"),
                ("wrong", "one:1\ntwo\n"),
                ("tag", "pt_BR.UTF-8"),
                ("code", "i0001"),
            ] {
                seeds.push((name.to_owned(), text.into()));
            }
        }
        _ => {
            for (place, kind) in KINDS.iter().enumerate() {
                let number = place as u8;
                let of_kind = match target {
                    "reader" => texts(*kind, number),
                    "options" => commands(*kind, number),
                    "check" => claims(*kind, number),
                    "edit" => touches(*kind, number),
                    "strokes" => searches(*kind),
                    "http" => requests(*kind),
                    "printed" => printed(*kind, number),
                    "play" => games(*kind, number),
                    "book" => books(*kind),
                    _ => Vec::new(),
                };
                let name = kind.about().name;
                let named = of_kind.into_iter().enumerate();
                seeds.extend(named.map(|(i, bytes)| (format!("{name}-{i:02}"), bytes)));
            }
        }
    }
    seeds
}

/// The examples, by their place.
fn examples(kind: &dyn Kind) -> impl Iterator<Item = (u8, Box<dyn Session>)> + '_ {
    (0..kind.about().examples.len() as u8).map(|choice| (choice, example(kind, choice)))
}

/// Examples, generated instances, two in one text, and what stands in the rules' blocks.
fn texts(kind: &dyn Kind, number: u8) -> Vec<Vec<u8>> {
    let mut texts: Vec<String> = examples(kind).map(|(_, session)| session.text()).collect();
    for seed in 0..3 {
        if let Ok(made) = kind.generate(&Options::default(), seed, &few(10_000)) {
            let session = made.result.session;
            texts.push(session.text());
            texts.push([1, 2].map(|place| session.text_among(place, 2)).concat());
        }
    }
    let blocks = (kind.about().rules)(Lang::En).split("```").skip(1).step_by(2);
    texts.extend(blocks.filter_map(|block| Some(block.split_once('\n')?.1.to_owned())));
    let texts: BTreeSet<String> = texts.into_iter().filter(|text| text.len() < 1000).collect();
    texts.into_iter().map(|text| [&[number][..], text.as_bytes()].concat()).collect()
}

/// The options of the commands in the rules, for every verb.
fn commands(kind: &dyn Kind, number: u8) -> Vec<Vec<u8>> {
    let known = kind.about().options;
    let mut commands = BTreeSet::new();
    for line in (kind.about().rules)(Lang::En).lines().filter(|line| line.contains(" --")) {
        let mut options = Vec::new();
        for word in line.split(" --").skip(1) {
            let mut words = word.split([' ', '`', '=']);
            let name = words.next().unwrap_or("");
            let Some(place) = known.iter().position(|spec| spec.name == name) else { continue };
            options.push(place as u8);
            options.extend(words.next().unwrap_or("").trim_matches('\'').bytes());
            options.push(SEPARATOR);
        }
        commands.insert(options);
    }
    let verbs = (0..3u8).flat_map(|verb| commands.iter().map(move |options| (verb, options)));
    verbs.map(|(verb, options)| [&[number], &options[..], &[verb, verb, 1]].concat()).collect()
}

/// The answers about the examples in all formats, with and without the instance before them.
fn claims(kind: &dyn Kind, number: u8) -> Vec<Vec<u8>> {
    let mut claims = Vec::new();
    for (choice, session) in examples(kind) {
        let answer = session.solve(kind.best_strategy(), &Options::default(), &few(100_000));
        let Some((found, field)) = answer.ok().and_then(found) else { continue };
        for format in [Some(Format::Text), None, Some(Format::Json)] {
            let mut claim = Vec::new();
            // Writing to memory does not fail. Without a format it is the coursework's.
            let _ = match format {
                Some(format) => found.print(format, Lang::En, &mut claim),
                None => found.write_coursework(1, &Stats::default(), &mut claim),
            };
            if format == Some(Format::Json) {
                claim = [format!("{{\"{field}\":").as_bytes(), &claim, b"}"].concat();
            }
            claims.push([&[number, choice], &claim[..]].concat());
            let text = session.text().into_bytes();
            claims.push([&[number, choice], &text[..], &[SEPARATOR], &claim].concat());
        }
    }
    claims
}

/// The answers about the examples as programs print them: alone, numbered, twice.
fn printed(kind: &dyn Kind, number: u8) -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (choice, session) in examples(kind) {
        let answer = session.solve(kind.best_strategy(), &Options::default(), &few(100_000));
        let Some((found, _)) = answer.ok().and_then(found) else { continue };
        let (mut text, mut exact) = (Vec::new(), Vec::new());
        // Writing to memory does not fail.
        let _ = found.print(Format::Text, Lang::En, &mut text);
        let _ = found.write_coursework(1, &Stats::default(), &mut exact);
        let words = |text: &[u8]| String::from_utf8_lossy(text).replace(' ', ", ").into_bytes();
        let told = [text.clone(), words(&text), [&b"Case #1:\n"[..], &text].concat(), exact];
        for (how, text) in told.iter().enumerate() {
            seeds.push([&[number, choice, how as u8 & 3], &text[..]].concat());
        }
        let both = [&b"instance 1\n"[..], &text, b"\ninstance 2\n", &text].concat();
        seeds.push([&[number, choice, 4], &both[..]].concat());
    }
    for words in ["impossible\n", "no solution\nlimit\n", "17\n"] {
        seeds.push([&[number, 0, 4], words.as_bytes()].concat());
    }
    seeds.retain(|seed| seed.len() < 1000);
    seeds
}

/// Positions some steps into the examples, and the moves that led there.
fn games(kind: &dyn Kind, number: u8) -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (choice, session) in examples(kind) {
        let Ok(mut game) = session.play(None) else { continue };
        for _ in 0..4 {
            seeds.push([&[number, choice], game.text().as_bytes()].concat());
            let _ = lesson(&mut *game, Some(2), &few(10_000));
        }
    }
    seeds.retain(|seed| seed.len() < 1000);
    seeds
}

/// The data of a book with an example, and a plan of one.
fn books(kind: &dyn Kind) -> Vec<Vec<u8>> {
    let name = kind.about().name;
    let mut seeds = Vec::new();
    for (_, session) in examples(kind) {
        let answer = session.solve(kind.best_strategy(), &Options::default(), &few(100_000));
        let Some((found, "solution")) = answer.ok().and_then(found) else { continue };
        let mut solution = Vec::new();
        let _ = found.print(Format::Text, Lang::En, &mut solution);
        let rating = session.rate(&few(10_000)).ok().and_then(|report| report.result);
        let puzzle = json!({
            "puzzle": name, "board": session.text(), "solution": String::from_utf8_lossy(&solution),
            "difficulty": rating.and_then(|rating| rating.level), "one_solution": seeds.is_empty(),
        });
        let data = json!({ "puzzles": [puzzle], "pdf": { "fingerprint": "0" } });
        seeds.push([&[1], data.to_string().as_bytes()].concat());
    }
    let options: String = kind
        .printed(&Options::default())
        .iter()
        .map(|(name, value)| format!("{name} = \"{value}\"\n"))
        .collect();
    let plan = format!(
        "title = \"A book\"\npaper = \"a5\"\nper-page = 2\n\n[[section]]\npuzzle = \"{name}\"\nnumber = 3\n{options}"
    );
    seeds.push([&[0], plan.as_bytes()].concat());
    seeds.retain(|seed| seed.len() < 1000);
    seeds
}

/// What was found, and the name of its field in data formats.
fn found(answer: Answer) -> Option<(Finding, &'static str)> {
    match answer.result {
        Outcome::Solved(found) => Some((found, "solution")),
        Outcome::Impossible(Proof::Argument(found)) => Some((found, "proof")),
        Outcome::Impossible(Proof::Exhaustion) | Outcome::Unknown(_) => None,
    }
}

/// Every brush, clicked and dragged.
fn touches(kind: &dyn Kind, number: u8) -> Vec<Vec<u8>> {
    let brushes = 0..kind.brushes().len() as u8;
    let touches = brushes.flat_map(|brush| [[brush, 1, 1, 0, 1, 2], [brush, 0, 1, 1, 2, 1]]);
    let touches: Vec<u8> = touches.flatten().collect();
    examples(kind).map(|(choice, _)| [&[number, choice], &touches[..]].concat()).collect()
}

/// The first words of searches that are drawn.
fn searches(kind: &dyn Kind) -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (choice, session) in examples(kind) {
        let limits = few(30);
        let Ok(scene) = session.scene(&mut Meter::new(&limits)) else { continue };
        let Ok(mut packer) = Packer::to(scene.size(), ()) else { continue };
        scene.draw_on(&mut packer);
        let strategy = kind.strategies()[0].name;
        let _ = session.watch(strategy, &Options::default(), &few(30), &mut packer);
        let [rows, cols] = [scene.size().rows, scene.size().cols].map(|side| (side - 1) as u8);
        let words = packer.words.iter().take(200).flat_map(|word| word.to_le_bytes());
        let often = if choice == 1 { 3 } else { 64 };
        seeds.push([rows, cols, often, 80].into_iter().chain(words).collect());
    }
    seeds
}

/// A request for every path, and a picture in every format.
fn requests(kind: &dyn Kind) -> Vec<Vec<u8>> {
    let about = kind.about();
    let mut seeds = Vec::new();
    let mut request = |path: &str, more: serde_json::Value| {
        let text = about.examples.last().map(|example| example.text);
        let mut ask = json!({ "puzzle": about.name, "text": text, "lang": "en", "nodes": 20 });
        for (name, value) in more.as_object().into_iter().flatten() {
            ask[name] = value.clone();
        }
        let place = PATHS.iter().position(|known| *known == path).unwrap_or(0) as u8;
        seeds.push([&[place], ask.to_string().as_bytes()].concat());
    };
    request("/api/open", json!({ "solved": true, "strategy": kind.strategies()[0].name }));
    for brush in kind.brushes() {
        let touch = json!({ "brush": brush.name, "at": [0, 1], "to": [1, 1], "value": 1 });
        request("/api/open", json!({ "touch": touch, "instance": 0 }));
    }
    request("/api/open", json!({ "text": null, "options": { "size": "5x5", "order": "4" } }));
    request("/api/open", json!({ "text": null, "known": 1 }));
    request("/api/run", json!({ "seconds": 0.01, "options": {} }));
    request("/api/count", json!({ "seconds": 1e-3 }));
    request("/api/generate", json!({ "text": null, "seed": 1 }));
    for format in ["svg", "png", "gif"] {
        let picture = json!({ "format": format, "theme": "dark", "show": "search", "moment": 3 });
        request("/api/draw", json!({ "picture": picture }));
    }
    seeds
}

/// Words for a target's dictionary: what stands in the rules as code, or what its seeds are made of.
pub fn dictionary(target: &str) -> BTreeSet<String> {
    let mut words: BTreeSet<String> = BTreeSet::new();
    match target {
        "reader" | "options" | "check" | "http" | "printed" | "play" => {
            for kind in KINDS {
                let rules = (kind.about().rules)(Lang::En);
                let code = rules.split('`').skip(1).step_by(2).flat_map(str::split_whitespace);
                words.extend(code.filter(|word| word.len() <= 16).map(str::to_owned));
            }
            words.insert(char::from(SEPARATOR).to_string());
        }
        _ => {}
    }
    if ["http", "check", "book"].contains(&target) {
        for (_, seed) in seeds(target) {
            let text = String::from_utf8_lossy(&seed).into_owned();
            let quoted = text.split('"').skip(1).step_by(2);
            words.extend(quoted.filter(|word| word.len() <= 16).map(|word| format!("\"{word}\"")));
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
