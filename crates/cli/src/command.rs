//! The command line, built from `KINDS` in the language of the person, and the way from its words
//! to the verb that carries them out.

use clap::builder::{PossibleValuesParser, StyledStr};
use clap::{Arg, ArgAction, ArgMatches, Command};
use tabuleiro::KINDS;
use tabuleiro::contract::{Role, Takes};
use tabuleiro::kind::Kind;
use tabuleiro::locale::{Lang, Message};

use crate::arguments::Arguments;
use crate::exit::{Exit, Fault};
use crate::{check, compare, count, demo, draw, generate, manual, play, serve, solve, watch};

/// What can be done with a puzzle.
struct Verb {
    name: &'static str,
    /// Which of the puzzle's own options it has.
    roles: &'static [Role],
    /// Whether it takes instances as input.
    input: bool,
    /// The options of all verbs that it has a use for beside those that every verb uses.
    uses: &'static [&'static str],
    /// Options of its own.
    own: &'static [(&'static str, After)],
    run: fn(&dyn Kind, Arguments, &ArgMatches) -> Result<Exit, Fault>,
}

/// What stands after an option of a verb.
#[derive(Clone, Copy)]
enum After {
    Nothing,
    Value,
    /// One of a few words.
    One(fn() -> Vec<&'static str>),
}

const VERBS: &[Verb] = &[
    Verb {
        name: "solve",
        roles: &[Role::Instance, Role::Strategy],
        input: true,
        uses: &["strategy"],
        own: &[],
        run: solve::run,
    },
    Verb {
        name: "check",
        roles: &[Role::Instance],
        input: true,
        uses: &[],
        own: &[],
        run: check::run,
    },
    Verb {
        name: "count",
        roles: &[Role::Instance, Role::Count],
        input: true,
        uses: &[],
        own: &[
            ("up-to", After::Value),
            ("by-level", After::Nothing),
            ("checkpoint", After::Value),
            ("resume", After::Value),
            ("hosts", After::Value),
            ("process", After::Value),
            ("processes", After::Value),
        ],
        run: count::run,
    },
    Verb {
        name: "generate",
        roles: &[Role::Instance, Role::Generate],
        input: false,
        uses: &["seed"],
        own: &[("number", After::Value)],
        run: generate::run,
    },
    Verb {
        name: "compare",
        roles: &[Role::Instance, Role::Strategy],
        input: true,
        uses: &["strategy", "seed"],
        own: &[("runs", After::Value), ("total", After::Nothing), ("export", After::Value)],
        run: compare::run,
    },
    Verb {
        name: "draw",
        roles: &[Role::Instance, Role::Strategy],
        input: true,
        uses: &["strategy"],
        own: &[
            ("show", After::One(|| draw::SHOWN.to_vec())),
            ("theme", After::One(|| ::draw::Theme::ALL.map(|theme| theme.name).to_vec())),
            ("cell", After::Value),
            ("frames", After::Value),
            ("instance", After::Value),
        ],
        run: draw::run,
    },
    Verb {
        name: "watch",
        roles: &[Role::Instance, Role::Strategy],
        input: true,
        uses: &["strategy"],
        own: &[("plain", After::Nothing), ("frames", After::Value), ("instance", After::Value)],
        run: watch::run,
    },
    Verb {
        name: "play",
        roles: &[Role::Instance],
        input: true,
        uses: &[],
        own: &[("so-far", After::Value), ("instance", After::Value)],
        run: play::run,
    },
];

/// Options of all verbs: name, and the values it may have if they are few.
const COMMON: &[(&str, &[&str])] = &[
    ("strategy", &[]),
    ("max-nodes", &[]),
    ("time-limit", &[]),
    ("memory-limit", &[]),
    ("threads", &[]),
    ("seed", &[]),
    ("format", &["text", "json", "coursework"]),
    ("output", &[]),
    ("progress", &["auto", "never"]),
    ("color", &["auto", "always", "never"]),
];

/// The whole command line.
pub(crate) fn root(lang: Lang) -> Command {
    let say = |key: &str| lang.say(key);
    let mut root = base("tabuleiro", lang, "root")
        .override_usage(format!("tabuleiro {}", say("cli.usage.root")))
        .version(env!("CARGO_PKG_VERSION"))
        .disable_version_flag(true)
        .subcommand_required(true);
    for &kind in KINDS {
        root = root.subcommand(puzzle(kind, lang));
    }
    let word = |name, key: &str| {
        let value = lang.say(&format!("cli.value.{key}"));
        let help = lang.say(&format!("cli.argument.{key}"));
        Arg::new(name).value_name(value).help(help).help_heading(say("cli.heading.arguments"))
    };
    let shells = PossibleValuesParser::new(manual::SHELLS.iter().map(|(name, _)| *name));
    let shell = word("shell", "shell").required(true).value_parser(shells);
    let port = option("port", true, "cli.option.port", lang);
    let no_open = option("no-open", false, "cli.option.no-open", lang);
    let alone = |name: &'static str, args: Vec<Arg>| {
        let value = args.iter().take(1).map(|_| say(&format!("cli.usage.{name}")));
        let usage: Vec<&str> = ["tabuleiro", name].into_iter().chain(value).collect();
        help_option(base(name, lang, name).override_usage(usage.join(" ")).args(args), lang)
    };
    root = root
        .subcommand(alone("demo", vec![]))
        .subcommand(alone("serve", vec![port, no_open]))
        .subcommand(alone("explain", vec![word("code", "code").required(true)]))
        .subcommand(alone("completions", vec![shell.hide_possible_values(true)]))
        .subcommand(alone("man", vec![]))
        .subcommand(alone("help", vec![word("topic", "topic").num_args(0..=2)]));
    let languages = PossibleValuesParser::new(Lang::ALL.map(Lang::tag));
    let language = option("lang", true, "cli.option.lang", lang).value_parser(languages);
    let version = option("version", false, "cli.option.version", lang).action(ArgAction::Version);
    help_option(root.arg(language.global(true)).arg(version.short('V')), lang)
}

