//! Hints: the techniques, from the easiest to the hardest, and who finds a step. What is found here is checked by the rules, which do
//! not see it.

use search::{Limit, Meter};
use tabuleiro_core::board::Square;
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::explain::{Advice, Assertion, Explain, SquareRole, Step, Technique};
use tabuleiro_core::locale::Message;
use tabuleiro_core::play::{Play, PlayState};
use tabuleiro_core::scene::Tone;
use tabuleiro_template_rules::{Queens, Template, put};

use crate::Local;

const ONLY_SQUARE: Technique = Technique { name: "only-square", cost: 10 };

impl Explain<Local> for Template {
    const TECHNIQUES: &'static [Technique] = &[ONLY_SQUARE];

    fn show(&self, queens: &Queens, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        let mut placed = (0..).zip(queens);
        placed.try_for_each(|(row, col)| {
            col.map_or(Ok(()), |col| canvas.tone(Square { row, col }, Tone::Peg))
        })
    }

    fn advise(&self, queens: &Queens, meter: &mut Meter<'_>) -> Result<Advice, Limit> {
        match self.state(queens) {
            PlayState::Won => return Ok(Advice::Won),
            PlayState::Stuck => return Ok(Advice::Lost),
            PlayState::Going => {}
        }
        for row in (0..).zip(queens).filter(|(_, queen)| queen.is_none()).map(|(row, _)| row) {
            meter.check_limits()?;
            let squares: Vec<Square> =
                (0..self.size().cols).map(|col| Square { row, col }).collect();
            let free = squares.iter().filter(|&&at| self.forbids(queens, at).is_none());
            match free.collect::<Vec<_>>()[..] {
                [] => return Ok(Advice::Lost),
                [&at] => {
                    return Ok(Advice::Step(Box::new(only_square(self, queens, &squares, at))));
                }
                _ => {}
            }
        }
        Ok(Advice::Nothing)
    }
}

/// The step to the only square of a row that is free.
fn only_square(board: &Template, queens: &Queens, row: &[Square], at: Square) -> Step {
    let said = |rule, squares| Assertion { rule, squares, values: Vec::new() };
    let premise = |&of: &Square| match board.attacker(queens, of) {
        _ if board.is_blocked(of) => said("blocked", vec![of]),
        Some(queen) => said("attacks", vec![queen, of]),
        None => unreachable!("only one square of the row is free"),
    };
    let premises: Vec<Assertion> = row.iter().filter(|&&of| of != at).map(premise).collect();
    let mut squares: Vec<(Square, SquareRole)> =
        premises.iter().map(|premise| (premise.squares[0], SquareRole::Premise)).collect();
    squares.push((at, SquareRole::Conclusion));
    let about = |name: &str| {
        let message = Message::new(format!("template.hint.{name}"));
        message.with("row", u64::from(at.row) + 1).with("square", at.to_string())
    };
    Step {
        technique: ONLY_SQUARE.name,
        cost: ONLY_SQUARE.cost,
        premises,
        conclusion: vec![said("put", vec![at])],
        moves: vec![put(at)],
        squares,
        place: about("place"),
        message: about("why"),
        story: Vec::new(),
    }
}
