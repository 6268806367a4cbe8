//! The verifier of Futoshiki: claims that break one rule and no other.

use tabuleiro_core::board::Square;
use tabuleiro_core::contract::Verify;
use tabuleiro_core::locale::Lang;
use tabuleiro_futoshiki_rules::{Argument, Futoshiki, Grid, Sign};

/// A board of an order with values given to cells, and signs between cells, by their places from 0.
fn board(order: usize, givens: &[(usize, u8)], signs: &[(u16, u16)]) -> Futoshiki {
    let signs = signs.iter().map(|&(less, more)| Sign { less, more }).collect();
    let empty = Futoshiki::new(order).with_signs(signs);
    givens.iter().fold(empty, |board, &(cell, value)| board.with_given(cell, value))
}

#[test]
fn a_grid_that_breaks_one_rule_breaks_that_rule() {
    let cases: [(Futoshiki, usize, &[u32], &str); 17] = [
        (board(2, &[(0, 1)], &[(0, 1), (2, 1)]), 2, &[1, 2, 2, 1], "sign"),
        (board(2, &[(0, 1)], &[(0, 1), (3, 1)]), 2, &[1, 2, 2, 1], ""),
        (board(2, &[], &[]), 3, &[1, 2, 3, 2, 3, 1, 3, 1, 2], "size"),
        (board(3, &[], &[]), 2, &[1, 2, 2, 1], "size"),
        (board(2, &[], &[]), 2, &[1, 3, 3, 1], "range"),
        (board(2, &[], &[]), 2, &[1, 0, 0, 1], "range"),
        (board(2, &[], &[]), 2, &[1, u32::MAX, 2, 1], "range"),
        (board(2, &[(3, 2)], &[]), 2, &[1, 2, 2, 1], "given"),
        (board(2, &[(0, 2)], &[]), 2, &[1, 2, 2, 1], "given"),
        // Twice in a row and in no column, and the other way round.
        (board(2, &[], &[]), 2, &[1, 1, 2, 2], "twice"),
        (board(2, &[], &[]), 2, &[1, 2, 1, 2], "twice"),
        (board(3, &[], &[]), 3, &[1, 2, 3, 2, 3, 1, 3, 1, 3], "twice"),
        // In a row that is not the first, every column being right; and the other way round.
        (board(3, &[], &[]), 3, &[1, 2, 3, 2, 3, 2, 3, 1, 1], "twice"),
        (board(3, &[], &[]), 3, &[1, 2, 3, 2, 3, 1, 3, 2, 1], "twice"),
        // Less, not at most: cells that share no line may hold the same.
        (board(2, &[], &[(0, 3)]), 2, &[1, 2, 2, 1], "sign"),
        (board(2, &[], &[(1, 0)]), 2, &[1, 2, 2, 1], "sign"),
        (board(2, &[], &[(0, 1), (2, 3)]), 2, &[1, 2, 2, 1], "sign"),
    ];
    for (board, order, values, flaw) in cases {
        let found = board.verify(&Grid::new(order, values.to_vec())).err();
        let found = found.map(|flaw| flaw.json(Lang::En)["name"].as_str().unwrap().to_owned());
        let expected = (!flaw.is_empty()).then(|| format!("futoshiki.flaw.{flaw}"));
        assert_eq!(found, expected, "{values:?}");
    }
}

#[test]
fn values_so_far_that_break_one_rule_break_that_rule() {
    let board = board(3, &[(0, 1)], &[(1, 2)]);
    let cases: [(&[(usize, u32)], &str); 12] = [
        (&[], ""),
        (&[(0, 1), (1, 2), (2, 3), (3, 2)], ""),
        (&[(0, 2)], "given"),
        // Of a value that no cell can hold, that is what is said.
        (&[(0, 4)], "range"),
        (&[(4, 0)], "range"),
        (&[(1, 2), (2, 2)], "twice"),
        (&[(3, 2), (5, 2)], "twice"),
        (&[(1, 2), (7, 2)], "twice"),
        (&[(1, 2), (5, 2)], ""),
        (&[(2, 2), (4, 2)], ""),
        (&[(1, 3), (2, 2)], "sign"),
        (&[(1, 3)], ""),
    ];
    for (values, expected) in cases {
        let mut cells = vec![None; 9];
        values.iter().for_each(|&(cell, value)| cells[cell] = Some(value));
        let flaw = board.so_far(&cells).err().map(|flaw| flaw.json(Lang::En));
        let name = flaw.as_ref().map_or("", |flaw| flaw["name"].as_str().unwrap());
        assert_eq!(name.trim_start_matches("futoshiki.flaw."), expected, "{values:?}");
    }
}

#[test]
fn the_greatest_order_has_room_for_all_its_values() {
    let cyclic = |order: u32| -> Vec<u32> {
        (0..order * order).map(|cell| (cell / order + cell % order) % order + 1).collect()
    };
    let mut values = cyclic(64);
    assert_eq!(Futoshiki::new(64).verify(&Grid::new(64, values.clone())), Ok(()));
    values[4095] = values[4094];
    assert!(Futoshiki::new(64).verify(&Grid::new(64, values)).is_err());
}

#[test]
fn a_value_that_occurs_twice_is_told_with_both_its_cells() {
    let flaw =
        Futoshiki::new(3).verify(&Grid::new(3, vec![1, 2, 3, 2, 3, 2, 3, 1, 1])).unwrap_err();
    let told = flaw.json(Lang::En);
    assert_eq!((told["first"].as_str(), told["second"].as_str()), (Some("2,1"), Some("2,3")));
}

