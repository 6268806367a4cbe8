//! Books of every puzzle, the template included: what is in them, that they are the same whenever they are made, and
//! that what is said of them can be checked.

use std::process::Command;
use std::time::Duration;

use search::{Limit, Limits, Meter};
use tabuleiro::KINDS;
use tabuleiro::contract::{Options, Role, RunError};
use tabuleiro::kind::{Kind, Session};
use tabuleiro::locale::Lang;
use tabuleiro::text::Source;
use tabuleiro_print::{
    Bleed, Collector, Data, Made, Order, Paper, Part, Request, Settings, Taken, book, data,
    example, given, made,
};

fn kinds() -> impl Iterator<Item = &'static dyn Kind> {
    KINDS.iter().copied().chain([tabuleiro_template::KIND])
}

/// Whether a board of order 2 can be asked for, of which there are few.
fn has_orders(kind: &dyn Kind) -> bool {
    let mut specs = kind.about().options.iter();
    specs.any(|spec| spec.name == "order" && spec.role == Role::Instance)
}

fn collector(limits: &Limits, threads: usize) -> Collector<'_> {
    Collector { limits, threads, ready: &|| {} }
}

/// Some small puzzles of a kind.
fn part(kind: &'static dyn Kind, number: usize, threads: usize, taken: &mut Taken) -> Part {
    let mut options = Options::default();
    // Small ones, unless others are meant to be printed.
    if kind.printed(&options).is_empty() {
        kind.about().small.iter().for_each(|(name, value)| options.set(*name, *value));
    }
    let order = Order { kind, options, number, seed: 7 };
    let limits = Limits::default();
    let entries =
        made(&order, taken, &collector(&limits, threads), &mut Meter::unlimited()).unwrap();
    let example = example(kind, &limits).unwrap();
    assert!(example.is_some(), "{} has no example", kind.about().name);
    Part { title: kind.about().name.to_owned(), per_page: None, entries, example }
}

fn settings() -> Settings {
    let mut settings = Settings::new("Ação & <Título>", Lang::PtBr);
    settings.data = "book.json".to_owned();
    settings.seed = Some(7);
    settings
}

fn whole(parts: &[Part], settings: &Settings, threads: usize) -> Made {
    book(settings, parts, threads, &mut Meter::unlimited()).unwrap()
}

/// What a program says of a file, where the program is installed.
fn said(program: &str, words: &[&str], pdf: &[u8]) -> Option<(bool, String)> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.pdf");
    std::fs::write(&path, pdf).unwrap();
    let mut command = Command::new(program);
    let done = command
        .args(words)
        .arg(&path)
        .args((program == "pdftotext").then_some("-"))
        .output()
        .ok()?;
    let text = [done.stdout, done.stderr].concat();
    Some((done.status.success(), String::from_utf8_lossy(&text).into_owned()))
}

#[test]
fn every_puzzle_has_books_that_are_the_same_by_any_number_of_threads() {
    for kind in kinds() {
        let name = kind.about().name;
        let [one, two] = [1, 3].map(|threads| {
            let parts = [part(kind, 5, threads, &mut Taken::new())];
            let made = whole(&parts, &settings(), threads);
            let data = data(&settings(), &parts, &made);
            (made.pdf, data)
        });
        assert_eq!(one.1, two.1, "{name}");
        assert!(one.0 == two.0, "{name}: other bytes");
        if let Some((good, text)) = said("qpdf", &["--check"], &one.0) {
            assert!(good && !text.contains("WARNING"), "{name}: {text}");
        }
        if let Some((_, text)) = said("pdffonts", &[], &one.0) {
            let rows: Vec<&str> = text.lines().skip(2).collect();
            assert!(
                rows.len() == 2 && rows.iter().all(|row| row.contains(" yes yes yes ")),
                "{name}: {text}"
            );
        }
        if let Some((_, text)) = said("pdftotext", &[], &one.0) {
            assert!(
                text.contains("Ação & <Título>") && text.contains("Soluções"),
                "{name}: {text}"
            );
        }
    }
}

