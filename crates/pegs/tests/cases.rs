//! What a reader of pegs makes of every way of writing a board, right and wrong, and what is made by
//! seed.

use search::{Limits, Meter};
use tabuleiro_core::contract::{Claim, Count, Generate, Options, Puzzle, RunError, Verify};
use tabuleiro_core::random::Rng;
use tabuleiro_core::text::{Diagnostic, Source};
use tabuleiro_pegs::{Ground, Notation, Pegs};

fn options(words: &[(&str, &str)]) -> Options {
    let mut options = Options::default();
    words.iter().for_each(|(name, value)| options.set(*name, *value));
    options
}

/// The boards before a fault, and the fault with its line and column.
fn read(text: &str) -> (Vec<Pegs>, Option<(&'static str, usize, usize)>) {
    let source = Source::new("text", text);
    let options = Options::default();
    let (mut boards, mut fault) = (Vec::new(), None);
    for board in Pegs::read(&source, &options) {
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
    for round in 0..1000 {
        let (rows, columns) = (1 + rng.below(9), 1 + rng.below(9));
        let mut cells =
            |of: usize| -> Vec<bool> { (0..rows * columns).map(|_| rng.below(of) == 0).collect() };
        let (inside, start, goal) = (cells(1 + round % 3), cells(2), cells(2));
        let within = |list: Vec<bool>| list.iter().zip(&inside).map(|(&a, &b)| a && b).collect();
        let (start, goal) = (within(start), within(goal));
        let mut ground = Ground { rows, columns, inside: inside.clone(), start, goal };
        if round % 2 == 0 {
            ground = ground.complemented();
        }
        let board = Pegs::new(ground).unwrap();
        for (notation, word) in Notation::ALL {
            let written = board.clone().written(notation);
            let text = written.text();
            let (boards, fault) = read(&text);
            assert_eq!(fault, None, "{word}:\n{text}");
            assert_eq!(boards, [written], "{word}:\n{text}");
        }
    }
}

#[test]
fn blank_lines_line_ends_and_blanks_do_not_matter() {
    let plain = "2 3\n1 1 -1\n0 1 1\n";
    let (boards, fault) = read(plain);
    assert_eq!((boards.len(), fault), (1, None));
    for other in [
        plain.replace('\n', "\r\n"),
        plain.replace(' ', "  \t "),
        plain.replace('\n', " \n"),
        plain.trim_end().to_owned(),
        format!("\u{feff}{plain}"),
        format!("\n\n{plain}\n\n\n"),
        "2 3\n\n1 1 -1\n\n0 1 1\n".to_owned(),
    ] {
        assert_eq!(read(&other), (boards.clone(), None), "{other:?}");
    }
    let (drawn, _) = read("oo.\n oo\n");
    assert_eq!(drawn[0].ground(), boards[0].ground());
    assert_eq!(read("3x2:PPHOPP").0[0].ground(), boards[0].ground());
    assert_eq!(read("oo.\r\n#oo").0[0].ground(), boards[0].ground());
}

#[test]
fn a_text_may_hold_many_boards_and_goals_in_any_notation() {
    let text = "oo.\n\n1 3\n1 1 -1\n\ngoal\n3x1:HHP\n\n3x1cross:PPH\ngoal\n..o\noo.\n";
    let (boards, fault) = read(text);
    // The drawing of a goal ends at a blank line, so the last has two rows.
    assert_eq!((boards.len(), fault), (2, Some(("P0127", 10, 1))));
    assert_eq!(boards[0].ground(), boards[1].ground());
    let (boards, _) = read("oo.oo\ngoal\no....\n");
    assert!(!boards[0].ground().is_complement());
    assert_eq!(boards[0].text(), "oo.oo\ngoal\no....\n");
}

#[test]
fn faults_are_said_with_their_place_and_boards_before_them_are_answered() {
    let many = "9".repeat(30);
    for (text, answered, fault) in [
        (String::new(), 0, ("I0004", 0, 0)),
        (" \n\n".to_owned(), 0, ("I0004", 0, 0)),
        ("3\n".to_owned(), 0, ("P0101", 1, 1)),
        ("1 2 3\n".to_owned(), 0, ("P0101", 1, 1)),
        ("-1 3\n1 1 1\n".to_owned(), 0, ("P0101", 1, 1)),
        ("3 x\n".to_owned(), 0, ("P0101", 1, 3)),
        (format!("{many} {many}\n1\n"), 0, ("P0102", 1, 1)),
        ("1000000 1000000\n1\n".to_owned(), 0, ("P0102", 1, 1)),
        (format!("1 {many}\n1\n"), 0, ("P0102", 1, 1)),
        ("2 2\n1 1\n".to_owned(), 0, ("P0103", 2, 4)),
        ("2 2\n".to_owned(), 0, ("P0103", 1, 4)),
        ("2 2\n1 1\ngoal\n1 1\n".to_owned(), 0, ("P0103", 2, 4)),
        ("1 3\n1 2 1\n".to_owned(), 0, ("P0104", 2, 3)),
        ("1 3\n1 1 -1.0\n".to_owned(), 0, ("P0104", 2, 5)),
        ("1 3\n1 1 +1\n".to_owned(), 0, ("P0104", 2, 5)),
        ("1 3\n1 1\n".to_owned(), 0, ("P0105", 2, 4)),
        ("1 3\n1 1 1 1\n".to_owned(), 0, ("P0105", 2, 7)),
        ("2 3\n1 1 -1 1 1 1\n".to_owned(), 0, ("P0105", 2, 8)),
        ("1 3\n1 1 -1\n1 1 1\n".to_owned(), 0, ("P0106", 3, 1)),
        ("0 0\n1\n".to_owned(), 0, ("P0106", 2, 1)),
        ("1 3\n1 1 -1\n\n1 1 1\n".to_owned(), 1, ("P0101", 4, 1)),
        ("oo.\n\nox.\n".to_owned(), 1, ("I0006", 3, 2)),
        ("oo.\n\too\n".to_owned(), 0, ("I0006", 2, 1)),
        ("oo.\ngoal\n".to_owned(), 0, ("P0107", 2, 1)),
        ("oo.\ngoal\n.o\n".to_owned(), 0, ("P0127", 2, 1)),
        ("oo.\ngoal\n#.o\n".to_owned(), 0, ("P0127", 2, 1)),
        ("3x1:PP\n".to_owned(), 0, ("P0115", 1, 7)),
        ("3x1:PPHH\n".to_owned(), 0, ("P0115", 1, 9)),
        ("3x1:PPX\n".to_owned(), 0, ("P0114", 1, 7)),
        ("3y1:PPH\n".to_owned(), 0, ("P0111", 1, 1)),
        (":PPH\n".to_owned(), 0, ("P0111", 1, 1)),
        ("x:PPH\n".to_owned(), 0, ("P0111", 1, 1)),
        ("7x7cross#123456\n".to_owned(), 0, ("P0113", 1, 1)),
        (format!("{many}x{many}:P\n"), 0, ("P0102", 1, 1)),
    ] {
        let (boards, found) = read(&text);
        assert_eq!((boards.len(), found), (answered, Some(fault)), "{text:?}");
    }
    let bytes = Source::new("bytes", &b"1 3\n1 1 \xFF\n"[..]);
    let options = Options::default();
    let fault = Pegs::read(&bytes, &options).next().unwrap().unwrap_err();
    assert_eq!(place(&fault), ("I0003", 2, 5));
}

#[test]
fn a_million_cells_are_read_and_written() {
    let side = 1000;
    let mut text = format!("{side} {side}\n");
    for row in 0..side {
        let cell = |column| if (row, column) == (500, 500) { "-1" } else { "1" };
        text += &(0..side).map(cell).collect::<Vec<_>>().join(" ");
        text.push('\n');
    }
    let (boards, fault) = read(&text);
    assert_eq!((boards.len(), fault), (1, None));
    assert_eq!(boards[0].text(), text);
    assert_eq!(boards[0].ground().pegs(), 999_999);
}

#[test]
fn options_describe_boards_and_goals() {
    let described = |words: &[(&str, &str)]| {
        let board = Pegs::from_options(&options(words), &mut Meter::new(&Limits::default()));
        board.map(|board| board.unwrap()).map_err(|obstacle| match obstacle {
            RunError::Invalid(diagnostic) => place(&diagnostic),
            RunError::Limit(limit) => panic!("{limit:?}"),
        })
    };
    for (name, cells) in [("english", 33), ("european", 37), ("wiegleb", 45), ("diamond41", 41)] {
        let board = described(&[("board", name)]).unwrap();
        assert_eq!((board.ground().pegs(), board.ground().goal_pegs()), (cells - 1, 1), "{name}");
    }
    let board = described(&[("board", "6x7"), ("vacancy", "2,3"), ("goal", "6,7")]).unwrap();
    assert_eq!((board.ground().start[9], board.ground().goal[41]), (false, true));
    assert_eq!(board.ground().goal_pegs(), 1);
    let same = described(&[("board", "6x7"), ("vacancy", "c5"), ("goal", "g1")]).unwrap();
    assert_eq!(same, board);
    let drawn = described(&[("id", "3x1:PPH"), ("goal", "..o\n")]).unwrap();
    assert_eq!(drawn, described(&[("id", "3x1:PPH")]).unwrap());
    assert_eq!(described(&[("id", "3x1:PPH"), ("goal", "1 3\n-1 -1 1")]).unwrap(), drawn);
    for (words, fault) in [
        (&[("board", "mars")][..], ("P0124", 1, 1)),
        (&[("board", "6x")], ("B0101", 1, 3)),
        (&[("board", "0x6")], ("B0102", 1, 1)),
        (&[("board", "99999x99999")], ("P0102", 1, 1)),
        (&[("board", "english"), ("vacancy", "1,1")], ("P0125", 1, 1)),
        (&[("board", "english"), ("vacancy", "8,1")], ("B0104", 1, 1)),
        (&[("board", "english"), ("goal", "1,1")], ("P0125", 1, 1)),
        (&[("board", "english"), ("goal", "1,")], ("B0103", 1, 1)),
        (&[("board", "english"), ("goal", "nowhere.txt")], ("P0126", 1, 1)),
        (&[("board", "english"), ("goal", "oo.")], ("P0127", 1, 1)),
        (&[("board", "english"), ("goal", "")], ("I0004", 0, 0)),
        (&[("board", "english"), ("id", "3x1:PPH")], ("P0122", 1, 1)),
        (&[("vacancy", "1,1")], ("P0123", 1, 1)),
    ] {
        assert_eq!(described(words), Err(fault), "{words:?}");
    }
    let unknown = drawn.question(&options(&[("of", "pegs")])).unwrap_err();
    assert_eq!(place(&unknown), ("U0004", 1, 1));
    let source = Source::new("text", "oo.\n");
    for name in ["board", "vacancy", "id"] {
        let options = options(&[(name, "english")]);
        let first = Pegs::read(&source, &options).next().unwrap();
        assert_eq!(first.unwrap_err().code(), "P0121");
    }
    let goal = options(&[("goal", "1,1")]);
    let board = Pegs::read(&source, &goal).next().unwrap().unwrap();
    assert_eq!(board.ground().goal, [true, false, false]);
}

#[test]
fn boards_that_are_made_are_what_was_asked_for() {
    let limits = Limits::default();
    let make = |words: &[(&str, &str)], seed| {
        Pegs::generate(&options(words), seed, &mut Meter::new(&limits))
            .map(|made| (made.instance, made.claim))
    };
    for seed in 0..200 {
        let holes = 1 + seed as usize % 4;
        let words = [("size", "8x9"), ("holes", &holes.to_string())];
        let (board, claim) = make(&words, seed).unwrap();
        let ground = board.ground();
        assert!(ground.is_complement() && (ground.rows, ground.columns) == (8, 9));
        assert_eq!(ground.goal_pegs(), holes);
        let Claim::Solution(jumps) = claim else { panic!("a solution was asked for") };
        assert_eq!(board.verify(&jumps), Ok(()));
        let (board, claim) = make(&[&words[..], &[("impossible", "")]].concat(), seed).unwrap();
        assert_eq!(board.ground().goal_pegs(), holes);
        let Claim::Argument(argument) = claim else { panic!("it can be solved") };
        assert_eq!(board.refute(&argument), Ok(()));
    }
    for shape in ["rectangle", "english", "wiegleb"] {
        let (board, claim) =
            make(&[("shape", shape), ("holes", "2"), ("notation", "id")], 2).unwrap();
        let Claim::Solution(jumps) = claim else { panic!("a solution was asked for") };
        assert_eq!(board.verify(&jumps), Ok(()));
        assert!(board.text().contains(':'));
    }
    let (large, claim) = make(&[("size", "60x60"), ("holes", "9")], 1).unwrap();
    let Claim::Solution(jumps) = claim else { panic!("a solution was asked for") };
    assert_eq!(large.verify(&jumps), Ok(()));
    assert!(large.ground().pegs() > 2_000);
    for (words, code) in [
        (&[("holes", "0")][..], "P0401"),
        (&[("holes", "x")], "P0401"),
        (&[("size", "3x3"), ("holes", "9")], "P0401"),
        (&[("size", "3x3"), ("holes", "5")], "P0402"),
        (&[("shape", "european"), ("size", "7x7")], "P0403"),
        (&[("shape", "mars")], "P0124"),
        (&[("notation", "mars")], "U0004"),
    ] {
        match make(words, 1).map_err(|obstacle| format!("{obstacle:?}")) {
            Err(text) => assert!(text.contains(code), "{text}"),
            Ok(_) => panic!("{words:?} was made"),
        }
    }
}
