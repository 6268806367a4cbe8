//! Pages of a book: puzzles, each under its number with its stars, solutions, and what stands on every page.

use draw::Point;
use search::Meter;
use tabuleiro_core::contract::RunError;
use tabuleiro_core::locale::Message;
use tabuleiro_core::text::Diagnostic;

use crate::book::{CODE, FOOT, HEAD, Holds, Plan, SMALL_HEAD, body, layout};
use crate::entry::Entry;
use crate::font::Face;
use crate::listing::Listing;
use crate::page::{Align, Area, GREY, Jump, Page, Style, WHITE};
use crate::picture::paint;
use crate::slot::{centred, corner, scale};
use crate::{front, qr, rules};

/// The side of a dot of a QR code.
const DOT: f32 = 1.15;

/// A page of a book.
pub(crate) fn page(
    plan: &Plan<'_>,
    number: usize,
    meter: &mut Meter<'_>,
) -> Result<Page, RunError> {
    meter.check_limits()?;
    let frame = plan.frame(number);
    let mut page = Page::trimmed(frame.sheet, frame.trim);
    let theme = plan.settings.theme;
    if theme.paper != WHITE {
        page.block(
            Area { x: 0.0, y: 0.0, width: frame.sheet.0, height: frame.sheet.1 },
            theme.paper,
        );
    }
    match &plan.pages[number] {
        Holds::Nothing => {}
        Holds::Cover => front::cover(&mut page, plan, meter)?,
        Holds::Contents => front::contents(&mut page, plan, number),
        Holds::Rules(part) => rules::rules(&mut page, plan, number, *part, meter)?,
        Holds::Puzzles(part, range) => {
            furniture(&mut page, plan, number, &plan.parts[*part].title);
            for (place, puzzle) in range.clone().enumerate() {
                let slot = plan.grids[*part].0.slot(body(frame), place);
                board(&mut page, plan, plan.entry(*part, puzzle), puzzle, slot, meter)?;
            }
        }
        Holds::Solutions(part, range) => {
            furniture(&mut page, plan, number, plan.settings.lang.say("print.solutions"));
            for (place, puzzle) in range.clone().enumerate() {
                let slot = plan.grids[*part].1.slot(body(frame), place);
                solution(&mut page, plan, plan.entry(*part, puzzle), puzzle, slot, meter)?;
            }
        }
    }
    Ok(page)
}

/// What stands above and below: the title towards the spine, the chapter outside, the number of the page outside.
pub(crate) fn furniture(page: &mut Page, plan: &Plan<'_>, number: usize, chapter: &str) {
    let settings = plan.settings;
    let frame = plan.frame(number);
    let body = frame.body;
    let ink = settings.theme.paper.ink();
    let (outer, inner, to_outer, to_inner) = match frame.is_right {
        true => (body.right(), body.x, Align::Right, Align::Left),
        false => (body.x, body.right(), Align::Left, Align::Right),
    };
    let small = Style { colour: ink, ..Style::new(Face::Regular, 8.5) };
    let above = body.y + 8.0;
    let header = settings.header.as_deref().unwrap_or(&settings.title);
    let room = body.width - small.width(chapter) - 20.0;
    page.text(&shortened(header, small, room), Point(inner, above), to_inner, small);
    if chapter != header {
        page.text(chapter, Point(outer, above), to_outer, small);
    }
    let rule = [Point(body.x, above + 5.0), Point(body.right(), above + 5.0)];
    page.line(&rule, 0.75, None, GREY);
    let below = body.bottom();
    let number = (number + 1).to_string();
    let bold = Style { colour: ink, ..Style::new(Face::Bold, 10.0) };
    page.text(&number, Point(outer, below), to_outer, bold);
    if let Some(footer) = &settings.footer {
        let footer = shortened(footer, small, body.width - 40.0);
        page.text(&footer, Point(inner, below), to_inner, small);
    }
}

/// A text that fits into a line: cut with an ellipsis where it does not.
pub(crate) fn shortened(text: &str, style: Style, room: f32) -> String {
    if style.width(text) <= room {
        return text.to_owned();
    }
    // From the beginning: a text may be much longer than a line.
    let fits = |end: &usize| style.width(&text[..*end]) + style.width("…") <= room;
    let ends = text.char_indices().map(|(at, character)| at + character.len_utf8());
    let end = ends.take_while(fits).last().unwrap_or(0);
    format!("{}…", text[..end].trim_end())
}

