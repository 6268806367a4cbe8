//! Texts with the answers about many instances, in every layout, of every kind and of one that is not
//! yet written: each answer goes to the instance it is about, and one that is missing, left over or
//! damaged is named.

mod kinds;

use proptest::prelude::*;
use search::{Limits, Outcome, Proof};
use tabuleiro::contract::{Format, Options};
use tabuleiro::kind::{Answer, Kind, Ruling, Session};
use tabuleiro::locale::Lang;
use tabuleiro::pairing::{Board, Pair, each, pair};
use tabuleiro::tell;
use tabuleiro::text::Source;

use kinds::kinds;

/// An answer as `solve` writes it: without a format as the coursework wants it.
fn written(
    kind: &dyn Kind,
    number: usize,
    answer: &Answer,
    format: Option<Format>,
    lang: Lang,
) -> String {
    let mut out = Vec::new();
    let found = match &answer.result {
        Outcome::Solved(found) | Outcome::Impossible(Proof::Argument(found)) => Some(found),
        _ => None,
    };
    let solved = matches!(answer.result, Outcome::Solved(_));
    let Some(format) = format else {
        let coursework = kind.coursework().expect("it comes from one");
        coursework.write(number, answer, &mut out).expect("memory");
        return String::from_utf8(out).unwrap();
    };
    let print = |out: &mut Vec<u8>| {
        found.map_or(Ok(()), |found| found.print(format, lang, out)).expect("memory")
    };
    match format {
        Format::Json => {
            let field = if solved { "solution" } else { "proof" };
            out.extend(format!("{{\"instance\":{number},\"{field}\":").bytes());
            print(&mut out);
            out.extend(b"}\n");
        }
        Format::Text => {
            if solved {
                print(&mut out);
            }
            for line in tell::remarks(answer, "it", &Limits::default(), lang) {
                out.extend(format!("= {line}\n").bytes());
            }
        }
    }
    String::from_utf8(out).unwrap()
}

/// Boards of a kind, with an answer to each.
fn answered(kind: &dyn Kind, seed: u64, number: u64) -> Vec<(Box<dyn Session>, Answer)> {
    let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
    let board = |seed| {
        let made = kind.generate(&Options::default(), seed, &limits).expect("no obstacle");
        let session = made.result.session;
        let answer = session.solve(kind.best_strategy(), &Options::default(), &limits).unwrap();
        (session, answer)
    };
    // The limit leaves some boards undecided: there is no answer to write.
    let decided = |(_, answer): &(_, Answer)| !matches!(answer.result, Outcome::Unknown(_));
    (seed..).map(board).filter(decided).take(number as usize).collect()
}

