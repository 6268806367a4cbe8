//! Runs that are cut and gone on with.

use std::fs;
use std::path::{Path, PathBuf};

use tabuleiro_search::layers::{Checkpoint, Effort, Fault, Flaw, Layers, LayersError, Resources};
use tabuleiro_search::limits::Stop;
use tabuleiro_search::{Limit, Limits, Meter};

use super::layers_problem::{Maze, answered, naive, worked};

/// A folder that is gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }

    fn layers(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.0).expect("a folder").map(|entry| entry.unwrap().path());
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "layer")).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn limits(folder: &Path, resume: bool, nodes: Option<u64>, memory: Option<u64>) -> Limits {
    let keep = Some(Checkpoint { folder: folder.to_owned(), resume });
    let resources = Resources { checkpoint: keep, ..Resources::default() };
    Limits { nodes, memory, resources, threads: Some(2), ..Limits::default() }
}

#[test]
fn a_run_that_is_cut_anywhere_goes_on_to_the_same_end() {
    let maze = Maze::<u64>::new(3, 2000, 9);
    let (found, tallies, stats) = worked(&maze, &Limits::default()).expect("it fits");
    for (number, nodes) in (0..stats.nodes).step_by(stats.nodes as usize / 6).enumerate() {
        let folder = Folder::new(&format!("layers-cut-{number}"));
        let memory = (number % 2 == 1).then_some(200 << 10);
        let cut = worked(&maze, &limits(&folder.0, false, Some(nodes), memory));
        assert_eq!(
            cut.err().map(|(halt, _)| halt),
            Some(LayersError::Stop(Stop::Limit(Limit::Nodes)))
        );
        let (rest, all, again) =
            worked(&maze, &limits(&folder.0, true, None, memory)).expect("it goes on");
        assert_eq!(rest[..], found[found.len() - rest.len()..]);
        assert_eq!((all, again), (tallies.clone(), stats));
        assert!(folder.layers().len() <= 2);
    }
}

#[test]
fn what_is_damaged_or_of_another_run_is_refused() {
    let maze = Maze::<u64>::new(3, 2000, 9);
    let folder = Folder::new("layers-damaged");
    let flaw = |limits: &Limits| match worked(&maze, limits) {
        Err((LayersError::Fault(Fault { flaw, .. }), _)) => Some(flaw),
        _ => None,
    };
    let [new, again] = [false, true].map(|resume| limits(&folder.0, resume, None, None));
    assert_eq!(flaw(&again), Some(Flaw::Nothing));
    assert!(worked(&maze, &limits(&folder.0, false, Some(5000), None)).is_err());
    assert_eq!(flaw(&new), Some(Flaw::Taken));
    for path in folder.layers() {
        let bytes = fs::read(&path).unwrap();
        for at in [0, 9, 20, 40, bytes.len() / 2, bytes.len() - 20, bytes.len() - 1] {
            let mut other = bytes.clone();
            other[at] ^= 4;
            fs::write(&path, &other).unwrap();
            if path == newest(&folder) {
                assert!(matches!(flaw(&again), Some(Flaw::Damaged | Flaw::Foreign)), "byte {at}");
            }
            fs::write(&path, &bytes[..at]).unwrap();
            if path == newest(&folder) {
                assert_eq!(flaw(&again), Some(Flaw::Damaged), "{at} bytes");
            }
        }
        fs::write(&path, &bytes).unwrap();
    }
    // A whole layer, but not the one that its name tells.
    let last = newest(&folder);
    let name = last.to_str().unwrap().rsplit_once('-').unwrap();
    let depth: u32 = name.1.trim_end_matches(".layer").parse().unwrap();
    let next = PathBuf::from(format!("{}-{}.layer", name.0, depth + 1));
    fs::copy(&last, &next).unwrap();
    assert_eq!(flaw(&again), Some(Flaw::Damaged));
    fs::remove_file(next).unwrap();
    fs::write(folder.0.join("question"), b"of somebody else").unwrap();
    assert_eq!(flaw(&again), Some(Flaw::Foreign));
}

