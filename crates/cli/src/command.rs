//! The command line, built from `KINDS` in the language of the person, and the way from its words
//! to the verb that carries them out.

use clap::builder::{PossibleValuesParser, StyledStr};
use clap::{Arg, ArgAction, ArgMatches, Command};
use tabuleiro::KINDS;
use tabuleiro::contract::Role;
use tabuleiro::kind::Kind;
use tabuleiro::locale::{Lang, Message};

use crate::arguments::Arguments;
use crate::exit::{Exit, Fault};
use crate::{check, compare, count, demo, generate, manual, solve};

/// What can be done with a puzzle.
struct Verb {
    name: &'static str,
    /// Which of the puzzle's own options it has.
    roles: &'static [Role],
    /// Whether it takes instances as input.
    input: bool,
    /// The options of all verbs that it has a use for beside those that every verb uses.
    uses: &'static [&'static str],
    /// Options of its own: name, and whether it takes a value.
    own: &'static [(&'static str, bool)],
    run: fn(&dyn Kind, Arguments, &ArgMatches) -> Result<Exit, Fault>,
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
        own: &[("up-to", true)],
        run: count::run,
    },
    Verb {
        name: "generate",
        roles: &[Role::Instance, Role::Generate],
        input: false,
        uses: &["seed"],
        own: &[("number", true)],
        run: generate::run,
    },
    Verb {
        name: "compare",
        roles: &[Role::Instance, Role::Strategy],
        input: true,
        uses: &["strategy", "seed"],
        own: &[("runs", true), ("export", true)],
        run: compare::run,
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
    let mut root = base(Command::new("tabuleiro"), lang, "root")
        .version(env!("CARGO_PKG_VERSION"))
        .disable_version_flag(true)
        .arg(
            Arg::new("version")
                .short('V')
                .long("version")
                .action(ArgAction::Version)
                .help(lang.say("cli.option.version")),
        )
        .arg(
            option("lang", true, "cli.option.lang", lang)
                .value_parser(PossibleValuesParser::new(Lang::ALL.map(Lang::tag)))
                .global(true),
        )
        .subcommand_required(true);
    for &kind in KINDS {
        root = root.subcommand(puzzle(kind, lang));
    }
    let word = |name, value: &str| Arg::new(name).value_name(lang.say(value)).required(true);
    let shells: PossibleValuesParser = manual::SHELLS.iter().map(|(name, _)| *name).into();
    root.subcommand(base(Command::new("demo"), lang, "demo"))
        .subcommand(
            base(Command::new("explain"), lang, "explain").arg(
                word("code", "cli.value.code").help(lang.say("cli.argument.code")),
            ),
        )
        .subcommand(
            base(Command::new("completions"), lang, "completions").arg(
                word("shell", "cli.value.shell")
                    .value_parser(shells)
                    .help(lang.say("cli.argument.shell")),
            ),
        )
        .subcommand(base(Command::new("man"), lang, "man"))
        .subcommand(
            base(Command::new("help"), lang, "help").arg(
                Arg::new("topic")
                    .value_name(lang.say("cli.value.topic"))
                    .num_args(0..=2)
                    .help(lang.say("cli.argument.topic")),
            ),
        )
}

/// Carries out what was asked for.
pub(crate) fn dispatch(matches: &ArgMatches, lang: Lang) -> Result<Exit, Fault> {
    let (name, matches) = matches.subcommand().expect("a subcommand is required");
    let text = |name: &str| matches.get_one::<String>(name).map_or("", String::as_str);
    match name {
        "demo" => return demo::run(lang),
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
    let mut command = Command::new(about.name)
        .about(lang.say(&format!("{}.summary", about.name)))
        .subcommand_required(true)
        .after_help(strategies.clone());
    command = frame(command, lang);
    for verb in VERBS {
        let mut sub = base(Command::new(verb.name), lang, verb.name);
        if verb.uses.contains(&"strategy") {
            sub = sub.after_help(strategies.clone());
        }
        if verb.input {
            sub = sub.arg(
                Arg::new("input")
                    .value_name(lang.say(&format!("cli.value.{}.input", verb.name)))
                    .num_args(0..)
                    .help_heading(lang.say("cli.heading.arguments"))
                    .help(lang.say(&format!("cli.argument.{}.input", verb.name))),
            );
        }
        let heading = lang.say("cli.heading.puzzle_options");
        for spec in about.options.iter().filter(|spec| verb.roles.contains(&spec.role)) {
            let key = format!("{}.option.{}", about.name, spec.name);
            sub = sub.arg(option(spec.name, spec.takes_value, &key, lang).help_heading(heading));
        }
        for &(name, takes_value) in verb.own {
            sub = sub.arg(option(name, takes_value, &format!("cli.option.{name}"), lang));
        }
        command = command.subcommand(common(sub, lang));
    }
    command
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
    let arg = Arg::new(name)
        .long(name)
        .help(lang.say(key))
        .help_heading(lang.say("cli.heading.options"));
    if takes_value {
        // clap lists possible values in English; our help texts name them.
        arg.value_name(lang.say(&format!("{key}.value"))).hide_possible_values(true)
    } else {
        arg.action(ArgAction::SetTrue)
    }
}

/// A command with its summary, in the frame of all help pages.
fn base(command: Command, lang: Lang, name: &str) -> Command {
    frame(command.about(lang.say(&format!("cli.command.{name}"))), lang)
}

fn frame(command: Command, lang: Lang) -> Command {
    let usage = lang.say("cli.heading.usage");
    command
        .disable_help_subcommand(true)
        .disable_help_flag(true)
        .arg(
            Arg::new("help")
                .short('h')
                .long("help")
                .action(ArgAction::Help)
                .help_heading(lang.say("cli.heading.options"))
                .help(lang.say("cli.option.help")),
        )
        .subcommand_help_heading(lang.say("cli.heading.commands"))
        .subcommand_value_name(lang.say("cli.value.command"))
        .help_template(StyledStr::from(format!(
            "{{before-help}}{{about-with-newline}}\n{usage} {{usage}}\n\n{{all-args}}{{after-help}}"
        )))
}
