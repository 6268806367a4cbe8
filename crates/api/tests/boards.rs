//! Boards and searches, asked for over every kind.

mod handler;

use std::time::Duration;

use handler::{Frame, SHARE, ask, example, frames, handler, kinds, refused, size, within};
use serde_json::{Value, json};
use tabuleiro::scene::Scene;
use tabuleiro::strokes::{Stroke, Strokes};
use tabuleiro_api::{Handler, Share, VERBS};

#[test]
fn a_search_is_told_from_its_board_to_its_answer() {
    let handler = handler();
    for kind in kinds() {
        let question = example(*kind);
        let told = ask(&handler, "run", &question);
        let [board, picture, middle @ .., answer, solution] = &told[..] else { panic!() };
        let size = size(board.json());
        assert_eq!(picture, &ask(&handler, "open", &question)[1]);
        let events = middle.iter().flat_map(|frame| Strokes::new(size, frame.strokes()));
        let events = events.filter(|stroke| matches!(stroke, Stroke::Pass(_))).count();
        assert!(events > 0, "nothing is told of a search");
        let answer = answer.json();
        assert_eq!((&answer["outcome"], &answer["verified"]), (&json!("solved"), &json!(true)));
        assert!(!solution.strokes().is_empty());
        // Nobody watches, and the same is found.
        let measured = ask(&handler, "measure", &question);
        let [measured] = &measured[..] else { panic!() };
        assert_eq!(
            (&measured.json()["stats"], &measured.json()["text"]),
            (&answer["stats"], &answer["text"])
        );
    }
}

#[test]
fn a_solution_is_replayed_move_by_move_and_ends_as_it_was_found() {
    let handler = handler();
    for kind in kinds() {
        let told = ask(&handler, "solution", &example(*kind));
        let [board, picture, middle @ .., answer] = &told[..] else { panic!() };
        let (size, answer) = (size(board.json()), answer.json());
        let mut scene: Scene = picture.picture(size);
        let strokes = middle.iter().flat_map(|frame| Strokes::new(size, frame.strokes()));
        let mut events = 0;
        for stroke in strokes {
            events += u64::from(matches!(stroke, Stroke::Pass(_)));
            stroke.on(&mut scene);
        }
        assert_eq!((&answer["events"], &answer["outcome"]), (&json!(events), &json!("solved")));
        let moves = answer["moves"].as_array().unwrap();
        assert_eq!(kind.lessons().is_some(), !moves.is_empty(), "{}", kind.about().name);
        assert!(moves.iter().all(|made| !made["said"].as_str().unwrap().is_empty()));
        if let Some(after) = answer["after"].as_array() {
            assert_eq!(after.len(), moves.len());
            assert!(after.iter().all(|event| event.as_u64().unwrap() <= events));
        }
    }
}

#[test]
fn a_number_goes_before_the_text_and_the_text_where_the_number_is_not_known() {
    let handler = handler();
    for kind in kinds() {
        let question = example(*kind);
        let number = ask(&handler, "open", &question)[0].json()["number"].clone();
        let known = json!({ "puzzle": kind.about().name, "known": number });
        let both =
            json!({ "puzzle": kind.about().name, "known": number, "text": question["text"] });
        let text = ask(&handler, "open", &known)[0].json()["text"].clone();
        assert_eq!(&text, &ask(&handler, "open", &question)[0].json()["text"]);
        // Another process, where other boards have numbers, too.
        let other = Handler::new(kinds(), 8);
        ask(&other, "open", &question);
        assert_eq!(refused(&ask(&other, "open", &known)), Some("W0106"));
        assert_eq!(&ask(&other, "open", &both)[0].json()["text"], &text);
        // A board of one puzzle is never one of another.
        for stranger in kinds().iter().filter(|other| other.about().name != kind.about().name) {
            let mixed = json!({ "puzzle": stranger.about().name, "known": number });
            assert_eq!(refused(&ask(&handler, "open", &mixed)), Some("W0106"));
        }
    }
}

#[test]
fn numbers_are_whole_for_javascript() {
    let handler = Handler::new(kinds(), u64::MAX);
    let number = ask(&handler, "open", &example(kinds()[0]))[0].json()["number"].as_u64().unwrap();
    assert!(number < 1 << 53, "{number}");
}

#[test]
fn an_old_board_is_forgotten_and_a_young_one_is_not() {
    let (handler, question) = (handler(), example(kinds()[0]));
    let numbers: Vec<Value> =
        (0..100).map(|_| ask(&handler, "open", &question)[0].json()["number"].clone()).collect();
    let known = |number: &Value| {
        let told = ask(&handler, "open", &json!({ "puzzle": question["puzzle"], "known": number }));
        refused(&told).is_none()
    };
    assert!(!known(&numbers[0]) && known(&numbers[99]));
}

