//! Every complete strategy agrees with the others and with an oracle, on all small boards and on
//! random ones.

mod oracle;

use search::{Limit, Limits, Meter, Outcome, Proof, Reach};
use tabuleiro_core::board::{Size, Square, Squares};
use tabuleiro_core::contract::{Count, Ended, Fact, Options, Solve, Verify};
use tabuleiro_core::leaper::{Edges, Leaper, Leaps};
use tabuleiro_core::random::Rng;
use tabuleiro_tour::{Asked, Tour};

/// Checks all strategies and the count on one board against the oracle.
fn agree(tour: &Tour) {
    let directed = oracle::count_tours(tour);
    let limits = Limits::default();
    for strategy in Tour::STRATEGIES {
        let how = tour.plan(strategy.name, &Options::default()).unwrap();
        let outcome = tour.solve(&how, &mut Meter::new(&limits), &mut (), &mut Vec::new());
        let context = || format!("{} on\n{tour}", strategy.name);
        match outcome {
            Outcome::Solved(solution) => {
                assert!(directed > 0, "{}", context());
                assert_eq!(tour.verify(&solution), Ok(()), "{}", context());
            }
            Outcome::Impossible(proof) => {
                assert_eq!(directed, 0, "{}", context());
                if let Proof::Argument(argument) = proof {
                    assert_eq!(tour.refute(&argument), Ok(()), "{}", context());
                }
            }
            Outcome::Unknown(Limit::Incomplete) if strategy.reach == Reach::Partial => {}
            Outcome::Unknown(limit) => panic!("{limit:?}: {}", context()),
        }
    }
    let counted = tour.count(&Asked::All, None, &mut Meter::new(&limits)).unwrap();
    assert_eq!(counted.ended, Ended::Exhausted);
    let is_given = tour.start().is_some() || tour.end().is_some() || !tour.clues().is_empty();
    // What the oracle counts are numberings. Without a given number a closed tour has one for each
    // start and direction, which are one on two squares.
    let cycles = tour.is_closed() && !is_given;
    let expected = if cycles { directed.div_ceil(2 * tour.squares()) } else { directed };
    assert_eq!(counted.count, expected.into(), "count of\n{tour}");
    let unit = if cycles { "undirected" } else { "directed" };
    assert!(counted.facts.contains(&("directed", Fact::Is(!cycles))), "{unit} on\n{tour}");
    let up_to = tour.count(&Asked::All, Some(2), &mut Meter::new(&limits)).unwrap();
    assert_eq!(up_to.count, expected.min(2).into(), "up to two of\n{tour}");
}

#[test]
fn every_start_of_every_board_up_to_twenty_squares() {
    let mut boards = 0;
    for rows in 1..=4 {
        for cols in rows..=20 / rows {
            let whole = Tour::new(Size { rows, cols });
            for tour in [whole.clone(), whole.clone().closed()] {
                agree(&tour);
                for start in tour.each_square() {
                    agree(&tour.clone().with_start(start));
                    boards += 1;
                }
            }
        }
    }
    assert!(boards > 500);
}

#[test]
fn random_boards_with_holes_and_given_ends() {
    let mut rng = Rng::new(2026);
    for _ in 0..1000 {
        let size = Size { rows: 3 + rng.below(3) as u32, cols: 3 + rng.below(4) as u32 };
        let mut holes = Squares::none(size.area() as usize);
        let fewest = (size.area() as usize).saturating_sub(16);
        for _ in 0..fewest + rng.below(6) {
            holes.insert(rng.below(size.area() as usize));
        }
        if holes.len() as u64 == size.area() || size.area() - holes.len() as u64 > 18 {
            continue;
        }
        let mut tour = Tour::new(size).without(holes);
        let squares: Vec<Square> = tour.each_square().collect();
        let start = squares[rng.below(squares.len())];
        let end = squares[rng.below(squares.len())];
        if rng.below(2) == 0 {
            tour = tour.with_start(start);
        }
        if rng.below(3) == 0 && start != end {
            tour = tour.with_end(end);
        }
        if rng.below(3) == 0 {
            tour = tour.closed();
        }
        agree(&tour);
    }
}

#[test]
fn random_boards_of_other_pieces_over_the_edges_and_with_numbers_given() {
    let mut rng = Rng::new(11);
    let mut solvable = [0; 2];
    for _ in 0..1500 {
        let size = Size { rows: 1 + rng.below(5) as u32, cols: 1 + rng.below(6) as u32 };
        let mut holes = Squares::none(size.area() as usize);
        while size.area() as usize - holes.len() > 7 + rng.below(6) {
            holes.insert(rng.below(size.area() as usize));
        }
        let edges = [Edges::Plane, Edges::Cylinder, Edges::Torus][rng.below(3)];
        // Some leap farther than the board is wide.
        let leapers =
            [(1, 2), (1, 2), (0, 1), (1, 1), (2, 3), (1, 3), (0, 2), (1, 4), (2, 5), (5, 41)];
        let (one, other) = leapers[rng.below(leapers.len())];
        let leaper = Leaper::new(one, other).unwrap();
        let mut tour = Tour::new(size).without(holes).with_leaper(Leaps { edges, leaper });
        let squares: Vec<Square> = tour.each_square().collect();
        if rng.below(3) == 0 {
            tour = tour.closed();
        }
        let mut places = squares.clone();
        let mut numbers: Vec<u32> = (1..=squares.len() as u32).collect();
        rng.shuffle(&mut places);
        rng.shuffle(&mut numbers);
        let given = rng.below(4).min(squares.len());
        tour = tour.with_numbers(numbers.into_iter().zip(places).take(given));
        let has_clues = !tour.clues().is_empty();
        solvable[usize::from(has_clues)] += u32::from(oracle::count_tours(&tour) > 0);
        agree(&tour);
    }
    assert!(solvable.iter().all(|&boards| boards > 40), "{solvable:?}");
}
