//! The library in node answers as the library here does, frame by frame. `cargo xtask page` compiles it
//! and runs this; a plain `cargo test` has nothing to compare with, and says so.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use api::{Handler, Share};
use serde_json::{Value, json};
use tabuleiro::KINDS;

/// What runs the library.
struct Node {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Node {
    /// Nothing where the library was not compiled.
    fn start() -> Option<Node> {
        let Some(library) = std::env::var_os("TABULEIRO_LIBRARY") else {
            eprintln!("not compiled for the page: `cargo xtask page` does it and compares");
            return None;
        };
        let host = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/host.mjs");
        let mut child = Command::new("node")
            .arg(host)
            .arg(library)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node starts");
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Some(Node { child, input, output })
    }

    /// What it answers; stopped after so many pauses.
    fn ask(&mut self, verb: &str, body: &str, stop: Option<u32>) -> Value {
        let question = json!({ "verb": verb, "body": body, "stop": stop });
        writeln!(self.input, "{question}").unwrap();
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["failed"], Value::Null, "{verb} {body}");
        answer
    }
}

/// The bytes of an answer.
fn bytes(answer: &Value) -> Vec<u8> {
    let digits = answer["frames"].as_str().unwrap().as_bytes();
    let byte = |two: &[u8]| u8::from_str_radix(std::str::from_utf8(two).unwrap(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

/// Frames: JSON without what no two runs have in common; strokes, which may be cut anywhere, as one.
fn told(sent: &[u8]) -> (Vec<Value>, Vec<u8>) {
    let word = |at: usize| u32::from_le_bytes(sent[at..at + 4].try_into().unwrap());
    let (mut json, mut rest, mut at) = (Vec::new(), Vec::new(), 0);
    while at < sent.len() {
        let (sort, length) = (word(at), 4 * word(at + 4) as usize);
        let content = &sent[at + 8..at + 8 + length];
        if sort == 1 {
            let mut value: Value = serde_json::from_slice(content).unwrap();
            if let Some(members) = value.as_object_mut() {
                for changing in ["elapsed_ms", "words", "effort"] {
                    members.remove(changing);
                }
            }
            json.push(value);
        } else {
            rest.extend_from_slice(content);
        }
        at += 8 + length;
    }
    (json, rest)
}

/// What the library answers here.
fn here(handler: &Handler, verb: &str, body: &str) -> Vec<u8> {
    let share = Share { time: Duration::from_secs(600), memory: 1 << 30, threads: Some(1) };
    let mut sent = Vec::new();
    handler.serve(verb, body.as_bytes(), share, Default::default(), |_| {}, &mut |frame| {
        sent.extend(frame)
    });
    sent
}

#[test]
fn every_answer_is_the_same() {
    let Some(mut node) = Node::start() else { return };
    let handler = Handler::new(KINDS, 7);
    let mut compared = 0;
    for lang in ["en", "pt-BR"] {
        let sent = bytes(&node.ask("about", lang, None));
        assert_eq!(told(&sent), told(&here(&handler, "about", lang)));
    }
    for kind in KINDS {
        let about = kind.about();
        let examples = about.examples.iter().map(|example| (example.text, example.countable));
        let gallery = about.gallery.iter().map(|piece| (piece.text, false));
        for (text, countable) in examples.chain(gallery) {
            for verb in
                ["open", "run", "measure", "solution", "moment", "play", "hint", "draw", "count"]
            {
                if verb == "count" && !countable {
                    continue;
                }
                let body = json!({
                    "puzzle": about.name, "text": text, "lang": "pt-BR", "moment": 17,
                    "picture": { "format": "png", "theme": "dark", "show": "solution" },
                })
                .to_string();
                let sent = bytes(&node.ask(verb, &body, None));
                assert!(!sent.is_empty());
                assert_eq!(told(&sent), told(&here(&handler, verb, &body)), "{verb} {body}");
                compared += 1;
            }
        }
    }
    assert!(compared > 100);
}

#[test]
fn bad_questions_do_no_harm() {
    let Some(mut node) = Node::start() else { return };
    let handler = Handler::new(KINDS, 7);
    let huge =
        json!({ "puzzle": KINDS[0].about().name, "options": { "size": "1000000000x1000000000" } });
    for (verb, body) in [
        ("", ""),
        ("open", ""),
        ("open", "{"),
        ("run", "\u{0}"),
        ("nothing", "{}"),
        ("open", &huge.to_string()),
    ] {
        let sent = bytes(&node.ask(verb, body, None));
        assert_eq!(told(&sent), told(&here(&handler, verb, body)), "{verb} {body}");
    }
}

#[test]
fn a_search_stops_at_a_pause() {
    let Some(mut node) = Node::start() else { return };
    // Nothing that ends by itself.
    let mut endless = json!({
        "puzzle": KINDS[0].about().name, "lang": "en", "strategy": "fixed",
        "options": { "size": "7x7", "start": "1,2" },
    });
    for (verb, size) in [("measure", "7x7"), ("run", "7x7"), ("count", "8x8")] {
        endless["options"]["size"] = json!(size);
        let answer = node.ask(verb, &endless.to_string(), Some(3));
        let pauses = answer["pauses"].as_u64().unwrap();
        assert!((3..10).contains(&pauses), "{verb} goes on after it was stopped: {pauses}");
    }
    // The next question is answered.
    let answer = node.ask("open", &endless.to_string(), None);
    assert!(!bytes(&answer).is_empty());
}
