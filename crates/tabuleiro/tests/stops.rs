//! Whatever takes long stops soon after somebody asks, and obeys its other limits: phases that judge no
//! state included. Each case would go on for minutes, or for ever, if its phase did not look.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use search::{Limit, Limits, Meter, Outcome};
use tabuleiro::board::{Size, Square, Squares};
use tabuleiro::contract::{
    Claim, Count, Ended, Generate, Options, Puzzle, RunError, Solve, Verify,
};
use tabuleiro::futoshiki::Futoshiki;
use tabuleiro::lost_knight::{LostKnight, Route};
use tabuleiro::pegs::{Method, Pegs, Plan};

/// Far longer than any stop takes, however busy the machine is, and far shorter than the work.
const HANG: Duration = Duration::from_secs(40);

/// What work that is asked to stop after some milliseconds says.
fn stopped<T: Send + 'static>(
    what: &str,
    after: u64,
    work: impl FnOnce(&Limits) -> T + Send + 'static,
) -> T {
    let cancel = Arc::new(AtomicBool::new(false));
    let limits = Limits { cancel: Some(cancel.clone()), ..Limits::default() };
    let (tell, told) = mpsc::channel();
    thread::spawn(move || tell.send(work(&limits)));
    thread::sleep(Duration::from_millis(after));
    cancel.store(true, Ordering::Relaxed);
    told.recv_timeout(HANG).unwrap_or_else(|_| panic!("{what} goes on"))
}

fn options(words: &str) -> Options {
    let mut options = Options::default();
    for word in words.split_whitespace() {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        options.set(name, value);
    }
    options
}

/// The limit that ended the making of an instance, and the nodes it took.
fn making<L, P: Generate<L>>(words: &str, limits: &Limits) -> (Option<Limit>, u64) {
    let mut meter = Meter::new(limits);
    match P::generate(&options(words), 1, &mut meter) {
        Ok(_) => (None, meter.stats().nodes),
        Err(RunError::Limit(limit)) => (Some(limit), meter.stats().nodes),
        Err(RunError::Invalid(fault)) => panic!("{words}: {}", fault.code()),
    }
}

