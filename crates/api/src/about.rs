//! What the page must know of the puzzles, as data and in the language of the person.

use draw::{Colour, Theme};
use serde_json::{Map, Value, json};
use tabuleiro::board::Coordinates;
use tabuleiro::contract::{BrushInput, Guide, OptionSpec, Role, Takes};
use tabuleiro::kind::Kind;
use tabuleiro::locale::Lang;
use tabuleiro::scene::Tone;

use search::Reach;

use crate::ask::Kinds;

/// Every puzzle, the tones of a picture by their place, and the words of the page.
pub fn about(lang: Lang, kinds: Kinds) -> Value {
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "lang": lang.tag(),
        "langs": Lang::ALL.map(Lang::tag),
        "words": lang.beginning("page."),
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

/// The words of one puzzle.
struct Words<'a> {
    name: &'a str,
    lang: Lang,
}

impl Words<'_> {
    fn find(&self, part: &str) -> Option<&'static str> {
        self.lang.template(&format!("{}.{part}", self.name))
    }

    fn word(&self, part: &str) -> &'static str {
        self.lang.say(&format!("{}.{part}", self.name))
    }

    /// A list of things with a name, a title and what they need to be told.
    fn tools<'t>(&self, of: &str, tools: impl Iterator<Item = (&'t str, BrushInput)>) -> Value {
        let one = |(name, input): (&str, BrushInput)| {
            let input = match input {
                BrushInput::Cell => "cell",
                BrushInput::Pair => "pair",
                BrushInput::Value => "value",
            };
            json!({ "name": name, "title": self.word(&format!("{of}.{name}")), "of": input })
        };
        tools.map(one).collect()
    }
}

fn puzzle(kind: &dyn Kind, lang: Lang) -> Value {
    let about = kind.about();
    let words = Words { name: about.name, lang };
    let strategies = kind.strategies().into_iter().map(|strategy| {
        let word = |part: &str| words.word(&format!("strategy.{}{part}", strategy.name));
        json!({
            "name": strategy.name,
            "title": word(".title"),
            "about": word(".about"),
            "help": word(""),
            "complete": strategy.reach == Reach::Complete,
        })
    });
    let examples = about.examples.iter().map(|example| {
        let key = format!("example.{}", example.name);
        let title = words.find(&format!("{key}.page")).unwrap_or_else(|| words.word(&key));
        let title = title.trim_end_matches(':');
        json!({ "name": example.name, "title": title, "text": example.text })
    });
    let gallery = about.gallery.iter().map(|piece| {
        let word = |part: &str| words.word(&format!("gallery.{}{part}", piece.name));
        let (title, line) = (word(""), word(".line"));
        json!({ "name": piece.name, "title": title, "line": line, "text": piece.text })
    });
    let legend = Tone::ALL.into_iter().filter_map(|tone| {
        Some((tone.word().to_owned(), words.find(&format!("legend.{}", tone.word()))?.into()))
    });
    let brushes = kind.brushes().iter().map(|brush| (brush.name, brush.of));
    let lessons = kind.lessons();
    let actions = lessons.map_or(&[][..], |lessons| lessons.actions);
    let techniques = lessons.map_or(&[][..], |lessons| lessons.techniques).iter().map(|way| {
        let word = |part: &str| words.word(&format!("technique.{}{part}", way.name));
        let cost = f64::from(way.cost) / 10.0;
        json!({ "name": way.name, "title": word(""), "about": word(".about"), "cost": cost })
    });
    let brief = [1, 2, 3].map(|sentence| words.word(&format!("brief.{sentence}")));
    json!({
        "name": about.name,
        "title": words.word("title"),
        "summary": words.word("summary"),
        "coordinates": about.coordinates.word(),
        "brief": brief,
        "rules": (about.rules)(lang),
        "best": kind.best_strategy(),
        "strategies": strategies.collect::<Vec<_>>(),
        "options": about.options.iter().map(|spec| option(kind, spec, &words)).collect::<Vec<_>>(),
        "examples": examples.collect::<Vec<_>>(),
        "gallery": gallery.collect::<Vec<_>>(),
        "lessons": about.guides.iter().map(|one| guide(one, &words)).collect::<Vec<_>>(),
        "legend": legend.collect::<Map<_, _>>(),
        "brushes": words.tools("brush", brushes),
        "actions": words.tools("action", actions.iter().map(|action| (action.name, action.of))),
        "techniques": techniques.collect::<Vec<_>>(),
        "levels": kind.levels(),
        "game": kind.is_game(),
    })
}

/// An option, with what a control for it needs to know.
fn option(kind: &dyn Kind, spec: &OptionSpec, words: &Words<'_>) -> Value {
    let about = kind.about();
    let key = format!("option.{}", spec.name);
    let listed = about.words.iter().find(|(name, _)| *name == spec.name);
    let choices = || {
        let known = listed.map_or(kind.levels(), |(_, known)| *known);
        let choice = |word: &&str| {
            let title = words.find(&format!("{key}.{word}"));
            json!({ "value": word, "title": title.unwrap_or(word) })
        };
        known.iter().map(choice).collect::<Vec<_>>()
    };
    let takes = match spec.takes {
        Takes::Nothing => json!({ "type": "flag" }),
        Takes::Number { least, most, usual } => {
            json!({ "type": "number", "least": least, "most": most, "default": usual })
        }
        Takes::Choice { usual } => {
            json!({ "type": "choice", "choices": choices(), "default": usual })
        }
        Takes::Size { usual } => json!({ "type": "size", "least": 1, "default": usual }),
        // A square with a name is written as it is called.
        Takes::Cell if about.coordinates == Coordinates::Numbers => json!({ "type": "cell" }),
        Takes::Cell | Takes::Value => json!({ "type": "text" }),
        Takes::Text => json!({ "type": "file" }),
    };
    // What is not known has no member.
    let takes: Map<String, Value> = match takes {
        Value::Object(members) => members.into_iter().filter(|(_, of)| !of.is_null()).collect(),
        _ => Map::new(),
    };
    let only = about.only.iter().find(|(name, _)| *name == spec.name);
    json!({
        "name": spec.name,
        "title": words.find(&format!("{key}.title")).unwrap_or_else(|| words.word(&key)),
        "help": words.word(&key),
        "value": (spec.takes != Takes::Nothing).then(|| words.word(&format!("{key}.value"))),
        "role": match spec.role {
            Role::Instance => "instance",
            Role::Given => "given",
            Role::Answers => "answers",
            Role::Strategy => "strategy",
            Role::Generate => "generate",
            Role::Count => "count",
        },
        "takes": takes,
        "instead": about.instead.contains(&spec.name),
        "strategies": only.map(|(_, strategies)| strategies),
    })
}

/// A guided lesson. A moment of -1 is the end, the answer included.
fn guide(guide: &Guide, words: &Words<'_>) -> Value {
    let key = format!("guide.{}", guide.name);
    let steps = (1..).zip(guide.captions).map(|(number, caption)| {
        json!({
            "caption": words.word(&format!("{key}.{number}")),
            "text": caption.text,
            "strategy": caption.strategy,
            "moment": caption.moment.map_or(json!(-1), |moment| json!(moment)),
        })
    });
    let steps = steps.collect::<Vec<_>>();
    json!({ "name": guide.name, "title": words.word(&key), "steps": steps })
}
