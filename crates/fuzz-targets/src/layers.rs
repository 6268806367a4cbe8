//! Kept layers: files that a run goes on from, damaged in any way, with a checksum that is right or
//! wrong.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use search::layers::{Checkpoint, Effort, Key, Layered, Layers, LayersError, Overflow, Resources};
use search::{Limits, Meter};

/// Paths of a rook that goes right or down, on a board of this side.
struct Walk;
const SIDE: u32 = 6;

impl Layered for Walk {
    type Key = u32;
    type Weight = u64;
    type Tally = (u64,);

    fn fanout(&self) -> usize {
        2
    }

    fn roots(&self, put: &mut dyn FnMut(u32, u64)) {
        put(0, 1);
    }

    fn expand(
        &self,
        _layer: u32,
        key: u32,
        ways: &u64,
        tally: &mut (u64,),
        mut put: impl FnMut(u32, u64),
    ) -> Result<(), Overflow> {
        tally.0 += 1;
        // A file with a checksum may name squares that are not there.
        if key >= SIDE * SIDE {
            return Ok(());
        }
        if key % SIDE < SIDE - 1 {
            put(key + 1, *ways);
        }
        if key / SIDE < SIDE - 1 {
            put(key + SIDE, *ways);
        }
        Ok(())
    }
}

/// Works the layers out as far as the nodes reach, kept in a folder.
fn work(folder: &Path, resume: bool, nodes: u64) -> Result<(), LayersError> {
    let keep = Some(Checkpoint { folder: folder.to_owned(), resume });
    let resources = Resources { checkpoint: keep, ..Resources::default() };
    let memory = Some(1 << 20);
    let limits =
        Limits { nodes: Some(nodes), memory, threads: Some(1), resources, ..Limits::default() };
    let mut meter = Meter::new(&limits);
    meter.asks("walk");
    let mut effort = Effort::new(&mut meter);
    let mut layers = Layers::new(&Walk, "walk", &mut effort)?;
    while !layers.is_done() {
        layers.layer().each(&mut effort, |key, _| assert_ne!(key, <u32 as Key>::NONE))?;
        layers.step(&mut effort)?;
    }
    Ok(())
}

/// A folder in memory where the system has one; gone when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let memory = Path::new("/dev/shm");
        let below = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        Folder(below.join(format!("fuzz-layers-{}-{number}", std::process::id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The files that a run leaves when it is cut, by name.
type Files = Vec<(String, Vec<u8>)>;

/// The files of a run cut in the middle.
fn genuine() -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(|| {
        let folder = Folder::new();
        assert!(work(&folder.0, false, 12).is_err(), "a run that is cut");
        let entries = fs::read_dir(&folder.0).expect("a folder").flatten();
        let files = entries.filter(|entry| entry.path().is_file()).map(|entry| {
            let name = entry.file_name().into_string().expect("a plain name");
            (name, fs::read(entry.path()).expect("a file of ours"))
        });
        files.collect()
    })
}

fn is_layer(name: &str) -> bool {
    name.ends_with(".layer")
}

/// The layer that a run goes on from.
pub(crate) fn newest() -> &'static (String, Vec<u8>) {
    let depth = |name: &str| -> u32 {
        let number = name.trim_end_matches(".layer").rsplit('-').next();
        number.and_then(|number| number.parse().ok()).unwrap_or(0)
    };
    let layers = genuine().iter().filter(|(name, _)| is_layer(name));
    layers.max_by_key(|(name, _)| depth(name)).expect("a layer")
}

/// Goes on from the bytes as a layer file. The first byte says whether its checksum is made right.
pub fn layers(data: &[u8]) {
    let Some((&first, file)) = data.split_first() else { return };
    let mut file = file.to_vec();
    if first % 4 > 0 {
        seal(&mut file);
    }
    let folder = Folder::new();
    fs::create_dir_all(&folder.0).expect("a folder of ours");
    for (name, bytes) in genuine().iter().filter(|(name, _)| !is_layer(name)) {
        fs::write(folder.0.join(name), bytes).expect("a file of ours");
    }
    fs::write(folder.0.join(&newest().0), &file).expect("a file of ours");
    let worked = work(&folder.0, true, 1000);
    assert!(file != newest().1 || worked.is_ok(), "{worked:?}");
}

/// Gives a file the checksum of what it holds: nothing behind it would be reached otherwise.
fn seal(file: &mut [u8]) {
    let Some((all, sum)) = file.split_last_chunk_mut::<8>() else { return };
    let length = all.first_chunk().map_or(0, |length| u64::from_le_bytes(*length));
    let head = usize::try_from(length).ok().and_then(|head| head.checked_add(8));
    let Some((head, rest)) = head.and_then(|head| all.split_at_checked(head)) else { return };
    let Some((states, count)) = rest.split_last_chunk::<8>() else { return };
    let mut mixed = 0u64;
    for chunk in [head, states, count].into_iter().flat_map(|part| part.chunks(8)) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mixed = (mixed ^ u64::from_le_bytes(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^= mixed >> 29;
    }
    *sum = mixed.to_le_bytes();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_files() {
        let mut file = newest().1.clone();
        let end = file.len() - 8;
        file[end..].fill(0);
        seal(&mut file);
        assert_eq!(file, newest().1);
    }
}