/// Carries out what was asked for.
pub(crate) fn dispatch(matches: &ArgMatches, lang: Lang) -> Result<Exit, Fault> {
    let (name, matches) = matches.subcommand().expect("a subcommand is required");
    let text = |name: &str| matches.get_one::<String>(name).map_or("", String::as_str);
    match name {
        "demo" => return demo::run(lang),
        "serve" => return serve::run(matches, lang),
        "explain" => return manual::explain(text("code"), lang),
        "completions" => return manual::completions(text("shell"), lang),
        "man" => return manual::man(lang),
        "help" => {
            let topic = matches.get_many::<String>("topic").into_iter().flatten();
            return manual::help(&topic.map(String::as_str).collect::<Vec<_>>(), lang);
        }
        _ => {}
    }
    let kind = KINDS.iter().find(|kind| kind.about().name == name);
    let (name, matches) = matches.subcommand().expect("a subcommand is required");
    let verb = VERBS.iter().find(|verb| verb.name == name);
    let (kind, verb) = kind.zip(verb).expect("clap knows only what was declared");
    let arguments = Arguments::new(*kind, matches, lang)?;
    for option in ["strategy", "seed"] {
        if matches.contains_id(option) && !verb.uses.contains(&option) {
            let ignored = Message::new("note.ignored").with("option", option);
            arguments.note(&ignored.with("verb", verb.name));
        }
    }
    (verb.run)(*kind, arguments, matches)
}

