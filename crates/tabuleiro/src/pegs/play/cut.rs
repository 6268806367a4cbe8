//! Big boards with many holes, split into parts that are solved separately.
//!
//! Straight cuts give the first parts. Where a part cannot be solved, its border is moved: a line of
//! three cells changes hands, which keeps the parity of both parts, so that borders soon are
//! anything but straight. A part may also borrow the cells around it, if it goes first, when its
//! neighbours are as they began, or last, when they are as they shall end; it gives them back as
//! they were. Nothing is proved where this finds nothing.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use search::{Meter, limits::Standing, limits::Stop};

use crate::pegs::play::parts::{Piece, Turn, around, connected, guillotine, hopeful};
use crate::pegs::{Ground, Jump};
use crate::random::Dice;

/// Parts are cut down to so many cells, tried in this order.
const SIZES: [usize; 3] = [54, 36, 80];
/// How many parts may be tried for each size, at first; twice as many in each later round.
const TRIES: usize = 500;
/// How many rounds there are.
const ROUNDS: usize = 5;
/// A part has at least and at most so many cells after a border was moved.
const LEAST: usize = 15;
const MOST: usize = 110;

/// Looks for a solution: jumps, or `None` if this strategy finds none, which proves nothing. Parts
/// are given to `inner`.
pub fn cut(
    ground: &Ground,
    meter: &mut Meter,
    inner: &mut impl FnMut(&Ground, &mut Meter) -> Option<Vec<Jump>>,
) -> Result<Option<Vec<Jump>>, Stop> {
    let mut known = FxHashMap::default();
    for round in 0..ROUNDS {
        for most in SIZES {
            let parts = guillotine(ground, most, meter);
            if parts.len() < 2 {
                continue;
            }
            let dice = Dice::new((round * SIZES.len() + most) as u64);
            let mut mosaic = Mosaic::new(ground, parts, &mut known, dice, TRIES << round);
            if mosaic.mend(meter, inner)? {
                return Ok(Some(mosaic.play()));
            }
        }
    }
    Ok(None)
}

/// The jumps that solve a part, if some were found.
type Answer = Option<Rc<[Jump]>>;
/// What was found for parts tried before.
type Known = FxHashMap<(Vec<u32>, Turn), Answer>;

struct Part {
    cells: Vec<u32>,
    solved: Option<(Turn, Rc<[Jump]>)>,
}

struct Mosaic<'a> {
    board: &'a Ground,
    parts: Vec<Part>,
    /// The part each cell belongs to.
    owner: Vec<usize>,
    known: &'a mut Known,
    dice: Dice,
    /// How many parts may still be tried.
    tries: usize,
}

impl<'a> Mosaic<'a> {
    fn new(
        board: &'a Ground,
        parts: Vec<Vec<u32>>,
        known: &'a mut Known,
        dice: Dice,
        tries: usize,
    ) -> Self {
        let mut owner = vec![usize::MAX; board.inside.len()];
        for (part, cells) in parts.iter().enumerate() {
            cells.iter().for_each(|&cell| owner[cell as usize] = part);
        }
        let parts = parts.into_iter().map(|cells| Part { cells, solved: None }).collect();
        Mosaic { board, parts, owner, known, dice, tries }
    }

    /// Moves borders until every part is solved, or too many were tried.
    fn mend(
        &mut self,
        meter: &mut Meter,
        inner: &mut impl FnMut(&Ground, &mut Meter) -> Option<Vec<Jump>>,
    ) -> Result<bool, Stop> {
        for part in 0..self.parts.len() {
            let cells = self.parts[part].cells.clone();
            self.parts[part].solved = self.solve(part, &cells, meter, inner)?;
        }
        while self.tries > 0 {
            let failing: Vec<usize> =
                (0..self.parts.len()).filter(|&part| self.parts[part].solved.is_none()).collect();
            if failing.is_empty() {
                return Ok(true);
            }
            // Looking for a border to move counts too, so that this ends.
            self.tries -= 1;
            let part = failing[self.dice.below(failing.len())];
            let Some((other, [mine, theirs])) = self.shift(part, meter) else { continue };
            let mended = self.solve(part, &mine, meter, inner)?;
            // Trouble may move on to a part that was solved, but not grow.
            if mended.is_none() && self.parts[other].solved.is_some() {
                continue;
            }
            let other_solved = self.solve(other, &theirs, meter, inner)?;
            for (part, cells, solved) in [(part, mine, mended), (other, theirs, other_solved)] {
                cells.iter().for_each(|&cell| self.owner[cell as usize] = part);
                self.parts[part] = Part { cells, solved };
            }
        }
        Ok(false)
    }

