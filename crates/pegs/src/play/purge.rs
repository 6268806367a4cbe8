//! Big boards with few holes: all that lies far from the holes is removed by purges, and a small
//! core is left to another solver. The work is linear in the number of jumps.
//!
//! A purge is a short sequence of jumps that removes a block of pegs and leaves all else as it was
//! (Winning Ways, chapter 23). Around the core lie bands, three cells deep; three purges clear a
//! band from the side of the core (above, the outer edge; below the rule, what the band rests on):
//!
//! ```text
//!   entry          column          end          x: removed, o: a peg lent,
//!   x x            o x .           x x .        .: a hole lent
//!   x x              x             x x
//!   x x o            x             x x
//!   -----                          -----
//!   .                              o
//! ```
//!
//! A hole at the core's rim opens a tunnel of entries through all bands of a side. Then, the
//! outermost band first, columns are swept from the tunnel to both ends. The rim has its hole at
//! some moment of the core's own solution: there the purges are put in, and since they leave the
//! core as it was, the solution goes on.

use search::ledger::charge;
use search::{Meter, limits::PollState, limits::Stop};

use crate::play::part::{Part, adds_up};
use crate::{Ground, Jump};

/// A place of a band: how deep, from the outer edge, and how far along it.
type Place = (isize, isize);

/// Removes columns 0 and 1, with a hole below column 0 and a peg in column 2.
const ENTRY: [(Place, Place); 6] = [
    ((1, 0), (3, 0)),
    ((2, 2), (2, 0)),
    ((3, 0), (1, 0)),
    ((0, 0), (2, 0)),
    ((0, 1), (2, 1)),
    ((2, 0), (2, 2)),
];
/// Removes column 0, with column -1 empty and a peg in column 1.
const COLUMN: [(Place, Place); 3] = [((0, 1), (0, -1)), ((2, 0), (0, 0)), ((0, -1), (0, 1))];
/// Removes columns 0 and 1, the last ones, with column -1 empty and a peg below column 1.
const END: [(Place, Place); 6] = [
    ((0, 1), (0, -1)),
    ((1, 1), (1, -1)),
    ((3, 1), (1, 1)),
    ((0, -1), (2, -1)),
    ((2, -1), (2, 1)),
    ((1, 1), (3, 1)),
];

/// Cores are made at least this high and wide where the board is: smaller ones often have no
/// solution although the board has. The later figures are tried where the first one fails.
const CORES: [usize; 3] = [6, 9, 12];

/// Looks for a solution: jumps, or `None` if this strategy finds none, which proves nothing. The
/// core is given to `inner`.
pub fn purge(
    ground: &Ground,
    meter: &mut Meter,
    inner: &mut impl FnMut(&Ground, &mut Meter) -> Option<Vec<Jump>>,
) -> Result<Option<Vec<Jump>>, Stop> {
    if !adds_up(ground) {
        return Ok((ground.start == ground.goal).then(Vec::new));
    }
    let mut tried = Vec::new();
    for least in CORES {
        for low in [true, false] {
            meter.poll(meter.stats(), PollState::default())?;
            let Some(core) = Core::around(ground, least, low) else { return Ok(None) };
            if tried.contains(&core) {
                continue;
            }
            tried.push(core);
            if core.bands() == 0 {
                // The whole board is no smaller problem than the one asked.
                continue;
            }
            let small = core.part(ground);
            let Some(jumps) = inner(&small.ground, meter) else { continue };
            for rows_first in [true, false] {
                meter.poll(meter.stats(), PollState::default())?;
                let Some(sides) = core.sides(ground, &small, rows_first) else { continue };
                if let Some(moments) = schedule(ground, &small.ground, &core, &sides, &jumps) {
                    return write(ground, meter, &small, &sides, &jumps, &moments).map(Some);
                }
            }
        }
    }
    Ok(None)
}

/// The rectangle left to the other solver; what lies outside is a whole number of bands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Core {
    /// First row and the row after the last.
    rows: (usize, usize),
    columns: (usize, usize),
    board: (usize, usize),
}

impl Core {
    /// The least core of at least `least` rows and columns that holds all holes of the start and
    /// pegs of the goal. Where it must be made larger, it grows to `low` first or last.
    fn around(ground: &Ground, least: usize, low: bool) -> Option<Self> {
        let (mut top, mut bottom, mut left, mut right) = (usize::MAX, 0, usize::MAX, 0);
        for row in 0..ground.rows {
            let cells = row * ground.columns..(row + 1) * ground.columns;
            let marked =
                |cell: &usize| ground.goal[*cell] || (ground.inside[*cell] && !ground.start[*cell]);
            let (Some(first), Some(last)) =
                (cells.clone().find(marked), cells.clone().rev().find(marked))
            else {
                continue;
            };
            (top, bottom) = (top.min(row), row);
            left = left.min(first - cells.start);
            right = right.max(last - cells.start);
        }
        if top == usize::MAX {
            return None;
        }
        Some(Core {
            rows: span(top, bottom, ground.rows, least, low),
            columns: span(left, right, ground.columns, least, low),
            board: (ground.rows, ground.columns),
        })
    }

