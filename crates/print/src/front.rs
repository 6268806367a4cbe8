//! What stands before the puzzles: the cover, the contents, and a page of rules with an example for each part.

use draw::{Colour, Point};
use search::Meter;
use tabuleiro_core::contract::RunError;
use tabuleiro_core::locale::{Lang, Message};

use crate::book::{Holds, Part, Plan, layout};
use crate::document::Document;
use crate::entry::{Entry, stars};
use crate::font::Face;
use crate::page::{Align, Area, BLACK, GREY, Jump, Page, Style, WHITE};
use crate::picture::paint;
use crate::slot::{centred, corner, scale};
use crate::typeset::{furniture, shortened};

/// The outline that viewers show.
pub(crate) fn chapters(plan: &Plan<'_>, document: &mut Document) {
    let lang = plan.settings.lang;
    let mut solutions = false;
    for (page, holds) in plan.pages.iter().enumerate() {
        match holds {
            Holds::Cover => document.chapter(&plan.settings.title, page),
            Holds::Contents => document.chapter(lang.say("print.contents"), page),
            Holds::Rules(part) => document.chapter(&plan.parts[*part].title, page),
            Holds::Solutions(..) if !std::mem::replace(&mut solutions, true) => {
                document.chapter(lang.say("print.solutions"), page);
            }
            _ => {}
        }
    }
}

/// The size of the line below the title.
const SECOND: f32 = 15.0;

/// The cover: the title, a board, and how many puzzles there are.
pub(crate) fn cover(
    page: &mut Page,
    plan: &Plan<'_>,
    meter: &mut Meter<'_>,
) -> Result<(), RunError> {
    let settings = plan.settings;
    let frame = plan.frame(0);
    let body = frame.body;
    let ink = settings.theme.paper.ink();
    let bleeds = settings.bleed.0 > 0.0;
    let middle = body.x + body.width / 2.0;
    let mut size = 40.0;
    let fits = |size: f32| {
        let lines = Face::Bold.lines(&settings.title, size, body.width);
        lines.len() <= 3 && lines.iter().all(|line| Face::Bold.width(line, size) <= body.width)
    };
    while size > 12.0 && !fits(size) {
        size -= 1.0;
    }
    let titles = Face::Bold.lines(&settings.title, size, body.width);
    let count: usize = plan.parts.iter().map(|part| part.entries.len()).sum();
    let puzzles = Message::new("print.puzzles").with("n", count as u64).text(settings.lang);
    let below = settings.subtitle.as_deref().unwrap_or(&puzzles);
    let seconds = Face::Regular.lines(below, SECOND, body.width);
    let takes = 1.2 * size * titles.len() as f32 + 20.0 * seconds.len() as f32 + 16.0;
    // With bleed the title stands on a black band that is cut at the edge, else between two rules.
    let (colour, top, end) = if bleeds {
        let high = (0.3 * frame.trim.height).max(takes + 60.0);
        let end = frame.trim.y + high;
        page.block(Area { x: 0.0, y: 0.0, width: frame.sheet.0, height: end }, BLACK);
        (WHITE, frame.trim.y + (high - takes) / 2.0, end)
    } else {
        let top = body.y + 0.05 * body.height;
        double_rule(page, body, top, ink);
        double_rule(page, body, top + takes + 36.0, ink);
        (ink, top + 20.0, top + takes + 40.0)
    };
    let title = Style { face: Face::Bold, size, colour };
    let mut line = top + 0.9 * size;
    for words in titles {
        page.text(&shortened(&words, title, body.width), Point(middle, line), Align::Middle, title);
        line += 1.2 * size;
    }
    line += 16.0 - 0.3 * size;
    let second = Style { colour, ..Style::new(Face::Regular, SECOND) };
    for words in seconds {
        page.text(
            &shortened(&words, second, body.width),
            Point(middle, line),
            Align::Middle,
            second,
        );
        line += 20.0;
    }
    let from = end;
    let least = Area { x: body.x, y: from, width: body.width, height: body.bottom() - from };
    if let Some(entry) = telling(plan.parts) {
        let layout = layout(&entry.unsolved)?;
        let side = (0.84 * least.width).min(0.66 * least.height);
        let (x, y) = (middle - side / 2.0, from + 0.12 * least.height);
        let room = Area { x, y, width: side, height: side };
        let scale = scale(&layout, room);
        let area = centred(&layout, room, scale);
        paint(
            page,
            &entry.unsolved,
            &layout,
            settings.theme,
            corner(&layout, area, scale),
            scale,
            meter,
        )?;
    }
    let foot = Style { colour: ink, ..Style::new(Face::Regular, 12.0) };
    let mut line = body.bottom() - 10.0;
    if let Some(author) = &settings.author {
        let by = Message::new("print.by").with("author", author.as_str()).text(settings.lang);
        page.text(&shortened(&by, foot, body.width), Point(middle, line), Align::Middle, foot);
        line -= 24.0;
    }
    if settings.subtitle.is_some() {
        page.text(&puzzles, Point(middle, line), Align::Middle, foot);
        line -= 24.0;
    }
    let shown = Style { size: 20.0, ..foot };
    page.text(&range(plan.parts), Point(middle, line), Align::Middle, shown);
    Ok(())
}