#[test]
fn what_is_said_of_a_book_is_checked_and_every_lie_is_found() {
    static ALL: &[&dyn Kind] = KINDS;
    let mut taken = Taken::new();
    let parts: Vec<Part> = KINDS.iter().map(|kind| part(*kind, 3, 2, &mut taken)).collect();
    let made = whole(&parts, &settings(), 2);
    let text = data(&settings(), &parts, &made);
    let check = |text: &str| {
        let read = Data::read(&Source::new("book.json", text), ALL)?;
        let limits = Limits::default();
        let flaws = read.check(&collector(&limits, 2)).unwrap();
        Ok::<_, tabuleiro::text::Diagnostic>((read, flaws))
    };
    let (read, flaws) = check(&text).unwrap();
    assert_eq!(flaws, []);
    assert_eq!(read.len(), 3 * KINDS.len());
    assert!(read.is_of(&made.pdf) && !read.is_of(&made.pdf[1..]));
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let all = value["puzzles"].as_array().unwrap();
    for (place, puzzle) in all.iter().enumerate() {
        let mut lie = value.clone();
        // The solution of another board of the same puzzle.
        let other = if place % 3 == 0 { place + 1 } else { place - 1 };
        lie["puzzles"][place]["solution"] = all[other]["solution"].clone();
        let (_, flaws) = check(&lie.to_string()).unwrap();
        assert_eq!(
            flaws.iter().map(|flaw| flaw.puzzle).collect::<Vec<_>>(),
            [place + 1],
            "{puzzle}"
        );
        let mut lie = value.clone();
        lie["puzzles"][place]["difficulty"] = "none such".into();
        assert_eq!(check(&lie.to_string()).unwrap().1.len(), 1, "{puzzle}");
    }
    let mut twice = value.clone();
    twice["puzzles"][1] = twice["puzzles"][0].clone();
    assert_eq!(check(&twice.to_string()).unwrap().1.len(), 1);
    for broken in ["", "[]", "{}", "{\"puzzles\":[{}]}", "{\"puzzles\":[{\"puzzle\":\"none\"}]}"] {
        assert!(check(broken).is_err(), "{broken}");
    }
}

#[test]
fn images_of_a_board_are_one_puzzle_and_no_two_in_a_book_are() {
    for kind in kinds() {
        let name = kind.about().name;
        let mut taken = Taken::new();
        let part = part(kind, 4, 2, &mut taken);
        assert_eq!(taken.len(), 4, "{name}");
        let options = Options::default();
        let texts: Vec<Source> =
            part.entries.iter().map(|entry| Source::new("board", entry.board.as_str())).collect();
        let open = |text| kind.open(text, &options).next().unwrap().unwrap();
        let sessions: Vec<Box<dyn Session>> = texts.iter().map(open).collect();
        let limits = Limits::default();
        let instances: Vec<_> = sessions.iter().map(|one| ("board".to_owned(), &**one)).collect();
        let again =
            given(kind, &instances, &mut taken, &collector(&limits, 2), &mut Meter::unlimited());
        let (entries, left) = again.unwrap();
        assert!(entries.is_empty() && left == 4, "{name}");
        for (session, entry) in sessions.iter().zip(&part.entries) {
            // The canonical text is a board of its own, and its own canonical text.
            let source = Source::new("canonical", entry.canonical.as_str());
            let board = kind.open(&source, &options).next().unwrap().unwrap();
            let canonical = board.canonical(&mut Meter::unlimited()).unwrap();
            assert_eq!(canonical, entry.canonical, "{name}");
            assert_eq!(session.canonical(&mut Meter::unlimited()).unwrap(), canonical, "{name}");
        }
    }
}

#[test]
fn no_option_conflicts_with_what_books_are_made_with() {
    // Long enough for a conflict, and no board of a shape that hardly has any is waited for.
    let limits = Limits { time: Some(Duration::from_secs(2)), ..Limits::default() };
    for kind in KINDS.iter().copied() {
        let about = kind.about();
        let generates = |name: &str| {
            let mut specs = about.options.iter();
            specs.any(|spec| spec.name == name && spec.role == Role::Generate)
        };
        for (option, words) in about.words.iter().filter(|(option, _)| generates(option)) {
            for word in *words {
                let mut options = Options::default();
                options.set(*option, *word);
                let order = Order { kind, options, number: 1, seed: 1 };
                let done = made(
                    &order,
                    &mut Taken::new(),
                    &collector(&limits, 2),
                    &mut Meter::unlimited(),
                );
                if let Err(RunError::Invalid(fault)) = done {
                    let told = fault.render(Lang::En);
                    assert_eq!(fault.place(), None, "{} --{option} {word}: {told}", about.name);
                }
            }
        }
    }
}