    /// How many bands lie around.
    fn bands(&self) -> usize {
        (self.board.0 - (self.rows.1 - self.rows.0) + self.board.1
            - (self.columns.1 - self.columns.0))
            / 3
    }

    /// The core as a problem of its own.
    fn part(&self, ground: &Ground) -> Part {
        Part::new(ground, self.rows.0..self.rows.1, self.columns.0..self.columns.1)
    }

    /// The four sides of bands. The rows above and below are either as wide as the board, and
    /// purged first, or as wide as the core. `None` if some cell outside the core is in no band,
    /// or a band has a gap.
    fn sides(&self, ground: &Ground, small: &Part, rows_first: bool) -> Option<[Side; 4]> {
        let (rows, columns) = (ground.rows as isize, ground.columns as isize);
        let [top, bottom, left, right] =
            [self.rows.0, self.rows.1, self.columns.0, self.columns.1].map(|n| n as isize);
        let (high, wide) =
            if rows_first { ((top, bottom), (0, columns)) } else { ((0, rows), (left, right)) };
        let at = |row: isize, column: isize| row * columns + column;
        let mut sides = [
            Side::new(at(0, wide.0), columns, 1, wide, top),
            Side::new(at(rows - 1, wide.0), -columns, 1, wide, rows - bottom),
            Side::new(at(high.0, 0), 1, columns, high, left),
            Side::new(at(high.0, columns - 1), -1, columns, high, columns - right),
        ];
        if !rows_first {
            sides.rotate_left(2);
        }
        let mut covered: usize = 0;
        for side in &mut sides {
            covered += side.measure(ground)?;
        }
        let count = |board: &Ground| board.inside.iter().filter(|&&inside| inside).count();
        (covered + count(&small.ground) == count(ground)).then_some(sides)
    }
}

/// The least stretch that holds `first` to `last`, is `least` long if the board is, and leaves a
/// multiple of three on either side.
fn span(first: usize, last: usize, board: usize, least: usize, low: bool) -> (usize, usize) {
    let (mut before, mut after) = (first / 3, (board - 1 - last) / 3);
    while 3 * (before + after) + least > board && before + after > 0 {
        let shrink_before = if low { before > 0 } else { after == 0 };
        *if shrink_before { &mut before } else { &mut after } -= 1;
    }
    (3 * before, board - 3 * after)
}

/// The bands on one side of the core, the outermost first.
struct Side {
    /// The cell at the outer edge where the core, or the board, begins.
    origin: isize,
    /// What a cell's number grows by from the edge toward the core.
    deep: isize,
    /// What it grows by along the band.
    along: isize,
    length: isize,
    /// The first place of each band and the place after its last.
    bands: Vec<Place>,
}

impl Side {
    fn new(origin: isize, deep: isize, along: isize, ends: Place, depth: isize) -> Self {
        let length = ends.1 - ends.0;
        Side { origin, deep, along, length, bands: vec![(0, length); depth as usize / 3] }
    }

    fn cell(&self, (depth, place): Place) -> usize {
        (self.origin + depth * self.deep + place * self.along) as usize
    }

    /// Finds where each band begins and ends on a board of any shape, and how many cells there are
    /// in all. `None` if a band has gaps, is uneven or overhangs the next.
    fn measure(&mut self, ground: &Ground) -> Option<usize> {
        let mut cells = 0;
        let mut overhung = (isize::MAX, 0);
        for band in 0..self.bands.len() {
            let depth = 3 * band as isize;
            let inside = |depth: isize, place: isize| ground.inside[self.cell((depth, place))];
            let first = (0..self.length).find(|&place| inside(depth, place))?;
            let after = (first..self.length).find(|&p| !inside(depth, p)).unwrap_or(self.length);
            let even = (depth..depth + 3).all(|depth| {
                (0..self.length).all(|p| inside(depth, p) == (first..after).contains(&p))
            });
            if !even || first > overhung.0 || after < overhung.1 {
                return None;
            }
            overhung = (first, after);
            self.bands[band] = overhung;
            cells += 3 * (after - first) as usize;
        }
        Some(cells)
    }

    /// Where a tunnel may begin, and which way it is wide, if the bands rest on `peg`s and `hole`s
    /// as told.
    fn tunnel(
        &self,
        peg: impl Fn(usize) -> bool,
        hole: impl Fn(usize) -> bool,
    ) -> Option<(isize, isize)> {
        let rim = 3 * self.bands.len() as isize;
        let inner = *self.bands.last()?;
        let passes = |&(place, way): &(isize, isize)| {
            let (low, high) = (place.min(place + way), place.max(place + way));
            let lent = place + 2 * way;
            // One column left over could not be purged.
            let fits = || {
                self.bands.iter().all(|&(first, after)| {
                    (first..after).contains(&lent)
                        && (first..after).contains(&place)
                        && low - first != 1
                        && after - 1 - high != 1
                })
            };
            // Holes are few, bands may be many.
            hole(self.cell((rim, place)))
                && (low == inner.0 || peg(self.cell((rim, inner.0))))
                && (high == inner.1 - 1 || peg(self.cell((rim, inner.1 - 1))))
                && fits()
        };
        (inner.0..inner.1).flat_map(|place| [(place, 1), (place, -1)]).find(passes)
    }

