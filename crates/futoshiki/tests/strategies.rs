//! Futoshiki: every strategy and the count against an oracle and each other, the verifier against
//! forgeries, and the coursework's hundred boards.

mod oracle;

use oracle::count_solutions;
use search::{Limit, Limits, Meter, Outcome, Proof, Stats};
use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{Claim, Count, Ended, Generate, Options, Puzzle, Solve, Verify};
use tabuleiro_core::locale::Message;
use tabuleiro_core::random::Rng;
use tabuleiro_core::text::Source;
use tabuleiro_futoshiki::{Argument, Futoshiki, Grid, Sign};

fn options(words: &[(&str, &str)]) -> Options {
    let mut options = Options::default();
    words.iter().for_each(|(name, value)| options.set(*name, *value));
    options
}

fn solve(
    board: &Futoshiki,
    strategy: &str,
    options: &Options,
) -> (Outcome<Grid, Argument>, Stats, Vec<Message>) {
    let plan = board.plan(strategy, options).unwrap();
    let (limits, mut notes) = (Limits::default(), Vec::new());
    let mut meter = Meter::new(&limits);
    let outcome = board.solve(&plan, &mut meter, &mut (), &mut notes);
    (outcome, meter.stats(), notes)
}

/// A board with random clues: mostly those of a Latin square, and sometimes wrong ones.
fn random_board(order: usize, rng: &mut Rng) -> Futoshiki {
    let cells = order * order;
    let (rows, columns) = (rng.below(order), rng.below(order));
    let value = |cell: usize| (cell / order + rows + cell % order + columns) % order + 1;
    let mut board = Futoshiki::new(order);
    for _ in 0..rng.below(cells / 2 + 1) {
        let cell = rng.below(cells);
        let wrong = rng.below(12) == 0;
        let given = if wrong { 1 + rng.below(order) } else { value(cell) };
        board = board.with_given(cell, given as u8);
    }
    let mut signs = Vec::new();
    for _ in 0..rng.below(cells + 1) {
        let (one, other) = match rng.below(4) {
            // Signs may join any two cells.
            0 => (rng.below(cells), rng.below(cells)),
            _ => {
                let cell = rng.below(cells - 1);
                (cell, if cell % order + 1 < order { cell + 1 } else { cell + order })
            }
        };
        let right = value(one) < value(other);
        let wrong = rng.below(25) == 0;
        if other >= cells || (value(one) == value(other) && !wrong) {
            continue;
        }
        let (less, more) = if right != wrong { (one, other) } else { (other, one) };
        signs.push(Sign { less: less as u16, more: more as u16 });
    }
    board.with_signs(signs)
}

/// Checks an outcome against what is known; tells whether there was a solution.
fn check(board: &Futoshiki, strategy: &str, outcome: Outcome<Grid, Argument>) -> bool {
    match outcome {
        Outcome::Solved(grid) => {
            assert_eq!(board.verify(&grid), Ok(()), "{strategy} on\n{}", board.text());
            true
        }
        Outcome::Impossible(Proof::Argument(argument)) => {
            assert_eq!(board.refute(&argument), Ok(()), "{strategy} on\n{}", board.text());
            false
        }
        Outcome::Impossible(Proof::Exhaustion) => false,
        Outcome::Unknown(limit) => panic!("{strategy}: {limit:?} on\n{}", board.text()),
    }
}

#[test]
fn all_agree_with_the_oracle_on_ten_thousand_boards_of_order_four() {
    let mut rng = Rng::new(4);
    let (mut none, mut one) = (0, 0);
    for round in 0..10_000 {
        let order = if round % 10 == 0 { 1 + rng.below(3) } else { 4 };
        let board = random_board(order.max(2), &mut rng);
        let expected = count_solutions(&board);
        none += u32::from(expected == 0);
        one += u32::from(expected == 1);
        for strategy in Futoshiki::STRATEGIES {
            for bounds in [&[][..], &[("static-bounds", "")]] {
                let (outcome, ..) = solve(&board, strategy.name, &options(bounds));
                let found = check(&board, strategy.name, outcome);
                assert_eq!(found, expected > 0, "{} on\n{}", strategy.name, board.text());
            }
        }
        let limits = Limits::default();
        let counted = board.count(&(), None, &mut Meter::new(&limits)).unwrap();
        assert_eq!((counted.count, counted.ended), (expected.into(), Ended::Exhausted));
        let two = board.count(&(), Some(2), &mut Meter::new(&limits)).unwrap();
        assert_eq!(two.count, expected.min(2).into(), "{}", board.text());
    }
    assert!(none > 1000 && one > 1000, "{none} without a solution, {one} with one");
}

