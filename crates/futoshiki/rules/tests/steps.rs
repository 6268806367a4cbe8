//! The check of explanations of Futoshiki: steps that follow, and the same with one thing that is not so.

use tabuleiro_core::board::Square;
use tabuleiro_core::contract::Meter;
use tabuleiro_core::explain::{Assertion, Step};
use tabuleiro_core::locale::{Lang, Message};
use tabuleiro_core::play::{Move, Play};
use tabuleiro_futoshiki_rules::{Futoshiki, Position, Sign};

fn at(row: u32, col: u32) -> Square {
    Square { row: row - 1, col: col - 1 }
}

fn said(rule: &'static str, squares: &[(u32, u32)], values: &[i32]) -> Assertion {
    let squares = squares.iter().map(|&(row, col)| at(row, col)).collect();
    Assertion { rule, squares, values: values.to_vec() }
}

fn made(action: &'static str, (row, col): (u32, u32), value: u32) -> Move {
    Move { action, at: at(row, col), to: None, value: Some(value) }
}

/// A board of order 3 with a 1 in the corner, and less in the centre than to the right of it.
fn board() -> Futoshiki {
    Futoshiki::new(3).with_signs(vec![Sign { less: 4, more: 5 }]).with_given(0, 1)
}

/// What is said against a step from a position where these values were ruled out: nothing if it follows.
fn flaw(
    ruled_out: &[((u32, u32), u32)],
    premises: &[Assertion],
    conclusion: &[Assertion],
    moves: &[Move],
) -> String {
    let board = board();
    let mut position: Position = board.begin();
    for &(square, value) in ruled_out {
        let mark = |value| made("mark", square, value);
        if position.marks(board.size().index(at(square.0, square.1))) == 0 {
            (1..=3).for_each(|value| drop(board.make(&mut position, mark(value))));
        }
        board.make(&mut position, made("unmark", square, value)).unwrap();
    }
    let step = Step {
        technique: "test",
        cost: 0,
        premises: premises.to_vec(),
        conclusion: conclusion.to_vec(),
        moves: moves.to_vec(),
        squares: Vec::new(),
        place: Message::new("test"),
        message: Message::new("test"),
        story: Vec::new(),
    };
    match board.entails(&position, &step, &mut Meter::unlimited()).unwrap() {
        Ok(()) => String::new(),
        Err(flaw) => {
            let name = flaw.json(Lang::En)["name"].as_str().unwrap().to_owned();
            name.trim_start_matches("futoshiki.flaw.").to_owned()
        }
    }
}

#[test]
fn a_sign() {
    let told = |premises: &[Assertion]| {
        flaw(&[], premises, &[said("not", &[(2, 2)], &[3])], &[made("unmark", (2, 2), 3)])
    };
    assert_eq!(told(&[said("sign", &[(2, 2), (2, 3)], &[])]), "");
    assert_eq!(told(&[]), "entailed");
    assert_eq!(told(&[said("sign", &[(2, 3), (2, 2)], &[])]), "premise");
    assert_eq!(told(&[said("sign", &[(2, 2), (3, 2)], &[])]), "premise");
    assert_eq!(told(&[said("sign", &[(2, 2), (2, 3)], &[3])]), "premise");
    assert_eq!(told(&[said("sign", &[(2, 2)], &[])]), "premise");
    assert_eq!(told(&[said("sign", &[(2, 2), (2, 4)], &[])]), "premise");
    assert_eq!(told(&[said("is", &[(2, 2), (2, 3)], &[3])]), "premise");
}

