//! Arguments of the verifier: each rule at the place where it begins to hold. An argument that proves something is
//! accepted, and the same with one thing less is refused, whether the board has a tour or not.

use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{Options, Puzzle, Verify};
use tabuleiro_core::locale::Lang;
use tabuleiro_core::text::Source;
use tabuleiro_tour_rules::{Argument, Numbers, Tour};

fn read(text: &str) -> Tour {
    let source = Source::new("board", text);
    Tour::read(&source, &Options::default()).next().unwrap().unwrap()
}

/// A whole rectangle, after the words of its head.
fn whole(head: &str, rows: usize, cols: usize) -> Tour {
    read(&format!("{head}\n{}", format!("{}\n", ".".repeat(cols)).repeat(rows)))
}

fn at(row: u32, col: u32) -> Square {
    Square { row: row - 1, col: col - 1 }
}

fn all_at(places: &[(u32, u32)]) -> Vec<Square> {
    places.iter().map(|&(row, col)| at(row, col)).collect()
}

#[track_caller]
fn holds(tour: &Tour, argument: Argument) {
    assert_eq!(tour.refute(&argument), Ok(()), "{argument:?} on\n{tour}");
}

#[track_caller]
fn fails(tour: &Tour, argument: Argument) {
    assert!(tour.refute(&argument).is_err(), "{argument:?} on\n{tour}");
}

#[test]
fn colours() {
    let colours = || Argument::Colours;
    // Two squares more of one colour than of the other; one more; as many.
    holds(&read("#.#...\n......\n......\n......\n"), colours());
    fails(&read("#.....\n......\n......\n......\n"), colours());
    fails(&read("##....\n......\n......\n......\n"), colours());
    // One more: both ends have its colour, and there is no way back.
    fails(&whole("", 3, 5).with_start(at(1, 1)), colours());
    fails(&whole("", 3, 5).with_end(at(1, 3)), colours());
    holds(&whole("", 3, 5).with_start(at(1, 2)), colours());
    holds(&whole("", 3, 5).with_end(at(1, 2)), colours());
    holds(&whole("closed", 3, 5), colours());
    fails(&read("#....\n.....\n.....\n"), colours());
    // A light square is missing from a board that had one more: as many; a dark one: two more.
    holds(&read(".#...\n.....\n.....\n"), colours());
    // More dark squares than light ones.
    fails(&read("#S#..\n.....\n.....\n"), colours());
    holds(&read("#.#..\n.S...\n.....\n"), colours());
    // As many: the ends have different colours.
    holds(&whole("", 4, 5).with_start(at(1, 1)).with_end(at(4, 4)), colours());
    fails(&whole("", 4, 5).with_start(at(1, 1)).with_end(at(4, 5)), colours());
    fails(&whole("", 4, 5).with_start(at(1, 1)), colours());
    // On odd sides that touch, and with a piece that keeps its colour, colours do not alternate.
    fails(&whole("closed torus", 5, 5), colours());
    fails(&whole("closed leaper 1,3", 5, 5), colours());
}

