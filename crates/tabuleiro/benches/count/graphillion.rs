//! The peer in Python: Graphillion, which counts by decision diagrams.

use std::process::Command;

use crate::process::{self, Took};
use crate::python::Python;

const SCRIPT: &str = "
from graphillion import GraphSet
rows, cols = 6, 8
edges = []
for row in range(rows):
    for col in range(cols):
        for down, right in [(1, 2), (2, 1), (1, -2), (2, -1)]:
            if row + down < rows and 0 <= col + right < cols:
                edges.append((row * cols + col, (row + down) * cols + col + right))
GraphSet.set_universe(edges)
print(GraphSet.cycles(is_hamilton=True).len())
";

/// The closed tours of 6x8, and what they took, the start of Python included.
pub(crate) fn six_by_eight(python: &Python) -> (String, Took) {
    let (text, took) = process::run(Command::new(python.program()).args(["-c", SCRIPT]));
    (text.trim().to_owned(), took)
}
