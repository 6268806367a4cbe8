//! A refutation told as steps of the ladder: with a value assumed, the easiest technique leads on again and again until a
//! cell or a value has nothing left. Steps that are not needed for that are left out.

use search::{Limit, Meter};
use tabuleiro_core::explain::{Assertion, Step};
use tabuleiro_core::locale::Message;
use tabuleiro_futoshiki_rules::Known;

use super::find::Reason;
use super::ladder::Rung;
use super::marks::Marks;
use super::small::Piece;
use super::story::Contradiction;
use super::tell::StepWriter;
use crate::values::all;
use crate::{Placed, Sign};

/// Nodes in which the premises of such a refutation are to be seen to contradict each other.
const NODES: u64 = 1 << 12;

/// One step under the assumption.
#[derive(Clone, Debug)]
struct Inference {
    rung: Rung,
    reason: Reason,
    /// A cell of its effect, which tells steps of one reason apart.
    cell: usize,
}

/// Cells with the values that they lose.
type Lost = Vec<(usize, u64)>;

/// What a refutation rests on, and how it is told.
pub(super) struct Reductio {
    pub(super) pieces: Vec<Piece>,
    pub(super) lines: Vec<Message>,
}

/// Refutes a value so; nothing if no technique leads to a contradiction, or if the rules and marks that were named are not
/// seen to do so soon.
pub(super) fn reductio(
    teller: &StepWriter<'_>,
    against: Placed,
    meter: &mut Meter<'_>,
) -> Result<Option<Reductio>, Limit> {
    let mut start = teller.marks.clone();
    start.place(usize::from(against.cell), 1 << (against.value - 1));
    let mut marks = start.clone();
    let mut chain: Vec<Inference> = Vec::new();
    while contradiction(&marks).is_none() {
        meter.check_limits()?;
        let Some((inference, lost)) = easiest(&marks) else { return Ok(None) };
        apply(&mut marks, inference.rung, &lost);
        chain.push(inference);
    }
    // What is not needed goes, many steps at once first.
    let mut stride = chain.len().div_ceil(2);
    while stride > 0 {
        let mut end = chain.len();
        while end > 0 {
            meter.check_limits()?;
            let begin = end.saturating_sub(stride);
            let fewer = [&chain[..begin], &chain[end..]].concat();
            if let Some(kept) = replayed(&start, fewer) {
                chain = kept;
            }
            end = begin.min(chain.len());
        }
        stride /= 2;
    }
    let found = told(teller, against, start, &chain);
    let mut known = Known::new(teller.marks.order);
    known.keep(usize::from(against.cell), 1 << (against.value - 1));
    found.pieces.iter().for_each(|&piece| piece.add_to(&mut known, teller.board, teller.marks));
    Ok(known.refute(NODES, meter)?.is_some().then_some(found))
}

/// Of the easiest technique that sees something, what takes most away.
fn easiest(marks: &Marks<'_>) -> Option<(Inference, Lost)> {
    let named = Rung::ALL.into_iter().take_while(|rung| *rung < Rung::Refutation);
    named.into_iter().find_map(|rung| {
        let mut best: Option<(u32, Inference, Lost)> = None;
        marks.find(rung, &mut |reason, effect| {
            let size = effect.iter().map(|&(cell, lost)| (marks.can[cell] & lost).count_ones());
            let size = size.sum();
            if best.as_ref().is_none_or(|(most, ..)| size > *most) {
                best = Some((size, Inference { rung, reason, cell: effect[0].0 }, effect.to_vec()));
            }
        });
        best.map(|(_, inference, lost)| (inference, lost))
    })
}

fn apply(marks: &mut Marks<'_>, rung: Rung, lost: &Lost) {
    for &(cell, lost) in lost {
        if rung.places() {
            marks.place(cell, all(marks.order) & !lost);
        } else {
            marks.can[cell] &= !lost;
        }
    }
}

/// What the same step takes away from other marks.
fn again(marks: &Marks<'_>, inference: &Inference) -> Option<Lost> {
    let mut same = None;
    marks.find(inference.rung, &mut |reason, effect| {
        let is_about = effect.iter().any(|&(cell, _)| cell == inference.cell);
        if same.is_none() && is_about && reason == inference.reason {
            same = Some(effect.to_vec());
        }
    });
    same
}

/// The steps that still see something, up to a contradiction; nothing if there is none.
fn replayed(start: &Marks<'_>, chain: Vec<Inference>) -> Option<Vec<Inference>> {
    let mut marks = start.clone();
    let mut kept = Vec::new();
    let mut chain = chain.into_iter();
    while contradiction(&marks).is_none() {
        let inference = chain.next()?;
        if let Some(lost) = again(&marks, &inference) {
            apply(&mut marks, inference.rung, &lost);
            kept.push(inference);
        }
    }
    Some(kept)
}

