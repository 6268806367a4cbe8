//! The verbs of a puzzle, as data: which options each of them uses, and which of them go together.

use clap::ArgMatches;
use tabuleiro::contract::Role;
use tabuleiro::kind::Kind;

use crate::arguments::Arguments;
use crate::exit::{Exit, Fault};
use crate::{
    book, check, compare, count, draw, generate, hint, judging, packaging, play, rate, solve,
    steps, validating, watch,
};

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
    /// Whether a program may be named after `--`.
    pub(crate) program: bool,
    /// Only for puzzles whose instances are rated.
    pub(crate) rated: bool,
    /// Only for puzzles that are played and explained.
    pub(crate) taught: bool,
    pub(crate) run: fn(&dyn Kind, Arguments, &ArgMatches) -> Result<Exit, Fault>,
}

/// What stands after an option of a verb.
#[derive(Clone, Copy)]
pub(crate) enum After {
    Nothing,
    Value,
    /// A value; the option may be repeated.
    Values,
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
    program: false,
    rated: false,
    taught: false,
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
        name: "hint",
        uses: &["max-nodes", "progress"],
        own: &[
            ("so-far", After::Value),
            ("step", After::One(|| hint::GRADES.to_vec())),
            ("steps", After::Value),
            ("verdict", After::Nothing),
            ("instance", After::Value),
        ],
        formats: &["text", "json"],
        excludes: &[("step", "verdict"), ("steps", "verdict")],
        taught: true,
        run: hint::run,
        ..PLAIN
    },
    Verb {
        name: "explain",
        uses: &["max-nodes", "progress"],
        own: &[("so-far", After::Value), ("instance", After::Value)],
        formats: &["text", "json"],
        taught: true,
        run: steps::run,
        ..PLAIN
    },
    Verb {
        name: "judge",
        own: &[
            ("class", After::Value),
            ("build", After::Value),
            ("run", After::Value),
            ("time", After::Value),
            ("memory", After::Value),
            ("export", After::Values),
            ("feedback", After::Value),
            ("journal", After::Value),
            ("each", After::Nothing),
            ("modes", After::Value),
            ("jobs", After::Value),
            ("strict", After::Nothing),
            ("zero-based", After::Nothing),
            ("feed", After::Value),
            ("read", After::Value),
            ("compare", After::Value),
            ("effort", After::Value),
            ("effort-points", After::Value),
            ("over-limit-counts", After::Nothing),
            ("own-limit", After::Value),
            ("output-limit", After::Value),
            ("memory-hard", After::Nothing),
            ("unconfined", After::Nothing),
            ("allow", After::Values),
            ("wrap", After::Value),
        ],
        needs: &[("class", "run"), ("jobs", "class"), ("effort-points", "compare")],
        program: true,
        run: judging::run,
        ..PLAIN
    },
    Verb {
        name: "validate",
        own: &[
            ("as", After::One(validating::dialects)),
            ("strict", After::Nothing),
            ("zero-based", After::Nothing),
            ("own-limit", After::Value),
        ],
        run: validating::run,
        ..PLAIN
    },
    Verb {
        name: "package",
        roles: &[],
        uses: &["seed"],
        own: &[
            ("kattis", After::Nothing),
            ("boca", After::Nothing),
            ("template", After::Value),
            ("cases", After::Values),
            ("number", After::Value),
        ],
        needs: &[("template", "boca")],
        excludes: &[("kattis", "boca"), ("cases", "number")],
        run: packaging::run,
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
            ("sheet", After::Value),
            ("paper", After::Value),
        ],
        needs: &[("paper", "sheet")],
        run: draw::run,
        ..PLAIN
    },
    Verb {
        name: "book",
        roles: &[Role::Instance, Role::Given, Role::Generate],
        uses: &["seed", "progress"],
        own: &[
            ("number", After::Value),
            ("per-page", After::Value),
            ("paper", After::Value),
            ("title", After::Value),
            ("subtitle", After::Value),
            ("author", After::Value),
            ("header", After::Value),
            ("footer", After::Value),
            ("bleed", After::Value),
            ("solutions", After::One(|| vec!["end", "none"])),
            ("theme", After::One(|| ::draw::Theme::ALL.map(|theme| theme.name).to_vec())),
            ("qr", After::Value),
            ("unlike", After::Values),
        ],
        run: book::run,
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
    Verb {
        name: "play",
        uses: &["max-nodes"],
        own: &[("so-far", After::Value), ("instance", After::Value)],
        taught: true,
        run: play::run,
        ..PLAIN
    },
];

/// Options of a verb's own that the short help leaves out.
pub(crate) const RARE: &[&str] = &[
    "hosts",
    "process",
    "processes",
    "instance",
    "cell",
    "frames",
    "journal",
    "each",
    "modes",
    "jobs",
    "strict",
    "zero-based",
    "feed",
    "read",
    "compare",
    "effort",
    "effort-points",
    "over-limit-counts",
    "own-limit",
    "output-limit",
    "memory-hard",
    "unconfined",
    "allow",
    "wrap",
    "subtitle",
    "author",
    "header",
    "footer",
    "bleed",
    "theme",
];

impl Verb {
    /// The verb of this name, in any language.
    pub(crate) fn named(name: &str) -> Option<&'static Verb> {
        VERBS.iter().find(|verb| crate::command::is_called(name, verb.name, "cli.alias"))
    }

    /// Whether a puzzle has it.
    pub(crate) fn applies(&self, kind: &dyn Kind) -> bool {
        (!self.rated || !kind.levels().is_empty()) && (!self.taught || kind.lessons().is_some())
    }

    /// The end of the keys of its texts: `explain` is a command about no puzzle, too.
    pub(crate) fn key(&self) -> &'static str {
        match self.name {
            "explain" => "explain-board",
            name => name,
        }
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
