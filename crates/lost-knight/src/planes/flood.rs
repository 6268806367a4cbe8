//! Direction-optimizing breadth-first search (after Beamer, Asanović and Patterson 2012) on bit planes,
//! level after level until a target or the end: by single squares where the frontier is thin, by whole
//! blocks where it is wide.

use std::ops::ControlFlow;

use crate::planes::active::Active;
use crate::planes::dense::{Level, dense_level};
use crate::planes::field::{Field, Place};
use crate::planes::halo::spread;
use crate::planes::layout::Layout;
use crate::planes::sparse::{Spot, add_blocks};
use crate::planes::sparse_queue::{FEW, SparseQueue};
use crate::planes::spot::plane_step;
use tabuleiro_core::board::Square;
use tabuleiro_core::width::{Isa, Width};

/// How a flood moves from level to level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Strategy {
    /// By blocks always.
    Bits,
    /// Whichever the frontier asks for, chosen again while it runs.
    #[default]
    Auto,
}

/// How far a flood has come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    /// The distance of the squares reached last.
    pub level: u64,
    /// The squares reached so far.
    pub reached: u64,
}

/// How a search ended: which target, and how far. Who polled knows why it was stopped, so that this is
/// no [`search::Ended`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// A target was reached.
    Found {
        /// Which of the targets; the first in their list if a level reached several.
        target: usize,
        /// In so many moves.
        distance: u64,
    },
    /// Everything that can be reached was, and no target among it.
    Unreachable,
    /// The poll asked to stop.
    Stopped,
}

/// What a search did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// How it ended.
    pub end: End,
    /// How many levels were searched.
    pub levels: u64,
    /// How many squares were reached, sources included.
    pub reached: u64,
}

/// Levels from one such question to the next.
const PATIENCE: u64 = 8;

/// From so many blocks a level on, two threads are faster than one.
const HALVES_FROM: usize = 96;

/// When to change between squares and blocks: squares of frontier for each listed block.
pub(super) struct Balance {
    /// From here on blocks are faster.
    blocks: f64,
    /// Below this squares are faster.
    pub(super) squares: f64,
}

impl Balance {
    fn new(width: Width, folded: bool) -> Balance {
        let blocks = match (width.kind(), folded) {
            (Isa::Widest, true) => 2.5,
            (Isa::Widest, false) => 3.5,
            (Isa::Wide, true) => 3.0,
            (Isa::Wide, false) => 4.0,
            (Isa::Baseline, true) => 4.5,
            (Isa::Baseline, false) => 6.0,
        };
        Balance { blocks, squares: blocks * 0.6 }
    }
}

impl Field {
    /// Floods from all sources at once until the first of the targets is reached; without targets,
    /// until nothing is left to reach. `poll` is asked after a level, and tells at how many reached
    /// squares at the latest it wants to be asked again.
    ///
    /// The field is a new one, and whole if there are sources of both colours. Squares outside the
    /// board or blocked are the caller's mistake: a blocked source is left out, a blocked target
    /// never reached.
    ///
    /// # Panics
    /// If a square lies outside the board.
    pub(crate) fn flood(
        &mut self,
        strategy: Strategy,
        width: Width,
        sources: &[Square],
        targets: &[Square],
        mut poll: impl FnMut(Progress) -> ControlFlow<(), u64>,
    ) -> Outcome {
        let run = Run::new(self, strategy, width, sources);
        run.search(self, targets, &mut poll)
    }
}

/// A square to be reached.
#[derive(Clone, Copy)]
pub(super) struct Target {
    /// Its word in the first plane of its sheet.
    pub(super) word: usize,
    mask: u64,
    spot: Spot,
}

impl Target {
    fn new(layout: &Layout, place: Place) -> Target {
        let word = layout.word(place.strip, place.row as isize) + layout.plane(place.sheet, 0);
        let spot = Spot::new(layout, place.strip, place.row, place.sheet, place.bit);
        Target { word, mask: 1 << place.bit, spot }
    }

    /// The same for words that start at this one.
    pub(super) fn from(self, start: usize) -> Option<Target> {
        Some(Target { word: self.word.checked_sub(start)?, ..self })
    }

