//! The lost knight's known answers: boards of our own making always, and the coursework's cases
//! where they lie beside the project.

use std::path::PathBuf;

use search::{Limits, Outcome};
use tabuleiro_core::contract::Options;
use tabuleiro_core::kind::{Kind, Session};
use tabuleiro_core::text::{Diagnostic, Source};

fn kind() -> &'static dyn Kind {
    tabuleiro_lost_knight::KIND
}

fn options(words: &[(&str, &str)]) -> Options {
    let mut options = Options::default();
    words.iter().for_each(|(name, value)| options.set(*name, *value));
    options
}

fn open(text: impl Into<Vec<u8>>, options: &Options) -> Result<Box<dyn Session>, Diagnostic> {
    kind().open(&Source::new("board", text), options).next().unwrap()
}

/// The answer as the coursework wants it, which is the same for every strategy.
fn answer(session: &dyn Session) -> String {
    let mut answers = kind().strategies().into_iter().map(|strategy| {
        let answer = session.solve(strategy.name, &Options::default(), &Limits::default()).unwrap();
        let mut bytes = Vec::new();
        assert!(!matches!(answer.result, Outcome::Unknown(_)), "{} decides nothing", strategy.name);
        let coursework = kind().coursework().expect("it comes from one");
        coursework.write(1, &answer, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    });
    let first = answers.next().unwrap();
    assert!(answers.all(|other| other == first));
    first.trim_end().to_owned()
}

fn count(session: &dyn Session) -> String {
    session.count(&Options::default(), None, &Limits::default()).unwrap().result.count.to_string()
}

/// Nodes that `queue` and `both-ends` judge: a change of these is a change of the search.
fn nodes(session: &dyn Session) -> [u64; 2] {
    ["queue", "both-ends"].map(|strategy| {
        session.solve(strategy, &Options::default(), &Limits::default()).unwrap().stats.nodes
    })
}

#[test]
fn own_boards_have_their_known_answers() {
    let wood = include_str!("../rules/src/examples/wood.txt");
    let seam = include_str!("../rules/src/examples/seam.txt");
    let cell = include_str!("../rules/src/examples/cell.txt");
    let plane = ("edges", "plane");
    let cylinder = ("edges", "cylinder");
    /// A board, options, the fewest moves, the number of shortest paths.
    type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a str, &'a str);
    let cases: &[Case<'_>] = &[
        (wood, &[], "4", "9"),
        (seam, &[], "3", "3"),
        (seam, &[plane], "7", "2"),
        (seam, &[cylinder], "5", "2"),
        (cell, &[], "impossivel", "0"),
        (cell, &[("leaper", "1,1")], "impossivel", "0"),
        (cell, &[("leaper", "0,1")], "7", "10"),
        // On a strip of one row every move is one of one or two columns.
        ("CS", &[], "1", "1"),
        ("C.S", &[], "1", "1"),
        ("C...S....", &[], "2", "1"),
        ("C...S....", &[plane], "impossivel", "0"),
        ("C\n.\n.\nS\n.\n.\n.", &[], "2", "3"),
        ("C.\n.S", &[], "2", "2"),
        ("Cx\nxS", &[], "impossivel", "0"),
        ("C..\n...\n..S", &[], "1", "1"),
        // Three by three on a plane: the middle cannot be reached.
        ("C..\n.S.\n...", &[plane], "impossivel", "0"),
        ("C..\n...\n..S", &[plane], "4", "2"),
        ("C..S..S", &[("any-exit", ""), plane, ("leaper", "0,1")], "3", "1"),
        ("C..S..C", &[("many", ""), plane, ("leaper", "0,1")], "3", "2"),
    ];
    for (text, words, fewest, paths) in cases {
        let session = open(*text, &options(words)).unwrap();
        assert_eq!(
            (&*answer(&*session), &*count(&*session)),
            (*fewest, *paths),
            "{words:?}\n{text}"
        );
    }
    assert_eq!(nodes(&*open(wood, &Options::default()).unwrap()), [49, 34]);
}

#[test]
fn by_moves_counts_more_on_narrow_tori() {
    for (text, squares, moves) in [("C..S.", "1", "2"), ("C.\n.S", "2", "32"), ("CS", "1", "4")] {
        let by = |what| {
            let (session, options) = (open(text, &Options::default()), options(&[("by", what)]));
            let counted = session.unwrap().count(&options, None, &Limits::default());
            counted.unwrap().result.count.to_string()
        };
        assert_eq!((&*by("squares"), &*by("moves")), (squares, moves), "{text:?}");
    }
}

#[test]
fn an_empty_torus_is_crossed_as_fast_as_arithmetic_says() {
    // (250, 250) on a torus of 500: a third of the sum of the two, rounded up to the right colour.
    let mut rows = vec![vec![b'.'; 500]; 500];
    rows[0][0] = b'C';
    rows[250][250] = b'S';
    let session = open(rows.join(&b'\n'), &Options::default()).unwrap();
    assert_eq!(answer(&*session), "168");
}

#[test]
fn counts_exceed_any_machine_number() {
    // A wide plane without walls: from corner to corner by (1,2) and (2,1) in equal parts.
    let mut rows = vec![vec![b'.'; 301]; 301];
    rows[0][0] = b'C';
    rows[300][300] = b'S';
    let session = open(rows.join(&b'\n'), &options(&[("edges", "plane")])).unwrap();
    assert_eq!(answer(&*session), "200");
    // 100 moves of each kind, in any order: all of them stay on the board. 200 over 100.
    let expected = (1..=100u32).fold(num_bigint::BigUint::from(1u8), |n, k| n * (100 + k) / k);
    assert_eq!(count(&*session), expected.to_string());
    assert!(expected.bits() > 128);
}

#[test]
fn generated_boards_are_as_asked() {
    let make = |words: &[(&str, &str)], seed| {
        let made = kind().generate(&options(words), seed, &Limits::default());
        made.map(|report| report.result.session.text()).map_err(|_| ())
    };
    let number = |text: &str, what: char| text.chars().filter(|&c| c == what).count();
    for seed in 0..20 {
        let text = make(&[("size", "50x40"), ("blocked", "70%")], seed).unwrap();
        assert_eq!((number(&text, 'x'), number(&text, 'C'), number(&text, 'S')), (1400, 1, 1));
        let text = make(&[("size", "7x7"), ("blocked", "12.5%")], seed).unwrap();
        assert_eq!(number(&text, 'x'), 6);
        for shape in ["maze", "serpentine"] {
            let text = make(&[("size", "31x40"), ("shape", shape), ("far", "")], seed).unwrap();
            let session = open(&*text, &Options::default()).unwrap();
            assert!(answer(&*session).parse::<u64>().unwrap() > 40, "{shape}\n{text}");
            if shape == "maze" {
                assert_eq!(count(&*session), "1");
            }
        }
    }
    assert!(make(&[("size", "1x2"), ("blocked", "0"), ("edges", "plane")], 1).is_err());
    // The promise that a seed gives the same board for ever.
    assert_eq!(
        make(&[("size", "4x9")], 3).unwrap(),
        "xx..x..Cx\nx.x...S..\n.....xxx.\n...xx....\n"
    );
}

/// A file of the coursework, if the files are there.
fn shared(name: &str) -> Option<Vec<u8>> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/lost-knight");
    std::fs::read(root.join(name)).ok()
}