#[test]
fn dead_ends() {
    let dead_ends = |places: &[(u32, u32)]| Argument::DeadEnds(all_at(places));
    // On a board of two rows the two first and the two last columns have one neighbour each.
    let open = whole("", 2, 5);
    holds(&open, dead_ends(&[(1, 1), (1, 2), (2, 1)]));
    fails(&open, dead_ends(&[(1, 1), (1, 2)]));
    fails(&open, dead_ends(&[(1, 1), (1, 2), (1, 1)]));
    fails(&open, dead_ends(&[(1, 1), (1, 2), (1, 3)]));
    fails(&open, dead_ends(&[(1, 1), (1, 2), (1, 6)]));
    fails(&open, dead_ends(&[]));
    // An end that is given is no end to spare, and none of those that are too many.
    let started = open.clone().with_start(at(1, 1));
    holds(&started, dead_ends(&[(1, 2), (2, 1)]));
    holds(&started, dead_ends(&[(1, 1), (1, 2), (2, 1)]));
    fails(&started, dead_ends(&[(1, 1), (1, 2)]));
    fails(&started, dead_ends(&[(1, 2)]));
    let ended = open.clone().with_end(at(1, 1));
    holds(&ended, dead_ends(&[(1, 2), (2, 1)]));
    fails(&ended, dead_ends(&[(1, 1), (1, 2)]));
    let both = started.with_end(at(1, 2));
    holds(&both, dead_ends(&[(2, 1)]));
    fails(&both, dead_ends(&[(1, 1), (1, 2)]));
    // A closed tour has no ends, but for one of two squares.
    holds(&whole("closed", 2, 5), dead_ends(&[(1, 1)]));
    fails(&whole("closed", 2, 5), dead_ends(&[]));
    fails(&whole("closed leaper 0,1", 1, 2), dead_ends(&[(1, 1), (1, 2)]));
    holds(&whole("closed leaper 0,1", 1, 3), dead_ends(&[(1, 1)]));
    // A square without neighbours: one too many, unless it is alone.
    let centre = whole("", 3, 3);
    holds(&centre, dead_ends(&[(2, 2)]));
    holds(&centre.clone().with_start(at(2, 2)), dead_ends(&[(2, 2)]));
    fails(&whole("", 1, 1), dead_ends(&[(1, 1)]));
    holds(&whole("closed", 1, 1), dead_ends(&[(1, 1)]));
    holds(&centre.closed(), dead_ends(&[(2, 2)]));
}

#[test]
fn pieces() {
    let pieces = |places: &[(u32, u32)]| Argument::Pieces(all_at(places));
    // A square of four arms falls into four pieces without its middle; a line into two.
    let cross = "##.##\n##.##\n.....\n##.##\n##.##\n";
    let tee = "##.##\n##.##\n.....\n";
    for head in ["leaper 0,1\n", "closed leaper 0,1\n"] {
        holds(&read(&format!("{head}{cross}")), pieces(&[(3, 3)]));
        holds(&read(&format!("{head}{tee}")), pieces(&[(3, 3)]));
    }
    let line = whole("leaper 0,1", 1, 5);
    fails(&line, pieces(&[(1, 3)]));
    fails(&line, pieces(&[]));
    fails(&line, pieces(&[(1, 2), (1, 4)]));
    holds(&line.clone().closed(), pieces(&[(1, 3)]));
    fails(&line.clone().closed(), pieces(&[(1, 2), (1, 4), (1, 5)]));
    fails(&line.closed(), pieces(&[]));
    // Two pieces, of which nothing was taken away.
    holds(&whole("", 3, 3), pieces(&[]));
    holds(&whole("closed", 3, 3), pieces(&[]));
    // Squares that are not there, or are taken away twice.
    fails(&read(&format!("leaper 0,1\n{cross}")), pieces(&[(3, 3), (1, 1)]));
    fails(&read(&format!("leaper 0,1\n{cross}")), pieces(&[(3, 3), (3, 3)]));
    fails(&read(&format!("leaper 0,1\n{cross}")), pieces(&[(3, 3), (6, 1)]));
}

#[test]
fn crowded() {
    let crowded = |row, col| Argument::Crowded(at(row, col));
    // Two squares are joined by three ways.
    let three = |head: &str| read(&format!("{head} leaper 0,1\n.....\n.#.#.\n.....\n"));
    holds(&three("closed"), crowded(1, 3));
    fails(&three("closed"), crowded(1, 2));
    fails(&three("closed"), crowded(1, 1));
    fails(&three("closed"), crowded(2, 2));
    fails(&three("closed"), crowded(4, 3));
    // Ends that may be anywhere need one link, and may be two of the three.
    fails(&three(""), crowded(1, 3));
    fails(&three("").with_start(at(1, 1)), crowded(1, 3));
    fails(&three("").with_end(at(1, 1)), crowded(1, 3));
    holds(&three("").with_start(at(1, 1)).with_end(at(3, 1)), crowded(1, 3));
    fails(&three("").with_start(at(1, 2)).with_end(at(3, 1)), crowded(1, 3));
    // An end has room for one.
    holds(&three("").with_start(at(1, 3)), crowded(1, 3));
    holds(&three("").with_end(at(1, 3)), crowded(1, 3));
    // A square with one neighbour is an end, given or not: three of them are too many.
    holds(&read("leaper 0,1\n.....\n##.##\n##.##\n"), crowded(1, 3));
    holds(&read("leaper 0,1\n...\n#.#\n"), crowded(1, 2));
    fails(&read("leaper 0,1\n.....\n"), crowded(1, 3));
    fails(&read("leaper 0,1\n...\n"), crowded(1, 2));
    // Of a closed tour it can be none, and has no second link to ask for.
    fails(&read("closed leaper 0,1\n...\n#.#\n"), crowded(1, 2));
}

