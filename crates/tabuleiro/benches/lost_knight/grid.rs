//! The yardsticks: a tuned queue and two crates, on a board as a plain program has it.

use tabuleiro::board::Square;
use tabuleiro::lost_knight::LostKnight;

/// The board as a plain program has it.
pub(crate) struct Grid {
    pub(crate) side: usize,
    pub(crate) free: Vec<bool>,
    pub(crate) knight: u32,
    pub(crate) exit: u32,
}

/// The graph as petgraph has it.
pub(crate) type Graph = petgraph::csr::Csr<(), (), petgraph::Directed, u32>;

/// The eight moves, opposite ones at opposite ends; one back is the greatest number there is.
const MOVES: [(usize, usize); 8] = {
    const BACK: usize = usize::MAX;
    [
        (1, 2),
        (2, 1),
        (1, BACK - 1),
        (2, BACK),
        (BACK - 1, 1),
        (BACK, 2),
        (BACK - 1, BACK),
        (BACK, BACK - 1),
    ]
};

impl Grid {
    pub(crate) fn new(board: &LostKnight) -> Self {
        let size = board.size();
        let place = |square: Square| size.index(square) as u32;
        Grid {
            side: size.rows as usize,
            free: (0..size.area() as u32).map(|place| board.is_free(place)).collect(),
            knight: place(board.knights()[0]),
            exit: place(board.exits()[0]),
        }
    }

    /// Where the eight moves from a square lead, over the edges.
    fn around(&self, at: u32) -> [u32; 8] {
        let side = self.side;
        let (row, col) = (at as usize / side, at as usize % side);
        let wrap = |at: usize, by: usize| {
            let to = at.wrapping_add(by);
            if to < side {
                to
            } else if by > usize::MAX / 2 {
                to.wrapping_add(side)
            } else {
                to - side
            }
        };
        MOVES.map(|(down, right)| (wrap(row, down) * side + wrap(col, right)) as u32)
    }

    /// The yardstick: two vectors of places, and a byte a square that tells by which move it was
    /// entered, or that it cannot be; the path is read from those.
    pub(crate) fn queue(&self) -> u64 {
        let side = self.side;
        let mut shut: Vec<u8> = self.free.iter().map(|&free| u8::from(!free)).collect();
        let reach: Vec<isize> = MOVES
            .iter()
            .map(|&(down, right)| (down as isize) * side as isize + right as isize)
            .collect();
        let (mut level, mut next) = (vec![self.knight], Vec::new());
        shut[self.knight as usize] = u8::MAX;
        'search: loop {
            if level.is_empty() {
                return u64::MAX;
            }
            for &at in &level {
                if at == self.exit {
                    break 'search;
                }
                let (row, col) = (at as usize / side, at as usize % side);
                let mut visit = |to: usize, direction: usize| {
                    if shut[to] == 0 {
                        shut[to] = direction as u8 + 2;
                        next.push(to as u32);
                    }
                };
                if row >= 2 && row + 2 < side && col >= 2 && col + 2 < side {
                    for (direction, &by) in reach.iter().enumerate() {
                        visit((at as usize).wrapping_add_signed(by), direction);
                    }
                } else {
                    for (direction, to) in self.around(at).into_iter().enumerate() {
                        visit(to as usize, direction);
                    }
                }
            }
            std::mem::swap(&mut level, &mut next);
            next.clear();
        }
        // Every move has its opposite at the other end of the list.
        let mut path = vec![self.exit];
        while let Some(&at) = path.last().filter(|&&at| at != self.knight) {
            path.push(self.around(at)[9 - usize::from(shut[at as usize])]);
        }
        std::hint::black_box(path).len() as u64 - 1
    }

    pub(crate) fn pathfinding(&self) -> u64 {
        let near = |&at: &u32| {
            self.around(at).into_iter().filter(|&to| self.free[to as usize]).collect::<Vec<_>>()
        };
        let path = pathfinding::prelude::bfs(&self.knight, near, |&at| at == self.exit);
        path.map_or(u64::MAX, |path| path.len() as u64 - 1)
    }

    /// The graph for petgraph; building it is not counted.
    pub(crate) fn graph(&self) -> Graph {
        let mut edges = Vec::new();
        for at in (0..self.free.len() as u32).filter(|&at| self.free[at as usize]) {
            let first = edges.len();
            let open = self.around(at).into_iter().filter(|&to| self.free[to as usize]);
            edges.extend(open.map(|to| (at, to)));
            edges[first..].sort_unstable();
        }
        petgraph::csr::Csr::from_sorted_edges(&edges).expect("edges are sorted")
    }

    /// petgraph's own visitor tells no distances: they are noted beside it.
    pub(crate) fn petgraph(&self, graph: &Graph) -> u64 {
        let mut moves = vec![u32::MAX; graph.node_count()];
        moves[self.knight as usize] = 0;
        let mut visitor = petgraph::visit::Bfs::new(graph, self.knight);
        while let Some(at) = visitor.next(graph) {
            if at == self.exit {
                return u64::from(moves[at as usize]);
            }
            for &near in graph.neighbors_slice(at) {
                if moves[near as usize] == u32::MAX {
                    moves[near as usize] = moves[at as usize] + 1;
                }
            }
        }
        u64::MAX
    }
}
