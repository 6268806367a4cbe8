//! Several processes, played by threads.

use std::sync::{Arc, Barrier, Mutex};

use tabuleiro_search::Limits;
use tabuleiro_search::layers::{Halt, Means, Net};

use super::layers_problem::{Maze, naive, worked};

/// What processes gave each other, `[to][from]`.
#[derive(Debug)]
struct Table {
    given: Mutex<Vec<Vec<Vec<u8>>>>,
    barrier: Barrier,
}

#[derive(Debug)]
struct Chair(usize, usize, Arc<Table>);

impl Net for Chair {
    fn index(&self) -> usize {
        self.0
    }

    fn peers(&self) -> usize {
        self.1
    }

    fn exchange(
        &self,
        out: Vec<Vec<u8>>,
        _: &mut dyn FnMut() -> Result<(), Halt>,
    ) -> Result<Vec<Vec<u8>>, Halt> {
        for (to, bytes) in out.into_iter().enumerate() {
            self.2.given.lock().unwrap()[to][self.0] = bytes;
        }
        self.2.barrier.wait();
        let mine = std::mem::take(&mut self.2.given.lock().unwrap()[self.0]);
        self.2.given.lock().unwrap()[self.0] = vec![Vec::new(); self.1];
        self.2.barrier.wait();
        Ok(mine)
    }
}

#[test]
fn several_processes_have_the_layers_of_one_between_them() {
    let maze = Maze::<u32>::new(8, 20_000, 8);
    let expected = naive(&maze);
    let (_, tallies, stats) = worked(&maze, &Limits::default()).expect("it fits");
    for peers in 2..=3 {
        let given = Mutex::new(vec![vec![Vec::new(); peers]; peers]);
        let table = Arc::new(Table { given, barrier: Barrier::new(peers) });
        let shares = std::thread::scope(|scope| {
            let work = |index| {
                let (maze, table) = (&maze, table.clone());
                scope.spawn(move || {
                    let net: Arc<dyn Net> = Arc::new(Chair(index, peers, table));
                    let means = Means { net: Some(net), ..Means::default() };
                    worked(maze, &Limits { means, threads: Some(1), ..Limits::default() })
                        .expect("it fits")
                })
            };
            let work: Vec<_> = (0..peers).map(work).collect();
            work.into_iter().map(|work| work.join().unwrap()).collect::<Vec<_>>()
        });
        let mut sum: Vec<std::collections::BTreeMap<u32, u64>> = Vec::new();
        for (layers, counted, effort) in shares {
            assert_eq!((&counted, effort), (&tallies, stats));
            sum.resize(layers.len(), Default::default());
            for (sum, layer) in sum.iter_mut().zip(layers) {
                layer.into_iter().for_each(|(key, weight)| {
                    assert_eq!(sum.insert(key, weight), None);
                });
            }
        }
        assert_eq!(sum, expected);
    }
}
