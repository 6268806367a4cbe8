//! Explanations: every step is checked by independent code, forged steps are refused, ratings are the
//! same on every mirror image.

use search::{Limits, Meter};
use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{Generate, Options, Puzzle};
use tabuleiro_core::explain::{Advice, Explain, Rating, Step};
use tabuleiro_core::play::{Move, Play, PlayState};
use tabuleiro_core::random::Rng;
use tabuleiro_core::text::Source;
use tabuleiro_futoshiki::{Futoshiki, Level, Position, Sign, rate};

fn make(words: &[(&str, &str)], seed: u64) -> Futoshiki {
    let mut options = Options::default();
    words.iter().for_each(|(name, value)| options.set(*name, *value));
    Futoshiki::generate(&options, seed, &mut Meter::unlimited()).unwrap().instance
}

fn advice(board: &Futoshiki, position: &Position) -> Advice {
    board.advise(position, &mut Meter::unlimited()).expect("no limit")
}

fn holds(board: &Futoshiki, position: &Position, step: &Step) -> bool {
    board.entails(position, step, &mut Meter::unlimited()).expect("no limit").is_ok()
}

/// The steps of a whole solution, each checked.
fn solve(board: &Futoshiki, mut each: impl FnMut(&Position, &Step)) -> Vec<&'static str> {
    let mut position = board.begin();
    let mut used = Vec::new();
    loop {
        match advice(board, &position) {
            Advice::Step(step) => {
                assert!(holds(board, &position, &step), "{}\n{step:?}", board.text());
                each(&position, &step);
                for &made in &step.moves {
                    board.make(&mut position, made).unwrap();
                }
                used.push(step.technique);
            }
            Advice::Won => break,
            other => panic!("{other:?}\n{}", board.text()),
        }
    }
    assert_eq!(board.state(&position), PlayState::Won);
    used
}

fn rating(board: &Futoshiki) -> Rating {
    Explain::rate(board, &mut Meter::unlimited())
        .expect("no limit")
        .expect("a board that is solved")
}

#[test]
fn boards_of_every_level_are_explained_to_the_end_by_checked_steps() {
    let mut steps = 0;
    let mut boards = 0;
    for (_, level) in Level::ALL {
        let (orders, seeds): (&[&str], u64) = match level {
            "extreme" => (&["7"], 1),
            "hard" => (&["4", "5", "6"], 15),
            _ => (&["3", "4", "5", "6", "7"], 60),
        };
        for &order in orders {
            for seed in 0..seeds {
                let mut options = Options::default();
                options.set("order", order);
                options.set("difficulty", level);
                // Small boards of some levels hardly exist.
                let made = Futoshiki::generate(&options, seed, &mut Meter::unlimited());
                let Ok(board) = made.map(|made| made.instance) else { break };
                let used = solve(&board, |_, _| {});
                steps += used.len();
                boards += 1;
                let rating = rating(&board);
                let place = |name: &str| {
                    Futoshiki::TECHNIQUES.iter().position(|technique| technique.name == name)
                };
                let hardest = used.iter().filter_map(|name| place(name)).max();
                assert_eq!(hardest, rating.hardest.and_then(place), "{}", board.text());
            }
        }
    }
    assert!(boards > 500 && steps > 15_000, "{boards} boards, {steps} steps");
}

/// Steps that claim something false, or true for another reason.
fn forgeries(board: &Futoshiki, step: &Step, solution: &[u8]) -> Vec<Step> {
    let mut all = Vec::new();
    let order = board.order();
    let cell = |at: Square| at.row as usize * order + at.col as usize;
    // What the solution has cannot be excluded, and nothing else can be placed.
    for index in 0..step.conclusion.len() {
        let mut said = step.conclusion[index].clone();
        said.squares.truncate(1);
        let at = said.squares[0];
        let truth = i32::from(solution[cell(at)]);
        let (action, value) = match said.rule {
            "is" => ("place", truth % order as i32 + 1),
            _ => ("unmark", truth),
        };
        said.values = vec![value];
        let moves = vec![Move { action, at, to: None, value: Some(value as u32) }];
        all.push(Step { conclusion: vec![said], moves, ..step.clone() });
    }
    for (index, premise) in step.premises.iter().enumerate() {
        let mut forged = step.clone();
        let said = &mut forged.premises[index];
        match premise.rule {
            "sign" => said.squares.reverse(),
            // Less than the cell can hold.
            "only" if premise.values.len() > 1 => {
                said.values.pop();
            }
            "only" | "is" | "not" => said.values = vec![99],
            _ => said.squares.truncate(1),
        }
        all.push(forged);
        let mut unknown = step.clone();
        unknown.premises[index].rule = "because";
        all.push(unknown);
    }
    all.push(Step { moves: Vec::new(), ..step.clone() });
    all.push(Step { conclusion: Vec::new(), ..step.clone() });
    all.push(Step { premises: Vec::new(), ..step.clone() });
    all
}

