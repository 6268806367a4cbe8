//! What help pages consist of: options as entries, cut to a line each where the page has to fit on a
//! screen, the strategies, and examples.

use clap::builder::{PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, ArgAction, Command};
use tabuleiro::kind::Kind;
use tabuleiro::locale::{Lang, Message};
use unicode_width::UnicodeWidthStr;

use crate::command::Detail;
use crate::verbs::Verb;

/// Options of a page that fits on a screen, where headings, usage and the rest take nine lines of 24.
const SHOWN: usize = 15;
/// Columns of a page that fits on a screen.
const COLUMNS: usize = 80;
/// Columns before the summaries in a list of commands: the longest name of all has 11.
pub(crate) const ROOT: usize = 2 + 11 + 2;

/// The part of a page that an option stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Group {
    /// The options of the puzzle.
    Puzzle,
    /// All others.
    Options,
}

/// An option on its way to a page.
pub(crate) struct Entry {
    arg: Arg,
    name: &'static str,
    value: Option<&'static str>,
    /// The key of its words.
    key: String,
    lang: Lang,
    letter: bool,
    text: String,
    group: Group,
    rare: bool,
    order: Option<usize>,
}

impl Entry {
    /// An option that takes nothing, with its words under this key.
    pub(crate) fn new(name: &'static str, key: &str, lang: Lang) -> Self {
        Entry {
            arg: Arg::new(name).long(name).action(ArgAction::SetTrue),
            name,
            value: None,
            key: key.to_owned(),
            lang,
            letter: false,
            text: lang.say(key).to_owned(),
            group: Group::Options,
            rare: false,
            order: None,
        }
    }

    /// It takes a value.
    pub(crate) fn value(mut self) -> Self {
        let value = self.lang.say(&format!("{}.value", self.key));
        self.value = Some(value);
        // clap lists possible values in English; our help texts name them.
        let arg = Arg::new(self.name).long(self.name).action(ArgAction::Set);
        self.arg = arg.value_name(value).hide_possible_values(true);
        self
    }

    /// It is typed under another name than that of its words.
    pub(crate) fn named(mut self, name: &'static str) -> Self {
        self.name = name;
        self.arg = self.arg.id(name).long(name);
        self
    }

    pub(crate) fn is(&self, name: &str) -> bool {
        self.name == name
    }

    pub(crate) fn short(mut self, letter: char) -> Self {
        self.letter = true;
        self.arg = self.arg.short(letter);
        self
    }

    pub(crate) fn action(mut self, action: ArgAction) -> Self {
        self.arg = self.arg.action(action);
        self
    }

    pub(crate) fn text(mut self, text: String) -> Self {
        self.text = text;
        self
    }

    pub(crate) fn group(mut self, group: Group) -> Self {
        self.group = group;
        self
    }

    /// The short help does without it.
    pub(crate) fn rare(mut self, rare: bool) -> Self {
        self.rare = rare;
        self
    }

    pub(crate) fn order(mut self, order: usize) -> Self {
        self.order = Some(order);
        self
    }

    /// It takes one of these words.
    pub(crate) fn words(mut self, words: Vec<&'static str>) -> Self {
        self.arg = self.arg.value_parser(PossibleValuesParser::new(words));
        self
    }

