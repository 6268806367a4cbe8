//! Layers against a map: random problems, keys of several widths, any number of threads, memory so
//! short that layers spill, runs that are cut and gone on with, several processes.

mod layers_kept;
mod layers_net;
mod layers_problem;

use std::collections::BTreeMap;

use layers_problem::{Maze, naive, worked};
use tabuleiro_search::layers::{Effort, Key, Layers, LayersError};
use tabuleiro_search::limits::Stop;
use tabuleiro_search::{Limit, Limits, Meter};

fn limits(threads: usize, memory: Option<u64>) -> Limits {
    Limits { memory, threads: Some(threads), ..Limits::default() }
}

/// All layers of a problem, and all of the counters, by the engine and by a map.
fn agree<K: Key + From<u32>>(seed: u64, width: u32, layers: u32, limits: &Limits) {
    let maze = Maze::<K>::new(seed, width, layers);
    let expected = naive(&maze);
    let (found, tallies, stats) = worked(&maze, limits).expect("it fits");
    assert_eq!(found.len(), expected.len());
    for (depth, (one, other)) in found.iter().zip(&expected).enumerate() {
        assert_eq!(one, other, "layer {depth} of seed {seed}");
    }
    let dead = |layer: &BTreeMap<K, u64>| layer.keys().filter(|&&key| maze.is_dead(key)).count();
    let dead: Vec<u64> = expected.iter().map(|layer| dead(layer) as u64).collect();
    assert_eq!(tallies, dead[..tallies.len()]);
    let states: usize = expected[..tallies.len()].iter().map(BTreeMap::len).sum();
    assert_eq!(stats.nodes, states as u64);
    assert_eq!(stats.nodes - stats.steps, expected[0].len() as u64);
}

#[test]
fn layers_agree_with_a_map_whatever_the_keys_and_threads() {
    for seed in 0..40 {
        let (width, layers) = (1 << (seed % 14), 2 + seed as u32 % 7);
        let limits = limits(1 + seed as usize % 4, None);
        match seed % 3 {
            0 => agree::<u32>(seed, width, layers, &limits),
            1 => agree::<u64>(seed, width, layers, &limits),
            _ => agree::<u128>(seed, width, layers, &limits),
        }
    }
}

#[test]
fn layers_that_spill_agree_with_a_map() {
    // The widest layer takes more memory than there is, however it is packed.
    let widest = naive(&Maze::<u64>::new(0, 30_000, 8)).iter().map(BTreeMap::len).max();
    assert!(widest > Some(360 << 10 >> 4));
    for seed in 0..16 {
        let memory = (160 + 40 * (seed % 5)) << 10;
        let limits = limits(1 + seed as usize % 4, Some(memory));
        match seed % 2 {
            0 => agree::<u64>(seed, 30_000, 8, &limits),
            _ => agree::<u128>(seed, 30_000, 8, &limits),
        }
    }
}

#[test]
fn a_node_limit_is_exact_and_too_little_memory_is_told() {
    let maze = Maze::<u32>::new(5, 3000, 9);
    let (_, _, stats) = worked(&maze, &limits(2, None)).expect("it fits");
    for nodes in [0, 1, 700, stats.nodes - 1] {
        let limits = Limits { nodes: Some(nodes), ..limits(2, None) };
        let halt = LayersError::Stop(Stop::Limit(Limit::Nodes));
        assert_eq!(worked(&maze, &limits).err(), Some((halt, nodes)));
    }
    let enough = Limits { nodes: Some(stats.nodes), ..limits(2, None) };
    assert!(worked(&maze, &enough).is_ok());
    let Err((LayersError::Stop(Stop::Limit(Limit::Memory { needed })), _)) =
        worked(&maze, &limits(1, Some(2000)))
    else {
        panic!("two thousand bytes are too little")
    };
    assert!(needed > 2000);
}

#[test]
fn weights_that_outgrow_their_words_are_told() {
    // Each step doubles the number of ways.
    let maze = Maze::<u32> { spread: 1, ..Maze::new(1, 40, 80) };
    let (limits, mut halt) = (limits(1, None), None);
    let mut meter = Meter::new(&limits);
    let mut effort = Effort::new(&mut meter);
    let mut layers = Layers::new(&maze, "maze", &mut effort).expect("a root fits");
    while halt.is_none() && !layers.is_done() {
        halt = layers.step(&mut effort).err();
    }
    assert_eq!(halt, Some(LayersError::Overflow));
}