#[test]
fn forged_steps_are_refused() {
    let mut refused = 0;
    for seed in 0..25 {
        for level in ["easy", "tricky", "hard"] {
            let board = make(&[("order", "5"), ("difficulty", level)], seed);
            let mut digits = Vec::new();
            let mut end = board.begin();
            solve(&board, |position, step| {
                end = position.clone();
                for &made in &step.moves {
                    board.make(&mut end, made).unwrap();
                }
            });
            digits.extend((0..board.givens().len()).map(|cell| end.digit(cell)));
            solve(&board, |position, step| {
                for forged in forgeries(&board, step, &digits) {
                    assert!(!holds(&board, position, &forged), "{}\n{forged:?}", board.text());
                    refused += 1;
                }
            });
        }
    }
    assert!(refused > 10_000, "{refused}");
}

/// The board in a mirror: rows and columns exchanged, turned, or values complemented.
fn image(board: &Futoshiki, which: u32) -> Futoshiki {
    let order = board.order();
    let turned = |cell: usize| {
        let (mut row, mut col) = (cell / order, cell % order);
        if which & 1 != 0 {
            (row, col) = (col, row);
        }
        if which & 2 != 0 {
            row = order - 1 - row;
        }
        if which & 4 != 0 {
            col = order - 1 - col;
        }
        row * order + col
    };
    let complement = which & 8 != 0;
    let mut other = Futoshiki::new(order);
    for (cell, &value) in board.givens().iter().enumerate().filter(|(_, value)| **value > 0) {
        let value = if complement { order as u8 + 1 - value } else { value };
        other = other.with_given(turned(cell), value);
    }
    let sign = |sign: &Sign| {
        let (less, more) = (turned(usize::from(sign.less)), turned(usize::from(sign.more)));
        let (less, more) = if complement { (more, less) } else { (less, more) };
        Sign { less: less as u16, more: more as u16 }
    };
    other.with_signs(board.signs().iter().map(sign).collect())
}

#[test]
fn ratings_are_the_same_on_all_sixteen_images() {
    for (level, seeds) in
        [("trivial", 20), ("easy", 40), ("tricky", 60), ("hard", 6), ("extreme", 1)]
    {
        for seed in 0..seeds {
            let order = if level == "extreme" { "7" } else { ["5", "6", "7"][seed as usize % 3] };
            let board = make(&[("order", order), ("difficulty", level)], seed);
            let own = rating(&board);
            for which in 1..16 {
                assert_eq!(rating(&image(&board, which)), own, "{which}\n{}", board.text());
            }
        }
    }
}

#[test]
fn a_clue_that_is_implied_never_makes_a_board_harder() {
    for seed in 0..40 {
        let board = make(&[("order", "5"), ("difficulty", "tricky")], seed);
        let own = rating(&board);
        let mut digits = board.begin();
        solve(&board, |position, step| {
            digits = position.clone();
            step.moves.iter().for_each(|&made| board.make(&mut digits, made).unwrap());
        });
        let mut rng = Rng::new(seed);
        for _ in 0..5 {
            let cell = rng.below(25);
            let more = board.clone().with_given(cell, digits.digit(cell));
            let place = |rating: &Rating| {
                let known = Futoshiki::TECHNIQUES.iter();
                rating
                    .hardest
                    .and_then(|name| known.map(|t| t.name).position(|known| known == name))
            };
            assert!(place(&rating(&more)) <= place(&own), "{}", board.text());
        }
    }
}

