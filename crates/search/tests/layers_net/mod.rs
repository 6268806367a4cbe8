//! Several processes, played by threads.

use std::sync::{Arc, Barrier, Mutex};

use tabuleiro_search::layers::{Checkpoint, LayersError, Net, Resources};
use tabuleiro_search::limits::Stop;
use tabuleiro_search::{Limit, Limits};

use super::layers_problem::{Maze, Worked, naive, worked};

/// What processes gave each other, `[to][from]`.
#[derive(Debug)]
struct Table {
    given: Mutex<Vec<Vec<Vec<u8>>>>,
    barrier: Barrier,
}

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
        let mine = std::mem::take(&mut self.2.given.lock().unwrap()[self.0]);
        self.2.given.lock().unwrap()[self.0] = vec![Vec::new(); self.1];
        self.2.barrier.wait();
        Ok(mine)
    }
}

/// Works in each of several processes.
fn several(
    peers: usize,
    work: impl Fn(usize, Resources) -> Result<Worked<u32>, (LayersError, u64)> + Sync,
) -> Vec<Result<Worked<u32>, (LayersError, u64)>> {
    let given = Mutex::new(vec![vec![Vec::new(); peers]; peers]);
    let table = Arc::new(Table { given, barrier: Barrier::new(peers) });
    std::thread::scope(|scope| {
        let one = |index| {
            let (work, table) = (&work, table.clone());
            scope.spawn(move || {
                let net: Arc<dyn Net> = Arc::new(Member(index, peers, table));
                work(index, Resources { net: Some(net), ..Resources::default() })
            })
        };
        let all: Vec<_> = (0..peers).map(one).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    })
}

fn alone(resources: Resources) -> Limits {
    Limits { resources, threads: Some(1), ..Limits::default() }
}

#[test]
fn several_processes_have_the_layers_of_one_between_them() {
    let maze = Maze::<u32>::new(8, 20_000, 8);
    let expected = naive(&maze);
    let (_, tallies, stats) = worked(&maze, &Limits::default()).expect("it fits");
    for peers in 2..=3 {
        let shares = several(peers, |_, resources| worked(&maze, &alone(resources)));
        let mut sum: Vec<std::collections::BTreeMap<u32, u64>> = Vec::new();
        for (layers, counted, effort) in shares.into_iter().map(|share| share.expect("it fits")) {
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

#[test]
fn processes_with_different_questions_never_count_together() {
    // The first exchange of each is enough.
    let mazes = [Maze::<u32>::new(8, 20_000, 8), Maze::<u32>::new(9, 20_000, 8)];
    let ended = several(2, |index, resources| worked(&mazes[index], &alone(resources)));
    let lost = |process| Some((LayersError::Stop(Stop::Limit(Limit::Lost { process })), 0));
    let ended: Vec<_> = ended.into_iter().map(Result::err).collect();
    assert_eq!(ended, [lost(1), lost(0)]);
}

#[test]
fn a_number_that_outgrows_its_words_in_one_process_ends_all_at_the_same_layer() {
    // Each step doubles the number of ways, and the root that weighs most is in one process.
    let maze = Maze::<u32> { spread: 1, ..Maze::new(1, 40, 80) };
    let ended = several(3, |_, resources| worked(&maze, &alone(resources)));
    assert!(
        ended.iter().all(|ended| matches!(ended, Err((LayersError::Overflow, _)))),
        "{ended:?}"
    );
}

#[test]
fn one_process_may_keep_layers_and_another_not() {
    let maze = Maze::<u32>::new(8, 2000, 8);
    let (_, tallies, stats) = worked(&maze, &Limits::default()).expect("it fits");
    let folder = std::env::temp_dir().join(format!("layers-some-{}", std::process::id()));
    for resume in [false, true] {
        let ended = several(2, |index, resources| {
            let keep = (index == 0).then(|| Checkpoint { folder: folder.clone(), resume });
            worked(&maze, &alone(Resources { checkpoint: keep, ..resources }))
        });
        for (_, counted, effort) in ended.into_iter().map(|ended| ended.expect("it fits")) {
            assert_eq!((&counted, effort), (&tallies, stats));
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}
