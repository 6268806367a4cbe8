//! A book: what it is like, its parts, and which page holds what. Pages are planned first, so that puzzles and solutions
//! know each other's pages, and then typeset side by side.

use draw::{Layout, Theme};
use search::{Limit, Meter};
use tabuleiro_core::contract::RunError;
use tabuleiro_core::locale::Lang;
use tabuleiro_core::scene::Scene;

use crate::collect::map;
use crate::document::Document;
use crate::entry::Entry;
use crate::listing::Listing;
use crate::page::Area;
use crate::paper::{Bleed, Frame, Paper};
use crate::slot::{Grid, scale};
use crate::{front, typeset};

/// What a book is like.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The language of its words.
    pub lang: Lang,
    /// Its title.
    pub title: String,
    /// What stands below the title on the cover.
    pub subtitle: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// What stands above every page: the title unless told otherwise.
    pub header: Option<String>,
    /// What stands below every page, beside its number.
    pub footer: Option<String>,
    /// The size of its pages.
    pub paper: Paper,
    /// What is printed beyond their edges.
    pub bleed: Bleed,
    /// Whether solutions are at its end.
    pub solutions: bool,
    /// The colours of its boards.
    pub theme: &'static Theme,
    /// The address of the page that QR codes lead to.
    pub qr: Option<String>,
    /// The name of the file that holds its data.
    pub data: String,
    /// The seed of its boards, where they were made.
    pub seed: Option<u64>,
}

/// Puzzles of one kind, with a page of rules before them.
pub struct Part {
    /// Its title: the name of the puzzle unless told otherwise.
    pub title: String,
    /// Puzzles on a page; as many as are easy to read otherwise.
    pub per_page: Option<usize>,
    /// The puzzles, in order.
    pub entries: Vec<Entry>,
    /// A small one with its solution, for the rules.
    pub example: Option<Entry>,
}

/// A book that was made.
pub struct Made {
    /// The book as PDF.
    pub pdf: Vec<u8>,
    /// How many pages it has.
    pub pages: usize,
    /// For each puzzle in order: its page and that of its solution, from 1.
    pub places: Vec<(usize, Option<usize>)>,
    /// The puzzle with the smallest cells, if those are hard to write in, and their width in millimetres.
    pub small: Option<(usize, f32)>,
}

/// What a page holds. Puzzles have numbers from 0 in the whole book.
#[derive(Clone, Debug)]
pub(crate) enum Holds {
    Cover,
    Contents,
    Rules(usize),
    Puzzles(usize, std::ops::Range<usize>),
    Solutions(usize, std::ops::Range<usize>),
    Nothing,
}

/// A book that is planned: what typesetting a page needs to know of the others.
pub(crate) struct Plan<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) parts: &'a [Part],
    pub(crate) pages: Vec<Holds>,
    /// By part: how its boards and its solutions are arranged.
    pub(crate) grids: Vec<(Grid, Grid)>,
    /// By puzzle: its page and that of its solution, from 0.
    pub(crate) places: Vec<(usize, Option<usize>)>,
    /// The number of the first puzzle of each part, from 0.
    pub(crate) first: Vec<usize>,
}

/// Lines above and below a board in its slot, and what a QR code needs.
pub(crate) const HEAD: f32 = 19.0;
pub(crate) const FOOT: f32 = 17.0;
pub(crate) const CODE: f32 = 66.0;
/// The same of a solution.
pub(crate) const SMALL_HEAD: f32 = 13.0;
/// What the header and the footer of a page take.
const HEADER: f32 = 26.0;
const FOOTER: f32 = 26.0;
/// Cells that are easy to write in, that can be written in, that solutions have, and solutions with
/// lines; those of games are only looked at, and listed below.
const EASY: f32 = 20.0;
const SMALL: f32 = 11.0;
const SOLVED: f32 = 11.5;
const LINKED: f32 = 17.0;
const PLAYED: f32 = 7.0;

