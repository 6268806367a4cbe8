//! The command line, built from `KINDS` in the language of the person, and the way from its words
//! to the verb that carries them out.

use std::ffi::OsString;

use clap::builder::{PossibleValuesParser, StyledStr};
use clap::{Arg, ArgAction, ArgMatches, Command};
use tabuleiro::KINDS;
use tabuleiro::contract::Takes;
use tabuleiro::kind::Kind;
use tabuleiro::locale::{Lang, Message};

use crate::arguments::Arguments;
use crate::exit::{Exit, Fault};
use crate::page::{self, Entry, Group};
use crate::verbs::{After, ONE_STRATEGY, RARE, STRATEGIES, VERBS, Verb};
use crate::{book, demo, manual, refuse, serve, site};

/// How much a help page shows, and what the command line is built for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    /// What is needed most, on one screen.
    Short,
    /// All of it, with examples.
    Long,
    /// All of it, and every word that can be completed.
    Complete,
}

impl Detail {
    /// What the words of a command line ask for.
    pub(crate) fn of(args: &[OsString]) -> Self {
        if args.iter().any(|arg| arg == "--help") { Detail::Long } else { Detail::Short }
    }
}

/// The words that were typed, or none where every command is asked about. A command is built with all its
/// options if it is called by one of them: no other verb needs them.
#[derive(Clone, Copy)]
pub(crate) struct Typed<'a>(pub(crate) Option<&'a [OsString]>);

impl Typed<'_> {
    /// Everything, whatever was typed.
    pub(crate) const ALL: Typed<'static> = Typed(None);

    fn any(self, called: impl Fn(&str) -> bool) -> bool {
        let mut words = self.0.into_iter().flatten().filter_map(|word| word.to_str());
        self.0.is_none() || words.any(called)
    }
}

/// Commands that are about no puzzle.
pub(crate) const ALONE: [&str; 8] =
    ["book", "demo", "serve", "page", "explain", "completions", "man", "help"];

/// Options of several verbs: name, letter, and whether the short help has them.
const COMMON: &[(&str, Option<char>, bool)] = &[
    (ONE_STRATEGY, None, true),
    (STRATEGIES, None, true),
    ("seed", None, true),
    ("max-nodes", None, false),
    ("time-limit", None, true),
    ("memory-limit", None, false),
    ("threads", None, false),
    ("format", None, true),
    ("output", Some('o'), true),
    ("progress", None, false),
];

/// Words of options that have the same in every verb.
const WORDS: &[(&str, &[&str])] =
    &[("progress", &["auto", "always", "log", "never"]), ("color", &["auto", "always", "never"])];

/// Verbs that the short help leaves out: judges of other systems call them.
const FOR_JUDGES: [&str; 2] = ["validate", "package"];

/// The command line, as far as the typed words need it.
pub(crate) fn root(lang: Lang, detail: Detail, typed: Typed<'_>) -> Command {
    let say = |key: &str| lang.say(key);
    let mut root = frame(Command::new("tabuleiro"), lang, detail)
        .about(say("cli.command.root"))
        .override_usage(format!("tabuleiro {}", say("cli.usage.root")))
        .version(env!("CARGO_PKG_VERSION"))
        .disable_version_flag(true)
        .subcommand_required(true);
    for &kind in KINDS {
        root = root.subcommand(puzzle(kind, lang, detail, typed));
    }
    let word = |name, key: &str| {
        let value = lang.say(&format!("cli.value.{key}"));
        let help = lang.say(&format!("cli.argument.{key}"));
        Arg::new(name).value_name(value).help(help).help_heading(say("cli.heading.arguments"))
    };
    let shells = PossibleValuesParser::new(manual::SHELLS.iter().map(|(name, _)| *name));
    let shell = word("shell", "shell").required(true).value_parser(shells);
    let port = Entry::new("port", "cli.option.port", lang).value();
    let no_open = Entry::new("no-open", "cli.option.no-open", lang);
    let folder = Entry::new("output", "cli.option.page_output", lang).value().short('o');
    let library = Entry::new("library", "cli.option.library", lang).value();
    let topic = || word("topic", "topic").num_args(0..=2);
    let pages = Entry::new("output", "cli.option.man_output", lang).value().short('o');
    let alone = |name: &'static str, args: Vec<Arg>, options: Vec<Entry>| {
        let has = !args.is_empty() || !options.is_empty();
        let value = has.then(|| say(&format!("cli.usage.{name}")));
        let usage: Vec<&str> = ["tabuleiro", name].into_iter().chain(value).collect();
        let command = base(name, lang, name, detail).override_usage(usage.join(" ")).args(args);
        finished(aliased(command, name, "cli.alias"), options, lang, detail)
    };
    root = root
        .subcommand(book(lang, detail))
        .subcommand(alone("demo", vec![], vec![]))
        .subcommand(alone("serve", vec![], vec![port, no_open]))
        .subcommand(alone("page", vec![], vec![folder, library]))
        .subcommand(alone("explain", vec![word("code", "code").required(true)], vec![]))
        .subcommand(alone("completions", vec![shell.hide_possible_values(true)], vec![]))
        .subcommand(alone("man", vec![topic()], vec![pages]))
        .subcommand(alone("help", vec![topic()], vec![]));
    let version = Entry::new("version", "cli.option.version", lang)
        .short('V')
        .action(ArgAction::Version)
        .order(999);
    finished(root, vec![version], lang, detail)
}