#[test]
fn all_agree_with_each_other_on_ten_thousand_boards_up_to_order_seven() {
    let mut rng = Rng::new(7);
    let (mut solved, mut cut) = (0, 0);
    for round in 0..10_000 {
        let board = random_board(5 + round % 3, &mut rng);
        let (outcome, ..) = solve(&board, "fast", &Options::default());
        let expected = check(&board, "fast", outcome);
        solved += u32::from(expected);
        for strategy in Futoshiki::STRATEGIES {
            // Plain searches of hopeless boards take for ever.
            let few = options(&[("max-assignments", "3000")]);
            match solve(&board, strategy.name, &few).0 {
                Outcome::Unknown(Limit::Steps { most: 3000 }) => cut += 1,
                outcome => {
                    let found = check(&board, strategy.name, outcome);
                    assert_eq!(found, expected, "{} on\n{}", strategy.name, board.text());
                }
            }
        }
    }
    assert!(solved > 2000 && cut < 9000, "{solved} solved, {cut} cut");
}

#[test]
fn latin_squares_are_counted_right() {
    // OEIS A002860.
    for (order, expected) in [(1, 1u64), (2, 2), (3, 12), (4, 576), (5, 161_280)] {
        let limits = Limits::default();
        let counted = Futoshiki::new(order).count(&(), None, &mut Meter::new(&limits)).unwrap();
        assert_eq!(counted.count, expected.into());
    }
}

#[test]
fn a_limit_on_assignments_is_exact() {
    let board = Futoshiki::new(6);
    for strategy in Futoshiki::STRATEGIES {
        let (outcome, stats, _) = solve(&board, strategy.name, &Options::default());
        assert!(check(&board, strategy.name, outcome));
        let enough = stats.steps.to_string();
        let (outcome, again, _) =
            solve(&board, strategy.name, &options(&[("max-assignments", &enough)]));
        assert!(check(&board, strategy.name, outcome));
        assert_eq!(again, stats);
        let most = stats.steps - 1;
        let too_few = most.to_string();
        let (outcome, again, _) =
            solve(&board, strategy.name, &options(&[("max-assignments", &too_few)]));
        assert_eq!(outcome, Outcome::Unknown(Limit::Steps { most }), "{}", strategy.name);
        assert_eq!(again.steps, most, "{}", strategy.name);
    }
}

#[test]
fn every_change_of_a_unique_solution_is_rejected() {
    let limits = Limits::default();
    for seed in 0..10 {
        let order = (4 + seed % 3).to_string();
        let options = options(&[("order", &order)]);
        let made = Futoshiki::generate(&options, seed, &mut Meter::new(&limits)).unwrap();
        let (board, Claim::Solution(grid)) = (made.instance, made.claim) else {
            unreachable!("boards are made with a solution")
        };
        assert_eq!(board.verify(&grid), Ok(()));
        let order = board.order();
        for place in 0..order * order {
            for value in (0..=order as u32 + 1).chain([u32::MAX]) {
                let mut values = grid.values().to_vec();
                if std::mem::replace(&mut values[place], value) != value {
                    assert!(board.verify(&Grid::new(order, values)).is_err());
                }
            }
            for other in 0..place {
                let mut values = grid.values().to_vec();
                values.swap(place, other);
                assert!(
                    values == grid.values() || board.verify(&Grid::new(order, values)).is_err()
                );
            }
        }
        assert!(board.verify(&Grid::new(order + 1, vec![1; (order + 1) * (order + 1)])).is_err());
    }
}

#[test]
fn no_argument_holds_against_a_board_with_a_solution() {
    let mut rng = Rng::new(9);
    let mut tried = 0;
    while tried < 300 {
        let board = random_board(4, &mut rng);
        if count_solutions(&board) == 0 {
            continue;
        }
        tried += 1;
        for _ in 0..200 {
            // Mostly along the signs that are there, as a forger would.
            let mut cells: Vec<Square> = Vec::new();
            for _ in 0..rng.below(8) {
                let next = board.signs().iter().find(|sign| {
                    cells
                        .last()
                        .is_some_and(|&cell| usize::from(sign.less) == board.size().index(cell))
                });
                cells.push(match next {
                    Some(sign) if rng.below(5) > 0 => board.size().square(sign.more.into()),
                    _ => Square { row: rng.below(5) as u32, col: rng.below(5) as u32 },
                });
            }
            let mut forged = vec![
                Argument::Cycle(cells.clone()),
                Argument::Chain(cells.clone()),
                Argument::Squeezed(cells.clone()),
            ];
            if let &[first, second, ..] = &cells[..] {
                forged.push(Argument::Twice([first, second]));
                forged.push(Argument::Twice([first, first]));
                forged.push(Argument::Against([first, second]));
                forged.push(Argument::Itself(first));
            }
            for argument in forged {
                assert!(board.refute(&argument).is_err(), "{argument:?} on\n{}", board.text());
            }
        }
    }
}