#[test]
fn four_wide() {
    let four_wide = || Argument::FourWide;
    for (rows, cols) in [(4, 7), (7, 4)] {
        let turned = |row, col| if rows == 4 { at(row, col) } else { at(col, row) };
        let open = whole("", rows, cols);
        fails(&open, four_wide());
        holds(&open.clone().closed(), four_wide());
        for (row, is_middle) in [(1, false), (2, true), (3, true), (4, false)] {
            for (started, tour) in [
                ("start", open.clone().with_start(turned(row, 3))),
                ("end", open.clone().with_end(turned(row, 3))),
            ] {
                let ruling = tour.refute(&four_wide());
                assert_eq!(ruling.is_ok(), is_middle, "{started} on line {row}");
            }
        }
    }
    for (rows, cols) in [(5, 7), (3, 7), (5, 6)] {
        fails(&whole("closed", rows, cols), four_wide());
        fails(&whole("", rows, cols).with_start(at(2, 2)).with_end(at(3, 3)), four_wide());
    }
    fails(&whole("closed torus", 4, 7), four_wide());
    fails(&whole("closed leaper 2,3", 4, 7), four_wide());
    fails(&read("closed\n.......\n.......\n...#...\n.......\n"), four_wide());
}

#[test]
fn ends_apart() {
    let apart = || Argument::EndsApart;
    let board = whole("closed", 6, 6);
    holds(&board.clone().with_start(at(1, 1)).with_end(at(1, 2)), apart());
    fails(&board.clone().with_start(at(1, 1)).with_end(at(2, 3)), apart());
    fails(&board.clone().with_start(at(1, 1)), apart());
    fails(&board.clone().with_end(at(1, 1)), apart());
    fails(&board.open().with_start(at(1, 1)).with_end(at(1, 2)), apart());
}

#[test]
fn hall_of_squares_of_which_no_two_are_neighbours() {
    let hall = |places: &[(u32, u32)]| Argument::Hall(all_at(places));
    // A middle with three arms, and with two.
    let three = read("leaper 0,1\n...\n#.#\n");
    let arms = [(1, 1), (1, 3), (2, 2)];
    holds(&three, hall(&arms));
    holds(&three.clone().closed(), hall(&arms));
    holds(&three.clone().with_start(at(1, 1)), hall(&arms));
    holds(&three.clone().with_start(at(1, 1)).with_end(at(1, 3)), hall(&arms));
    fails(&three, hall(&arms[..2]));
    fails(&three, hall(&[(1, 1), (1, 1), (1, 3)]));
    fails(&three, hall(&[(1, 1), (1, 3), (2, 2), (2, 1)]));
    fails(&three, hall(&[]));
    let two = whole("leaper 0,1", 1, 3);
    let arms = [(1, 1), (1, 3)];
    fails(&two, hall(&arms));
    fails(&two.clone().with_start(at(1, 1)).with_end(at(1, 3)), hall(&arms));
    holds(&two.clone().with_start(at(1, 2)), hall(&arms));
    holds(&two.clone().with_end(at(1, 2)), hall(&arms));
    holds(&two.clone().closed(), hall(&arms));
    // A closed tour of two squares uses its one move twice.
    fails(&whole("closed leaper 0,1", 1, 2), hall(&[(1, 1)]));
    // Ends that are not given have known colours. One of each where there are as many of both, so that two dead
    // ends of one colour are too many; none of the colour that has one less, so that one is.
    holds(&read("leaper 0,1\n.....\n##.##\n"), hall(&[(1, 1), (1, 5)]));
    fails(&read("leaper 0,1\n.....\n##.##\n"), hall(&[(1, 1)]));
    holds(&read("leaper 0,1\n#..#\n##..\n##.#\n"), hall(&[(1, 2)]));
    fails(&read("leaper 0,1\n#..#\n##..\n##.#\n"), hall(&[(3, 3)]));
    // Of squares of both colours nothing is known.
    fails(&whole("leaper 0,1", 1, 4), hall(&[(1, 1), (1, 4)]));
    let ring = read("leaper 0,1\n....\n.##.\n....\n");
    fails(&ring, hall(&[(1, 1), (1, 3)]));
}

