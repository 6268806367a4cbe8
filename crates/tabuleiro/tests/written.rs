//! What is written is read back as what was meant, with no options: instances that are made under
//! every option, described by options, read with options or changed by hand; one by one and many in
//! one text.

mod kinds;

use std::collections::HashSet;

use search::{Limits, Meter, Outcome, Proof};
use tabuleiro::KINDS;
use tabuleiro::board::Square;
use tabuleiro::contract::{Ended, Format, OptionSpec, Options, Product, Role, Takes, Touch};
use tabuleiro::kind::{Creation, Kind, Ruling, Session};
use tabuleiro::locale::Lang;
use tabuleiro::random::Rng;
use tabuleiro::text::Source;

use kinds::kinds;

/// What options are tried with. An option that takes none of these fails the test.
const VALUES: &[&str] = &[
    "hill",
    "0",
    "1",
    "2",
    "3",
    "5",
    "30%",
    "1,1",
    "1,3",
    "0,2",
    "2,3",
    "3x3",
    "4x5",
    "5x6",
    "3x10",
    "plane",
    "cylinder",
    "torus",
    "scattered",
    "maze",
    "serpentine",
    "mixed",
    "digits",
    "signs",
    "trivial",
    "easy",
    "tricky",
    "hard",
    "drawing",
    "coursework",
    "id",
    "english",
    "rectangle",
    "grown",
    "4:0,0,0,0,1,0,0,0,0,0,0,2,0,0,0,0,",
    "3x1:PPH",
    "o..",
];

/// Little enough for boards as small as these; what takes longer is left out.
/// Options of `generate` that ask for a search of millions of nodes, however small the instance.
const SLOW: &[&str] = &["fewest"];

fn limits() -> Limits {
    Limits { nodes: Some(20_000), ..Limits::default() }
}

/// An instance as others see it: as text, as a picture, solved and counted.
fn seen(kind: &dyn Kind, session: &dyn Session) -> impl PartialEq + std::fmt::Debug + use<> {
    let options = Options::default();
    let answer = session.solve(kind.best_strategy(), &options, &limits()).expect("no options");
    let mut printed = Vec::new();
    let word = match &answer.result {
        Outcome::Solved(found) => {
            found.print(Format::Json, Lang::En, &mut printed).expect("written to memory");
            "solved"
        }
        Outcome::Impossible(Proof::Argument(found)) => {
            found.print(Format::Json, Lang::En, &mut printed).expect("written to memory");
            "argued"
        }
        Outcome::Impossible(Proof::Exhaustion) => "exhausted",
        Outcome::Unknown(_) => "unknown",
    };
    let counted =
        session.count(&Options::default(), Some(3), &limits()).expect("nothing is kept").result;
    // What a limit leaves of a count may be anything.
    let count = (!matches!(counted.ended, Ended::Cut(_))).then_some(counted.count);
    let printed = String::from_utf8(printed).expect("JSON is text");
    let limits = limits();
    let scene = session.scene(&mut Meter::new(&limits)).expect("a small picture");
    (session.text(), scene, word, printed, answer.stats, count)
}

/// Reads a text of as many instances as are expected, and compares them.
fn read_back(kind: &dyn Kind, text: &str, expected: &[&dyn Session], context: &str) {
    let source = Source::new("text", text);
    let options = Options::default();
    let read: Vec<Box<dyn Session>> = kind
        .open(&source, &options)
        .map(|session| {
            session.unwrap_or_else(|fault| panic!("{context}: {}", fault.render(Lang::En)))
        })
        .collect();
    assert_eq!(read.len(), expected.len(), "{context}:\n{text}");
    for (read, expected) in read.iter().zip(expected) {
        assert_eq!(seen(kind, &**read), seen(kind, *expected), "{context}:\n{text}");
    }
}

/// Options with their values.
type Chosen = Vec<(&'static str, &'static str)>;

fn set(chosen: &[(&str, &str)]) -> Options {
    let mut set = Options::default();
    chosen.iter().for_each(|(name, value)| set.set(*name, *value));
    set
}