    /// Whether it is free and lacks a plane.
    #[inline(always)]
    pub(super) fn reached(self, words: &[u64], plane_step: usize, phase: usize) -> bool {
        let other = if phase == 0 { 1 } else { phase - 1 };
        words[self.word + phase * plane_step] & self.mask == 0
            && words[self.word + other * plane_step] & self.mask != 0
    }
}

/// A flood under way.
pub(super) struct Run {
    strategy: Strategy,
    pub(super) width: Width,
    pub(super) balance: Balance,
    /// From so many blocks a level on, two threads are faster than one.
    pub(super) halves_from: usize,
    /// The blocks of the level to come.
    pub(super) active: Active,
    /// The frontier square by square, when it is kept so.
    spots: Vec<Spot>,
    next: Vec<Spot>,
    thin: SparseQueue,
    dense: bool,
    /// The level at which to ask again whether blocks would be faster.
    ask: u64,
    pub(super) frontier: u64,
    pub(super) reached: u64,
    pub(super) levels: u64,
}

impl Run {
    pub(super) fn new(
        field: &mut Field,
        strategy: Strategy,
        width: Width,
        sources: &[Square],
    ) -> Run {
        field.source_colour =
            sources.first().map_or(0, |source| ((source.row ^ source.col) & 1) as usize);
        let mut run = Run {
            strategy,
            width,
            balance: Balance::new(width, field.is_folded()),
            halves_from: if field.threads > 1 { HALVES_FROM } else { usize::MAX },
            active: Active::new(&field.layout),
            spots: Vec::new(),
            next: Vec::new(),
            thin: SparseQueue::new(),
            dense: strategy == Strategy::Bits,
            ask: 0,
            frontier: 0,
            reached: 0,
            levels: 0,
        };
        for &source in sources {
            let place = field.place(source);
            if field.has(place, 0) {
                let Field { layout, words, .. } = &mut *field;
                let plane = layout.plane(place.sheet, 0);
                let bit = 1 << place.bit;
                words[layout.word(place.strip, place.row as isize) + plane] &= !bit;
                spread(layout, words, plane, place.strip, place.row, bit);
                run.spots.push(Spot::new(layout, place.strip, place.row, place.sheet, place.bit));
            }
        }
        run.frontier = run.spots.len() as u64;
        run.reached = run.frontier;
        if run.dense {
            add_blocks(&field.layout, &mut run.active, &run.spots);
            run.active.settle(&field.layout);
        }
        run
    }

    pub(super) fn search(
        mut self,
        field: &mut Field,
        targets: &[Square],
        poll: &mut impl FnMut(Progress) -> ControlFlow<(), u64>,
    ) -> Outcome {
        let targets = targets.iter().map(|&target| Target::new(&field.layout, field.place(target)));
        let targets = &targets.collect::<Vec<_>>()[..];
        let end = loop {
            let ended = if self.dense {
                let ended = self.look(field, targets, poll);
                if ended.is_some() {
                    ended
                } else if self.active.listed.len() >= self.halves_from && field.layout.has_halves()
                {
                    self.advance_in_halves(field, targets, poll)
                } else {
                    self.advance_by_blocks(field);
                    None
                }
            } else if field.is_folded() {
                self.advance_by_squares::<2>(field, targets, poll)
            } else {
                self.advance_by_squares::<3>(field, targets, poll)
            };
            if let Some(end) = ended {
                break end;
            }
        };
        let levels = self.levels;
        Outcome { end, levels, reached: self.reached }
    }

    /// Whether the search ends at the level it has come to.
    #[inline(always)]
    fn look(
        &self,
        field: &Field,
        targets: &[Target],
        poll: &mut impl FnMut(Progress) -> ControlFlow<(), u64>,
    ) -> Option<End> {
        let phase = field.layout.phase(self.levels);
        let reached =
            |target: &Target| target.reached(&field.words, field.layout.plane_step, phase);
        if let Some(target) = targets.iter().position(reached) {
            return Some(End::Found { target, distance: self.levels });
        }
        if self.frontier == 0 {
            return Some(End::Unreachable);
        }
        poll(Progress { level: self.levels, reached: self.reached })
            .is_break()
            .then_some(End::Stopped)
    }