#[test]
fn hall_of_any_squares() {
    let ring = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2), (3, 3)];
    let all = [&ring[..], &[(2, 2)]].concat();
    let hall = |places: &[(u32, u32)]| Argument::Hall(all_at(places));
    // Nine squares, eight of which can be next.
    let open = whole("", 3, 3);
    holds(&open.clone().closed(), hall(&all));
    fails(&open.clone().closed(), hall(&ring));
    // The last has no next square, the first is next to none.
    fails(&open, hall(&all));
    holds(&open.clone().with_start(at(1, 3)), hall(&all));
    fails(&open.clone().with_start(at(2, 2)), hall(&all));
    fails(&open.clone().with_end(at(1, 1)), hall(&all));
    let but_end = all.iter().copied().filter(|&place| place != (1, 1)).collect::<Vec<_>>();
    fails(&open.clone().with_end(at(1, 1)), hall(&but_end));
    holds(&open.clone().with_end(at(1, 1)).with_start(at(1, 3)), hall(&but_end));
    holds(&open.with_end(at(1, 1)).with_start(at(1, 3)), hall(&all));
}

#[test]
fn numbers() {
    let numbers = || Argument::Numbers;
    let with = |given: &[(u32, (u32, u32))]| {
        let given = given.iter().map(|&(number, (row, col))| (number, at(row, col)));
        whole("", 6, 6).with_numbers(given)
    };
    fails(&with(&[]), numbers());
    fails(&with(&[(5, (1, 1))]), numbers());
    // A move apart, or not.
    fails(&with(&[(5, (1, 1)), (6, (2, 3))]), numbers());
    holds(&with(&[(5, (1, 1)), (6, (2, 2))]), numbers());
    // From corner to corner there are four moves at least.
    fails(&with(&[(5, (1, 1)), (9, (6, 6))]), numbers());
    holds(&with(&[(5, (1, 1)), (7, (6, 6))]), numbers());
    holds(&with(&[(1, (1, 1)), (3, (6, 6))]), numbers());
    holds(&with(&[(34, (1, 1)), (36, (6, 6))]), numbers());
    // Far enough, of the wrong colour.
    holds(&with(&[(5, (1, 1)), (10, (1, 3))]), numbers());
    fails(&with(&[(5, (1, 1)), (11, (1, 3))]), numbers());
    // Only numbers that follow each other are compared, all of them.
    holds(&with(&[(5, (1, 1)), (11, (1, 3)), (12, (1, 4))]), numbers());
    // Over odd sides that touch, colours do not count.
    let torus = whole("torus", 5, 5);
    fails(&torus.with_numbers([(5, at(1, 1)), (10, at(1, 3))]), numbers());
}

/// What is said against a tour: the name of the flaw, or nothing.
fn said(tour: &Tour, numbers: &[u32]) -> String {
    let Err(flaw) = tour.verify(&Numbers::new(tour.size(), numbers.to_vec())) else {
        return String::new();
    };
    flaw.json(Lang::En)["name"].as_str().unwrap().trim_start_matches("tour.flaw.").to_owned()
}

