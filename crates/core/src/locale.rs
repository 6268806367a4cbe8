//! Words for people, in every language we speak. Code names a message by its key; the text lives in
//! `locales/*.json`, one file a language, which frontends read too.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

pub use crate::message::{Arg, Message, Named};

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

static EN: LazyLock<Texts> = LazyLock::new(|| read(Lang::En));
static PT_BR: LazyLock<Texts> = LazyLock::new(|| read(Lang::PtBr));

/// What is said in a page, in all languages.
const IN_PAGE: &str = include_str!(concat!(env!("OUT_DIR"), "/page.json"));

fn read(lang: Lang) -> Texts {
    let told = "the locale files are checked by a test";
    if !cfg!(target_family = "wasm") {
        return serde_json::from_str(lang.json()).expect(told);
    }
    let all: FxHashMap<String, [String; 2]> = serde_json::from_str(IN_PAGE).expect(told);
    all.into_iter()
        .map(|(key, [one, other])| (key, if lang == Lang::En { one } else { other }))
        .collect()
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

    fn texts(self) -> &'static Texts {
        match self {
            Lang::En => &EN,
            Lang::PtBr => &PT_BR,
        }
    }

    /// The template for a key, if there is one.
    pub fn template(self, key: &str) -> Option<&'static str> {
        self.texts().get(key).map(String::as_str)
    }

    /// What is left of the keys that begin so, and their templates.
    pub fn beginning(self, with: &str) -> BTreeMap<&'static str, &'static str> {
        let texts = self.texts().iter();
        texts.filter_map(|(key, text)| Some((key.strip_prefix(with)?, text.as_str()))).collect()
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

    /// Nouns that are counted, as they stand after any number but one.
    const COUNTED: [&str; 2] = [
        "nodes steps backtracks states boards answers moves pegs squares cells rows columns programs \
         events pages puzzles files attempts runs instances points processes letters queens jumps",
        "nós passos retrocessos estados tabuleiros respostas movimentos pinos casas células linhas \
         colunas programas eventos páginas quebra-cabeças arquivos tentativas execuções instâncias \
         pontos processos letras rainhas saltos",
    ];

    /// Numbers that are never one: bounds, and what is said of several only.
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
            for (key, template) in read(lang) {
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
