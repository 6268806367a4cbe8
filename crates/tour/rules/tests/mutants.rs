//! The verifier rejects what is almost right: every small change of a tour, every forged argument.

mod path;

use path::{find, tour_of};
use tabuleiro_core::board::{Size, Square, Squares};
use tabuleiro_core::contract::{Claim, Format, Options, Print, Puzzle, Statement, Verify};
use tabuleiro_core::leaper::{Edges, Leaper, Leaps};
use tabuleiro_core::locale::Lang;
use tabuleiro_core::random::Rng;
use tabuleiro_core::text::Source;
use tabuleiro_tour_rules::{Argument, Numbers, Tour};

fn square(row: u32, col: u32) -> Square {
    Square { row: row - 1, col: col - 1 }
}

/// Boards that have a tour.
fn solvable() -> Vec<Tour> {
    let eight = Tour::new(Size { rows: 8, cols: 8 });
    let torus = Leaps { edges: Edges::Torus, ..Leaps::PLAIN };
    let zebra = Leaps { edges: Edges::Torus, leaper: Leaper::new(2, 3).unwrap() };
    let drawn = [
        // A knight around a hole, and with holes beside its way.
        "closed\n...\n.#.\n...\n",
        "...\n.#.\n..S\n",
        "S##\n##.\nE##\n",
        // A piece that goes one square: few squares, dead ends, holes, edges that touch.
        "leaper 0,1\n.\n",
        "leaper 0,1\n...\n",
        "leaper 0,1\nS..E\n",
        "leaper 0,1\n.#\n..\n",
        "closed leaper 0,1\n..\n",
        "closed leaper 0,1\n..\n..\n",
        "closed leaper 0,1\nS..\n...\n",
        "leaper 0,1\n...\n...\n...\n",
        "torus leaper 0,1\n.#.\n...\n",
        "closed torus\n.....\n.....\n.....\n.....\n.....\n",
        "closed torus leaper 1,1\n.....\n.....\n.....\n.....\n.....\n",
        "torus\n...\n.#.\n...\n",
        "leaper 0,1\n1 . .\n. 5 .\n. . 9\n",
    ];
    let mut boards = vec![
        Tour::new(Size { rows: 3, cols: 4 }),
        Tour::new(Size { rows: 5, cols: 5 }).with_start(square(1, 1)),
        Tour::new(Size { rows: 4, cols: 5 }).with_start(square(1, 1)),
        eight.clone(),
        eight.clone().closed(),
        eight.clone().with_start(square(1, 1)).with_end(square(8, 1)),
        Tour::new(Size { rows: 5, cols: 5 }).with_leaper(torus),
        Tour::new(Size { rows: 4, cols: 6 }).with_leaper(torus).closed(),
        Tour::new(Size { rows: 5, cols: 6 }).with_leaper(zebra),
        Tour::new(Size { rows: 3, cols: 10 }).closed(),
        Tour::new(Size { rows: 6, cols: 6 })
            .with_start(square(1, 1))
            .with_end(square(2, 3))
            .closed(),
        Tour::new(Size { rows: 5, cols: 5 }).with_start(square(3, 3)),
        Tour::new(Size { rows: 5, cols: 4 }).with_start(square(1, 1)),
    ];
    boards.extend(drawn.map(read));
    let numbers = tour_of(&eight);
    let stands = |number| numbers.all().iter().position(|&known| known == number);
    let given = [1, 10, 64].map(|number| (number, eight.size().square(stands(number).unwrap())));
    boards.push(eight.clone().with_numbers(given));
    boards
}

fn read(text: &str) -> Tour {
    let source = Source::new("board", text);
    Tour::read(&source, &Options::default()).next().unwrap().unwrap()
}

#[test]
fn every_change_of_one_number_is_rejected() {
    for tour in solvable() {
        let right = tour_of(&tour);
        assert_eq!(tour.verify(&right), Ok(()));
        let most = tour.squares() as u32;
        for place in 0..right.all().len() {
            for number in (0..=most + 1).chain([u32::MAX]) {
                let mut numbers = right.all().to_vec();
                if numbers[place] == number {
                    continue;
                }
                numbers[place] = number;
                let wrong = Numbers::new(tour.size(), numbers);
                assert!(tour.verify(&wrong).is_err(), "{place} {number}");
            }
        }
    }
}

