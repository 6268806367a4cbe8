//! What a futoshiki reader makes of every way of writing a board, right and wrong.

use tabuleiro_core::contract::{Options, Puzzle};
use tabuleiro_core::random::Rng;
use tabuleiro_core::text::{Diagnostic, Source};
use tabuleiro_futoshiki_rules::{Futoshiki, Notation, Sign};

/// The boards before a fault, and the fault with its line and column.
fn read(text: &str) -> (Vec<Futoshiki>, Option<(&'static str, usize, usize)>) {
    let source = Source::new("text", text);
    let options = Options::default();
    let (mut boards, mut fault) = (Vec::new(), None);
    for board in Futoshiki::read(&source, &options) {
        assert_eq!(fault, None, "nothing follows a fault");
        match board {
            Ok(board) => boards.push(board),
            Err(diagnostic) => fault = Some(place(&diagnostic)),
        }
    }
    (boards, fault)
}

fn place(diagnostic: &Diagnostic) -> (&'static str, usize, usize) {
    let (line, column) = diagnostic.place().unwrap_or((0, 0));
    (diagnostic.code(), line, column)
}

#[test]
fn every_notation_is_read_back_as_it_was_written() {
    let mut rng = Rng::new(5);
    for round in 0..500 {
        let order = if round % 50 == 0 { 64 } else { 1 + rng.below(12) };
        let cells = order * order;
        let mut board = Futoshiki::new(order);
        for _ in 0..rng.below(cells + 1) {
            board = board.with_given(rng.below(cells), rng.below(order + 1) as u8);
        }
        let anywhere = round % 3 == 0;
        let mut signs = Vec::new();
        for _ in 0..rng.below(2 * cells) {
            let less = rng.below(cells);
            let more = match rng.below(4) {
                _ if anywhere => rng.below(cells),
                0 if !less.is_multiple_of(order) => less - 1,
                1 if less % order + 1 < order => less + 1,
                2 if less >= order => less - order,
                _ if less + order < cells => less + order,
                _ => continue,
            };
            signs.push(Sign { less: less as u16, more: more as u16 });
        }
        let board = board.with_signs(signs);
        for (notation, word) in Notation::ALL {
            let written = board.clone().written(notation);
            let text = written.text();
            let (boards, fault) = read(&text);
            assert_eq!(fault, None, "{word}:\n{text}");
            let [again] = &boards[..] else { panic!("{} boards in\n{text}", boards.len()) };
            assert_eq!(again.givens(), board.givens(), "{word}:\n{text}");
            assert_eq!(again.signs(), board.signs(), "{word}:\n{text}");
            assert_eq!(again.text(), text);
        }
    }
}

#[test]
fn blank_lines_and_line_ends_do_not_matter() {
    let plain = "2\n2 1\n0 0\n0 0\n1 1 1 2\n\n1 0\n0\n";
    let (boards, fault) = read(plain);
    assert_eq!((boards.len(), fault), (2, None));
    for other in [
        plain.replace('\n', "\r\n"),
        plain.replace('\n', "\n\n \t\n"),
        plain.replace('\n', " "),
        plain.trim_end().to_owned(),
        format!("\u{feff}{plain}"),
        format!("\n\n{plain}\n\n\n"),
    ] {
        assert_eq!(read(&other), (boards.clone(), None), "{other:?}");
    }
}

#[test]
fn the_cases_before_a_fault_are_answered() {
    let good = "2 1\n0 0\n0 0\n1 1 1 2\n";
    let many = "9".repeat(30);
    for (text, answered, fault) in [
        (format!("1\n{good}"), 1, None),
        ("0\n".to_owned(), 0, None),
        ("0\n5\n".to_owned(), 0, Some(("F0107", 2, 1))),
        (String::new(), 0, Some(("I0004", 0, 0))),
        (" \n\n".to_owned(), 0, Some(("I0004", 0, 0))),
        ("x\n".to_owned(), 0, Some(("F0110", 1, 1))),
        ("-1\n".to_owned(), 0, Some(("F0110", 1, 1))),
        (format!("3\n{good}{good}"), 2, Some(("F0106", 1, 1))),
        (format!("{many}\n{good}"), 1, Some(("F0106", 1, 1))),
        (format!("1\n{good}{good}"), 1, Some(("F0107", 6, 1))),
        (format!("1\n{good}rubbish"), 1, Some(("F0107", 6, 1))),
        (format!("2\n{good}0 0\n"), 1, Some(("F0104", 6, 1))),
        (format!("2\n{good}65 0\n"), 1, Some(("F0104", 6, 1))),
        (format!("2\n{good}{many} 0\n"), 1, Some(("F0104", 6, 1))),
        (format!("2\n{good}2 {many}\n0 0 0 0 1 1 1 2"), 1, Some(("F0109", 7, 16))),
        (format!("2\n{good}2 0\n0 3\n0 0\n"), 1, Some(("F0105", 7, 3))),
        (format!("2\n{good}2 0\n0 {many}\n0 0\n"), 1, Some(("F0105", 7, 3))),
        (format!("2\n{good}2 0\n0 1.5\n0 0\n"), 1, Some(("F0110", 7, 3))),
        (format!("2\n{good}2 1\n0 0\n0 0\n1 1 1 3\n"), 1, Some(("F0108", 9, 7))),
        (format!("2\n{good}2 1\n0 0\n0 0\n0 1 1 2\n"), 1, Some(("F0108", 9, 1))),
        (format!("2\n{good}2 1\n0 0\n0 0\n1 1 1\n"), 1, Some(("F0109", 9, 6))),
        (format!("2\n{good}2 1\n0 0\n0"), 1, Some(("F0109", 8, 2))),
        (format!("2\n{good}2\n"), 1, Some(("F0109", 6, 2))),
        (format!("2\n{good}\n\n"), 1, Some(("F0106", 1, 1))),
    ] {
        let (boards, found) = read(&text);
        assert_eq!((boards.len(), found), (answered, fault), "{text:?}");
    }
    let mut bytes = format!("2\n{good}2 0\n0 ").into_bytes();
    bytes.extend([0xFF, b'\n']);
    let source = Source::new("bytes", bytes);
    let options = Options::default();
    let boards: Vec<_> = Futoshiki::read(&source, &options).collect();
    assert!(boards[0].is_ok());
    assert_eq!(place(boards[1].as_ref().unwrap_err()), ("I0003", 7, 3));
}

#[test]
fn the_same_sign_twice_is_one_sign() {
    let (boards, _) = read("1\n2 3\n0 0 0 0\n1 1 1 2\n1 1 1 2\n1 2 1 1\n");
    let sign = |less, more| Sign { less, more };
    assert_eq!(boards[0].signs(), [sign(0, 1), sign(1, 0)]);
}

#[test]
fn game_ids_are_read_or_refused() {
    let (boards, fault) = read("2:0R,0,0,2,\n\n2dx:1,0U,0,0\r\n");
    assert!(fault.is_none() || boards.len() == 1);
    for (text, fault) in [
        ("2:0R,0,0,0,", None),
        ("2dx:0R,0,0,0", None),
        ("2a:0R,0,0,0,", Some(("F0112", 1, 2))),
        ("2adx:0R,0,0,0,", Some(("F0112", 1, 2))),
        ("2dx#123456", Some(("F0113", 1, 1))),
        ("2q:0,0,0,0,", Some(("F0111", 1, 2))),
        (":0,0,0,0,", Some(("F0111", 1, 1))),
        ("0:", Some(("F0104", 1, 1))),
        ("65:0,", Some(("F0104", 1, 1))),
        ("2:0,0,0,", Some(("F0115", 1, 9))),
        ("2:0,0,0,0,0,", Some(("F0115", 1, 11))),
        ("2:0,3,0,0,", Some(("F0105", 1, 5))),
        ("2:0,999999999999999999999999999999,0,0,", Some(("F0105", 1, 5))),
        ("2:0,0X,0,0,", Some(("F0114", 1, 6))),
        ("2:0,R,0,0,", Some(("F0114", 1, 5))),
        ("2:0,0R,0,0,", Some(("F0116", 1, 6))),
        ("2:0U,0,0,0,", Some(("F0116", 1, 4))),
        ("2:0,0,0,0,\n2:0,0", Some(("F0115", 2, 6))),
    ] {
        assert_eq!(read(text).1, fault, "{text}");
    }
    // The cell holds more than its neighbour in the direction of the letter.
    let (boards, _) = read("2:0RD,0,0,0,");
    assert_eq!(boards[0].signs(), [Sign { less: 1, more: 0 }, Sign { less: 2, more: 0 }]);
}

#[test]
fn drawings_are_read_as_people_type_them() {
    let (boards, fault) = read(". < 2\nv\n. .\n(2,2) > (1,1)\n\n\n.<.\n..\n\ndrawing\n1 2\n2 1\n");
    assert_eq!((boards.len(), fault), (3, None));
    let sign = |less, more| Sign { less, more };
    assert_eq!(boards[0].givens(), [0, 2, 0, 0]);
    assert_eq!(boards[0].signs(), [sign(0, 1), sign(0, 3), sign(2, 0)]);
    assert_eq!(boards[1].signs(), [sign(0, 1)]);
    assert_eq!(boards[2].givens(), [1, 2, 2, 1]);
    for (text, fault) in [
        (". .\n. .\n. .\n", ("F0121", 3, 4)),
        (". .\n", ("F0121", 1, 4)),
        (". . .\n. .\n. . .\n", ("F0123", 2, 4)),
        (". .\n. . .\n", ("F0123", 2, 6)),
        ("< . .\n. .\n", ("F0122", 1, 1)),
        (". . <\n. .\n", ("F0122", 1, 5)),
        (". < < .\n. .\n", ("F0122", 1, 5)),
        (". .\n ^\n. .\n", ("F0124", 2, 2)),
        (". .\n^ x\n. .\n", ("I0006", 2, 3)),
        (". ?\n. .\n", ("I0006", 1, 3)),
        (". 3\n. .\n", ("F0105", 1, 3)),
        (". .\n. 3\n", ("F0105", 2, 3)),
        (". .\n. .\n(1,1) < (1,3)\n", ("F0108", 3, 12)),
        (". .\n. .\n(1,1) = (1,2)\n", ("F0125", 3, 1)),
    ] {
        assert_eq!(read(text).1, Some(fault), "{text}");
    }
}

#[test]
fn a_board_that_options_describe_is_not_read_from_a_file() {
    for name in ["order", "id"] {
        let mut options = Options::default();
        options.set(name, "3");
        let source = Source::new("text", "1\n1 0\n0\n");
        let first = Futoshiki::read(&source, &options).next().unwrap();
        assert_eq!(first.unwrap_err().code(), "F0101");
    }
}