#[test]
fn a_place_that_a_line_must_have() {
    let out = [((1, 3), 2)];
    let row = || said("has", &[(1, 1), (1, 3)], &[2]);
    let told = |premises: &[Assertion]| {
        flaw(&out, premises, &[said("is", &[(1, 2)], &[2])], &[made("place", (1, 2), 2)])
    };
    let [first, last] = [(1, 1), (1, 3)].map(|square| said("not", &[square], &[2]));
    assert_eq!(told(&[row(), first.clone(), last.clone()]), "");
    assert_eq!(told(&[row(), said("not", &[(1, 1), (1, 3)], &[2])]), "");
    assert_eq!(told(&[row(), said("is", &[(1, 1)], &[1]), last.clone()]), "");
    assert_eq!(told(&[row(), said("only", &[(1, 1)], &[1]), last.clone()]), "");
    assert_eq!(told(&[row(), said("only", &[(1, 1)], &[1, 3]), last.clone()]), "");
    for (less, flaw) in [
        (vec![row(), first.clone()], "entailed"),
        (vec![row(), last.clone()], "entailed"),
        (vec![first.clone(), last.clone()], "entailed"),
        (vec![said("has", &[(1, 1), (1, 3)], &[3]), first.clone(), last.clone()], "entailed"),
        (vec![said("has", &[(2, 1), (2, 3)], &[2]), first.clone(), last.clone()], "entailed"),
        (vec![said("once", &[(1, 1), (1, 3)], &[2]), first.clone(), last.clone()], "entailed"),
        (vec![said("has", &[(1, 1), (1, 2)], &[2]), first.clone(), last.clone()], "premise"),
        (vec![said("has", &[(1, 2), (1, 3)], &[2]), first.clone(), last.clone()], "premise"),
        (vec![said("has", &[(1, 3), (1, 1)], &[2]), first.clone(), last.clone()], "premise"),
        (vec![said("has", &[(1, 1), (2, 3)], &[2]), first.clone(), last.clone()], "premise"),
        (vec![said("has", &[(1, 1), (3, 2)], &[2]), first.clone(), last.clone()], "premise"),
        (vec![said("has", &[(2, 1), (3, 1)], &[2]), first.clone(), last.clone()], "premise"),
        (vec![said("has", &[(1, 1)], &[2]), first.clone(), last.clone()], "premise"),
        (vec![said("has", &[(1, 1), (1, 3)], &[]), first.clone(), last.clone()], "premise"),
        (vec![said("has", &[(1, 1), (1, 3)], &[0]), first.clone(), last.clone()], "premise"),
        (vec![said("has", &[(1, 1), (1, 3)], &[2, 4]), first.clone(), last.clone()], "premise"),
        // Cells hold more than that.
        (vec![row(), said("not", &[(1, 1), (1, 2)], &[2])], "premise"),
        (vec![row(), said("not", &[(1, 1)], &[1])], "premise"),
        (vec![row(), said("only", &[(1, 2)], &[2])], "premise"),
        // No digit stands there, or another one.
        (vec![row(), said("is", &[(1, 3)], &[3]), first.clone()], "premise"),
        (vec![row(), said("is", &[(1, 1)], &[3]), last.clone()], "premise"),
        (vec![row(), said("is", &[(1, 1)], &[1, 3]), last], "premise"),
    ] {
        assert_eq!(told(&less), flaw, "{less:?}");
    }
    // In columns as in rows.
    let column = |premise| {
        let premises = [premise, said("not", &[(1, 1), (2, 1)], &[2])];
        let moves = [made("place", (3, 1), 2)];
        flaw(&[((2, 1), 2)], &premises, &[said("is", &[(3, 1)], &[2])], &moves)
    };
    assert_eq!(column(said("has", &[(1, 1), (3, 1)], &[2])), "");
    assert_eq!(column(said("has", &[(1, 2), (3, 2)], &[2])), "entailed");
    assert_eq!(column(said("has", &[(1, 1), (2, 1)], &[2])), "premise");
    // A value that is said twice is said.
    assert_eq!(column(said("has", &[(1, 1), (3, 1)], &[2, 2])), "");
    let second = [said("has", &[(1, 2), (3, 2)], &[2]), said("not", &[(1, 2), (2, 2)], &[2])];
    let moves = [made("place", (3, 2), 2)];
    let out = [((1, 2), 2), ((2, 2), 2)];
    assert_eq!(flaw(&out, &second, &[said("is", &[(3, 2)], &[2])], &moves), "");
}

