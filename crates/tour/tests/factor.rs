//! The strategy `factor`, boards that are no rectangles of a knight, and why boards have no tour.

mod oracle;
mod refuted;
mod riddled;

use riddled::with_holes;
use search::{Limits, Meter, Outcome, Proof};
use tabuleiro_core::board::{Size, Square, Squares};
use tabuleiro_core::contract::{Solve, Verify};
use tabuleiro_core::leaper::{Edges, Leaper, Leaps};
use tabuleiro_core::random::Rng;
use tabuleiro_tour::{Argument, Numbers, Plan, Tour};

type Found = Outcome<Numbers, Argument>;

/// Solves, and checks what comes of it.
fn run(tour: &Tour, how: Plan) -> Found {
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
    outcome
}

fn is_solved(found: &Found) -> bool {
    matches!(found, Outcome::Solved(_))
}

fn board(rows: u32, cols: u32) -> Tour {
    Tour::new(Size { rows, cols })
}

fn leaper(one: u32, other: u32) -> Leaps {
    Leaps { leaper: Leaper::new(one, other).unwrap(), ..Leaps::PLAIN }
}

fn without(tour: Tour, squares: impl IntoIterator<Item = Square>) -> Tour {
    let mut holes = Squares::none(tour.size().area() as usize);
    squares.into_iter().for_each(|square| holes.insert(tour.size().index(square)));
    tour.without(holes)
}

#[test]
fn factor_agrees_with_schwenk_on_every_board_of_even_area_up_to_twenty() {
    let mut boards = 0;
    for rows in 3..=20 {
        for cols in (rows..=20).filter(|cols| rows * cols % 2 == 0) {
            let none = rows == 4 || rows == 3 && matches!(cols, 4 | 6 | 8);
            let found = run(&board(rows, cols).closed(), Plan::Factor);
            assert_eq!(is_solved(&found), !none, "{rows}x{cols}");
            boards += 1;
        }
    }
    assert_eq!(boards, 126);
}

#[test]
fn factor_joins_given_ends() {
    let mut rng = Rng::new(3);
    for _ in 0..60 {
        let size = Size { rows: 6 + rng.below(20) as u32, cols: 6 + rng.below(20) as u32 };
        let any = |rng: &mut Rng| size.square(rng.below(size.area() as usize));
        let (start, end) = (any(&mut rng), any(&mut rng));
        let odd = size.area() % 2 == 1;
        let light = |square: Square| (square.row + square.col).is_multiple_of(2);
        let fits = |square| !odd || light(square);
        if !fits(start) || !fits(end) || start == end || start.same_colour(end) != odd {
            continue;
        }
        let whole = Tour::new(size);
        for tour in [
            whole.clone().with_start(start).with_end(end),
            whole.clone().with_start(start),
            whole.with_end(end),
        ] {
            assert!(is_solved(&run(&tour, Plan::Factor)), "{tour}");
        }
    }
}

#[test]
fn other_leapers_tour_the_boards_that_they_are_known_to_tour() {
    // Knuth 1994: the smallest circuits of {r, r+1} are (2r+1) x (6r+4).
    let thin = [((1, 2), (3, 10)), ((2, 3), (5, 16)), ((3, 4), (7, 22))];
    // Willcocks, Beluhov 2022: the square of side 2(p+q).
    let square = [((2, 3), (10, 10)), ((1, 4), (10, 10)), ((3, 4), (14, 14))];
    for ((one, other), (rows, cols)) in thin.into_iter().chain(square) {
        let tour = board(rows, cols).with_leaper(leaper(one, other)).closed();
        assert!(is_solved(&run(&tour, Plan::Factor)), "{one},{other} on {rows}x{cols}");
    }
}

#[test]
fn every_torus_of_more_than_two_squares_has_a_closed_tour() {
    for rows in 1..=7 {
        for cols in (1..=8).filter(|cols| rows * cols > 2) {
            let leaps = Leaps { edges: Edges::Torus, ..Leaps::PLAIN };
            let tour = board(rows, cols).with_leaper(leaps).closed();
            for how in [Plan::Roth, Plan::Factor] {
                assert!(is_solved(&run(&tour, how)), "{rows}x{cols} {how:?}");
            }
        }
    }
}

#[test]
fn large_boards_with_holes_are_toured_or_refuted() {
    let mut rng = Rng::new(5);
    for percent in [0, 1, 5, 10, 20] {
        for tour in [board(100, 100), board(101, 60), board(100, 100).closed()] {
            let tour = with_holes(tour, percent, &mut rng);
            let found = run(&tour, Plan::Factor);
            assert!(!matches!(found, Outcome::Unknown(_)), "{percent} %\n{tour}");
            assert!(percent > 10 || is_solved(&found), "{percent} %\n{tour}");
        }
    }
}

/// Decides a board by links, by the default and by the oracle, if it is small.
fn decided(tour: &Tour) -> bool {
    let found = run(tour, Plan::Roth);
    assert!(!matches!(found, Outcome::Unknown(_)), "{tour}");
    let links = run(tour, Plan::Factor);
    assert!(matches!(links, Outcome::Unknown(_)) || is_solved(&links) == is_solved(&found));
    if tour.squares() <= 20 {
        assert_eq!(is_solved(&found), oracle::count_tours(tour) > 0, "{tour}");
    }
    is_solved(&found)
}

#[test]
fn odd_boards_without_a_square_have_closed_tours_as_demaio_and_hippchen_say() {
    // Their theorem for a corner, or any square of its colour, of odd boards from 5 up.
    for (rows, cols) in [(3, 5), (3, 7), (5, 5), (5, 7), (7, 7)] {
        for hole in (Size { rows, cols }).squares() {
            let found = decided(&without(board(rows, cols).closed(), [hole]));
            let light = (hole.row + hole.col) % 2 == 0;
            assert!(light || !found, "{rows}x{cols} without {hole}");
            if rows > 5 {
                assert_eq!(found, light, "{rows}x{cols} without {hole}");
            }
        }
    }
}

#[test]
fn boards_without_two_corners_and_rings_are_decided() {
    for rows in 3..=6 {
        for cols in rows..=7 {
            let corner = |down, right| Square {
                row: if down { rows - 1 } else { 0 },
                col: if right { cols - 1 } else { 0 },
            };
            for other in [corner(false, true), corner(true, false), corner(true, true)] {
                let tour = without(board(rows, cols), [corner(false, false), other]);
                decided(&tour);
                decided(&tour.closed());
            }
            for rim in 1..3 {
                let inner = |at: u32, side: u32| (rim..side.saturating_sub(rim)).contains(&at);
                let within = |square: &Square| inner(square.row, rows) && inner(square.col, cols);
                let centre = (Size { rows, cols }).squares().filter(within);
                let tour = without(board(rows, cols), centre);
                decided(&tour);
                decided(&tour.closed());
            }
        }
    }
}

#[test]
fn every_board_up_to_sixty_that_has_no_tour_is_refuted() {
    assert_eq!(refuted::up_to(60), [612, 119]);
}