#[test]
fn tours_of_boards_without_moves() {
    assert_eq!(said(&whole("", 1, 1), &[1]), "");
    assert_eq!(said(&whole("", 1, 1), &[2]), "range");
    for (rows, cols) in [(1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 3)] {
        let numbers: Vec<u32> = (1..=(rows * cols) as u32).collect();
        assert_eq!(said(&whole("", rows, cols), &numbers), "next", "{rows}x{cols}");
    }
}

#[test]
fn tours_around_a_hole() {
    let ring = read("...\n.#.\n...\n");
    assert_eq!(said(&ring, &[1, 6, 3, 4, 0, 8, 7, 2, 5]), "");
    assert_eq!(said(&ring, &[1, 6, 3, 4, 9, 8, 7, 2, 5]), "hole");
    assert_eq!(said(&ring, &[1, 6, 3, 4, 0, 7, 8, 2, 5]), "next");
    assert_eq!(said(&ring, &[1, 6, 3, 4, 0, 9, 7, 2, 5]), "range");
}

#[test]
fn the_number_that_is_missing_is_told() {
    for head in ["", "leaper 0,2"] {
        let tour = whole(head, 1, 2);
        let flaw = tour.verify(&Numbers::new(tour.size(), vec![1, 2])).unwrap_err();
        assert!(flaw.text(Lang::En).contains('2'), "{}", flaw.text(Lang::En));
        assert_eq!(said(&tour, &[0, 1]), "range");
    }
}

#[test]
fn tours_with_other_ends_than_those_asked_for() {
    let numbers = [1, 4, 7, 10, 12, 9, 2, 5, 3, 6, 11, 8];
    let open = whole("", 3, 4);
    assert_eq!(said(&open, &numbers), "");
    assert_eq!(said(&open.clone().with_start(at(1, 1)).with_end(at(2, 1)), &numbers), "");
    assert_eq!(said(&open.clone().with_start(at(1, 4)), &numbers), "start");
    assert_eq!(said(&open.clone().with_end(at(1, 4)), &numbers), "end");
    assert_eq!(said(&open.clone().with_start(at(1, 1)).with_end(at(1, 4)), &numbers), "end");
    assert_eq!(said(&open.closed(), &numbers), "closed");
}

#[test]
fn numbers_so_far_that_break_one_rule_break_that_rule() {
    let tour = whole("", 3, 4).with_start(at(1, 1)).with_end(at(3, 4));
    // By places of the board, from 0 to 11.
    let cases: [(&[(usize, u32)], &str); 13] = [
        (&[], ""),
        (&[(0, 1), (6, 2)], ""),
        (&[(0, 1), (5, 2)], "apart"),
        (&[(0, 1), (5, 3)], ""),
        (&[(5, 13)], "range"),
        (&[(5, u32::MAX)], "range"),
        (&[(11, 12)], ""),
        (&[(5, 12)], "given"),
        (&[(11, 5)], "given"),
        (&[(5, 1)], "given"),
        (&[(0, 2)], "given"),
        (&[(5, 3), (6, 3)], "twice"),
        (&[(5, 3), (6, 4)], "apart"),
    ];
    for (numbers, expected) in cases {
        let mut cells = vec![None; 12];
        numbers.iter().for_each(|&(place, number)| cells[place] = Some(number));
        let flaw = tour.so_far(&cells).err().map(|flaw| flaw.json(Lang::En));
        let name = flaw.as_ref().map_or("", |flaw| flaw["name"].as_str().unwrap());
        assert_eq!(name.trim_start_matches("tour.flaw.so-far."), expected, "{numbers:?}");
    }
    let clued = read(". . . 3\n. . . .\n. . . .\n# . . .\n");
    let mut cells = vec![None; 16];
    cells[12] = Some(1);
    assert!(clued.so_far(&cells).is_err(), "a number in a hole");
    (cells[12], cells[3]) = (None, Some(4));
    assert!(clued.so_far(&cells).is_err(), "another number than the given one");
    (cells[3], cells[4]) = (None, Some(3));
    assert!(clued.so_far(&cells).is_err(), "the given number elsewhere");
    (cells[3], cells[4]) = (Some(3), None);
    assert_eq!(clued.so_far(&cells), Ok(()));
}
