//! Limits of time, memory and nodes, and the cancel flag: every verb of every kind obeys them.

mod boards;
mod kinds;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use search::{Limit, Limits, Meter, Outcome, Proof};
use tabuleiro::contract::{Ended, Format, Options, RunError};
use tabuleiro::kind::{Kind, Session};
use tabuleiro::locale::Lang;
use tabuleiro::measure::Plan;
use tabuleiro::scene::Scene;
use tabuleiro::text::Source;

use boards::{example, small};
use kinds::kinds;

fn cancelled() -> Limits {
    Limits { cancel: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() }
}

/// The limit that an outcome names; that a strategy is incomplete is none.
fn named<S, A>(outcome: &Outcome<S, A>) -> Option<Limit> {
    match outcome {
        Outcome::Unknown(Limit::Incomplete) => None,
        Outcome::Unknown(limit) => Some(*limit),
        Outcome::Solved(_) | Outcome::Impossible(_) => None,
    }
}

/// A true answer about an instance, as text.
fn claim(kind: &dyn Kind, session: &dyn Session) -> Source {
    let answer = session.solve(kind.best_strategy(), &Options::default(), &Limits::default());
    let Outcome::Solved(found) = answer.unwrap().result else { panic!("it has a solution") };
    let mut text = Vec::new();
    found.print(Format::Text, Lang::En, &mut text).expect("written to memory");
    Source::new("claim", text)
}

/// Every verb on an instance, with the limit that ended it if one did, and the nodes that were counted.
fn verbs(
    kind: &dyn Kind,
    session: &dyn Session,
    limits: &Limits,
) -> Vec<(String, Option<Limit>, u64)> {
    let options = Options::default();
    let (mut did, name) = (Vec::new(), kind.about().name);
    let mut tell = |verb: &str, limit, nodes| did.push((format!("{name} {verb}"), limit, nodes));
    for strategy in kind.strategies() {
        let answer = session.solve(strategy.name, &options, limits).unwrap();
        tell(&format!("solve {}", strategy.name), named(&answer.result), answer.stats.nodes);
    }
    let mut pen = session.scene(&mut Meter::unlimited()).unwrap();
    let watched = session.watch(kind.best_strategy(), &options, limits, &mut pen).unwrap();
    tell("watch", named(&watched.result), watched.stats.nodes);
    for up_to in [None, Some(1)] {
        let counted = session.count(&options, up_to, limits).unwrap();
        let limit = match counted.result.ended {
            Ended::Cut(limit) => Some(limit),
            Ended::Exhausted | Ended::Satisfied | Ended::Spent => None,
        };
        tell(&format!("count {up_to:?}"), limit, counted.stats.nodes);
    }
    let fired = |error| match error {
        RunError::Limit(limit) => limit,
        RunError::Invalid(fault) => panic!("{name}: {}", fault.render(Lang::En)),
    };
    let (made, nodes) = match kind.generate(&options, 1, limits) {
        Ok(made) => (None, made.stats.nodes),
        Err(error) => (Some(fired(error)), 0),
    };
    tell("generate", made, nodes);
    let text = Source::new("text", session.text()).within(limits);
    let opened = kind.open(&text, &options).next().expect("an instance");
    tell("open", opened.err().map(|fault| fired(fault.into())), 0);
    let read = claim(kind, session).within(limits);
    let read = session.check(&read, &Limits::default()).err().map(fired);
    tell("read a claim", read, 0);
    let checked = session.check(&claim(kind, session), limits).err().map(fired);
    tell("check", checked, 0);
    tell("draw", session.scene(&mut Meter::new(limits)).err(), 0);
    did
}

/// Instances with a solution: the first example, which its kind finds the most telling, and a small board.
fn instances(kind: &dyn Kind) -> [Box<dyn Session>; 2] {
    [example(kind, 0), small(kind, 1)]
}

#[test]
fn nothing_is_done_or_claimed_when_somebody_asked_to_stop() {
    for kind in kinds() {
        for session in instances(kind) {
            for (verb, limit, nodes) in verbs(kind, &*session, &cancelled()) {
                assert_eq!((limit, nodes), (Some(Limit::Cancelled), 0), "{verb}");
            }
        }
    }
}

#[test]
fn no_time_is_no_time() {
    let begun = Some(Instant::now());
    let limits = Limits { time: Some(Duration::ZERO), begun, ..Limits::default() };
    for kind in kinds() {
        for session in instances(kind) {
            for (verb, limit, nodes) in verbs(kind, &*session, &limits) {
                assert_eq!((limit, nodes), (Some(Limit::Time), 0), "{verb}");
            }
        }
    }
}