/// A thick line and a thin one.
fn double_rule(page: &mut Page, body: Area, y: f32, ink: Colour) {
    let line = |y: f32| [Point(body.x, y), Point(body.right(), y)];
    page.line(&line(y), 3.0, None, ink);
    page.line(&line(y + 4.0), 0.75, None, ink);
}

/// The board of the cover: one in the middle of the first part, large enough to be looked at.
fn telling(parts: &[Part]) -> Option<&Entry> {
    let entries = &parts.first()?.entries;
    entries.get(entries.len() / 2)
}

/// The easiest and the hardest as stars.
fn range(parts: &[Part]) -> String {
    let levels = parts.iter().flat_map(|part| &part.entries).filter_map(Entry::level);
    let (least, most) = (levels.clone().min(), levels.max());
    match (least, most) {
        (Some((one, of)), Some((two, other))) if (one, of) != (two, other) => {
            format!("{} – {}", stars(one, of), stars(two, other))
        }
        (Some((one, of)), _) => stars(one, of),
        _ => String::new(),
    }
}

/// A line of the contents.
struct Row {
    text: String,
    stars: String,
    page: usize,
    heading: bool,
}

/// The contents: parts, and the puzzles of each difficulty; below, what is promised of them.
pub(crate) fn contents(page: &mut Page, plan: &Plan<'_>, number: usize) {
    let settings = plan.settings;
    let lang = settings.lang;
    furniture(page, plan, number, lang.say("print.contents"));
    let body = plan.frame(number).body;
    let ink = settings.theme.paper.ink();
    let style = |face, size| Style { colour: ink, ..Style::new(face, size) };
    let head = style(Face::Bold, 20.0);
    page.text(lang.say("print.contents"), Point(body.x, body.y + 52.0), Align::Left, head);
    let promise = promise(plan);
    let small = style(Face::Regular, 8.5);
    let lines: Vec<String> =
        promise.iter().flat_map(|text| small.face.lines(text, small.size, body.width)).collect();
    let bottom = body.bottom() - 26.0 - 12.0 * lines.len() as f32;
    let rows = rows(plan);
    // Where there is no room for every difficulty the parts are listed, and no part is cut in two.
    let room = ((bottom - body.y - 80.0) / 18.0).max(1.0) as usize;
    let shown: Vec<&Row> = match rows.len() > room {
        true => rows.iter().filter(|row| row.heading).take(room).collect(),
        false => rows.iter().collect(),
    };
    let mut line = body.y + 84.0;
    for row in shown {
        let style = style(
            if row.heading { Face::Bold } else { Face::Regular },
            if row.heading { 11.5 } else { 10.5 },
        );
        let left = body.x + if row.heading { 0.0 } else { 14.0 };
        let target = (row.page + 1).to_string();
        let room = body.right() - left - style.width(&target) - style.width(&row.stars) - 40.0;
        let text = shortened(&row.text, style, room);
        page.text(&text, Point(left, line), Align::Left, style);
        let mut from = left + style.width(&text) + 6.0;
        if !row.stars.is_empty() {
            page.text(&row.stars, Point(from, line), Align::Left, style);
            from += style.width(&row.stars) + 6.0;
        }
        let to = body.right() - style.width(&target) - 6.0;
        if to > from {
            let dots = [Point(from, line - 2.0), Point(to, line - 2.0)];
            page.line(&dots, 0.75, Some(1.5), GREY);
        }
        page.text(&target, Point(body.right(), line), Align::Right, style);
        let area = Area { x: body.x, y: line - 12.0, width: body.width, height: 16.0 };
        page.jumps.push(Jump { area, to: row.page });
        line += 18.0;
    }
    let mut line = bottom + 4.0;
    for text in &lines {
        page.text(text, Point(body.x, line), Align::Left, small);
        line += 12.0;
    }
}

