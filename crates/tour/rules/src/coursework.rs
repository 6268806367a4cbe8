//! The coursework's answers: the numbers of the board, separated by tabs, then a line with how many
//! squares were visited and how many of these visits were taken back, and a blank line, so that the
//! tours of several starts can be appended to one file.

use std::io::{self, Write};

use super::line::{Line, Style};
use super::{Numbers, Tour};
use tabuleiro_core::contract::{Coursework, EffortLabel, NoSolution, Stats};
use tabuleiro_core::locale::Message;
use tabuleiro_core::text::Source;

impl Coursework for Tour {
    const EFFORT: &'static [EffortLabel] = &[
        EffortLabel { counter: "forward", labels: &["passos para frente", "casas visitadas"] },
        EffortLabel { counter: "backtracks", labels: &["backtrackings", "casas retornadas"] },
    ];

    fn write_solution(
        _: usize,
        solution: &Numbers,
        stats: &Stats,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut line = Line::new(Style::Tabs, solution.last());
        solution.each_row(|row| line.write(row, false, out))?;
        let [visited, returned] = counters(solution, stats);
        writeln!(out, "{visited} {returned}\n")
    }

    fn write_missing(_: usize, _: NoSolution, _: &mut dyn Write) -> io::Result<()> {
        // The coursework knows boards with tours alone.
        Ok(())
    }

    fn exact(number: usize, solution: &Numbers, text: &[u8]) -> Option<usize> {
        let mut rows = Vec::new();
        Self::write_solution(number, solution, &Stats::default(), &mut rows).ok()?;
        let mut ends = (0..rows.len()).filter(|&at| rows[at] == b'\n');
        let rows_end = ends.nth(solution.size().rows as usize - 1)? + 1;
        let rest = text.strip_prefix(&rows[..rows_end])?;
        // The counters may be any two numbers; whether they fit the tour is for the verifier to say.
        let end = rest.iter().position(|&byte| byte == b'\n')?;
        let line = str::from_utf8(&rest[..end]).ok()?;
        let [visited, returned] = numbers(line)?;
        let written = format!("{visited} {returned}");
        let ends_so = line == written && rest[end..].starts_with(b"\n\n");
        ends_so.then_some(rows_end + end + 2)
    }
}

/// How many squares were visited to find a tour, and how many of these visits were taken back: what is
/// left are the squares of the tour. A construction visits each once.
fn counters(solution: &Numbers, stats: &Stats) -> [u64; 2] {
    let squares = u64::from(solution.last());
    let visited = stats.nodes.max(squares);
    [visited, visited - squares]
}

/// Whether the visits that were not taken back are as many as the board has squares, where the counters
/// are told.
pub(super) fn counters_fit(tour: &Tour, solution: &Numbers) -> Result<(), Message> {
    let Some([visited, returned]) = solution.counters() else { return Ok(()) };
    if visited.checked_sub(returned) == Some(tour.squares()) {
        return Ok(());
    }
    let told = Message::new("tour.flaw.counters").with("visited", visited);
    Err(told.with("returned", returned).with("squares", tour.squares()))
}

/// The two numbers that a line is, if it is two numbers and no more.
pub(super) fn numbers(line: &str) -> Option<[u64; 2]> {
    let mut words = line.split_ascii_whitespace().map(str::parse);
    match (words.next(), words.next(), words.next()) {
        (Some(Ok(visited)), Some(Ok(returned)), None) => Some([visited, returned]),
        _ => None,
    }
}

/// A text of rows without the line of counters that it ends with, and the counters: none where it does
/// not end with them. Rows of two squares cannot be told from counters; whether the number of rows and the
/// visits that were not taken back fit is for `fits` to say.
pub(super) fn split(
    source: &Source,
    fits: impl Fn(u64, Option<u64>) -> bool,
) -> (Source, Option<[u64; 2]>) {
    let bytes = source.bytes();
    let mut told = told(bytes);
    let (first, last) = (told.next(), told.next_back());
    let found = first.zip(last).and_then(|(first, last)| {
        let [visited, returned] = numbers(str::from_utf8(last).ok()?)?;
        let rows = 1 + told.count() as u64;
        let cols = str::from_utf8(first).ok()?.split_ascii_whitespace().count();
        let fits = cols != 2 && fits(rows, visited.checked_sub(returned));
        fits.then_some((last, [visited, returned]))
    });
    match found {
        Some((last, counters)) => {
            let at = last.as_ptr() as usize - bytes.as_ptr() as usize;
            (source.part(0..at), Some(counters))
        }
        None => (source.clone(), None),
    }
}

/// How many squares the rows of a text number, the line of counters after them not among them.
pub(super) fn numbered(source: &Source) -> u64 {
    let mut rows = told(source.bytes());
    rows.next_back();
    let words = rows.flat_map(|row| row.split(u8::is_ascii_whitespace));
    words.filter(|word| !matches!(*word, b"" | b"#" | b"0")).count() as u64
}

/// The lines of a text that are neither blank nor remarks.
fn told(bytes: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> {
    let is_told = |line: &&[u8]| !line.starts_with(b"=") && !line.trim_ascii().is_empty();
    bytes.split(|&byte| byte == b'\n').filter(is_told)
}
