//! The rules: what a solution is, and what an argument must show. Knows no way of solving.

use super::jump_counts::CountedLines;
use super::{Argument, Ground, Jumps, Pegs, Reason};
use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{Claim, Examined, Limit, Meter, Verify};
use tabuleiro_core::locale::Message;

impl Verify for Pegs {
    fn verify(&self, solution: &Jumps) -> Result<(), Message> {
        unlimited(|meter| self.obeys(solution, meter))
    }

    fn examine(&self, claim: &Claim<Self>, meter: &mut Meter<'_>) -> Examined {
        match claim {
            Claim::Solution(solution) => self.obeys(solution, meter),
            Claim::Argument(argument) => self.is_refuted(argument, meter),
        }
    }

    fn refute(&self, argument: &Argument) -> Result<(), Message> {
        unlimited(|meter| self.is_refuted(argument, meter))
    }
}

/// A check that nothing limits.
fn unlimited(check: impl FnOnce(&mut Meter<'_>) -> Examined) -> Result<(), Message> {
    check(&mut Meter::unlimited()).unwrap_or_else(|_| unreachable!("nothing limits it"))
}

impl Pegs {
    /// Whether every jump obeys the rules, and the last leads to the goal.
    fn obeys(&self, solution: &Jumps, meter: &mut Meter<'_>) -> Examined {
        let ground = self.ground();
        let mut pegs = ground.start.clone();
        for (number, &jump) in (1u64..).zip(solution.all()) {
            meter.check_limits()?;
            if let Err(flaw) = self.play(&mut pegs, number, jump) {
                return Ok(Err(flaw));
            }
        }
        Ok(match (0..pegs.len()).find(|&cell| pegs[cell] != ground.goal[cell]) {
            None => Ok(()),
            Some(cell) => {
                let name = if pegs[cell] { "left" } else { "missing" };
                let square = self.size().square(cell).to_string();
                Err(Message::new(format!("pegs.flaw.{name}")).with("cell", square))
            }
        })
    }

    /// Whether an argument proves that there is no solution.
    fn is_refuted(&self, argument: &Argument, meter: &mut Meter<'_>) -> Examined {
        let ground = self.ground();
        let holds = ground.start != ground.goal
            && match argument.reason() {
                Reason::Class(cells) => class(ground, cells, meter)?,
                Reason::Pagoda(weights) => pagoda(ground, weights, meter)?,
                Reason::JumpCounts(counts) => match CountedLines::new(ground) {
                    Some(lines) => lines.holds(counts, meter)?,
                    None => false,
                },
                Reason::Fixed(cell) => fixed(ground, *cell as usize, meter)?,
                Reason::Stuck => !jumps(&ground.start, ground, [true, true, false], meter)?,
                // A jump leaves two holes and a peg behind, in a line.
                Reason::Sourceless => !jumps(&ground.goal, ground, [false, false, true], meter)?,
                Reason::TooFew => ground.pegs() <= ground.goal_pegs(),
                Reason::Emptied => ground.goal_pegs() == 0,
            };
        let flaw = || Message::new("pegs.flaw.argument").with("name", argument.word());
        Ok(holds.then_some(()).ok_or_else(flaw))
    }

    /// Makes a jump, if it obeys the rules.
    fn play(&self, pegs: &mut [bool], number: u64, [from, to]: [Square; 2]) -> Result<(), Message> {
        let ground = self.ground();
        let flaw = |name: &str| {
            let message = Message::new(format!("pegs.flaw.{name}")).with("number", number);
            message.with("from", from.to_string()).with("to", to.to_string())
        };
        let over = between(from, to).ok_or_else(|| flaw("line"))?;
        let cell = |square: Square| {
            let place = self.size().holds(square).then(|| self.size().index(square));
            place.filter(|&place| ground.inside[place]).ok_or_else(|| flaw("outside"))
        };
        let (from, over, to) = (cell(from)?, cell(over)?, cell(to)?);
        if !pegs[from] {
            return Err(flaw("no-peg"));
        }
        if !pegs[over] {
            return Err(flaw("nothing-taken"));
        }
        if pegs[to] {
            return Err(flaw("no-hole"));
        }
        (pegs[from], pegs[over], pegs[to]) = (false, false, true);
        Ok(())
    }
}

/// The square half-way between two that are two apart in a row or column.
fn between(from: Square, to: Square) -> Option<Square> {
    let (down, right) = (from.row.abs_diff(to.row), from.col.abs_diff(to.col));
    let half = |one: u32, other: u32| one.min(other) + one.abs_diff(other) / 2;
    matches!((down, right), (0, 2) | (2, 0))
        .then(|| Square { row: half(from.row, to.row), col: half(from.col, to.col) })
}

/// Whether something holds of every line of three.
fn every_line(
    ground: &Ground,
    meter: &mut Meter<'_>,
    holds: impl Fn([usize; 3]) -> bool,
) -> Result<bool, Limit> {
    for line in ground.lines() {
        meter.check_limits()?;
        if !holds(line) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether some line looks like this from one of its ends.
fn jumps(
    pegs: &[bool],
    ground: &Ground,
    [from, over, to]: [bool; 3],
    meter: &mut Meter<'_>,
) -> Result<bool, Limit> {
    let none = every_line(ground, meter, |line| {
        let [first, middle, last] = line.map(|cell| pegs[cell]);
        middle != over || ((first, last) != (from, to) && (last, first) != (from, to))
    })?;
    Ok(!none)
}

/// Whether every line meets a set of cells evenly, and its pegs are odd at one end and even at the
/// other.
fn class(ground: &Ground, cells: &[u32], meter: &mut Meter<'_>) -> Result<bool, Limit> {
    let mut set = vec![false; ground.inside.len()];
    for &cell in cells {
        match set.get_mut(cell as usize) {
            // A cell named twice would be counted twice by those who read the list.
            Some(known) if !*known && ground.inside[cell as usize] => *known = true,
            _ => return Ok(false),
        }
    }
    let odd = |pegs: &[bool]| pegs.iter().zip(&set).filter(|(peg, set)| **peg && **set).count() % 2;
    let even = |line: [usize; 3]| line.iter().filter(|&&cell| set[cell]).count() % 2 == 0;
    Ok(odd(&ground.start) != odd(&ground.goal) && every_line(ground, meter, even)?)
}

/// Whether no jump makes the pegs weigh more, and the goal weighs more than the start. In integers
/// twice as wide as a weight: nothing can overflow.
fn pagoda(ground: &Ground, weights: &[i64], meter: &mut Meter<'_>) -> Result<bool, Limit> {
    if weights.len() != ground.inside.len() {
        return Ok(false);
    }
    let weight = |cell: usize| i128::from(weights[cell]);
    let total =
        |pegs: &[bool]| -> i128 { (0..pegs.len()).filter(|&cell| pegs[cell]).map(weight).sum() };
    let loses = |line: [usize; 3]| {
        let [first, middle, last] = line.map(weight);
        last <= first + middle && first <= last + middle
    };
    Ok(total(&ground.start) < total(&ground.goal) && every_line(ground, meter, loses)?)
}

/// Whether a cell is in no line, but must change.
fn fixed(ground: &Ground, cell: usize, meter: &mut Meter<'_>) -> Result<bool, Limit> {
    Ok(ground.inside.get(cell) == Some(&true)
        && ground.start[cell] != ground.goal[cell]
        && every_line(ground, meter, |line| !line.contains(&cell))?)
}
