//! What takes minutes: run by `cargo xtask long`.

#[path = "golden/runner.rs"]
mod runner;

#[path = "../../tour/tests/refuted/mod.rs"]
mod refuted;

#[path = "../../futoshiki/tests/steps/mod.rs"]
mod steps;

use std::path::Path;

use search::{Limits, Meter, Outcome};
use tabuleiro::KINDS;
use tabuleiro::board::Size;
use tabuleiro::contract::{Options, Puzzle, Solve, Verify};
use tabuleiro::explain::Advice;
use tabuleiro::kind::{Kind, Session};
use tabuleiro::pegs::Pegs;
use tabuleiro::pegs::levels::{self, Count, Engine};
use tabuleiro::random::Rng;
use tabuleiro::tour::{Plan, Tour};

#[test]
fn long_golden_cases_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/long");
    let check = |kind: &&dyn Kind| runner::check_all(*kind, &[folder.join(kind.about().name)]);
    assert!(KINDS.iter().map(check).sum::<usize>() > 0);
}

#[test]
fn roth_decides_every_start_up_to_fifty_by_fifty() {
    let limits = Limits::default();
    let (mut solved, mut impossible, mut most) = (0u64, 0u64, 0);
    for rows in 3..=50 {
        for cols in rows..=50 {
            let size = Size { rows, cols };
            for start in size.squares() {
                let tour = Tour::new(size).with_start(start);
                let mut meter = Meter::new(&limits);
                let colour_fits = size.area().is_multiple_of(2) || (start.row + start.col) % 2 == 0;
                let outer = rows != 4 || start.row == 0 || start.row == 3;
                match tour.solve(&Plan::Roth, &mut meter, &mut (), &mut Vec::new()) {
                    Outcome::Solved(numbers) => {
                        assert_eq!(tour.verify(&numbers), Ok(()));
                        solved += 1;
                    }
                    Outcome::Impossible(_) => {
                        assert!(!colour_fits || !outer || cols < 9, "{size} from {start}");
                        impossible += 1;
                    }
                    Outcome::Unknown(limit) => panic!("{size} from {start}: {limit:?}"),
                }
                most = most.max(meter.stats().nodes);
            }
        }
    }
    println!("{solved} starts solved, {impossible} proved impossible, {most} nodes at most");
    assert_eq!((solved, impossible), (725_466, 104_986));
}

#[test]
fn closed_tours_exist_where_schwenk_says_up_to_fifty() {
    let limits = Limits::default();
    for rows in 3..=50u32 {
        for cols in rows..=50 {
            let tour = Tour::new(Size { rows, cols }).closed();
            let outcome =
                tour.solve(&Plan::Roth, &mut Meter::new(&limits), &mut (), &mut Vec::new());
            let none = rows * cols % 2 == 1 || rows == 4 || rows == 3 && matches!(cols, 4 | 6 | 8);
            match outcome {
                Outcome::Solved(numbers) => assert!(!none && tour.verify(&numbers).is_ok()),
                Outcome::Impossible(_) => assert!(none, "{rows}x{cols}"),
                Outcome::Unknown(limit) => panic!("{rows}x{cols}: {limit:?}"),
            }
        }
    }
}

#[test]
fn tiles_tour_every_rectangle_up_to_two_hundred() {
    let limits = Limits::default();
    for rows in 5..=200u32 {
        for cols in 5..=200u32 {
            for closed in [false, true].into_iter().filter(|closed| !closed || rows * cols % 2 == 0)
            {
                let tour = Tour::new(Size { rows, cols });
                let tour = if closed { tour.closed() } else { tour };
                match tour.solve(&Plan::Tiles, &mut Meter::new(&limits), &mut (), &mut Vec::new()) {
                    Outcome::Solved(numbers) => assert_eq!(tour.verify(&numbers), Ok(())),
                    _ => panic!("no tour of {tour:?}"),
                }
            }
        }
    }
}

#[test]
fn every_start_and_end_is_decided_up_to_ten_by_ten() {
    let limits = Limits::default();
    for rows in 3..=10u32 {
        for cols in rows..=10u32 {
            let size = Size { rows, cols };
            for start in size.squares() {
                for end in size.squares().filter(|&end| end != start) {
                    let tour = Tour::new(size).with_start(start).with_end(end);
                    let mut meter = Meter::new(&limits);
                    // On boards six wide or wider nothing but the colours forbids a pair.
                    let fits = match size.area() % 2 {
                        0 => !start.same_colour(end),
                        _ => (start.row + start.col) % 2 == 0 && start.same_colour(end),
                    };
                    match tour.solve(&Plan::Tiles, &mut meter, &mut (), &mut Vec::new()) {
                        Outcome::Solved(numbers) => {
                            assert!(fits);
                            assert_eq!(tour.verify(&numbers), Ok(()));
                        }
                        Outcome::Impossible(_) => assert!(!fits || rows < 6, "{tour:?}"),
                        Outcome::Unknown(limit) => panic!("{tour:?}: {limit:?}"),
                    }
                }
            }
        }
    }
}