fn making_stops<L, P: Generate<L>>(all: &[(&'static str, u64)]) {
    for &(words, after) in all {
        let made = stopped(words, after, move |limits| making::<L, P>(words, limits).0);
        assert_eq!(made, Some(Limit::Cancelled), "{words}");
    }
}

#[test]
fn rating_and_counting_by_values_stop() {
    making_stops::<_, Futoshiki>(&[
        ("order=10 difficulty=hard", 100),
        ("order=16 difficulty=hard", 100),
        ("order=16 difficulty=extreme clues=signs", 100),
    ]);
    let ended = stopped("a count", 100, |limits| {
        Futoshiki::new(10).count(&(), None, &mut Meter::new(limits)).map(|counted| counted.ended)
    });
    assert_eq!(ended.unwrap(), Ended::Cut(Limit::Cancelled));
}

#[test]
fn a_value_that_is_tried_is_a_node() {
    for most in [0, 1, 100] {
        let limits = Limits { nodes: Some(most), ..Limits::default() };
        let made = making::<_, Futoshiki>("order=10 difficulty=hard", &limits);
        assert_eq!(made, (Some(Limit::Nodes), most));
    }
}

#[test]
fn a_count_without_memory_obeys_its_nodes() {
    let limits = Limits { nodes: Some(20_000), memory: Some(300_000), ..Limits::default() };
    let mut meter = Meter::new(&limits);
    let counted = Futoshiki::new(10).count(&(), None, &mut meter).unwrap();
    assert_eq!(counted.ended, Ended::Cut(Limit::Nodes));
    assert_eq!(meter.stats().nodes, 20_000);
}

#[test]
fn making_boards_for_knights_stops() {
    making_stops::<_, LostKnight>(&[
        ("size=20000x20000 shape=maze", 100),
        ("size=20000x20000 shape=serpentine", 100),
        ("size=3x100000000 shape=serpentine far", 100),
        ("size=20000x20000 blocked=50%", 20),
        ("size=20000x20000 blocked=0", 400),
        ("size=300000000x1 edges=torus leaper=0,1 far blocked=0", 400),
    ]);
}

fn open_board(rows: u32, cols: u32) -> LostKnight {
    let size = Size { rows, cols };
    let (knight, exit) = (Square { row: 0, col: 0 }, Square { row: rows - 1, col: cols - 1 });
    LostKnight::new(size, Squares::none(size.area() as usize), knight, exit).unwrap()
}

fn examination_stops(board: LostKnight, route: Route) {
    let (what, asked) = (board.size().to_string(), Arc::new((board, Claim::Solution(route))));
    // On a busy machine a check may be over before anybody asks it to stop.
    let stops = (0..20).any(|_| {
        let asked = asked.clone();
        let examined = stopped(&what, 1, move |limits| {
            asked.0.examine(&asked.1, &mut Meter::new(limits)).map(|held| held.is_ok())
        });
        examined == Err(Limit::Cancelled)
    });
    assert!(stops, "{what}");
}

/// Boards with one long side are labelled square by square, others flooded by blocks.
#[test]
fn the_verifier_of_paths_stops() {
    examination_stops(open_board(3, 20_000_000), Route::of_length(1));
    examination_stops(open_board(10_000, 10_000), Route::of_length(1));
}

/// Whether a path on a large board is a shortest one is asked of two balls, by two threads.
#[test]
fn the_two_balls_of_the_verifier_stop() {
    let board = open_board(10_000, 10_000);
    let how = board.plan("auto", &Options::default()).unwrap();
    let outcome = board.solve(&how, &mut Meter::unlimited(), &mut (), &mut Vec::new());
    let Outcome::Solved(route) = outcome else { panic!("an open board has a way out") };
    examination_stops(board, route);
}

#[test]
fn making_problems_with_pegs_stops() {
    making_stops::<_, Pegs>(&[
        ("size=2000x2000", 100),
        ("size=1000000x3 holes=5", 100),
        ("size=2000x2000 holes=3 impossible", 100),
        ("size=4000x4000 holes=9 shape=rectangle", 100),
        ("size=12x12 holes=40", 100),
    ]);
}

#[test]
fn dividing_and_preparing_boards_of_pegs_stops() {
    let sizes = [
        ("200x200", Method::Cut),
        ("700x700", Method::Cut),
        ("4000x4000", Method::Auto),
        ("4000x4000", Method::Prune),
        ("4000x4000", Method::Memo),
        ("4000x4000", Method::Beam),
        ("4000x4000", Method::Stack),
    ];
    for (size, how) in sizes {
        let words = options(&format!("board={size}"));
        let board = Pegs::from_options(&words, &mut Meter::unlimited()).unwrap().unwrap();
        let what = format!("{size} {how:?}");
        let outcome = stopped(&what, 50, move |limits| {
            let (plan, mut meter) = (Plan::from(how), Meter::new(limits));
            board.solve(&plan, &mut meter, &mut (), &mut Vec::new())
        });
        assert!(matches!(outcome, Outcome::Unknown(Limit::Cancelled)), "{what}: {outcome:?}");
    }
}

/// What a search prepares is claimed before it is taken.
#[test]
fn preparing_boards_of_pegs_obeys_its_memory() {
    let words = options("board=700x700");
    let board = Pegs::from_options(&words, &mut Meter::unlimited()).unwrap().unwrap();
    for how in [Method::Memo, Method::Beam, Method::BothEnds] {
        let limits = Limits { memory: Some(64 << 20), ..Limits::default() };
        let mut meter = Meter::new(&limits);
        let outcome = board.solve(&Plan::from(how), &mut meter, &mut (), &mut Vec::new());
        let refused = matches!(outcome, Outcome::Unknown(Limit::Memory { .. }));
        assert!(refused, "{how:?}: {outcome:?}");
        assert_eq!(meter.claimed(), 0, "{how:?}");
    }
}
