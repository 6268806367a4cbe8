//! The verifier of peg solitaire: claims that break one rule and no other.

use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{Options, Puzzle, Verify};
use tabuleiro_core::locale::Lang;
use tabuleiro_core::text::Source;
use tabuleiro_pegs_rules::jump_counts::{CountStep, Cut, Inequality, JumpCounts};
use tabuleiro_pegs_rules::{Argument, Ground, Jumps, Pegs, Reason};

fn read(text: &str) -> Pegs {
    let source = Source::new("text", text);
    Pegs::read(&source, &Options::default()).next().unwrap().unwrap()
}

/// A board turned so that its rows are its columns.
fn turned(text: &str) -> String {
    let turn = |part: &str| -> String {
        let rows: Vec<&[u8]> = part.lines().map(str::as_bytes).collect();
        let row =
            |column: usize| rows.iter().map(|row| row[column] as char).chain(['\n']).collect();
        (0..rows[0].len()).map(row).collect::<Vec<String>>().concat()
    };
    text.split("goal\n").map(turn).collect::<Vec<_>>().join("goal\n")
}

#[test]
fn a_game_that_breaks_one_rule_breaks_that_rule() {
    let cases: [(&str, &[[u32; 4]], &str); 21] = [
        ("oo.\n", &[[1, 1, 1, 3]], ""),
        ("oo.o.\ngoal\n....o\n", &[[1, 1, 1, 3], [1, 3, 1, 5]], ""),
        ("oo.\n", &[[1, 1, 1, 2]], "line"),
        ("oo.\n", &[[1, 1, 1, 1]], "line"),
        ("ooo.\n", &[[1, 1, 1, 4]], "line"),
        ("oo.\noo.\noo.\n", &[[1, 1, 3, 3]], "line"),
        ("oo.\noo.\n", &[[1, 1, 2, 3]], "line"),
        ("oo.\n", &[[1, 2, 1, 4]], "outside"),
        ("oo.\n", &[[1, 5, 1, 3]], "outside"),
        ("oo#.\n", &[[1, 1, 1, 3]], "outside"),
        ("o#.\n", &[[1, 1, 1, 3]], "outside"),
        ("#o.\n", &[[1, 1, 1, 3]], "outside"),
        (".o.\n", &[[1, 1, 1, 3]], "no-peg"),
        ("oo.o.\ngoal\n....o\n", &[[1, 1, 1, 3], [1, 1, 1, 3]], "no-peg"),
        ("o..\n", &[[1, 1, 1, 3]], "nothing-taken"),
        ("ooo\n", &[[1, 1, 1, 3]], "no-hole"),
        ("oo.o\ngoal\n..o.\n", &[[1, 1, 1, 3]], "left"),
        ("ooo.\ngoal\n...o\n", &[[1, 2, 1, 4]], "left"),
        ("oo.\ngoal\no.o\n", &[[1, 1, 1, 3]], "missing"),
        ("oo..\ngoal\n..oo\n", &[[1, 1, 1, 3]], "missing"),
        ("oo.\n", &[], "left"),
    ];
    for (text, jumps, flaw) in cases {
        let square = |row: u32, col: u32| Square { row: row - 1, col: col - 1 };
        let across = jumps.iter().map(|&[a, b, c, d]| [square(a, b), square(c, d)]).collect();
        let down = jumps.iter().map(|&[a, b, c, d]| [square(b, a), square(d, c)]).collect();
        for (text, jumps) in [(text.to_owned(), across), (turned(text), down)] {
            let found = read(&text).verify(&Jumps::new(jumps)).err();
            let found = found.map(|flaw| flaw.json(Lang::En)["name"].as_str().unwrap().to_owned());
            let expected = (!flaw.is_empty()).then(|| format!("pegs.flaw.{flaw}"));
            assert_eq!(found, expected, "\n{text}");
        }
    }
}