#[test]
fn an_argument_that_breaks_one_rule_does_not_hold() {
    let at = |place: usize| Square { row: place as u32 / 3, col: place as u32 % 3 };
    let cells = |places: &[usize]| -> Vec<Square> { places.iter().map(|&p| at(p)).collect() };
    let pair = |one, other| [at(one), at(other)];
    let beyond = Square { row: 3, col: 0 };
    let given = |givens: &[(usize, u8)]| board(3, givens, &[]);
    let signs = |signs: &[(u16, u16)]| board(3, &[], signs);
    let chain = [(0, 1), (1, 4), (4, 5)];
    let cases = [
        // In a row and in a column; not the same cell, the same line, the same value, or given.
        (given(&[(0, 1), (2, 1)]), Argument::Twice(pair(0, 2)), true),
        (given(&[(0, 1), (6, 1)]), Argument::Twice(pair(0, 6)), true),
        (given(&[(0, 1), (2, 1)]), Argument::Twice(pair(0, 0)), false),
        (given(&[(0, 1), (4, 1)]), Argument::Twice(pair(0, 4)), false),
        (given(&[(0, 1), (2, 2)]), Argument::Twice(pair(0, 2)), false),
        (given(&[(0, 1)]), Argument::Twice(pair(0, 2)), false),
        (given(&[]), Argument::Twice(pair(0, 2)), false),
        (given(&[(0, 1)]), Argument::Twice([at(0), beyond]), false),
        (signs(&[(4, 4)]), Argument::Itself(at(4)), true),
        (signs(&[(4, 4)]), Argument::Itself(at(0)), false),
        (signs(&[(4, 1)]), Argument::Itself(at(4)), false),
        (signs(&[(4, 4)]), Argument::Itself(beyond), false),
        // A cycle with each of its signs missing or turned round.
        (signs(&[(0, 1), (1, 4), (4, 0)]), Argument::Cycle(cells(&[0, 1, 4])), true),
        (signs(&[(4, 4)]), Argument::Cycle(cells(&[4])), true),
        (signs(&[(0, 1), (1, 4)]), Argument::Cycle(cells(&[0, 1, 4])), false),
        (signs(&[(0, 1), (4, 0)]), Argument::Cycle(cells(&[0, 1, 4])), false),
        (signs(&[(1, 4), (4, 0)]), Argument::Cycle(cells(&[0, 1, 4])), false),
        (signs(&[(0, 1), (1, 4), (0, 4)]), Argument::Cycle(cells(&[0, 1, 4])), false),
        (signs(&[(0, 1)]), Argument::Cycle(vec![]), false),
        // As many cells as values; a sign that is missing.
        (signs(&chain), Argument::Chain(cells(&[0, 1, 4, 5])), true),
        (signs(&chain), Argument::Chain(cells(&[0, 1, 4])), false),
        (signs(&chain[1..]), Argument::Chain(cells(&[0, 1, 4, 5])), false),
        (signs(&chain[..2]), Argument::Chain(cells(&[0, 1, 4, 5])), false),
        (signs(&[]), Argument::Chain(vec![]), false),
        // More, as much, less; turned round; one of the two not given.
        (board(3, &[(0, 2), (1, 1)], &[(0, 1)]), Argument::Against(pair(0, 1)), true),
        (board(3, &[(0, 2), (4, 2)], &[(0, 4)]), Argument::Against(pair(0, 4)), true),
        (board(3, &[(0, 1), (1, 2)], &[(0, 1)]), Argument::Against(pair(0, 1)), false),
        (board(3, &[(0, 2), (1, 1)], &[(1, 0)]), Argument::Against(pair(0, 1)), false),
        (board(3, &[(0, 2), (1, 1)], &[]), Argument::Against(pair(0, 1)), false),
        (board(3, &[(0, 3)], &[(0, 1)]), Argument::Against(pair(0, 1)), false),
        (board(3, &[(1, 1)], &[(0, 1)]), Argument::Against(pair(0, 1)), false),
        // Room for two cells, for three and for one; a sign that is missing.
        (board(3, &[(0, 2)], &chain[..2]), Argument::Squeezed(cells(&[0, 1, 4])), true),
        (board(3, &[(4, 2)], &chain[..2]), Argument::Squeezed(cells(&[0, 1, 4])), true),
        (board(3, &[(0, 3)], &chain[..1]), Argument::Squeezed(cells(&[0, 1])), true),
        (board(3, &[(0, 1)], &chain[..2]), Argument::Squeezed(cells(&[0, 1, 4])), false),
        (board(3, &[(4, 3)], &chain[..2]), Argument::Squeezed(cells(&[0, 1, 4])), false),
        (board(3, &[], &chain[..2]), Argument::Squeezed(cells(&[0, 1, 4])), false),
        (board(3, &[(0, 2)], &chain[..1]), Argument::Squeezed(cells(&[0, 1])), false),
        (board(3, &[(0, 2)], &chain[..1]), Argument::Squeezed(cells(&[0, 1, 4])), false),
        (board(3, &[(0, 2)], &chain[1..]), Argument::Squeezed(cells(&[0, 1, 4])), false),
        (board(3, &[], &[]), Argument::Squeezed(cells(&[0])), false),
        (board(3, &[], &[]), Argument::Squeezed(vec![]), false),
    ];
    for (board, argument, holds) in cases {
        assert_eq!(board.refute(&argument).is_ok(), holds, "{argument:?} on\n{board:?}");
    }
}