/// What came of each board and of each answer left over, as a letter: valid, damaged, missing, stray.
fn rulings(source: &Source, sessions: &[(Box<dyn Session>, Answer)]) -> String {
    let boards: Vec<Board<'_>> = (1..)
        .zip(sessions)
        .map(|(number, (session, _))| Board { input: "boards", number, session: &**session })
        .collect();
    let letter = |pair: Pair| match pair {
        Pair::Answered(place, answer) => {
            match boards[place].session.check(&answer, &Limits::default()) {
                Ok(Ruling::Valid(_)) => 'v',
                Ok(Ruling::Unproved | Ruling::Unknown | Ruling::Unfinished(_)) => 'u',
                Ok(Ruling::Flawed(..)) | Err(_) => 'd',
            }
        }
        Pair::Unanswered(_) => 'm',
        Pair::Stray(_) => 's',
    };
    pair(source, &boards).unwrap().into_iter().map(letter).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn every_answer_goes_to_its_instance(seed in 1u64..1000, number in 1u64..6, at in 0usize..5) {
        for kind in kinds() {
            let sessions = answered(kind, seed, number);
            let at = at % sessions.len();
            for (format, lang) in [
                (Some(Format::Json), Lang::En),
                (Some(Format::Text), Lang::En),
                (Some(Format::Text), Lang::PtBr),
                (None, Lang::En),
            ] {
                if format.is_none() && kind.coursework().is_none() {
                    continue;
                }
                let write = |(place, (_, answer)): (usize, &(_, Answer))| {
                    written(kind, place + 1, answer, format, lang)
                };
                let texts: Vec<String> = sessions.iter().enumerate().map(write).collect();
                let about = format!("{} {format:?} {texts:?}", kind.about().name);
                let rule = |texts: &[String]| {
                    rulings(&Source::new("answers", texts.concat()), &sessions)
                };
                let all: String = sessions.iter().map(|(_, answer)| match &answer.result {
                    Outcome::Solved(_) => 'v',
                    Outcome::Impossible(Proof::Argument(_)) if format == Some(Format::Json) => 'v',
                    _ => '?',
                }).collect();
                let same = |ruled: &str, expected: &str| {
                    ruled.len() == expected.len()
                        && ruled.chars().zip(expected.chars()).all(|(a, b)| b == '?' || a == b)
                };
                prop_assert!(same(&rule(&texts), &all), "{about}: {}", rule(&texts));

                let mut more = texts.clone();
                more.push(texts[texts.len() - 1].clone());
                prop_assert!(same(&rule(&more), &format!("{all}s")), "{about}: {}", rule(&more));

                if format == Some(Format::Json) && texts.len() > 1 {
                    let mut fewer = texts.clone();
                    fewer.remove(at);
                    let mut expected = all.clone();
                    expected.replace_range(at..at + 1, "m");
                    prop_assert!(same(&rule(&fewer), &expected), "{about}: {}", rule(&fewer));
                }
                // A digit of the solution, which is the last one before all that is remarked.
                if format != Some(Format::Json) && all.as_bytes()[at] == b'v' {
                    let mut damaged = texts.clone();
                    let mut lines: Vec<String> =
                        damaged[at].lines().map(str::to_owned).collect();
                    let content = lines.iter_mut().rev().find(|l| !l.is_empty() && !l.starts_with('='));
                    let Some(line) = content else { continue };
                    let place = line.rfind(|c: char| c.is_ascii_digit()).unwrap();
                    let digit = line.as_bytes()[place];
                    let other = if digit == b'9' { '8' } else { char::from(digit + 1) };
                    line.replace_range(place..place + 1, &other.to_string());
                    damaged[at] = lines.join("\n") + "\n";
                    if texts[at].ends_with("\n\n") {
                        damaged[at].push('\n');
                    }
                    let mut expected = all.clone();
                    expected.replace_range(at..at + 1, "d");
                    prop_assert!(same(&rule(&damaged), &expected), "{about}: {}", rule(&damaged));
                }
            }
        }
    }

    #[test]
    fn no_bytes_make_the_pairing_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let source = Source::new("bytes", bytes);
        for kind in kinds() {
            let sessions = answered(kind, 1, 2);
            let boards = [1, 2].map(|number| Board {
                input: "boards", number, session: &*sessions[number - 1].0,
            });
            for pair in pair(&source, &boards).into_iter().flatten() {
                if let Pair::Answered(place, answer) = pair {
                    let _ = boards[place].session.check(&answer, &Limits::default());
                }
            }
            let _ = each(&source, None);
            let _ = each(&source, Some(boards[0].session));
        }
    }
}

#[test]
fn places_are_those_of_the_whole_text() {
    let text = "{\"solution\":[2,4,1,3]}\n{\"solution\":[2,4,\n!]}\n";
    let source = Source::new("answers", text);
    let parts = each(&source, None).unwrap();
    assert_eq!(parts.iter().map(Source::line).collect::<Vec<_>>(), [1, 2]);
    let fault = parts[1].json().unwrap_err();
    assert_eq!((fault.code(), fault.place()), ("I0008", Some((3, 1))));
}
