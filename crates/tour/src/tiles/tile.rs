//! A small rectangle with runs that visit each of its squares once.

/// A square of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) row: u8,
    pub(super) col: u8,
}

/// A tile: which square is visited when, its runs being counted one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tile {
    width: u32,
    /// When each square is visited, in reading order.
    places: Vec<u8>,
    /// The squares in the order of the visit.
    cells: Vec<Cell>,
    /// Where each run ends: the place after its last.
    ends: [u8; 3],
}

impl Tile {
    /// The tile whose squares are visited in this order. A run ends where the next one starts.
    pub(super) fn new(width: u32, squares: Vec<u8>, runs: &[(u8, u8)]) -> Self {
        let mut places = vec![0; squares.len()];
        for (place, &square) in (0..).zip(&squares) {
            places[usize::from(square)] = place;
        }
        let end = |run: usize| {
            runs.get(run).map_or(squares.len() as u8, |run| places[usize::from(run.1)] + 1)
        };
        let ends = [end(0), end(1), end(2)];
        let cell = |square: &u8| Cell {
            row: (u32::from(*square) / width) as u8,
            col: (u32::from(*square) % width) as u8,
        };
        Tile { width, cells: squares.iter().map(cell).collect(), places, ends }
    }

    /// When a square is visited, and in which run.
    pub(super) fn place(&self, cell: Cell) -> (u64, usize) {
        let place = self.places[(u32::from(cell.row) * self.width + u32::from(cell.col)) as usize];
        let run = usize::from(place >= self.ends[0]) + usize::from(place >= self.ends[1]);
        (u64::from(place), run)
    }

    /// When each square is visited, in reading order.
    pub(super) fn places(&self) -> &[u8] {
        &self.places
    }

    /// The square that is visited then.
    pub(super) fn cell(&self, place: u64) -> Cell {
        self.cells[place as usize]
    }

    /// The squares of a run.
    pub(super) fn length(&self, run: usize) -> u64 {
        u64::from(self.ends[run]) - self.before(run)
    }

    /// The squares of the runs before a run.
    pub(super) fn before(&self, run: usize) -> u64 {
        if run == 0 { 0 } else { u64::from(self.ends[run - 1]) }
    }
}
