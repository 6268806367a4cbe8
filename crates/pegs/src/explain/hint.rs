//! The next jump and why: the only one there is, the only one that strands no peg, the only one that
//! weights allow, or one from which a game to the goal was found.

use search::{Limit, Meter, Outcome, Proof};

use super::explain_check::{GAME, NO_OTHER, ONLY, SEARCH, STRANDED, WEIGHTS, WINNING, is_stranded};
use super::play::{GamePosition, as_move};
use super::{rate, verdict, weights};
use crate::play::field::Field;
use crate::play::prune::MOST_CELLS;
use crate::{Argument, Jump, Jumps, Local, Pegs};
use tabuleiro_core::board::Square;
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::explain::{Advice, Assertion, Explain, Rating, SquareRole, Step, Technique};
use tabuleiro_core::locale::Message;
use tabuleiro_core::play::Move;
use tabuleiro_core::scene::Tone;

impl Explain<Local> for Pegs {
    const TECHNIQUES: &'static [Technique] = &[
        Technique { name: ONLY, cost: 10 },
        Technique { name: STRANDED, cost: 20 },
        Technique { name: WEIGHTS, cost: 40 },
        Technique { name: SEARCH, cost: 60 },
    ];

    /// The pegs as they stand, and the last jump.
    fn show(&self, position: &GamePosition, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        for (cell, square) in self.size().squares().enumerate() {
            if self.ground().inside[cell] {
                canvas.tone(square, if position.pegs[cell] { Tone::Peg } else { Tone::Plain })?;
            }
        }
        position.jumps.last().map_or(Ok(()), |&[from, to]| canvas.link(from, to))
    }

    fn advise(&self, position: &GamePosition, meter: &mut Meter<'_>) -> Result<Advice, Limit> {
        if position.pegs == self.ground().goal {
            return Ok(Advice::Won);
        }
        let rest = self.from_pegs(&position.pegs);
        match verdict::decide(rest.ground(), meter)? {
            Outcome::Solved(jumps) => {
                let game: Vec<[Square; 2]> = jumps.iter().map(|&jump| self.ends(jump)).collect();
                Ok(Advice::Step(Box::new(self.step(&position.pegs, &game, meter)?)))
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
        let rest = self.from_pegs(&position.pegs);
        match verdict::decide(rest.ground(), meter) {
            Ok(Outcome::Solved(jumps)) => {
                Outcome::Solved(jumps.iter().map(|&jump| as_move(self.ends(jump))).collect())
            }
            Ok(Outcome::Impossible(Proof::Argument(reason))) => {
                Outcome::Impossible(Proof::Argument(rest.argument(reason)))
            }
            Ok(Outcome::Impossible(Proof::Exhaustion)) => Outcome::Impossible(Proof::Exhaustion),
            Ok(Outcome::Unknown(limit)) | Err(limit) => Outcome::Unknown(limit),
        }
    }

    fn rate(&self, meter: &mut Meter<'_>) -> Result<Option<Rating>, Limit> {
        rate::rate(self, meter)
    }
}

/// Why other jumps lose, as far as that is seen without a search.
pub(super) struct Refutations {
    /// Stranded pegs and weights, with the jumps they refute.
    pub(super) premises: Vec<Assertion>,
    /// Jumps of which nothing is known.
    pub(super) open: usize,
}

impl Refutations {
    /// The technique by which one jump among several is told from the others.
    pub(super) fn technique(&self) -> &'static str {
        match self.open {
            0 if self.premises.is_empty() => ONLY,
            0 if self.premises.iter().all(|premise| premise.rule == STRANDED) => STRANDED,
            0 => WEIGHTS,
            _ => SEARCH,
        }
    }
}

impl Pegs {
    /// The squares of a jump.
    pub(super) fn ends(&self, jump: Jump) -> [Square; 2] {
        [jump.from, jump.to].map(|cell| self.size().square(cell as usize))
    }

