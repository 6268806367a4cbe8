//! What frontends need to know of tours, as data.

use tabuleiro_core::board::Coordinates;
use tabuleiro_core::contract::{About, Counter, Example, OptionSpec, Role, Stats, Takes};
use tabuleiro_core::locale::Lang;

use crate::gallery;

pub(super) const ABOUT: About = About {
    name: "tour",
    coordinates: Coordinates::Chess,
    rules: |lang| match lang {
        Lang::En => include_str!("rules.md"),
        Lang::PtBr => include_str!("rules.pt-BR.md"),
    },
    examples: &[
        Example {
            name: "chessboard",
            text: include_str!("examples/chessboard.txt"),
            countable: false,
        },
        Example { name: "five", text: include_str!("examples/five.txt"), countable: true },
        Example { name: "ring", text: include_str!("examples/ring.txt"), countable: false },
    ],
    instead: &["size"],
    small: &[("size", "4x5"), ("holes", "2")],
    options: &[
        OptionSpec { name: "size", takes: Takes::Size { usual: None }, role: Role::Instance },
        OptionSpec { name: "start", takes: Takes::Cell, role: Role::Instance },
        OptionSpec { name: "end", takes: Takes::Cell, role: Role::Instance },
        OptionSpec { name: "closed", takes: Takes::Nothing, role: Role::Instance },
        OptionSpec {
            name: "edges",
            takes: Takes::Choice { usual: Some("plane") },
            role: Role::Instance,
        },
        OptionSpec { name: "leaper", takes: Takes::Value, role: Role::Instance },
        OptionSpec { name: "zero-based", takes: Takes::Nothing, role: Role::Answers },
        OptionSpec { name: "priority", takes: Takes::Value, role: Role::Strategy },
        OptionSpec {
            name: "holes",
            takes: Takes::Number { least: 0, most: 64, usual: None },
            role: Role::Generate,
        },
        OptionSpec { name: "uniform", takes: Takes::Nothing, role: Role::Generate },
        OptionSpec {
            name: "index",
            takes: Takes::Number { least: 0, most: 1000000, usual: None },
            role: Role::Generate,
        },
        OptionSpec { name: "before", takes: Takes::Text, role: Role::Count },
        OptionSpec { name: "clues", takes: Takes::Nothing, role: Role::Generate },
        OptionSpec { name: "minimal", takes: Takes::Nothing, role: Role::Generate },
        OptionSpec {
            name: "difficulty",
            takes: Takes::Choice { usual: None },
            role: Role::Generate,
        },
    ],
    // A forward step of the coursework is a placement, the first included: a state judged.
    counters: &[Counter { name: "forward", of: |stats: &Stats| stats.nodes }],
    words: &[("edges", &["torus", "cylinder", "plane"]), ("priority", &["auto"])],
    gallery: gallery::GALLERY,
    guides: gallery::GUIDES,
    only: &[("priority", &["priority"])],
};
