//! The next jump and why: the only one there is, the only one that strands no peg, the only one that
//! weights allow, or one from which a game to the goal was found.

use search::{Limit, Meter, Outcome, Proof};

use super::reasons::{Refutations, weight};
use super::verdict;
use crate::play::prune::MOST_CELLS;
use crate::{Argument, BYTES_A_CELL, GamePosition, Jumps, Local, Pegs};
use tabuleiro_core::board::Square;
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::explain::{Advice, Assertion, Explain, SquareRole, Step, Technique};
use tabuleiro_core::locale::Message;
use tabuleiro_core::play::Move;
use tabuleiro_core::scene::Tone;
use tabuleiro_pegs_rules::as_move;
use tabuleiro_pegs_rules::explain_check::{
    GAME, NO_OTHER, ONLY, SEARCH, STRANDED, WEIGHTS, WINNING,
};

/// The techniques, from the easiest to the hardest.
pub(super) const TECHNIQUES: &[Technique] = &[
    Technique { name: ONLY, cost: 10 },
    Technique { name: STRANDED, cost: 20 },
    Technique { name: WEIGHTS, cost: 40 },
    Technique { name: SEARCH, cost: 60 },
];

impl Explain<Local> for Pegs {
    const TECHNIQUES: &'static [Technique] = TECHNIQUES;

    /// The pegs as they stand, and the last jump.
    fn show(&self, position: &GamePosition, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        for (cell, square) in self.size().squares().enumerate() {
            if self.ground().inside[cell] {
                canvas.tone(square, if position.pegs()[cell] { Tone::Peg } else { Tone::Plain })?;
            }
        }
        position.jumps().last().map_or(Ok(()), |&[from, to]| canvas.link(from, to))
    }

    fn advise(&self, position: &GamePosition, meter: &mut Meter<'_>) -> Result<Advice, Limit> {
        let ground = self.ground();
        if position.pegs() == ground.goal {
            return Ok(Advice::Won);
        }
        meter.claim(BYTES_A_CELL * self.size().area())?;
        let rest = self.with_pegs(position.pegs());
        match verdict::decide(rest.ground(), meter)? {
            Outcome::Solved(jumps) => {
                let game = Jumps::found(self.size(), &jumps);
                Ok(Advice::Step(Box::new(step(self, position.pegs(), game.all(), meter)?)))
            }
            Outcome::Impossible(_) => Ok(Advice::Lost),
            Outcome::Unknown(limit) => Err(limit),
        }
    }

    fn illustrate(
        &self,
        _: &GamePosition,
        step: &Step,
        canvas: &mut Canvas<'_, '_>,
    ) -> Result<(), Limit> {
        let weights = step.premises.iter().find(|premise| premise.rule == WEIGHTS);
        if let Some(weights) = weights.filter(|_| step.technique == WEIGHTS) {
            for (cell, square) in self.size().squares().enumerate() {
                if self.ground().inside[cell] {
                    canvas.number(square, Some(weights.values[cell]))?;
                }
            }
        }
        step.squares.iter().try_for_each(|&(at, role)| canvas.tone(at, role.tone()))?;
        step.moves.iter().try_for_each(|made| canvas.link(made.at, made.to.unwrap_or(made.at)))
    }

    fn winnable(
        &self,
        position: &GamePosition,
        meter: &mut Meter<'_>,
    ) -> Outcome<Vec<Move>, Argument> {
        if let Err(limit) = meter.claim(BYTES_A_CELL * self.size().area()) {
            return Outcome::Unknown(limit);
        }
        let rest = self.with_pegs(position.pegs());
        match verdict::decide(rest.ground(), meter) {
            Ok(Outcome::Solved(jumps)) => {
                let game = Jumps::found(self.size(), &jumps);
                Outcome::Solved(game.all().iter().map(|&jump| as_move(jump)).collect())
            }
            Ok(Outcome::Impossible(Proof::Argument(reason))) => {
                Outcome::Impossible(Proof::Argument(rest.argument(reason)))
            }
            Ok(Outcome::Impossible(Proof::Exhaustion)) => Outcome::Impossible(Proof::Exhaustion),
            Ok(Outcome::Unknown(limit)) | Err(limit) => Outcome::Unknown(limit),
        }
    }
}