#[test]
fn every_swap_is_rejected() {
    for tour in solvable() {
        let right = tour_of(&tour);
        for i in 0..right.all().len() {
            for j in 0..i {
                let mut numbers = right.all().to_vec();
                numbers.swap(i, j);
                // Two squares of a tour may be exchanged if both are next to both neighbours; the
                // definition itself says which.
                let swapped = Numbers::new(tour.size(), numbers);
                assert_eq!(tour.verify(&swapped).is_ok(), is_tour(&tour, &swapped), "{i} {j}");
            }
        }
    }
}

/// The definition, by looking up every number.
fn is_tour(tour: &Tour, numbers: &Numbers) -> bool {
    let place = |number: u32| {
        let index = numbers.all().iter().position(|&n| n == number)?;
        Some(tour.size().square(index))
    };
    let path: Option<Vec<Square>> = (1..=tour.squares() as u32).map(place).collect();
    path.is_some_and(|path| {
        path.windows(2).all(|pair| tour.joins(pair[0], pair[1]))
            && path.iter().all(|&square| tour.has(square))
            && tour.clues().iter().all(|(number, at)| path[number as usize - 1] == at)
            && tour.start().is_none_or(|start| start == path[0])
            && tour.end().is_none_or(|end| end == path[path.len() - 1])
            && (!tour.is_closed() || tour.joins(path[0], path[path.len() - 1]))
    })
}

#[test]
fn no_argument_holds_against_a_board_with_a_tour() {
    let mut rng = Rng::new(7);
    for tour in solvable() {
        let squares: Vec<Square> = tour.each_square().collect();
        let mut forged = vec![
            Argument::Colours,
            Argument::FourWide,
            Argument::EndsApart,
            Argument::Numbers,
            Argument::Hall(Vec::new()),
        ];
        let of_colour = |dark| squares.iter().copied().filter(move |s| (s.row + s.col) % 2 == dark);
        forged.extend([0, 1].map(|dark| Argument::Hall(of_colour(dark).collect())));
        forged.push(Argument::Hall(squares.clone()));
        forged.extend(squares.iter().map(|&square| Argument::Crowded(square)));
        for _ in 0..500 {
            let mut some = squares.clone();
            rng.shuffle(&mut some);
            some.truncate(rng.below(7));
            forged.push(Argument::DeadEnds(some.clone()));
            forged.push(Argument::Pieces(some.clone()));
            forged.push(Argument::Hall(some.clone()));
            let light = rng.below(2) as u32;
            some.retain(|square| (square.row + square.col) % 2 == light);
            forged.push(Argument::Hall(some.clone()));
            // The same square twice, and squares that are not there.
            some.extend(some.clone());
            some.push(square(100, 100));
            forged.push(Argument::DeadEnds(some.clone()));
            forged.push(Argument::Hall(some.clone()));
            forged.push(Argument::Pieces(some));
        }
        // On small boards every set there is, holes included.
        let area = tour.size().area() as usize;
        for set in 0..1usize << if area <= 9 { area } else { 0 } {
            let of_set = (0..area).filter(|place| set >> place & 1 == 1);
            let some: Vec<Square> = of_set.map(|place| tour.size().square(place)).collect();
            forged.push(Argument::DeadEnds(some.clone()));
            forged.push(Argument::Pieces(some.clone()));
            forged.push(Argument::Hall(some.clone()));
            let twice = [&some[..], &some[..]].concat();
            forged.push(Argument::DeadEnds(twice.clone()));
            forged.push(Argument::Hall(twice));
        }
        for argument in forged {
            assert!(tour.refute(&argument).is_err(), "{argument:?} on\n{tour}");
        }
    }
}

#[test]
fn boards_four_wide_with_holes_are_not_refuted_by_their_width() {
    let mut rng = Rng::new(4);
    let mut found = [0; 2];
    for _ in 0..400 {
        let size = Size { rows: 4, cols: 5 + rng.below(3) as u32 };
        let mut holes = Squares::none(size.area() as usize);
        (0..2).for_each(|_| holes.insert(rng.below(size.area() as usize)));
        let board = Tour::new(size).without(holes);
        let start = Square { row: 1 + rng.below(2) as u32, col: rng.below(5) as u32 };
        let closed = rng.below(2) == 0;
        let tour = if closed { board.closed() } else { board.with_start(start) };
        if tour.start().is_some_and(|start| !tour.has(start)) {
            continue;
        }
        if find(&tour, 5).is_some() {
            found[usize::from(closed)] += 1;
            assert!(tour.refute(&Argument::FourWide).is_err(), "\n{tour}");
        }
    }
    assert!(found.iter().all(|&boards| boards > 0), "{found:?}");
}