impl<'a> Plan<'a> {
    /// Plans a book: the margin at the spine depends on the number of pages, which depends on the room for boards.
    pub(crate) fn new(settings: &'a Settings, parts: &'a [Part]) -> Plan<'a> {
        let mut plan = Plan::of(settings, parts, 1);
        for _ in 0..3 {
            let pages = plan.pages.len();
            plan = Plan::of(settings, parts, pages);
            if plan.pages.len() <= pages {
                break;
            }
        }
        plan
    }

    /// The same for so many pages.
    fn of(settings: &'a Settings, parts: &'a [Part], pages: usize) -> Plan<'a> {
        let body = body(settings.paper.frame(0, pages, settings.bleed));
        let grids: Vec<(Grid, Grid)> =
            parts.iter().map(|part| (part.puzzles(settings, body), part.solutions(body))).collect();
        let count: usize = parts.iter().map(|part| part.entries.len()).sum();
        let mut plan = Plan {
            settings,
            parts,
            pages: vec![Holds::Cover, Holds::Contents],
            grids,
            places: vec![(0, None); count],
            first: Vec::new(),
        };
        let mut next = 0;
        for (number, part) in parts.iter().enumerate() {
            plan.first.push(next);
            plan.pages.push(Holds::Rules(number));
            let all = next..next + part.entries.len();
            plan.fill(all.clone(), plan.grids[number].0.slots(), |range| {
                Holds::Puzzles(number, range)
            });
            next = all.end;
        }
        if settings.solutions {
            for (number, part) in parts.iter().enumerate() {
                let all = plan.first[number]..plan.first[number] + part.entries.len();
                plan.fill(all, plan.grids[number].1.slots(), |range| {
                    Holds::Solutions(number, range)
                });
            }
        }
        // A leaf has two sides.
        if plan.pages.len() % 2 == 1 {
            plan.pages.push(Holds::Nothing);
        }
        plan
    }

    /// Puts puzzles on pages with so many slots.
    fn fill(
        &mut self,
        all: std::ops::Range<usize>,
        slots: usize,
        holds: impl Fn(std::ops::Range<usize>) -> Holds,
    ) {
        let mut from = all.start;
        while from < all.end {
            let range = from..all.end.min(from + slots);
            let page = self.pages.len();
            let held = holds(range.clone());
            for puzzle in range.clone() {
                match held {
                    Holds::Solutions(..) => self.places[puzzle].1 = Some(page),
                    _ => self.places[puzzle].0 = page,
                }
            }
            self.pages.push(held);
            from = range.end;
        }
    }

    /// The frame of a page.
    pub(crate) fn frame(&self, page: usize) -> Frame {
        self.settings.paper.frame(page, self.pages.len(), self.settings.bleed)
    }

    /// A puzzle by its number, from 0, in the whole book.
    pub(crate) fn entry(&self, part: usize, number: usize) -> &Entry {
        &self.parts[part].entries[number - self.first[part]]
    }
}

/// Where boards stand on a page.
pub(crate) fn body(frame: Frame) -> Area {
    let whole = frame.body;
    Area { y: whole.y + HEADER, height: whole.height - HEADER - FOOTER, ..whole }
}

/// The layout of a board in a book.
pub(crate) fn layout(scene: &Scene) -> Result<Layout, RunError> {
    Ok(Layout::sheet(&[scene], None)?)
}

