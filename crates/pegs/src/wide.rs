//! The coursework's search on boards of any size: words of 64 places, and jumps found one at a time,
//! by a scan that goes on where it found the last. The same jumps in the same order as on small boards.

use std::cell::Cell;
use std::rc::Rc;

use search::{PruneReason, Tree, Verdict};

use super::{Ground, Jump};
use tabuleiro_core::contract::{Limit, Meter};

/// Steps to where a jump ends, in rows and columns: up, right, down, left.
const DIRECTIONS: [(isize, isize); 4] = [(-2, 0), (0, 2), (2, 0), (0, -2)];

/// A board being played on. Scans that wait for their turn look at it too, so all share it.
struct WideBoard {
    columns: usize,
    /// From where a line of three leads up, right, down and left.
    ways: [Vec<u64>; 4],
    /// Where pegs stand.
    pegs: Vec<Cell<u64>>,
    goal: Vec<u64>,
    /// Pegs that stand where none shall, and holes that shall be filled.
    wrong: Cell<usize>,
}

impl WideBoard {
    fn holds(&self, cell: usize) -> bool {
        self.pegs[cell / 64].get() >> (cell % 64) & 1 == 1
    }

    fn flip(&self, jump: Jump) {
        for cell in [jump.from, jump.over(), jump.to].map(|cell| cell as usize) {
            let (word, bit) = (cell / 64, 1 << (cell % 64));
            self.pegs[word].set(self.pegs[word].get() ^ bit);
            let is_wrong = (self.pegs[word].get() ^ self.goal[word]) & bit != 0;
            let wrong = self.wrong.get();
            self.wrong.set(if is_wrong { wrong + 1 } else { wrong - 1 });
        }
    }

    /// The first jump at this place of the scan (four to a cell) or behind it, with its place.
    fn find(&self, from: usize) -> Option<(usize, Jump)> {
        let mut place = from;
        loop {
            let (word, cell) = (place / 256, place / 4);
            let here = self.pegs.get(word)?.get() >> (cell % 64);
            if here == 0 {
                place = (word + 1) * 256;
                continue;
            }
            let skip = here.trailing_zeros() as usize;
            if skip > 0 {
                place = (cell + skip) * 4;
                continue;
            }
            let direction = place % 4;
            if self.ways[direction][word] >> (cell % 64) & 1 == 1 {
                let (down, right) = DIRECTIONS[direction];
                let over = cell.wrapping_add_signed((down * self.columns as isize + right) / 2);
                let to = cell.wrapping_add_signed(down * self.columns as isize + right);
                if self.holds(over) && !self.holds(to) {
                    return Some((place, Jump { from: cell as u32, to: to as u32 }));
                }
            }
            place += 1;
        }
    }
}

/// A position on a board of any size.
#[derive(Clone)]
pub(super) struct Wide {
    table: Rc<WideBoard>,
}

impl Wide {
    /// The start of a board.
    pub(super) fn new(ground: &Ground, meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let words = ground.inside.len().div_ceil(64);
        let set = |list: &mut [u64], cell: usize| list[cell / 64] |= 1 << (cell % 64);
        let mut ways: [Vec<u64>; 4] = std::array::from_fn(|_| vec![0; words]);
        for [first, middle, last] in ground.lines() {
            meter.check_limits()?;
            let forward = if middle == first + 1 && ground.columns > 1 { 1 } else { 2 };
            set(&mut ways[forward], first);
            set(&mut ways[(forward + 2) % 4], last);
        }
        let (mut pegs, mut goal) = (vec![0; words], vec![0; words]);
        (0..ground.start.len()).filter(|&cell| ground.start[cell]).for_each(|c| set(&mut pegs, c));
        (0..ground.goal.len()).filter(|&cell| ground.goal[cell]).for_each(|c| set(&mut goal, c));
        let wrong = ground.start.iter().zip(&ground.goal).filter(|(peg, goal)| peg != goal).count();
        let pegs = pegs.into_iter().map(Cell::new).collect();
        let table =
            WideBoard { columns: ground.columns, ways, pegs, goal, wrong: Cell::new(wrong) };
        Ok(Wide { table: Rc::new(table) })
    }
}

impl Tree for Wide {
    type Step = Jump;
    type Choices = WideScan;

    fn judge(&mut self) -> Verdict {
        match self.table.wrong.get() {
            0 => Verdict::Goal,
            _ if self.table.find(0).is_none() => Verdict::Closed(PruneReason::Dead),
            _ => Verdict::Open,
        }
    }

    fn choices(&mut self) -> WideScan {
        WideScan { table: self.table.clone(), place: 0 }
    }

    fn make(&mut self, jump: Jump) {
        self.table.flip(jump);
    }

    fn unmake(&mut self, jump: Jump) {
        self.table.flip(jump);
    }
}

/// A scan of the board as it is whenever the scan goes on: a search goes on with a scan only where it
/// began, all later jumps taken back.
#[derive(Clone)]
pub(super) struct WideScan {
    table: Rc<WideBoard>,
    place: usize,
}

impl Iterator for WideScan {
    type Item = Jump;

    fn next(&mut self) -> Option<Jump> {
        let (place, jump) = self.table.find(self.place)?;
        self.place = place + 1;
        Some(jump)
    }
}
