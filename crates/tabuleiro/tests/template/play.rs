//! What a person does by hand, with the checker of explanations, which belongs to the rules; and the
//! explanations.

use std::ops::ControlFlow;

use search::{Meter, Outcome, depth_first};
use tabuleiro::board::Square;
use tabuleiro::canvas::Canvas;
use tabuleiro::contract::{BrushInput, Examined, Limit};
use tabuleiro::explain::{Advice, Assertion, Explain, SquareRole, Step, Technique};
use tabuleiro::locale::Message;
use tabuleiro::play::{Action, Fault, Move, Play, PlayState};
use tabuleiro::scene::Tone;
use tabuleiro::text::{Diagnostic, Source};

use super::{Board, Local, Plan, Queens, TooSmall, numbers};

/// Whether a queen of an earlier row attacks a square, and which.
fn attacker(columns: &[u32], at: Square) -> Option<Square> {
    let mut queens = (0..).zip(columns).map(|(row, &col)| Square { row, col });
    queens.find(|&queen| sees(queen, at))
}

impl Queens {
    fn put(at: Square) -> Move {
        Move { action: "put", at, to: None, value: None }
    }

    /// The squares of the next row, each with a queen that attacks it.
    fn row(&self, columns: &[u32]) -> Vec<(Square, Option<Square>)> {
        let row = columns.len() as u32;
        let squares = (0..self.0).map(|col| Square { row, col });
        squares.map(|at| (at, attacker(columns, at))).collect()
    }
}

impl Play for Queens {
    /// The column of the queen of each row, from the first on.
    type Position = Vec<u32>;
    const ACTIONS: &'static [Action] = &[Action { name: "put", of: BrushInput::Cell }];

    fn begin(&self) -> Vec<u32> {
        Vec::new()
    }

    fn moves_of(&self, source: &Source) -> Result<Vec<Move>, Diagnostic> {
        let columns = (0..).zip(numbers(source)?);
        Ok(columns.map(|(row, n)| Self::put(Square { row, col: n.wrapping_sub(1) })).collect())
    }

    fn written(&self, columns: &Vec<u32>) -> String {
        let words: Vec<String> = columns.iter().map(|column| (column + 1).to_string()).collect();
        format!("{}\n", words.join(" "))
    }

    fn moves(&self, columns: &Vec<u32>, at: Square) -> Vec<Move> {
        let legal = at.row as usize == columns.len() && attacker(columns, at).is_none();
        if legal { vec![Self::put(at)] } else { Vec::new() }
    }

    fn make(&self, columns: &mut Vec<u32>, made: Move) -> Result<(), Diagnostic> {
        if made.at.col >= self.0 || self.moves(columns, made.at).is_empty() {
            return Err(Diagnostic::new("B0107"));
        }
        columns.push(made.at.col);
        Ok(())
    }

    fn faults(&self, _: &Vec<u32>) -> Vec<Fault> {
        // No move breaks a rule.
        Vec::new()
    }

    fn state(&self, columns: &Vec<u32>) -> PlayState {
        match self.row(columns) {
            _ if columns.len() as u32 == self.0 => PlayState::Won,
            row if row.iter().all(|(_, queen)| queen.is_some()) => PlayState::Stuck,
            _ => PlayState::Going,
        }
    }

    fn entails(&self, columns: &Vec<u32>, step: &Step, _: &mut Meter<'_>) -> Examined {
        let row = columns.len() as u32;
        let mut closed: Vec<u32> = Vec::new();
        for premise in &step.premises {
            let &[queen, at] = &premise.squares[..] else { return Ok(Err(flaw())) };
            let stands = columns.get(queen.row as usize) == Some(&queen.col);
            if !stands || at.row != row || !sees(queen, at) {
                return Ok(Err(flaw()));
            }
            closed.push(at.col);
        }
        let open: Vec<u32> = (0..self.0).filter(|column| !closed.contains(column)).collect();
        let (&[col], [conclusion]) = (&open[..], &step.conclusion[..]) else {
            return Ok(Err(flaw()));
        };
        let at = Square { row, col };
        let same = conclusion.squares == [at] && step.moves == [Self::put(at)];
        Ok(if same { Ok(()) } else { Err(flaw()) })
    }
}

fn sees(queen: Square, at: Square) -> bool {
    let apart = queen.row.abs_diff(at.row);
    apart > 0 && (queen.col == at.col || queen.col.abs_diff(at.col) == apart)
}

fn flaw() -> Message {
    Message::new("stats.nodes").with("n", 0u64)
}

// explain.rs --------------------------------------------------------------------------------------

impl Explain<Local> for Queens {
    const TECHNIQUES: &'static [Technique] = &[Technique { name: "only-square", cost: 10 }];

    fn show(&self, columns: &Vec<u32>, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        let mut squares = (0..).zip(columns).map(|(row, &col)| Square { row, col });
        squares.try_for_each(|square| canvas.tone(square, Tone::Path))
    }

    fn advise(&self, columns: &Vec<u32>, _: &mut Meter<'_>) -> Result<Advice, Limit> {
        match self.state(columns) {
            PlayState::Won => return Ok(Advice::Won),
            PlayState::Stuck => return Ok(Advice::Lost),
            PlayState::Going => {}
        }
        let row = self.row(columns);
        let free: Vec<Square> =
            row.iter().filter(|(_, queen)| queen.is_none()).map(|(at, _)| *at).collect();
        let &[at] = &free[..] else { return Ok(Advice::Nothing) };
        let premise = |&(at, queen): &(Square, Option<Square>)| {
            let squares = vec![queen?, at];
            Some(Assertion { rule: "attacks", squares, values: Vec::new() })
        };
        let premises: Vec<Assertion> = row.iter().filter_map(premise).collect();
        let queens = premises.iter().map(|premise| (premise.squares[0], SquareRole::Premise));
        Ok(Advice::Step(Box::new(Step {
            technique: "only-square",
            cost: 10,
            squares: queens.chain([(at, SquareRole::Conclusion)]).collect(),
            premises,
            conclusion: vec![Assertion { rule: "put", squares: vec![at], values: Vec::new() }],
            moves: vec![Self::put(at)],
            place: flaw(),
            message: flaw(),
            story: Vec::new(),
        })))
    }

    fn winnable(&self, columns: &Vec<u32>, meter: &mut Meter<'_>) -> Outcome<Vec<Move>, TooSmall> {
        let mut board = Board { size: self.0, columns: columns.clone(), how: Plan::Rows };
        let mut found = None;
        let ended = depth_first(&mut board, meter, &mut (), |path| {
            let rows = (columns.len() as u32..).zip(path.steps());
            found = Some(rows.map(|(row, col)| Self::put(Square { row, col })).collect());
            ControlFlow::Break(())
        });
        Outcome::conclude(found, ended)
    }
}