fn contradiction(marks: &Marks<'_>) -> Option<Contradiction> {
    let empty = (0..marks.can.len()).find(|&cell| marks.can[cell] == 0);
    empty.map(Contradiction::Empty).or_else(|| {
        (0..2 * marks.order).find_map(|line| {
            let cells = (0..marks.order).map(|i| marks.can[marks.cell(line, i)]);
            let missing = all(marks.order) & !cells.fold(0, |seen, set| seen | set);
            let value = missing & missing.wrapping_neg();
            (value != 0).then_some(Contradiction::NoPlace(line, value))
        })
    })
}

/// The words of all steps, and what they rest on: rules, signs, and the marks of every cell they speak of.
fn told(
    teller: &StepWriter<'_>,
    against: Placed,
    mut marks: Marks<'_>,
    chain: &[Inference],
) -> Reductio {
    let order = marks.order;
    let mut used = Used { once: vec![0; 2 * order], has: vec![0; 2 * order], ..Used::default() };
    used.cells = vec![false; marks.can.len()];
    let mut lines = vec![teller.about(against, "futoshiki.story.suppose")];
    used.placed(&marks, usize::from(against.cell), 1 << (against.value - 1));
    for inference in chain {
        let lost = again(&marks, inference).expect("a chain is replayed as it was made");
        let step = StepWriter { board: teller.board, marks: &marks }.step(
            inference.rung,
            &inference.reason,
            &lost,
        );
        used.note(teller, &step);
        lines.push(step.message);
        if inference.rung.places() {
            for &(cell, lost) in &lost {
                used.placed(&marks, cell, all(order) & !lost);
            }
        }
        apply(&mut marks, inference.rung, &lost);
    }
    let end = contradiction(&marks).expect("a chain ends in a contradiction");
    match end {
        Contradiction::Empty(cell) => used.cells[cell] = true,
        Contradiction::NoPlace(line, value) => {
            used.has[line] |= value;
            (0..order).for_each(|i| used.cells[marks.cell(line, i)] = true);
        }
    }
    lines.push(teller.end(end));
    Reductio { pieces: used.pieces(teller, against), lines }
}

/// What steps rest on.
#[derive(Default)]
struct Used {
    /// For each row, then each column, the values that it has at most once, and at least once.
    once: Vec<u64>,
    has: Vec<u64>,
    signs: Vec<usize>,
    cells: Vec<bool>,
}

impl Used {
    /// A digit goes from the marks of its lines.
    fn placed(&mut self, marks: &Marks<'_>, cell: usize, value: u64) {
        self.cells[cell] = true;
        marks.lines(cell).into_iter().for_each(|(line, _)| self.once[line] |= value);
    }

    fn note(&mut self, teller: &StepWriter<'_>, step: &Step) {
        let size = teller.board.size();
        for Assertion { rule, squares, values } in &step.premises {
            let cells: Vec<usize> = squares.iter().map(|&square| size.index(square)).collect();
            let values = values.iter().fold(0, |set, value| set | 1u64 << (value - 1));
            match *rule {
                "sign" => {
                    let sign = Sign { less: cells[0] as u16, more: cells[1] as u16 };
                    let at = teller.board.signs().iter().position(|known| *known == sign);
                    self.signs.extend(at.filter(|at| !self.signs.contains(at)));
                }
                "once" => self.once[teller.line_between(cells[0], cells[1])] |= values,
                "has" => self.has[teller.line_between(cells[0], cells[1])] |= values,
                _ => cells.iter().for_each(|&cell| self.cells[cell] = true),
            }
        }
    }

    fn pieces(self, teller: &StepWriter<'_>, against: Placed) -> Vec<Piece> {
        let marks = teller.marks;
        let of = |list: Vec<u64>, piece: fn(usize, u64) -> Piece| {
            list.into_iter()
                .enumerate()
                .filter(|(_, set)| *set != 0)
                .map(move |(line, set)| piece(line, set))
        };
        let says = |&cell: &usize| {
            cell != usize::from(against.cell) && marks.can[cell] != all(marks.order)
        };
        let cells = self.cells.iter().enumerate().filter(|(_, used)| **used).map(|(cell, _)| cell);
        let mut pieces: Vec<Piece> = of(self.once, Piece::Once).collect();
        pieces.extend(of(self.has, Piece::Has));
        pieces.extend(self.signs.into_iter().map(Piece::Sign));
        pieces.extend(cells.filter(says).map(Piece::Cell));
        pieces
    }
}
