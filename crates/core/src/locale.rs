//! Words for people, in every language we speak. Code names a message by its key; the text lives in
//! `locales/*.json`, one file a language, which frontends read too.

use std::fmt::Display;
use std::sync::LazyLock;
use std::time::Duration;

use rustc_hash::FxHashMap;
use serde_json::Value;

use crate::tell;

/// A language people are spoken to in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Brazilian Portuguese.
    PtBr,
}

type Texts = FxHashMap<String, String>;

static EN: LazyLock<Texts> = LazyLock::new(|| read(Lang::En.json()));
static PT_BR: LazyLock<Texts> = LazyLock::new(|| read(Lang::PtBr.json()));

fn read(json: &str) -> Texts {
    serde_json::from_str(json).expect("the locale files are checked by a test")
}

impl Lang {
    /// Every language.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::PtBr];

    /// The IETF tag: `en`, `pt-BR`.
    pub fn tag(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::PtBr => "pt-BR",
        }
    }

    /// The language that best fits a tag or a POSIX locale such as `pt_PT.UTF-8`: any Portuguese
    /// is ours, everything else is not known.
    pub fn from_tag(tag: &str) -> Option<Lang> {
        match tag.split(['-', '_', '.', '@']).next()?.to_ascii_lowercase().as_str() {
            "en" => Some(Lang::En),
            "pt" => Some(Lang::PtBr),
            _ => None,
        }
    }

    /// The locale file itself.
    // Inlined into other crates it would be in the program once for each.
    #[inline(never)]
    pub fn json(self) -> &'static str {
        match self {
            Lang::En => include_str!(concat!(env!("OUT_DIR"), "/en.json")),
            Lang::PtBr => include_str!(concat!(env!("OUT_DIR"), "/pt-BR.json")),
        }
    }

    /// The template for a key, if there is one.
    pub fn template(self, key: &str) -> Option<&'static str> {
        let texts: &'static Texts = match self {
            Lang::En => &EN,
            Lang::PtBr => &PT_BR,
        };
        texts.get(key).map(String::as_str)
    }

    /// The text for a key that takes no arguments.
    pub fn say(self, key: &str) -> &'static str {
        self.template(key).unwrap_or_else(|| panic!("no text for the key {key:?}"))
    }

    /// A whole number with its thousands set apart as the language does.
    pub fn number(self, number: impl Display) -> String {
        let digits = number.to_string();
        let separator = match self {
            Lang::En => ',',
            Lang::PtBr => '.',
        };
        let mut grouped = String::with_capacity(digits.len() * 4 / 3 + 1);
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                grouped.push(separator);
            }
            grouped.push(digit);
        }
        grouped
    }

    /// A number with so many digits after the decimal mark.
    pub fn decimal(self, number: f64, digits: usize) -> String {
        let plain = format!("{number:.digits$}");
        match self {
            Lang::En => plain,
            Lang::PtBr => plain.replace('.', ","),
        }
    }
}

/// What stands for a placeholder of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// Text as it is.
    Text(String),
    /// A whole number, grouped as the language does.
    Number(u64),
    /// Another message.
    Message(Message),
    /// Several texts, parted by commas.
    List(Vec<String>),
    /// All of several texts, as in a sentence: a, b and c.
    And(Vec<String>),
    /// One of several texts: a, b or c.
    Or(Vec<String>),
    /// A number of bytes, with a fitting unit.
    Bytes(u64),
    /// A time, with a fitting unit.
    Duration(Duration),
}

impl Arg {
    fn is_one(&self) -> bool {
        match self {
            Arg::Number(number) => *number == 1,
            Arg::Text(text) => text == "1",
            _ => false,
        }
    }
}

impl From<Duration> for Arg {
    fn from(time: Duration) -> Self {
        Arg::Duration(time)
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Arg::Text(text)
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Arg::Text(text.to_owned())
    }
}

impl From<u64> for Arg {
    fn from(number: u64) -> Self {
        Arg::Number(number)
    }
}

impl From<usize> for Arg {
    fn from(number: usize) -> Self {
        Arg::Number(number as u64)
    }
}

impl From<Vec<String>> for Arg {
    fn from(list: Vec<String>) -> Self {
        Arg::List(list)
    }
}

impl From<Message> for Arg {
    fn from(message: Message) -> Self {
        Arg::Message(message)
    }
}

