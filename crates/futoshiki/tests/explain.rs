//! Explanations: every step is checked by independent code, forged steps are refused, ratings are the
//! same on every mirror image.

mod steps;

use search::Meter;
use steps::{climb, explain, explain_random, follow, holds, make, place};
use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{Generate, Options, Puzzle};
use tabuleiro_core::explain::{Advice, Explain, Step};
use tabuleiro_core::locale::Lang;
use tabuleiro_core::play::{Move, Play};
use tabuleiro_core::random::Rng;
use tabuleiro_core::text::Source;
use tabuleiro_futoshiki::{Futoshiki, Level, Sign, rate};

#[test]
fn boards_of_every_level_are_explained_to_the_end_by_checked_steps() {
    let (mut steps, mut boards) = (0, 0);
    for (level, word) in Level::ALL {
        let (orders, seeds): (&[&str], u64) = match level {
            Level::Extreme => (&["7"], 1),
            Level::Hard => (&["4", "5", "6"], 15),
            _ => (&["3", "4", "5", "6", "7"], 40),
        };
        for &order in orders {
            for seed in 0..seeds {
                // Small boards of some levels hardly exist.
                let Some((board, solution)) = make(&[("order", order), ("difficulty", word)], seed)
                else {
                    break;
                };
                let (used, last) = explain(&board, Some(&solution), |_, _| {});
                assert_eq!(last, Advice::Won, "{}", board.text());
                steps += used.len();
                boards += 1;
                let hardest = used.iter().filter_map(|name| place(name)).max();
                assert_eq!(hardest, climb(&board).hardest.and_then(place), "{}", board.text());
                let rated = board.rate(&mut Meter::unlimited()).unwrap().unwrap().level;
                assert_eq!(rated, Some(word), "{}", board.text());
                assert_eq!(rate(&board, Level::Hard, &mut Meter::unlimited()), Ok(level));
            }
        }
    }
    assert!(boards > 300 && steps > 8_000, "{boards} boards, {steps} steps");
}

#[test]
fn boards_with_any_number_of_solutions_are_explained_as_far_as_logic_goes() {
    let steps = explain_random(0..300);
    assert!(steps > 5_000, "{steps}");
}

/// Steps that claim something false, or true for another reason.
fn forgeries(board: &Futoshiki, step: &Step, solution: &[u8]) -> Vec<Step> {
    let mut all = Vec::new();
    let order = board.order() as i32;
    let truth = |at: Square| i32::from(solution[board.size().index(at)]);
    // What the solution has cannot be excluded, and nothing else can be placed.
    for said in &step.conclusion {
        let at = said.squares[0];
        let (action, value) = match said.rule {
            "is" => ("place", truth(at) % order + 1),
            _ => ("unmark", truth(at)),
        };
        let false_one = |at: Square, value: i32| {
            let mut said = said.clone();
            (said.squares, said.values) = (vec![at], vec![value]);
            let moves = vec![Move { action, at, to: None, value: Some(value as u32) }];
            Step { conclusion: vec![said], moves, ..step.clone() }
        };
        all.push(false_one(at, value));
        // The same conclusion about another cell, where it is not so.
        let moved = board.size().squares().find(|&other| {
            let value = said.values[0];
            other != at && (truth(other) == value) != (said.rule == "is")
        });
        all.extend(moved.map(|other| false_one(other, said.values[0])));
    }
    for (index, premise) in step.premises.iter().enumerate() {
        let mut forged = step.clone();
        let said = &mut forged.premises[index];
        match premise.rule {
            "sign" => said.squares.reverse(),
            // Less than the cell can hold.
            "only" if premise.values.len() > 1 => {
                said.values.pop();
            }
            "only" | "is" | "not" => said.values = vec![99],
            _ => said.squares.truncate(1),
        }
        all.push(forged);
        let mut unknown = step.clone();
        unknown.premises[index].rule = "because";
        all.push(unknown);
    }
    all.push(Step { moves: Vec::new(), ..step.clone() });
    all.push(Step { conclusion: Vec::new(), ..step.clone() });
    all.push(Step { premises: Vec::new(), ..step.clone() });
    all
}

