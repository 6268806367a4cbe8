//! What a picture is made of: cells with a tone and a number, and links between them. No file
//! format and no puzzle. A puzzle paints with a [`Pen`]; a [`Scene`] is a pen that remembers.

use search::{Event, Limit, Meter};

use crate::board::{Size, Square};

/// What a cell is at the moment; a frontend decides how that looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Part of the board, nothing special.
    #[default]
    Plain,
    /// Not part of the board.
    Outside,
    /// Where it begins.
    Start,
    /// Where it must end.
    End,
    /// Filled by the instance, not by a search.
    Given,
    /// On the present path.
    Path,
    /// Where the search is.
    Current,
    /// Part of the board that no piece can enter.
    Blocked,
    /// Reached by the search, which has not looked beyond it.
    Frontier,
    /// Reached by the search, which has looked beyond it.
    Reached,
    /// A piece stands here.
    Peg,
    /// A piece stood here and was just taken.
    Taken,
    /// One of the cells that an argument is about.
    Marked,
    /// One of them, on which a piece stands.
    MarkedPeg,
    /// A piece that was just moved here.
    CurrentPeg,
    /// A premise of an explanation speaks of it.
    Premise,
    /// The conclusion of an explanation speaks of it.
    Conclusion,
    /// It breaks a rule.
    Fault,
}

impl Tone {
    /// Every tone, in the order of their numbers in packed [`strokes`](crate::strokes).
    pub const ALL: [Tone; 18] = [
        Tone::Plain,
        Tone::Outside,
        Tone::Start,
        Tone::End,
        Tone::Given,
        Tone::Path,
        Tone::Current,
        Tone::Blocked,
        Tone::Frontier,
        Tone::Reached,
        Tone::Peg,
        Tone::Taken,
        Tone::Marked,
        Tone::MarkedPeg,
        Tone::CurrentPeg,
        Tone::Premise,
        Tone::Conclusion,
        Tone::Fault,
    ];

    /// The word for it in data formats.
    pub fn word(self) -> &'static str {
        match self {
            Tone::Plain => "plain",
            Tone::Outside => "outside",
            Tone::Start => "start",
            Tone::End => "end",
            Tone::Given => "given",
            Tone::Path => "path",
            Tone::Current => "current",
            Tone::Blocked => "blocked",
            Tone::Frontier => "frontier",
            Tone::Reached => "reached",
            Tone::Peg => "peg",
            Tone::Taken => "taken",
            Tone::Marked => "marked",
            Tone::MarkedPeg => "marked-peg",
            Tone::CurrentPeg => "current-peg",
            Tone::Premise => "premise",
            Tone::Conclusion => "conclusion",
            Tone::Fault => "fault",
        }
    }
}

/// A cell as it looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// What it is.
    pub tone: Tone,
    /// The number on it.
    pub number: Option<i32>,
}

/// The verbs with which a puzzle changes a picture.
pub trait Pen {
    /// Gives a cell a tone.
    fn tone(&mut self, square: Square, tone: Tone);
    /// Writes a number on a cell, or wipes it.
    fn number(&mut self, square: Square, number: Option<i32>);
    /// Draws a link from one cell to another.
    fn link(&mut self, from: Square, to: Square);
    /// Draws a link that leaves the board over an edge and comes back over the opposite one. `step`
    /// is what it would be on an endless board, as (rows, columns).
    fn link_across(&mut self, from: Square, to: Square, step: (i64, i64));
    /// Takes the last link drawn away.
    fn unlink(&mut self);
    /// Puts a sign between two cells: the first holds less than the second.
    fn sign(&mut self, less: Square, more: Square);
    /// Pencils numbers into a cell, each a bit from 1 on, in place of those pencilled before.
    fn marks(&mut self, square: Square, marks: u64);
    /// Takes note that all was drawn that belongs to an event of a search.
    fn pass(&mut self, _event: Event<()>) {}
}

/// A line from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it begins.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// What it would be on an endless board, as (rows, columns), if it goes over an edge: it is then
    /// drawn as leaving on one side and coming in on the other.
    pub across: Option<(i64, i64)>,
    /// Whether it ends in the head of an arrow, as the last link of a picture does in any case.
    pub head: bool,
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    size: Size,
    cells: Vec<Cell>,
    links: Vec<Link>,
    /// The cell that holds less, and the one that holds more.
    signs: Vec<(Square, Square)>,
    /// Numbers pencilled into cells, in reading order of the cells; none are zero.
    marks: Vec<(Square, u64)>,
}

