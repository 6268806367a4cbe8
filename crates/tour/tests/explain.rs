//! Hints and verdicts of tours: every step is checked, every verdict agrees with an exhaustive walk, and
//! steps that were tampered with are refused.

use std::collections::HashMap;

use search::{Meter, Outcome, Proof};
use tabuleiro_core::board::{Size, Square, Squares};
use tabuleiro_core::contract::Verify;
use tabuleiro_core::explain::{Advice, Explain, Step};
use tabuleiro_core::locale::Lang;
use tabuleiro_core::play::{Move, Play, PlayState};
use tabuleiro_core::random::Rng;
use tabuleiro_core::text::Source;
use tabuleiro_tour::{Local, Tour, TourPosition};

fn go(at: Square) -> Move {
    Move { action: "go", at, to: None, value: None }
}

/// A random board: holes, a start, an end, given numbers, closed or not.
fn board(rng: &mut Rng) -> Tour {
    let size = Size { rows: 3 + rng.below(2) as u32, cols: 4 + rng.below(2) as u32 };
    let area = size.area() as usize;
    let square = |rng: &mut Rng| size.square(rng.below(area));
    let mut tour = Tour::new(size);
    if rng.below(3) == 0 {
        let mut holes = Squares::none(area);
        (0..1 + rng.below(2)).for_each(|_| holes.insert(rng.below(area)));
        tour = tour.without(holes);
    }
    let start = square(rng);
    if rng.below(2) == 0 && tour.has(start) {
        tour = tour.with_start(start);
    }
    let end = square(rng);
    if rng.below(3) == 0 && tour.has(end) && end != start {
        tour = tour.with_end(end);
    } else if rng.below(3) == 0 {
        tour = tour.closed();
    }
    let clue = square(rng);
    if rng.below(3) == 0 && tour.has(clue) && ![Some(start), Some(end)].contains(&Some(clue)) {
        let number = 2 + rng.below(tour.squares() as usize - 3) as u32;
        tour = tour.with_numbers([(number, clue)]);
    }
    tour
}

fn legal(tour: &Tour, position: &TourPosition) -> Vec<Move> {
    tour.size().squares().flat_map(|at| tour.moves(position, at)).collect()
}

/// The moves that walk on.
fn walks(tour: &Tour, position: &TourPosition) -> Vec<Move> {
    let mut legal = legal(tour, position);
    legal.retain(|made| made.value.is_none());
    legal
}

/// Whether a path can be completed, by walking on in every way.
fn wins(tour: &Tour, position: &TourPosition) -> bool {
    tour.state(position) == PlayState::Won
        || walks(tour, position).into_iter().any(|made| {
            let mut next = position.clone();
            tour.make(&mut next, made).unwrap();
            wins(tour, &next)
        })
}

fn advise(tour: &Tour, position: &TourPosition) -> Advice {
    Explain::<Local>::advise(tour, position, &mut Meter::unlimited()).unwrap()
}

fn holds(tour: &Tour, position: &TourPosition, step: &Step) -> bool {
    tour.entails(position, step, &mut Meter::unlimited()).unwrap().is_ok()
}

#[test]
fn hints_and_verdicts_agree_with_walking_on_in_every_way() {
    let mut rng = Rng::new(3);
    let (mut steps, mut lost, mut techniques) = (0, 0, HashMap::new());
    for _ in 0..800 {
        let tour = board(&mut rng);
        let mut position = tour.begin();
        loop {
            // Now and then a number is put ahead of the path.
            let puts = rng.below(4) == 0;
            let moves = if puts { legal(&tour, &position) } else { walks(&tour, &position) };
            // The first squares have more ways on than a walk in every way has time for.
            let mut advised = None;
            if position.path().len() > 5 || tour.squares() <= 12 {
                let won = wins(&tour, &position);
                match Explain::<Local>::winnable(&tour, &position, &mut Meter::unlimited()) {
                    Outcome::Solved(rest) => assert!(won && tour.wins(&position, &rest)),
                    Outcome::Impossible(proof) => {
                        assert!(!won, "{tour}{position:?}");
                        if let Proof::Argument(argument) = proof {
                            let rest = tour.remaining(&position).unwrap();
                            assert_eq!(rest.refute(&argument), Ok(()));
                        }
                    }
                    Outcome::Unknown(limit) => panic!("{limit:?}"),
                }
                match advise(&tour, &position) {
                    Advice::Step(step) => {
                        assert!(won && holds(&tour, &position, &step), "{tour}{step:?}");
                        *techniques.entry(step.technique).or_insert(0) += 1;
                        steps += 1;
                        // Now and then another way than the one advised.
                        advised = Some(step.moves[0]).filter(|_| rng.below(6) > 0);
                    }
                    Advice::Won => assert_eq!(tour.state(&position), PlayState::Won),
                    Advice::Lost => {
                        assert!(!won);
                        lost += 1;
                    }
                    other => panic!("{other:?}"),
                }
            }
            if moves.is_empty() {
                break;
            }
            let made = advised.unwrap_or_else(|| moves[rng.below(moves.len())]);
            tour.make(&mut position, made).unwrap();
        }
    }
    assert!(steps > 200 && lost > 300, "{steps} {lost} {techniques:?}");
    for technique in ["only-way", "dead-ends", "fewest-ways"] {
        assert!(techniques.contains_key(technique), "{techniques:?}");
    }
}

