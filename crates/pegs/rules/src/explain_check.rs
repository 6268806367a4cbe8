//! Checks steps of explanations. Knows the rules and no finder.
//!
//! A step says that a jump keeps the game winnable, and where it can that every other jump loses it.
//! Its premises are a game from there to the goal, and for other jumps either *weights* (a pagoda
//! function: no jump increases the weight of the pegs, and after this one they weigh less than the
//! goal) or a *stranded* peg, which can neither jump nor be jumped over ever again.

use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{Examined, Limit, Meter};
use tabuleiro_core::explain::{Assertion, SquareRole, Step};
use tabuleiro_core::locale::Message;

use crate::{GamePosition, Ground, Pegs, as_move};

/// The assertion that a jump keeps the goal within reach.
pub const WINNING: &str = "winning-jump";
/// The assertion that jumps lead to the goal.
pub const GAME: &str = "game";
/// The assertion, and the technique, that weights are too little after other jumps.
pub const WEIGHTS: &str = "weights";
/// The assertion, and the technique, that another jump strands a peg.
pub const STRANDED: &str = "stranded";
/// The assertion that there is no other jump.
pub const NO_OTHER: &str = "no-other";

/// The technique where there is one jump.
pub const ONLY: &str = "only-jump";
/// The technique that tells nothing of other jumps.
pub const SEARCH: &str = "search";

/// Whether the premises hold and entail the conclusion.
pub(super) fn entails(
    board: &Pegs,
    position: &GamePosition,
    step: &Step,
    meter: &mut Meter<'_>,
) -> Examined {
    let flaw = |name: &str| Ok(Err(Message::new(format!("pegs.flaw.step.{name}"))));
    let Some(jump) = concluded(step) else { return flaw("conclusion") };
    let Some(after) = board.pegs_after(position.pegs(), jump) else { return flaw("conclusion") };
    let others = board.legal_jumps(position.pegs()).filter(|&other| other != jump);
    let mut others: Vec<[Square; 2]> = others.collect();
    let alone = others.is_empty();
    let mut won = false;
    for premise in &step.premises {
        meter.check_limits()?;
        let holds = match premise.rule {
            GAME => {
                won = reaches_goal(board, after.clone(), &premise.squares, meter)?;
                won && premise.values.is_empty()
            }
            NO_OTHER => alone && premise.squares.is_empty() && premise.values.is_empty(),
            WEIGHTS | STRANDED => {
                let jumps = refuted(board, position, premise, meter)?;
                others.retain(|other| !jumps.contains(other));
                !jumps.is_empty() && !jumps.contains(&jump)
            }
            _ => false,
        };
        if !holds {
            return flaw("premise");
        }
    }
    let said = |rule: &str| step.premises.iter().any(|premise| premise.rule == rule);
    // Any technique but a search claims that every other jump loses, and why.
    let told_apart = match step.technique {
        SEARCH => true,
        ONLY => alone && said(NO_OTHER),
        STRANDED => others.is_empty() && !said(WEIGHTS) && !alone,
        WEIGHTS => others.is_empty() && said(WEIGHTS),
        _ => false,
    };
    if won && told_apart { Ok(Ok(())) } else { flaw("entails") }
}

/// The jump that is concluded, if the conclusion, the moves and the squares say the same.
fn concluded(step: &Step) -> Option<[Square; 2]> {
    let [Assertion { rule: WINNING, squares, values }] = &step.conclusion[..] else { return None };
    let &[from, to] = &squares[..] else { return None };
    let marked = step.squares.iter().filter(|(_, role)| *role == SquareRole::Conclusion);
    let marked: Vec<Square> = marked.map(|&(square, _)| square).collect();
    let same = values.is_empty() && step.moves == [as_move([from, to])] && marked == [from, to];
    same.then_some([from, to])
}

/// Whether jumps, told as pairs of squares, lead to the goal.
fn reaches_goal(
    board: &Pegs,
    mut pegs: Vec<bool>,
    squares: &[Square],
    meter: &mut Meter<'_>,
) -> Result<bool, Limit> {
    for pair in squares.chunks(2) {
        meter.check_limits()?;
        let &[from, to] = pair else { return Ok(false) };
        match board.pegs_after(&pegs, [from, to]) {
            Some(after) => pegs = after,
            None => return Ok(false),
        }
    }
    Ok(pegs == board.ground().goal)
}

