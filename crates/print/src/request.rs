//! What somebody asks a book to be: settings and sections, from a plan in TOML or from elsewhere.

use draw::Theme;
use tabuleiro_core::contract::{OptionSpec, Options, Role, Takes};
use tabuleiro_core::kind::Kind;
use tabuleiro_core::locale::Lang;
use tabuleiro_core::text::{Diagnostic, Source};
use toml_span::{Span, Value};

use crate::book::Settings;
use crate::collect::{MOST, Order};
use crate::font::unprintable;
use crate::paper::{Bleed, Paper};

/// Puzzles in a section unless told otherwise.
pub const NUMBER: usize = 24;

/// A book that is asked for.
pub struct Request {
    /// What it is like.
    pub settings: Settings,
    /// Its parts.
    pub sections: Vec<Section>,
    /// Files with the data of books whose puzzles it must not have.
    pub unlike: Vec<String>,
}

/// A part that is asked for.
pub struct Section {
    /// Its title.
    pub title: Option<String>,
    /// Puzzles on a page.
    pub per_page: Option<usize>,
    /// What is made for it.
    pub order: Order,
    /// Files with instances, in place of what would be made.
    pub files: Vec<String>,
    /// The plan and its place there, if there is one.
    pub place: Option<(Source, std::ops::Range<usize>)>,
}

impl Section {
    /// What is wrong with it, told where it stands in its plan unless it is told where it is already.
    pub fn told(&self, fault: Diagnostic) -> Diagnostic {
        match &self.place {
            Some((plan, at)) if fault.file().is_none() => {
                fault.in_file(plan.name()).also(plan, at.clone())
            }
            _ => fault,
        }
    }
}

impl Settings {
    /// A book on A4 with solutions at its end.
    pub fn new(title: impl Into<String>, lang: Lang) -> Settings {
        Settings {
            lang,
            title: title.into(),
            subtitle: None,
            author: None,
            header: None,
            footer: None,
            paper: Paper::A4,
            bleed: Bleed::default(),
            solutions: true,
            theme: &Theme::PRINT,
            qr: None,
            data: String::new(),
            seed: None,
        }
    }
}

/// Refuses a text that has characters which are not in the fonts.
pub fn printable(
    source: &Source,
    at: std::ops::Range<usize>,
    text: &str,
) -> Result<String, Diagnostic> {
    match unprintable(text) {
        None => Ok(text.to_owned()),
        Some((_, found)) => Err(source.diagnostic("D0205", at).with("found", found.to_string())),
    }
}

/// Brackets in brackets, at most: who reads TOML goes down one level for each.
const DEEPEST: usize = 32;
/// Bytes of the longest plan.
const LONGEST: usize = 1 << 20;

impl Request {
    /// Reads a plan about puzzles that are known; texts are in this language unless it says otherwise.
    pub fn read(
        source: &Source,
        kinds: &'static [&'static dyn Kind],
        lang: Lang,
    ) -> Result<Request, Diagnostic> {
        let text = source.text()?;
        let skipped = source.bytes().len() - text.len();
        let fault = |at: usize, reason: &str| {
            let at = at.min(text.len()) + skipped;
            source.diagnostic("D0211", at..at + 1).with("reason", reason)
        };
        if text.len() > LONGEST {
            return Err(fault(LONGEST, "1 MiB"));
        }
        if let Some(at) = too_deep(text) {
            return Err(fault(at, "[[[["));
        }
        let whole = toml_span::parse(text)
            .map_err(|error| fault(error.span.start, &error.kind.to_string()))?;
        let reader = Reader { source, skipped, kinds };
        reader.request(&whole, lang)
    }
}

/// Where brackets are too deep in each other.
fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    text.bytes().position(|byte| {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > DEEPEST
    })
}

/// Keys of a plan, and of a section beside the options of its puzzle.
const KEYS: &[&str] = &[
    "title",
    "subtitle",
    "author",
    "lang",
    "header",
    "footer",
    "paper",
    "bleed",
    "per-page",
    "solutions",
    "theme",
    "qr",
    "seed",
    "unlike",
    "section",
];
const SECTION: &[&str] = &["puzzle", "title", "number", "files", "per-page", "seed"];

/// Reads values and says what is wrong with them.
struct Reader<'a> {
    source: &'a Source,
    /// Bytes before the text: those of a byte-order mark.
    skipped: usize,
    kinds: &'static [&'static dyn Kind],
}