/// Carries out what was asked for.
pub(crate) fn dispatch(matches: &ArgMatches, lang: Lang) -> Result<Exit, Fault> {
    let (name, matches) = matches.subcommand().expect("a subcommand is required");
    let text = |name: &str| matches.get_one::<String>(name).map_or("", String::as_str);
    let topic = || -> Vec<&str> {
        let topic = matches.get_many::<String>("topic").into_iter().flatten();
        topic.map(String::as_str).collect()
    };
    match name {
        "book" => return book::plan(matches, lang),
        "demo" => return demo::run(lang),
        "serve" => return serve::run(matches, lang),
        "page" => return site::run(matches, lang),
        "explain" => return manual::explain(text("code"), lang),
        "completions" => return manual::completions(text("shell"), lang),
        "man" => return manual::man(&topic(), matches.get_one::<String>("output"), lang),
        "help" => return manual::help(&topic(), lang),
        _ => {}
    }
    let kind = KINDS.iter().find(|kind| kind.about().name == name);
    let (name, matches) = matches.subcommand().expect("a subcommand is required");
    let verb = VERBS.iter().find(|verb| verb.name == name);
    let (kind, verb) = kind.zip(verb).expect("clap knows only what was declared");
    let arguments = Arguments::new(*kind, verb, matches, lang)?;
    refuse::ignored(*kind, verb, &arguments, matches)?;
    (verb.run)(*kind, arguments, matches)
}

/// Whether a word means a puzzle or a command of this name: it is the name, or what a language has
/// for it under a key that ends so.
pub(crate) fn is_called(word: &str, name: &str, key: &str) -> bool {
    word == name || aliases(name, key).any(|alias| alias == word)
}

fn aliases(name: &str, key: &str) -> impl Iterator<Item = &'static str> {
    let (key, name) = (format!("{key}.{name}"), name.to_owned());
    Lang::ALL.into_iter().map(move |lang| lang.say(&key)).filter(move |alias| *alias != name)
}

/// What a puzzle is called as well.
pub(crate) fn puzzle_aliases(kind: &dyn Kind) -> Vec<&'static str> {
    let name = kind.about().name;
    let key = format!("{name}.alias");
    Lang::ALL.into_iter().map(|lang| lang.say(&key)).filter(|alias| *alias != name).collect()
}

/// The puzzle that a word means.
pub(crate) fn puzzle_named(word: &str) -> Option<&'static dyn Kind> {
    let called = |kind: &&&'static dyn Kind| {
        kind.about().name == word || puzzle_aliases(**kind).contains(&word)
    };
    KINDS.iter().find(called).copied()
}

fn aliased(command: Command, name: &str, key: &str) -> Command {
    command.aliases(aliases(name, key))
}

