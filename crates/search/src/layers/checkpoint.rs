//! Finished layers, kept so that a run can go on after a crash, a kill or a reboot.
//!
//! A folder belongs to one question, and to one run at a time. Of each run of layers it has the last
//! two layers that were finished, or as many as it takes to go on from either of them, each in a
//! file of its own, with all that was counted up to it: a file is written under another name, is on
//! the disk before it gets its own, and only then does an older one go.

use std::fs::{self, File};
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;

use super::disk::{Reader, SCRATCH, Scratch, Writer, settle};
use super::effort::Checkpoint;
use super::fault::{Fault, Flaw};
use super::lock::lock;
use super::spill::Stored;
use super::{Effort, Key, Layer, Layered, LayersError, Tally, Weight};
use crate::Stats;

/// What files begin with: whose they are, and the version of their format.
const MAGIC: &[u8; 16] = b"tabuleiro-layer1";
/// Bytes read and written at a time.
const ROOM: usize = 1 << 16;
/// Bytes that the head of a file may have for every layer up to it: far more than what is counted of one.
const HEAD: u64 = 1 << 8;

/// Who keeps layers in a folder.
#[derive(Clone, Debug)]
pub(crate) struct CheckpointFolder {
    folder: PathBuf,
    question: u64,
    /// What files of this process are called, of several.
    whose: String,
    resume: bool,
    /// Locked for as long as anybody has it.
    _lock: Option<Arc<File>>,
}

/// How far a run of layers was when a layer was finished.
pub(crate) struct Saved<L: Layered> {
    pub(crate) depth: u32,
    /// States of the layer before, and of this one, on all processes.
    pub(crate) before: u64,
    pub(crate) width: u64,
    pub(crate) tallies: Vec<L::Tally>,
    pub(crate) layer: Layer<L::Key, L::Weight>,
}

impl CheckpointFolder {
    /// Opens a folder, for a process with this number of so many.
    pub(crate) fn new(
        keep: &Checkpoint,
        question: u64,
        whose: Option<(usize, usize)>,
    ) -> Result<Self, Fault> {
        let folder = keep.folder.clone();
        let whose = whose.map_or(String::new(), |(index, of)| format!("-{index}of{of}"));
        let mut keeper =
            CheckpointFolder { folder, question, whose, resume: keep.resume, _lock: None };
        // A folder that is not for this run is left as it is.
        keeper.is_begun()?;
        fs::create_dir_all(&keeper.folder).map_err(Fault::of(&keeper.folder))?;
        let locked = lock(&keeper.folder, &format!("lock{}", keeper.whose))?;
        keeper._lock = locked.map(Arc::new);
        // Another run may have come and gone before the lock was had.
        if keeper.is_begun()? {
            keeper.sweep();
        } else {
            let path = keeper.mark_path();
            let part = path.with_extension("part");
            fs::write(&part, keeper.mark()).map_err(Fault::of(&part))?;
            fs::rename(&part, &path).map_err(Fault::of(&path))?;
        }
        Ok(keeper)
    }

    /// Identifies the question that the folder belongs to.
    fn mark(&self) -> Vec<u8> {
        [&MAGIC[..], &self.question.to_le_bytes()].concat()
    }

    fn mark_path(&self) -> PathBuf {
        self.folder.join(format!("question{}", self.whose))
    }

    /// Whether a run like this one was begun in the folder; refused if that is not as it should be.
    fn is_begun(&self) -> Result<bool, Fault> {
        let path = self.mark_path();
        let mut found = Vec::new();
        let most = self.mark().len() as u64 + 1;
        let read = File::open(&path).and_then(|file| file.take(most).read_to_end(&mut found));
        let found = match read {
            Ok(_) => Some(found),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return Err(Fault::of(&path)(error)),
        };
        let refused = |flaw| Err(Fault::new(flaw, &self.folder));
        match found {
            Some(found) if found != self.mark() => refused(Flaw::Foreign),
            Some(_) if !self.resume => refused(Flaw::Taken),
            None if self.resume => refused(Flaw::Nothing),
            found => Ok(found.is_some()),
        }
    }

