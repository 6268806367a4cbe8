//! How fast a search is recorded, and how fast any of its moments is reached: ten million events of
//! a depth-first search on a chessboard, and a breadth-first search on a large board.

use std::time::Instant;

use search::{Limits, Meter};
use tabuleiro::KINDS;
use tabuleiro::contract::Options;
use tabuleiro::kind::Session;
use tabuleiro::random::Rng;
use tabuleiro::recorder::Recorder;
use tabuleiro::text::Source;

const MOMENTS: u64 = 2000;

fn main() {
    let mut options = Options::default();
    options.set("size", "8x8");
    options.set("start", "8,8");
    let tour =
        KINDS[0].described(&options, &Limits::default()).expect("a size").expect("is a board");
    measure("tour 8x8 from 8,8, fixed", &*tour, "fixed", 5_000_000);
    let mut board = ".".repeat(550).into_bytes();
    board.push(b'\n');
    let mut board = board.repeat(550);
    board[0] = b'C';
    board[551 * 275 + 275] = b'S';
    let (source, options) = (Source::new("board", board), Options::default());
    let knight = KINDS[1].open(&source, &options).next().expect("a board").expect("a legal one");
    measure("lost-knight 550x550, queue", &*knight, "queue", u64::MAX);
}

fn measure(name: &str, session: &dyn Session, strategy: &str, nodes: u64) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let options = Options::default();
    let timed = |work: &mut dyn FnMut()| {
        let begun = Instant::now();
        work();
        begun.elapsed()
    };
    let alone = timed(&mut || drop(session.solve(strategy, &options, &limits)));
    let scene = session.scene(&mut Meter::new(&limits)).expect("no limit of memory");
    let mut recorder = Recorder::begin(scene, 1 << 30).expect("a small board");
    let watched = timed(&mut || drop(session.watch(strategy, &options, &limits, &mut recorder)));
    let mut player = recorder.finish().play();
    let (events, bytes) = (player.recording().events(), player.recording().bytes());
    assert_eq!(player.recording().kept(), events);
    let mut rng = Rng::new(1);
    let mut times: Vec<_> = (0..MOMENTS)
        .map(|_| rng.below(events as usize + 1) as u64)
        .map(|moment| timed(&mut || assert_eq!(player.seek(moment), moment)))
        .collect();
    times.sort();
    player.seek(events);
    let mut back: Vec<_> = (0..200).map(|_| timed(&mut || assert!(player.back()))).collect();
    back.sort();
    println!("{name}: {events} events, {} MB, {alone:?} alone, {watched:?} recorded", bytes >> 20);
    println!(
        "  any moment: median {:?}, worst {:?}; back by one: worst {:?}",
        times[times.len() / 2],
        times[times.len() - 1],
        back[back.len() - 1]
    );
}