#[test]
fn pictures_travel_with_their_length() {
    let handler = handler();
    for kind in kinds() {
        for (format, begin) in [("svg", &b"<svg"[..]), ("png", b"\x89PNG"), ("gif", b"GIF89a")] {
            let mut question = example(*kind);
            question["picture"] = json!({ "format": format, "theme": "light", "show": "solution" });
            let told = ask(&handler, "draw", &question);
            let [Frame::Json(head), Frame::Bytes(bytes)] = &told[..] else { panic!("{told:?}") };
            let length = head["bytes"].as_u64().unwrap() as usize;
            assert!(bytes.len() - length < 4 && bytes.starts_with(begin));
            assert!(bytes[length..].iter().all(|byte| *byte == 0));
        }
    }
}

#[test]
fn books_are_made_of_every_puzzle_and_what_none_can_have_is_refused() {
    let handler = handler();
    for kind in kinds() {
        let name = kind.about().name;
        let book = json!({ "number": 2, "paper": "a5", "qr": "https://example.org/" });
        let question = json!({ "puzzle": name, "seed": 3, "book": book });
        let told = ask(&handler, "book", &question);
        let [said, pdf] = &told[..] else { panic!("{name}: {told:?}") };
        assert_eq!(said.json()["puzzles"], 2, "{name}");
        let data: Value = serde_json::from_str(said.json()["data"].as_str().unwrap()).unwrap();
        assert_eq!(data["puzzles"].as_array().map(Vec::len), Some(2), "{name}");
        assert!(matches!(pdf, Frame::Bytes(bytes) if bytes.starts_with(b"%PDF-1.7")), "{name}");
        for (book, code) in [
            (json!({ "number": 10_001 }), "D0216"),
            (json!({ "paper": "a99" }), "D0201"),
            (json!({ "title": "\u{540D}" }), "D0205"),
            (json!({ "colour": 1 }), "W0110"),
        ] {
            let question = json!({ "puzzle": name, "book": book });
            assert_eq!(refused(&ask(&handler, "book", &question)), Some(code), "{name}");
        }
    }
}

#[test]
fn every_verb_refuses_what_it_cannot_read_or_do() {
    let handler = handler();
    for verb in VERBS {
        let bodies: [&[u8]; 5] =
            [b"", b"[]", b"{\"puzzle\":1}", b"{\"puzzle\":\"x\",\"nodes\":1.5}", &[0xFF; 9]];
        for body in bodies {
            let mut sent = Vec::new();
            handler.serve(verb, body, SHARE, Default::default(), |_| {}, &mut |frame| {
                sent.extend(frame)
            });
            assert_eq!(refused(&frames(&sent)), Some("W0110"), "{verb}");
        }
        let missing = json!({ "puzzle": "no-such-puzzle", "text": "" });
        assert_eq!(refused(&ask(&handler, verb, &missing)), Some("W0101"), "{verb}");
        for kind in kinds() {
            for text in ["", "\u{0}?", "\u{FEFF}x"] {
                if ["generate", "book"].contains(&verb) {
                    continue;
                }
                let question = json!({ "puzzle": kind.about().name, "text": text });
                let told = ask(&handler, verb, &question);
                let code = refused(&told).unwrap_or_else(|| panic!("{verb}: {told:?}"));
                assert_ne!(code, "W0107", "{verb} fails");
            }
        }
    }
    assert_eq!(ask(&handler, "no-such-verb", &example(kinds()[0]))[0].json()["status"], 404);
}

#[test]
fn every_verb_obeys_memory_and_time() {
    let handler = handler();
    // Boards that are counted for hours are among them.
    let short = Share { time: Duration::from_millis(300), ..SHARE };
    let shares = [
        Share { memory: 1 << 10, ..short },
        Share { memory: 1 << 20, ..short },
        Share { time: Duration::ZERO, ..SHARE },
        Share { time: Duration::from_micros(50), ..SHARE },
    ];
    for kind in kinds() {
        let mut question = example(*kind);
        question["picture"] = json!({ "format": "png", "show": "search", "moment": 1 });
        for verb in VERBS {
            for share in shares {
                let told = within(&handler, verb, &question, share);
                assert_ne!(refused(&told), Some("W0107"), "{verb} of {}", kind.about().name);
            }
        }
    }
}
