//! The strategy `factor`, and boards that are no rectangles of a knight.

mod oracle;

use search::{Limit, Limits, Meter, Outcome, Proof, Stats};
use tabuleiro::board::{Size, Square, Squares};
use tabuleiro::contract::{Solve, Verify};
use tabuleiro::leaper::{Edges, Leaper, Leaps};
use tabuleiro::random::Dice;
use tabuleiro::tour::{Argument, How, Numbers, Tour};

type Found = Outcome<Numbers, Argument>;

/// Solves, and checks what comes of it.
fn run(tour: &Tour, how: How) -> (Found, Stats) {
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let outcome = tour.solve(&how, &mut meter, &mut (), &mut Vec::new());
    match &outcome {
        Outcome::Solved(numbers) => assert_eq!(tour.verify(numbers), Ok(()), "{tour}"),
        Outcome::Impossible(Proof::Argument(argument)) => {
            assert_eq!(tour.refute(argument), Ok(()), "{argument:?} on\n{tour}");
        }
        _ => {}
    }
    (outcome, meter.stats())
}

fn board(rows: u32, cols: u32) -> Tour {
    Tour::new(Size { rows, cols })
}

fn leaper(one: u32, other: u32) -> Leaps {
    Leaps { leaper: Leaper::new(one, other).unwrap(), ..Leaps::PLAIN }
}

/// The board with so many holes in a hundred squares, as many light as dark ones, none of which
/// leaves a square around it with fewer than three neighbours.
fn with_holes(tour: Tour, percent: usize, dice: &mut Dice) -> Tour {
    let size = tour.size();
    let most = size.area() as usize * percent / 100 / 2 * 2;
    let mut holes = Squares::none(size.area() as usize);
    let mut dark = 0;
    while holes.len() < most {
        let place = dice.below(size.area() as usize);
        let square = size.square(place);
        let is_dark = (square.row + square.col) % 2 == 1;
        let left = |near| size.knight_moves(near).filter(|&s| !holes.contains(size.index(s)));
        let taken = holes.contains(place) || is_dark != (dark % 2 == 1);
        if taken || size.knight_moves(square).any(|near| left(near).count() < 4) {
            continue;
        }
        holes.insert(place);
        dark += 1;
    }
    tour.without(holes)
}

fn is_solved(found: &Found) -> bool {
    matches!(found, Outcome::Solved(_))
}

#[test]
fn factor_agrees_with_schwenk_on_every_board_of_even_area_up_to_twenty() {
    let mut boards = 0;
    for rows in 3..=20 {
        for cols in (rows..=20).filter(|cols| rows * cols % 2 == 0) {
            let none = rows == 4 || rows == 3 && matches!(cols, 4 | 6 | 8);
            let found = run(&board(rows, cols).closed(), How::Factor).0;
            assert_eq!(is_solved(&found), !none, "{rows}x{cols}");
            boards += 1;
        }
    }
    assert_eq!(boards, 126);
}

#[test]
fn other_leapers_tour_the_boards_that_they_are_known_to_tour() {
    // Knuth 1994: the smallest circuits of {r, r+1}; Willcocks: squares of side 2(p+q).
    let cases = [((1, 2), (3, 10)), ((2, 3), (5, 16)), ((3, 4), (7, 22))];
    let squares = [((2, 3), (10, 10)), ((1, 4), (10, 10)), ((3, 4), (14, 14))];
    for ((one, other), (rows, cols)) in cases.into_iter().chain(squares) {
        let tour = board(rows, cols).by(leaper(one, other)).closed();
        let (found, stats) = run(&tour, How::Factor);
        println!("{one},{other} {rows}x{cols} {stats:?}");
        assert!(is_solved(&found), "{one},{other} on {rows}x{cols}");
    }
}

#[test]
fn every_torus_of_more_than_two_squares_has_a_closed_tour() {
    for rows in 1..=7 {
        for cols in (1..=8).filter(|cols| rows * cols > 2) {
            let leaps = Leaps { edges: Edges::Torus, ..Leaps::PLAIN };
            let tour = board(rows, cols).by(leaps).closed();
            assert!(is_solved(&run(&tour, How::Roth).0), "{rows}x{cols}");
            assert!(is_solved(&run(&tour, How::Factor).0), "{rows}x{cols} by links");
        }
    }
}

#[test]
fn large_boards_with_holes_are_toured_or_refuted() {
    let mut dice = Dice::new(5);
    for percent in [0, 1, 5, 10, 20] {
        let mut counts = [0; 3];
        for _ in 0..20 {
            for tour in [board(100, 100), board(101, 60), board(100, 100).closed()] {
                let tour = with_holes(tour, percent, &mut dice);
                let (found, stats) = run(&tour, How::Factor);
                counts[match found {
                    Outcome::Solved(_) => 0,
                    Outcome::Impossible(_) => 1,
                    Outcome::Unknown(_) => 2,
                }] += 1;
                let _ = stats;
            }
        }
        println!("{percent} %: {counts:?}");
    }
}

#[test]
fn speed() {
    let mut dice = Dice::new(5);
    for (side, percent) in [(50, 0), (100, 0), (100, 20), (300, 1), (1000, 1), (1000, 0)] {
        let tour = with_holes(board(side, side).closed(), percent, &mut dice);
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let outcome = tour.solve(&How::Factor, &mut meter, &mut (), &mut Vec::new());
        let elapsed = meter.elapsed();
        println!("{side} {percent}% {} {elapsed:?} {:?}", is_solved(&outcome), meter.stats());
    }
}