#[test]
fn the_courseworks_cases_have_their_known_answers() {
    let numbered = |year: u32, cases: &[(u32, &str, &str)]| {
        let named = |&(n, moves, paths): &(u32, &str, &str)| {
            (format!("{year}/caso{n}.txt"), moves.to_owned(), paths.to_owned())
        };
        cases.iter().map(named).collect::<Vec<_>>()
    };
    let mut cases = numbered(
        2021,
        &[
            (0, "2", "1"),
            (50, "10", "2776"),
            (100, "68", "64020"),
            (150, "64", "255360"),
            (200, "108", "161280"),
            (250, "156", "1207664640"),
            (300, "197", "69672960000"),
            (350, "170", "3406233600"),
            (400, "185", "2014149473280"),
            (450, "186", "6633122188492800"),
            (500, "225", "10385155307520"),
            // The report prints 223, a misprint.
            (550, "233", "111235667558400"),
        ],
    );
    let later = ["2", "6", "7", "15", "10", "16", "19", "12", "24", "27", "50", "85"];
    let later = (1..).zip(later).map(|(n, moves)| (n, moves, "")).collect::<Vec<_>>();
    cases.extend(numbered(2026, &later));
    let edition = [
        ("020", "4", ""),
        ("060", "15", ""),
        ("120", "14", ""),
        ("200", "51", ""),
        ("300", "68", ""),
        ("400", "52", ""),
        ("500", "123", "515944401674234277000"),
    ];
    for (name, moves, paths) in edition {
        cases.push((format!("2026/e{name}.txt"), moves.to_owned(), paths.to_owned()));
    }
    let mut found = 0;
    for (name, moves, paths) in cases {
        let Some(bytes) = shared(&name) else { continue };
        found += 1;
        let session = open(bytes, &Options::default()).unwrap();
        assert_eq!(answer(&*session), moves, "{name}");
        if !paths.is_empty() {
            assert_eq!(count(&*session), paths, "{name}");
        }
    }
    if let Some(bytes) = shared("2026/caso0.txt") {
        let fault = open(bytes, &Options::default()).err().unwrap();
        assert_eq!((fault.code(), fault.place()), ("K0105", Some((12, 40))));
    }
    eprintln!("{found} of the coursework's cases were there");
    assert!(found == 0 || found == 31);
}