fn puzzle(kind: &'static dyn Kind, lang: Lang, detail: Detail, typed: Typed<'_>) -> Command {
    let (about, aliases) = (kind.about(), puzzle_aliases(kind));
    let is_meant = typed.any(|word| word == about.name || aliases.contains(&word));
    let mut command = frame(Command::new(about.name), lang, detail)
        .aliases(aliases)
        .about(page::fitted(lang.say(&format!("{}.summary", about.name)), page::ROOT, detail));
    if !is_meant {
        return command;
    }
    let strategies = page::strategies(kind, lang, detail);
    command = command
        .override_usage(format!("tabuleiro {} {}", about.name, lang.say("cli.usage.puzzle")))
        .subcommand_required(true)
        .after_help(strategies.clone());
    for verb in VERBS {
        let named = aliased(base(verb.name, lang, verb.key(), detail), verb.name, "cli.alias");
        let is_meant = typed.any(|word| is_called(word, verb.name, "cli.alias"));
        let sub = if is_meant { spoken(named, verb, kind, lang, detail) } else { named };
        let is_left_out = detail == Detail::Short && FOR_JUDGES.contains(&verb.name);
        command = command.subcommand(sub.hide(is_left_out || !verb.applies(kind)));
    }
    finished(command, vec![], lang, detail)
}

/// A book of several puzzles, which is about none of them.
fn book(lang: Lang, detail: Detail) -> Command {
    let plan = Arg::new("plan")
        .value_name(lang.say("cli.value.plan"))
        .help(lang.say("cli.argument.plan"))
        .help_heading(lang.say("cli.heading.arguments"));
    let usage = format!("tabuleiro book {}", lang.say("cli.usage.book_plan"));
    let command = base("book", lang, "book_plan", detail).override_usage(usage).arg(plan);
    let value = |name: &'static str| Entry::new(name, &format!("cli.option.{name}"), lang).value();
    let output = Entry::new("output", "cli.option.book_output", lang).value().short('o');
    let progress = value("progress").any_case(WORDS[0].1);
    let limits = ["time-limit", "memory-limit", "threads"].map(value);
    let entries = [output, value("check"), progress].into_iter().chain(limits).collect();
    finished(aliased(command, "book", "cli.alias"), entries, lang, detail)
}

/// A verb of a puzzle with all its options.
fn spoken(
    command: Command,
    verb: &'static Verb,
    kind: &'static dyn Kind,
    lang: Lang,
    detail: Detail,
) -> Command {
    let about = kind.about();
    let usage = lang.say(&format!("cli.usage.{}", verb.key()));
    let mut sub = command
        .override_usage(format!("tabuleiro {} {} {usage}", about.name, verb.name))
        .after_help(page::after(verb, kind, lang, detail));
    if verb.input {
        let input = Arg::new("input")
            .value_name(lang.say("cli.value.input"))
            .num_args(0..)
            .hide(detail == Detail::Short)
            .help_heading(lang.say("cli.heading.arguments"))
            .help(lang.say(&format!("cli.argument.{}.input", verb.key())));
        sub = sub.arg(input);
    }
    if verb.program {
        let program = Arg::new("program")
            .value_name(lang.say("cli.value.program"))
            .num_args(0..)
            .last(true)
            .hide(detail == Detail::Short)
            .help_heading(lang.say("cli.heading.arguments"))
            .help(lang.say(&format!("cli.argument.{}.program", verb.name)));
        sub = sub.arg(program);
    }
    let mut entries = Vec::new();
    for spec in about.options.iter().filter(|spec| verb.roles.contains(&spec.role)) {
        let key = format!("{}.option.{}", about.name, spec.name);
        let mut entry = Entry::new(spec.name, &key, lang).group(Group::Puzzle);
        if spec.takes != Takes::Nothing {
            entry = entry.value();
        }
        if detail == Detail::Complete {
            let listed = about.words.iter().find(|(name, _)| *name == spec.name);
            let words = match listed {
                Some((_, words)) => words,
                None if spec.name == "difficulty" => kind.levels(),
                None => &[],
            };
            entry = entry.suggest(words);
        }
        entries.push(entry);
    }
    for &(name, takes) in verb.own {
        // Where an option means something else than in other verbs.
        let own = format!("cli.option.{}.{name}", verb.name);
        let key = lang.template(&own).map_or(format!("cli.option.{name}"), |_| own);
        let mut entry = Entry::new(name, &key, lang);
        match takes {
            After::Nothing => {}
            After::Rated if kind.levels().is_empty() => continue,
            After::Rated => {}
            After::Value => entry = entry.value(),
            After::Values => entry = entry.value().action(ArgAction::Append),
            After::One(words) => entry = entry.value().words(words()),
        }
        entries.push(entry.rare(RARE.contains(&name)));
    }
    for &(name, letter, often) in COMMON.iter().filter(|(name, ..)| verb.uses(name)) {
        entries.push(common(name, letter, verb, kind, lang, detail).rare(!often));
    }
    finished(sub, entries, lang, detail)
}

