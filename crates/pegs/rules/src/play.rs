//! Peg solitaire played by hand: the pegs on the board, and the jumps that led there. Knows no way of
//! solving.

use std::sync::Arc;

use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{BrushInput, Claim, Examined, Meter, Puzzle, Statement};
use tabuleiro_core::explain::Step;
use tabuleiro_core::locale::Message;
use tabuleiro_core::play::{Action, Fault, Move, Play, PlayState};
use tabuleiro_core::text::{Diagnostic, Source};

use crate::{Jumps, Pegs, explain_check};

/// The name of the one thing to do.
const JUMP: &str = "jump";

/// Where pegs stand, and the jumps made since the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePosition {
    /// Whether a peg stands there, for each place of the rectangle.
    pegs: Vec<bool>,
    /// The jumps made, from the first on.
    jumps: Vec<[Square; 2]>,
}

impl GamePosition {
    /// Whether a peg stands there, for each place of the rectangle.
    pub fn pegs(&self) -> &[bool] {
        &self.pegs
    }

    /// The jumps made, from the first on.
    pub fn jumps(&self) -> &[[Square; 2]] {
        &self.jumps
    }
}

/// A jump as a move of a person.
pub fn as_move([from, to]: [Square; 2]) -> Move {
    Move { action: JUMP, at: from, to: Some(to), value: None }
}

impl Pegs {
    /// The cells of a jump, if it obeys the rules; otherwise the word for the rule that it breaks.
    pub fn cells_of_jump(
        &self,
        pegs: &[bool],
        [from, to]: [Square; 2],
    ) -> Result<[usize; 3], &'static str> {
        let (down, right) = (from.row.abs_diff(to.row), from.col.abs_diff(to.col));
        if !matches!((down, right), (0, 2) | (2, 0)) {
            return Err("line");
        }
        let half = |one: u32, other: u32| one.min(other) + one.abs_diff(other) / 2;
        let over = Square { row: half(from.row, to.row), col: half(from.col, to.col) };
        let inside =
            |square| self.size().holds(square) && self.ground().inside[self.size().index(square)];
        if ![from, over, to].into_iter().all(inside) {
            return Err("outside");
        }
        let cells = [from, over, to].map(|square| self.size().index(square));
        match cells.map(|cell| pegs[cell]) {
            [false, ..] => Err("no-peg"),
            [_, false, _] => Err("nothing-taken"),
            [.., true] => Err("no-hole"),
            [true, true, false] => Ok(cells),
        }
    }

    /// All jumps that the rules allow, by the line of three and its direction.
    pub fn legal_jumps<'a>(&'a self, pegs: &'a [bool]) -> impl Iterator<Item = [Square; 2]> + 'a {
        let both = self.ground().lines().flat_map(|line| [line, [line[2], line[1], line[0]]]);
        let can = |line: &[usize; 3]| line.map(|cell| pegs[cell]) == [true, true, false];
        both.filter(can).map(|[from, _, to]| [from, to].map(|cell| self.size().square(cell)))
    }

    /// The pegs after a jump that the rules allow.
    pub fn pegs_after(&self, pegs: &[bool], jump: [Square; 2]) -> Option<Vec<bool>> {
        let cells = self.cells_of_jump(pegs, jump).ok()?;
        let mut after = pegs.to_vec();
        cells.into_iter().for_each(|cell| after[cell] ^= true);
        Some(after)
    }
}

impl Play for Pegs {
    type Position = GamePosition;
    const ACTIONS: &'static [Action] = &[Action { name: JUMP, of: BrushInput::Pair }];

    fn begin(&self) -> GamePosition {
        GamePosition { pegs: self.ground().start.clone(), jumps: Vec::new() }
    }

    fn moves_of(&self, source: &Source) -> Result<Vec<Move>, Diagnostic> {
        match self.claim(source)? {
            Statement::Claim(Claim::Solution(jumps)) => {
                Ok(jumps.all().iter().map(|&jump| as_move(jump)).collect())
            }
            _ => Err(Diagnostic::new("P0501").in_file(source.name())),
        }
    }

    fn written(&self, position: &GamePosition) -> String {
        let mut text = String::new();
        for sweep in Jumps::new(position.jumps.clone()).moves() {
            text += &sweep[0][0].to_string();
            sweep.iter().for_each(|[_, to]| text += &format!("-{to}"));
            text.push('\n');
        }
        text
    }

    fn moves(&self, position: &GamePosition, at: Square) -> Vec<Move> {
        let ends = [(-2, 0), (0, -2), (0, 2), (2, 0)].into_iter().filter_map(|(down, right)| {
            let row = at.row.checked_add_signed(down)?;
            Some(Square { row, col: at.col.checked_add_signed(right)? })
        });
        let legal = ends.filter(|&to| self.cells_of_jump(&position.pegs, [at, to]).is_ok());
        legal.map(|to| as_move([at, to])).collect()
    }

    fn make(&self, position: &mut GamePosition, made: Move) -> Result<(), Diagnostic> {
        let to = made.to.unwrap_or(made.at);
        let cells = self.cells_of_jump(&position.pegs, [made.at, to]).map_err(|rule| {
            let reason = Message::new(format!("pegs.illegal.{rule}"));
            let reason = reason.with("from", made.at.to_string()).with("to", to.to_string());
            Diagnostic::new("B0122").with("reason", reason)
        })?;
        cells.into_iter().for_each(|cell| position.pegs[cell] ^= true);
        position.jumps.push([made.at, to]);
        Ok(())
    }

    /// None: a jump that breaks a rule is not made.
    fn faults(&self, _: &GamePosition) -> Vec<Fault> {
        Vec::new()
    }

    fn state(&self, position: &GamePosition) -> PlayState {
        match position.pegs == self.ground().goal {
            true => PlayState::Won,
            false if self.legal_jumps(&position.pegs).next().is_none() => PlayState::Stuck,
            false => PlayState::Going,
        }
    }

    fn remaining(&self, position: &GamePosition) -> Option<Self> {
        Some(self.with_pegs(&position.pegs))
    }

    fn continuation(&self, _: &GamePosition, solution: &Jumps) -> Vec<Move> {
        solution.all().iter().map(|&jump| as_move(jump)).collect()
    }

    fn entails(&self, position: &GamePosition, step: &Step, meter: &mut Meter<'_>) -> Examined {
        explain_check::entails(self, position, step, meter)
    }
}

impl Pegs {
    /// The same problem from another position.
    pub fn with_pegs(&self, pegs: &[bool]) -> Self {
        let mut rest = self.clone();
        Arc::make_mut(&mut rest.ground).start.copy_from_slice(pegs);
        rest
    }
}