/// The jumps that a premise shows to lose: none where it does not hold.
fn refuted(
    board: &Pegs,
    position: &GamePosition,
    premise: &Assertion,
    meter: &mut Meter<'_>,
) -> Result<Vec<[Square; 2]>, Limit> {
    let mut squares = premise.squares.clone();
    let peg = if premise.rule == STRANDED { squares.pop() } else { None };
    let mut jumps = Vec::new();
    for pair in squares.chunks(2) {
        let &[from, to] = pair else { return Ok(Vec::new()) };
        let Some(after) = board.pegs_after(position.pegs(), [from, to]) else {
            return Ok(Vec::new());
        };
        let loses = match peg {
            Some(peg) => {
                premise.values.is_empty()
                    && board.size().holds(peg)
                    && Stranding::new(board.ground(), &after, meter)?.holds(board.size().index(peg))
            }
            None => weighs_less(board.ground(), &after, &premise.values, meter)?,
        };
        if !loses {
            return Ok(Vec::new());
        }
        jumps.push([from, to]);
    }
    Ok(jumps)
}

/// Whether no jump increases the weight of pegs, and these weigh less than the goal.
fn weighs_less(
    ground: &Ground,
    pegs: &[bool],
    weights: &[i32],
    meter: &mut Meter<'_>,
) -> Result<bool, Limit> {
    if weights.len() != pegs.len() {
        return Ok(false);
    }
    let weight = |cell: usize| i64::from(weights[cell]);
    for line in ground.lines() {
        meter.check_limits()?;
        let [first, middle, last] = line.map(weight);
        if last > first + middle || first > last + middle {
            return Ok(false);
        }
    }
    let total = |pegs: &[bool]| (0..pegs.len()).filter(|&c| pegs[c]).map(weight).sum::<i64>();
    Ok(total(pegs) < total(&ground.goal))
}

/// The pegs that can never jump nor be jumped over, in a position.
///
/// A cell may hold a peg at some time only if it does now, or if two others in a line with it may:
/// as if no peg were ever taken. A jump over a peg, or by it, needs a second such cell.
#[derive(Debug)]
pub struct Stranding<'a> {
    ground: &'a Ground,
    pegs: &'a [bool],
    /// The pegs that may move or be taken at some time.
    free: Vec<bool>,
}

impl<'a> Stranding<'a> {
    /// Looks at a position.
    pub fn new(ground: &'a Ground, pegs: &'a [bool], meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let may_hold = may_hold(ground, pegs, meter)?;
        let mut free = vec![false; pegs.len()];
        for [first, middle, last] in ground.lines() {
            meter.check_limits()?;
            free[middle] |= may_hold[first] || may_hold[last];
            free[first] |= may_hold[middle];
            free[last] |= may_hold[middle];
        }
        Ok(Stranding { ground, pegs, free })
    }

    /// Whether a peg stands there for ever, though the goal has none.
    fn holds(&self, peg: usize) -> bool {
        self.pegs[peg] && !self.ground.goal[peg] && !self.free[peg]
    }

    /// The first stranded peg, if there is one.
    pub fn first(&self) -> Option<usize> {
        (0..self.pegs.len()).find(|&peg| self.holds(peg))
    }
}

/// The cells that may hold a peg at some time, if no peg were ever taken.
fn may_hold(ground: &Ground, pegs: &[bool], meter: &mut Meter<'_>) -> Result<Vec<bool>, Limit> {
    let mut may_hold = pegs.to_vec();
    loop {
        let mut grown = false;
        for [first, middle, last] in ground.lines() {
            meter.check_limits()?;
            for (from, to) in [(first, last), (last, first)] {
                if may_hold[from] && may_hold[middle] && !may_hold[to] {
                    may_hold[to] = true;
                    grown = true;
                }
            }
        }
        if !grown {
            return Ok(may_hold);
        }
    }
}