    /// Removes what a run of this process that was killed has left; what others have is theirs.
    fn sweep(&self) {
        let is_number = |text: &str| text.parse::<u64>().is_ok();
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            // A folder is called after the process that made it, a file after the layer it was to be.
            let spilled =
                name.strip_prefix(SCRATCH).and_then(|rest| rest.strip_prefix(&*self.whose));
            let spilled = spilled.and_then(|rest| rest.strip_prefix('-')?.split_once('-'));
            let part = name.strip_suffix(&format!("{}.part", self.whose));
            if spilled.is_some_and(|(process, number)| is_number(process) && is_number(number)) {
                let _ = fs::remove_dir_all(entry.path());
            } else if part.and_then(|part| part.rsplit_once('-')).is_some_and(|(_, n)| is_number(n))
            {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// A folder for what does not fit into memory.
    pub(crate) fn scratch(&self) -> Result<Scratch, Fault> {
        Scratch::new(&self.folder, &self.whose)
    }

    fn path(&self, name: &str, depth: u32) -> PathBuf {
        self.folder.join(format!("{name}-{depth}{}.layer", self.whose))
    }

    /// The layers kept of a run that it can go on from, the last first: the `past` layers before such
    /// a one are there, too.
    pub(crate) fn depths(&self, name: &str, past: u32) -> Vec<u32> {
        if !self.resume {
            return Vec::new();
        }
        let ending = format!("{}.layer", self.whose);
        let depth = |entry: fs::DirEntry| -> Option<u32> {
            let file = entry.file_name().into_string().ok()?;
            let depth = file.strip_suffix(&ending)?.strip_prefix(name)?.strip_prefix('-')?;
            depth.parse().ok()
        };
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut depths: Vec<u32> = entries.filter_map(depth).collect();
        depths.sort_unstable_by(|one, other| other.cmp(one));
        // Layer 0 is not kept: it is made of the roots.
        let whole = |&&depth: &&u32| {
            (depth.saturating_sub(past).max(1)..depth).all(|before| depths.contains(&before))
        };
        depths.iter().filter(whole).copied().collect()
    }

    /// Keeps a finished layer, and lets go of those that neither this one nor the one before it needs
    /// to go on from.
    pub(crate) fn save<L: Layered>(
        &self,
        (name, past): (&str, u32),
        saved: &Saved<L>,
        effort: &mut Effort<'_, '_>,
    ) -> Result<(), LayersError> {
        let mut head = Vec::new();
        head.extend(MAGIC);
        head.extend(self.question.to_le_bytes());
        head.extend([L::Key::BYTES as u64, L::Weight::BYTES as u64].map(|n| n as u8));
        head.extend(saved.depth.to_le_bytes());
        head.extend(saved.layer.bits().to_le_bytes());
        let counted = effort.stats().named().map(|(_, counter)| counter);
        for number in counted.into_iter().chain([saved.before, saved.width, saved.layer.len()]) {
            head.extend(number.to_le_bytes());
        }
        for tally in &saved.tallies {
            let mut bytes = Vec::new();
            tally.write(&mut bytes);
            head.extend((bytes.len() as u32).to_le_bytes());
            head.extend(bytes);
        }
        let path = self.path(name, saved.depth);
        let part = path.with_extension("part");
        let mut writer = Writer::new(&part, &head, ROOM)?;
        saved.layer.try_each(effort, |key, weight| Ok(writer.put(key, weight)?))?;
        writer.finish(true)?;
        fs::rename(&part, &path).map_err(Fault::of(&path))?;
        settle(&self.folder).map_err(Fault::of(&self.folder))?;
        for depth in 0..saved.depth.saturating_sub(1).saturating_sub(past) {
            // They are there only after a run that kept others, or one that was killed here.
            let _ = fs::remove_file(self.path(name, depth));
        }
        Ok(())
    }

    /// Reads a layer that was kept, all of it, before anything is made of it.
    pub(crate) fn load<L: Layered>(
        &self,
        name: &str,
        depth: u32,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Saved<L>, LayersError> {
        let path = self.path(name, depth);
        let most = HEAD * (u64::from(depth) + 1);
        let (mut reader, head) = Reader::new(&path, ROOM, most)?;
        let foreign = || Fault::new(Flaw::Foreign, &path);
        let damaged = || Fault::new(Flaw::Damaged, &path);
        if head.get(..16).is_none_or(|magic| magic != MAGIC) {
            return Err(foreign().into());
        }
        let mut found = 0;
        while let Some((key, _)) = reader.next::<L::Key, L::Weight>()? {
            if key == L::Key::NONE {
                return Err(damaged().into());
            }
            found += 1;
            if u64::is_multiple_of(found, 1 << 13) {
                effort.look()?;
            }
        }
        let mut head = Head(&head[16..]);
        let question = head.number().ok_or_else(damaged)?;
        let widths = head.bytes(2).ok_or_else(damaged)?;
        if question != self.question || widths != [L::Key::BYTES as u8, L::Weight::BYTES as u8] {
            return Err(foreign().into());
        }
        let read = head.rest::<L>().filter(|rest| rest.depth == depth && rest.len == found);
        let rest = read.ok_or_else(damaged)?;
        effort.restore(rest.stats);
        let stored = Stored::kept(path, found, rest.bits);
        let mut layer = Layer::stored(stored);
        // As it would stand in memory had it come to be in this run, if the next one has room too.
        if found * super::table::entry::<L::Key, L::Weight>() < effort.spare() / 2 {
            layer = Layer::new(layer.into_runs(effort)?);
        }
        let (before, width, tallies) = (rest.before, rest.width, rest.tallies);
        Ok(Saved { depth, before, width, tallies, layer })
    }
}

/// What is left of the head of a file.
struct Head<'h>(&'h [u8]);

/// The head after what it is about.
struct Rest<T> {
    depth: u32,
    bits: u32,
    stats: Stats,
    before: u64,
    width: u64,
    len: u64,
    tallies: Vec<T>,
}

impl<'h> Head<'h> {
    fn bytes(&mut self, number: usize) -> Option<&'h [u8]> {
        let (bytes, rest) = self.0.split_at_checked(number)?;
        self.0 = rest;
        Some(bytes)
    }

    fn number(&mut self) -> Option<u64> {
        self.bytes(8).map(<u64 as Weight>::read)
    }

    fn short(&mut self) -> Option<u32> {
        self.bytes(4).map(<u32 as Weight>::read)
    }

    fn rest<L: Layered>(mut self) -> Option<Rest<L::Tally>> {
        let (depth, bits) = (self.short()?, self.short()?);
        let mut stats = Stats::default();
        for counter in [
            &mut stats.nodes,
            &mut stats.steps,
            &mut stats.backtracks,
            &mut stats.dead,
            &mut stats.seen,
            &mut stats.bound,
            &mut stats.goals,
            &mut stats.deepest,
        ] {
            *counter = self.number()?;
        }
        let (before, width, len) = (self.number()?, self.number()?, self.number()?);
        let mut tallies = Vec::new();
        while !self.0.is_empty() {
            let length = self.short()? as usize;
            tallies.push(L::Tally::read(self.bytes(length)?)?);
        }
        // Only a root is a node without a step, and no run lives to see half of all numbers.
        let counted = stats.steps <= stats.nodes && stats.nodes <= u64::MAX / 2;
        let whole = counted && tallies.len() == depth as usize;
        whole.then_some(Rest { depth, bits, stats, before, width, len, tallies })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::Overflow;

    struct Nothing;

    impl Layered for Nothing {
        type Key = u32;
        type Weight = u64;
        type Tally = (u64,);

        fn fanout(&self) -> usize {
            1
        }

        fn roots(&self, _: &mut dyn FnMut(u32, u64)) {}

        fn expand(
            &self,
            _: u32,
            _: u32,
            _: &u64,
            _: &mut (u64,),
            _: impl FnMut(u32, u64),
        ) -> Result<(), Overflow> {
            Ok(())
        }
    }

    /// A checksum tells that bytes are those that were written, not that anybody could have counted so.
    #[test]
    fn counters_that_no_run_can_have_are_refused() {
        let is_read = |nodes: u64, steps: u64, tallies: usize| {
            let mut bytes = [1u32, 0].map(u32::to_le_bytes).concat();
            let counters = [nodes, steps, 0, 0, 0, 0, 0, 0];
            bytes.extend(counters.into_iter().chain([0; 3]).flat_map(u64::to_le_bytes));
            for _ in 0..tallies {
                bytes.extend([&8u32.to_le_bytes()[..], &7u64.to_le_bytes()].concat());
            }
            Head(&bytes).rest::<Nothing>().is_some()
        };
        assert!(is_read(5, 4, 1) && is_read(5, 5, 1) && is_read(u64::MAX / 2, 4, 1));
        assert!(!is_read(5, 6, 1));
        assert!(!is_read(u64::MAX / 2 + 1, 4, 1));
        assert!(!is_read(5, 4, 0) && !is_read(5, 4, 2));
    }
}