#[test]
fn arguments_are_found_where_they_are() {
    for (text, word) in [
        ("1\n3 0\n1 0 1 0 0 0 0 0 0", "twice"),
        ("1\n3 0\n0 2 0 0 0 0 0 2 0", "twice"),
        ("1\n2 1\n0 0 0 0\n1 1 1 1", "itself"),
        ("1\n2 2\n0 0 0 0\n1 1 1 2\n1 2 1 1", "cycle"),
        ("1\n3 4\n0 0 0 0 0 0 0 0 0\n1 1 1 2\n1 2 2 2\n2 2 2 1\n2 1 1 1", "cycle"),
        ("1\n3 3\n0 0 0 0 0 0 0 0 0\n1 1 1 2\n1 2 2 2\n2 2 3 2", "chain"),
        ("1\n3 1\n3 2 0 0 0 0 0 0 0\n1 1 1 2", "against"),
        ("1\n3 1\n3 0 0 0 0 0 0 0 0\n1 1 1 2", "squeezed"),
        ("1\n3 2\n0 0 2 0 0 0 0 0 0\n1 1 1 2\n1 2 1 3", "squeezed"),
        ("1\n4 2\n2 0 3 0 0 0 0 0 0 0 0 0 0 0 0 0\n1 1 1 2\n1 2 1 3", "squeezed"),
    ] {
        let source = Source::new("text", text);
        let board = Futoshiki::read(&source, &Options::default()).next().unwrap().unwrap();
        assert_eq!(count_solutions(&board), 0);
        for strategy in Futoshiki::STRATEGIES {
            match solve(&board, strategy.name, &Options::default()).0 {
                Outcome::Impossible(Proof::Argument(argument)) => {
                    assert_eq!(argument.word(), word, "{text}");
                    assert_eq!(board.refute(&argument), Ok(()));
                }
                other => panic!("{}: {other:?} on {text}", strategy.name),
            }
        }
    }
}

#[test]
fn clues_that_conflict_are_a_minimal_set() {
    let mut rng = Rng::new(11);
    let mut tried = 0;
    while tried < 100 {
        let board = random_board(4, &mut rng);
        if count_solutions(&board) > 0 {
            continue;
        }
        tried += 1;
        let (outcome, _, notes) = solve(&board, "fast", &options(&[("why", "")]));
        assert!(matches!(outcome, Outcome::Impossible(_)));
        let note = notes[0].text(tabuleiro_core::locale::Lang::En);
        let clues: Vec<&str> = note.split_once(": ").unwrap().1.split(", ").collect();
        assert_eq!(count_solutions(&only(&clues)), 0, "{note}");
        for left_out in 0..clues.len() {
            let mut fewer = clues.clone();
            fewer.remove(left_out);
            assert!(count_solutions(&only(&fewer)) > 0, "{note}");
        }
    }
}

/// A board of order 4 with these clues alone, as people read them.
fn only(clues: &[&str]) -> Futoshiki {
    let (mut board, mut signs) = (Futoshiki::new(4), Vec::new());
    for clue in clues {
        let numbers: Vec<u16> = clue
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|word| word.parse().ok())
            .collect();
        match numbers[..] {
            [row, col, value] => {
                board = board.with_given(usize::from(4 * (row - 1) + col - 1), value as u8);
            }
            [row, col, other_row, other_col] => signs.push(Sign {
                less: 4 * (row - 1) + col - 1,
                more: 4 * (other_row - 1) + other_col - 1,
            }),
            _ => panic!("{clue}"),
        }
    }
    board.with_signs(signs)
}

#[test]
fn the_hundred_boards_of_the_coursework() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/futoshiki/futoshiki.dat");
    let Ok(bytes) = std::fs::read(path) else {
        eprintln!("not there: {path}");
        return;
    };
    let source = Source::new(path, bytes);
    let given = Options::default();
    let boards: Vec<Futoshiki> = Futoshiki::read(&source, &given).map(Result::unwrap).collect();
    assert_eq!(boards.len(), 100);
    let few = &[("max-assignments", "1000000")][..];
    let bounded = &[("max-assignments", "1000000"), ("static-bounds", "")][..];
    // Boards solved within a million assignments each, and the assignments of all hundred.
    for (strategy, words, solved, assignments) in [
        ("plain", few, 54, 48_932_926),
        ("plain", bounded, 58, 46_228_001),
        ("forward-check", few, 62, 43_606_020),
        ("forward-check-mrv", few, 72, 31_209_397),
        ("lookahead", few, 100, 13_867),
        ("mrv", few, 100, 5_072),
        ("fast", few, 100, 241),
    ] {
        let (mut found, mut made) = (0, 0);
        for board in &boards {
            let (outcome, stats, _) = solve(board, strategy, &options(words));
            if let Outcome::Solved(grid) = outcome {
                assert_eq!(board.verify(&grid), Ok(()));
                found += 1;
            }
            made += stats.steps;
        }
        assert_eq!((found, made), (solved, assignments), "{strategy}");
    }
    let limits = Limits::default();
    for board in &boards {
        let counted = board.count(&(), None, &mut Meter::new(&limits)).unwrap();
        assert_eq!((counted.count, counted.ended), (1u8.into(), Ended::Exhausted));
    }
}