/// A layer of a run that had more memory is read from its file.
#[test]
fn a_layer_that_does_not_fit_into_memory_is_gone_on_from() {
    let maze = Maze::<u64>::new(0, 30_000, 8);
    let (found, tallies, stats) = worked(&maze, &Limits::default()).expect("it fits");
    let folder = Folder::new("layers-wide");
    let nodes = Some(stats.nodes - 1);
    assert!(worked(&maze, &limits(&folder.0, false, nodes, None)).is_err());
    let little = Some(200 << 10);
    let cancel = Some(std::sync::Arc::new(true.into()));
    let cancelled = Limits { cancel, ..limits(&folder.0, true, None, little) };
    let mut meter = Meter::new(&cancelled);
    meter.asks("maze 0 30000 8");
    let mut effort = Effort::new(&mut meter);
    let halt = Layers::new(&maze, "maze", &mut effort).err();
    assert_eq!(halt, Some(LayersError::Stop(Stop::Limit(Limit::Cancelled))));
    drop(effort);
    drop(meter);
    let (rest, all, again) =
        worked(&maze, &limits(&folder.0, true, None, little)).expect("it goes on");
    assert_eq!(rest[..], found[found.len() - rest.len()..]);
    assert_eq!((all, again), (tallies, stats));
}

#[test]
fn layers_before_the_present_one_are_kept_for_who_needs_them() {
    let maze = Maze::<u64>::new(5, 300, 9);
    let expected = naive(&maze);
    for past in [0, 1, 3, u32::MAX] {
        let folder = Folder::new(&format!("layers-past-{past}"));
        for depth in 1..expected.len() {
            let limits = limits(&folder.0, depth > 1, None, None);
            let mut meter = Meter::new(&limits);
            let mut effort = Effort::new(&mut meter);
            let (mut layers, before) =
                Layers::with_past(&maze, "maze", past, &mut effort).expect("it goes on");
            assert_eq!(layers.depth() as usize, depth - 1);
            assert_eq!(before.len(), (depth - 1).min(past as usize));
            for (layer, states) in before.iter().rev().zip(expected[..depth - 1].iter().rev()) {
                let mut found = std::collections::BTreeMap::new();
                layer
                    .each(&mut effort, |key, weight| *found.entry(key).or_insert(0) += *weight)
                    .unwrap();
                assert_eq!(found, *states);
            }
            layers.step(&mut effort).expect("it fits");
        }
        // The last layer may be damaged, and the one before it is gone on from.
        fs::remove_file(newest(&folder)).unwrap();
        let limits = limits(&folder.0, true, None, None);
        let mut meter = Meter::new(&limits);
        let mut effort = Effort::new(&mut meter);
        let (layers, before) = Layers::with_past(&maze, "maze", past, &mut effort).unwrap();
        assert_eq!(layers.depth() as usize, expected.len() - 2);
        assert_eq!(before.len(), (expected.len() - 2).min(past as usize));
    }
}

#[test]
fn a_folder_is_for_one_run_at_a_time() {
    let maze = Maze::<u64>::new(3, 2000, 9);
    let folder = Folder::new("layers-locked");
    let [new, again] = [false, true].map(|resume| limits(&folder.0, resume, None, None));
    let flaw = |limits: &Limits| match worked(&maze, limits) {
        Err((LayersError::Fault(Fault { flaw, .. }), _)) => Some(flaw),
        _ => None,
    };
    let mut meter = Meter::new(&new);
    meter.asks("maze 3 2000 9");
    let mut effort = Effort::new(&mut meter);
    let mut layers = Layers::new(&maze, "maze", &mut effort).expect("a new folder");
    layers.step(&mut effort).expect("it fits");
    let holder = match flaw(&again) {
        Some(Flaw::Locked(Some((process, host)))) => (process, host.is_empty()),
        other => panic!("{other:?}"),
    };
    assert_eq!(holder, (std::process::id().to_string(), false));
    drop((layers, effort));
    // What begins again in the same count has the same folder.
    let mut effort = Effort::new(&mut meter);
    assert!(Layers::new(&maze, "wider", &mut effort).is_ok());
    drop(effort);
    assert!(matches!(flaw(&again), Some(Flaw::Locked(_))));
    drop(meter);
    // The file stays, as it does after a kill, and locks nothing.
    fs::write(folder.0.join("lock"), "1 elsewhere\n").unwrap();
    assert_eq!(flaw(&again), None);
}

