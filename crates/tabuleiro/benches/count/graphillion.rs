//! The peer in Python: Graphillion, which counts by decision diagrams.

use std::process::Command;

use crate::process::{self, Took};
use crate::python::Python;

/// Squares are numbered along the short side, and moves come in the order of their squares: other
/// orders, and its own word for Hamiltonian cycles, take three times the memory and more.
const SCRIPT: &str = "
from graphillion import GraphSet
rows, cols = 6, 8
moves = []
for col in range(cols):
    for row in range(rows):
        for right, down in [(1, 2), (2, 1), (1, -2), (2, -1)]:
            if col + right < cols and 0 <= row + down < rows:
                moves.append((col * rows + row, (col + right) * rows + row + down))
GraphSet.set_universe(sorted(moves), traversal='as-is')
squares = list(range(rows * cols))
twice = {square: 2 for square in squares}
print(GraphSet.graphs(vertex_groups=[squares], degree_constraints=twice).len())
";

/// The closed tours of 6x8, and what they took, the start of Python included.
pub(crate) fn six_by_eight(python: &Python) -> (String, Took) {
    let (text, took) = process::run(Command::new(python.program()).args(["-c", SCRIPT]));
    (text.trim().to_owned(), took)
}