#[test]
fn a_step_that_was_tampered_with_is_refused() {
    let mut refused = 0;
    for seed in 0..12 {
        let mut rng = Rng::new(seed);
        let tour = Tour::new(Size { rows: 5, cols: 5 });
        let mut position = tour.begin();
        tour.make(&mut position, go(Square { row: 0, col: 0 })).unwrap();
        while let Advice::Step(step) = advise(&tour, &position) {
            for other in legal(&tour, &position).into_iter().filter(|&m| m != step.moves[0]) {
                let mut forged = (*step).clone();
                forged.moves = vec![other];
                assert!(!holds(&tour, &position, &forged));
                forged.conclusion[0].squares = vec![other.at];
                assert!(!holds(&tour, &position, &forged));
            }
            for index in 0..step.premises.len() {
                let mut forged = (*step).clone();
                let premise = &mut forged.premises[index];
                match premise.rule {
                    "rest" if !premise.squares.is_empty() => {
                        premise.squares.pop();
                    }
                    "rest" => continue,
                    "no-other" => premise.squares.push(Square { row: 0, col: 0 }),
                    // About the move that is advised, no argument holds.
                    _ => premise.squares[0] = step.moves[0].at,
                }
                assert!(!holds(&tour, &position, &forged), "{forged:?}");
                refused += 1;
                let mut forged = (*step).clone();
                let gone = forged.premises.remove(index);
                let needed = gone.rule == "rest"
                    || !["fewest-ways", "search", "only-way"].contains(&step.technique);
                assert!(!needed || !holds(&tour, &position, &forged), "{forged:?}");
            }
            // Now and then another way than the one advised.
            let ways = legal(&tour, &position);
            let made = if rng.below(4) == 0 { ways[rng.below(ways.len())] } else { step.moves[0] };
            tour.make(&mut position, made).unwrap();
        }
    }
    assert!(refused > 300, "{refused}");
}

#[test]
fn moves_that_break_a_rule_are_named() {
    let size = Size { rows: 4, cols: 5 };
    let square = |row, col| Square { row, col };
    let mut holes = Squares::none(20);
    holes.insert(size.index(square(2, 1)));
    let tour = Tour::new(size)
        .without(holes)
        .with_start(square(0, 0))
        .with_numbers([(2, square(1, 2)), (9, square(3, 3))]);
    let mut position = tour.begin();
    let said = |position: &TourPosition, at| {
        let fault = tour.make(&mut position.clone(), go(at)).err();
        fault.map(|fault| fault.message(Lang::En)).unwrap_or_default()
    };
    assert!(said(&position, square(2, 1)).contains("not part of the board"));
    assert!(said(&position, square(0, 0)).contains("has been visited"));
    assert!(said(&position, square(3, 4)).contains("no move leads from 1,1 to 4,5"));
    tour.make(&mut position, go(square(1, 2))).unwrap();
    assert!(said(&position, square(3, 3)).contains("has the number 9"));
    let text = tour.written(&position);
    assert_eq!(text, "1,1 2,3\n");
    assert_eq!(tour.moves_of(&Source::new("text", text)).unwrap(), [go(square(1, 2))]);
    let malformed = tour.moves_of(&Source::new("text", "1,1 x")).unwrap_err();
    assert_eq!((malformed.code(), malformed.place()), ("B0103", Some((1, 5))));
}

#[test]
fn verdicts_on_prefixes_of_the_chessboard_are_verified() {
    let tour = Tour::new(Size { rows: 8, cols: 8 });
    let (mut won, mut lost, mut argued) = (0, 0, 0);
    for seed in 0..6 {
        let mut rng = Rng::new(seed);
        let mut position = tour.begin();
        tour.make(&mut position, go(Square { row: 0, col: 0 })).unwrap();
        loop {
            let mut ways = legal(&tour, &position);
            if ways.is_empty() {
                break;
            }
            // Warnsdorff's rule three times of four.
            let free = |made: &Move| {
                let mut next = position.clone();
                tour.make(&mut next, *made).unwrap();
                legal(&tour, &next).len()
            };
            if rng.below(4) > 0 {
                ways.sort_by_key(free);
                ways.truncate(1);
            }
            tour.make(&mut position, ways[rng.below(ways.len())]).unwrap();
            match Explain::<Local>::winnable(&tour, &position, &mut Meter::unlimited()) {
                Outcome::Solved(rest) => {
                    assert!(tour.wins(&position, &rest));
                    won += 1;
                }
                Outcome::Impossible(Proof::Argument(argument)) => {
                    let rest = tour.remaining(&position).unwrap();
                    assert_eq!(rest.refute(&argument), Ok(()));
                    (lost, argued) = (lost + 1, argued + 1);
                }
                Outcome::Impossible(Proof::Exhaustion) => lost += 1,
                Outcome::Unknown(limit) => panic!("{limit:?}"),
            }
        }
    }
    assert!(won > 50 && argued > 30 && argued * 10 > lost * 8, "{won} {lost} {argued}");
}