#[test]
fn numbers_of_a_tour_are_never_too_far_apart() {
    let mut rng = Rng::new(5);
    for tour in solvable() {
        let right = tour_of(&tour);
        let stands = right.all();
        for _ in 0..100 {
            let mut squares: Vec<Square> = tour.each_square().collect();
            rng.shuffle(&mut squares);
            squares.truncate(1 + rng.below(6));
            let given = squares.iter().map(|&at| (stands[tour.size().index(at)], at));
            let bare = Tour::new(tour.size()).without(holes(&tour)).with_leaper(tour.leaps());
            let board = bare.with_numbers(given);
            assert!(board.refute(&Argument::Numbers).is_err(), "\n{board}");
            assert_eq!(board.verify(&right), Ok(()), "\n{board}");
        }
    }
}

fn holes(tour: &Tour) -> Squares {
    let mut holes = Squares::none(tour.size().area() as usize);
    let outside = tour.size().squares().filter(|&square| !tour.has(square));
    outside.for_each(|square| holes.insert(tour.size().index(square)));
    holes
}

#[test]
fn a_true_argument_with_one_square_that_does_not_belong_is_refused() {
    let board = |rows, cols| Tour::new(Size { rows, cols });
    let centre = vec![square(2, 2), square(2, 3), square(3, 2), square(3, 3)];
    let ends = vec![square(1, 1), square(1, 2), square(2, 1)];
    type Named = fn(Vec<Square>) -> Argument;
    let cases: [(Tour, Named, Vec<Square>, Square); 3] = [
        (board(4, 4).closed(), Argument::Pieces, centre, square(5, 5)),
        // The middle of a board two wide has two neighbours.
        (board(2, 5), Argument::DeadEnds, ends, square(1, 3)),
        (
            board(3, 3).closed().without(corner(3, 1)),
            Argument::Hall,
            vec![square(2, 2)],
            square(3, 1),
        ),
    ];
    for (tour, named, squares, strange) in cases {
        assert_eq!(tour.refute(&named(squares.clone())), Ok(()), "\n{tour}");
        for other in [squares[0], strange, square(100, 100)] {
            let more = [&squares[..], &[other]].concat();
            assert!(tour.refute(&named(more)).is_err(), "{other} on\n{tour}");
        }
    }
}

#[test]
fn true_arguments_hold() {
    let board = |rows, cols| Tour::new(Size { rows, cols });
    let cases = [
        (board(5, 5).closed(), Argument::Colours),
        (board(5, 5).with_start(square(1, 2)), Argument::Colours),
        (board(6, 6).with_start(square(1, 1)).with_end(square(6, 6)), Argument::Colours),
        (board(2, 5), Argument::DeadEnds(vec![square(1, 1), square(1, 2), square(2, 1)])),
        (board(1, 2), Argument::DeadEnds(vec![square(1, 1)])),
        (board(1, 1).closed(), Argument::DeadEnds(vec![square(1, 1)])),
        (board(3, 3), Argument::Pieces(vec![])),
        // Without these two pairs the corners and the middle of a 4x4 board are six pieces.
        (
            board(4, 4).closed(),
            Argument::Pieces(vec![square(2, 2), square(2, 3), square(3, 2), square(3, 3)]),
        ),
        (board(4, 7).closed(), Argument::FourWide),
        (board(7, 4).with_start(square(3, 2)), Argument::FourWide),
        (board(6, 6).with_start(square(1, 1)).with_end(square(1, 2)).closed(), Argument::EndsApart),
        (board(3, 3).closed().without(corner(3, 1)), Argument::Hall(vec![square(2, 2)])),
        (
            board(6, 6).with_numbers([(1, square(1, 1)), (2, square(1, 2)), (9, square(3, 3))]),
            Argument::Numbers,
        ),
        (
            board(6, 6).with_numbers([(4, square(1, 1)), (7, square(1, 2)), (9, square(6, 5))]),
            Argument::Numbers,
        ),
    ];
    for (tour, argument) in cases {
        assert_eq!(tour.refute(&argument), Ok(()), "{argument:?} on\n{tour}");
        let text = format!("{{\"proof\":{}}}", printed(&argument));
        let said = tour.claim(&Source::new("proof", text)).unwrap();
        assert!(matches!(said, Statement::Claim(Claim::Argument(read)) if read == argument));
    }
}

/// One square of a square board, as a set.
fn corner(side: u32, col: u32) -> Squares {
    let size = Size { rows: side, cols: side };
    let mut set = Squares::none(size.area() as usize);
    set.insert(size.index(square(side, col)));
    set
}

fn printed(argument: &Argument) -> String {
    let mut bytes = Vec::new();
    argument.print(Format::Json, Lang::En, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}