/// What is listed in the contents.
fn rows(plan: &Plan<'_>) -> Vec<Row> {
    let lang = plan.settings.lang;
    let mut rows = Vec::new();
    for (number, part) in plan.parts.iter().enumerate() {
        let rules =
            plan.pages.iter().position(|holds| matches!(holds, Holds::Rules(of) if *of == number));
        let heading = part.title.clone();
        rows.push(Row {
            text: heading,
            stars: String::new(),
            page: rules.unwrap_or(0),
            heading: true,
        });
        let mut from = 0;
        while from < part.entries.len() {
            let level = part.entries[from].level();
            let same =
                part.entries[from..].iter().take_while(|entry| entry.level() == level).count();
            let first = plan.first[number] + from;
            let range = match same {
                1 => (first + 1).to_string(),
                _ => Message::new("print.range")
                    .with("from", first as u64 + 1)
                    .with("to", (first + same) as u64)
                    .text(lang),
            };
            let word = part.entries[from].rating.as_ref().and_then(|rating| rating.level);
            let text = match word {
                Some(word) => format!("{range}: {}", named(word, lang)),
                None => range,
            };
            let stars = part.entries[from].stars().unwrap_or_default();
            rows.push(Row { text, stars, page: plan.places[first].0, heading: false });
            from += same;
        }
    }
    let solutions = plan.pages.iter().position(|holds| matches!(holds, Holds::Solutions(..)));
    if let Some(page) = solutions {
        let text = lang.say("print.solutions").to_owned();
        rows.push(Row { text, stars: String::new(), page, heading: true });
    }
    rows
}

/// The word for a level in a language.
pub(crate) fn named(level: &'static str, lang: Lang) -> &'static str {
    lang.template(&format!("level.{level}")).unwrap_or(level)
}

/// What the book promises, and how it can be checked.
fn promise(plan: &Plan<'_>) -> Vec<String> {
    let settings = plan.settings;
    let lang = settings.lang;
    let mut entries = plan.parts.iter().flat_map(|part| &part.entries);
    let unique =
        entries.all(|entry| entry.one_solution).then(|| lang.say("print.unique").to_owned());
    let version = Message::new("print.made").with("version", env!("CARGO_PKG_VERSION")).text(lang);
    let seed = settings
        .seed
        .map(|seed| Message::new("print.seed").with("seed", seed.to_string()).text(lang));
    let made = [Some(version), seed].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let data = Message::new("print.data").with("file", settings.data.as_str()).text(lang);
    let all = [unique, Some(lang.say("print.verified").to_owned()), Some(made), Some(data)];
    all.into_iter().flatten().collect()
}