/// A board that is known by its sides alone may be generated and checked without memory.
#[test]
fn no_memory_is_said_with_what_it_would_take() {
    let limits = Limits { memory: Some(1), ..Limits::default() };
    for kind in kinds() {
        for session in instances(kind) {
            let free = session.footprint() == 0;
            for (verb, limit, _) in verbs(kind, &*session, &limits) {
                match limit {
                    Some(Limit::Memory { needed }) => assert!(needed > 1, "{verb}"),
                    None if free && ["check", "generate"].iter().any(|v| verb.ends_with(v)) => {}
                    _ => panic!("{verb}: {limit:?}"),
                }
            }
        }
    }
}

#[test]
fn no_nodes_are_counted_beyond_the_limit() {
    for kind in kinds() {
        for session in instances(kind) {
            for most in [0, 1, 2, 5] {
                let limits = Limits { nodes: Some(most), ..Limits::default() };
                for (verb, limit, nodes) in verbs(kind, &*session, &limits) {
                    assert!(nodes <= most, "{verb}: {nodes} of {most}");
                    match limit {
                        None => {}
                        // What made nothing tells no number.
                        Some(Limit::Nodes) if verb.ends_with("generate") => {}
                        _ => assert_eq!((limit, nodes), (Some(Limit::Nodes), most), "{verb}"),
                    }
                }
            }
        }
    }
}

/// Whatever a verb needs is enough for it, and what it took is no more than it says.
#[test]
fn a_search_that_is_given_the_memory_it_asks_for_ends() {
    for kind in kinds() {
        let session = small(kind, 1);
        let mut memory = 1;
        for _ in 0..40 {
            let limits = Limits { memory: Some(memory), ..Limits::default() };
            let answer = session.solve(kind.best_strategy(), &Options::default(), &limits).unwrap();
            match answer.result {
                Outcome::Unknown(Limit::Memory { needed }) => {
                    assert!(needed > memory, "{}: {needed} of {memory}", kind.about().name);
                    memory = needed;
                }
                Outcome::Solved(_) => break,
                _ => panic!("{}: {:?}", kind.about().name, named(&answer.result)),
            }
        }
    }
}

#[test]
fn pictures_are_claimed_before_they_are_made() {
    let nodes = Limits { nodes: Some(100_000), ..Limits::default() };
    for kind in kinds() {
        for seed in 0..20 {
            let session = boards::instance(kind, seed);
            let answer = session.solve(kind.best_strategy(), &Options::default(), &nodes).unwrap();
            let found = match answer.result {
                Outcome::Solved(found) | Outcome::Impossible(Proof::Argument(found)) => Some(found),
                Outcome::Impossible(Proof::Exhaustion) | Outcome::Unknown(_) => None,
            };
            type Picture<'a> = &'a dyn Fn(&mut Meter<'_>) -> Option<Result<Scene, Limit>>;
            let pictures: [Picture<'_>; 2] = [&|meter| Some(session.scene(meter)), &|meter| {
                found.as_ref().map(|found| found.scene(meter))
            }];
            for picture in pictures {
                let mut meter = Meter::unlimited();
                let Some(Ok(scene)) = picture(&mut meter) else { continue };
                assert_eq!(scene.size(), session.extent());
                assert_eq!(meter.claimed(), scene.footprint(), "{}", kind.about().name);
                // With one byte less it is refused, and says what it would have taken.
                let less = Limits { memory: Some(scene.footprint() - 1), ..Limits::default() };
                let refused = picture(&mut Meter::new(&less));
                let Some(Err(Limit::Memory { needed })) = refused else { panic!("{refused:?}") };
                assert!(needed >= scene.footprint());
                let refused = picture(&mut Meter::new(&cancelled()));
                assert_eq!(refused, Some(Err(Limit::Cancelled)));
            }
        }
    }
}

/// As many runs as are asked for may be more than there is memory for their times, or than can be made.
#[test]
fn comparisons_of_endless_runs_end() {
    let options = Options::default();
    let mut measured = 0;
    for kind in kinds() {
        let session = example(kind, 0);
        for nodes in [0, 1000] {
            let (nodes, memory) = (Some(nodes), Some(1 << 20));
            let plan = Plan {
                strategies: &[kind.best_strategy()],
                options: &options,
                limits: &Limits { nodes, memory, ..Limits::default() },
                runs: u64::MAX,
                seed: 1,
            };
            let rows = plan.measure(&[(String::new(), &*session)]).unwrap();
            assert!(rows[0].times.len() < 1 << 16, "{}", kind.about().name);
            measured += rows[0].times.len();
        }
    }
    assert!(measured > 1 << 10, "nothing was run again");
}
