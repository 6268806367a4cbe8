//! The rules: what a solution is, and what an argument must show. Knows no way of solving.

use std::convert::Infallible;

use super::{Argument, Ground, Jumps, Pegs, Reason};
use crate::board::Square;
use crate::contract::{Claim, Examined, Meter, Verify};
use crate::locale::Message;

impl Verify for Pegs {
    fn verify(&self, solution: &Jumps) -> Result<(), Message> {
        self.obeys(solution, || Ok::<(), Infallible>(())).unwrap_or_else(|never| match never {})
    }

    fn examine(&self, claim: &Claim<Self>, meter: &mut Meter<'_>) -> Examined {
        meter.check_limits()?;
        match claim {
            Claim::Solution(solution) => self.obeys(solution, || meter.check_limits()),
            // One look at every line.
            Claim::Argument(argument) => Ok(self.refute(argument)),
        }
    }

    fn refute(&self, argument: &Argument) -> Result<(), Message> {
        let ground = self.ground();
        let holds = ground.start != ground.goal
            && match argument.reason() {
                Reason::Class(cells) => class(ground, cells),
                Reason::Pagoda(weights) => pagoda(ground, weights),
                Reason::Fixed(cell) => fixed(ground, *cell as usize),
                Reason::Stuck => !jumps(&ground.start, ground, [true, true, false]),
                // A jump leaves two holes and a peg behind, in a line.
                Reason::Sourceless => !jumps(&ground.goal, ground, [false, false, true]),
                Reason::TooFew => ground.pegs() <= ground.goal_pegs(),
                Reason::Emptied => ground.goal_pegs() == 0,
            };
        if holds {
            Ok(())
        } else {
            Err(Message::new("pegs.flaw.argument").with("name", argument.word()))
        }
    }
}

impl Pegs {
    /// Whether every jump obeys the rules, and the last leads to the goal. `pause` is asked at each,
    /// and may end the check.
    fn obeys<E>(
        &self,
        solution: &Jumps,
        mut pause: impl FnMut() -> Result<(), E>,
    ) -> Result<Result<(), Message>, E> {
        let ground = self.ground();
        let mut pegs = ground.start.clone();
        for (number, &jump) in (1u64..).zip(solution.all()) {
            pause()?;
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

/// Whether some line looks like this from one of its ends.
fn jumps(pegs: &[bool], ground: &Ground, [from, over, to]: [bool; 3]) -> bool {
    ground.lines().any(|line| {
        let [first, middle, last] = line.map(|cell| pegs[cell]);
        middle == over && ((first, last) == (from, to) || (last, first) == (from, to))
    })
}

/// Whether every line meets a set of cells evenly, and its pegs are odd at one end and even at the
/// other.
fn class(ground: &Ground, cells: &[u32]) -> bool {
    let mut set = vec![false; ground.inside.len()];
    for &cell in cells {
        match set.get_mut(cell as usize) {
            // A cell named twice would be counted twice by those who read the list.
            Some(known) if !*known && ground.inside[cell as usize] => *known = true,
            _ => return false,
        }
    }
    let odd = |pegs: &[bool]| pegs.iter().zip(&set).filter(|(peg, set)| **peg && **set).count() % 2;
    odd(&ground.start) != odd(&ground.goal)
        && ground.lines().all(|line| line.iter().filter(|&&cell| set[cell]).count() % 2 == 0)
}

/// Whether no jump makes the pegs weigh more, and the goal weighs more than the start. In integers
/// twice as wide as a weight: nothing can overflow.
fn pagoda(ground: &Ground, weights: &[i64]) -> bool {
    if weights.len() != ground.inside.len() {
        return false;
    }
    let weight = |cell: usize| i128::from(weights[cell]);
    let total =
        |pegs: &[bool]| -> i128 { (0..pegs.len()).filter(|&cell| pegs[cell]).map(weight).sum() };
    total(&ground.start) < total(&ground.goal)
        && ground.lines().all(|line| {
            let [first, middle, last] = line.map(weight);
            last <= first + middle && first <= last + middle
        })
}

/// Whether a cell is in no line, but must change.
fn fixed(ground: &Ground, cell: usize) -> bool {
    ground.inside.get(cell) == Some(&true)
        && ground.start[cell] != ground.goal[cell]
        && !ground.lines().any(|line| line.contains(&cell))
}
