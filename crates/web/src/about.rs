//! What the page must know of the puzzles, as data and in the language of the person.

use draw::{Colour, Theme};
use serde_json::{Map, Value, json};
use tabuleiro::contract::{BrushInput, Role, Takes};
use tabuleiro::kind::Kind;
use tabuleiro::locale::Lang;
use tabuleiro::scene::Tone;

use search::Reach;

use crate::ask::Kinds;

/// Every puzzle, the tones of a picture by their place, and the words of the page.
pub(crate) fn about(lang: Lang, kinds: Kinds) -> Value {
    let words: Map<String, Value> = serde_json::from_str(lang.json()).unwrap_or_default();
    let words: Map<String, Value> = words
        .into_iter()
        .filter_map(|(key, text)| Some((key.strip_prefix("page.")?.to_owned(), text)))
        .collect();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "lang": lang.tag(),
        "langs": Lang::ALL.map(Lang::tag),
        "words": words,
        "tones": Tone::ALL.map(Tone::word),
        "themes": Theme::ALL.map(theme),
        "puzzles": kinds.iter().map(|&kind| puzzle(kind, lang)).collect::<Vec<_>>(),
    })
}

/// Colours as CSS writes them, by tone, each on even and odd squares.
fn theme(theme: &Theme) -> Value {
    let css = |Colour(red, green, blue): Colour| format!("rgb({red} {green} {blue})");
    let fills = Tone::ALL.map(|tone| [false, true].map(|odd| theme.fill(tone, odd)));
    json!({
        "name": theme.name,
        "paper": css(theme.paper),
        "line": css(theme.line),
        "fills": fills.map(|pair| pair.map(css)),
        "inks": fills.map(|pair| pair.map(|fill| css(fill.ink()))),
    })
}

fn puzzle(kind: &dyn Kind, lang: Lang) -> Value {
    let about = kind.about();
    let word = |part: &str| lang.say(&format!("{}.{part}", about.name));
    let strategies = kind.strategies().into_iter().map(|strategy| {
        json!({
            "name": strategy.name,
            "title": word(&format!("strategy.{}", strategy.name)),
            "complete": strategy.reach == Reach::Complete,
        })
    });
    let options = about.options.iter().map(|option| {
        json!({
            "name": option.name,
            "title": word(&format!("option.{}", option.name)),
            "value": (option.takes != Takes::Nothing).then(|| word(&format!("option.{}.value", option.name))),
            "role": match option.role {
                Role::Instance | Role::Given | Role::Answers => "instance",
                Role::Strategy => "strategy",
                Role::Generate => "generate",
                Role::Count => "count",
            },
        })
    });
    let examples = about.examples.iter().map(|example| {
        let title = word(&format!("example.{}", example.name)).trim_end_matches(':');
        json!({ "name": example.name, "title": title, "text": example.text })
    });
    let brushes = kind.brushes().iter().map(|brush| {
        json!({
            "name": brush.name,
            "title": word(&format!("brush.{}", brush.name)),
            "of": match brush.of {
                BrushInput::Cell => "cell",
                BrushInput::Pair => "pair",
                BrushInput::Value => "value",
            },
        })
    });
    json!({
        "name": about.name,
        "title": word("title"),
        "summary": word("summary"),
        "rules": (about.rules)(lang),
        "best": kind.best_strategy(),
        "strategies": strategies.collect::<Vec<_>>(),
        "options": options.collect::<Vec<_>>(),
        "examples": examples.collect::<Vec<_>>(),
        "brushes": brushes.collect::<Vec<_>>(),
    })
}