    /// Levels square by square, until the search ends or blocks are faster.
    #[inline(never)]
    fn advance_by_squares<const PLANES: usize>(
        &mut self,
        field: &mut Field,
        targets: &[Target],
        poll: &mut impl FnMut(Progress) -> ControlFlow<(), u64>,
    ) -> Option<End> {
        let Field { layout, words, sparse, narrow, .. } = field;
        let words: &mut [u64] = words;
        let mut now = std::mem::take(&mut self.spots);
        let mut next = std::mem::take(&mut self.next);
        // The lists are longer than what they hold.
        let mut count = now.len();
        let (mut level, mut reached) = (self.levels, self.reached);
        let most = layout.narrow_levels();
        let goals: Vec<Spot> = targets.iter().map(|target| target.spot).collect();
        let ended = loop {
            let phase = layout.phase(level);
            let found = |target: &Target| target.reached(words, plane_step::<PLANES>(), phase);
            if let Some(target) = targets.iter().position(found) {
                break Some(End::Found { target, distance: level });
            }
            if count == 0 {
                break Some(End::Unreachable);
            }
            let ControlFlow::Continue(again) = poll(Progress { level, reached }) else {
                break Some(End::Stopped);
            };
            if count >= FEW
                && level >= self.ask
                && self.ask_for_blocks(layout, &now[..count], level)
            {
                break None;
            }
            let place = level as usize;
            if place + 1 >= narrow.len() && narrow.len() < most {
                narrow.resize(most.min(4 * place + 4), 0);
            }
            // A square must be told in 32 bits, and so be noted.
            if count < FEW && sparse.short && most > 1 {
                let thin = &mut self.thin;
                let last = if narrow.len() < most { narrow.len() as u64 - 1 } else { u64::MAX };
                (thin.level, thin.reached, thin.until) = (level, reached, (last, again));
                now.truncate(count);
                thin.levels::<PLANES>(sparse, layout, words, narrow, &goals, &mut now);
                count = now.len();
                (level, reached) = (thin.level, thin.reached);
                continue;
            }
            let place = place.min(narrow.len() - 1);
            narrow[place] = if count == 1 { now[0].0 as u32 } else { 0 };
            level += 1;
            let to = layout.phase(level);
            count = sparse.level::<PLANES>(layout, words, to, &now[..count], &mut next);
            std::mem::swap(&mut now, &mut next);
            reached += count as u64;
        };
        now.truncate(count);
        (self.levels, self.reached, self.frontier) = (level, reached, count as u64);
        (self.spots, self.next) = (now, next);
        ended
    }

    /// Whether blocks would be faster for this frontier; if so they are listed.
    #[cold]
    fn ask_for_blocks(&mut self, layout: &Layout, spots: &[Spot], level: u64) -> bool {
        add_blocks(layout, &mut self.active, spots);
        self.active.settle(layout);
        let blocks = self.active.listed.len();
        self.dense = spots.len() as f64 >= self.balance.blocks * blocks as f64;
        self.ask = level + PATIENCE;
        self.dense
    }

    /// One level by blocks.
    fn advance_by_blocks(&mut self, field: &mut Field) {
        let Field { layout, words, source_colour, .. } = field;
        let level = level(layout, *source_colour, self.levels);
        self.levels += 1;
        // The frontier of a block is mixed with older squares, so leaving the blocks takes one
        // level that writes its squares down.
        let thin = (self.frontier as f64) < self.balance.squares * self.active.listed.len() as f64;
        let leave = self.strategy == Strategy::Auto && thin;
        let spots = if leave {
            self.spots.clear();
            self.dense = false;
            self.ask = self.levels + PATIENCE;
            Some(&mut self.spots)
        } else {
            None
        };
        self.frontier = dense_level(self.width, layout, words, &mut self.active, level, spots);
        self.active.settle(layout);
        self.reached += self.frontier;
    }
}

/// What the level from this distance to the next has to know.
#[inline(always)]
pub(super) fn level(layout: &Layout, source_colour: usize, distance: u64) -> Level {
    let (from, to) = (layout.phase(distance), layout.phase(distance + 1));
    if !layout.folded() {
        return Level { targets: [0, 0], sheets: 1, from, to };
    }
    // The colour of a sheet is whether just one of row and column is odd.
    let targets =
        if (distance as usize + 1 + source_colour).is_multiple_of(2) { [0, 3] } else { [1, 2] };
    Level { targets, sheets: 2, from, to }
}
