//! A small reason for one exclusion: a minimal unsatisfiable subset of rules, signs and marks around it,
//! by deletion. Nothing can be left out of it; whether another one is smaller is not known.

use search::{Limit, Meter};

use super::super::explain_check::Known;
use super::super::{Futoshiki, Placed};
use super::marks::{Marks, bits};

/// A piece of a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// The line has each of these values at most once.
    Once(usize, u64),
    /// The line has each of these values.
    Has(usize, u64),
    /// A sign, by its place in the list.
    Sign(usize),
    /// What a cell can hold.
    Cell(usize),
}

/// Nodes of one test, and of the first, which has everything.
const TEST: u64 = 2_000;

/// The reason why a value cannot be; nothing if that is not found within the nodes.
pub(super) fn reason(
    board: &Futoshiki,
    marks: &Marks<'_>,
    against: Placed,
    nodes: u64,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Piece>>, Limit> {
    let values = |line: usize| {
        let cells = bits(marks.open[line]).map(|i| marks.can[marks.cell(line, i)]);
        cells.fold(0, |set, can| set | can)
    };
    let open_lines = (0..2 * marks.order).filter(|&line| marks.open[line] != 0);
    let lines: Vec<(usize, u64)> = open_lines.map(|line| (line, values(line))).collect();
    let everything = u64::MAX >> (64 - marks.order);
    let mut pieces: Vec<Piece> = lines
        .iter()
        .flat_map(|&(line, set)| [Piece::Once(line, set), Piece::Has(line, set)])
        .collect();
    pieces.extend((0..board.signs().len()).map(Piece::Sign));
    let marked = (0..marks.can.len()).filter(|&cell| marks.can[cell] != everything);
    pieces.extend(marked.filter(|&cell| cell != usize::from(against.cell)).map(Piece::Cell));
    if !is_refuted(board, marks, against, &pieces, nodes, meter)? {
        return Ok(None);
    }
    let mut delete = |pieces: &mut Vec<Piece>, part: &dyn Fn(&Piece) -> bool| {
        let less: Vec<Piece> = pieces.iter().copied().filter(|piece| !part(piece)).collect();
        if less.len() < pieces.len()
            && is_refuted(board, marks, against, &less, TEST.max(nodes), meter)?
        {
            *pieces = less;
        }
        Ok::<(), Limit>(())
    };
    for &(gone, _) in &lines {
        delete(
            &mut pieces,
            &|piece| matches!(piece, Piece::Once(line, _) | Piece::Has(line, _) if *line == gone),
        )?;
    }
    for piece in pieces.clone().into_iter().filter(|piece| !matches!(piece, Piece::Cell(_))) {
        delete(&mut pieces, &|other| *other == piece)?;
    }
    let by_value = |&piece: &Piece| -> Vec<Piece> {
        match piece {
            Piece::Once(line, set) => bits(set).map(|v| Piece::Once(line, 1 << v)).collect(),
            Piece::Has(line, set) => bits(set).map(|v| Piece::Has(line, 1 << v)).collect(),
            other => vec![other],
        }
    };
    pieces = pieces.iter().flat_map(by_value).collect();
    for piece in pieces.clone() {
        delete(&mut pieces, &|other| *other == piece)?;
    }
    Ok(Some(pieces))
}

fn is_refuted(
    board: &Futoshiki,
    marks: &Marks<'_>,
    against: Placed,
    pieces: &[Piece],
    nodes: u64,
    meter: &mut Meter<'_>,
) -> Result<bool, Limit> {
    let mut known = Known::new(marks.order);
    known.keep(usize::from(against.cell), 1 << (against.value - 1));
    for &piece in pieces {
        match piece {
            Piece::Once(line, set) => known.add_once(line, set),
            Piece::Has(line, set) => known.add_has(line, set),
            Piece::Sign(sign) => known.add_sign(board.signs()[sign]),
            Piece::Cell(cell) => known.keep(cell, marks.can[cell]),
        }
    }
    known.is_refuted(nodes, meter)
}