    /// Moves the border between a part and a neighbour by chance, a line of three cells at a time,
    /// a few times: the neighbour, and the cells of both afterwards.
    fn shift(&mut self, part: usize, meter: &mut Meter) -> Option<(usize, [Vec<u32>; 2])> {
        let borders = |cell: &u32| -> Option<usize> {
            let owner = |near: u32| self.owner[near as usize];
            around(self.board, *cell).map(owner).find(|&o| o != part && o != usize::MAX)
        };
        let beyond: Vec<usize> = self.parts[part].cells.iter().filter_map(borders).collect();
        if beyond.is_empty() {
            return None;
        }
        let other = beyond[self.dice.below(beyond.len())];
        let pair = [part, other];
        let mut cells = pair.map(|part| self.parts[part].cells.clone());
        let mut changed = Vec::new();
        let mut left = 1 << self.dice.below(5);
        for _ in 0..40 * left {
            if left == 0 {
                break;
            }
            let giver = self.dice.below(2);
            let at = cells[giver][self.dice.below(cells[giver].len())];
            if !around(self.board, at).any(|near| self.owner[near as usize] == pair[1 - giver]) {
                continue;
            }
            let Some(line) = self.line(at, pair[giver]) else { continue };
            let rest: Vec<u32> =
                cells[giver].iter().copied().filter(|c| !line.contains(c)).collect();
            if rest.len() < LEAST
                || cells[1 - giver].len() + 3 > MOST
                || !connected(self.board, &rest)
            {
                continue;
            }
            cells[giver] = rest;
            cells[1 - giver].extend(line);
            cells[1 - giver].sort_unstable();
            for cell in line {
                self.owner[cell as usize] = pair[1 - giver];
                changed.push((cell, pair[giver]));
            }
            left -= 1;
        }
        let moved = !changed.is_empty();
        changed.into_iter().rev().for_each(|(cell, owner)| self.owner[cell as usize] = owner);
        let hopeful = moved && cells.iter().all(|cells| hopeful(self.board, cells, meter));
        hopeful.then_some((other, cells))
    }

    /// A line of three cells of a part through one of them, by chance.
    fn line(&mut self, cell: u32, part: usize) -> Option<[u32; 3]> {
        let (rows, columns) = (self.board.rows as u32, self.board.columns as u32);
        let (row, column) = (cell / columns, cell % columns);
        let (at, end, step) =
            if self.dice.below(2) == 0 { (column, columns, 1) } else { (row, rows, columns) };
        let before = self.dice.below(3) as u32;
        if at < before || at - before + 3 > end {
            return None;
        }
        let line = [0, 1, 2].map(|k| cell - before * step + k * step);
        line.iter().all(|&c| self.owner[c as usize] == part).then_some(line)
    }

    /// Solves a part that has or would have these cells.
    fn solve(
        &mut self,
        part: usize,
        cells: &[u32],
        meter: &mut Meter,
        inner: &mut impl FnMut(&Ground, &mut Meter) -> Option<Vec<Jump>>,
    ) -> Result<Option<(Turn, Rc<[Jump]>)>, Stop> {
        for turn in [Turn::Alone] {
            if turn != Turn::Alone && self.taken(part, cells, turn) {
                continue;
            }
            let key = (cells.to_vec(), turn);
            let answer = match self.known.get(&key) {
                Some(answer) => answer.clone(),
                None => {
                    meter.poll(meter.stats(), Standing::default())?;
                    self.tries = self.tries.saturating_sub(1);
                    let piece = Piece::new(self.board, cells, turn);
                    let found = inner(&piece.ground, meter);
                    let answer: Answer = found.map(|jumps| {
                        jumps.iter().map(|&jump| piece.on_board(self.board, jump)).collect()
                    });
                    self.known.insert(key, answer.clone());
                    answer
                }
            };
            if let Some(jumps) = answer {
                return Ok(Some((turn, jumps)));
            }
        }
        Ok(None)
    }

    /// Whether a neighbour goes at the same turn, so that it would not be as expected.
    fn taken(&self, part: usize, cells: &[u32], turn: Turn) -> bool {
        cells.iter().flat_map(|&cell| around(self.board, cell)).any(|near| {
            let owner = self.owner[near as usize];
            owner != part
                && owner != usize::MAX
                && self.parts[owner].solved.as_ref().is_some_and(|solved| solved.0 == turn)
        })
    }

    /// The jumps of all parts, each at its turn.
    fn play(&self) -> Vec<Jump> {
        let turns = [Turn::First, Turn::Alone, Turn::Last];
        let solved = || self.parts.iter().flat_map(|part| &part.solved);
        let jumps = turns.iter().flat_map(|turn| solved().filter(move |solved| solved.0 == *turn));
        jumps.flat_map(|(_, jumps)| jumps.iter().copied()).collect()
    }
}
