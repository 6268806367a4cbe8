//! A tour as numbers on the board: the square holding k is the k-th one visited.

use std::borrow::Cow;
use std::convert::Infallible;
use std::io::{self, Write};
use std::sync::Arc;

use super::facts::Facts;
use super::implicit::ImplicitTour;
use super::line::{Line, Style};
use super::read;
use tabuleiro_core::board::{KNIGHT, Size, Square};
use tabuleiro_core::contract::{Format, Limit, Meter, Print};
use tabuleiro_core::head::Head;
use tabuleiro_core::leaper::Leaps;
use tabuleiro_core::locale::Lang;
use tabuleiro_core::text::Source;

/// A claimed tour: a number on every square, 0 where the board has none.
#[derive(Clone, Debug)]
pub struct Numbers {
    size: Size,
    kept: Kept,
    /// What joins one square to the next, for the question whether the last is joined to the first.
    leaps: Leaps,
    /// How many squares are said to have been visited to find it, and how many of these visits taken
    /// back.
    counters: Option<[u64; 2]>,
}

/// Where the numbers are.
#[derive(Clone, Debug)]
enum Kept {
    /// In reading order.
    Written(Vec<u32>),
    /// In a text, from which they are read whenever they are asked for, and whether they begin at 0
    /// there.
    Read(Source, bool),
    /// Nowhere: each is found when it is asked for.
    Implicit(Arc<dyn ImplicitTour>),
}

impl PartialEq for Numbers {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.all() == other.all()
    }
}

impl Eq for Numbers {}

impl Numbers {
    /// Numbers in reading order. There are as many as the rectangle has squares.
    pub fn new(size: Size, numbers: Vec<u32>) -> Self {
        assert_eq!(numbers.len() as u64, size.area());
        Numbers { size, kept: Kept::Written(numbers), leaps: Leaps::PLAIN, counters: None }
    }

    /// The numbers of a tour that is nowhere written down, of at most 2^32 - 1 squares.
    pub fn implicit(tour: impl ImplicitTour + 'static) -> Self {
        let size = tour.size();
        assert!(u32::try_from(size.area()).is_ok(), "a numbered board");
        Numbers { size, kept: Kept::Implicit(Arc::new(tour)), leaps: Leaps::PLAIN, counters: None }
    }

    /// Numbers that stand in a text, which was found to hold rows of this size.
    pub(super) fn read(size: Size, text: Source, zero_based: bool) -> Self {
        Numbers { size, kept: Kept::Read(text, zero_based), leaps: Leaps::PLAIN, counters: None }
    }

    /// What joins one square to the next.
    #[inline]
    pub fn leaps(&self) -> Leaps {
        self.leaps
    }

    /// The same numbers, visited by another piece.
    pub fn with_leaper(mut self, leaps: Leaps) -> Self {
        self.leaps = leaps;
        self
    }

    /// The same numbers with what is said of the effort.
    pub(super) fn counted(mut self, counters: Option<[u64; 2]>) -> Self {
        self.counters = counters;
        self
    }

    /// What is said of the effort: squares visited, and visits taken back.
    pub fn counters(&self) -> Option<[u64; 2]> {
        self.counters
    }

    /// The tour that begins at `start` and goes on in these directions.
    pub fn along(
        size: Size,
        start: Square,
        directions: &[u8],
        meter: &mut Meter<'_>,
    ) -> Result<Self, Limit> {
        let mut numbers = vec![0; size.area() as usize];
        let reach = KNIGHT.map(|(down, right)| down as isize * size.cols as isize + right as isize);
        let mut at = size.index(start);
        numbers[at] = 1;
        for (number, &direction) in (2..).zip(directions) {
            meter.check_limits()?;
            at = at.wrapping_add_signed(reach[usize::from(direction)]);
            numbers[at] = number;
        }
        Ok(Numbers::new(size, numbers))
    }

    /// Adds the last square.
    pub fn put_last(&mut self, square: Square, number: u32) {
        let index = self.size.index(square);
        self.written()[index] = number;
    }

    /// The same tour the other way round.
    pub fn reversed(mut self) -> Self {
        let last = self.last();
        for number in self.written().iter_mut().filter(|number| **number > 0) {
            *number = last + 1 - *number;
        }
        self
    }

    /// The same closed tour, begun one square later, so that its first square comes last.
    pub fn first_as_last(mut self) -> Self {
        let last = self.last();
        for number in self.written().iter_mut().filter(|number| **number > 0) {
            *number = if *number == 1 { last } else { *number - 1 };
        }
        self
    }

    /// The tour that visits these squares in order.
    pub fn visiting(size: Size, path: &[Square], meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let mut numbers = vec![0; size.area() as usize];
        for (number, &square) in (1..).zip(path) {
            meter.check_limits()?;
            numbers[size.index(square)] = number;
        }
        Ok(Numbers::new(size, numbers))
    }

    /// The numbers, to be changed.
    fn written(&mut self) -> &mut Vec<u32> {
        if !matches!(self.kept, Kept::Written(_)) {
            self.kept = Kept::Written(self.all().into_owned());
        }
        match &mut self.kept {
            Kept::Written(numbers) => numbers,
            Kept::Read(..) | Kept::Implicit(_) => unreachable!("written down above"),
        }
    }

