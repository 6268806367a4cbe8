//! The peer in Python: scipy.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use tabuleiro::lost_knight::LostKnight;

use crate::grid::Grid;
use crate::python::Python;

const SCIPY: &str = "
import sys, time
import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import breadth_first_order
side, knight, exit = (int(word) for word in sys.argv[1:4])
free = np.array([c == '.' for c in sys.stdin.read()], dtype=bool)
here = np.flatnonzero(free)
row, col = here // side, here % side
pairs = []
for down, right in [(1,2),(2,1),(1,-2),(2,-1),(-1,2),(-2,1),(-1,-2),(-2,-1)]:
    to = (row + down) % side * side + (col + right) % side
    open = free[to]
    pairs.append((here[open], to[open]))
a = np.concatenate([p[0] for p in pairs]); b = np.concatenate([p[1] for p in pairs])
graph = coo_matrix((np.ones(len(a), dtype=np.int8), (a, b)), shape=(side*side, side*side)).tocsr()
best = 1e9
for _ in range(3):
    start = time.perf_counter()
    order, before = breadth_first_order(graph, knight, directed=True, return_predecessors=True)
    best = min(best, time.perf_counter() - start)
print(best * 1e3)
";

/// The time of scipy's breadth-first order, in milliseconds; building its graph is not counted.
pub(crate) fn time(python: &Python, board: &LostKnight) -> Option<f64> {
    let grid = Grid::new(board);
    if grid.side > 5000 {
        // Its graph would take more memory than this machine may have.
        return None;
    }
    let mut text = String::with_capacity(grid.free.len());
    for &free in &grid.free {
        let _ = write!(text, "{}", if free { '.' } else { 'x' });
    }
    let words = [grid.side as u32, grid.knight, grid.exit].map(|word| word.to_string());
    let mut child = Command::new(python.program())
        .args(["-c", SCIPY])
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    String::from_utf8(child.wait_with_output().ok()?.stdout).ok()?.trim().parse().ok()
}
