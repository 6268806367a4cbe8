//! Both ways to count, by keys and by bits, asked for the same: small boards of any shape.

use search::layers::{self, Effort};
use search::limits::Stop;
use search::{Limit, Limits, Meter};

use super::dense::Dense;
use super::shape::Shape;
use super::{Count, CountError, Engine, Wins, finishes, reachable, winning};
use crate::Ground;
use tabuleiro_core::random::Rng;

/// Counts that must not stop in the midst of a level go by keys.
fn by_keys() -> Limits {
    Limits { nodes: Some(u64::MAX - 1), ..Limits::default() }
}

fn dense(ground: &Ground, keep_goal: bool) -> Dense {
    let shape = Shape::new(ground, keep_goal);
    shape.and_then(Dense::new).unwrap_or_else(|| panic!("the board is small"))
}

fn by_bits<A>(
    ground: &Ground,
    keep_goal: bool,
    ask: impl Fn(&Dense, &mut Effort<'_, '_>) -> Result<A, CountError>,
) -> A {
    // What is claimed is what the cost says, and no more.
    let dense = dense(ground, keep_goal);
    let limits = Limits::default();
    let free = &mut Meter::new(&limits);
    let effort = &Effort::new(free);
    let cost = if keep_goal { dense.winning_cost(effort) } else { dense.cost(effort) };
    let limits = Limits { memory: Some(cost.bytes), ..Limits::default() };
    let mut meter = Meter::new(&limits);
    ask(&dense, &mut Effort::new(&mut meter)).unwrap_or_else(|halt| panic!("{halt:?}"))
}

/// A board of up to 20 cells, from scattered to full; every third shall be played to its
/// complement, the others to where some jumps at random lead.
fn random(rng: &mut Rng, round: usize) -> Ground {
    let (rows, columns) = loop {
        let size = (1 + rng.below(6), 1 + rng.below(7));
        if size.0 * size.1 <= 20 {
            break size;
        }
    };
    let cells = rows * columns;
    let (gaps, holes) = ([5, 9, usize::MAX][rng.below(3)], 2 + rng.below(8));
    let inside: Vec<bool> = (0..cells).map(|_| rng.below(gaps) != 0).collect();
    let start: Vec<bool> = inside.iter().map(|&cell| cell && rng.below(holes) != 0).collect();
    let mut goal = start.clone();
    let mut ground = Ground { rows, columns, inside, start, goal: Vec::new() };
    if round.is_multiple_of(3) {
        goal = (0..cells).map(|cell| ground.inside[cell] && !ground.start[cell]).collect();
    } else {
        for _ in 0..2 + rng.below(8) {
            let lines = ground.lines().filter(|&[one, middle, other]| {
                let [one, middle, other] = [one, middle, other].map(|cell| goal[cell]);
                middle && one != other
            });
            let lines: Vec<[usize; 3]> = lines.collect();
            if lines.is_empty() {
                break;
            }
            lines[rng.below(lines.len())].iter().for_each(|&cell| goal[cell] ^= true);
        }
    }
    ground.goal = goal;
    ground
}

#[test]
fn keys_and_bits_agree_on_small_boards_level_by_level() {
    let mut rng = Rng::new(9);
    let limits = by_keys();
    let (mut won, mut large, mut finished) = (0, 0, 0);
    for round in 0..600 {
        let ground = random(&mut rng, round);
        let mut meter = Meter::new(&limits);
        let levels: (Vec<Count>, Engine) = reachable(&ground, &mut meter).unwrap();
        assert_eq!(levels.1, Engine::Layers);
        assert_eq!(by_bits(&ground, false, Dense::reachable), levels.0, "{ground:?}");
        let wins: (Vec<Wins>, Engine) = winning(&ground, &mut meter).unwrap();
        assert_eq!(wins.1, Engine::MeetInTheMiddle);
        assert_eq!(by_bits(&ground, true, Dense::winning), wins.0, "{ground:?}");
        let cells = finishes(&ground, &mut meter).unwrap().0;
        let pegs = ground.start.iter().filter(|&&peg| peg).count();
        let last = pegs.checked_sub(1).and_then(|jumps| levels.0.get(jumps));
        assert_eq!(cells.len() as u64, last.map_or(0, |level| level.positions), "{ground:?}");
        let live = Shape::new(&ground, false).unwrap_or_else(|| panic!("a small board"));
        if live.start.count_ones() as usize == pegs && pegs > 1 {
            assert_eq!(by_bits(&ground, false, Dense::finishes), cells, "{ground:?}");
        }
        won += usize::from(wins.0.len() > 2);
        large += usize::from(levels.0.len() > 5);
        finished += usize::from(!cells.is_empty() && pegs > 1);
    }
    assert!(won > 100 && large > 100 && finished > 20, "{won} {large} {finished}");
}

fn english() -> Ground {
    let arm = |at: usize| (2..5).contains(&at);
    let inside: Vec<bool> = (0..49).map(|cell| arm(cell / 7) || arm(cell % 7)).collect();
    let start = (0..49).map(|cell| inside[cell] && cell != 24).collect();
    let goal = (0..49).map(|cell| cell == 24).collect();
    Ground { rows: 7, columns: 7, inside, start, goal }
}

/// All figures are those of the literature.
#[test]
fn the_english_board_goes_by_bits() {
    let limits = Limits { memory: Some(40_000_000), ..Limits::default() };
    let (levels, way) = reachable(&english(), &mut Meter::new(&limits)).unwrap();
    assert_eq!(way, Engine::Dense);
    let sum = |count: fn(&Count) -> u64| levels.iter().map(count).sum::<u64>();
    assert_eq!(sum(|level| level.positions), 187_636_299);
    assert_eq!(sum(|level| level.classes), 23_475_688);
    assert_eq!(sum(|level| level.dead_classes), 21_111);
    assert_eq!((levels[17].positions, levels.len()), (28_994_876, 32));
}

#[test]
fn bits_stop_when_told_and_are_not_taken_without_the_memory() {
    let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
    let dense = dense(&english(), false);
    let mut meter = Meter::new(&limits);
    let refused = dense.reachable(&mut Effort::new(&mut meter));
    let halt = |limit: &CountError| match limit {
        CountError::Layers(layers::LayersError::Stop(Stop::Limit(limit))) => Some(*limit),
        _ => None,
    };
    let limit = refused.err().as_ref().and_then(halt);
    assert!(matches!(limit, Some(Limit::Memory { needed }) if needed > 1 << 20), "{limit:?}");
    let time = std::time::Duration::from_millis(150);
    let limits = Limits { time: Some(time), ..Limits::default() };
    let mut meter = Meter::new(&limits);
    let cut = dense.reachable(&mut Effort::new(&mut meter)).err();
    assert_eq!(cut.as_ref().and_then(halt), Some(Limit::Time));
}