#[test]
fn forged_steps_are_refused() {
    let mut refused = 0;
    let (mut dropped, mut needed) = (0, 0);
    for seed in 0..25 {
        for level in ["easy", "tricky", "hard"] {
            let (board, solution) = make(&[("order", "5"), ("difficulty", level)], seed).unwrap();
            explain(&board, Some(&solution), |position, step| {
                for forged in forgeries(&board, step, &solution) {
                    assert!(!holds(&board, position, &forged), "{}\n{forged:?}", board.text());
                    refused += 1;
                }
                // A premise may say what others say, too; most are needed.
                for index in 0..step.premises.len() {
                    let mut less = step.clone();
                    less.premises.remove(index);
                    dropped += 1;
                    needed += usize::from(!holds(&board, position, &less));
                }
            });
        }
    }
    assert!(refused > 10_000, "{refused}");
    assert!(needed * 2 > dropped, "{needed} of {dropped}");
}

/// The board in a mirror: rows and columns exchanged, turned, or values complemented.
fn image(board: &Futoshiki, which: u32) -> Futoshiki {
    let order = board.order();
    let turned = |cell: usize| {
        let (mut row, mut col) = (cell / order, cell % order);
        if which & 1 != 0 {
            (row, col) = (col, row);
        }
        if which & 2 != 0 {
            row = order - 1 - row;
        }
        if which & 4 != 0 {
            col = order - 1 - col;
        }
        row * order + col
    };
    let complement = which & 8 != 0;
    let mut other = Futoshiki::new(order);
    for (cell, &value) in board.givens().iter().enumerate().filter(|(_, value)| **value > 0) {
        let value = if complement { order as u8 + 1 - value } else { value };
        other = other.with_given(turned(cell), value);
    }
    let sign = |sign: &Sign| {
        let (less, more) = (turned(usize::from(sign.less)), turned(usize::from(sign.more)));
        let (less, more) = if complement { (more, less) } else { (less, more) };
        Sign { less: less as u16, more: more as u16 }
    };
    other.with_signs(board.signs().iter().map(sign).collect())
}

#[test]
fn ratings_are_the_same_on_all_sixteen_images() {
    for (level, seeds) in
        [("trivial", 20), ("easy", 40), ("tricky", 60), ("hard", 12), ("extreme", 1)]
    {
        for seed in 0..seeds {
            let order = if level == "extreme" { "7" } else { ["5", "6", "7"][seed as usize % 3] };
            let (board, _) = make(&[("order", order), ("difficulty", level)], seed).unwrap();
            let own = climb(&board);
            for which in 1..16 {
                assert_eq!(climb(&image(&board, which)), own, "{which}\n{}", board.text());
            }
        }
    }
}

#[test]
fn a_clue_that_is_implied_never_makes_a_board_harder() {
    for seed in 0..40 {
        let (board, solution) = make(&[("order", "5"), ("difficulty", "tricky")], seed).unwrap();
        let own = climb(&board).hardest.and_then(place);
        let mut rng = Rng::new(seed);
        for _ in 0..5 {
            let cell = rng.below(25);
            let more = board.clone().with_given(cell, solution[cell]);
            assert!(climb(&more).hardest.and_then(place) <= own, "{}", board.text());
        }
    }
}

#[test]
fn a_board_with_several_solutions_has_no_rating() {
    let board = Futoshiki::new(3).with_given(0, 1);
    let rating = board.rate(&mut Meter::unlimited()).unwrap().unwrap();
    assert_eq!((rating.level, rating.ladder), (None, None));
    assert_eq!(rate(&board, Level::Hard, &mut Meter::unlimited()), Ok(Level::Extreme));
}

