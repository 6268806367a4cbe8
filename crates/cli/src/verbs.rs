//! The verbs of a puzzle, as data: which options each of them uses, and which of them go together.

use clap::ArgMatches;
use tabuleiro::contract::Role;
use tabuleiro::kind::Kind;

use crate::arguments::Arguments;
use crate::exit::{Exit, Fault};
use crate::{check, compare, count, draw, generate, rate, solve, watch};

/// What can be done with a puzzle.
pub(crate) struct Verb {
    pub(crate) name: &'static str,
    /// Which of the puzzle's own options it has.
    pub(crate) roles: &'static [Role],
    /// Whether it takes instances as input.
    pub(crate) input: bool,
    /// The options of several verbs that it uses beside those that all of them do: one that it would
    /// ignore is not among them.
    pub(crate) uses: &'static [&'static str],
    /// Options of its own.
    pub(crate) own: &'static [(&'static str, After)],
    /// How it writes its results.
    pub(crate) formats: &'static [&'static str],
    /// Options that say more about another.
    pub(crate) needs: &'static [(&'static str, &'static str)],
    /// Options that decide the same as another.
    pub(crate) excludes: &'static [(&'static str, &'static str)],
    /// Only for puzzles whose instances are rated.
    pub(crate) rated: bool,
    pub(crate) run: fn(&dyn Kind, Arguments, &ArgMatches) -> Result<Exit, Fault>,
}

/// What stands after an option of a verb.
#[derive(Clone, Copy)]
pub(crate) enum After {
    Nothing,
    Value,
    /// One of a few words.
    One(fn() -> Vec<&'static str>),
    /// Nothing, and only puzzles whose instances are rated have it.
    Rated,
}

/// One strategy is used, or several are.
pub(crate) const ONE_STRATEGY: &str = "strategy";
pub(crate) const STRATEGIES: &str = "strategies";

/// Options that every verb uses.
const EVERYWHERE: [&str; 4] = ["time-limit", "memory-limit", "threads", "output"];

const PLAIN: Verb = Verb {
    name: "",
    roles: &[Role::Instance, Role::Given],
    input: true,
    uses: &[],
    own: &[],
    formats: &[],
    needs: &[],
    excludes: &[],
    rated: false,
    run: solve::run,
};

pub(crate) const VERBS: &[Verb] = &[
    Verb {
        name: "solve",
        roles: &[Role::Instance, Role::Given, Role::Strategy],
        uses: &[ONE_STRATEGY, "max-nodes", "progress"],
        formats: &["text", "json", "csv", "coursework"],
        run: solve::run,
        ..PLAIN
    },
    Verb {
        name: "check",
        roles: &[Role::Instance, Role::Given, Role::Answers],
        formats: &["text", "json"],
        run: check::run,
        ..PLAIN
    },
    Verb {
        name: "count",
        roles: &[Role::Instance, Role::Given, Role::Count],
        uses: &["max-nodes", "progress"],
        own: &[
            ("up-to", After::Value),
            ("by-level", After::Nothing),
            ("checkpoint", After::Value),
            ("resume", After::Value),
            ("hosts", After::Value),
            ("process", After::Value),
            ("processes", After::Value),
        ],
        formats: &["text", "json", "csv", "coursework"],
        needs: &[("process", "hosts")],
        excludes: &[("checkpoint", "resume"), ("hosts", "processes")],
        run: count::run,
        ..PLAIN
    },
    Verb {
        name: "generate",
        roles: &[Role::Instance, Role::Generate],
        input: false,
        uses: &["seed", "max-nodes", "progress"],
        own: &[("number", After::Value), ("rising", After::Rated)],
        formats: &["text", "json", "coursework"],
        run: generate::run,
        ..PLAIN
    },
    Verb {
        name: "compare",
        roles: &[Role::Instance, Role::Given, Role::Strategy],
        uses: &[STRATEGIES, "seed", "max-nodes", "progress"],
        own: &[("runs", After::Value), ("total", After::Nothing), ("export", After::Value)],
        formats: &["text", "json", "csv"],
        run: compare::run,
        ..PLAIN
    },
    Verb {
        name: "rate",
        uses: &["max-nodes", "progress"],
        formats: &["text", "json", "csv"],
        rated: true,
        run: rate::run,
        ..PLAIN
    },
    Verb {
        name: "draw",
        roles: &[Role::Instance, Role::Given, Role::Strategy],
        uses: &[ONE_STRATEGY, "max-nodes", "progress"],
        own: &[
            ("show", After::One(|| draw::SHOWN.to_vec())),
            ("theme", After::One(|| ::draw::Theme::ALL.map(|theme| theme.name).to_vec())),
            ("cell", After::Value),
            ("large", After::Nothing),
            ("frames", After::Value),
            ("instance", After::Value),
        ],
        run: draw::run,
        ..PLAIN
    },
    Verb {
        name: "watch",
        roles: &[Role::Instance, Role::Given, Role::Strategy],
        uses: &[STRATEGIES, "max-nodes", "progress"],
        own: &[("plain", After::Nothing), ("frames", After::Value), ("instance", After::Value)],
        needs: &[("output", "plain"), ("frames", "plain")],
        run: watch::run,
        ..PLAIN
    },
];

impl Verb {
    /// The verb of this name, in any language.
    pub(crate) fn named(name: &str) -> Option<&'static Verb> {
        VERBS.iter().find(|verb| crate::command::is_called(name, verb.name, "cli.alias"))
    }

    /// Whether a puzzle has it.
    pub(crate) fn applies(&self, kind: &dyn Kind) -> bool {
        !self.rated || !kind.levels().is_empty()
    }

    /// Whether it uses this option, of those that several verbs have.
    pub(crate) fn uses(&self, option: &str) -> bool {
        EVERYWHERE.contains(&option)
            || option == "format" && !self.formats.is_empty()
            || self.uses.contains(&option)
    }

    /// Whether it has this option, of a puzzle or not.
    pub(crate) fn takes(&self, kind: &dyn Kind, option: &str) -> bool {
        let puzzles = |name: &str, roles: &[Role]| {
            let mut specs = kind.about().options.iter();
            specs.any(|spec| spec.name == name && roles.contains(&spec.role))
        };
        self.uses(option)
            || option == ONE_STRATEGY && self.takes_several()
            || self.own.iter().any(|(name, _)| *name == option)
            || puzzles(option, self.roles)
    }

    /// Whether several strategies may be named.
    pub(crate) fn takes_several(&self) -> bool {
        self.uses.contains(&STRATEGIES)
    }
}
