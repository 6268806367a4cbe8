//! A search, recorded: every event of its first part, and pictures from what comes after, within
//! so many bytes. A [`Recorder`] is a pen; a [`Player`] goes to any moment, forward or back.
//!
//! A recording is a list of frames. A frame is a whole picture, packed, and the packed events that
//! follow it until the next. As many words lie between two frames as a frame has, or [`SPACING`] if
//! that is more: frames take no more room than the events, and a moment is reached by reading
//! one frame and the events of one frame. Where the bytes are used up, frames without events are
//! added, ever farther apart: when they are too many, every other one goes. Where the picture itself
//! outgrows its bound, as one with endless links does, the recording ends: later events are counted.

use search::Event;

use crate::board::{Size, Square};
use crate::scene::Scene;
use crate::strokes::{Packer, Sink, Stroke, Strokes};
use crate::text::Diagnostic;

pub use crate::tally::Tally;

/// Words of events between two frames, at least.
pub const SPACING: usize = 1 << 16;

/// Bytes by which a picture may grow while it is recorded, at least, for every word of the spacing.
const GROWTH: usize = 8;

/// Bytes by which a picture may grow in a recording of so many bytes.
fn growth(bytes: usize, spacing: usize) -> u64 {
    (bytes / 2).max(GROWTH * spacing) as u64
}

/// A moment as a whole picture, and the events that follow.
#[derive(Debug)]
struct Keyframe {
    moment: u64,
    tally: Tally,
    picture: Box<[u32]>,
    after: Box<[u32]>,
}

/// A pen that records.
pub type Recorder = Packer<FrameStore>;

/// Keeps what a [`Recorder`] packs.
#[derive(Debug)]
pub struct FrameStore {
    /// The picture and the tally after all words that were taken.
    scene: Scene,
    tally: Tally,
    packer: Packer<()>,
    frames: Vec<Keyframe>,
    /// Words that may be held, and that are.
    most: usize,
    held: usize,
    /// Words to wait for before the next frame, and the fewest that there are.
    spacing: usize,
    least_spacing: usize,
    /// How many frames have all events up to them, once others have not.
    whole: Option<usize>,
    /// Events between two frames after those.
    apart: u64,
    /// Bytes that the picture may take, and whether it took more: then nothing is drawn any more.
    widest: u64,
    full: bool,
}

impl Recorder {
    /// The most that a recording on a board of this size takes beside the first picture, while it is
    /// made and when it is played: so many bytes for frames and events, a picture that grows, the
    /// strokes on their way (a cell's are at most three words, twice, in lists that double), and the
    /// path that a painter remembers.
    pub fn bytes_of(size: Size, bytes: usize) -> u64 {
        const CELL: u64 = (2 * 2 * 3 * size_of::<u32>() + 2 * size_of::<Square>()) as u64;
        let waiting = (4 * SPACING * size_of::<u32>()) as u64;
        let grown = growth(bytes, SPACING);
        let cells = size.area().saturating_mul(CELL).saturating_add(Scene::bytes_of(size));
        cells.saturating_add(bytes as u64).saturating_add(grown).saturating_add(waiting)
    }

    /// Begins with the picture of the instance. Holds about so many bytes, and two pictures;
    /// [`bytes_of`](Recorder::bytes_of) is what to claim before.
    pub fn begin(scene: Scene, bytes: usize) -> Result<Self, Diagnostic> {
        Recorder::spaced(scene, bytes, SPACING)
    }

    /// The same with another spacing: a few words then do what takes a long search otherwise.
    pub fn spaced(scene: Scene, bytes: usize, spacing: usize) -> Result<Self, Diagnostic> {
        let size = scene.size();
        let widest = scene.footprint().saturating_add(growth(bytes, spacing));
        let mut keeper = FrameStore {
            scene,
            tally: Tally::default(),
            packer: Packer::to(size, ())?,
            frames: Vec::new(),
            most: bytes / size_of::<u32>(),
            held: 0,
            spacing,
            least_spacing: spacing,
            whole: None,
            apart: spacing as u64,
            widest,
            full: false,
        };
        keeper.frame();
        Packer::to(size, keeper)
    }