impl Scene {
    /// A board of plain cells.
    pub fn new(size: Size) -> Self {
        let cells = vec![Cell::default(); size.area() as usize];
        Scene { size, cells, links: Vec::new(), signs: Vec::new(), marks: Vec::new() }
    }

    /// Bytes that a board of plain cells takes.
    pub fn bytes_of(size: Size) -> u64 {
        size.area().saturating_mul(size_of::<Cell>() as u64)
    }

    /// A board of plain cells within the limits of a run: its bytes are claimed before they are taken.
    pub(crate) fn within(size: Size, meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let bytes = Scene::bytes_of(size);
        meter.claim(bytes)?;
        let mut cells = Vec::new();
        // What no limit forbids the system may still refuse.
        let area = usize::try_from(size.area()).unwrap_or(usize::MAX);
        cells.try_reserve_exact(area).map_err(|_| Limit::Memory { needed: meter.claimed() })?;
        while cells.len() < area {
            meter.check_limits()?;
            cells.resize(area.min(cells.len() + CHUNK), Cell::default());
        }
        Ok(Scene { size, cells, links: Vec::new(), signs: Vec::new(), marks: Vec::new() })
    }

    /// Makes sure that there is room for one more link, sign or cell with marks, within the limits of a
    /// run.
    pub(crate) fn make_room(&mut self, meter: &mut Meter<'_>) -> Result<(), Limit> {
        grow(&mut self.links, meter)?;
        grow(&mut self.signs, meter)?;
        grow(&mut self.marks, meter)
    }

    /// Bytes that it takes.
    pub fn footprint(&self) -> u64 {
        fn bytes<T>(list: &Vec<T>) -> u64 {
            (list.capacity() * size_of::<T>()) as u64
        }
        bytes(&self.cells) + bytes(&self.links) + bytes(&self.signs) + bytes(&self.marks)
    }

    /// Draws the same on a board of plain cells.
    pub fn draw_on(&self, pen: &mut (impl Pen + ?Sized)) {
        for (index, cell) in self.cells.iter().enumerate() {
            if *cell == Cell::default() {
                continue;
            }
            let square = self.size.square(index);
            if cell.tone != Tone::default() {
                pen.tone(square, cell.tone);
            }
            if cell.number.is_some() {
                pen.number(square, cell.number);
            }
        }
        self.marks.iter().for_each(|&(square, marks)| pen.marks(square, marks));
        self.draw_lines(0, 0, pen);
    }

    /// Whether this can be drawn over another picture: signs once put stay.
    pub fn follows(&self, before: &Scene) -> bool {
        self.size == before.size && self.signs.starts_with(&before.signs)
    }

    /// Draws what is different from another picture, which it [follows](Scene::follows).
    pub fn draw_over(&self, before: &Scene, pen: &mut (impl Pen + ?Sized)) {
        for (index, (cell, old)) in self.cells.iter().zip(&before.cells).enumerate() {
            if cell.tone != old.tone {
                pen.tone(self.size.square(index), cell.tone);
            }
            if cell.number != old.number {
                pen.number(self.size.square(index), cell.number);
            }
        }
        let wiped = before.marks.iter().filter(|&&(square, _)| self.marks_of(square) == 0);
        wiped.for_each(|&(square, _)| pen.marks(square, 0));
        let new = self.marks.iter().filter(|&&(square, marks)| before.marks_of(square) != marks);
        new.for_each(|&(square, marks)| pen.marks(square, marks));
        let same = self.links.iter().zip(&before.links).take_while(|(one, two)| one == two).count();
        (same..before.links.len()).for_each(|_| pen.unlink());
        self.draw_lines(same, before.signs.len(), pen);
    }

    /// Draws links and signs, all but the first so many.
    fn draw_lines(&self, links: usize, signs: usize, pen: &mut (impl Pen + ?Sized)) {
        for link in &self.links[links..] {
            match link.across {
                None => pen.link(link.from, link.to),
                Some(step) => pen.link_across(link.from, link.to, step),
            }
        }
        for &(less, more) in &self.signs[signs..] {
            pen.sign(less, more);
        }
    }

