//! Strokes as numbers: what a pen does, packed into words of 32 bits, as recordings keep it and as
//! it travels to a page, which decodes it by the table below. On the way the words are
//! little-endian.
//!
//! The upper 8 bits of a word tell what is done, the lower 24 the cell it is done to, by its place
//! in reading order from 0. Some strokes go on in the words after it:
//!
//! | upper 8 bits | stroke | further words |
//! |---|---|---|
//! | 0 | end of an event: a search begins at a root | its name: low half, high half |
//! | 1, 2 | end of an event: a step was made; taken back | |
//! | 3, 4, 5 | end of an event: the state was closed as dead; seen; by a bound | |
//! | 6 | end of an event: the state is a solution | |
//! | 7, 8 | end of an event: a state was reached; expanded | |
//! | 16 | a number is written on the cell | the number, signed |
//! | 17 | the number is wiped off the cell | |
//! | 18 | a link from the cell | to which cell |
//! | 19 | a link from the cell over an edge | to which cell; rows down and columns right, signed |
//! | 20 | the last link is taken away | |
//! | 21 | a sign: the cell holds less | than which cell |
//! | 22 | numbers are pencilled into the cell, each a bit from 1 on | the bits: low half, high half |
//! | 32 + t | the cell gets the tone with this place in [`Tone::ALL`] | |
//!
//! An event is the strokes up to its end, which comes last. A whole picture is the strokes that
//! draw it on a board of plain cells ([`Scene::draw_on`](crate::scene::Scene::draw_on)), without an
//! end.

use search::{Event, PruneReason};

use crate::board::{Size, Square};
use crate::scene::{Pen, Tone};
use crate::text::Diagnostic;

/// Something a pen does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// The event of which the strokes before were is over.
    Pass(Event<()>),
    /// A cell gets a tone.
    Tone(Square, Tone),
    /// A number is written on a cell, or wiped.
    Number(Square, Option<i32>),
    /// A link is drawn.
    Link(Square, Square),
    /// A link is drawn over an edge.
    Across(Square, Square, (i32, i32)),
    /// The last link is taken away.
    Unlink,
    /// A sign is put between two cells.
    Sign(Square, Square),
    /// Numbers are pencilled into a cell.
    Marks(Square, u64),
}

const ROOT: u32 = 0;
/// The events that are one word each, from the code 1 on.
const EVENTS: [Event<()>; 8] = [
    Event::Make(()),
    Event::Unmake(()),
    Event::Close(PruneReason::Dead),
    Event::Close(PruneReason::Seen),
    Event::Close(PruneReason::Bound),
    Event::Goal,
    Event::Queue(()),
    Event::Expand(()),
];
const NUMBER: u32 = 16;
const WIPE: u32 = 17;
const LINK: u32 = 18;
const ACROSS: u32 = 19;
const UNLINK: u32 = 20;
const SIGN: u32 = 21;
const MARKS: u32 = 22;
const TONE: u32 = 32;

impl Stroke {
    /// Does it with a pen.
    #[inline]
    pub fn on(self, pen: &mut (impl Pen + ?Sized)) {
        match self {
            Stroke::Pass(event) => pen.pass(event),
            Stroke::Tone(square, tone) => pen.tone(square, tone),
            Stroke::Number(square, number) => pen.number(square, number),
            Stroke::Link(from, to) => pen.link(from, to),
            Stroke::Across(from, to, (down, right)) => {
                pen.link_across(from, to, (down.into(), right.into()));
            }
            Stroke::Unlink => pen.unlink(),
            Stroke::Sign(less, more) => pen.sign(less, more),
            Stroke::Marks(square, marks) => pen.marks(square, marks),
        }
    }
}

/// A consumer of packed strokes, called at the end of each event.
pub trait Sink {
    /// All words that were not taken yet; the last belongs to the end of this event.
    fn event(&mut self, words: &mut Vec<u32>, event: Event<()>);
}

/// Leaves the words where they are.
impl Sink for () {
    #[inline]
    fn event(&mut self, _: &mut Vec<u32>, _: Event<()>) {}
}

/// A pen that packs what it does.
#[derive(Debug)]
pub struct Packer<S> {
    size: Size,
    /// What was packed and not taken.
    pub words: Vec<u32>,
    /// Who takes it.
    pub sink: S,
}

/// Refuses a board that has too many cells to be numbered. Whoever asks before it makes a picture
/// need not make one in vain.
pub fn numbered(size: Size) -> Result<(), Diagnostic> {
    if size.area() > 1 << 24 {
        let fault = Diagnostic::new("B0105").with("size", size.to_string());
        return Err(fault.with("most", 1u64 << 24));
    }
    Ok(())
}

impl<S> Packer<S> {
    /// Packs strokes on a board of this size, unless its cells cannot be [numbered].
    pub fn to(size: Size, sink: S) -> Result<Self, Diagnostic> {
        numbered(size)?;
        Ok(Packer { size, words: Vec::new(), sink })
    }

    #[inline]
    fn at(&self, op: u32, square: Square) -> u32 {
        op << 24 | self.place(square)
    }

    #[inline]
    fn place(&self, square: Square) -> u32 {
        self.size.index(square) as u32
    }
}

impl<S: Sink> Pen for Packer<S> {
    #[inline]
    fn tone(&mut self, square: Square, tone: Tone) {
        self.words.push(self.at(TONE + tone as u32, square));
    }

    #[inline]
    fn number(&mut self, square: Square, number: Option<i32>) {
        match number {
            Some(number) => self.words.extend([self.at(NUMBER, square), number as u32]),
            None => self.words.push(self.at(WIPE, square)),
        }
    }