    /// The squares in the order in which they are visited.
    pub fn path(&self, meter: &mut Meter<'_>) -> Result<Vec<Square>, Limit> {
        let all = self.all_within(meter)?;
        let visited = || all.iter().enumerate().filter(|&(_, &number)| number > 0);
        let mut path = vec![Square { row: 0, col: 0 }; visited().count()];
        for (index, &number) in visited() {
            meter.check_limits()?;
            path[number as usize - 1] = self.size.square(index);
        }
        Ok(path)
    }

    /// The rectangle around the board.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Shows the numbers row by row until somebody has seen enough. Takes the memory of a few rows.
    pub fn each_row<E>(&self, mut see: impl FnMut(&[u32]) -> Result<(), E>) -> Result<(), E> {
        let cols = self.size.cols as usize;
        match &self.kept {
            Kept::Written(numbers) => numbers.chunks_exact(cols).try_for_each(see),
            Kept::Read(text, zero_based) => {
                let mut seen = Ok(());
                // A text that is no longer what it was ends where it is wrong, and lacks numbers.
                let _ = read::each_row(text, *zero_based, |_, row| {
                    if row.len() == cols {
                        seen = see(row);
                    }
                    Ok(seen.is_ok())
                });
                seen
            }
            Kept::Implicit(tour) => {
                let mut rows = tour.rows();
                let mut line = vec![0; cols];
                (0..self.size.rows).try_for_each(|row| {
                    rows.write(row, &mut line);
                    see(&line)
                })
            }
        }
    }

    /// The same under the limits of a run.
    pub(super) fn each_row_within<E: From<Limit>>(
        &self,
        meter: &mut Meter<'_>,
        mut see: impl FnMut(&[u32], &mut Meter<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let Kept::Implicit(tour) = &self.kept else {
            return self.each_row(|row| see(row, meter));
        };
        let mut rows = tour.rows();
        let mut line = vec![0; self.size.cols as usize];
        (0..self.size.rows).try_for_each(|row| {
            rows.write_within(row, &mut line, meter)?;
            see(&line, meter)
        })
    }

    /// The numbers in reading order.
    pub fn all(&self) -> Cow<'_, [u32]> {
        match &self.kept {
            Kept::Written(numbers) => Cow::Borrowed(numbers),
            Kept::Implicit(tour) => {
                let mut numbers = vec![0; self.size.area() as usize];
                let (mut rows, cols) = (tour.rows(), self.size.cols as usize);
                for (row, line) in (0..).zip(numbers.chunks_exact_mut(cols)) {
                    rows.write(row, line);
                }
                Cow::Owned(numbers)
            }
            Kept::Read(..) => {
                let mut numbers = Vec::with_capacity(self.size.area() as usize);
                let Ok(()) = self.each_row(|row| {
                    numbers.extend_from_slice(row);
                    Ok::<(), Infallible>(())
                });
                Cow::Owned(numbers)
            }
        }
    }

    /// The same under the limits of a run. Memory that they take here is the caller's to release.
    pub(super) fn all_within(&self, meter: &mut Meter<'_>) -> Result<Cow<'_, [u32]>, Limit> {
        if let Kept::Written(numbers) = &self.kept {
            return Ok(Cow::Borrowed(numbers));
        }
        meter.claim(4 * self.size.area())?;
        let mut numbers = Vec::with_capacity(self.size.area() as usize);
        self.each_row_within(meter, |row, meter| {
            numbers.extend_from_slice(row);
            meter.check_limits()
        })?;
        Ok(Cow::Owned(numbers))
    }

    /// The largest number.
    pub(super) fn last(&self) -> u32 {
        if let Kept::Implicit(_) = &self.kept {
            return self.size.area() as u32;
        }
        let mut last = 0;
        let Ok(()) = self.each_row(|row| {
            last = row.iter().fold(last, |last, &number| last.max(number));
            Ok::<(), Infallible>(())
        });
        last
    }

    /// Whether the last square is a move from the first.
    pub fn is_closed(&self) -> bool {
        let last = self.last();
        if let Kept::Implicit(tour) = &self.kept {
            return self.leaps.join(self.size, tour.square(1), tour.square(u64::from(last)));
        }
        let (mut row_at, mut ends) = (0, [None; 2]);
        let Ok(()) = self.each_row(|row| {
            for (end, number) in ends.iter_mut().zip([1, last]) {
                let col = row.iter().position(|&n| n == number);
                *end = end.or(col.map(|col| Square { row: row_at, col: col as u32 }));
            }
            row_at += 1;
            Ok::<(), Infallible>(())
        });
        let [first, last] = ends;
        first.zip(last).is_some_and(|(first, last)| self.leaps.join(self.size, first, last))
    }
}

impl Print for Numbers {
    fn print(&self, format: Format, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
        let style = match format {
            Format::Text => Style::Aligned,
            Format::Json => Style::Json,
        };
        let mut line = Line::new(style, self.last());
        if format == Format::Json {
            out.write_all(b"{\"board\":[")?;
        }
        let mut first = true;
        self.each_row(|row| {
            let written = line.write(row, first, out);
            first = false;
            written
        })?;
        // What a reader who knows no board needs to know of the moves.
        let head = Head::write(&[], self.leaps, Leaps::PLAIN);
        match format {
            Format::Text => {
                if !head.is_empty() {
                    write!(out, "= {head}")?;
                }
                Facts::of(self).print(format, lang, out)
            }
            Format::Json => {
                out.write_all(b"],")?;
                if !head.is_empty() {
                    write!(out, "\"moves\":\"{}\",", head.trim_end())?;
                }
                Facts::of(self).print(format, lang, out)?;
                out.write_all(b"}")
            }
        }
    }
}