#[test]
fn every_board_up_to_two_hundred_that_has_no_tour_is_refuted() {
    assert_eq!(refuted::up_to(200), [5547, 399]);
}

#[test]
fn whole_spaces_of_peg_boards_are_as_large_as_known_within_their_memory() {
    for (board, vacancy, memory, positions, classes) in [
        ("european", "4,4", 350_000_000, 2_993_979_754, 374_349_517),
        ("6x6", "1,1", 200_000_000, 2_383_981_575, 1_192_048_071),
    ] {
        let mut options = Options::default();
        options.set("board", board);
        options.set("vacancy", vacancy);
        let pegs =
            Pegs::from_options(&options, &mut Meter::new(&Limits::default())).unwrap().unwrap();
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        let (counts, way) = levels::reachable(pegs.ground(), &mut Meter::new(&limits)).unwrap();
        let sum = |count: fn(&Count) -> u64| counts.iter().map(count).sum::<u64>();
        assert_eq!(way, Engine::Dense, "{board}");
        assert_eq!(sum(|level| level.positions), positions, "{board}");
        assert_eq!(sum(|level| level.classes), classes, "{board}");
    }
}

/// The widest layer takes 3 GB, so that this one is merged on the disk.
#[test]
fn games_of_the_european_board_are_counted_in_a_third_of_the_memory_they_take() {
    let mut options = Options::default();
    options.set("board", "european");
    let pegs = Pegs::from_options(&options, &mut Meter::new(&Limits::default())).unwrap().unwrap();
    let limits = Limits { memory: Some(1 << 30), ..Limits::default() };
    let games = levels::sequences(pegs.ground(), &mut Meter::new(&limits)).unwrap();
    assert_eq!(games, 16_662_591_542_028_595_169_821_912_u128.into());
}

/// A board of a puzzle for a seed: one that every strategy solves quickly, or one of some difficulty.
fn board(kind: &dyn Kind, seed: u64) -> Option<Box<dyn Session>> {
    let mut options = Options::default();
    let levels = kind.levels();
    match levels.get(seed as usize % (levels.len() + 1)) {
        Some(level) => {
            let size = kind.about().small.iter().filter(|(name, _)| *name == "size");
            size.for_each(|&(name, value)| options.set(name, value));
            options.set("difficulty", *level);
        }
        None => {
            kind.about().small.iter().for_each(|&(name, value)| options.set(name, value));
        }
    }
    let made = kind.generate(&options, seed, &Limits::default());
    Some(made.ok()?.result.session)
}

/// A step that is not entailed never leaves a game: it panics.
#[test]
fn every_step_of_ten_thousand_boards_is_checked() {
    for kind in KINDS.iter().filter(|kind| kind.lessons().is_some()) {
        let name = kind.about().name;
        let (mut boards, mut steps, mut lost) = (0, 0, 0);
        for seed in 0.. {
            let Some(session) = board(*kind, seed) else { continue };
            let mut rng = Rng::new(seed);
            let mut game = session.play(None).expect("it is played");
            loop {
                // Now and then another move than the one advised.
                let legal: Vec<_> =
                    session.extent().squares().flat_map(|at| game.moves(at)).collect();
                if rng.below(24) == 0 && !legal.is_empty() {
                    game.make(legal[rng.below(legal.len())]).expect("a legal move");
                    continue;
                }
                let Ok(report) = game.advise(&Limits::default()) else { panic!("{name} {seed}") };
                let Advice::Step(step) = report.result else {
                    lost += usize::from(report.result == Advice::Lost);
                    break;
                };
                assert_eq!(game.entails(&step, &Limits::default()), Ok(Ok(())), "{name} {seed}");
                step.moves.iter().for_each(|&made| game.make(made).expect("a legal move"));
                steps += 1;
            }
            boards += 1;
            if boards == 10_000 {
                break;
            }
        }
        println!("{name}: {steps} steps of {boards} boards, {lost} of them lost on the way");
        assert!(steps > boards && lost > 0);
    }
}

#[test]
fn every_step_of_ten_thousand_boards_of_futoshiki_is_checked() {
    let steps = steps::explain_random(300..10_300);
    assert!(steps > 200_000, "{steps}");
}