fn puzzle(kind: &'static dyn Kind, lang: Lang) -> Command {
    let about = kind.about();
    let strategies: Vec<String> = kind
        .strategies()
        .iter()
        .map(|strategy| {
            let summary = lang.say(&format!("{}.strategy.{}", about.name, strategy.name));
            format!("  {:<12} {summary}", strategy.name)
        })
        .collect();
    let strategies = format!("{}\n{}", lang.say("cli.heading.strategies"), strategies.join("\n"));
    let mut command = frame(Command::new(about.name), lang)
        .about(lang.say(&format!("{}.summary", about.name)))
        .override_usage(format!("tabuleiro {} {}", about.name, lang.say("cli.usage.puzzle")))
        .subcommand_required(true)
        .after_help(strategies.clone());
    for verb in VERBS {
        let usage = lang.say(&format!("cli.usage.{}", verb.name));
        let mut sub = base(verb.name, lang, verb.name)
            .override_usage(format!("tabuleiro {} {} {usage}", about.name, verb.name));
        if verb.uses.contains(&"strategy") {
            sub = sub.after_help(strategies.clone());
        }
        if verb.input {
            sub = sub.arg(
                Arg::new("input")
                    .value_name(lang.say("cli.value.input"))
                    .num_args(0..)
                    .help_heading(lang.say("cli.heading.arguments"))
                    .help(lang.say(&format!("cli.argument.{}.input", verb.name))),
            );
        }
        let heading = lang.say("cli.heading.puzzle_options");
        for spec in about.options.iter().filter(|spec| verb.roles.contains(&spec.role)) {
            let key = format!("{}.option.{}", about.name, spec.name);
            sub = sub.arg(
                option(spec.name, spec.takes != Takes::Nothing, &key, lang).help_heading(heading),
            );
        }
        for &(name, takes) in verb.own {
            let value = !matches!(takes, After::Nothing);
            let mut arg = option(name, value, &format!("cli.option.{name}"), lang);
            if let After::One(words) = takes {
                arg = arg.value_parser(PossibleValuesParser::new(words()));
            }
            sub = sub.arg(arg);
        }
        command = command.subcommand(help_option(common(sub, lang), lang));
    }
    help_option(command, lang)
}

/// Adds the options of all verbs.
fn common(mut command: Command, lang: Lang) -> Command {
    for (name, values) in COMMON {
        let mut arg = option(name, true, &format!("cli.option.{name}"), lang);
        if !values.is_empty() {
            arg = arg.value_parser(PossibleValuesParser::new(values.iter()));
        }
        if *name == "strategy" {
            arg = arg.action(ArgAction::Append);
        }
        command = command.arg(arg);
    }
    command.arg(option("quiet", false, "cli.option.quiet", lang).short('q'))
}

fn option(name: &'static str, takes_value: bool, key: &str, lang: Lang) -> Arg {
    let arg =
        Arg::new(name).long(name).help(lang.say(key)).help_heading(lang.say("cli.heading.options"));
    if takes_value {
        // clap lists possible values in English; our help texts name them.
        arg.value_name(lang.say(&format!("{key}.value"))).hide_possible_values(true)
    } else {
        arg.action(ArgAction::SetTrue)
    }
}

fn help_option(command: Command, lang: Lang) -> Command {
    let help = option("help", false, "cli.option.help", lang);
    command.arg(help.short('h').action(ArgAction::Help))
}

/// A command with its summary, in the frame of all help pages.
fn base(name: &'static str, lang: Lang, key: &str) -> Command {
    frame(Command::new(name), lang).about(lang.say(&format!("cli.command.{key}")))
}

/// Whatever clap would say in English is said by us, or not at all.
fn frame(command: Command, lang: Lang) -> Command {
    let usage = lang.say("cli.heading.usage");
    command
        .disable_help_subcommand(true)
        .disable_help_flag(true)
        .subcommand_help_heading(lang.say("cli.heading.commands"))
        .help_template(StyledStr::from(format!(
            "{{before-help}}{{about-with-newline}}\n{usage} {{usage}}\n\n{{all-args}}{{after-help}}"
        )))
}
