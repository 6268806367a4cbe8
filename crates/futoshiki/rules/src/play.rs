//! Playing by hand: digits, pencil marks, and the rules that a position breaks.

use crate::known::{all, values};
use crate::{Futoshiki, Grid, Sign};
use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{BrushInput, Examined, Meter};
use tabuleiro_core::explain::Step;
use tabuleiro_core::locale::Message;
use tabuleiro_core::play::{Action, Fault, Move, Play, PlayState};
use tabuleiro_core::text::{Diagnostic, Source};

/// What a person has written into a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The value of each cell in reading order, given or written; 0 where there is none.
    digits: Vec<u8>,
    /// The values pencilled into each cell, bit `v - 1` for the value `v`; 0 where there are none,
    /// which says nothing.
    marks: Vec<u64>,
}

impl Position {
    /// The value of a cell, given or written; 0 where there is none.
    pub fn digit(&self, cell: usize) -> u8 {
        self.digits[cell]
    }

    /// The values pencilled into a cell; 0 where there are none.
    pub fn marks(&self, cell: usize) -> u64 {
        self.marks[cell]
    }

    /// What each cell can hold as far as the position says: its digit; or what is pencilled there, or
    /// else every value, without the digits of its row and column.
    pub fn candidates(&self, order: usize) -> Vec<u64> {
        let mut used = vec![0u64; 2 * order];
        for (cell, &digit) in self.digits.iter().enumerate().filter(|(_, digit)| **digit > 0) {
            used[cell / order] |= 1 << (digit - 1);
            used[order + cell % order] |= 1 << (digit - 1);
        }
        let open = |(cell, &digit): (usize, &u8)| match (digit, self.marks[cell]) {
            (0, 0) => all(order) & !used[cell / order] & !used[order + cell % order],
            (0, marks) => marks & !used[cell / order] & !used[order + cell % order],
            (digit, _) => 1 << (digit - 1),
        };
        self.digits.iter().enumerate().map(open).collect()
    }
}

/// The actions, by name.
pub(crate) const PLACE: &str = "place";
const ERASE: &str = "erase";
pub(crate) const MARK: &str = "mark";
pub(crate) const UNMARK: &str = "unmark";

impl Futoshiki {
    pub(crate) fn action(&self, action: &'static str, cell: usize, value: Option<u32>) -> Move {
        Move { action, at: self.size().square(cell), to: None, value }
    }

    /// A digit written into a cell.
    pub fn placing(&self, cell: usize, value: u8) -> Move {
        self.action(PLACE, cell, Some(u32::from(value)))
    }

    /// A value ruled out in a cell.
    pub fn unmarking(&self, cell: usize, value: u8) -> Move {
        self.action(UNMARK, cell, Some(u32::from(value)))
    }
}

