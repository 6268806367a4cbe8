//! Queens put by hand, and the check of steps: by the rules alone, so that whoever finds a step cannot be who confirms it.

use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{BrushInput, Examined, Meter};
use tabuleiro_core::explain::Step;
use tabuleiro_core::locale::Message;
use tabuleiro_core::play::{Action, Fault, Move, Play, PlayState};
use tabuleiro_core::text::{Diagnostic, Source};

use crate::{Columns, Template};

/// The column, from 0, of the queen of each row that has one.
pub type Queens = Vec<Option<u32>>;

/// The move that puts a queen on a square.
pub fn put(at: Square) -> Move {
    Move { action: "put", at, to: None, value: None }
}

impl Template {
    /// A queen that attacks a square of another row.
    pub fn attacker(&self, queens: &Queens, at: Square) -> Option<Square> {
        let placed = (0..).zip(queens).filter_map(|(row, col)| Some(Square { row, col: (*col)? }));
        placed.filter(|queen| queen.row != at.row).find(|&queen| self.attack(queen, at))
    }

    /// Which rule forbids a queen on a square.
    pub fn forbids(&self, queens: &Queens, at: Square) -> Option<Message> {
        if queens[at.row as usize].is_some() {
            return Some(Message::new("template.illegal.row").with("row", u64::from(at.row) + 1));
        }
        if self.is_blocked(at) {
            return Some(Message::new("template.flaw.blocked").with("square", at.to_string()));
        }
        let other = self.attacker(queens, at)?;
        let flaw = Message::new("template.flaw.attack").with("first", other.to_string());
        Some(flaw.with("second", at.to_string()))
    }
}

impl Play for Template {
    type Position = Queens;
    const ACTIONS: &'static [Action] = &[Action { name: "put", of: BrushInput::Cell }];

    fn begin(&self) -> Queens {
        vec![None; self.size().rows as usize]
    }

    fn moves_of(&self, source: &Source) -> Result<Vec<Move>, Diagnostic> {
        let lines = source.lines()?;
        let words = lines.iter().flat_map(|line| line.words());
        let mut moves = Vec::new();
        for (row, (word, at)) in (0..).zip(words) {
            if word != "." {
                let number = word.parse::<u32>().ok().and_then(|number| number.checked_sub(1));
                let fault = || source.diagnostic("U0101", at).with("least", 1u64);
                moves.push(put(Square { row, col: number.ok_or_else(fault)? }));
            }
        }
        Ok(moves)
    }

    fn written(&self, queens: &Queens) -> String {
        let word = |col: &Option<u32>| col.map_or_else(|| ".".to_owned(), |c| (c + 1).to_string());
        format!("{}\n", queens.iter().map(word).collect::<Vec<_>>().join(" "))
    }

    fn moves(&self, queens: &Queens, at: Square) -> Vec<Move> {
        self.forbids(queens, at).is_none().then(|| put(at)).into_iter().collect()
    }

    fn make(&self, queens: &mut Queens, made: Move) -> Result<(), Diagnostic> {
        if let Some(reason) = self.forbids(queens, made.at) {
            return Err(Diagnostic::new("B0122").with("reason", reason));
        }
        queens[made.at.row as usize] = Some(made.at.col);
        Ok(())
    }

    /// None: a move that breaks a rule is not made.
    fn faults(&self, _: &Queens) -> Vec<Fault> {
        Vec::new()
    }

    fn state(&self, queens: &Queens) -> PlayState {
        match () {
            () if queens.iter().all(Option::is_some) => PlayState::Won,
            () if self.size().squares().any(|at| self.forbids(queens, at).is_none()) => {
                PlayState::Going
            }
            () => PlayState::Stuck,
        }
    }

    /// A board on which a row with a queen has no other square left.
    fn remaining(&self, queens: &Queens) -> Option<Self> {
        let other = |at: &Square| queens[at.row as usize].is_some_and(|col| col != at.col);
        let closed = self.size().squares().filter(other);
        Some(closed.fold(self.clone(), |board, at| board.with_blocked(at, true)))
    }

    fn continuation(&self, queens: &Queens, Columns(columns): &Columns) -> Vec<Move> {
        let rows = (0..).zip(columns.iter().zip(queens)).filter(|(_, (_, queen))| queen.is_none());
        rows.map(|(row, (column, _))| put(Square { row, col: column - 1 })).collect()
    }

    /// The premises close all squares of a row but one, and the conclusion is a queen on that one.
    fn entails(&self, queens: &Queens, step: &Step, _: &mut Meter<'_>) -> Examined {
        let flaw = |what: &str| Ok(Err(Message::new(format!("template.flaw.step.{what}"))));
        let [conclusion] = &step.conclusion[..] else { return flaw("conclusion") };
        let ("put", &[at]) = (conclusion.rule, &conclusion.squares[..]) else {
            return flaw("conclusion");
        };
        if step.moves != [put(at)] || !self.size().holds(at) || queens[at.row as usize].is_some() {
            return flaw("conclusion");
        }
        let stands = |queen: Square| {
            self.size().holds(queen) && queens[queen.row as usize] == Some(queen.col)
        };
        let mut closed: Vec<Square> = Vec::new();
        for premise in &step.premises {
            closed.push(match (premise.rule, &premise.squares[..]) {
                ("blocked", &[of]) if self.size().holds(of) && self.is_blocked(of) => of,
                ("attacks", &[queen, of])
                    if stands(queen) && queen.row != of.row && self.attack(queen, of) =>
                {
                    of
                }
                _ => return flaw("premise"),
            });
        }
        let mut others = (0..self.size().cols).map(|col| Square { row: at.row, col });
        let follows = others.all(|other| (other == at) != closed.contains(&other));
        if follows { Ok(Ok(())) } else { flaw("entails") }
    }
}