#[test]
fn positions_of_people_are_gone_on_from() {
    let (board, solution) = make(&[("order", "5"), ("difficulty", "tricky")], 4).unwrap();
    let mut rng = Rng::new(1);
    for _ in 0..60 {
        // Some right digits and pencil marks in any order; the rest is explained from there.
        let mut position = board.begin();
        for _ in 0..rng.below(20) {
            let cell = rng.below(25);
            let (at, truth) = (board.size().square(cell), u32::from(solution[cell]));
            let value = 1 + rng.below(5) as u32;
            let (action, value) = match rng.below(2) {
                0 => ("place", truth),
                _ if value != truth => ("unmark", value),
                _ => continue,
            };
            let _ = board.make(&mut position, Move { action, at, to: None, value: Some(value) });
        }
        while let Advice::Step(step) = steps::advice(&board, &position) {
            assert!(
                holds(&board, &position, &step),
                "{}\n{step:?}",
                Play::written(&board, &position)
            );
            follow(&board, &mut position, &step);
        }
        assert_eq!(steps::advice(&board, &position), Advice::Won);
    }
}

#[test]
fn every_wrong_digit_has_a_reason_that_is_checked() {
    let (mut wrong, mut right) = (0, 0);
    for (order, level, seeds) in [("4", "easy", 6), ("5", "tricky", 4), ("6", "hard", 3)] {
        for seed in 0..seeds {
            let Some((board, solution)) = make(&[("order", order), ("difficulty", level)], seed)
            else {
                break;
            };
            let position = board.begin();
            for cell in (0..solution.len()).filter(|&cell| board.given(cell).is_none()) {
                for value in 1..=board.order() as u8 {
                    let made = board.placing(cell, value);
                    let step = board.why_not(&position, made, &mut Meter::unlimited()).unwrap();
                    if value == solution[cell] {
                        assert_eq!(step, None, "{}", board.text());
                        right += 1;
                        continue;
                    }
                    // What a digit of the row or column excludes is seen without a reason.
                    let mut after = position.clone();
                    if board.make(&mut after, made).is_err() || !board.faults(&after).is_empty() {
                        continue;
                    }
                    let step = step.unwrap_or_else(|| panic!("{made:?}\n{}", board.text()));
                    assert!(holds(&board, &position, &step), "{step:?}\n{}", board.text());
                    let excluded = step.conclusion.iter().any(|said| {
                        let at = said.squares.contains(&made.at);
                        at && said.values.contains(&i32::from(value)) == (said.rule == "not")
                    });
                    assert!(excluded, "{step:?}\n{}", board.text());
                    wrong += 1;
                }
            }
        }
    }
    assert!(wrong > 500 && right > 100, "{wrong} wrong, {right} right");
}

#[test]
fn a_board_of_one_cell_is_rated() {
    let climbed = climb(&Futoshiki::new(1));
    assert_eq!((climbed.hardest, climbed.effort), (Some("last"), 10));
}

/// The coursework's boards, which have no licence: where they lie beside the project.
fn coursework() -> Option<Vec<Futoshiki>> {
    let mut folders = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let bytes = folders.find_map(|folder| {
        std::fs::read(folder.join("shared/data/futoshiki/futoshiki.dat")).ok()
    })?;
    let source = Source::new("futoshiki.dat", bytes);
    Some(Futoshiki::read(&source, &Options::default()).map(Result::unwrap).collect())
}

#[test]
fn the_hundred_boards_of_the_coursework_need_no_more_than_short_refutations() {
    let Some(boards) = coursework() else {
        eprintln!("the boards of the coursework are not there");
        return;
    };
    let mut levels = [0; 5];
    for board in &boards {
        // Nobody is told to try or to guess.
        let guesses = |_: &_, step: &Step| {
            for line in step.story.iter().chain([&step.message, &step.place]) {
                for lang in Lang::ALL {
                    let line = line.text(lang).to_lowercase();
                    let guess = [" try", "tries", "guess", "tent", "palpite", "chut"];
                    assert!(!guess.iter().any(|word| line.contains(word)), "{line}");
                }
            }
        };
        let (used, last) = explain(board, None, guesses);
        assert_eq!(last, Advice::Won, "{}", board.text());
        assert!(used.iter().all(|name| place(name) <= place("refutation")), "{}", board.text());
        levels[rate(board, Level::Hard, &mut Meter::unlimited()).unwrap() as usize] += 1;
    }
    assert_eq!(levels, [0, 26, 51, 23, 0]);
}