#[test]
fn values_that_a_line_has_once() {
    let out = [((2, 2), 1)];
    let pair = [(2, 1), (2, 2)].map(|square| said("only", &[square], &[2, 3]));
    let once = |values: &[i32]| said("once", &[(2, 1), (2, 3)], values);
    let conclusion = [said("not", &[(2, 3)], &[2, 3])];
    let moves = [made("unmark", (2, 3), 2), made("unmark", (2, 3), 3)];
    let told = |premises: &[Assertion]| flaw(&out, premises, &conclusion, &moves);
    let [one, other] = pair;
    assert_eq!(told(&[one.clone(), other.clone(), once(&[2, 3])]), "");
    assert_eq!(told(&[one.clone(), other.clone(), once(&[2]), once(&[3])]), "");
    assert_eq!(told(&[one.clone(), other.clone(), once(&[2])]), "entailed");
    assert_eq!(told(&[one.clone(), once(&[2, 3])]), "entailed");
    assert_eq!(told(&[one.clone(), other.clone()]), "entailed");
    let has = said("has", &[(2, 1), (2, 3)], &[2, 3]);
    assert_eq!(told(&[one, other, has]), "entailed");
}

#[test]
fn conclusions_and_moves() {
    let premises = [said("sign", &[(2, 2), (2, 3)], &[])];
    let told = |conclusion: &[Assertion], moves: &[Move]| flaw(&[], &premises, conclusion, moves);
    let (less, more) = (said("not", &[(2, 2)], &[3]), said("not", &[(2, 3)], &[1]));
    let (first, last) = (made("unmark", (2, 2), 3), made("unmark", (2, 3), 1));
    assert_eq!(told(&[less.clone(), more.clone()], &[first, last]), "");
    assert_eq!(told(&[less.clone(), more.clone()], &[last, first]), "");
    assert_eq!(told(&[less.clone(), more.clone()], &[first]), "moves");
    assert_eq!(told(std::slice::from_ref(&less), &[first, last]), "moves");
    assert_eq!(told(std::slice::from_ref(&less), &[last]), "moves");
    assert_eq!(told(std::slice::from_ref(&less), &[made("place", (2, 2), 3)]), "moves");
    assert_eq!(told(std::slice::from_ref(&less), &[made("unmark", (2, 2), 2)]), "moves");
    assert_eq!(told(std::slice::from_ref(&less), &[]), "moves");
    assert_eq!(told(&[], &[]), "conclusion");
    assert_eq!(told(&[said("not", &[(2, 2), (2, 3)], &[3])], &[first]), "entailed");
    assert_eq!(told(&[said("not", &[(2, 2)], &[2, 3])], &[first]), "entailed");
    assert_eq!(told(&[said("not", &[(2, 2)], &[])], &[first]), "entailed");
    assert_eq!(told(&[said("not", &[(2, 4)], &[3])], &[first]), "entailed");
    assert_eq!(told(&[said("only", &[(2, 2)], &[3])], &[first]), "entailed");
    assert_eq!(told(&[less, said("is", &[(2, 3)], &[3])], &[first]), "entailed");
    // One value is placed, and not two.
    let out = [((2, 2), 1), ((2, 2), 2)];
    let only = |values: &[i32]| [said("only", &[(2, 2)], values)];
    let placed = [made("place", (2, 2), 3)];
    assert_eq!(flaw(&out, &only(&[3]), &[said("is", &[(2, 2)], &[3])], &placed), "");
    assert_eq!(flaw(&out, &only(&[2, 3]), &[said("is", &[(2, 2)], &[3])], &placed), "entailed");
    let two = [made("place", (2, 2), 2), made("place", (2, 2), 3)];
    assert_eq!(flaw(&out, &only(&[2, 3]), &[said("is", &[(2, 2)], &[2, 3])], &two), "entailed");
    // What a cell cannot hold already is not taken away again, and a step must change something.
    let none = [said("not", &[(2, 2)], &[2])];
    assert_eq!(flaw(&out, &only(&[3]), &none, &[made("unmark", (2, 2), 2)]), "moves");
    assert_eq!(flaw(&out, &only(&[3]), &none, &[]), "moves");
}