    /// It takes one of these words, in large letters or small ones.
    pub(crate) fn any_case(self, words: &[&'static str]) -> Self {
        let mut entry = self.words(words.to_vec());
        entry.arg = entry.arg.ignore_case(true);
        entry
    }

    /// It takes what is found right.
    pub(crate) fn checked(mut self, is_right: fn(&str) -> bool) -> Self {
        let parser = StringValueParser::new()
            .try_map(move |value| if is_right(&value) { Ok(value) } else { Err(std::fmt::Error) });
        self.arg = self.arg.value_parser(parser);
        self
    }

    /// Words that are completed; others are taken too.
    pub(crate) fn suggest(self, words: &[&'static str]) -> Self {
        if words.is_empty() { self } else { self.words(words.to_vec()) }
    }

    /// Columns that it takes before its text.
    fn width(&self) -> usize {
        let value = self.value.map_or(0, |value| " <>".len() + value.width());
        "      --".len() + self.name.len() + value + 2
    }
}

/// A command with these options.
pub(crate) fn with_entries(
    mut command: Command,
    entries: Vec<Entry>,
    lang: Lang,
    detail: Detail,
) -> Command {
    let is_short = detail == Detail::Short;
    let mut entries = entries;
    // What the short help can do without, where a puzzle has many options.
    let can_go = [
        "time-limit",
        "format",
        "seed",
        "rising",
        "unlike",
        "qr",
        "solutions",
        "per-page",
        "title",
        "paper",
    ];
    for name in can_go {
        if entries.iter().filter(|entry| !entry.rare).count() > SHOWN {
            entries.iter_mut().filter(|entry| entry.is(name)).for_each(|entry| entry.rare = true);
        }
    }
    let width = |group: Group| {
        let shown = entries.iter().filter(|entry| entry.group == group && !entry.rare);
        shown.map(Entry::width).max().unwrap_or_default()
    };
    let widths = [width(Group::Puzzle), width(Group::Options)];
    for (place, entry) in entries.into_iter().enumerate() {
        let heading = match entry.group {
            Group::Puzzle => "cli.heading.puzzle_options",
            Group::Options => "cli.heading.options",
        };
        let text = fitted(&entry.text, widths[entry.group as usize], detail);
        let arg = entry.arg.help(text).help_heading(lang.say(heading));
        let arg = arg.hide(is_short && entry.rare);
        command = command.arg(arg.display_order(entry.order.unwrap_or(place)));
    }
    command
}

/// A text that fits on one line after so many columns, if the page is to fit on a screen: without what
/// stands in parentheses or after a semicolon, or cut between two words.
pub(crate) fn fitted(text: &str, before: usize, detail: Detail) -> String {
    let room = COLUMNS.saturating_sub(before);
    if detail != Detail::Short || text.width() <= room {
        return text.to_owned();
    }
    let closed = |part: &str| part.matches('(').count() == part.matches(')').count();
    let cuts = |mark: &'static str| text.match_indices(mark).map(|(at, _)| at);
    // A remark at the end can go; what else is left out is marked.
    let last = |&at: &usize| text[at..].find(')') == Some(text[at..].len() - 1);
    let whole = cuts(" (").filter(last).chain(cuts("; "));
    let whole = whole.filter(|&at| text[..at].width() <= room && closed(&text[..at])).max();
    if let Some(at) = whole.filter(|&at| 2 * text[..at].width() > room) {
        return text[..at].to_owned();
    }
    let words = cuts(" ").filter(|&at| text[..at].width() < room && closed(&text[..at]));
    let cut = &text[..words.max().unwrap_or_default()];
    format!("{}…", cut.trim_end_matches([',', ':', ';']))
}

/// The strategies of a puzzle: their names, or what each of them does.
pub(crate) fn strategies(kind: &dyn Kind, lang: Lang, detail: Detail) -> String {
    let names: Vec<&str> = kind.strategies().iter().map(|strategy| strategy.name).collect();
    if detail == Detail::Short {
        let known = Message::new("cli.strategies").with("known", names.join(", "));
        let line = known.with("best", kind.best_strategy()).text(lang);
        return wrapped(&line, COLUMNS).join("\n");
    }
    let widest = names.iter().map(|name| name.len()).max().unwrap_or_default();
    let line = |name: &&str| {
        let summary = lang.say(&format!("{}.strategy.{name}", kind.about().name));
        format!("  {name:<widest$}  {summary}")
    };
    let lines: Vec<String> = names.iter().map(line).collect();
    format!("{}\n{}", lang.say("cli.heading.strategies"), lines.join("\n"))
}

/// What stands at the end of the page of a verb.
pub(crate) fn after(verb: &Verb, kind: &dyn Kind, lang: Lang, detail: Detail) -> String {
    if detail == Detail::Short {
        return lang.say("cli.more").to_owned();
    }
    let mut parts = Vec::new();
    if verb.takes(kind, crate::verbs::ONE_STRATEGY) {
        parts.push(strategies(kind, lang, detail));
    }
    let first = kind.strategies().first().map_or("", |strategy| strategy.name);
    let examples = Message::new(format!("cli.examples.{}", verb.key()))
        .with("puzzle", kind.about().name)
        .with("first", first)
        .with("best", kind.best_strategy())
        .text(lang);
    let mut lines: Vec<String> = examples.lines().map(|line| format!("  {line}")).collect();
    if let (true, [first, .., last]) = (verb.takes(kind, "rising"), kind.levels()) {
        let (puzzle, verb) = (kind.about().name, verb.name);
        lines.push(format!("  tabuleiro {puzzle} {verb} --difficulty {first}..{last} --rising"));
    }
    parts.push(format!("{}\n{}", lang.say("cli.heading.examples"), lines.join("\n")));
    parts.join("\n\n")
}

/// A text in lines of at most so many columns, broken between words.
pub(crate) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.width() + 1 + word.width() <= columns {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_clauses() {
        let text = "How edges are joined: torus (all), cylinder (left and right) or plane (none)";
        assert_eq!(fitted(text, 0, Detail::Short), text);
        assert_eq!(fitted(text, 30, Detail::Short), "How edges are joined: torus (all), cylinder…");
        assert_eq!(fitted(text, 45, Detail::Short), "How edges are joined: torus (all)…");
        assert_eq!(fitted(text, 45, Detail::Long), text);
        let usual = "The initial hole of the board: row,column (default: the centre)";
        assert_eq!(fitted(usual, 30, Detail::Short), "The initial hole of the board: row,column");
        let list = "A board: english, european, wiegleb or a rectangle";
        assert_eq!(fitted(list, 45, Detail::Short), "A board: english, european…");
        assert_eq!(fitted("one two three four five", 70, Detail::Short), "one two…");
    }

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("", 7), [""]);
    }
}
