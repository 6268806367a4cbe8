//! What a page is told of the puzzles, and of moments of searches.

mod handler;

use handler::{ask, example, handler, kinds, refused, size};
use serde_json::{Value, json};
use tabuleiro::locale::Lang;
use tabuleiro::strokes::{Stroke, Strokes};

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// Every puzzle as it is told in a language.
fn puzzles(lang: Lang) -> Vec<Value> {
    list(&handler().about(lang)["puzzles"]).to_vec()
}

#[test]
fn everything_has_words_in_every_language() {
    for lang in Lang::ALL {
        for puzzle in puzzles(lang) {
            let name = &puzzle["name"];
            let said = |value: &Value| !value.as_str().unwrap_or_default().is_empty();
            assert_eq!(
                list(&puzzle["brief"]).iter().filter(|line| said(line)).count(),
                3,
                "{name}"
            );
            for (members, parts) in [
                ("strategies", &["title", "about", "help"][..]),
                ("options", &["title", "help"]),
                ("gallery", &["title", "line"]),
                ("lessons", &["title"]),
                ("techniques", &["title", "about"]),
                ("brushes", &["title"]),
            ] {
                for member in list(&puzzle[members]) {
                    for part in parts {
                        assert!(said(&member[part]), "{name}: {members} {} {part}", member["name"]);
                    }
                }
            }
        }
    }
}

#[test]
fn options_say_what_they_take() {
    let types = ["flag", "number", "choice", "size", "cell", "text", "file"];
    for puzzle in puzzles(Lang::En) {
        for option in list(&puzzle["options"]) {
            let takes = &option["takes"];
            let word = takes["type"].as_str().unwrap();
            assert!(types.contains(&word), "{option}");
            assert_eq!(option["value"].is_null(), word == "flag", "{option}");
            if word == "choice" {
                let choices = list(&takes["choices"]);
                assert!(!choices.is_empty(), "{option}");
                let usual = &takes["default"];
                let known = choices.iter().any(|choice| choice["value"] == *usual);
                assert!(usual.is_null() || known, "{option}");
            }
            if word == "number" {
                assert!(takes["least"].as_u64() < takes["most"].as_u64(), "{option}");
            }
        }
    }
}

#[test]
fn choices_and_usual_values_are_taken() {
    let handler = handler();
    for puzzle in puzzles(Lang::En) {
        for option in list(&puzzle["options"]).iter().filter(|one| one["role"] == "generate") {
            let takes = &option["takes"];
            let words = list(&takes["choices"]).iter().map(|choice| choice["value"].clone());
            for value in words.chain([takes["default"].clone()]).filter(|value| !value.is_null()) {
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                let mut options = json!({});
                options[option["name"].as_str().unwrap()] = json!(text);
                let question =
                    json!({ "puzzle": puzzle["name"], "options": options, "seconds": 5 });
                let told = ask(&handler, "generate", &question);
                // A limit may stop it, and some boards are hard to find; the value is understood.
                let fine =
                    [None, Some("W0104"), Some("P0402"), Some("F0402")].contains(&refused(&told));
                assert!(fine, "{} {text}: {told:?}", option["name"]);
            }
        }
    }
}

#[test]
fn every_board_of_the_gallery_is_shown_and_answered() {
    let handler = handler();
    for (kind, puzzle) in kinds().iter().zip(puzzles(Lang::En)) {
        let gallery = list(&puzzle["gallery"]);
        let listed = tabuleiro::KINDS.iter().any(|known| known.about().name == kind.about().name);
        assert!(gallery.len() >= if listed { 6 } else { 1 }, "{}", puzzle["name"]);
        for piece in gallery {
            let question = json!({ "puzzle": puzzle["name"], "text": piece["text"], "lang": "en" });
            let told = ask(&handler, "measure", &question);
            let outcome = &told[0].json()["outcome"];
            assert!(outcome == "solved" || outcome == "impossible", "{piece}: {told:?}");
        }
    }
}

#[test]
fn every_caption_of_a_lesson_has_its_moment() {
    let handler = handler();
    for puzzle in puzzles(Lang::En) {
        for lesson in list(&puzzle["lessons"]) {
            for step in list(&lesson["steps"]) {
                let mut question = json!({
                    "puzzle": puzzle["name"], "text": step["text"],
                    "strategy": step["strategy"], "lang": "en",
                });
                if step["moment"] == -1 {
                    let told = ask(&handler, "measure", &question);
                    assert_ne!(told[0].json()["outcome"], "unknown", "{step}");
                } else {
                    question["moment"] = step["moment"].clone();
                    let told = ask(&handler, "moment", &question);
                    assert_eq!(told[0].json()["moment"], step["moment"], "{told:?}");
                }
            }
        }
    }
}

#[test]
fn every_moment_of_every_strategy_is_a_sentence_and_a_picture() {
    let handler = handler();
    for kind in kinds() {
        for strategy in kind.strategies() {
            let mut question = example(*kind);
            question["strategy"] = json!(strategy.name);
            question["nodes"] = json!(200);
            let told = ask(&handler, "run", &question);
            if refused(&told).is_some() {
                continue;
            }
            let board = size(told[0].json());
            let strokes =
                told[2..].iter().take_while(|frame| matches!(frame, handler::Frame::Strokes(_)));
            let strokes = strokes.flat_map(|frame| Strokes::new(board, frame.strokes()));
            let events = strokes.filter(|stroke| matches!(stroke, Stroke::Pass(_))).count() as u64;
            question["nodes"] = Value::Null;
            for moment in [0, 1, 2, 5, 20, 60].into_iter().filter(|&moment| moment <= events) {
                for lang in ["en", "pt-BR"] {
                    question["moment"] = json!(moment);
                    question["lang"] = json!(lang);
                    let told = ask(&handler, "moment", &question);
                    let [head, picture] = &told[..] else { panic!("{told:?}") };
                    let sentence = head.json()["sentence"].as_str().unwrap();
                    let whole = !sentence.is_empty() && !sentence.contains(['{', '}']);
                    assert!(whole, "{} {moment}: {sentence}", strategy.name);
                    assert_eq!(head.json()["moment"], moment, "{}", strategy.name);
                    picture.picture(board);
                }
            }
        }
    }
}

#[test]
fn a_moment_after_the_end_is_the_last_one() {
    let handler = handler();
    for kind in kinds() {
        let mut question = example(*kind);
        question["moment"] = json!(u64::MAX);
        let last = ask(&handler, "moment", &question);
        let event = last[0].json()["moment"].as_u64().unwrap();
        assert!(event > 0, "{last:?}");
        question["moment"] = json!(event);
        assert_eq!(ask(&handler, "moment", &question), last);
    }
}