#[test]
fn an_argument_that_breaks_one_rule_does_not_hold() {
    let class = |cells: &[u32]| Reason::Class(cells.to_vec());
    let cases = [
        // What holds, so that the others are refused for one reason alone.
        ("ooo.#\n", class(&[0, 1, 3]), true),
        ("o..\ngoal\n..o\n", Reason::Stuck, true),
        ("ooo\ngoal\n.o.\n", Reason::Sourceless, true),
        ("o..\ngoal\n..o\n", Reason::TooFew, true),
        ("oo.\ngoal\n...\n", Reason::Emptied, true),
        ("o#oo.\ngoal\n.#..o\n", Reason::Fixed(0), true),
        ("oo.\ngoal\nooo\n", Reason::Pagoda(vec![1, 1, 1]), true),
        // A cell twice, beyond the board, not part of it; as many pegs; a line that it meets oddly.
        ("ooo.#\n", class(&[0, 1, 3, 3]), false),
        ("ooo.#\n", class(&[0, 1, 3, 2, 2]), false),
        ("ooo.#\n", class(&[0, 1, 3, 5]), false),
        ("ooo.#\n", class(&[0, 1, 3, 4]), false),
        ("oo.\n", class(&[0, 1]), false),
        ("oo.\n", class(&[0, 2]), false),
        ("oo.\n", class(&[1, 2]), false),
        ("oo.\n", class(&[0]), false),
        ("oo.\n", class(&[1]), false),
        ("oo.\n", class(&[2]), false),
        ("oo.\n", class(&[0, 1, 2]), false),
        // The goal is there already.
        ("o..\ngoal\no..\n", Reason::Stuck, false),
        ("ooo\ngoal\nooo\n", Reason::Sourceless, false),
        ("o..\ngoal\no..\n", Reason::TooFew, false),
        ("...\ngoal\n...\n", Reason::Emptied, false),
        // A jump to either side, the last jump from either side.
        ("oo.\n", Reason::Stuck, false),
        (".oo\n", Reason::Stuck, false),
        ("oo.\n", Reason::Sourceless, false),
        (".oo\n", Reason::Sourceless, false),
        // One peg more, one peg left.
        ("oo.\n", Reason::TooFew, false),
        ("oo.\n", Reason::Emptied, false),
        ("oo.\ngoal\no..\n", Reason::Emptied, false),
        // A cell that stays as it is, in a line at any place of it, not part of the board, beyond it.
        ("o#oo.\ngoal\no#..o\n", Reason::Fixed(0), false),
        ("oo.\n", Reason::Fixed(0), false),
        ("oo.\n", Reason::Fixed(1), false),
        ("oo.\n", Reason::Fixed(2), false),
        ("o#oo.\ngoal\n.#..o\n", Reason::Fixed(1), false),
        ("o#oo.\ngoal\n.#..o\n", Reason::Fixed(5), false),
        // Weights that are too few or too many, or weigh as much at the end.
        ("oo.\ngoal\nooo\n", Reason::Pagoda(vec![1, 1]), false),
        ("oo.\ngoal\nooo\n", Reason::Pagoda(vec![1, 1, 1, 1]), false),
        ("oo.\ngoal\nooo\n", Reason::Pagoda(vec![1, 1, 0]), false),
        ("oo.\n", Reason::Pagoda(vec![0, 1, 1]), false),
        // More than both that jump together, but not than their product, from either side.
        ("oo.\n", Reason::Pagoda(vec![2, 3, 6]), false),
        (".oo\n", Reason::Pagoda(vec![6, 3, 2]), false),
    ];
    for (text, reason, holds) in cases {
        // A row or a column: the places are the same.
        for text in [text.to_owned(), turned(text)] {
            let board = read(&text);
            let argument = Argument::new(board.ground().clone().into(), reason.clone());
            assert_eq!(board.refute(&argument).is_ok(), holds, "{reason:?} on\n{text}");
        }
    }
}

