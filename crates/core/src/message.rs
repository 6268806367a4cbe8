//! Sentences not yet in any language, and what fills their placeholders.

use std::time::Duration;

use serde_json::Value;

use crate::board::Square;
use crate::locale::Lang;
use crate::tell;

/// What has one name in a terminal and may have another elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// A square.
    Square(Square),
    /// A strategy, or one of its stages.
    Strategy(&'static str),
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
    /// Several texts, separated by commas.
    List(Vec<String>),
    /// Several messages, separated by commas.
    Messages(Vec<Message>),
    /// A square: row and column, unless the message is [told otherwise](Message::naming).
    Square(Square),
    /// A strategy, or one of its stages: by the name that is typed, unless told otherwise.
    Strategy(&'static str),
    /// Several squares, in brackets where their names have commas.
    Squares(Vec<Square>),
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

impl From<Square> for Arg {
    fn from(square: Square) -> Self {
        Arg::Square(square)
    }
}

impl From<&[Square]> for Arg {
    fn from(squares: &[Square]) -> Self {
        Arg::Squares(squares.to_vec())
    }
}

impl From<Vec<Message>> for Arg {
    fn from(messages: Vec<Message>) -> Self {
        Arg::Messages(messages)
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

    /// The message with squares and strategies named in another way than the terminal does.
    pub fn naming(mut self, name: &dyn Fn(Named) -> String) -> Self {
        for (_, arg) in &mut self.args {
            *arg = match std::mem::replace(arg, Arg::Number(0)) {
                Arg::Square(square) => Arg::Text(name(Named::Square(square))),
                Arg::Squares(squares) => {
                    let names = squares.into_iter().map(|square| name(Named::Square(square)));
                    Arg::Text(bracketed(names.collect()))
                }
                Arg::Strategy(strategy) => Arg::Text(name(Named::Strategy(strategy))),
                Arg::Message(message) => Arg::Message(message.naming(name)),
                Arg::Messages(all) => {
                    Arg::Messages(all.into_iter().map(|one| one.naming(name)).collect())
                }
                other => other,
            };
        }
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
            Arg::Messages(all) => all.iter().map(|one| one.text(lang)).collect(),
            Arg::Square(square) => square.to_string().into(),
            Arg::Strategy(name) => (*name).into(),
            Arg::Squares(all) => bracketed(all.iter().map(Square::to_string).collect()).into(),
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
            Some((_, Arg::Messages(all))) => {
                let all: Vec<String> = all.iter().map(|one| one.text(lang)).collect();
                text.push_str(&all.join(", "));
            }
            Some((_, Arg::Square(square))) => text.push_str(&square.to_string()),
            Some((_, Arg::Strategy(name))) => text.push_str(name),
            Some((_, Arg::Squares(all))) => {
                text.push_str(&bracketed(all.iter().map(Square::to_string).collect()));
            }
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

/// Names of squares one after another: in brackets if a name has a comma.
fn bracketed(mut names: Vec<String>) -> String {
    for name in names.iter_mut().filter(|name| name.contains(',')) {
        *name = format!("({name})");
    }
    names.join(" ")
}

/// Texts separated by commas, the last by a word.
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
    fn squares_have_other_names_where_that_is_asked_for() {
        let [one, other] = [(0, 1), (2, 3)].map(|(row, col)| Square { row, col });
        let inner = Message::new("tour.moment.root").with("at", one);
        let all = [Arg::Square(one), Arg::Squares(vec![one, other]), Arg::Message(inner)];
        let texts = |name: Option<&dyn Fn(Named) -> String>| {
            let told = all.iter().map(|arg| {
                let message = Message::new("tour.moment.root").with("at", arg.clone());
                name.map_or(message.clone(), |name| message.naming(name)).text(Lang::En)
            });
            told.collect::<Vec<_>>()
        };
        let plain = ["Begin at 1,2.", "Begin at (1,2) (3,4).", "Begin at Begin at 1,2.."];
        assert_eq!(texts(None), plain);
        let named = ["Begin at b8.", "Begin at b8 d6.", "Begin at Begin at b8.."];
        let size = crate::board::Size { rows: 8, cols: 8 };
        let chess = |named| match named {
            Named::Square(square) => crate::board::Coordinates::Chess.name(square, size),
            Named::Strategy(name) => name.to_owned(),
        };
        assert_eq!(texts(Some(&chess)), named);
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
}
