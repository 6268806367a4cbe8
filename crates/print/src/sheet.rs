//! Sheets: many boards on pages of paper, each under its name.

use draw::{Layout, Point, Theme};
use search::{Limit, Meter};
use tabuleiro_core::locale::{Lang, Message};
use tabuleiro_core::scene::Scene;

use crate::document::Document;
use crate::font::Face;
use crate::page::{Align, Area, GREY, MILLIMETRE, Page, Style};
use crate::paper::Paper;
use crate::picture::paint;
pub use crate::slot::Grid;
use crate::slot::{centred, corner, scale};

/// What is left blank around a sheet.
const MARGIN: f32 = 14.0 * MILLIMETRE;
/// Lines above and below the boards.
const HEAD: f32 = 26.0;
const FOOT: f32 = 22.0;
/// The line above a board.
const LABEL: f32 = 18.0;

/// A board on a sheet.
pub struct Board {
    /// What stands above it.
    pub label: String,
    /// The board.
    pub scene: Scene,
    /// Where everything lies in it.
    pub layout: Layout,
}

/// Sheets that are filled one after another.
pub struct Sheets<'a> {
    document: Document,
    theme: &'a Theme,
    paper: Paper,
    grid: Grid,
    title: String,
    lang: Lang,
    /// How many pages there will be.
    of: usize,
    page: Option<Page>,
    /// Boards on the page.
    filled: usize,
    claimed: u64,
}

/// Begins sheets for so many boards.
pub fn sheets<'a>(
    grid: Grid,
    paper: Paper,
    theme: &'a Theme,
    title: &str,
    lang: Lang,
    boards: usize,
) -> Sheets<'a> {
    let of = boards.div_ceil(grid.slots().max(1));
    let document = Document::new(title, lang);
    let title = title.to_owned();
    Sheets { document, theme, paper, grid, title, lang, of, page: None, filled: 0, claimed: 0 }
}

impl Sheets<'_> {
    /// Adds a board to the page, or to the next.
    pub fn add(&mut self, board: &Board, meter: &mut Meter<'_>) -> Result<(), Limit> {
        if self.filled == self.grid.slots() {
            self.turn(meter)?;
        }
        let whole = Area { x: 0.0, y: 0.0, width: self.paper.width, height: self.paper.height };
        let inner = whole.inset(MARGIN);
        let body = Area { y: inner.y + HEAD, height: inner.height - HEAD - FOOT, ..inner };
        let slot = self.grid.slot(body, self.filled);
        let room = Area { y: slot.y + LABEL, height: (slot.height - LABEL).max(1.0), ..slot };
        if self.page.is_none() {
            self.page = Some(self.begin(inner));
        }
        let Some(page) = &mut self.page else { return Ok(()) };
        let scale = scale(&board.layout, room);
        let area = centred(&board.layout, room, scale);
        let style = Style::new(Face::Bold, 11.0);
        page.text(&board.label, Point(area.x, area.y - 6.0), Align::Left, style);
        self.claimed += paint(
            page,
            &board.scene,
            &board.layout,
            self.theme,
            corner(&board.layout, area, scale),
            scale,
            meter,
        )?;
        self.filled += 1;
        Ok(())
    }

    /// A page with what stands on all of them.
    fn begin(&self, inner: Area) -> Page {
        let mut page = Page::new(self.paper.width, self.paper.height);
        if self.theme.paper != crate::page::WHITE {
            page.block(
                Area { x: 0.0, y: 0.0, width: self.paper.width, height: self.paper.height },
                self.theme.paper,
            );
        }
        let style = Style { colour: self.theme.paper.ink(), ..Style::new(Face::Regular, 10.0) };
        page.text(&self.title, Point(inner.x, inner.y + 9.0), Align::Left, style);
        let rule = [Point(inner.x, inner.y + 15.0), Point(inner.right(), inner.y + 15.0)];
        page.line(&rule, 0.75, None, GREY);
        let number = Message::new("print.page").with("n", self.document.pages() as u64 + 1);
        let number = number.with("of", self.of as u64).text(self.lang);
        page.text(&number, Point(inner.right(), inner.bottom()), Align::Right, style);
        page
    }

    fn turn(&mut self, meter: &mut Meter<'_>) -> Result<(), Limit> {
        self.filled = 0;
        let Some(page) = self.page.take() else { return Ok(()) };
        let sealed = page.seal();
        meter.release(std::mem::take(&mut self.claimed));
        self.document.add(sealed, meter)
    }

    /// All sheets as PDF.
    pub fn finish(mut self, meter: &mut Meter<'_>) -> Result<Vec<u8>, Limit> {
        self.turn(meter)?;
        Ok(self.document.finish())
    }
}