#[test]
fn positions_are_read_as_people_write_them() {
    let read = |text: &str| {
        Futoshiki::read(&Source::new("board", text), &Options::default()).next().unwrap().unwrap()
    };
    let board = read("2 < . .\n. . .\n. . .\n");
    let position = |text: &str| {
        let mut position = board.begin();
        for made in board.moves_of(&Source::new("so-far", text))? {
            board.make(&mut position, made)?;
        }
        Ok::<_, tabuleiro_core::text::Diagnostic>(Play::written(&board, &position))
    };
    assert_eq!(
        position("2 < 3 .\n^\n. [13] .\n. . .\n").unwrap(),
        "2    3    .\n.    [13] .\n.    .    .\n"
    );
    assert_eq!(
        position("= a remark\n. . .\n\n. . [1, 3]\n. . .\n").unwrap(),
        "2    .    .\n.    .    [13]\n.    .    .\n"
    );
    for (text, code, place) in [
        ("1 . .\n. . .\n. . .\n", "F0502", Some((1, 1))),
        ("2 . 4\n. . .\n. . .\n", "F0105", Some((1, 5))),
        ("2 x .\n. . .\n. . .\n", "F0501", Some((1, 3))),
        ("2 [1 .\n. . .\n. . .\n", "F0501", Some((1, 3))),
        ("2 [] .\n. . .\n. . .\n", "F0501", Some((1, 3))),
        ("2 [é] .\n. . .\n. . .\n", "F0501", Some((1, 3))),
        ("2 . . .\n. . .\n. . .\n", "F0301", Some((1, 1))),
        ("2 .\n. . .\n. . .\n", "F0301", Some((1, 1))),
        ("2 . .\n. . .\n. . .\n. . .\n", "F0301", Some((4, 1))),
        ("2 . .\n", "F0301", None),
        ("", "F0301", None),
    ] {
        let fault = position(text).unwrap_err();
        assert_eq!((fault.code(), fault.place()), (code, place), "{text}");
    }
}

#[test]
fn wrong_entries_are_named() {
    let board = make(&[("order", "4")], 1);
    let Advice::Step(step) = advice(&board, &board.begin()) else { panic!() };
    let mut position = board.begin();
    let mut solved = board.begin();
    solve(&board, |at, step| {
        solved = at.clone();
        step.moves.iter().for_each(|&made| board.make(&mut solved, made).unwrap());
    });
    let open = (0..16).find(|&cell| board.given(cell).is_none()).unwrap();
    let at = board.size().square(open);
    let truth = u32::from(solved.digit(open));
    let unmark = Move { action: "unmark", at, to: None, value: Some(truth) };
    board.make(&mut position, unmark).unwrap();
    let Advice::Faulty(faults) = advice(&board, &position) else { panic!("{step:?}") };
    assert_eq!(faults[0].squares, [at]);
}

#[test]
fn techniques_can_be_asked_for() {
    for name in ["hidden-single", "sign-bound", "naked-pair", "hidden-pair", "x-wing", "hill"] {
        let board = make(&[("order", "6"), ("technique", name)], 1);
        assert_eq!(rating(&board).hardest, Some(name), "{}", board.text());
    }
    let mut options = Options::default();
    options.set("technique", "guess");
    let fault = Futoshiki::generate(&options, 1, &mut Meter::unlimited());
    assert!(
        matches!(fault, Err(tabuleiro_core::contract::RunError::Invalid(d)) if d.code() == "F0205")
    );
}

#[test]
fn a_board_with_several_solutions_is_explained_as_far_as_logic_goes() {
    let board = Futoshiki::new(3).with_given(0, 1);
    let limits = Limits::default();
    let mut position = board.begin();
    let mut meter = Meter::new(&limits);
    while let Advice::Step(step) = board.advise(&position, &mut meter).unwrap() {
        assert!(holds(&board, &position, &step));
        step.moves.iter().for_each(|&made| board.make(&mut position, made).unwrap());
    }
    assert_eq!(advice(&board, &position), Advice::Nothing);
    assert_eq!(Explain::rate(&board, &mut meter).unwrap(), None);
    assert_eq!(rate(&board, Level::Hard, &mut meter).unwrap(), Level::Extreme);
}

#[test]
fn the_hundred_boards_of_the_coursework_need_no_more_than_short_refutations() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/futoshiki/futoshiki.dat");
    let Ok(bytes) = std::fs::read(path) else {
        eprintln!("not there: {path}");
        return;
    };
    let source = Source::new(path, bytes);
    let given = Options::default();
    let mut levels = [0; 5];
    for board in Futoshiki::read(&source, &given).map(Result::unwrap) {
        let used = solve(&board, |_, _| {});
        assert!(used.iter().all(|name| !["nested", "refutation-with-sets"].contains(name)));
        levels[rate(&board, Level::Hard, &mut Meter::unlimited()).unwrap() as usize] += 1;
    }
    assert_eq!(levels, [0, 26, 51, 23, 0]);
}

/// A board for a technique: its name, and the game ID of a board for which it is the hardest.
#[test]
fn techniques_have_boards_that_need_them_and_nothing_harder() {
    let lines: Vec<&str> = include_str!("techniques.txt").lines().collect();
    for line in &lines {
        let (name, id) = line.split_once(' ').unwrap();
        let source = Source::new("techniques.txt", id);
        let board = Futoshiki::read(&source, &Options::default()).next().unwrap().unwrap();
        assert_eq!(rating(&board).hardest, Some(name), "{id}");
        assert!(solve(&board, |_, _| {}).contains(&name), "{id}");
    }
    assert!(lines.len() >= 20);
}
