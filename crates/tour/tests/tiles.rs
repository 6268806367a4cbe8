//! Tours laid in tiles, through the strategies that lay them.

use search::{Limit, Limits, Meter, Outcome};
use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::contract::{Format, Print, Solve, Verify};
use tabuleiro_core::locale::Lang;
use tabuleiro_core::random::Rng;
use tabuleiro_tour::{Argument, Numbers, Plan, Tour};

/// The outcome, and who answered if that is told.
fn run(tour: &Tour, how: Plan) -> (Outcome<Numbers, Argument>, Option<String>) {
    let (limits, mut notes) = (Limits::default(), Vec::new());
    let outcome = tour.solve(&how, &mut Meter::new(&limits), &mut (), &mut notes);
    (outcome, notes.first().map(|note| note.text(Lang::En)))
}

/// Whether a rectangle has an open tour (Cull and De Curtins; Conrad and others).
fn has_open(short: u32, long: u32) -> bool {
    match short {
        1 => long == 1,
        2 => false,
        3 => long == 4 || long >= 7,
        4 => long >= 5,
        _ => true,
    }
}

/// Whether it has a closed one (Schwenk).
fn has_closed(short: u32, long: u32) -> bool {
    let none = short * long % 2 == 1 || matches!(short, 1 | 2 | 4) || short == 3 && long < 10;
    !none
}

#[test]
fn rectangles_up_to_sixty_are_toured_or_refuted() {
    for rows in 1..=60u32 {
        for cols in 1..=60u32 {
            let (short, long) = (rows.min(cols), rows.max(cols));
            let open = Tour::new(Size { rows, cols });
            let closed = open.clone().closed();
            for (tour, has) in [(open, has_open(short, long)), (closed, has_closed(short, long))] {
                match run(&tour, Plan::Tiles).0 {
                    Outcome::Solved(numbers) => {
                        assert!(has, "{tour:?}");
                        assert_eq!(tour.verify(&numbers), Ok(()), "{tour:?}");
                    }
                    Outcome::Impossible(_) => assert!(!has, "{tour:?}"),
                    Outcome::Unknown(limit) => panic!("{tour:?}: {limit:?}"),
                }
            }
        }
    }
}

#[test]
fn ends_of_long_thin_boards_are_joined_or_refused_within_ten_million_nodes() {
    let limits = Limits { nodes: Some(10_000_000), ..Limits::default() };
    let mut rng = Rng::new(1);
    let mut joined = 0;
    for _ in 0..200 {
        let (rows, cols) = (3 + rng.below(2) as u32, 40 + rng.below(1500) as u32);
        let size = Size { rows, cols };
        let mut any = || size.square(rng.below(size.area() as usize));
        let tour = Tour::new(size).with_start(any()).with_end(any());
        if tour.start() == tour.end() {
            continue;
        }
        match tour.solve(&Plan::Auto, &mut Meter::new(&limits), &mut (), &mut Vec::new()) {
            Outcome::Solved(numbers) => {
                assert_eq!(tour.verify(&numbers), Ok(()), "{tour:?}");
                joined += 1;
            }
            Outcome::Impossible(_) => {}
            Outcome::Unknown(limit) => panic!("{tour:?}: {limit:?}"),
        }
    }
    assert!(joined > 40, "{joined}");
}

#[test]
fn the_strategy_that_fits_is_taken_and_named() {
    let size = |rows, cols| Tour::new(Size { rows, cols });
    let corner = Square { row: 0, col: 0 };
    for (tour, named) in [
        (size(8, 8), "auto chose roth"),
        (size(16, 8), "auto chose tiles"),
        (size(3, 12).closed(), "auto chose tiles"),
        (size(4, 30), "auto chose tiles"),
        (size(4, 30).with_start(corner), "auto chose roth"),
        (
            size(100, 100).with_start(corner).with_end(Square { row: 50, col: 51 }),
            "auto chose tiles",
        ),
    ] {
        let (outcome, note) = run(&tour, Plan::Auto);
        let Outcome::Solved(numbers) = outcome else { panic!("no tour of {tour:?}") };
        assert_eq!(tour.verify(&numbers), Ok(()));
        assert_eq!(note.as_deref(), Some(named), "{tour:?}");
    }
    // What an argument answers needs no strategy.
    let (outcome, note) = run(&size(4, 30).closed(), Plan::Auto);
    assert!(matches!(outcome, Outcome::Impossible(_)));
    assert_eq!(note, None);
}

#[test]
fn numbers_have_thirty_two_bits() {
    let tour = Tour::new(Size { rows: 70_000, cols: 70_000 });
    let (outcome, _) = run(&tour, Plan::Auto);
    assert!(matches!(outcome, Outcome::Unknown(Limit::Memory { .. })));
}

#[test]
fn a_tour_that_is_not_written_down_reads_like_one_that_is() {
    let tour =
        Tour::new(Size { rows: 21, cols: 30 }).with_start(Square { row: 3, col: 3 }).closed();
    let Outcome::Solved(laid) = run(&tour, Plan::Tiles).0 else { panic!("no tour") };
    let written = Numbers::new(laid.size(), laid.all().to_vec());
    assert!(laid.is_closed() && written.is_closed());
    for format in [Format::Text, Format::Json] {
        let printed = |numbers: &Numbers| {
            let mut out = Vec::new();
            numbers.print(format, Lang::En, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(printed(&laid), printed(&written));
    }
}

#[test]
fn memory_for_a_tour_of_a_large_board_is_that_of_a_few_rows() {
    // A board of 400 million squares within a megabyte.
    let tour = Tour::new(Size { rows: 20_000, cols: 20_000 }).closed();
    let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
    let outcome = tour.solve(&Plan::Auto, &mut Meter::new(&limits), &mut (), &mut Vec::new());
    assert!(matches!(outcome, Outcome::Solved(_)));
}
