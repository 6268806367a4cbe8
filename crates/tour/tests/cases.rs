//! What is known of knight's tours, and of the coursework they come from.

use search::{Limits, Meter, Outcome, Stats};
use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::contract::{Options, Solve, Verify};
use tabuleiro_tour::{Numbers, Order, Plan, Tour};

fn run(tour: &Tour, how: Plan) -> (Option<Numbers>, bool, Stats) {
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let outcome = tour.solve(&how, &mut meter, &mut (), &mut Vec::new());
    let decided = !matches!(outcome, Outcome::Unknown(_));
    match outcome {
        Outcome::Solved(numbers) => (Some(numbers), decided, meter.stats()),
        _ => (None, decided, meter.stats()),
    }
}

fn square(row: u32, col: u32) -> Square {
    Square { row: row - 1, col: col - 1 }
}

const CHESSBOARD: Size = Size { rows: 8, cols: 8 };

fn number_at(numbers: &Numbers, square: Square) -> u32 {
    numbers.all()[numbers.size().index(square)]
}

#[test]
fn the_fixed_order_gives_the_printed_tour() {
    let (tour, ..) =
        run(&Tour::new(CHESSBOARD).with_start(square(8, 8)), Plan::Ordered(Order::CLOCKWISE));
    let tour = tour.unwrap();
    assert_eq!(number_at(&tour, square(8, 8)), 1);
    assert_eq!(number_at(&tour, square(7, 6)), 2);
    assert_eq!(number_at(&tour, square(5, 8)), 64);
}

#[test]
fn warnsdorff_goes_back_from_one_start_only() {
    let mut forward = 0;
    for start in CHESSBOARD.squares() {
        let (tour, _, stats) = run(&Tour::new(CHESSBOARD).with_start(start), Plan::Warnsdorff);
        assert!(tour.is_some());
        forward += stats.nodes;
        let expected = if start == square(6, 5) { (110, 46) } else { (64, 0) };
        assert_eq!((stats.nodes, stats.backtracks), expected, "{start}");
    }
    assert_eq!(forward, 4142);
}

#[test]
fn warnsdorff_from_6_5_gives_the_known_tour() {
    let known = [
        [34, 31, 10, 57, 26, 29, 8, 5],
        [11, 58, 33, 30, 9, 6, 23, 28],
        [32, 35, 56, 25, 48, 27, 4, 7],
        [55, 12, 59, 36, 53, 24, 49, 22],
        [64, 43, 54, 47, 60, 37, 18, 3],
        [13, 46, 61, 52, 1, 50, 21, 38],
        [42, 63, 44, 15, 40, 19, 2, 17],
        [45, 14, 41, 62, 51, 16, 39, 20],
    ];
    let (tour, ..) = run(&Tour::new(CHESSBOARD).with_start(square(6, 5)), Plan::Warnsdorff);
    assert_eq!(tour.unwrap().all(), known.concat());
}

#[test]
fn every_order_is_searched_alike_on_small_and_large_boards() {
    // 9x4 is too wide for the bits of a small board and 4x9 too long; 8x4 and 4x8 are not. The
    // same board with a column of holes is searched by the other code and must count the same.
    for order in [Order::CLOCKWISE, Order::COURSEWORK] {
        for (rows, cols) in [(3, 4), (4, 5), (5, 5), (5, 4)] {
            let small = Tour::new(Size { rows, cols });
            let wide = Size { rows, cols: cols + 8 };
            let mut holes = tabuleiro_core::board::Squares::none(wide.area() as usize);
            wide.squares().filter(|s| s.col >= cols).for_each(|s| holes.insert(wide.index(s)));
            let large = Tour::new(wide).without(holes);
            for start in small.each_square() {
                for closed in [false, true] {
                    let ask = |tour: &Tour| {
                        let tour = tour.clone().with_start(start);
                        let tour = if closed { tour.closed() } else { tour };
                        run(&tour, Plan::Ordered(order))
                    };
                    assert_eq!(ask(&small).2, ask(&large).2, "{rows}x{cols} from {start}");
                }
            }
        }
    }
}

#[test]
fn roth_decides_every_start_up_to_twelve_by_twelve() {
    for rows in 3..=12 {
        for cols in rows..=12 {
            check_all_starts(Size { rows, cols });
        }
    }
}

/// Decides every start of a board, and compares with what is known: beyond the colours, the squares
/// that start no tour are all of 3x3, 3x5, 3x6 and 4x4, some of 3x4, 3x7 and 3x8, and the middle
/// lines of boards four wide.
fn check_all_starts(size: Size) {
    let (short, long) = (size.rows, size.cols);
    for start in size.squares() {
        let tour = Tour::new(size).with_start(start);
        let (found, decided, _) = run(&tour, Plan::Roth);
        assert!(decided);
        let colour_fits = size.area().is_multiple_of(2) || (start.row + start.col) % 2 == 0;
        let startable = colour_fits
            && match (short, long) {
                (3, 3 | 5 | 6) | (4, 4) => false,
                (3, 4) => start.col == 0 || start.col == 3,
                (3, 7) => start != square(2, 4),
                (3, 8) => start != square(2, 3) && start != square(2, 6),
                (4, _) => start.row == 0 || start.row == 3,
                _ => true,
            };
        assert_eq!(found.is_some(), startable, "{size} from {start}");
        if let Some(numbers) = found {
            assert_eq!(tour.verify(&numbers), Ok(()));
        }
    }
}

#[test]
fn closed_tours_exist_where_schwenk_says() {
    for rows in 1..=20u32 {
        for cols in rows..=20 {
            let tour = Tour::new(Size { rows, cols }).closed();
            let (found, decided, _) = run(&tour, Plan::Roth);
            let none = rows * cols % 2 == 1
                || matches!(rows, 1 | 2 | 4)
                || rows == 3 && matches!(cols, 4 | 6 | 8);
            assert!(decided);
            assert_eq!(found.is_none(), none, "{rows}x{cols}");
        }
    }
}

#[test]
fn every_pair_of_opposite_colours_is_joined_on_the_chessboard() {
    for start in CHESSBOARD.squares() {
        for end in CHESSBOARD.squares().filter(|&end| !end.same_colour(start)) {
            let tour = Tour::new(CHESSBOARD).with_start(start).with_end(end);
            assert!(run(&tour, Plan::Roth).0.is_some(), "{start} to {end}");
        }
    }
}

#[test]
fn a_closed_tour_is_closed_whatever_else_is_asked() {
    let six = Tour::new(Size { rows: 6, cols: 6 }).closed();
    let from_corner = six.clone().with_start(square(1, 1));
    for (tour, how) in [
        (six.clone().with_end(square(3, 3)), Plan::Roth),
        (from_corner.clone().with_end(square(2, 3)), Plan::Roth),
        (six.clone().with_start(square(6, 6)), Plan::Roth),
        (from_corner, Plan::Warnsdorff),
    ] {
        let (found, ..) = run(&tour, how);
        assert_eq!(tour.verify(&found.unwrap()), Ok(()));
    }
}

#[test]
fn an_unknown_strategy_option_is_refused_whatever_the_strategy() {
    let mut options = Options::default();
    options.set("priority", "1,2,3");
    let tour = Tour::new(CHESSBOARD);
    for strategy in Tour::STRATEGIES {
        assert_eq!(tour.plan(strategy.name, &options).unwrap_err().code(), "T0203");
    }
}