#[test]
fn weights_that_break_one_line_in_one_direction_do_not_hold() {
    for (rows, columns) in [(3, 5), (5, 3), (1, 3), (3, 1)] {
        let area = rows * columns;
        let empty = || vec![false; area];
        let mut ground =
            Ground { rows, columns, inside: vec![true; area], start: empty(), goal: empty() };
        let lines: Vec<[usize; 3]> = ground.lines().collect();
        for line in lines.iter().flat_map(|&[a, b, c]| [[a, b, c], [c, b, a]]) {
            let [from, over, to] = line;
            (ground.start, ground.goal) = (empty(), empty());
            (ground.start[from], ground.start[over], ground.goal[to]) = (true, true, true);
            let mut weights = vec![1; area];
            (weights[from], weights[over]) = (0, 0);
            // What lies behind weighs nothing either, so that no other line is broken.
            let place = |cell: usize| ((cell / columns) as isize, (cell % columns) as isize);
            let ((row, column), (down, right)) = (place(from), place(over));
            for cell in (0..area).filter(|&cell| cell != from && cell != over && cell != to) {
                let (r, c) = (place(cell).0 - row, place(cell).1 - column);
                let (down, right) = (row - down, column - right);
                let is_behind = r * right == c * down && r * down + c * right > 0;
                weights[cell] = i64::from(!is_behind);
            }
            let broken = lines.iter().filter(|line| {
                let [first, middle, last] = line.map(|cell| weights[cell]);
                last > first + middle || first > last + middle
            });
            assert_eq!(broken.count(), 1);
            // One jump solves it.
            let board = Pegs::new(ground.clone()).unwrap();
            let jump = [from, to].map(|cell| board.size().square(cell));
            assert_eq!(board.verify(&Jumps::new(vec![jump])), Ok(()));
            let argument = Argument::new(board.ground().clone().into(), Reason::Pagoda(weights));
            assert!(board.refute(&argument).is_err(), "{argument:?}");
        }
    }
}

fn inequality(weights: &[i64], prices: &[(Cut, i64)]) -> CountStep {
    CountStep::Inequality(Inequality { weights: weights.to_vec(), prices: prices.to_vec() })
}

fn cells(cells: &[u32], splits: u32) -> Cut {
    Cut::Cells(cells.to_vec(), splits)
}

fn counted(text: &str, steps: &[CountStep]) -> bool {
    let board = read(text);
    let reason = Reason::JumpCounts(JumpCounts { steps: steps.to_vec() });
    board.refute(&Argument::new(board.ground().clone().into(), reason)).is_ok()
}

#[test]
fn a_refutation_by_jump_counts_that_breaks_one_rule_does_not_hold() {
    let one = |weights: &[i64], prices: &[(Cut, i64)]| [inequality(weights, prices)];
    // Every line holds an even number of these cells, an odd number of which change.
    let class = || cells(&[0, 1, 3], 0);
    let flat = [0; 5];
    assert!(counted("ooo.#\n", &one(&flat, &[(class(), 1)])));
    assert!(counted("oo.\ngoal\nooo\n", &one(&[1, 1, 1], &[])));
    assert!(counted("oo.\ngoal\nooo\n", &one(&[1, 1, 1], &[(cells(&[2], 0), 0)])));
    for forged in [
        // Weights that are too few or too many; a price below zero, which another makes up for.
        one(&[0; 4], &[(class(), 1)]),
        one(&[0; 6], &[(class(), 1)]),
        one(&flat, &[(class(), 2), (class(), -1)]),
        one(&flat, &[(class(), -1)]),
        // Cells named twice, beyond the board, an even number of which change; nothing asked.
        one(&flat, &[(cells(&[0, 1, 3, 4, 4], 0), 1)]),
        one(&flat, &[(cells(&[0, 1, 3, 5], 0), 1)]),
        one(&flat, &[(cells(&[0, 1, 3, 2], 0), 1)]),
        one(&flat, &[(class(), 0)]),
        // More splits than there were, and a line that was not split.
        one(&flat, &[(cells(&[0, 1, 3], 1), 1)]),
        one(&flat, &[(class(), 1), (Cut::Line([0, 2]), 0)]),
    ] {
        assert!(!counted("ooo.#\n", &forged), "{forged:?}");
    }
    // A step behind the last case, and none at all.
    let twice = [inequality(&flat, &[(class(), 1)]), inequality(&flat, &[(class(), 1)])];
    assert!(!counted("ooo.#\n", &twice) && !counted("ooo.#\n", &[]));
    // One jump solves these: what they lose is what there is to lose, and no more.
    for weights in [[1, 0, 1], [0, 1, 1], [1, 1, 2], [0, 0, 0], [0, 0, 1], [1, 0, 2]] {
        for price in 0..3 {
            for set in [&[0][..], &[1], &[2], &[0, 1, 2]] {
                let forged = one(&weights, &[(cells(set, 0), price)]);
                assert!(!counted("oo.\n", &forged) && !counted(".oo\n", &forged), "{forged:?}");
            }
        }
    }
}