/// An option of several verbs.
fn common(
    name: &'static str,
    letter: Option<char>,
    verb: &Verb,
    kind: &dyn Kind,
    lang: Lang,
    detail: Detail,
) -> Entry {
    let key = format!("cli.option.{name}");
    let mut entry = Entry::new(name, &key, lang).value();
    if let Some(letter) = letter {
        entry = entry.short(letter);
    }
    match name {
        ONE_STRATEGY | STRATEGIES => {
            entry = entry.named(ONE_STRATEGY).action(ArgAction::Append);
            entry = entry.text(Message::new(key).with("best", kind.best_strategy()).text(lang));
            if detail == Detail::Complete {
                let names: Vec<&'static str> = kind.strategies().iter().map(|s| s.name).collect();
                entry = entry.suggest(&names);
            }
            entry
        }
        "format" => {
            let told = |format: &&str| *format != "coursework" || kind.coursework().is_some();
            let told: Vec<&str> = verb.formats.iter().copied().filter(told).collect();
            let formats = Message::new(key).with("formats", told.join(", "));
            entry.text(formats.text(lang)).any_case(verb.formats)
        }
        _ => match WORDS.iter().find(|(word, _)| *word == name) {
            Some((_, words)) => entry.any_case(words),
            None => entry,
        },
    }
}

/// A command with its options, and those that every command has.
fn finished(command: Command, mut entries: Vec<Entry>, lang: Lang, detail: Detail) -> Command {
    // Whatever is worked on for a puzzle has limits.
    if entries.iter().any(|entry| entry.is("memory-limit")) {
        let colours = Entry::new("color", "cli.option.color", lang).value().rare(true);
        entries.push(colours.any_case(WORDS[1].1));
        entries.push(Entry::new("quiet", "cli.option.quiet", lang).short('q').rare(true));
    }
    let language = Entry::new("lang", "cli.option.lang", lang).value();
    let language = match detail {
        Detail::Complete => language.words(Lang::ALL.map(Lang::tag).to_vec()),
        _ => language.checked(|tag| Lang::from_tag(tag).is_some()),
    };
    let is_page = command.get_name() != "tabuleiro" && command.get_name() != "help";
    entries.push(language.rare(is_page).order(997));
    let help = Entry::new("help", "cli.option.help", lang).short('h');
    entries.push(help.action(ArgAction::HelpShort).order(998));
    page::with_entries(command, entries, lang, detail)
}

/// A command with its summary, in the frame of all help pages.
fn base(name: &'static str, lang: Lang, key: &str, detail: Detail) -> Command {
    let about = lang.say(&format!("cli.command.{key}"));
    frame(Command::new(name), lang, detail).about(page::fitted(about, page::ROOT, detail))
}

/// Whatever clap would say in English is said by us, or not at all.
fn frame(command: Command, lang: Lang, detail: Detail) -> Command {
    let usage = lang.say("cli.heading.usage");
    let command = if detail == Detail::Short { command.term_width(80) } else { command };
    command
        .disable_help_subcommand(true)
        .disable_help_flag(true)
        .subcommand_help_heading(lang.say("cli.heading.commands"))
        .help_template(StyledStr::from(format!(
            "{{before-help}}{{about-with-newline}}\n{usage} {{usage}}\n\n{{all-args}}{{after-help}}"
        )))
}
