//! Boards with given numbers, by logic: every step is checked and true of every completion, steps that were
//! tampered with are refused, and boards made for a difficulty have it.

use std::collections::HashMap;

use search::{Meter, Outcome};
use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::contract::{Claim, Generate, Options, Puzzle};
use tabuleiro_core::explain::{Advice, Explain, Step};
use tabuleiro_core::locale::Lang;
use tabuleiro_core::play::{Move, Play, PlayState};
use tabuleiro_core::random::Rng;
use tabuleiro_core::text::Source;
use tabuleiro_tour::{Local, Tour, TourPosition};

/// A board with one completion and its tour.
fn generated(size: &str, difficulty: Option<&'static str>, seed: u64) -> (Tour, Vec<Square>) {
    let mut options = Options::default();
    options.set("size", size);
    options.set("clues", "");
    difficulty.into_iter().for_each(|level| options.set("difficulty", level));
    let made = <Tour as Generate<Local>>::generate(&options, seed, &mut Meter::unlimited());
    let made = made.unwrap_or_else(|_| panic!("{size} {difficulty:?} {seed}"));
    let Claim::Solution(numbers) = made.claim else { panic!("a tour") };
    (made.instance, numbers.path(&mut Meter::unlimited()).unwrap())
}

fn put(number: u32, at: Square) -> Move {
    Move { action: "put", at, to: None, value: Some(number) }
}

fn advise(tour: &Tour, position: &TourPosition) -> Advice {
    Explain::<Local>::advise(tour, position, &mut Meter::unlimited()).unwrap()
}

fn holds(tour: &Tour, position: &TourPosition, step: &Step) -> bool {
    tour.entails(position, step, &mut Meter::unlimited()).unwrap().is_ok()
}

const LOGIC: [&str; 5] = ["beside", "reach", "only-number", "contradiction", "refuted"];

/// The same step with one of its parts changed, each of which must be refused.
fn forged(tour: &Tour, step: &Step) -> Vec<Step> {
    let mut all = Vec::new();
    let mut change = |change: &dyn Fn(&mut Step)| {
        let mut forged = step.clone();
        change(&mut forged);
        all.push(forged);
    };
    change(&|step| step.moves.clear());
    change(&|step| step.conclusion.clear());
    change(&|step| step.squares.clear());
    change(&|step| step.premises.clear());
    change(&|step| step.conclusion[0].values[0] += 1);
    let to = step.conclusion[0].squares[0];
    for other in tour.each_square().filter(|&other| other != to) {
        // Concluded everywhere else too.
        change(&|step| {
            step.conclusion[0].squares = vec![other];
            step.moves = vec![put(step.conclusion[0].values[0] as u32, other)];
            step.squares.retain(|&(at, _)| at != other);
            step.squares.last_mut().unwrap().0 = other;
        });
    }
    for index in 0..step.premises.len() {
        if step.premises[index].rule != "reach" {
            change(&|step| drop(step.premises.remove(index)));
        }
        // Another number may be without a square, too.
        let said = if step.premises[index].rule == "no-square" { 1 } else { usize::MAX };
        for value in 0..step.premises[index].values.len().min(said) {
            change(&|step| step.premises[index].values[value] += 1);
        }
    }
    all
}

#[test]
fn logic_is_checked_true_and_leads_to_the_only_tour() {
    let (mut techniques, mut steps, mut refused) = (HashMap::new(), 0, 0);
    let sizes = ["4x5", "5x5", "5x6", "6x6"];
    for seed in 0..24 {
        let (tour, path) = generated(sizes[seed as usize % 4], None, seed);
        let mut position = tour.begin();
        loop {
            match advise(&tour, &position) {
                Advice::Step(step) => {
                    assert!(holds(&tour, &position, &step), "{tour}{step:?}");
                    *techniques.entry(step.technique).or_insert(0) += 1;
                    steps += 1;
                    let made = step.moves[0];
                    if let Some(number) = made.value {
                        assert!(LOGIC.contains(&step.technique), "{step:?}");
                        assert_eq!(path[number as usize - 1], made.at, "{tour}{step:?}");
                        // The last number needs no premise.
                        let open = |at: &Square| tour.number_of(&position, *at).is_none();
                        if tour.each_square().filter(open).count() == 1 {
                            tour.make(&mut position, made).unwrap();
                            continue;
                        }
                        for step in forged(&tour, &step) {
                            assert!(!holds(&tour, &position, &step), "{tour}{step:?}");
                            refused += 1;
                        }
                    }
                    tour.make(&mut position, made).unwrap();
                }
                Advice::Won => break,
                other => panic!("{other:?}\n{tour}"),
            }
        }
        assert_eq!(tour.state(&position), PlayState::Won);
    }
    assert!(steps > 200 && refused > 2_000, "{steps} {refused} {techniques:?}");
    for technique in &LOGIC[..4] {
        assert!(techniques.contains_key(technique), "{techniques:?}");
    }
}

