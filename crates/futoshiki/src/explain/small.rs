//! A small reason for one exclusion: a minimal unsatisfiable subset of rules, signs and marks around it,
//! by deletion. Nothing can be left out of it; whether another one is smaller is not known.

use search::{Limit, Meter};
use tabuleiro_futoshiki_rules::Known;

use super::marks::{Marks, bits};
use crate::{Futoshiki, Placed};

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

impl Piece {
    /// Adds it to what is known.
    pub(super) fn add_to(self, known: &mut Known, board: &Futoshiki, marks: &Marks<'_>) {
        match self {
            Piece::Once(line, set) => known.add_once(line, set),
            Piece::Has(line, set) => known.add_has(line, set),
            Piece::Sign(sign) => known.add_sign(board.signs()[sign]),
            Piece::Cell(cell) => known.keep(cell, marks.can[cell]),
        }
    }
}

/// Finds a small reason why a value is impossible.
struct Search<'s> {
    board: &'s Futoshiki,
    marks: &'s Marks<'s>,
    against: Placed,
    /// Nodes that a test may take.
    nodes: u64,
}

/// The reason why a value cannot be; nothing if so many nodes do not show it.
pub(super) fn reason(
    board: &Futoshiki,
    marks: &Marks<'_>,
    against: Placed,
    nodes: u64,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Piece>>, Limit> {
    let mut search = Search { board, marks, against, nodes };
    let pieces = search.everything();
    let Some(used) = search.refute(&pieces, meter)? else { return Ok(None) };
    // With less to go by, a test may take somewhat longer.
    search.nodes = 2 * used + 2;
    let pieces = search.minimal(pieces, meter)?;
    let single = |piece: Piece| -> Vec<Piece> {
        match piece {
            Piece::Once(line, set) => bits(set).map(|v| Piece::Once(line, 1 << v)).collect(),
            Piece::Has(line, set) => bits(set).map(|v| Piece::Has(line, 1 << v)).collect(),
            other => vec![other],
        }
    };
    let pieces = pieces.into_iter().flat_map(single).collect();
    Ok(Some(joined(search.minimal(pieces, meter)?)))
}

/// The pieces of one line and one rule as one, which speaks of several values.
fn joined(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::new();
    for piece in pieces {
        match (out.last_mut(), piece) {
            (Some(Piece::Once(line, set)), Piece::Once(of, more)) if *line == of => *set |= more,
            (Some(Piece::Has(line, set)), Piece::Has(of, more)) if *line == of => *set |= more,
            _ => out.push(piece),
        }
    }
    out
}

impl Search<'_> {
    /// All that is known: rules before clues before marks, each line's together.
    fn everything(&self) -> Vec<Piece> {
        let marks = self.marks;
        let open = (0..2 * marks.order).filter(|&line| marks.open[line] != 0);
        let mut pieces: Vec<Piece> = open
            .flat_map(|line| {
                let cells = bits(marks.open[line]).map(|i| marks.can[marks.cell(line, i)]);
                let values = cells.fold(0, |set, can| set | can);
                [Piece::Once(line, values), Piece::Has(line, values)]
            })
            .collect();
        pieces.extend((0..self.board.signs().len()).map(Piece::Sign));
        let everything = u64::MAX >> (64 - marks.order);
        let marked = (0..marks.can.len()).filter(|&cell| marks.can[cell] != everything);
        let others = marked.filter(|&cell| cell != usize::from(self.against.cell));
        pieces.extend(others.map(Piece::Cell));
        pieces
    }

    /// What is left when everything has gone that can: several pieces at once, as long as that goes well.
    fn minimal(&self, mut pieces: Vec<Piece>, meter: &mut Meter<'_>) -> Result<Vec<Piece>, Limit> {
        let (mut at, mut stride) = (0, 1);
        while at < pieces.len() {
            let end = pieces.len().min(at + stride);
            let less = [&pieces[..at], &pieces[end..]].concat();
            if self.refute(&less, meter)?.is_some() {
                pieces = less;
                stride *= 2;
            } else {
                at += usize::from(stride == 1);
                stride = (stride / 4).max(1);
            }
        }
        Ok(pieces)
    }

    /// The nodes that show that some pieces exclude the value, if so many are enough.
    fn refute(&self, pieces: &[Piece], meter: &mut Meter<'_>) -> Result<Option<u64>, Limit> {
        let mut known = Known::new(self.marks.order);
        known.keep(usize::from(self.against.cell), 1 << (self.against.value - 1));
        pieces.iter().for_each(|&piece| piece.add_to(&mut known, self.board, self.marks));
        known.refute(self.nodes, meter)
    }
}