/// A value and its key.
type Pair<'v, 'd> = (&'v str, &'v Value<'d>);

impl Reader<'_> {
    fn at(&self, span: Span) -> std::ops::Range<usize> {
        let most = self.source.bytes().len();
        let from = (span.start + self.skipped).min(most);
        from..(span.end + self.skipped).clamp(from, most)
    }

    fn expected(&self, (key, value): Pair<'_, '_>, expected: &str, example: &str) -> Diagnostic {
        let fault = self.source.diagnostic("D0212", self.at(value.span));
        fault.with("key", key).with("expected", expected).with("example", example)
    }

    fn text<'v>(&self, pair: Pair<'v, '_>) -> Result<&'v str, Diagnostic> {
        let example = format!("{} = \"a\"", pair.0);
        pair.1.as_str().ok_or_else(|| self.expected(pair, "\"…\"", &example))
    }

    /// A text that is printed.
    fn words(&self, pair: Pair<'_, '_>) -> Result<String, Diagnostic> {
        printable(self.source, self.at(pair.1.span), self.text(pair)?)
    }

    fn number(&self, pair: Pair<'_, '_>, most: u64) -> Result<u64, Diagnostic> {
        let number = pair.1.as_integer().and_then(|number| u64::try_from(number).ok());
        let example = format!("{} = 7", pair.0);
        let within = number.filter(|&number| number <= most);
        within.ok_or_else(|| self.expected(pair, &format!("0 … {most}"), &example))
    }

    fn list(&self, pair: Pair<'_, '_>) -> Result<Vec<String>, Diagnostic> {
        let example = format!("{} = [\"a\", \"b\"]", pair.0);
        let wrong = || self.expected(pair, "[\"…\"]", &example);
        let list = pair.1.as_array().ok_or_else(wrong)?;
        list.iter().map(|value| value.as_str().map(str::to_owned).ok_or_else(wrong)).collect()
    }

    /// What another reader says of a value, told where the value stands.
    fn inner<T>(&self, pair: Pair<'_, '_>, read: Result<T, Diagnostic>) -> Result<T, Diagnostic> {
        read.map_err(|fault| match fault.code() {
            code @ ("D0201" | "D0202" | "D0203") => {
                let found = pair.1.as_str().unwrap_or_default();
                self.source.diagnostic(code, self.at(pair.1.span)).with("found", found)
            }
            _ => fault,
        })
    }

    fn unknown(&self, key: &str, span: Span, known: &[&str]) -> Diagnostic {
        let fault = self.source.diagnostic("D0210", self.at(span)).with("found", key);
        fault.near(key, known).with("known", known.join(", "))
    }

    fn request(&self, whole: &Value<'_>, lang: Lang) -> Result<Request, Diagnostic> {
        let names: Vec<&str> = self.kinds.iter().map(|kind| kind.about().name).collect();
        let nothing = || {
            let fault = Diagnostic::new("D0213").in_file(self.source.name());
            fault.with("known", names.join(", "))
        };
        let table = whole.as_table().ok_or_else(nothing)?;
        let mut settings = Settings::new("", lang);
        let (mut per_page, mut unlike, mut seed) = (None, Vec::new(), 1);
        for (key, value) in table {
            let pair = (&*key.name, value);
            match &*key.name {
                "title" => settings.title = self.words(pair)?,
                "subtitle" => settings.subtitle = Some(self.words(pair)?),
                "author" => settings.author = Some(self.words(pair)?),
                "header" => settings.header = Some(self.words(pair)?),
                "footer" => settings.footer = Some(self.words(pair)?),
                "lang" => {
                    let tags = Lang::ALL.map(Lang::tag).join(", ");
                    let known = Lang::from_tag(self.text(pair)?);
                    settings.lang =
                        known.ok_or_else(|| self.expected(pair, &tags, "lang = \"en\""))?;
                }
                "paper" => {
                    settings.paper = self.inner(pair, Paper::parse("paper", self.text(pair)?))?;
                }
                "bleed" => {
                    settings.bleed = self.inner(pair, Bleed::parse("bleed", self.text(pair)?))?;
                }
                "solutions" => {
                    settings.solutions = match self.text(pair)? {
                        "end" => true,
                        "none" => false,
                        _ => return Err(self.expected(pair, "end, none", "solutions = \"end\"")),
                    };
                }
                "theme" => {
                    let known = Theme::ALL.map(|theme| theme.name).join(", ");
                    let theme = Theme::named(self.text(pair)?);
                    settings.theme =
                        theme.ok_or_else(|| self.expected(pair, &known, "theme = \"print\""))?;
                }
                "qr" => settings.qr = Some(self.text(pair)?.to_owned()),
                "per-page" => per_page = Some(self.number(pair, 400)?.max(1) as usize),
                "seed" => seed = self.number(pair, i64::MAX as u64)?,
                "unlike" => unlike = self.list(pair)?,
                "section" => {}
                other => return Err(self.unknown(other, key.span, KEYS)),
            }
        }
        settings.seed = Some(seed);
        let listed = table.get("section").ok_or_else(nothing)?;
        let pair = ("section", listed);
        let listed = listed.as_array();
        let listed = listed.ok_or_else(|| self.expected(pair, "[[section]]", "[[section]]"))?;
        let mut sections = Vec::new();
        for section in listed {
            sections.push(self.section(section, &names, per_page, seed)?);
        }
        let most = || Diagnostic::new("D0216").with("most", MOST as u64);
        let ordered: usize = sections.iter().map(|section: &Section| section.order.number).sum();
        match sections.is_empty() {
            true => Err(nothing()),
            false if ordered > MOST => Err(most().in_file(self.source.name())),
            false => Ok(Request { settings, sections, unlike }),
        }
    }

    fn section(
        &self,
        value: &Value<'_>,
        names: &[&str],
        per_page: Option<usize>,
        seed: u64,
    ) -> Result<Section, Diagnostic> {
        let nameless = || {
            let fault = self.source.diagnostic("D0213", self.at(value.span));
            fault.with("known", names.join(", "))
        };
        let table = value.as_table().ok_or_else(nameless)?;
        let named = table.get("puzzle").ok_or_else(nameless)?;
        let name = self.text(("puzzle", named))?;
        let kind = self.kinds.iter().find(|kind| kind.about().name == name);
        let kind = *kind.ok_or_else(|| self.unknown(name, named.span, names))?;
        let order = Order { kind, options: Options::default(), number: NUMBER, seed };
        let place = Some((self.source.clone(), self.at(named.span)));
        let mut section = Section { title: None, per_page, order, files: Vec::new(), place };
        let has_files = table.get("files").is_some();
        for (key, value) in table {
            let pair = (&*key.name, value);
            let generates = |name: &str| {
                let mut specs = kind.about().options.iter();
                ["number", "seed"].contains(&name)
                    || specs.any(|spec| spec.name == name && spec.role == Role::Generate)
            };
            if has_files && generates(&key.name) {
                let fault = self.source.diagnostic("D0219", self.at(key.span));
                return Err(fault.with("option", &*key.name));
            }
            match &*key.name {
                "puzzle" => {}
                "title" => section.title = Some(self.words(pair)?),
                "number" => section.order.number = self.number(pair, MOST as u64)?.max(1) as usize,
                "per-page" => section.per_page = Some(self.number(pair, 400)?.max(1) as usize),
                "seed" => section.order.seed = self.number(pair, i64::MAX as u64)?,
                "files" => section.files = self.list(pair)?,
                option => {
                    let specs = || {
                        let roles = [Role::Instance, Role::Given, Role::Generate];
                        kind.about().options.iter().filter(move |spec| roles.contains(&spec.role))
                    };
                    let Some(spec) = specs().find(|spec| spec.name == option) else {
                        let known: Vec<&str> =
                            SECTION.iter().copied().chain(specs().map(|spec| spec.name)).collect();
                        return Err(self.unknown(option, key.span, &known));
                    };
                    self.option(spec, pair, &mut section.order.options)?;
                }
            }
        }
        Ok(section)
    }

    /// An option of a puzzle: a flag is true or false, other values are text or numbers.
    fn option(
        &self,
        spec: &OptionSpec,
        pair: Pair<'_, '_>,
        options: &mut Options,
    ) -> Result<(), Diagnostic> {
        let (name, value) = pair;
        match (spec.takes, value.as_bool(), value.as_str(), value.as_integer()) {
            (Takes::Nothing, Some(true), ..) => options.set(name, ""),
            (Takes::Nothing, Some(false), ..) => {}
            (Takes::Nothing, ..) => {
                return Err(self.expected(pair, "true, false", &format!("{name} = true")));
            }
            (_, _, Some(text), _) => options.set(name, text),
            (_, _, _, Some(number)) => options.set(name, number.to_string()),
            _ => return Err(self.expected(pair, "\"…\", 7", &format!("{name} = \"a\""))),
        }
        Ok(())
    }
}
