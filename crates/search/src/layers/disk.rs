//! States in a file: written one after another, read in the same order, with a checksum.
//!
//! A file is a head (length, then bytes that the caller gives a meaning), states, and a foot: the
//! number of states and a sum over all bytes before it. This file and its two users, `spill` and
//! `checkpoint`, are all of this crate that knows of files.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::fault::{Fault, Flaw};
use super::{Key, Weight};

/// Whether there are files, and other processes: what needs them is left out of a page.
pub(crate) const FILES: bool = !cfg!(target_family = "wasm");

/// A checksum: it changes with any byte and with their order.
struct Sum(u64);

impl Sum {
    fn add(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let mixed = (self.0 ^ u64::from_le_bytes(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            self.0 = mixed ^ (mixed >> 29);
        }
    }
}

/// A sum over some bytes.
pub(crate) fn sum(bytes: &[u8]) -> u64 {
    let mut sum = Sum(bytes.len() as u64);
    sum.add(bytes);
    sum.0
}

/// Bytes of the foot.
const FOOT: usize = 16;

fn state<K: Key, W: Weight>() -> usize {
    K::BYTES + W::BYTES
}

/// Writes states to a file.
pub(crate) struct Writer {
    file: File,
    path: PathBuf,
    buffer: Vec<u8>,
    room: usize,
    count: u64,
    sum: Sum,
}

impl Writer {
    /// A new file; `room` bytes at a time are written.
    pub(crate) fn new(path: &Path, head: &[u8], room: usize) -> Result<Self, Fault> {
        let file = File::create(path).map_err(Fault::of(path))?;
        let buffer = Vec::with_capacity(room.max(1 << 10));
        let mut writer =
            Writer { file, path: path.to_owned(), room, buffer, count: 0, sum: Sum(0) };
        writer.buffer.extend((head.len() as u64).to_le_bytes());
        writer.buffer.extend(head);
        writer.flush()?;
        Ok(writer)
    }

    fn flush(&mut self) -> Result<(), Fault> {
        self.sum.add(&self.buffer);
        self.file.write_all(&self.buffer).map_err(Fault::of(&self.path))?;
        self.buffer.clear();
        Ok(())
    }

    #[inline]
    pub(crate) fn put<K: Key, W: Weight>(&mut self, key: K, weight: &W) -> Result<(), Fault> {
        let start = self.buffer.len();
        self.buffer.resize(start + state::<K, W>(), 0);
        let (first, second) = self.buffer[start..].split_at_mut(K::BYTES);
        key.write(first);
        weight.write(second);
        self.count += 1;
        // A sum is over whole words, whatever the size of the buffer that is read later.
        if self.buffer.len() + state::<K, W>() > self.room && self.buffer.len().is_multiple_of(8) {
            self.flush()?;
        }
        Ok(())
    }

    /// Ends the file, and has it on the disk if it must outlive this process; how many states it
    /// has.
    pub(crate) fn finish(mut self, lasting: bool) -> Result<u64, Fault> {
        self.flush()?;
        self.buffer.extend(self.count.to_le_bytes());
        self.sum.add(&self.count.to_le_bytes());
        self.buffer.extend(self.sum.0.to_le_bytes());
        self.file.write_all(&self.buffer).map_err(Fault::of(&self.path))?;
        if lasting {
            self.file.sync_all().map_err(Fault::of(&self.path))?;
        }
        Ok(self.count)
    }
}

/// Reads what was written.
pub(crate) struct Reader {
    file: File,
    path: PathBuf,
    buffer: Vec<u8>,
    /// What of the buffer is still to be told, and what of the file is still to be read.
    from: usize,
    left: u64,
    /// Where the states begin in the file, and how many bytes they have.
    states: (u64, u64),
    /// The sum of all that was read; nothing if some was left out.
    sum: Option<Sum>,
}

impl Reader {
    /// Opens a file; its head, of at most so many bytes.
    pub(crate) fn new(path: &Path, room: usize, most: u64) -> Result<(Self, Vec<u8>), Fault> {
        let wrong = Fault::of(path);
        let mut file = File::open(path).map_err(&wrong)?;
        let all = file.metadata().map_err(&wrong)?.len();
        let damaged = || Fault::new(Flaw::Damaged, path);
        let mut length = [0; 8];
        file.read_exact(&mut length).map_err(&wrong)?;
        let head = u64::from_le_bytes(length);
        let left = all.checked_sub(8 + FOOT as u64).and_then(|rest| rest.checked_sub(head));
        let left = left.filter(|_| head <= most).ok_or_else(damaged)?;
        let mut first = vec![0; 8 + usize::try_from(head).map_err(|_| damaged())?];
        first[..8].copy_from_slice(&length);
        file.read_exact(&mut first[8..]).map_err(&wrong)?;
        let mut sum = Sum(0);
        sum.add(&first);
        let buffer = Vec::with_capacity(room.max(1 << 10) / 8 * 8);
        let states = (8 + head, left);
        let (path, sum) = (path.to_owned(), Some(sum));
        let reader = Reader { file, path, buffer, from: 0, left, states, sum };
        Ok((reader, first.split_off(8)))
    }