#[test]
fn a_wrong_number_is_named_as_the_last_chance_and_no_logic_is_told_of_it() {
    let mut rng = Rng::new(7);
    let mut wrong = 0;
    for seed in 0..12 {
        let (tour, path) = generated("5x5", None, seed);
        let mut position = tour.begin();
        for _ in 0..4 {
            let squares: Vec<Square> = tour.size().squares().collect();
            let at = squares[rng.below(squares.len())];
            let moves = tour.moves(&position, at);
            let Some(&made) = moves.get(rng.below(moves.len().max(1))) else { continue };
            tour.make(&mut position, made).unwrap();
            let number = tour.number_of(&position, at).unwrap();
            let outcome = Explain::<Local>::winnable(&tour, &position, &mut Meter::unlimited());
            let advice = advise(&tour, &position);
            if path[number as usize - 1] == at {
                assert!(matches!(outcome, Outcome::Solved(_)), "{tour}{position:?}");
            } else {
                assert!(matches!(outcome, Outcome::Impossible(_)), "{tour}{position:?}");
                assert_eq!(advice, Advice::Lost);
                wrong += 1;
                break;
            }
        }
    }
    assert!(wrong > 3, "{wrong}");
}

#[test]
fn boards_have_the_difficulty_that_was_asked_for() {
    for (seed, level) in ["easy", "medium", "hard", "extreme"].into_iter().enumerate() {
        for size in ["5x5", "6x6"] {
            let (tour, _) = generated(size, Some(level), seed as u64);
            let rating = <Tour as Generate<Local>>::rate(&tour, &mut Meter::unlimited());
            let rating = rating.unwrap().unwrap();
            assert_eq!(rating.level, Some(level), "{tour}");
            assert_eq!(rating.ladder.is_none(), level == "extreme");
        }
    }
}

/// A technique is used in rounds, and in each of them for all numbers it applies to, so that a board and
/// its mirror images are equally hard.
#[test]
fn mirror_images_are_equally_hard() {
    for seed in 0..6 {
        let (tour, path) = generated("5x6", Some("hard"), seed);
        let rate = |tour: &Tour| {
            let rating = <Tour as Generate<Local>>::rate(tour, &mut Meter::unlimited());
            let rating = rating.unwrap().unwrap();
            (rating.level, rating.ladder)
        };
        let size = tour.size();
        let mirror = |at: Square| Square { row: at.row, col: size.cols - 1 - at.col };
        let given = tour.all_given().map(|(number, at)| (number, mirror(at)));
        let mirrored = Tour::new(size).with_numbers(given.collect::<Vec<_>>());
        assert_eq!(rate(&tour), rate(&mirrored), "{tour}");
        assert_eq!(path.len() as u64, tour.squares());
    }
}

#[test]
fn positions_with_numbers_survive_their_text() {
    let (tour, path) = generated("5x5", Some("easy"), 3);
    let mut position = tour.begin();
    let open: Vec<u32> =
        (2..=25).filter(|&number| tour.square_of(&position, number).is_none()).collect();
    for &number in open.iter().rev() {
        let made = put(number, path[number as usize - 1]);
        assert!(tour.moves(&position, made.at).contains(&made));
        tour.make(&mut position, made).unwrap();
        let text = tour.written(&position);
        let mut again = tour.begin();
        for made in tour.moves_of(&Source::new("text", text.clone())).unwrap() {
            tour.make(&mut again, made).unwrap();
        }
        assert_eq!(again, position, "{text}");
    }
    assert_eq!(tour.state(&position), PlayState::Won);
}

#[test]
fn numbers_that_break_a_rule_are_named() {
    let board = Size { rows: 5, cols: 5 };
    let square = |row, col| Square { row, col };
    let clues = [(1, square(0, 0)), (9, square(2, 2)), (25, square(4, 4))];
    let tour = Tour::new(board).with_numbers(clues);
    let position = tour.begin();
    let said = |number, at| {
        let fault = tour.make(&mut position.clone(), put(number, at)).err();
        fault.map(|fault| fault.message(Lang::En)).unwrap_or_default()
    };
    assert_eq!(said(8, square(0, 1)), "");
    assert!(said(8, square(2, 3)).contains("no move joins 3,4 to 3,3, where 9 stands"));
    assert!(said(9, square(0, 1)).contains("the number 9 is at 3,3"));
    assert!(said(12, square(2, 2)).contains("3,3 has the number 9"));
    assert!(said(26, square(0, 1)).contains("numbers range from 1 to 25"));
    let plain = Tour::new(board);
    let fault = plain.make(&mut plain.begin(), put(3, square(0, 1))).unwrap_err();
    assert!(fault.message(Lang::En).contains("only on boards with given numbers"));
    let malformed = tour.moves_of(&Source::new("text", "1,1 x=2,3")).unwrap_err();
    assert_eq!((malformed.code(), malformed.place()), ("U0101", Some((1, 5))));
    assert!(tour.text().contains('9'));
}