#[test]
fn solutions_of_games_are_small_and_list_every_step() {
    for kind in kinds().filter(|kind| kind.is_game()) {
        let name = kind.about().name;
        let parts = [part(kind, 8, 2, &mut Taken::new())];
        assert!(parts[0].entries.iter().all(|entry| entry.rating.is_some()), "{name}");
        let made = whole(&parts, &settings(), 2);
        let mut pages: Vec<usize> =
            made.places.iter().filter_map(|(_, solution)| *solution).collect();
        pages.dedup();
        assert!(pages.len() <= 2, "{name}: {pages:?}");
        let Some((_, text)) = said("pdftotext", &["-layout"], &made.pdf) else { continue };
        for entry in &parts[0].entries {
            // A step is what the solution as text has, where no piece goes on.
            let single = entry.solution.lines().filter(|line| line.matches('-').count() == 1);
            let known = single.clone().filter(|line| entry.steps.iter().any(|step| step == line));
            assert_eq!(known.count(), single.count(), "{name}: {}", entry.solution);
            let listed = entry
                .steps
                .iter()
                .enumerate()
                .all(|(place, step)| text.contains(&format!("{} {step}", place + 1)));
            assert!(listed, "{name}: {:?}", entry.steps);
        }
    }
}

#[test]
fn small_boards_run_out() {
    for kind in KINDS.iter().filter(|kind| has_orders(**kind)) {
        let mut options = Options::default();
        options.set("order", "2");
        let order = Order { kind: *kind, options, number: 50, seed: 1 };
        let limits = Limits::default();
        let refused =
            made(&order, &mut Taken::new(), &collector(&limits, 2), &mut Meter::unlimited());
        assert!(matches!(refused, Err(RunError::Invalid(fault)) if fault.code() == "D0208"));
    }
}

#[test]
fn a_board_with_two_solutions_or_none_is_refused() {
    for kind in KINDS.iter().filter(|kind| has_orders(**kind)) {
        let limits = Limits::default();
        let refused = |text: &str| {
            let text = format!("drawing\n{text}");
            let (source, options) = (Source::new("board", text), Options::default());
            let session = kind.open(&source, &options).next().unwrap().unwrap();
            let instances = [("board".to_owned(), &*session)];
            let collector = collector(&limits, 1);
            let refused =
                given(*kind, &instances, &mut Taken::new(), &collector, &mut Meter::unlimited());
            match refused {
                Err(RunError::Invalid(fault)) => fault.code(),
                _ => "",
            }
        };
        // Of order 2 there are two squares; a number given leaves one.
        assert_eq!(refused(". .\n. .\n"), "D0207");
        assert_eq!(refused("1 .\n. .\n"), "");
        assert_eq!(refused("1 1\n. .\n"), "D0206");
    }
}

#[test]
fn limits_stop_every_phase() {
    let parts = [part(KINDS[0], 3, 1, &mut Taken::new())];
    let tight = Limits { memory: Some(1000), ..Limits::default() };
    let refused = book(&settings(), &parts, 2, &mut Meter::new(&tight));
    assert!(matches!(refused, Err(RunError::Limit(Limit::Memory { .. }))));
    let over = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let refused = book(&settings(), &parts, 2, &mut Meter::new(&over));
    assert!(matches!(refused, Err(RunError::Limit(Limit::Time))));
    for kind in kinds() {
        for limits in [&tight, &over] {
            let order = Order { kind, options: Options::default(), number: 2, seed: 1 };
            let collector = collector(limits, 2);
            let stopped = made(&order, &mut Taken::new(), &collector, &mut Meter::new(limits));
            assert!(matches!(stopped, Err(RunError::Limit(_))), "{}", kind.about().name);
        }
    }
}

#[test]
fn papers_bleeds_codes_and_themes_make_whole_documents() {
    let parts: Vec<Part> = KINDS.iter().map(|kind| part(*kind, 2, 2, &mut Taken::new())).collect();
    let plain = whole(&parts, &settings(), 2);
    for (paper, bleed) in [
        ("6x9in", "0.125in"),
        ("a5", "0"),
        ("2x2in", "0"),
        ("60x60in", "3mm"),
        ("a4-landscape", "0"),
    ] {
        let mut settings = settings();
        settings.paper = Paper::parse("paper", paper).unwrap();
        settings.bleed = Bleed::parse("bleed", bleed).unwrap();
        settings.theme = draw::Theme::ALL[1];
        settings.qr = Some("https://example.org/tabuleiro/".to_owned());
        settings.footer = Some("x".repeat(300));
        settings.subtitle = Some("word ".repeat(60));
        settings.author = Some("A".to_owned());
        let made = whole(&parts, &settings, 2);
        assert!(made.pdf != plain.pdf && made.pages.is_multiple_of(2), "{paper}");
        if let Some((good, text)) = said("qpdf", &["--check"], &made.pdf) {
            assert!(good, "{paper}: {text}");
        }
        // A page is printed whole: every puzzle has a place, and a solution after it.
        let order =
            made.places.iter().all(|(page, solution)| solution.is_some_and(|at| at > *page));
        assert!(order && made.places.iter().all(|(page, _)| *page > 2), "{paper}");
    }
    let mut settings = settings();
    settings.solutions = false;
    let made = whole(&parts, &settings, 2);
    assert!(made.pages < plain.pages && made.places.iter().all(|(_, solution)| solution.is_none()));
}

