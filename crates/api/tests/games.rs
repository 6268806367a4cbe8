//! Games, asked for over every kind that is played.

mod handler;

use handler::{ask, example, handler, kinds, refused, size};
use serde_json::{Value, json};
use tabuleiro_api::Handler;

/// Every kind that is played, with its first example.
fn played() -> impl Iterator<Item = Value> {
    kinds().iter().filter(|kind| kind.lessons().is_some()).map(|kind| example(*kind))
}

/// The moves that win from the beginning.
fn winning(handler: &Handler, question: &Value) -> Vec<Value> {
    let told = ask(handler, "verdict", question);
    assert_eq!(told[0].json()["outcome"], "won", "{:?}", told[0]);
    told[0].json()["continuation"].as_array().unwrap().clone()
}

#[test]
fn somebody_is_played() {
    assert!(played().count() > 0);
}

#[test]
fn a_game_is_won_by_the_moves_that_are_said_to_win() {
    let handler = handler();
    for mut question in played() {
        let moves = winning(&handler, &question);
        assert!(!moves.is_empty());
        for turn in 0..=moves.len() {
            question["moves"] = json!(moves[..turn]);
            question["at"] = moves.get(turn).map_or(Value::Null, |next| next["at"].clone());
            let told = ask(&handler, "play", &question);
            let (game, won) = (told[0].json(), turn == moves.len());
            assert_eq!((&game["state"] == "won", &game["moves"]), (won, &json!(moves[..turn])));
            assert_eq!(told[1].picture(size(game)).size(), size(game));
            if let Some(next) = moves.get(turn) {
                assert!(game["legal"].as_array().unwrap().contains(next), "{next}");
                if let Some(sources) = game["sources"].as_array() {
                    assert!(sources.contains(&next["at"]), "{next}");
                }
            }
        }
        assert_eq!(ask(&handler, "hint", &question)[0].json()["advice"], "won");
        let verdict = ask(&handler, "verdict", &question);
        assert_eq!(verdict[0].json()["outcome"], "won");
        // The same game by the number of its board.
        let number = verdict[0].json()["number"].clone();
        (question["text"], question["known"]) = (Value::Null, number);
        assert_eq!(ask(&handler, "play", &question)[0].json()["state"], "won");
    }
}

#[test]
fn no_board_is_forgotten_for_a_game_however_long() {
    let handler = handler();
    for mut question in played() {
        let other = ask(&handler, "open", &question)[0].json()["number"].clone();
        let number = ask(&handler, "open", &question)[0].json()["number"].clone();
        question["text"] = Value::Null;
        question["known"] = number.clone();
        for verb in ["play", "open", "run"].iter().cycle().take(100) {
            let told = ask(&handler, verb, &question);
            assert_eq!(told[0].json()["number"], number, "{verb}");
        }
        question["known"] = other;
        assert_eq!(ask(&handler, "play", &question)[0].json()["state"], "going");
    }
}

#[test]
fn a_move_that_is_not_legal_is_refused_in_words() {
    let handler = handler();
    for mut question in played() {
        let action = winning(&handler, &question)[0]["action"].clone();
        for (at, code) in [([0, 1], "B0103"), ([4_000_000_000u32, 1], "B0104")] {
            question["moves"] = json!([{ "action": action, "at": at, "to": at, "value": 1 }]);
            assert_eq!(refused(&ask(&handler, "play", &question)), Some(code));
        }
        question["moves"] = json!([{ "action": "no-such-action", "at": [1, 1] }]);
        assert_eq!(refused(&ask(&handler, "play", &question)), Some("B0110"));
        question["moves"] = json!([{ "action": action, "at": "here" }]);
        assert_eq!(refused(&ask(&handler, "play", &question)), Some("W0110"));
        question["moves"] = json!([]);
        question["at"] = json!([1_000_000, 1]);
        assert_eq!(refused(&ask(&handler, "play", &question)), Some("B0104"));
    }
}

#[test]
fn a_hint_can_be_followed_until_it_has_nothing_more_to_say() {
    let handler = handler();
    for mut question in played() {
        let mut moves: Vec<Value> = Vec::new();
        for _ in 0..200 {
            question["moves"] = json!(moves);
            let told = ask(&handler, "hint", &question);
            let hint = told[0].json();
            assert!(hint["words"].is_string());
            if hint["advice"] != "step" {
                assert_eq!(hint["step"], Value::Null);
                break;
            }
            let step = &hint["step"];
            for words in ["where", "why", "title"] {
                assert!(!step[words].as_str().unwrap().is_empty(), "{words}");
            }
            let plain = &ask(&handler, "play", &question)[1];
            assert_ne!(&told[1], plain, "a step that nobody sees");
            let next = step["moves"].as_array().unwrap();
            if next.is_empty() {
                break;
            }
            moves.extend(next.iter().cloned());
        }
        // All of it at once, from the beginning.
        question["moves"] = json!([]);
        let told = ask(&handler, "explain", &question);
        let end = told[told.len() - 2].json();
        assert!(end["moves"].as_array().unwrap().len() >= moves.len().min(1));
        assert!(["won", "lost", "faulty", "nothing"].contains(&end["advice"].as_str().unwrap()));
    }
}

#[test]
fn a_lost_game_is_lost_since_a_move() {
    let handler = handler();
    for mut question in played() {
        let mut moves: Vec<Value> = Vec::new();
        // Random play, until it is lost or over.
        for turn in 0..30usize {
            question["moves"] = json!(moves);
            let told = ask(&handler, "verdict", &question);
            let verdict = told[0].json();
            if verdict["outcome"] == "lost" {
                let since = verdict["since"].as_u64().expect("it was won once") as usize;
                assert_eq!(since + 1, moves.len(), "it was won until the last move");
                assert!(!verdict["words"][0].as_str().unwrap().is_empty());
                break;
            }
            question["at"] = Value::Null;
            let game = ask(&handler, "play", &question)[0].json().clone();
            let Some(sources) = game["sources"].as_array().filter(|all| !all.is_empty()) else {
                break;
            };
            question["at"] = sources[turn * 7 % sources.len()].clone();
            let legal = ask(&handler, "play", &question)[0].json()["legal"].clone();
            let legal = legal.as_array().unwrap();
            moves.push(legal[turn * 5 % legal.len()].clone());
        }
    }
}

#[test]
fn who_cannot_be_played_says_so() {
    let handler = handler();
    for kind in kinds().iter().filter(|kind| kind.lessons().is_none()) {
        for verb in ["play", "hint", "verdict", "explain"] {
            assert_eq!(refused(&ask(&handler, verb, &example(*kind))), Some("B0109"), "{verb}");
        }
    }
}
