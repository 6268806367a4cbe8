//! The same counts with little memory, after an interruption, and by several processes.

use std::sync::{Arc, Barrier, Mutex};

use num_bigint::BigUint;
use search::layers::{Checkpoint, LayersError, Net, Resources};
use search::{Limit, Limits, Meter};

use super::Question;
use crate::Tour;
use tabuleiro_core::board::Size;
use tabuleiro_core::contract::RunError;

fn closed(rows: u32, cols: u32) -> Tour {
    Tour::new(Size { rows, cols }).closed()
}

fn counted(tour: &Tour, limits: &Limits) -> Result<BigUint, RunError> {
    let mut meter = Meter::new(limits);
    let question = Question::new(tour, &mut meter).unwrap();
    question.expect("a thin board").count(&mut meter)
}

#[test]
fn little_memory_is_enough_or_is_refused() {
    let six_by_eight = closed(6, 8);
    let mut refused = 0;
    for megabytes in [1, 2, 3, 4, 6, 8, 12, 64] {
        let limits = Limits { memory: Some(megabytes << 20), ..Limits::default() };
        match counted(&six_by_eight, &limits) {
            Ok(count) => assert_eq!(count, BigUint::from(55_488_142u32)),
            Err(RunError::Limit(Limit::Memory { needed })) => {
                assert!(needed > megabytes << 20 && megabytes < 12);
                refused += 1;
            }
            Err(other) => panic!("{other:?}"),
        }
    }
    assert!(refused < 4, "{refused}");
}

#[test]
fn an_interrupted_count_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let keep = |resume| Some(Checkpoint { folder: folder.path().join("kept"), resume });
    let with = |resume, nodes| {
        let resources = Resources { checkpoint: keep(resume), ..Resources::default() };
        Limits { nodes, resources, ..Limits::default() }
    };
    let tour = closed(6, 7);
    let mut ended = counted(&tour, &with(false, Some(10_000)));
    for nodes in [20_000, 60_000, 120_000] {
        assert!(matches!(ended, Err(RunError::Limit(Limit::Nodes))), "{ended:?}");
        ended = counted(&tour, &with(true, Some(nodes)));
    }
    assert_eq!(counted(&tour, &with(true, None)).unwrap(), BigUint::from(1_067_638u32));
}

/// What processes gave each other, `[to][from]`.
#[derive(Debug)]
struct Table {
    given: Mutex<Vec<Vec<Vec<u8>>>>,
    barrier: Barrier,
}

/// A process, played by a thread.
#[derive(Debug)]
struct Member(usize, usize, Arc<Table>);

impl Net for Member {
    fn index(&self) -> usize {
        self.0
    }

    fn peers(&self) -> usize {
        self.1
    }

    fn exchange(
        &self,
        out: Vec<Vec<u8>>,
        _: &mut dyn FnMut() -> Result<(), LayersError>,
    ) -> Result<Vec<Vec<u8>>, LayersError> {
        for (to, bytes) in out.into_iter().enumerate() {
            self.2.given.lock().unwrap()[to][self.0] = bytes;
        }
        self.2.barrier.wait();
        let none = vec![Vec::new(); self.1];
        let mine = std::mem::replace(&mut self.2.given.lock().unwrap()[self.0], none);
        self.2.barrier.wait();
        Ok(mine)
    }
}

#[test]
fn several_processes_count_together() {
    for peers in 2..=3 {
        let given = Mutex::new(vec![vec![Vec::new(); peers]; peers]);
        let table = Arc::new(Table { given, barrier: Barrier::new(peers) });
        std::thread::scope(|scope| {
            for index in 0..peers {
                let table = table.clone();
                scope.spawn(move || {
                    let net: Arc<dyn Net> = Arc::new(Member(index, peers, table));
                    let resources = Resources { net: Some(net), ..Resources::default() };
                    let limits = Limits { resources, threads: Some(1), ..Limits::default() };
                    let count = counted(&closed(6, 7), &limits).unwrap();
                    assert_eq!(count, BigUint::from(1_067_638u32));
                });
            }
        });
    }
}