    /// Goes on with the state of this number. What is read that way is not compared with what was
    /// written.
    pub(crate) fn seek<K: Key, W: Weight>(&mut self, number: u64) -> Result<(), Fault> {
        let (start, all) = self.states;
        let at = number.saturating_mul(state::<K, W>() as u64).min(all);
        self.file.seek(SeekFrom::Start(start + at)).map_err(Fault::of(&self.path))?;
        self.buffer.clear();
        (self.from, self.left, self.sum) = (0, all - at, None);
        Ok(())
    }

    /// The next state; none at the end, where all that was read proves to be what was written.
    #[inline]
    pub(crate) fn next<K: Key, W: Weight>(&mut self) -> Result<Option<(K, W)>, Fault> {
        if self.buffer.len() - self.from < state::<K, W>() && !self.fill(state::<K, W>())? {
            return Ok(None);
        }
        let bytes = &self.buffer[self.from..self.from + state::<K, W>()];
        self.from += state::<K, W>();
        Ok(Some((K::read(&bytes[..K::BYTES]), W::read(&bytes[K::BYTES..]))))
    }

    #[cold]
    fn fill(&mut self, state: usize) -> Result<bool, Fault> {
        self.buffer.drain(..self.from);
        self.from = 0;
        let old = self.buffer.len();
        let room = (self.buffer.capacity().max(old + state) - old) / 8 * 8;
        let more = (room.max(state.next_multiple_of(8)) as u64).min(self.left) as usize;
        if more == 0 {
            return if old == 0 {
                self.check()
            } else {
                Err(Fault::new(Flaw::Damaged, &self.path))
            };
        }
        self.buffer.resize(old + more, 0);
        self.file.read_exact(&mut self.buffer[old..]).map_err(Fault::of(&self.path))?;
        if let Some(sum) = &mut self.sum {
            sum.add(&self.buffer[old..]);
        }
        self.left -= more as u64;
        if self.buffer.len() < state { self.fill(state) } else { Ok(true) }
    }

    /// Compares the foot. There is no state after the last.
    fn check(&mut self) -> Result<bool, Fault> {
        let Some(sum) = &mut self.sum else { return Ok(false) };
        let mut foot = [0; FOOT];
        self.file.read_exact(&mut foot).map_err(Fault::of(&self.path))?;
        sum.add(&foot[..8]);
        match foot[8..] == sum.0.to_le_bytes() {
            true => Ok(false),
            false => Err(Fault::new(Flaw::Damaged, &self.path)),
        }
    }
}

/// What the names of folders for such files begin with.
pub(crate) const SCRATCH: &str = "layers";

/// A folder for files that need not outlive the run.
#[derive(Debug)]
pub(crate) struct Scratch {
    folder: PathBuf,
    files: AtomicU64,
}

impl Scratch {
    /// A new folder below this one; `whose` distinguishes processes that share it.
    pub(crate) fn new(below: &Path, whose: &str) -> Result<Self, Fault> {
        static FOLDERS: AtomicU64 = AtomicU64::new(0);
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let folder = below.join(format!("{SCRATCH}{whose}-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).map_err(Fault::of(&folder))?;
        Ok(Scratch { folder, files: AtomicU64::new(0) })
    }

    /// The name of a new file.
    pub(crate) fn file(&self) -> Temporary {
        let number = self.files.fetch_add(1, Ordering::Relaxed);
        Temporary(self.folder.join(number.to_string()))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A file that cannot be removed only takes space.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A file that is removed when it is dropped.
#[derive(Debug)]
pub(crate) struct Temporary(pub(crate) PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Has the names in a folder on the disk, where the system can.
pub(crate) fn settle(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files of one version are read by the next.
    #[test]
    fn the_sum_of_known_bytes_is_known() {
        assert_eq!(sum(b"tabuleiro-layer1+"), 0x8fcd_6721_e8e5_9082);
    }

    /// States of twelve bytes, which no buffer of whole words ends with.
    #[test]
    fn states_are_read_from_the_first_or_from_any_other() {
        let scratch = Scratch::new(&std::env::temp_dir(), "-disk").expect("a folder of ours");
        let file = scratch.file();
        let mut writer = Writer::new(&file.0, b"head", 100).expect("a file of ours");
        for key in 0..1000u32 {
            writer.put(key, &(u64::from(key) << 40)).expect("there is room");
        }
        assert_eq!(writer.finish(false), Ok(1000));
        let (mut reader, head) = Reader::new(&file.0, 1 << 10, 4).expect("it is there");
        assert_eq!(head, b"head");
        for from in [None, Some(37), Some(999), Some(0), Some(1000), Some(u64::MAX)] {
            if let Some(from) = from {
                reader.seek::<u32, u64>(from).expect("a file of ours");
            }
            for key in from.unwrap_or(0).min(1000)..1000 {
                let state = (key as u32, key << 40);
                assert_eq!(reader.next::<u32, u64>(), Ok(Some(state)), "from {from:?}");
            }
            assert_eq!(reader.next::<u32, u64>(), Ok(None), "from {from:?}");
        }
        let folder = scratch.folder.clone();
        let other = scratch.file();
        fs::write(&other.0, "left").expect("a folder of ours");
        drop(file);
        assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 1);
        drop(scratch);
        assert!(!folder.exists());
    }
}