/// Every option of a kind that says what an instance is, with every value that works alone; where none
/// does, with those that work beside others.
fn working(kind: &dyn Kind, roles: &[Role], works: impl Fn(&Options) -> bool) -> Vec<Chosen> {
    let specs = || kind.about().options.iter().filter(|spec| roles.contains(&spec.role));
    let values = |spec: &OptionSpec| if spec.takes == Takes::Nothing { &[""] } else { VALUES };
    let mut working: Vec<Chosen> = specs()
        .flat_map(|spec| values(spec).iter().map(|value| vec![(spec.name, *value)]))
        .filter(|chosen| works(&set(chosen)))
        .collect();
    // Once more, for those that need two others.
    for spec in specs().chain(specs()) {
        if !working.iter().flatten().any(|(name, _)| *name == spec.name) {
            let beside = |others: &Chosen| -> Vec<Chosen> {
                let with = |value: &&'static str| [&others[..], &[(spec.name, *value)]].concat();
                values(spec).iter().map(with).filter(|chosen| works(&set(chosen))).collect()
            };
            let found = working.iter().map(beside).find(|found| !found.is_empty());
            working.extend(found.into_iter().flatten());
        }
    }
    working
}

/// Some of them together, each option once.
fn some(working: &[Chosen], rng: &mut Rng) -> Chosen {
    let mut chosen = Chosen::new();
    for _ in 0..1 + rng.below(4) {
        for &(name, value) in working.get(rng.below(working.len().max(1))).into_iter().flatten() {
            if chosen.iter().all(|(known, _)| *known != name) {
                chosen.push((name, value));
            }
        }
    }
    chosen
}

#[test]
fn what_is_made_is_read_back_without_options() {
    let mut rng = Rng::new(6);
    for kind in kinds() {
        let name = kind.about().name;
        let make = |options: &Options, seed| {
            let slow = SLOW.iter().any(|name| options.has(name));
            let nodes = limits().nodes.map(|nodes| if slow { 500 * nodes } else { nodes });
            let made = kind.generate(options, seed, &Limits { nodes, ..limits() }).ok()?.result;
            if made.product == Product::Claim {
                claim_alone(kind, &made);
            }
            Some(made.session)
        };
        let roles = [Role::Instance, Role::Generate];
        let working = working(kind, &roles, |options| make(options, 1).is_some());
        for spec in kind.about().options.iter().filter(|spec| roles.contains(&spec.role)) {
            let is_tried = working.iter().flatten().any(|(option, _)| *option == spec.name);
            assert!(is_tried, "{name} --{}: no value works", spec.name);
        }
        let mut known = HashSet::new();
        let mut several = 0;
        let chosen = (0..40).map(|_| some(&working, &mut rng)).collect::<Vec<_>>();
        for chosen in working.iter().chain(&chosen) {
            let made: Vec<Box<dyn Session>> =
                (1..4).filter_map(|seed| make(&set(chosen), seed)).collect();
            let count = made.len() as u64;
            let texts = (1..).zip(&made).map(|(place, session)| session.text_among(place, count));
            let text: String = texts.collect();
            // An option that says nothing here makes what was read back before.
            if made.is_empty() || !known.insert(text.clone()) {
                continue;
            }
            let context = format!("{name} generate {chosen:?}");
            read_back(kind, &made[0].text(), &[&*made[0]], &context);
            let all: Vec<&dyn Session> = made.iter().map(|session| &**session).collect();
            read_back(kind, &text, &all, &context);
            several += u32::from(count > 1);
        }
        assert!(several >= 1, "{name}: no text of several instances");
    }
}

/// A claim that is made, and no board with it, is right by itself: the coursework's format alone
/// cannot tell of other moves than its own.
fn claim_alone(kind: &dyn Kind, made: &Creation) {
    for format in [Format::Text, Format::Json] {
        let mut claim = Vec::new();
        made.finding.print(format, Lang::En, &mut claim).expect("written to memory");
        let mut claim = String::from_utf8(claim).expect("text");
        if format == Format::Json {
            claim = format!("{{\"{}\":{claim}}}", made.subject.word());
        }
        let source = Source::new("claim", claim.as_str());
        let implied = kind.implied(&source, &Options::default());
        let ruling = implied.map(|session| session.check(&source, &Limits::default()).unwrap());
        assert!(matches!(ruling, Ok(Ruling::Valid(_))), "{claim}: {ruling:?}");
    }
}