/// The mark of a folder tells the question before there is any layer, and one that cannot be read is
/// no sign of a new folder.
#[test]
fn a_folder_without_layers_is_still_of_one_question() {
    let maze = Maze::<u64>::new(3, 2000, 9);
    let folder = Folder::new("layers-marked");
    let flaw = |question: &str, resume: bool| match answered(
        question,
        &maze,
        &limits(&folder.0, resume, Some(0), None),
    ) {
        Err((LayersError::Fault(Fault { flaw, .. }), _)) => Some(flaw),
        _ => None,
    };
    assert_eq!(flaw("one", false), None);
    folder.layers().iter().for_each(|path| fs::remove_file(path).unwrap());
    assert_eq!(flaw("another", true), Some(Flaw::Foreign));
    assert_eq!(flaw("one", false), Some(Flaw::Taken));
    assert_eq!(flaw("one", true), None);
    let mark = folder.0.join("question");
    fs::remove_file(&mark).and_then(|()| fs::create_dir(&mark)).unwrap();
    assert!(matches!(flaw("one", false), Some(Flaw::System(_))));
    assert!(matches!(flaw("one", true), Some(Flaw::System(_))));
}

#[test]
fn only_what_this_process_left_is_swept_away() {
    let maze = Maze::<u64>::new(3, 2000, 9);
    let folder = Folder::new("layers-swept");
    assert!(worked(&maze, &limits(&folder.0, false, Some(3000), None)).is_err());
    let own = ["layers-77-0", "maze-w8-4.part"];
    let others = [
        "layers-0of2-77-0",
        "maze-w8-4-0of2.part",
        "layers-mine",
        "my.part",
        "layers-x-0",
        "layers-77-x",
    ];
    own.iter().chain(&others).for_each(|name| fs::create_dir(folder.0.join(name)).unwrap());
    let file = folder.0.join(own[1]);
    fs::remove_dir(&file).and_then(|()| fs::write(&file, "")).unwrap();
    worked(&maze, &limits(&folder.0, true, None, None)).expect("it goes on");
    let is_there = |name: &&&str| folder.0.join(name).exists();
    assert_eq!(own.iter().filter(is_there).count(), 0);
    assert_eq!(others.iter().filter(is_there).count(), others.len());
}

#[test]
fn a_layer_of_another_question_is_refused_whatever_folder_it_is_in() {
    let maze = Maze::<u64>::new(3, 2000, 9);
    let [ours, theirs] = ["layers-ours", "layers-theirs"].map(Folder::new);
    let cut = |folder: &Folder| limits(&folder.0, false, Some(5000), None);
    assert!(worked(&maze, &cut(&ours)).is_err());
    assert!(answered("another", &maze, &cut(&theirs)).is_err());
    // The same states by the same steps: nothing but the question tells the two layers apart.
    fs::copy(newest(&theirs), newest(&ours)).unwrap();
    match worked(&maze, &limits(&ours.0, true, None, None)) {
        Err((LayersError::Fault(Fault { flaw, .. }), _)) => assert_eq!(flaw, Flaw::Foreign),
        Err((halt, _)) => panic!("{halt:?}"),
        Ok(_) => panic!("it went on from a layer of another question"),
    }
}

/// The layer that a run goes on from.
fn newest(folder: &Folder) -> PathBuf {
    let depth = |path: &PathBuf| -> Option<u32> {
        path.file_stem()?.to_str()?.rsplit('-').next()?.parse().ok()
    };
    folder.layers().into_iter().max_by_key(depth).expect("a layer")
}

/// Whatever a damaged file says, no more is read of it than such a file can have.
#[cfg(unix)]
#[test]
fn files_that_are_far_too_long_are_not_read() {
    use std::os::unix::fs::FileExt;

    const LONG: u64 = 1 << 40;
    let maze = Maze::<u64>::new(3, 2000, 9);
    let folder = Folder::new("layers-long");
    assert!(worked(&maze, &limits(&folder.0, false, Some(5000), None)).is_err());
    let flaw = || match worked(&maze, &limits(&folder.0, true, None, None)) {
        Err((LayersError::Fault(Fault { flaw, .. }), _)) => Some(flaw),
        _ => None,
    };
    let open = |path: &Path| fs::File::options().write(true).open(path).unwrap();
    // Files with holes in them, longer than any memory.
    let file = open(&newest(&folder));
    file.set_len(LONG).unwrap();
    for head in [LONG - 24, LONG / 2, 1 << 32] {
        file.write_all_at(&head.to_le_bytes(), 0).unwrap();
        assert_eq!(flaw(), Some(Flaw::Damaged), "a head of {head} bytes");
    }
    open(&folder.0.join("question")).set_len(LONG).unwrap();
    assert_eq!(flaw(), Some(Flaw::Foreign));
}
