//! Counts that are stopped after every single layer and gone on with: the same number, the same
//! facts, the same counters, for everything that is counted by layers.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use search::layers::{Checkpoint, Resources};
use search::limits::SearchProgress;
use search::{Limit, Limits};
use tabuleiro::KINDS;
use tabuleiro::contract::{Ended, Options};
use tabuleiro::kind::{Report, Session};
use tabuleiro::text::Source;

/// An instance, and what is asked of it.
struct Asked {
    session: Box<dyn Session>,
    options: Options,
}

/// An instance by its text, or by options alone.
fn opened(name: &str, text: Option<&str>, given: &[(&str, &str)]) -> Asked {
    let kind = KINDS.iter().find(|kind| kind.about().name == name).expect("a puzzle");
    let mut options = Options::default();
    given.iter().for_each(|&(name, value)| options.set(name, value));
    let session = match text {
        None => {
            let described = kind.described(&options, &Limits::default());
            described.expect("good options").expect("a board")
        }
        Some(text) => {
            let source = Source::new("board", text);
            kind.open(&source, &options).next().expect("a board").expect("a good board")
        }
    };
    Asked { session, options }
}

fn limits(
    folder: Option<(&Path, bool)>,
    nodes: Option<u64>,
    pulse: &Arc<SearchProgress>,
) -> Limits {
    let keep = folder.map(|(folder, resume)| Checkpoint { folder: folder.to_owned(), resume });
    let resources = Resources { checkpoint: keep, ..Resources::default() };
    let (threads, pulse) = (Some(1), Some(pulse.clone()));
    Limits { nodes, resources, threads, pulse, ..Limits::default() }
}

/// All that must not change, or why it did not end.
fn counted(asked: &Asked, limits: &Limits) -> Result<String, Limit> {
    let report = asked.session.count(&asked.options, None, limits);
    let report = report.unwrap_or_else(|fault| panic!("{fault:?}"));
    let Report { result, stats, .. } = report;
    match result.ended {
        Ended::Cut(limit) => Err(limit),
        _ => Ok(format!("{} {:?} {stats:?}", result.count, result.facts)),
    }
}

fn copied(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

/// Stops after each layer, and from there both goes on to the end and to the next stop; how many
/// stops there were.
fn stopped_everywhere(session: &Asked, about: &str) -> usize {
    let pulse = Arc::new(SearchProgress::default());
    // Without a limit of nodes some counts are not made by layers at all.
    let whole = counted(session, &limits(None, Some(u64::MAX - 1), &pulse)).expect("no limit");
    let place = tempfile::tempdir().unwrap();
    let chain = place.path().join("chain");
    let (mut nodes, mut stops) = (0, 0);
    loop {
        let pulse = Arc::new(SearchProgress::default());
        let kept = Some((&*chain, stops > 0));
        match counted(session, &limits(kept, Some(nodes), &pulse)) {
            Ok(end) => {
                assert_eq!(end, whole, "{about}, one layer at a time");
                return stops;
            }
            Err(limit) => assert_eq!(limit, Limit::Nodes),
        }
        // Exactly the layer that was about to be expanded.
        let next = pulse.width().max(1);
        stops += 1;
        let copy = place.path().join(stops.to_string());
        copied(&chain, &copy);
        let end = counted(session, &limits(Some((&copy, true)), None, &pulse));
        assert_eq!(end.as_ref(), Ok(&whole), "{about}, after {nodes} nodes");
        nodes += next;
    }
}

/// Boards that can be played to their goals: one whose two halves are the same, and two whose halves
/// are not.
const PEGS: [&[(&str, &str)]; 3] = [
    &[("board", "3x6"), ("vacancy", "1,2")],
    &[("board", "3x6"), ("vacancy", "1,2"), ("goal", "1,5")],
    &[("board", "4x4"), ("vacancy", "1,2"), ("goal", "1,3")],
];

#[test]
fn every_count_of_pegs_goes_on_from_every_layer() {
    for of in ["solutions", "winning", "positions", "dead-ends", "games", "finishes"] {
        // The first two go by halves, the others forward whatever the goal.
        let boards = if a_goal_matters(of) { &PEGS[..] } else { &PEGS[2..] };
        let mut stops = 0;
        for &board in boards {
            let session = opened("pegs", None, &[board, &[("of", of)]].concat());
            stops += stopped_everywhere(&session, &format!("{of} of {board:?}"));
        }
        assert!(stops > 10 * boards.len(), "{of}: {stops} stops");
    }
}

fn a_goal_matters(of: &str) -> bool {
    matches!(of, "solutions" | "winning")
}

#[test]
fn tours_go_on_from_every_layer_of_both_sides() {
    let mut stops = 0;
    for given in [&[("size", "3x10"), ("closed", "")][..], &[("size", "3x9")]] {
        stops += stopped_everywhere(&opened("tour", None, given), &format!("{given:?}"));
    }
    assert!(stops > 40, "{stops} stops");
}

#[test]
fn a_count_that_begins_again_with_wider_numbers_keeps_its_folder() {
    let session = opened("tour", None, &[("size", "3x64"), ("closed", "")]);
    let pulse = Arc::new(SearchProgress::default());
    let whole = counted(&session, &limits(None, None, &pulse)).expect("no limit");
    let place = tempfile::tempdir().unwrap();
    let kept = |name: &str| place.path().join(name);
    assert_eq!(counted(&session, &limits(Some((&kept("all"), false)), None, &pulse)), Ok(whole));
    let widths = |folder: &Path| {
        let names = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
        let names = names.filter_map(|name| Some(name.to_str()?.split("-w").nth(1)?.to_owned()));
        let widths = names.filter_map(|rest| Some(rest.split('-').next()?.to_owned()));
        widths.collect::<std::collections::BTreeSet<_>>().len()
    };
    assert!(widths(&kept("all")) > 1, "no number outgrew its words");
}

#[test]
fn questions_tell_apart_what_is_counted() {
    let asked = |name, text, given: &[(&str, &str)], up_to| {
        let Asked { session, options } = opened(name, text, given);
        session.question(&options, up_to).expect("good options")
    };
    let knight = Some("C...\n....\n...S\n");
    let tours = "1 4 7 10\n12 9 2 5\n3 6 11 8\n";
    let all = [
        asked("pegs", None, PEGS[0], None),
        asked("pegs", None, PEGS[0], Some(2)),
        asked("pegs", None, &[PEGS[0], &[("of", "games")]].concat(), None),
        asked("pegs", None, PEGS[1], None),
        asked("pegs", None, PEGS[2], None),
        asked("lost-knight", knight, &[], None),
        asked("lost-knight", knight, &[("by", "moves")], None),
        asked("lost-knight", knight, &[("edges", "plane")], None),
        asked("lost-knight", knight, &[("leaper", "1,3")], None),
        asked("tour", None, &[("size", "3x4")], None),
        asked("tour", None, &[("size", "3x4"), ("before", tours)], None),
        asked("tour", None, &[("size", "3x4"), ("edges", "torus")], None),
        asked("futoshiki", None, &[("order", "4")], None),
    ];
    for (at, one) in all.iter().enumerate() {
        assert!(all[..at].iter().all(|other| other != one), "{one}");
    }
}
