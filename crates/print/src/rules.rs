//! The page that tells how the puzzles of a part are played, with an example and what their stars mean.

use draw::Point;
use search::Meter;
use tabuleiro_core::contract::RunError;
use tabuleiro_core::locale::Lang;
use tabuleiro_core::scene::Scene;

use crate::book::{Part, Plan, layout};
use crate::font::Face;
use crate::front::named;
use crate::page::{Align, Area, Page, Style};
use crate::picture::paint;
use crate::slot::{centred, corner, scale};
use crate::typeset::{furniture, shortened};

/// How the puzzles of a part are played, with an example.
fn rules_of(part: &Part, lang: Lang) -> Vec<&'static str> {
    let name = part.entries.first().map_or("", |entry| entry.kind.about().name);
    lang.template(&format!("{name}.play")).unwrap_or_default().lines().collect()
}

/// The page of rules.
pub(crate) fn rules(
    page: &mut Page,
    plan: &Plan<'_>,
    number: usize,
    part: usize,
    meter: &mut Meter<'_>,
) -> Result<(), RunError> {
    let settings = plan.settings;
    let lang = settings.lang;
    let part = &plan.parts[part];
    furniture(page, plan, number, lang.say("print.how"));
    let body = plan.frame(number).body;
    let ink = settings.theme.paper.ink();
    let style = |face, size| Style { colour: ink, ..Style::new(face, size) };
    let head = style(Face::Bold, 20.0);
    page.text(
        &shortened(&part.title, head, body.width),
        Point(body.x, body.y + 52.0),
        Align::Left,
        head,
    );
    let text = style(Face::Regular, 10.5);
    let mut line = body.y + 82.0;
    for rule in rules_of(part, lang) {
        page.text("●", Point(body.x, line), Align::Left, Style { size: 7.0, ..text });
        for words in text.face.lines(rule, text.size, body.width - 16.0) {
            page.text(&words, Point(body.x + 16.0, line), Align::Left, text);
            line += 15.0;
        }
        line += 5.0;
    }
    let legend = legend(part, lang);
    let small = style(Face::Regular, 9.0);
    let bottom = body.bottom() - 30.0 - 14.0 * legend.len() as f32;
    if let Some(example) = &part.example {
        let captions = [lang.say("print.example"), lang.say("print.example.solution")];
        let half = (body.width - 24.0) / 2.0;
        let room = (bottom - line - 54.0).min(half).min(230.0);
        if room > 40.0 {
            let scenes: [&Scene; 2] = [&example.unsolved, &example.solved];
            let mut lowest = line;
            for (place, (scene, caption)) in scenes.into_iter().zip(captions).enumerate() {
                let x = body.x + place as f32 * (half + 24.0) + (half - room) / 2.0;
                let area = Area { x, y: line + 26.0, width: room, height: room };
                lowest = lowest.max(picture(page, plan, scene, caption, area, meter)?);
            }
            line = lowest;
        }
    }
    let mut line = (line + 40.0).min(bottom + 10.0);
    if !legend.is_empty() {
        page.text(
            lang.say("print.difficulty"),
            Point(body.x, line),
            Align::Left,
            style(Face::Bold, 10.5),
        );
        line += 16.0;
    }
    for (stars, words) in legend {
        page.text(&stars, Point(body.x, line), Align::Left, small);
        let left = body.x + small.width(&stars) + 8.0;
        page.text(
            &shortened(&words, small, body.right() - left),
            Point(left, line),
            Align::Left,
            small,
        );
        line += 14.0;
    }
    Ok(())
}

/// A picture with its caption; tells where it ends.
fn picture(
    page: &mut Page,
    plan: &Plan<'_>,
    scene: &Scene,
    caption: &str,
    room: Area,
    meter: &mut Meter<'_>,
) -> Result<f32, RunError> {
    let layout = layout(scene)?;
    let scale = scale(&layout, room);
    let middle = centred(&layout, room, scale);
    // Beside each other pictures begin at the same height.
    let area = Area { y: room.y, ..middle };
    let theme = plan.settings.theme;
    let style = Style { colour: theme.paper.ink(), ..Style::new(Face::Bold, 9.5) };
    page.text(caption, Point(area.x, area.y - 7.0), Align::Left, style);
    paint(page, scene, &layout, theme, corner(&layout, area, scale), scale, meter)?;
    Ok(area.bottom())
}

/// What the stars of a part mean, the easiest first.
fn legend(part: &Part, lang: Lang) -> Vec<(String, String)> {
    let mut rows: Vec<(String, String)> = Vec::new();
    let mut last = None;
    for entry in &part.entries {
        let level = entry.level();
        if level.is_none() || level == last {
            continue;
        }
        last = level;
        let word = entry.rating.as_ref().and_then(|rating| rating.level).unwrap_or_default();
        rows.push((entry.stars().unwrap_or_default(), named(word, lang).to_owned()));
    }
    rows
}