/// A sentence not yet in any language: a key and what fills its placeholders.
///
/// ```
/// use tabuleiro_core::locale::{Lang, Message};
/// let nodes = Message::new("stats.nodes").with("n", 27_241_113u64);
/// assert_eq!(nodes.text(Lang::En), "27,241,113 nodes");
/// assert_eq!(nodes.text(Lang::PtBr), "27.241.113 nós");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    key: String,
    args: Vec<(&'static str, Arg)>,
}

impl Message {
    /// The message with this key, its placeholders still empty.
    pub fn new(key: impl Into<String>) -> Self {
        Message { key: key.into(), args: Vec::new() }
    }

    /// Fills a placeholder. The placeholder `n`, if it is the number one, picks the key with
    /// `.one` at its end where the language has one. Where a single word agrees with a number, the
    /// template has both forms: `{moves} {moves:move|moves}`.
    pub fn with(mut self, name: &'static str, arg: impl Into<Arg>) -> Self {
        self.args.push((name, arg.into()));
        self
    }

    /// The text in a language.
    pub fn text(&self, lang: Lang) -> String {
        let singular = self.args.contains(&("n", Arg::Number(1)));
        let template = singular.then(|| lang.template(&format!("{}.one", self.key))).flatten();
        fill(template.unwrap_or_else(|| lang.say(&self.key)), &self.args, lang)
    }

    /// The message as data: its key as `name`, and what fills its placeholders.
    pub fn json(&self, lang: Lang) -> Value {
        let value = |arg: &Arg| match arg {
            Arg::Text(text) => text.clone().into(),
            Arg::Number(number) => (*number).into(),
            Arg::Message(message) => message.text(lang).into(),
            Arg::List(list) | Arg::And(list) | Arg::Or(list) => list.clone().into(),
            Arg::Bytes(bytes) => (*bytes).into(),
            Arg::Duration(time) => (time.as_secs_f64() * 1e3).into(),
        };
        let args = self.args.iter().map(|(name, arg)| ((*name).to_owned(), value(arg)));
        let name = ("name".to_owned(), self.key.as_str().into());
        Value::Object(std::iter::once(name).chain(args).collect())
    }

    /// Whether a placeholder was filled.
    pub fn has(&self, name: &str) -> bool {
        self.args.iter().any(|(key, _)| *key == name)
    }

    /// The same placeholders under another key, if the language has that key.
    pub fn variant(&self, suffix: &str, lang: Lang) -> Option<String> {
        let template = lang.template(&format!("{}.{suffix}", self.key))?;
        Some(fill(template, &self.args, lang))
    }
}

