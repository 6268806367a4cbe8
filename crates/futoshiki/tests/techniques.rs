//! Every technique has a board that needs it, and boards that need a technique can be generated.

mod steps;

use search::Meter;
use steps::{climb, explain, make};
use tabuleiro_core::contract::{Generate, Options, Puzzle, RunError};
use tabuleiro_core::explain::{Advice, Explain};
use tabuleiro_core::locale::Lang;
use tabuleiro_core::play::Play;
use tabuleiro_core::text::Source;
use tabuleiro_futoshiki::Futoshiki;

/// A board for each technique but the last: its name, and the game ID of a board for which it is the hardest.
fn examples() -> impl Iterator<Item = (&'static str, &'static str, Futoshiki)> {
    let lines = include_str!("techniques.txt").lines().filter_map(|line| line.split_once(' '));
    lines.map(|(name, id)| (name, id, read(id)))
}

/// A board that no refutation solves: the smallest known is of order 8, and has many steps.
const NESTED: &str = "8:0,0D,0,0,0L,0,0,0,0U,0R,0,0D,0R,0,0R,0,0,0L,0,0,0R,0,0,0D,5D,0UD,0U,0U,0,0,0U,0,0,0,0,0,0,0,0,0,\
                      0D,0R,0U,0U,0R,0,0R,0U,0,0,0,0L,0L,0R,0R,0,2,0,0R,0,0U,0U,0L,0,";

fn read(id: &str) -> Futoshiki {
    let source = Source::new("techniques.txt", id);
    Futoshiki::read(&source, &Options::default()).next().unwrap().unwrap()
}

#[test]
fn every_technique_has_a_board_that_needs_it_and_nothing_harder() {
    let known = Futoshiki::TECHNIQUES.iter().map(|known| known.name);
    assert!(examples().map(|(name, ..)| name).chain(["nested"]).eq(known));
    for (name, id, board) in examples() {
        assert_eq!(climb(&board).hardest, Some(name), "{id}");
    }
    assert_eq!(climb(&read(NESTED)).hardest, Some("nested"));
}

/// The first step of each technique word for word, in every language: `told/LANG.txt`, which
/// `UPDATE_GOLDEN=1` writes anew.
#[test]
fn steps_are_told_as_they_were() {
    let mut told = Lang::ALL.map(|_| String::new());
    for (name, id, board) in examples() {
        let mut is_told = false;
        let (_, last) = explain(&board, None, |position, step| {
            if step.technique != name || std::mem::replace(&mut is_told, true) {
                return;
            }
            for (lang, out) in Lang::ALL.into_iter().zip(&mut told) {
                let title = lang.say(&format!("futoshiki.technique.{name}"));
                let (place, why) = (step.place.text(lang), step.message.text(lang));
                *out += &format!(
                    "== {title}\n{id}\n{}{place}\n{why}\n",
                    Play::written(&board, position)
                );
                step.story.iter().for_each(|line| *out += &format!("- {}\n", line.text(lang)));
                for premise in &step.premises {
                    *out += &format!("? {}\n", premise.message("futoshiki").text(lang));
                }
                out.push('\n');
            }
        });
        assert_eq!((is_told, last), (true, Advice::Won), "{id}");
    }
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/told");
    for (lang, told) in Lang::ALL.into_iter().zip(told) {
        let path = folder.join(format!("{}.txt", lang.tag()));
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(&path, &told).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), told, "{}", path.display());
    }
}

#[test]
fn techniques_can_be_asked_for() {
    for name in ["last", "chain", "hill", "naked-pair", "x-wing", "hidden-pair", "refutation"] {
        let (board, _) = make(&[("order", "6"), ("technique", name)], 1).expect("a board");
        assert_eq!(climb(&board).hardest, Some(name), "{}", board.text());
    }
}

#[test]
fn a_technique_that_is_not_known_is_refused_with_those_that_are() {
    let mut options = Options::default();
    options.set("technique", "x-wyng");
    let refused = Futoshiki::generate(&options, 1, &mut Meter::unlimited());
    let Err(RunError::Invalid(fault)) = refused else { panic!("not refused") };
    assert_eq!(fault.code(), "F0205");
    let said = fault.render(tabuleiro_core::locale::Lang::En);
    assert!(said.contains("did you mean x-wing?") && said.contains("jellyfish"), "{said}");
}