    /// The picture, the events so far and the cell that changed last, while the search goes on.
    pub fn now(&self) -> (Scene, Tally, Option<Square>) {
        let keeper = &self.sink;
        let (mut scene, mut tally, mut changed) = (keeper.scene.clone(), keeper.tally, None);
        for stroke in Strokes::new(scene.size(), &self.words) {
            match stroke {
                Stroke::Pass(event) => tally.add(event),
                stroke if !keeper.full => {
                    if let Stroke::Tone(square, _) = stroke {
                        changed = Some(square);
                    }
                    stroke.on(&mut scene);
                }
                _ => {}
            }
        }
        (scene, tally, changed)
    }

    /// Ends the recording.
    pub fn finish(mut self) -> Recording {
        let keeper = &mut self.sink;
        keeper.follow(&self.words);
        let events = keeper.tally.events();
        let last = keeper.frames.last_mut().expect("a recording begins with a frame");
        match keeper.whole {
            None => last.after = self.words.into(),
            Some(_) if last.moment < events && !keeper.full => keeper.frame(),
            Some(_) => {}
        }
        let kept = keeper.whole.map_or(events, |whole| keeper.frames[whole - 1].moment);
        Recording { size: self.sink.scene.size(), frames: self.sink.frames, events, kept }
    }
}

impl Sink for FrameStore {
    #[inline]
    fn event(&mut self, words: &mut Vec<u32>, _: Event<()>) {
        if words.len() >= self.spacing {
            self.take(words);
        }
    }
}

impl FrameStore {
    /// Takes the words of whole events.
    fn take(&mut self, words: &mut Vec<u32>) {
        self.follow(words);
        let last = self.frames.last_mut().expect("a recording begins with a frame");
        if let Some(whole) = self.whole {
            if self.tally.events() >= last.moment + self.apart && !self.full {
                self.frame();
                while self.held > self.most && self.frames.len() > whole {
                    self.thin(whole);
                }
            }
        } else {
            last.after = words.as_slice().into();
            self.held += words.len();
            self.frame();
            // A quarter is left for what comes after.
            if self.held > self.most / 4 * 3 {
                self.whole = Some(self.frames.len());
            }
        }
        words.clear();
        if self.scene.footprint() > self.widest {
            self.full = true;
            self.whole = self.whole.or(Some(self.frames.len()));
        }
    }

    /// Brings picture and tally up to date.
    fn follow(&mut self, words: &[u32]) {
        for stroke in Strokes::new(self.scene.size(), words) {
            match stroke {
                Stroke::Pass(event) => self.tally.add(event),
                stroke if !self.full => stroke.on(&mut self.scene),
                _ => {}
            }
        }
    }

    /// Adds a frame of the present moment.
    fn frame(&mut self) {
        self.packer.words.clear();
        self.scene.draw_on(&mut self.packer);
        let picture: Box<[u32]> = self.packer.words.as_slice().into();
        self.held += picture.len();
        self.spacing = picture.len().max(self.least_spacing);
        let (moment, tally) = (self.tally.events(), self.tally);
        self.frames.push(Keyframe { moment, tally, picture, after: Box::default() });
    }

    /// Lets every other frame go of those that have no events.
    fn thin(&mut self, whole: usize) {
        let mut number = 0;
        self.frames.retain(|frame| {
            number += 1;
            let stays = number <= whole || (number - whole).is_multiple_of(2);
            if !stays {
                self.held -= frame.picture.len();
            }
            stays
        });
        self.apart *= 2;
    }
}

/// What was recorded of a search.
#[derive(Debug)]
pub struct Recording {
    size: Size,
    frames: Vec<Keyframe>,
    events: u64,
    kept: u64,
}

impl Recording {
    /// How many events the search had.
    pub fn events(&self) -> u64 {
        self.events
    }

    /// The events up to this one can all be seen; after it there are pictures of some moments.
    pub fn kept(&self) -> u64 {
        self.kept
    }

    /// How many events cannot be seen.
    pub fn dropped(&self) -> u64 {
        let pictures = self.frames.iter().filter(|frame| frame.moment > self.kept).count();
        self.events - self.kept - pictures as u64
    }