    /// Writes the jumps of one purge, in a band, at a place, one way or the other.
    fn put(&self, jumps: &mut Vec<Jump>, purge: &[(Place, Place)], band: usize, at: Place) {
        let cell = |(depth, place): Place| {
            self.cell((3 * band as isize + depth, at.0 + at.1 * place)) as u32
        };
        jumps.extend(purge.iter().map(|&(from, to)| Jump { from: cell(from), to: cell(to) }));
    }

    /// Writes the jumps that clear one band, whose tunnel is open.
    fn sweep(&self, jumps: &mut Vec<Jump>, band: usize, (place, way): (isize, isize)) {
        let (first, after) = self.bands[band];
        for (mut at, end, way) in
            [(place.min(place + way) - 1, first, -1), (place.max(place + way) + 1, after - 1, 1)]
        {
            while (end - at) * way > 1 {
                self.put(jumps, &COLUMN, band, (at, way));
                at += way;
            }
            if (end - at) * way == 1 {
                self.put(jumps, &END, band, (at, way));
            }
        }
    }
}

/// When a side is purged, by the number of the core's jumps made before, and through which tunnel.
type PurgeTime = (usize, (isize, isize));

/// Finds for each side in turn the first moment of the core's solution when a tunnel may begin.
fn schedule(
    ground: &Ground,
    small: &Ground,
    core: &Core,
    sides: &[Side; 4],
    jumps: &[Jump],
) -> Option<[Option<PurgeTime>; 4]> {
    let wide = core.columns.1 - core.columns.0;
    let in_core = |cell: usize| {
        let (row, column) = (cell / ground.columns, cell % ground.columns);
        let is = (core.rows.0..core.rows.1).contains(&row)
            && (core.columns.0..core.columns.1).contains(&column);
        is.then(|| (row - core.rows.0) * wide + column - core.columns.0)
    };
    let order = [[0, 1, 2, 3], [1, 0, 2, 3], [0, 1, 3, 2], [1, 0, 3, 2]];
    order.into_iter().find_map(|order| {
        let mut moments = [None; 4];
        let mut pegs = small.start.clone();
        let mut made = 0;
        for side in order {
            if sides[side].bands.is_empty() {
                continue;
            }
            // What is not in the core is still full where a side rests on it.
            let tunnel = loop {
                let peg =
                    |cell: usize| in_core(cell).map_or(ground.inside[cell], |cell| pegs[cell]);
                let hole = |cell: usize| {
                    in_core(cell).is_some_and(|cell| small.inside[cell] && !pegs[cell])
                };
                if let Some(tunnel) = sides[side].tunnel(peg, hole) {
                    break tunnel;
                }
                let jump = *jumps.get(made)?;
                for cell in [jump.from, jump.over(), jump.to] {
                    pegs[cell as usize] ^= true;
                }
                made += 1;
            };
            moments[side] = Some((made, tunnel));
        }
        Some(moments)
    })
}

/// Writes the whole solution: the core's, with the purges put in at their moments.
fn write(
    ground: &Ground,
    meter: &mut Meter,
    core: &Part,
    sides: &[Side; 4],
    small: &[Jump],
    moments: &[Option<PurgeTime>; 4],
) -> Result<Vec<Jump>, Stop> {
    let pegs = |board: &[bool]| board.iter().filter(|&&peg| peg).count();
    let length = pegs(&ground.start).saturating_sub(pegs(&ground.goal));
    meter.claim((length * size_of::<Jump>()) as u64).map_err(Stop::Limit)?;
    let mut jumps = Vec::with_capacity(length);
    for made in 0..=small.len() {
        for (side, moment) in sides.iter().zip(moments) {
            let Some((_, tunnel)) = moment.filter(|&(when, _)| when == made) else { continue };
            for band in (0..side.bands.len()).rev() {
                side.put(&mut jumps, &ENTRY, band, tunnel);
            }
            for band in 0..side.bands.len() {
                let before = jumps.len();
                side.sweep(&mut jumps, band, tunnel);
                let mut stats = meter.stats();
                let made = (jumps.len() - before) as u64;
                charge(meter, &mut stats, made, PollState::default())?;
            }
        }
        jumps.extend(small.get(made).map(|&jump| core.on_board(jump)));
    }
    meter.release((length * size_of::<Jump>()) as u64);
    Ok(jumps)
}