impl Part {
    /// The greatest of some scenes, in cells of the largest size, and the side of its cells.
    fn greatest<'s>(&self, scenes: impl Iterator<Item = &'s Scene>) -> (f32, f32) {
        let sizes = scenes.filter_map(|scene| {
            let layout = layout(scene).ok()?;
            let ([_, _, width, height], side) = (layout.board(), layout.side() as f32);
            Some((width as f32 / side, height as f32 / side))
        });
        sizes.fold((1.0, 1.0), |(wide, high), (width, height)| (width.max(wide), height.max(high)))
    }

    /// How boards stand on a page: as many as were asked for, or as many as are easy to write in.
    fn puzzles(&self, settings: &Settings, body: Area) -> Grid {
        let board = self.greatest(self.entries.iter().map(|entry| &entry.unsolved));
        let code = if settings.qr.is_some() { CODE } else { 0.0 };
        let beside = (0.0, HEAD + FOOT + code);
        let grid = |slots| Grid::of(slots, body, board, beside);
        let wanted = self.per_page.map(grid);
        let easy = || {
            [6, 4, 2].into_iter().map(grid).find(|grid| cell(*grid, body, board, beside) >= EASY)
        };
        wanted.or_else(easy).unwrap_or_else(|| grid(1))
    }

    /// How solutions stand on a page: as many as can be read.
    fn solutions(&self, body: Area) -> Grid {
        let board = self.greatest(self.entries.iter().map(|entry| &entry.solved));
        let least = match () {
            () if self.entries.iter().any(|entry| entry.kind.is_game()) => PLAYED,
            // Numbers on links are smaller.
            () if self.entries.iter().any(|entry| !entry.solved.links().is_empty()) => LINKED,
            () => SOLVED,
        };
        // How high a list of steps is depends on how wide a slot is, and that on how high the list is.
        let listed = |grid: Grid| {
            let width = grid.slot(body, 0).width;
            let high = |entry: &Entry| Listing::of(&entry.steps, width).height();
            self.entries.iter().map(high).fold(0.0, f32::max)
        };
        let beside = |grid: Grid| (0.0, SMALL_HEAD + listed(grid));
        let grid = |slots| {
            let first = Grid::of(slots, body, board, (0.0, SMALL_HEAD));
            Grid::of(slots, body, board, beside(first))
        };
        let grids = [30, 24, 20, 16, 12, 9, 6, 4, 2].into_iter().map(grid);
        grids
            .into_iter()
            .find(|grid| cell(*grid, body, board, beside(*grid)) >= least)
            .unwrap_or_else(|| grid(1))
    }
}

/// The side of the cells of a board so many cells wide and high in a grid.
fn cell(grid: Grid, body: Area, board: (f32, f32), beside: (f32, f32)) -> f32 {
    let slot = grid.slot(body, 0);
    ((slot.width - beside.0) / board.0).min((slot.height - beside.1) / board.1)
}

/// Makes a book of these parts, by so many threads.
pub fn book(
    settings: &Settings,
    parts: &[Part],
    threads: usize,
    meter: &mut Meter<'_>,
) -> Result<Made, RunError> {
    let plan = Plan::new(settings, parts);
    let mut document = Document::new(&settings.title, settings.lang);
    front::chapters(&plan, &mut document);
    let numbers: Vec<usize> = (0..plan.pages.len()).collect();
    for chunk in numbers.chunks(16 * threads.max(1)) {
        let rest = meter.rest(0);
        let sealed = map(threads, chunk, |&page| {
            let mut own = Meter::new(&rest);
            typeset::page(&plan, page, &mut own).map(|page| page.seal())
        });
        for page in sealed {
            document.add(page?, meter)?;
        }
    }
    let pages = plan.pages.len();
    let places =
        plan.places.iter().map(|(page, solution)| (page + 1, solution.map(|page| page + 1)));
    let places = places.collect();
    let small = plan.smallest().map_err(|limit: Limit| RunError::from(limit))?;
    Ok(Made { pdf: document.finish(), pages, places, small })
}

impl Plan<'_> {
    /// The puzzle with the smallest cells, from 1, if those are too small to write in, and their width in millimetres.
    fn smallest(&self) -> Result<Option<(usize, f32)>, Limit> {
        let mut least: Option<(usize, f32)> = None;
        for (number, part) in self.parts.iter().enumerate() {
            let slot = self.grids[number].0.slot(body(self.frame(0)), 0);
            let code = if self.settings.qr.is_some() { CODE } else { 0.0 };
            let room = Area { height: slot.height - HEAD - FOOT - code, ..slot };
            for (place, entry) in part.entries.iter().enumerate() {
                let Ok(layout) = layout(&entry.unsolved) else { continue };
                let side = scale(&layout, room) * layout.side() as f32;
                if side < SMALL && least.is_none_or(|(_, known)| side < known) {
                    least = Some((self.first[number] + place + 1, side));
                }
            }
        }
        Ok(least.map(|(puzzle, side)| (puzzle, side / crate::page::MILLIMETRE)))
    }
}
