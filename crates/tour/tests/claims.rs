//! Claimed tours whose numbers begin at 1, as they must, or at 0.

use search::Limits;
use tabuleiro_core::contract::{Options, RunError};
use tabuleiro_core::kind::{Ruling, Session};
use tabuleiro_core::text::Source;
use tabuleiro_tour::KIND;

/// The numbers of a tour of 3x4 from 1 on, and of the ring around the centre of 3x3.
const RECTANGLE: [[u32; 4]; 3] = [[1, 4, 7, 10], [12, 9, 2, 5], [3, 6, 11, 8]];
const RING: [[u32; 3]; 3] = [[1, 6, 3], [4, 0, 8], [7, 2, 5]];

fn options(words: &[(&str, &str)]) -> Options {
    let mut options = Options::default();
    words.iter().for_each(|(name, value)| options.set(*name, *value));
    options
}

/// Numbers as they are written in every format, less `begin`; holes as `hole`, and in JSON.
fn written<const N: usize>(rows: &[[u32; N]; 3], less: u32, hole: (&str, &str)) -> [String; 3] {
    let rows = |between: &str, hole: &str| -> Vec<String> {
        let word = |&number: &u32| match number {
            0 => hole.to_owned(),
            _ => (number - less).to_string(),
        };
        rows.iter().map(|row| row.iter().map(word).collect::<Vec<_>>().join(between)).collect()
    };
    [
        format!("{}\n= a remark\n", rows("  ", hole.0).join("\n")),
        format!("{}\n", rows("\t", hole.0).join("\n")),
        format!("{{\"solution\":{{\"board\":[[{}]]}}}}", rows(",", hole.1).join("],[")),
    ]
}

/// What is said of a claim: `valid`, the code of a fault, or `not valid`.
fn said(board: Result<Box<dyn Session>, &'static str>, claim: &str) -> &'static str {
    let board = match board {
        Ok(board) => board,
        Err(code) => return code,
    };
    match board.check(&Source::new("claim", claim), &Limits::default()) {
        Ok(Ruling::Valid(_)) => "valid",
        Ok(_) => "not valid",
        Err(RunError::Invalid(fault)) => fault.code(),
        Err(RunError::Limit(limit)) => limit.word(),
    }
}

/// About the board that the claim itself tells of.
fn of_its_own(claim: &str, words: &[(&str, &str)]) -> &'static str {
    let board = KIND.implied(&Source::new("claim", claim), &options(words));
    said(board.map_err(|fault| fault.code()), claim)
}

/// About a board that is drawn.
fn of_board(board: &str, claim: &str, words: &[(&str, &str)]) -> &'static str {
    let (source, options) = (Source::new("board", board), options(words));
    let board = KIND.open(&source, &options).next().expect("a board");
    said(board.map_err(|fault| fault.code()), claim)
}

#[test]
fn numbers_from_0_are_refused_unless_asked_for() {
    let zero_based = [("zero-based", "")];
    for (from_0, from_1) in
        written(&RECTANGLE, 1, ("#", "null")).iter().zip(&written(&RECTANGLE, 0, ("#", "null")))
    {
        let drawn = "....\n....\n....\n";
        assert_eq!(of_its_own(from_1, &[]), "valid");
        assert_eq!(of_its_own(from_0, &[]), "T0305", "{from_0}");
        assert_eq!(of_its_own(from_0, &zero_based), "valid", "{from_0}");
        assert_eq!(of_its_own(from_1, &zero_based), "T0306", "{from_1}");
        assert_eq!(of_board(drawn, from_1, &[]), "valid");
        assert_eq!(of_board(drawn, from_0, &[]), "T0305");
        assert_eq!(of_board(drawn, from_0, &zero_based), "valid");
        assert_eq!(of_board(drawn, from_1, &zero_based), "T0306");
        // A board one square of which is a hole is another board.
        assert_eq!(of_board("#...\n....\n....\n", from_0, &zero_based), "T0306");
        assert_eq!(of_board("#...\n....\n....\n", from_0, &[]), "valid");
    }
    // What is no tour in either way is said to be none.
    for wrong in ["0 1 2\n3 4 5\n6 7 8\n", "0 3 6 9\n11 8 1 4\n2 5 10 2\n"] {
        assert_ne!(of_its_own(wrong, &[]), "valid");
        assert_ne!(of_its_own(wrong, &zero_based), "valid");
    }
    assert_eq!(of_its_own("0\n", &[]), "T0305");
    assert_eq!(of_its_own("0\n", &zero_based), "valid");
    assert_eq!(of_its_own("4294967295\n", &zero_based), "T0302");
}

#[test]
fn with_numbers_from_0_a_hole_is_written_in_another_way() {
    let zero_based = [("zero-based", "")];
    let drawn = "...\n.#.\n...\n";
    for claim in written(&RING, 1, ("#", "null")) {
        assert_eq!(of_its_own(&claim, &zero_based), "valid", "{claim}");
        assert_eq!(of_its_own(&claim, &[]), "T0305", "{claim}");
        assert_eq!(of_board(drawn, &claim, &zero_based), "valid", "{claim}");
        assert_eq!(of_board(drawn, &claim, &[]), "T0305", "{claim}");
    }
    // Numbers from 1: a hole is `#` or 0, and in doubt the board tells.
    for claim in written(&RING, 0, ("#", "null")) {
        assert_eq!(of_its_own(&claim, &[]), "valid", "{claim}");
    }
    for claim in written(&RING, 0, ("0", "0")) {
        assert_eq!(of_its_own(&claim, &[]), "T0305", "{claim}");
        assert_eq!(of_board(drawn, &claim, &[]), "valid", "{claim}");
    }
    let two = "1 0 0\n0 0 2\n3 0 0\n";
    assert_eq!(of_its_own(two, &[]), "valid");
}

#[test]
fn the_number_of_a_tour_is_told_of_numbers_from_0_too() {
    let [text, ..] = written(&RECTANGLE, 1, ("#", "null"));
    let described = |words: &[(&str, &str)]| {
        let options = options(words);
        let session = KIND.described(&options, &Limits::default()).unwrap().unwrap();
        session.question(&options, None).map(|_| ()).map_err(|fault| fault.code())
    };
    assert_eq!(described(&[("size", "3x4"), ("before", &text)]), Err("T0305"));
    assert_eq!(described(&[("size", "3x4"), ("before", &text), ("zero-based", "")]), Ok(()));
}
