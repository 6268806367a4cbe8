//! The memory limit, held against what the system says. Alone in its process, so that nothing else is
//! counted.

#[allow(dead_code, reason = "others use the rest of it")]
mod layers_problem;

use layers_problem::Maze;
use tabuleiro_search::layers::{Effort, Layers};
use tabuleiro_search::{Limits, Meter};

/// A line of what the system says of this process, in bytes; nothing where it says nothing.
fn told(name: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

#[test]
fn layers_that_spill_hold_no_more_memory_than_they_may() {
    const MOST: u64 = 16 << 20;
    let maze = Maze::<u64>::new(4, 3 << 19, 10);
    let limits = Limits { memory: Some(MOST), threads: Some(2), ..Limits::default() };
    let before = told("VmRSS:");
    let mut meter = Meter::new(&limits);
    let mut effort = Effort::new(&mut meter);
    let mut layers = Layers::new(&maze, "maze", &mut effort).expect("roots fit");
    let mut widest = 0;
    while !layers.is_done() {
        layers.step(&mut effort).expect("what does not fit is spilled");
        widest = widest.max(layers.width());
    }
    assert!(widest * 16 > MOST, "{widest} states would fit");
    if let (Some(before), Some(most)) = (before, told("VmHWM:")) {
        let held = most - before;
        assert!(held < MOST + MOST / 10, "{held} bytes were held, and {MOST} may be");
    }
}
