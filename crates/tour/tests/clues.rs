//! Boards with numbers given: what is read, completed, counted and made.

use search::{Limits, Meter, Outcome};
use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::contract::{
    Claim, Count, Ended, Fact, Generate, Options, Product, Puzzle, Solve, Verify,
};
use tabuleiro_core::text::Source;
use tabuleiro_tour::{Asked, Plan, Tour};

fn read(text: &str) -> Result<Tour, &'static str> {
    let source = Source::new("board", text);
    let options = Options::default();
    let first = Tour::read(&source, &options).next().expect("a board");
    first.map_err(|fault| fault.code())
}

#[test]
fn numbers_are_read_and_written() {
    let text = "closed torus leaper 1,4\n 1  . 3 #\n . _ 0 .\n .  .  . 11\n";
    let tour = read(text).unwrap();
    let at = |row: u32, col: u32| Square { row: row - 1, col: col - 1 };
    assert_eq!((tour.start(), tour.end()), (Some(at(1, 1)), Some(at(3, 4))));
    assert_eq!(tour.clues().iter().collect::<Vec<_>>(), [(3, at(1, 3))]);
    assert!(tour.is_closed() && !tour.has(at(1, 4)));
    let written = "closed torus leaper 1,4\n 1  .  3  #\n .  .  .  .\n .  .  . 11\n";
    assert_eq!(tour.to_string(), written);
    assert_eq!(read(written), Ok(tour));
    // The first and the last number alone are the start and the end.
    assert_eq!(read("1 . .\n. # 5").unwrap().to_string(), "S..\n.#E\n");
}

#[test]
fn faults_in_numbers_are_told() {
    for (text, code) in [
        ("1 2 2\n. . .", "T0109"),
        ("1 7 .\n. . .", "T0110"),
        ("1 x .\n. . .", "T0112"),
        ("1 -2 .\n. . .", "T0112"),
        ("1 2\n. . .", "I0005"),
        ("# #\n# #", "T0106"),
        ("closed open\n...", "T0111"),
        ("leaper 1\n...", "T0111"),
        ("leaper\n...", "T0111"),
        ("torus", "I0004"),
    ] {
        assert_eq!(read(text), Err(code), "{text:?}");
    }
}

/// Counts completions in a way that shares nothing with the searches: a bare recursion that only
/// looks whether the next given number is where it should be, and at squares left without a way.
fn completions(tour: &Tour, most: u64) -> u64 {
    struct Bare<'a> {
        tour: &'a Tour,
        near: Vec<Vec<usize>>,
        given: Vec<u32>,
        of: Vec<Option<usize>>,
        visited: Vec<bool>,
        found: u64,
        most: u64,
    }
    fn go_on(bare: &mut Bare<'_>, here: usize, number: u32) {
        if bare.found == bare.most {
            return;
        }
        let last = bare.tour.squares() as u32;
        if number == last {
            bare.found += 1;
            return;
        }
        // A square whose neighbours are all visited is cut off, unless it is next.
        let alone = |&at: &usize| {
            let free = bare.near[at].iter().filter(|&&to| !bare.visited[to] || to == here).count();
            let ends = bare.given[at] == last || (bare.given[at] == 0 && bare.tour.end().is_none());
            !bare.visited[at] && free < if ends { 1 } else { 2 }
        };
        if bare.tour.each_square().map(|s| bare.tour.size().index(s)).any(|at| alone(&at)) {
            return;
        }
        for to in bare.near[here].clone() {
            let due = bare.of[number as usize + 1].is_none_or(|due| due == to);
            let own = bare.given[to] == 0 || bare.given[to] == number + 1;
            if !bare.visited[to] && due && own {
                bare.visited[to] = true;
                go_on(bare, to, number + 1);
                bare.visited[to] = false;
            }
        }
    }
    let size = tour.size();
    let area = size.area() as usize;
    let near = (0..area)
        .map(|at| tour.neighbours(size.square(at)).map(|to| size.index(to)).collect())
        .collect();
    let mut bare = Bare {
        tour,
        near,
        given: vec![0; area],
        of: vec![None; area + 2],
        visited: vec![false; area],
        found: 0,
        most,
    };
    let ends = [tour.start().map(|s| (1, s)), tour.end().map(|s| (tour.squares() as u32, s))];
    for (number, square) in tour.clues().iter().chain(ends.into_iter().flatten()) {
        bare.given[size.index(square)] = number;
        bare.of[number as usize] = Some(size.index(square));
    }
    let start = size.index(tour.start().expect("a start"));
    bare.visited[start] = true;
    go_on(&mut bare, start, 1);
    bare.found
}

fn make(size: &str, seed: u64, words: &[&str]) -> Tour {
    let mut options = Options::default();
    options.set("size", size);
    words.iter().for_each(|word| options.set(*word, ""));
    let limits = Limits::default();
    let made = Tour::generate(&options, seed, &mut Meter::new(&limits))
        .unwrap_or_else(|_| panic!("{size} {seed}"));
    assert_eq!(made.product, Product::Instance);
    let Claim::Solution(solution) = made.claim else { panic!("no solution") };
    assert_eq!(made.instance.verify(&solution), Ok(()));
    made.instance
}

