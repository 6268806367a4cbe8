//! Pagoda functions learnt on the way: what refutes one position closes later ones, and so do its images under the
//! symmetries of the board and its goal.

use crate::play::field::Field;
use crate::play::pagoda;
use crate::play::pagoda_cone::Cone;
use crate::play::pool::{LANES, Pool, fits};
use crate::play::position::Position;

/// Functions that are kept, at most: more close little that these do not.
const MOST: usize = 3 * LANES;

/// The functions of a board and a goal.
#[derive(Clone)]
pub struct Learned {
    /// With the goal for a start, so that its symmetries are those of the goal.
    field: Field,
    cone: Cone,
    functions: Vec<Vec<i64>>,
    pools: Vec<Pool>,
}

impl Learned {
    /// None yet.
    pub fn new(field: &Field) -> Self {
        let cone = Cone::new(field);
        Learned { field: field.clone(), cone, functions: Vec::new(), pools: Vec::new() }
    }

    /// The functions, some at a time.
    pub fn pools(&self) -> &[Pool] {
        &self.pools
    }

    /// The first functions, for a problem on the same board with the same goal; nothing if there are none.
    pub fn filter(&self, field: &Field) -> Option<Pool> {
        let first = &self.functions[..self.functions.len().min(LANES)];
        (!first.is_empty()).then(|| Pool::of(field, first, vec![true; field.leaps.len()]))
    }

    /// Bytes that are held, at most.
    pub fn bytes(&self) -> u64 {
        let pool = self.field.cells.len().div_ceil(8) * 256 + self.field.leaps.len();
        let pools = pool * size_of::<[i16; LANES]>() * self.pools.len();
        Cone::bytes(&self.field) + pools as u64
    }

    /// Whether a position weighs less than the goal by one of them.
    #[inline]
    pub fn closes(&self, position: u64) -> bool {
        self.pools.iter().any(|pool| pool.left(position).iter().any(|&left| left < 0))
    }

    /// Asks the linear programme about a position, and remembers what refutes it.
    pub fn refutes(&mut self, position: u64) -> bool {
        let field = &self.field;
        let pegs: Vec<i64> =
            (0..field.cells.len()).map(|cell| position.holds(cell).into()).collect();
        let worth: Vec<i64> =
            pegs.iter().zip(&field.goal).map(|(peg, &goal)| i64::from(goal) - peg).collect();
        let gain = |weights: &[i64]| -> i64 {
            weights.iter().zip(&worth).map(|(weight, worth)| weight * worth).sum()
        };
        let objective: Vec<f64> = worth.iter().map(|&worth| worth as f64).collect();
        let near = self.cone.best(&objective);
        let exact = |near: Vec<f64>| pagoda::exact(field, &near, |weights| gain(weights) > 0);
        let Some(weights) = near.and_then(exact) else { return false };
        if fits(&weights) {
            self.learn(&weights);
        }
        true
    }

    fn learn(&mut self, weights: &[i64]) {
        let known = self.functions.len();
        for image in &self.field.symmetries {
            let mut turned = vec![0; weights.len()];
            for (&there, &weight) in image.iter().zip(weights) {
                turned[there as usize] = weight;
            }
            if self.functions.len() < MOST && !self.functions.contains(&turned) {
                self.functions.push(turned);
            }
        }
        if self.functions.len() > known {
            // The last of them may not have been full.
            self.pools.truncate(known / LANES);
            let new = self.functions.chunks(LANES).skip(self.pools.len());
            let field = &self.field;
            self.pools.extend(new.map(|functions| Pool::of(field, functions, Vec::new())));
        }
    }
}
