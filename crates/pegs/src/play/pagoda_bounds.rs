//! Pagoda functions (Conway) as admissible bounds: those that leave least to lose.
//!
//! A pagoda function never grows by a jump, so a position that has less of it than the goal is lost, and
//! one that has little more must be played with care. Functions are found by linear programming as
//! positions ask for them; each one then judges all positions. They only guide a search that proves
//! nothing, so that floating point is exact enough.

use microlp::{ComparisonOp, OptimizationDirection, Problem};

use crate::Ground;

/// How many functions are held.
pub(crate) const LANES: usize = 32;

/// What a position has of each function beyond what the goal needs.
pub(crate) type Slack = [f32; LANES];

/// Functions held, the latest in place of the oldest.
pub(crate) struct PagodaBounds {
    /// What each jump loses of each function.
    pub(crate) losses: Vec<Slack>,
    next: usize,
}

/// What a peg may be worth. Only where no peg can be jumped over can it be less than nothing.
const WEIGHTS: (f64, f64) = (-2.0, 20.0);

/// A slack that no jump can use up.
pub(crate) const AMPLE: f32 = 1e9;

impl PagodaBounds {
    /// None at first, for so many jumps.
    pub(crate) fn new(jumps: usize) -> Self {
        PagodaBounds { losses: vec![[0.0; LANES]; jumps], next: 0 }
    }

    /// Takes a function in; its lane.
    pub(crate) fn add(&mut self, jumps: &[[u16; 3]], weights: &[f32]) -> usize {
        let lane = self.next;
        self.next = (lane + 1) % LANES;
        for (losses, jump) in self.losses.iter_mut().zip(jumps) {
            let [from, over, into] = jump.map(|cell| weights[cell as usize]);
            losses[lane] = from + over - into;
        }
        lane
    }

    /// The function of some cells that leaves their pegs least to lose, worth one for each peg of the
    /// goal on the average. Cells are told as `Some` if they count, with whether they hold a peg.
    /// `None` if the solver finds none.
    pub(crate) fn scarcest(
        &self,
        ground: &Ground,
        jumps: &[[u16; 3]],
        holds: impl Fn(usize) -> Option<bool>,
    ) -> Option<Vec<f32>> {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let mut goals = Vec::new();
        let mut variable = |cell: usize| {
            let worth = f64::from(i8::from(holds(cell)?) - i8::from(ground.goal[cell]));
            let variable = problem.add_var(worth, WEIGHTS);
            if ground.goal[cell] {
                goals.push((variable, 1.0));
            }
            Some(variable)
        };
        let variables: Vec<_> = (0..ground.inside.len()).map(&mut variable).collect();
        if goals.is_empty() {
            return None;
        }
        for jump in jumps {
            if let [Some(from), Some(over), Some(into)] = jump.map(|cell| variables[cell as usize])
            {
                let row = [(from, 1.0), (over, 1.0), (into, -1.0)];
                problem.add_constraint(row, ComparisonOp::Ge, 0.0);
            }
        }
        let count = goals.len() as f64;
        problem.add_constraint(goals, ComparisonOp::Eq, count);
        let solution = problem.solve().ok()?;
        Some(variables.iter().map(|v| v.map_or(0.0, |v| solution[v] as f32)).collect())
    }
}