#[test]
fn boards_that_are_made_have_one_completion() {
    let limits = Limits::default();
    for (size, seed) in [("5x5", 1), ("5x5", 2), ("6x6", 1), ("6x6", 2), ("4x7", 3), ("8x8", 1)] {
        let tour = make(size, seed, &["clues"]);
        assert!(!tour.clues().is_empty());
        let counted = tour.count(&Asked::All, Some(2), &mut Meter::new(&limits)).unwrap();
        assert_eq!((counted.count, counted.ended), (1u8.into(), Ended::Exhausted), "{tour}");
        assert_eq!(completions(&tour, 2), 1, "{tour}");
        for how in [Plan::Roth, Plan::Warnsdorff] {
            let outcome = tour.solve(&how, &mut Meter::new(&limits), &mut (), &mut Vec::new());
            let Outcome::Solved(numbers) = outcome else { panic!("{how:?} on\n{tour}") };
            assert_eq!(tour.verify(&numbers), Ok(()));
        }
    }
}

#[test]
fn whichever_number_is_given_completions_are_counted() {
    let limits = Limits::default();
    let count = |text: &str, up_to| {
        let counted =
            read(text).unwrap().count(&Asked::All, up_to, &mut Meter::new(&limits)).unwrap();
        let directed = counted.facts.contains(&("directed", Fact::Is(true)));
        (u64::try_from(&counted.count).unwrap(), directed)
    };
    // Three squares in a ring, begun at one of them: two ways round.
    for number in 1..=3 {
        let text = format!("closed torus leaper 1,4\n. {number} .\n");
        assert_eq!(count(&text, None), (2, true), "{text}");
        assert_eq!(count(&text, Some(2)), (2, true), "{text}");
    }
    // The eight closed tours of 5x6, searched through; on 6x6 they are counted without a search.
    let rest = ". . . . . .\n".repeat(4);
    for number in [1, 2, 17, 29, 30] {
        assert_eq!(count(&format!("closed\n. . {number} . . .\n{rest}"), None), (16, true));
    }
    assert_eq!(count(&format!("closed\n{}", "......\n".repeat(5)), None), (8, false));
    assert_eq!(count(&format!("closed\nS{}", &"......\n".repeat(6)[1..]), None), (19_724, true));
    assert_eq!(count(&format!("closed\n.E{}", &"......\n".repeat(6)[2..]), None), (19_724, true));
    assert_eq!(count(&format!("closed\n{}", "......\n".repeat(6)), None), (9_862, false));
    // One way round where both ends are given; two squares have one anyhow.
    let (both, one) = ("closed\n1 . . . . .\n. . 30 . . .\n", "closed\n1 . . . . .\n. . . . . .\n");
    let [both, one] = [both, one].map(|head| count(&format!("{head}{}", &rest[12..]), None));
    assert_eq!(one, (16, true));
    assert!(both.1 && 0 < both.0 && both.0 < one.0, "{both:?}");
    assert_eq!(count("closed leaper 0,1\nS.\n", None), (1, true));
    assert_eq!(count("closed leaper 0,1\n..\n", None), (1, false));
}

#[test]
fn no_number_of_a_minimal_board_can_go() {
    for (size, seed) in [("5x5", 4), ("5x6", 5), ("6x6", 6)] {
        let tour = make(size, seed, &["clues", "minimal"]);
        assert_eq!(completions(&tour, 2), 1, "{tour}");
        let ends = [tour.start().map(|s| (1, s)), tour.end().map(|s| (tour.squares() as u32, s))];
        let given: Vec<(u32, Square)> =
            tour.clues().iter().chain(ends.into_iter().flatten()).collect();
        for left_out in tour.clues().iter() {
            let fewer = given.iter().copied().filter(|&number| number != left_out);
            let board = Tour::new(tour.size()).with_numbers(fewer);
            assert_eq!(completions(&board, 2), 2, "{left_out:?} could go:\n{tour}");
        }
    }
}

#[test]
fn what_cannot_be_made_is_refused() {
    let refused = |words: &[(&str, &str)]| {
        let mut options = Options::default();
        words.iter().for_each(|(name, value)| options.set(*name, *value));
        let limits = Limits::default();
        match Tour::generate(&options, 1, &mut Meter::new(&limits)) {
            Err(tabuleiro_core::contract::RunError::Invalid(fault)) => fault.code(),
            _ => "",
        }
    };
    assert_eq!(refused(&[("minimal", "")]), "T0403");
    assert_eq!(refused(&[("clues", ""), ("holes", "2")]), "T0404");
    assert_eq!(refused(&[("clues", ""), ("size", "50x50")]), "T0404");
    assert_eq!(refused(&[("clues", ""), ("size", "3x3")]), "T0401");
}

#[test]
fn a_size_is_large_enough_for_its_numbers() {
    let size = Size { rows: 2, cols: 2 };
    let tour = Tour::new(size).with_numbers([(4, Square { row: 0, col: 0 })]);
    assert_eq!(tour.end(), Some(Square { row: 0, col: 0 }));
}