    /// The numbers on its cells, the least and the greatest, if there are any.
    pub fn numbers(&self) -> Option<(i32, i32)> {
        let numbers = self.cells.iter().filter_map(|cell| cell.number);
        numbers.fold(None, |range, number| {
            let (least, most) = range.unwrap_or((number, number));
            Some((number.min(least), number.max(most)))
        })
    }

    /// Gives the last link a head that it keeps when others follow it.
    pub(crate) fn keep_head(&mut self) {
        if let Some(last) = self.links.last_mut() {
            last.head = true;
        }
    }

    /// Takes all links away.
    pub(crate) fn unlink_all(&mut self) {
        self.links.clear();
    }

    /// Makes it a board of plain cells again.
    pub fn clear(&mut self) {
        self.cells.fill(Cell::default());
        self.links.clear();
        self.signs.clear();
        self.marks.clear();
    }

    /// The numbers pencilled into a cell, each a bit from 1 on.
    pub fn marks_of(&self, square: Square) -> u64 {
        let place = self.marks.binary_search_by_key(&square, |&(at, _)| at);
        place.map_or(0, |place| self.marks[place].1)
    }

    /// The signs in the order in which they were put.
    pub fn signs(&self) -> &[(Square, Square)] {
        &self.signs
    }

    /// Its size in cells.
    pub fn size(&self) -> Size {
        self.size
    }

    /// A cell.
    pub fn cell(&self, square: Square) -> Cell {
        self.cells[self.size.index(square)]
    }

    /// The links in the order in which they were drawn.
    pub fn links(&self) -> &[Link] {
        &self.links
    }
}

/// Cells made between two looks at the limits: less than a millisecond.
const CHUNK: usize = 1 << 14;

/// Doubles a full list, after claiming what that takes.
fn grow<T>(list: &mut Vec<T>, meter: &mut Meter<'_>) -> Result<(), Limit> {
    if list.len() < list.capacity() {
        return Ok(());
    }
    let more = list.capacity().max(16);
    meter.claim((more * size_of::<T>()) as u64)?;
    list.try_reserve_exact(more).map_err(|_| Limit::Memory { needed: meter.claimed() })
}

impl Pen for Scene {
    fn tone(&mut self, square: Square, tone: Tone) {
        let index = self.size.index(square);
        self.cells[index].tone = tone;
    }

    fn number(&mut self, square: Square, number: Option<i32>) {
        let index = self.size.index(square);
        self.cells[index].number = number;
    }

    fn link(&mut self, from: Square, to: Square) {
        self.links.push(Link { from, to, across: None, head: false });
    }

    fn link_across(&mut self, from: Square, to: Square, step: (i64, i64)) {
        self.links.push(Link { from, to, across: Some(step), head: false });
    }

    fn unlink(&mut self) {
        self.links.pop();
    }

    fn sign(&mut self, less: Square, more: Square) {
        self.signs.push((less, more));
    }

    fn marks(&mut self, square: Square, marks: u64) {
        match self.marks.binary_search_by_key(&square, |&(at, _)| at) {
            Ok(place) if marks == 0 => {
                self.marks.remove(place);
            }
            Ok(place) => self.marks[place].1 = marks,
            Err(_) if marks == 0 => {}
            Err(place) => self.marks.insert(place, (square, marks)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;

    /// A random picture, over another one if there is one.
    fn scribble(before: Option<&Scene>, rng: &mut Rng) -> Scene {
        let mut scene = before.cloned().unwrap_or_else(|| Scene::new(Size { rows: 3, cols: 4 }));
        for _ in 0..rng.below(8) {
            let mut square = || Square { row: rng.below(3) as u32, col: rng.below(4) as u32 };
            let (one, two) = (square(), square());
            match rng.below(7) {
                0 => scene.tone(one, Tone::ALL[rng.below(Tone::ALL.len())]),
                1 => scene.number(one, Some(rng.below(9) as i32)),
                2 => scene.number(one, None),
                3 => scene.link(one, two),
                4 => scene.unlink(),
                5 => scene.marks(one, rng.below(8) as u64),
                _ => scene.sign(one, two),
            }
        }
        scene
    }

    #[test]
    fn what_is_drawn_over_a_picture_makes_it_the_other() {
        let mut rng = Rng::new(7);
        for _ in 0..500 {
            let before = scribble(None, &mut rng);
            let after = scribble(Some(&before), &mut rng);
            assert!(after.follows(&before));
            let mut drawn = before;
            after.draw_over(&drawn.clone(), &mut drawn);
            assert_eq!(drawn, after);
        }
    }
}