/// The first jump of a game to the goal, explained.
fn step(
    board: &Pegs,
    pegs: &[bool],
    game: &[[Square; 2]],
    meter: &mut Meter<'_>,
) -> Result<Step, Limit> {
    let (jump, later) = (game[0], &game[1..]);
    let found = Refutations::of(board, pegs, jump, meter)?;
    let technique = found.technique();
    let open = Open::new(board, pegs, found.open, meter)?;
    let mut premises = found.premises;
    let [from, to] = jump;
    let others = board.legal_jumps(pegs).count() - 1;
    let lose = others - open.also.len() - open.unknown.len();
    let mut story = story(board, pegs, &premises, technique == WEIGHTS);
    story.extend(open.story());
    if technique == ONLY {
        premises.push(Assertion { rule: NO_OTHER, squares: Vec::new(), values: Vec::new() });
    }
    let stranded = premises.iter().filter(|premise| premise.rule == STRANDED);
    let mut squares: Vec<(Square, SquareRole)> = stranded
        .filter_map(|premise| premise.squares.last())
        .filter(|&&peg| peg != from && peg != to)
        .map(|&peg| (peg, SquareRole::Premise))
        .collect();
    squares.sort_unstable();
    squares.dedup();
    squares.extend(jump.map(|square| (square, SquareRole::Conclusion)));
    let rest = later.iter().flatten().copied().collect();
    premises.push(Assertion { rule: GAME, squares: rest, values: Vec::new() });
    let told = |key: String| {
        let message = Message::new(key).with("from", from.to_string());
        message.with("to", to.to_string()).with("n", later.len())
    };
    let alone = technique == SEARCH && lose == others;
    let key = if alone { "search-only" } else { technique };
    let cost = TECHNIQUES.iter().find(|known| known.name == technique);
    Ok(Step {
        technique,
        cost: cost.map_or(0, |known| known.cost),
        premises,
        conclusion: vec![Assertion { rule: WINNING, squares: jump.to_vec(), values: Vec::new() }],
        moves: vec![as_move(jump)],
        squares,
        place: told("pegs.hint.place".to_owned()),
        message: told(format!("pegs.hint.{key}")),
        story,
    })
}

/// Weights as they lie on the board.
fn rows(board: &Pegs, weights: &[i32]) -> String {
    let ground = board.ground();
    let cells: Vec<String> = weights
        .iter()
        .zip(&ground.inside)
        .map(|(weight, inside)| if *inside { weight.to_string() } else { "#".to_owned() })
        .collect();
    cells.chunks(ground.columns).map(|row| row.join(" ")).collect::<Vec<_>>().join(" / ")
}

/// What a search says of jumps of which nothing is seen.
struct Open {
    also: Vec<[Square; 2]>,
    lost: Vec<[Square; 2]>,
    /// Nobody looked at these, or not for long enough.
    unknown: Vec<[Square; 2]>,
}

impl Open {
    /// Decides them as far as a person waits for a hint.
    fn new(
        board: &Pegs,
        pegs: &[bool],
        jumps: Vec<[Square; 2]>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Limit> {
        let mut open = Open { also: Vec::new(), lost: Vec::new(), unknown: Vec::new() };
        if board.ground().inside.iter().filter(|&&inside| inside).count() > MOST_CELLS {
            open.unknown = jumps;
            return Ok(open);
        }
        for jump in jumps {
            let after = board.pegs_after(pegs, jump).unwrap_or_default();
            let held = meter.claimed();
            let verdict = verdict::quickly(board.with_pegs(&after).ground(), meter)?;
            meter.release(meter.claimed() - held);
            match verdict {
                Some(Outcome::Solved(_)) => open.also.push(jump),
                Some(Outcome::Impossible(_)) => open.lost.push(jump),
                Some(Outcome::Unknown(limit)) => return Err(limit),
                None => open.unknown.push(jump),
            }
        }
        Ok(open)
    }

    fn story(&self) -> impl Iterator<Item = Message> + '_ {
        let words = |&[from, to]: &[Square; 2]| format!("{from}-{to}");
        let told = move |name: &'static str, jumps: &'_ [[Square; 2]]| {
            let line = |jump| Message::new(format!("pegs.story.{name}")).with("jump", words(jump));
            jumps.iter().map(line).collect::<Vec<_>>()
        };
        let unknown: Vec<String> = self.unknown.iter().map(words).collect();
        let open = Message::new("pegs.story.open").with("jumps", unknown);
        let open = (!self.unknown.is_empty()).then_some(open);
        told("exhausted", &self.lost).into_iter().chain(told("also", &self.also)).chain(open)
    }
}

/// Each refuted jump with its reason. The first weights may be those of the picture.
fn story(board: &Pegs, pegs: &[bool], premises: &[Assertion], has_picture: bool) -> Vec<Message> {
    let mut story = Vec::new();
    let painted = premises.iter().position(|premise| has_picture && premise.rule == WEIGHTS);
    for (number, premise) in premises.iter().enumerate() {
        for jump in premise.squares.chunks_exact(2) {
            let after = board.pegs_after(pegs, [jump[0], jump[1]]).unwrap_or_default();
            let is_painted = painted == Some(number);
            let key =
                if premise.rule == WEIGHTS && !is_painted { "by-weights" } else { premise.rule };
            let told = Message::new(format!("pegs.story.{key}"))
                .with("jump", format!("{}-{}", jump[0], jump[1]));
            story.push(match premise.rule {
                STRANDED => {
                    let peg = premise.squares[premise.squares.len() - 1];
                    told.with("cell", peg.to_string())
                }
                _ => {
                    let told = told.with("after", weight(&after, &premise.values).to_string());
                    let goal = weight(&board.ground().goal, &premise.values);
                    told.with("goal", goal.to_string()).with("rows", rows(board, &premise.values))
                }
            });
        }
    }
    story
}
