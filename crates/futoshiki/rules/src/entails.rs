//! The check of steps: every premise is a rule of the board, a clue, or what the position says of cells, and the opposite of the
//! conclusion is refuted from the premises alone. Independent of the code that finds steps.

use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{Examined, Meter};
use tabuleiro_core::explain::{Assertion, Step};
use tabuleiro_core::locale::Message;
use tabuleiro_core::play::Move;

use crate::known::{Known, values};
use crate::play::{PLACE, Position, UNMARK};
use crate::{Futoshiki, Sign};

/// A step under examination.
struct Check<'c> {
    board: &'c Futoshiki,
    position: &'c Position,
    /// What each cell can hold in the position.
    now: Vec<u64>,
}

/// Checks a step.
pub(crate) fn entails(
    board: &Futoshiki,
    position: &Position,
    step: &Step,
    meter: &mut Meter<'_>,
) -> Examined {
    let check = Check { board, position, now: position.candidates(board.order()) };
    let flaw = |key: &str, said: &Assertion| {
        let said = said.message("futoshiki");
        Ok(Err(Message::new(format!("futoshiki.flaw.{key}")).with("said", said)))
    };
    let mut known = Known::new(board.order());
    for premise in &step.premises {
        if check.admit(premise, &mut known).is_none() {
            return flaw("premise", premise);
        }
    }
    if step.conclusion.is_empty() {
        return Ok(Err(Message::new("futoshiki.flaw.conclusion")));
    }
    let mut moves: Vec<Move> = Vec::new();
    for conclusion in &step.conclusion {
        let Some((action, set, cells)) = check.claimed(conclusion) else {
            return flaw("entailed", conclusion);
        };
        for cell in cells {
            let mut denied = known.clone();
            denied.keep(cell, if action == PLACE { !set } else { set });
            if denied.refute(u64::MAX, meter)?.is_none() {
                return flaw("entailed", conclusion);
            }
            let at = board.size().square(cell);
            // Where a cell cannot hold a value already, there is nothing to take away.
            let told = if action == PLACE { set } else { set & check.now[cell] };
            moves.extend(values(told).map(|v| Move {
                action,
                at,
                to: None,
                value: Some(v.into()),
            }));
        }
    }
    let mut told = step.moves.clone();
    let by_place = |made: &Move| (made.at, made.action, made.value);
    told.sort_unstable_by_key(by_place);
    moves.sort_unstable_by_key(by_place);
    if told != moves || moves.is_empty() {
        return Ok(Err(Message::new("futoshiki.flaw.moves")));
    }
    Ok(Ok(()))
}

impl Check<'_> {
    fn cell(&self, square: Square) -> Option<usize> {
        self.board.size().holds(square).then(|| self.board.size().index(square))
    }

    fn cells(&self, said: &Assertion) -> Option<Vec<usize>> {
        said.squares.iter().map(|&square| self.cell(square)).collect()
    }

    /// Values as a set, if there are any and all are values of this order.
    fn set(&self, list: &[i32]) -> Option<u64> {
        let one = |set: u64, &value: &i32| {
            let fits = (1..=self.board.order() as i32).contains(&value);
            fits.then(|| set | 1 << (value - 1))
        };
        list.iter().try_fold(0, one).filter(|set| *set != 0)
    }

    /// The line from one edge of the board to the other: rows, then columns.
    fn line(&self, first: usize, last: usize) -> Option<usize> {
        let order = self.board.order();
        let (row, col) = (first / order, first % order);
        if first == row * order && last == first + order - 1 {
            Some(row)
        } else if first == col && last == order * (order - 1) + col {
            Some(order + col)
        } else {
            None
        }
    }

    /// Adds a premise to what is known, if it is true of the board and the position.
    fn admit(&self, premise: &Assertion, known: &mut Known) -> Option<()> {
        let cells = self.cells(premise)?;
        if premise.rule == "sign" {
            let &[less, more] = &cells[..] else { return None };
            let sign = Sign { less: less as u16, more: more as u16 };
            self.board.signs().contains(&sign).then(|| known.add_sign(sign))?;
            return premise.values.is_empty().then_some(());
        }
        let set = self.set(&premise.values)?;
        match (premise.rule, &cells[..]) {
            // Every line has every value once: that is what a Latin square is.
            ("once", &[first, last]) => known.add_once(self.line(first, last)?, set),
            ("has", &[first, last]) => known.add_has(self.line(first, last)?, set),
            ("is", &[cell]) if self.position.digit(cell) > 0 && self.now[cell] == set => {
                known.keep(cell, set);
            }
            ("only", &[cell]) if self.now[cell] & !set == 0 => known.keep(cell, set),
            ("not", cells) if cells.iter().all(|&cell| self.now[cell] & set == 0) => {
                cells.iter().for_each(|&cell| known.keep(cell, !set));
            }
            _ => return None,
        }
        Some(())
    }

    /// What a conclusion claims: the action that it asks for, its values, its cells.
    fn claimed(&self, said: &Assertion) -> Option<(&'static str, u64, Vec<usize>)> {
        let set = self.set(&said.values)?;
        let action = match said.rule {
            "is" if set.is_power_of_two() => PLACE,
            "not" => UNMARK,
            _ => return None,
        };
        Some((action, set, self.cells(said)?))
    }
}