    /// The bytes it takes.
    pub fn bytes(&self) -> usize {
        let words = self.frames.iter().map(|frame| frame.picture.len() + frame.after.len());
        words.sum::<usize>() * size_of::<u32>()
    }

    /// Shows it, from the beginning.
    pub fn play(self) -> Player {
        let scene = Scene::new(self.size);
        let mut player = Player {
            recording: self,
            scene,
            tally: Tally::default(),
            moment: 0,
            event: None,
            frame: 0,
            read: 0,
            changed: None,
        };
        player.load(0);
        player
    }
}

/// Somebody who shows a recording, moment by moment. The moment 0 is before the first event.
#[derive(Debug)]
pub struct Player {
    recording: Recording,
    scene: Scene,
    tally: Tally,
    moment: u64,
    event: Option<Event<()>>,
    /// The last frame passed, and how many of the words after it were read.
    frame: usize,
    read: usize,
    /// The cell whose tone changed last.
    changed: Option<Square>,
}

impl Player {
    /// What is played.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The picture of the moment.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// How many events there were so far.
    pub fn moment(&self) -> u64 {
        self.moment
    }

    /// What there was so far, by sort.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// The event that led here, unless the moment is the beginning, or was found as a picture.
    pub fn event(&self) -> Option<Event<()>> {
        self.event
    }

    /// The cell that changed last, unless the moment was found as a picture.
    pub fn changed(&self) -> Option<Square> {
        self.changed
    }

    /// Goes to a moment, or to the last one before it that was recorded; returns which.
    pub fn seek(&mut self, moment: u64) -> u64 {
        let frames = &self.recording.frames;
        let nearest = frames.partition_point(|frame| frame.moment <= moment) - 1;
        if moment < self.moment || nearest > self.frame {
            self.load(nearest);
        }
        while self.moment < moment && self.step() {}
        self.moment
    }

    /// Goes to at most so many moments, evenly spaced, from the beginning to the end.
    pub fn moments<E>(
        &mut self,
        most: u64,
        mut show: impl FnMut(&Self) -> Result<(), E>,
    ) -> Result<(), E> {
        let events = self.recording.events();
        let frames = events.min(most.max(1) - 1);
        for frame in 0..=frames {
            // Of a single one, the end.
            let moment = match frames {
                0 => events,
                _ => (u128::from(events) * u128::from(frame) / u128::from(frames)) as u64,
            };
            self.seek(moment);
            show(self)?;
        }
        Ok(())
    }

    /// Goes on by one event, or to the next picture; returns whether there was one.
    pub fn forward(&mut self) -> bool {
        let before = self.moment;
        while !self.step() {
            if self.frame + 1 == self.recording.frames.len() {
                return false;
            }
            self.load(self.frame + 1);
            if self.moment > before {
                return true;
            }
        }
        true
    }

    /// Goes back to the moment before; returns whether there was one.
    pub fn back(&mut self) -> bool {
        let Some(before) = self.moment.checked_sub(1) else { return false };
        self.seek(before);
        true
    }

    /// Shows a frame.
    fn load(&mut self, index: usize) {
        let frame = &self.recording.frames[index];
        self.scene.clear();
        let strokes = Strokes::new(self.recording.size, &frame.picture);
        strokes.for_each(|stroke| stroke.on(&mut self.scene));
        (self.tally, self.moment) = (frame.tally, frame.moment);
        (self.event, self.frame, self.read) = (None, index, 0);
        self.changed = None;
    }

    /// Draws the next of the events after the frame, if there is one.
    #[inline]
    fn step(&mut self) -> bool {
        let after = &self.recording.frames[self.frame].after;
        let mut strokes = Strokes::new(self.recording.size, &after[self.read..]);
        for stroke in strokes.by_ref() {
            if let Stroke::Pass(event) = stroke {
                self.tally.add(event);
                self.moment += 1;
                self.event = Some(event);
                self.read = after.len() - strokes.left();
                return true;
            }
            if let Stroke::Tone(square, _) = stroke {
                self.changed = Some(square);
            }
            stroke.on(&mut self.scene);
        }
        false
    }
}