/// A puzzle in its slot.
fn board(
    page: &mut Page,
    plan: &Plan<'_>,
    entry: &Entry,
    puzzle: usize,
    slot: Area,
    meter: &mut Meter<'_>,
) -> Result<(), RunError> {
    let settings = plan.settings;
    let layout = layout(&entry.unsolved)?;
    let code = settings.qr.as_ref().map(|address| {
        let link = qr::link(address, entry.kind.about().name, &entry.board);
        let fault = || Diagnostic::new("D0215").with("n", puzzle as u64 + 1);
        qr::code(&link).ok_or_else(fault)
    });
    let code = code.transpose()?;
    let below = FOOT + if code.is_some() { CODE } else { 0.0 };
    let room = Area { y: slot.y + HEAD, height: (slot.height - HEAD - below).max(1.0), ..slot };
    let scale = scale(&layout, room);
    let area = centred(&layout, room, scale);
    let ink = settings.theme.paper.ink();
    let number = Style { colour: ink, ..Style::new(Face::Bold, 13.0) };
    let stars = Style { colour: ink, ..Style::new(Face::Regular, 10.0) };
    let small =
        Style { colour: if ink == WHITE { ink } else { GREY }, ..Style::new(Face::Regular, 7.5) };
    // A narrow board has lines wider than itself.
    let words = Words::of(plan, entry, puzzle);
    let least = number.width(&words.number) + stars.width(&words.stars) + 14.0;
    let foot = small.width(&words.technique) + small.width(&words.solution) + 14.0;
    let width = area.width.max(least).max(foot).min(slot.width);
    let strip = Area { x: area.x + (area.width - width) / 2.0, width, ..area };
    page.text(&words.number, Point(strip.x, area.y - 6.0), Align::Left, number);
    page.text(&words.stars, Point(strip.right(), area.y - 6.0), Align::Right, stars);
    paint(
        page,
        &entry.unsolved,
        &layout,
        settings.theme,
        corner(&layout, area, scale),
        scale,
        meter,
    )?;
    let line = area.bottom() + 12.5;
    let technique = shortened(&words.technique, small, width - small.width(&words.solution) - 10.0);
    page.text(&technique, Point(strip.x, line), Align::Left, small);
    if let Some(to) = plan.places[puzzle].1 {
        let wide = small.width(&words.solution);
        page.text(&words.solution, Point(strip.right(), line), Align::Right, small);
        let area = Area { x: strip.right() - wide, y: line - 8.0, width: wide, height: 11.0 };
        page.jumps.push(Jump { area, to });
    }
    if let Some(code) = code {
        // Dots smaller than this are lost by some cameras.
        let side = (DOT * code.size() as f32).min(CODE - 5.0);
        let area = Area { x: strip.right() - side, y: line + 5.0, width: side, height: side };
        if settings.theme.paper != WHITE {
            page.block(
                Area { x: area.x - 4.0, y: area.y - 4.0, width: side + 8.0, height: side + 8.0 },
                WHITE,
            );
        }
        qr::draw(page, &code, area);
    }
    Ok(())
}

/// What is said of a puzzle in its slot.
struct Words {
    number: String,
    stars: String,
    technique: String,
    solution: String,
}

impl Words {
    fn of(plan: &Plan<'_>, entry: &Entry, puzzle: usize) -> Words {
        let lang = plan.settings.lang;
        let to = plan.places[puzzle].1;
        let solution = to.map(|page| Message::new("print.to.solution").with("n", page as u64 + 1));
        Words {
            number: (puzzle + 1).to_string(),
            stars: entry.stars().unwrap_or_default(),
            technique: entry.technique(lang).unwrap_or_default().to_owned(),
            solution: solution.map(|message| message.text(lang)).unwrap_or_default(),
        }
    }
}

/// A solution in its slot.
fn solution(
    page: &mut Page,
    plan: &Plan<'_>,
    entry: &Entry,
    puzzle: usize,
    slot: Area,
    meter: &mut Meter<'_>,
) -> Result<(), RunError> {
    let settings = plan.settings;
    let layout = layout(&entry.solved)?;
    let listing = Listing::of(&entry.steps, slot.width);
    let high = slot.height - SMALL_HEAD - listing.height();
    let room = Area { y: slot.y + SMALL_HEAD, height: high.max(1.0), ..slot };
    let scale = scale(&layout, room);
    // Solutions of one row begin at the same height.
    let area = Area { y: room.y, ..centred(&layout, room, scale) };
    let ink = settings.theme.paper.ink();
    let bold = Style { colour: ink, ..Style::new(Face::Bold, 9.0) };
    let small =
        Style { colour: if ink == WHITE { ink } else { GREY }, ..Style::new(Face::Regular, 7.0) };
    let to = plan.places[puzzle].0;
    let back = Message::new("print.to.puzzle").with("n", to as u64 + 1).text(settings.lang);
    let number = (puzzle + 1).to_string();
    let width = area.width.max(bold.width(&number) + small.width(&back) + 8.0).min(slot.width);
    let strip = Area { x: area.x + (area.width - width) / 2.0, width, ..area };
    page.text(&number, Point(strip.x, area.y - 4.0), Align::Left, bold);
    page.text(&back, Point(strip.right(), area.y - 4.0), Align::Right, small);
    let wide = small.width(&back);
    let link = Area { x: strip.right() - wide, y: area.y - 12.0, width: wide, height: 10.0 };
    page.jumps.push(Jump { area: link, to });
    paint(
        page,
        &entry.solved,
        &layout,
        settings.theme,
        corner(&layout, area, scale),
        scale,
        meter,
    )?;
    let below = Area { x: slot.x, y: area.bottom(), width: slot.width, height: listing.height() };
    listing.write(page, below, Style { colour: ink, ..small });
    Ok(())
}