fn fill(template: &str, args: &[(&'static str, Arg)], lang: Lang) -> String {
    let mut text = String::with_capacity(template.len() + 16);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let (name, after) = after.split_once('}').expect("the locale files are checked by a test");
        // `{moves:move|moves}` is the word that agrees with the number.
        let (name, forms) = name.split_once(':').unwrap_or((name, ""));
        let arg = args.iter().find(|(key, _)| *key == name);
        rest = after;
        if let (Some((_, arg)), Some((one, more))) = (arg, forms.split_once('|')) {
            text.push_str(if arg.is_one() { one } else { more });
            continue;
        }
        match arg {
            Some((_, Arg::Text(value))) => text.push_str(value),
            Some((_, Arg::Number(value))) => text.push_str(&lang.number(value)),
            Some((_, Arg::Message(value))) => text.push_str(&value.text(lang)),
            Some((_, Arg::List(values))) => text.push_str(&values.join(", ")),
            Some((_, Arg::And(values))) => text.push_str(&series(values, lang.say("list.and"))),
            Some((_, Arg::Or(values))) => text.push_str(&series(values, lang.say("list.or"))),
            Some((_, Arg::Bytes(bytes))) => text.push_str(&tell::bytes(*bytes, lang)),
            Some((_, Arg::Duration(time))) => text.push_str(&tell::duration(*time, lang)),
            None => {
                text.push('{');
                text.push_str(name);
                text.push('}');
            }
        }
    }
    text.push_str(rest);
    text
}

/// Texts parted by commas, the last by a word.
fn series(values: &[String], word: &str) -> String {
    match values.split_last() {
        Some((last, others)) if !others.is_empty() => {
            format!("{} {word} {last}", others.join(", "))
        }
        _ => values.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_is_told_twice() {
        for lang in Lang::ALL {
            let key = |line: &'static str| line.strip_prefix("  \"")?.split_once("\": ");
            let mut keys: Vec<&str> = lang.json().lines().filter_map(key).map(|k| k.0).collect();
            keys.sort_unstable();
            let twice: Vec<&&str> =
                keys.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| &pair[0]).collect();
            assert!(keys.len() > 100 && twice.is_empty(), "{twice:?}");
        }
    }

    #[test]
    fn numbers_are_grouped_as_the_language_does() {
        assert_eq!(Lang::En.number(0), "0");
        assert_eq!(Lang::En.number(999), "999");
        assert_eq!(Lang::En.number(1_000), "1,000");
        assert_eq!(Lang::PtBr.number(27_241_113), "27.241.113");
        assert_eq!(Lang::PtBr.decimal(1.25, 1), "1,2");
    }

    #[test]
    fn any_portuguese_is_ours() {
        assert_eq!(Lang::from_tag("pt_PT.UTF-8"), Some(Lang::PtBr));
        assert_eq!(Lang::from_tag("PT-br"), Some(Lang::PtBr));
        assert_eq!(Lang::from_tag("en_GB"), Some(Lang::En));
        assert_eq!(Lang::from_tag("C.UTF-8"), None);
        assert_eq!(Lang::from_tag(""), None);
    }

    #[test]
    fn the_last_of_a_series_is_joined_by_a_word() {
        let list = |n: usize| (1..=n).map(|value| value.to_string()).collect::<Vec<_>>();
        let told = |arg: Arg, lang| fill("{list}", &[("list", arg)], lang);
        assert_eq!(told(Arg::And(list(0)), Lang::En), "");
        assert_eq!(told(Arg::And(list(1)), Lang::En), "1");
        assert_eq!(told(Arg::Or(list(2)), Lang::PtBr), "1 ou 2");
        assert_eq!(told(Arg::And(list(3)), Lang::PtBr), "1, 2 e 3");
        assert_eq!(told(Arg::And(list(3)), Lang::En), "1, 2 and 3");
    }

    #[test]
    fn one_has_its_own_form() {
        let nodes = |n: u64| Message::new("stats.nodes").with("n", n).text(Lang::En);
        assert_eq!(nodes(1), "1 node");
        assert_eq!(nodes(2), "2 nodes");
    }

    #[test]
    fn a_word_agrees_with_its_number() {
        let told = |arg: Arg| fill("{n} {n:move is|moves are} too few", &[("n", arg)], Lang::En);
        assert_eq!(told(Arg::Number(1)), "1 move is too few");
        assert_eq!(told(Arg::Number(1001)), "1,001 moves are too few");
        assert_eq!(told("1".into()), "1 move is too few");
        assert_eq!(told("11".into()), "11 moves are too few");
    }

    /// Nouns that are counted, as they stand after any number but one.
    const COUNTED: [&str; 2] = [
        "nodes steps backtracks states boards answers moves pegs squares cells rows columns programs \
         events pages puzzles files attempts runs instances points processes letters queens jumps",
        "nós passos retrocessos estados tabuleiros respostas movimentos pinos casas células linhas \
         colunas programas eventos páginas quebra-cabeças arquivos tentativas execuções instâncias \
         pontos processos letras rainhas saltos",
    ];

    /// Numbers that are never one: bounds, and what is told only of several.
    const NEVER_ONE: [(&str, &str); 9] = [
        ("", "most"),
        ("", "cols"),
        ("", "height"),
        ("", "speed"),
        ("", "count"),
        ("judge.note.jobs", "n"),
        ("note.boards.all", "n"),
        ("note.first", "n"),
        ("J0203", ""),
    ];

    #[test]
    fn no_sentence_says_1_moves() {
        let mut wrong = Vec::new();
        for (lang, counted) in Lang::ALL.into_iter().zip(COUNTED) {
            let counted: Vec<&str> = counted.split_whitespace().collect();
            for (key, template) in read(lang.json()) {
                let has_own = lang.template(&format!("{key}.one")).is_some();
                for (at, _) in template.match_indices("} ") {
                    let name = &template[template[..at].rfind('{').expect("an open brace") + 1..at];
                    let word = template[at + 2..].split([' ', ',', '.', ':', ';', ')']).next();
                    let plural = word.is_some_and(|word| counted.contains(&word));
                    let is_never = |&(of, number): &(&str, &str)| {
                        (of.is_empty() || of == key) && (number.is_empty() || number == name)
                    };
                    // "The peg on {from} jumps" counts nothing.
                    let is_count = !["from", "at"].contains(&name) && !name.contains(':');
                    let told = (has_own && name == "n") || NEVER_ONE.iter().any(is_never);
                    if plural && is_count && !told {
                        wrong.push(format!("{} {key}: {template}", lang.tag()));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