    #[inline]
    fn link(&mut self, from: Square, to: Square) {
        self.words.extend([self.at(LINK, from), self.place(to)]);
    }

    fn link_across(&mut self, from: Square, to: Square, step: (i64, i64)) {
        // No step is longer than a side.
        let (down, right) = (step.0 as i32 as u32, step.1 as i32 as u32);
        self.words.extend([self.at(ACROSS, from), self.place(to), down, right]);
    }

    #[inline]
    fn unlink(&mut self) {
        self.words.push(UNLINK << 24);
    }

    fn sign(&mut self, less: Square, more: Square) {
        self.words.extend([self.at(SIGN, less), self.place(more)]);
    }

    fn marks(&mut self, square: Square, marks: u64) {
        self.words.extend([self.at(MARKS, square), marks as u32, (marks >> 32) as u32]);
    }

    #[inline]
    fn pass(&mut self, event: Event<()>) {
        self.words.push(u32::from(event.code()) << 24);
        if let Event::Root(name) = event {
            self.words.extend([name as u32, (name >> 32) as u32]);
        }
        self.sink.event(&mut self.words, event);
    }
}

/// Reads packed strokes. Words that are not strokes on this board end it.
#[derive(Clone, Debug)]
pub struct Strokes<'a> {
    size: Size,
    words: std::slice::Iter<'a, u32>,
}

impl<'a> Strokes<'a> {
    /// The strokes of these words, on a board of this size.
    pub fn new(size: Size, words: &'a [u32]) -> Self {
        Strokes { size, words: words.iter() }
    }

    /// How many words were not read yet.
    pub fn left(&self) -> usize {
        self.words.len()
    }

    #[inline]
    fn word(&mut self) -> Option<u32> {
        self.words.next().copied()
    }

    #[inline]
    fn square(&self, place: u32) -> Option<Square> {
        (u64::from(place) < self.size.area()).then(|| self.size.square(place as usize))
    }
}

impl Iterator for Strokes<'_> {
    type Item = Stroke;

    #[inline]
    fn next(&mut self) -> Option<Stroke> {
        let word = self.word()?;
        let code = word >> 24;
        let square = self.square(word & 0xFF_FFFF);
        Some(match code {
            ROOT => {
                let (low, high) = (self.word()?, self.word()?);
                Stroke::Pass(Event::Root(u64::from(high) << 32 | u64::from(low)))
            }
            1..=8 => Stroke::Pass(EVENTS[code as usize - 1]),
            NUMBER => Stroke::Number(square?, Some(self.word()? as i32)),
            WIPE => Stroke::Number(square?, None),
            LINK | ACROSS | SIGN => {
                let other = self.word()?;
                let other = self.square(other)?;
                match code {
                    LINK => Stroke::Link(square?, other),
                    SIGN => Stroke::Sign(square?, other),
                    _ => {
                        let step = (self.word()? as i32, self.word()? as i32);
                        Stroke::Across(square?, other, step)
                    }
                }
            }
            UNLINK => Stroke::Unlink,
            MARKS => {
                let (low, high) = (self.word()?, self.word()?);
                Stroke::Marks(square?, u64::from(high) << 32 | u64::from(low))
            }
            _ => Stroke::Tone(square?, *Tone::ALL.get(code.checked_sub(TONE)? as usize)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SIZE: Size = Size { rows: 5, cols: 7 };

    fn square() -> impl Strategy<Value = Square> {
        (0..SIZE.rows, 0..SIZE.cols).prop_map(|(row, col)| Square { row, col })
    }

    fn stroke() -> impl Strategy<Value = Stroke> {
        prop_oneof![
            (0..EVENTS.len()).prop_map(|i| Stroke::Pass(EVENTS[i])),
            any::<u64>().prop_map(|name| Stroke::Pass(Event::Root(name))),
            (square(), 0..Tone::ALL.len()).prop_map(|(at, i)| Stroke::Tone(at, Tone::ALL[i])),
            (square(), any::<Option<i32>>()).prop_map(|(at, number)| Stroke::Number(at, number)),
            (square(), square()).prop_map(|(from, to)| Stroke::Link(from, to)),
            (square(), square(), any::<(i32, i32)>())
                .prop_map(|(from, to, step)| Stroke::Across(from, to, step)),
            Just(Stroke::Unlink),
            (square(), square()).prop_map(|(less, more)| Stroke::Sign(less, more)),
            (square(), any::<u64>()).prop_map(|(at, marks)| Stroke::Marks(at, marks)),
        ]
    }

    proptest! {
        #[test]
        fn what_is_packed_is_read_back(strokes in prop::collection::vec(stroke(), 0..50)) {
            let mut packer = Packer::to(SIZE, ()).unwrap();
            for stroke in &strokes {
                stroke.on(&mut packer);
            }
            prop_assert_eq!(Strokes::new(SIZE, &packer.words).collect::<Vec<_>>(), strokes);
        }

        #[test]
        fn no_words_make_the_reader_panic(words in prop::collection::vec(any::<u32>(), 0..50)) {
            let mut scene = crate::scene::Scene::new(SIZE);
            Strokes::new(SIZE, &words).for_each(|stroke| stroke.on(&mut scene));
        }
    }

    #[test]
    fn every_tone_has_the_number_of_its_place() {
        for (place, tone) in Tone::ALL.into_iter().enumerate() {
            assert_eq!(tone as usize, place);
        }
    }

    #[test]
    fn a_board_with_too_many_cells_is_refused() {
        assert!(Packer::to(Size { rows: 4096, cols: 4096 }, ()).is_ok());
        let refused = Packer::to(Size { rows: 4096, cols: 4097 }, ()).unwrap_err();
        assert_eq!(refused.code(), "B0105");
    }
}