impl Play for Futoshiki {
    type Position = Position;
    const ACTIONS: &'static [Action] = &[
        Action { name: PLACE, of: BrushInput::Value },
        Action { name: ERASE, of: BrushInput::Cell },
        Action { name: MARK, of: BrushInput::Value },
        Action { name: UNMARK, of: BrushInput::Value },
    ];

    fn begin(&self) -> Position {
        Position { digits: self.givens().to_vec(), marks: vec![0; self.givens().len()] }
    }

    fn moves_of(&self, source: &Source) -> Result<Vec<Move>, Diagnostic> {
        crate::so_far::moves(self, source)
    }

    fn written(&self, position: &Position) -> String {
        let cells = position.digits.iter().zip(&position.marks);
        let words: Vec<String> = cells
            .map(|(&digit, &marks)| match (digit, marks) {
                (0, 0) => ".".to_owned(),
                (0, marks) => {
                    let values: Vec<String> = values(marks).map(|v| v.to_string()).collect();
                    let between = if self.order() > 9 { "," } else { "" };
                    format!("[{}]", values.join(between))
                }
                (digit, _) => digit.to_string(),
            })
            .collect();
        let width = words.iter().map(String::len).max().unwrap_or(1);
        let mut text = String::new();
        for row in words.chunks(self.order()) {
            let row: Vec<String> = row.iter().map(|word| format!("{word:<width$}")).collect();
            text += row.join(" ").trim_end();
            text.push('\n');
        }
        text
    }

    fn moves(&self, position: &Position, at: Square) -> Vec<Move> {
        let cell = self.size().index(at);
        if self.given(cell).is_some() {
            return Vec::new();
        }
        let erase = self.action(ERASE, cell, None);
        if position.digits[cell] > 0 {
            return vec![erase];
        }
        let marks = position.marks[cell];
        let every = 1..=self.order() as u8;
        let mut moves: Vec<Move> = every.clone().map(|value| self.placing(cell, value)).collect();
        let unmarked = every.filter(|value| marks >> (value - 1) & 1 == 0);
        moves.extend(unmarked.map(|value| self.action(MARK, cell, Some(u32::from(value)))));
        let open = if marks == 0 { position.candidates(self.order())[cell] } else { marks };
        if open.count_ones() > 1 {
            moves.extend(values(open).map(|value| self.unmarking(cell, value)));
        }
        if marks > 0 {
            moves.push(erase);
        }
        moves
    }

    fn make(&self, position: &mut Position, made: Move) -> Result<(), Diagnostic> {
        let cell = self.size().index(self.size().checked(made.at)?);
        let named = |fault: Diagnostic| fault.with("cell", made.at.to_string());
        if let Some(given) = self.given(cell) {
            return Err(named(Diagnostic::new("F0502")).with("given", u64::from(given)));
        }
        if made.action == ERASE {
            (position.digits[cell], position.marks[cell]) = (0, 0);
            return Ok(());
        }
        let found = made.value.unwrap_or_default();
        let Some(value) = u8::try_from(found).ok().filter(|v| (1..=self.order).contains(v)) else {
            let fault = Diagnostic::new("F0105").with("found", found.to_string());
            return Err(fault.with("order", self.order()));
        };
        let digit = position.digits[cell];
        if digit > 0 {
            return Err(named(Diagnostic::new("F0503")).with("value", u64::from(digit)));
        }
        let (marks, bit) = (position.marks[cell], 1 << (value - 1));
        match made.action {
            PLACE => (position.digits[cell], position.marks[cell]) = (value, 0),
            MARK => position.marks[cell] |= bit,
            _ => {
                // Ruling out the first value of a cell pencils in the others that are possible.
                let open = if marks == 0 { position.candidates(self.order())[cell] } else { marks };
                if open & !bit == 0 {
                    return Err(named(Diagnostic::new("F0504")).with("value", u64::from(value)));
                }
                position.marks[cell] = open & !bit;
            }
        }
        Ok(())
    }

    fn commits(made: &Move) -> bool {
        made.action != ERASE
    }

    fn faults(&self, position: &Position) -> Vec<Fault> {
        let order = self.order();
        let square = |cell: usize| self.size().square(cell);
        let mut faults = Vec::new();
        for line in 0..2 * order {
            let mut seen = vec![None; order + 1];
            for i in 0..order {
                let cell = if line < order { line * order + i } else { i * order + line - order };
                let digit = usize::from(position.digits[cell]);
                if digit == 0 {
                    continue;
                }
                if let Some(first) = seen[digit].replace(cell) {
                    let message = Message::new("futoshiki.flaw.twice")
                        .with("first", square(first).to_string())
                        .with("second", square(cell).to_string())
                        .with("value", digit);
                    faults.push(Fault { message, squares: vec![square(first), square(cell)] });
                }
            }
        }
        for &Sign { less, more } in self.signs() {
            let (less, more) = (usize::from(less), usize::from(more));
            let (left, right) = (position.digits[less], position.digits[more]);
            if left > 0 && right > 0 && left >= right {
                let message = Message::new("futoshiki.flaw.sign")
                    .with("less", square(less).to_string())
                    .with("more", square(more).to_string())
                    .with("left", u64::from(left))
                    .with("right", u64::from(right));
                faults.push(Fault { message, squares: vec![square(less), square(more)] });
            }
        }
        faults
    }

    fn state(&self, position: &Position) -> PlayState {
        let full = position.digits.iter().all(|&digit| digit > 0);
        if full && self.faults(position).is_empty() { PlayState::Won } else { PlayState::Going }
    }

    fn remaining(&self, position: &Position) -> Option<Self> {
        let mut rest = self.clone();
        rest.givens.clone_from(&position.digits);
        Some(rest)
    }

    fn continuation(&self, position: &Position, solution: &Grid) -> Vec<Move> {
        let open = |(cell, &value): (usize, &u32)| {
            (position.digits[cell] == 0).then(|| self.placing(cell, value as u8))
        };
        solution.values().iter().enumerate().filter_map(open).collect()
    }

    fn entails(&self, position: &Position, step: &Step, meter: &mut Meter<'_>) -> Examined {
        crate::entails::entails(self, position, step, meter)
    }
}