#[test]
fn plans_are_read_and_every_fault_has_its_place() {
    static ALL: &[&dyn Kind] = KINDS;
    let name = KINDS[0].about().name;
    let read = |text: &str| Request::read(&Source::new("plan.toml", text), ALL, Lang::En);
    let text = format!(
        "title = \"Dois\"\nlang = \"pt-BR\"\npaper = \"6x9in\"\nseed = 5\nper-page = 2\nunlike = [\"a.json\"]\n\
         [[section]]\npuzzle = \"{name}\"\nnumber = 3\nsize = \"5x5\"\nclues = true\n\
         [[section]]\npuzzle = \"{name}\"\nfiles = [\"x.txt\"]\nper-page = 1\n"
    );
    let plan = read(&text).unwrap();
    assert_eq!((plan.settings.title.as_str(), plan.settings.lang), ("Dois", Lang::PtBr));
    assert_eq!((plan.sections.len(), plan.unlike.len()), (2, 1));
    let [one, two] = &plan.sections[..] else { panic!() };
    assert_eq!((one.order.number, one.order.seed, one.per_page), (3, 5, Some(2)));
    assert_eq!(
        (one.order.options.get("size"), one.order.options.get("clues")),
        (Some("5x5"), Some(""))
    );
    assert_eq!((two.order.seed, two.per_page, two.files.len()), (5, Some(1), 1));
    // What is wrong with a section is told where it stands.
    let fault = two.told(tabuleiro::text::Diagnostic::new("D0218"));
    assert_eq!((fault.file(), fault.place()), (Some("plan.toml"), Some((13, 11))));
    let section = format!("[[section]]\npuzzle = \"{name}\"\n");
    let faults = [
        (String::new(), "D0213"),
        ("title = 3\n".to_owned() + &section, "D0212"),
        ("title = \"名\"\n".to_owned() + &section, "D0205"),
        ("tittle = \"x\"\n".to_owned() + &section, "D0210"),
        ("paper = \"a99\"\n".to_owned() + &section, "D0201"),
        ("per-page = -1\n".to_owned() + &section, "D0212"),
        ("title = \n".to_owned(), "D0211"),
        ("[".repeat(1 << 19), "D0211"),
        ("{".repeat(1 << 19), "D0211"),
        (format!("x = {}", "[".repeat(1 << 19)), "D0211"),
        ("x".repeat(2 << 20), "D0211"),
        ("[[section]]\n".to_owned(), "D0213"),
        ("[[section]]\npuzzle = \"none\"\n".to_owned(), "D0210"),
        ("section = 1\n".to_owned(), "D0212"),
        (section.clone() + "number = \"x\"\n", "D0212"),
        (section.clone() + "colour = 1\n", "D0210"),
        (section.clone() + "clues = 1\n", "D0212"),
        (section.clone() + "number = 10001\n", "D0212"),
        (section.clone() + "number = 3\nfiles = [\"x.txt\"]\n", "D0219"),
        (section.clone() + "files = [\"x.txt\"]\nclues = true\n", "D0219"),
    ];
    for (text, code) in faults {
        let shown: String = text.chars().take(60).collect();
        let fault = read(&text).err().unwrap_or_else(|| panic!("{shown} is read"));
        assert_eq!(fault.code(), code, "{shown}");
        assert!(code == "D0213" || fault.place().is_some(), "{shown}");
    }
    // Whatever is cut off or damaged is refused or read, and never more than that.
    for end in 0..text.len() {
        let _ = read(&text[..end]);
        let mut bytes = text.clone().into_bytes();
        bytes[end] = b"\"[]{}=\n\\\x00'#"[end % 11];
        let _ = Request::read(&Source::new("plan.toml", bytes), ALL, Lang::En);
    }
}