#[test]
fn cases_of_jump_counts_are_both_closed_each_by_what_holds_in_it() {
    let split = || CountStep::Split([0, 2]);
    let asks = |cut: Cut| inequality(&[0; 3], &[(cut, 1)]);
    // The only line is jumped along an even number of times: the first cell does not change.
    let even = || asks(cells(&[0], 1));
    // An odd number of times: nothing but the second cell may stay. Here it shall, and the others too.
    let odd = || asks(cells(&[1], 1));
    assert!(counted("oo.\ngoal\no..\n", &[split(), asks(cells(&[1], 1)), asks(cells(&[0], 1))]));
    for forged in [
        vec![split(), even()],
        vec![split(), even(), even()],
        vec![split(), odd(), odd()],
        vec![split(), even(), odd()],
        vec![split(), even(), asks(Cut::Line([0, 2]))],
        vec![split(), asks(Cut::Line([0, 2])), even()],
        vec![split(), split(), even(), even(), even()],
        vec![CountStep::Split([0, 1]), even(), even()],
        vec![CountStep::Split([2, 0]), even(), even()],
        vec![split(), asks(cells(&[0], 2)), even()],
        vec![split(), asks(cells(&[0], 0)), even()],
        // The jump along the line would lose more than there is, but pays no more than it loses.
        vec![inequality(&[1, 1, 1], &[]), split(), even(), even()],
    ] {
        assert!(!counted("oo.\n", &forged), "{forged:?}");
    }
    // Along an odd line there is a jump: with it, there is too much to lose.
    let line = || inequality(&[1, 1, 1], &[(Cut::Line([0, 2]), 1)]);
    assert!(counted("oo.\ngoal\no.o\n", &[split(), asks(cells(&[1], 1)), line()]));
    assert!(!counted("oo.\ngoal\no.o\n", &[split(), line(), line()]));
    assert!(!counted(
        "oo.\ngoal\no.o\n",
        &[split(), asks(cells(&[1], 1)), split(), line(), line()]
    ));
}

#[test]
fn only_a_jump_that_loses_too_much_is_barred() {
    let barring = inequality(&[0, 1, 0], &[]);
    let closing = inequality(&[-1, 0, 0], &[]);
    // The middle stays, but a jump along the line takes its peg.
    let text = "oo.\ngoal\n.o.\n";
    assert!(counted(text, &[barring.clone(), closing.clone()]));
    assert!(!counted(text, &[closing.clone(), barring.clone()]));
    assert!(!counted(text, std::slice::from_ref(&closing)));
    // In one case it is barred, which says nothing of the other.
    let steps = [CountStep::Split([0, 2]), barring.clone(), closing.clone(), closing];
    assert!(!counted(text, &steps));
    // What there is to lose is lost by the only jump, which is made.
    assert!(!counted("oo.\n", &[inequality(&[1, 1, 1], &[]), inequality(&[0, 0, 5], &[])]));
    assert!(!counted(".oo\n", &[inequality(&[1, 1, 1], &[]), inequality(&[5, 0, 0], &[])]));
}