#[test]
fn what_options_describe_is_read_back_without_them() {
    let mut rng = Rng::new(7);
    for kind in kinds() {
        let name = kind.about().name;
        let described =
            |options: &Options| kind.described(options, &Limits::default()).ok().flatten();
        let working =
            working(kind, &[Role::Instance, Role::Given], |options| described(options).is_some());
        let chosen = (0..100).map(|_| some(&working, &mut rng)).collect::<Vec<_>>();
        for chosen in working.iter().chain(&chosen) {
            if let Some(session) = described(&set(chosen)) {
                read_back(kind, &session.text(), &[&*session], &format!("{name} {chosen:?}"));
            }
        }
    }
}

#[test]
fn what_is_read_with_options_and_changed_by_hand_is_read_back_without_them() {
    let mut rng = Rng::new(8);
    for kind in kinds() {
        let name = kind.about().name;
        for example in kind.about().examples {
            let source = Source::new(example.name, example.text);
            let open = |options: &Options| kind.open(&source, options).next()?.ok();
            let working =
                working(kind, &[Role::Instance, Role::Given], |options| open(options).is_some());
            for _ in 0..20 {
                let chosen = some(&working, &mut rng);
                let Some(mut session) = open(&set(&chosen)) else { continue };
                let context = format!("{name} {} {chosen:?}", example.name);
                read_back(kind, &session.text(), &[&*session], &context);
                for _ in 0..3 {
                    let (brushes, size) = (kind.brushes(), session.extent());
                    let brush = brushes[rng.below(brushes.len())].name;
                    let mut square = || size.square(rng.below(size.area() as usize));
                    let (at, to): (Square, Square) = (square(), square());
                    let touch = Touch { at, to: Some(to), value: rng.below(6) as u32 };
                    session = session.touch(brush, touch).unwrap_or(session);
                    read_back(kind, &session.text(), &[&*session], &format!("{context} {brush}"));
                }
            }
        }
    }
}

#[test]
fn several_knights_and_exits_are_read_back_without_options() {
    // What no option makes and no touch does: the examples have one of each.
    let kind = KINDS.iter().find(|kind| kind.about().name == "lost-knight").expect("it is there");
    let source = Source::new("text", "C.S\n.C.\nS.x\n\nplane\nC.S\nC..\n...\n");
    let options = set(&[("many", ""), ("any-exit", ""), ("leaper", "1,1")]);
    let boards: Vec<Box<dyn Session>> =
        kind.open(&source, &options).collect::<Result<_, _>>().expect("two boards");
    let texts: Vec<String> = boards.iter().map(|board| board.text()).collect();
    assert_eq!(texts[0], "many any-exit leaper 1,1\nC.S\n.C.\nS.x\n");
    assert_eq!(texts[1], "many plane leaper 1,1\nC.S\nC..\n...\n");
    let all: Vec<&dyn Session> = boards.iter().map(|board| &**board).collect();
    read_back(*kind, &texts.join("\n"), &all, "several");
}

#[test]
fn an_option_that_describes_an_instance_goes_with_no_text_and_the_others_do() {
    for kind in kinds() {
        let about = kind.about();
        let source = Source::new("text", about.examples[0].text);
        let opens = |name: &str, value: &str| {
            let mut options = Options::default();
            options.set(name, value);
            kind.open(&source, &options).next().is_some_and(|opened| opened.is_ok())
        };
        for name in about.instead {
            let given = |role| matches!(role, Role::Instance | Role::Given);
            let known = about.options.iter().any(|spec| spec.name == *name && given(spec.role));
            assert!(known && !opens(name, "1"), "{} --{name}", about.name);
        }
        for spec in about.options.iter().filter(|spec| !about.instead.contains(&spec.name)) {
            let given = matches!(spec.role, Role::Instance | Role::Given);
            let listed = about.words.iter().find(|(name, _)| given && *name == spec.name);
            for word in listed.map_or(&[][..], |(_, words)| *words) {
                assert!(opens(spec.name, word), "{} --{} {word}", about.name, spec.name);
            }
        }
    }
}
