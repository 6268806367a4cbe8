//! Runs that are cut and gone on with.

use std::fs;
use std::path::{Path, PathBuf};

use search::layers::{Fault, Flaw, Halt, Keep, Means};
use search::limits::Stop;
use search::{Limit, Limits};

use super::layers_problem::{Maze, answered, worked};

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
    let keep = Some(Keep { folder: folder.to_owned(), resume });
    let means = Means { keep, ..Means::default() };
    Limits { nodes, memory, means, threads: Some(2), ..Limits::default() }
}

#[test]
fn a_run_that_is_cut_anywhere_goes_on_to_the_same_end() {
    let maze = Maze::<u64>::new(3, 2000, 9);
    let (found, tallies, stats) = worked(&maze, &Limits::default()).expect("it fits");
    for (number, nodes) in (0..stats.nodes).step_by(stats.nodes as usize / 6).enumerate() {
        let folder = Folder::new(&format!("layers-cut-{number}"));
        let memory = (number % 2 == 1).then_some(200 << 10);
        let cut = worked(&maze, &limits(&folder.0, false, Some(nodes), memory));
        assert_eq!(cut.err().map(|(halt, _)| halt), Some(Halt::Stop(Stop::Limit(Limit::Nodes))));
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
        Err((Halt::Fault(Fault { flaw, .. }), _)) => Some(flaw),
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
    fs::write(folder.0.join("question"), b"of somebody else").unwrap();
    assert_eq!(flaw(&again), Some(Flaw::Foreign));
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
        Err((Halt::Fault(Fault { flaw, .. }), _)) => assert_eq!(flaw, Flaw::Foreign),
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