    /// What weights and stranded pegs say of all jumps but one.
    pub(super) fn refutations(
        &self,
        pegs: &[bool],
        jump: [Square; 2],
        meter: &mut Meter<'_>,
    ) -> Result<Refutations, Limit> {
        let mut found = Refutations { premises: Vec::new(), open: 0 };
        'others: for other in self.legal_jumps(pegs).into_iter().filter(|&other| other != jump) {
            meter.check_limits()?;
            let Some(after) = self.pegs_after(pegs, other) else { continue };
            for cell in (0..after.len()).filter(|&cell| after[cell]) {
                if is_stranded(self.ground(), &after, cell, meter)? {
                    let squares = [&other[..], &[self.size().square(cell)]].concat();
                    let stranded = Assertion { rule: STRANDED, squares, values: Vec::new() };
                    found.premises.push(stranded);
                    continue 'others;
                }
            }
            // Weights that refute one jump often refute more.
            let known = found.premises.iter_mut().filter(|premise| premise.rule == WEIGHTS);
            let total = |pegs: &[bool], weights: &[i32]| -> i64 {
                let weights = weights.iter().zip(pegs).filter(|(_, peg)| **peg);
                weights.map(|(&weight, _)| i64::from(weight)).sum()
            };
            let lighter = |premise: &&mut Assertion| {
                total(&after, &premise.values) < total(&self.ground().goal, &premise.values)
            };
            if let Some(premise) = known.into_iter().find(lighter) {
                premise.squares.extend(other);
                continue;
            }
            match self.weights_against(&after) {
                Some(values) => {
                    let squares = other.to_vec();
                    found.premises.push(Assertion { rule: WEIGHTS, squares, values });
                }
                None => found.open += 1,
            }
        }
        Ok(found)
    }

    /// Weights by which a position is lost, if there are such and they are small.
    fn weights_against(&self, pegs: &[bool]) -> Option<Vec<i32>> {
        let rest = self.from_pegs(pegs);
        let field = Field::new(rest.ground());
        let found =
            (field.cells.len() <= MOST_CELLS).then(|| weights::fewest(rest.ground(), &field));
        found.flatten()?.into_iter().map(|weight| i32::try_from(weight).ok()).collect()
    }

    /// The first jump of a game to the goal, explained.
    fn step(
        &self,
        pegs: &[bool],
        game: &[[Square; 2]],
        meter: &mut Meter<'_>,
    ) -> Result<Step, Limit> {
        let (jump, later) = (game[0], &game[1..]);
        let Refutations { mut premises, open } = self.refutations(pegs, jump, meter)?;
        let technique = Refutations { premises: premises.clone(), open }.technique();
        let (lose, [from, to]) = (self.legal_jumps(pegs).len() - 1 - open, jump);
        let story = self.story(pegs, &premises, later);
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
            let message = message.with("to", to.to_string()).with("n", later.len());
            message.with("lose", lose).with("open", open)
        };
        let cost = Self::TECHNIQUES.iter().find(|known| known.name == technique);
        Ok(Step {
            technique,
            cost: cost.map_or(0, |known| known.cost),
            premises,
            conclusion: vec![Assertion {
                rule: WINNING,
                squares: jump.to_vec(),
                values: Vec::new(),
            }],
            moves: vec![as_move(jump)],
            squares,
            place: told("pegs.hint.place".to_owned()),
            message: told(format!("pegs.hint.{technique}")),
            story,
        })
    }

    /// Each refuted jump with its reason, and the game to the goal.
    fn story(&self, pegs: &[bool], premises: &[Assertion], later: &[[Square; 2]]) -> Vec<Message> {
        let total = |pegs: &[bool], weights: &[i32]| -> String {
            let weights = weights.iter().zip(pegs).filter(|(_, peg)| **peg);
            weights.map(|(&weight, _)| i64::from(weight)).sum::<i64>().to_string()
        };
        let mut story = Vec::new();
        for premise in premises {
            for jump in premise.squares.chunks_exact(2) {
                let after = self.pegs_after(pegs, [jump[0], jump[1]]).unwrap_or_default();
                let told = Message::new(format!("pegs.story.{}", premise.rule))
                    .with("jump", format!("{}-{}", jump[0], jump[1]));
                story.push(match premise.rule {
                    STRANDED => {
                        let peg = premise.squares[premise.squares.len() - 1];
                        told.with("cell", peg.to_string())
                    }
                    _ => {
                        let told = told.with("after", total(&after, &premise.values));
                        told.with("goal", total(&self.ground().goal, &premise.values))
                    }
                });
            }
        }
        if !later.is_empty() {
            let sweeps = Jumps::new(later.to_vec());
            let words = sweeps.moves().map(|sweep| {
                let ends = sweep.iter().map(|[_, to]| format!("-{to}"));
                format!("{}{}", sweep[0][0], ends.collect::<String>())
            });
            let words: Vec<String> = words.collect();
            story.push(Message::new("pegs.story.game").with("jumps", words.join(" ")));
        }
        story
    }
}
