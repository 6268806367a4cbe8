//! Why a goal cannot be reached, as a reason that is checked without searching.

use std::io::{self, Write};
use std::sync::Arc;

use super::ground::Ground;
use super::jump_counts::{CountStep, Cut, JumpCounts};
use tabuleiro_core::contract::{Format, Print};
use tabuleiro_core::locale::{Lang, Message};

/// A reason, and the board it speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    ground: Arc<Ground>,
    reason: Reason,
}

/// A reason why the goal cannot be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Every line of three holds an even number of these cells, so a jump changes an even number of
    /// them; but their pegs are odd at the start and even at the goal, or the reverse.
    Class(Vec<u32>),
    /// Weights, one for each place of the rectangle, such that no jump makes the pegs weigh more; but
    /// the goal weighs more than the start.
    Pagoda(Vec<i64>),
    /// No numbers of jumps along each line fit: a branch and bound with parity cuts.
    JumpCounts(JumpCounts),
    /// This cell is in no line of three, so it never changes; but it must.
    Fixed(u32),
    /// No jump is possible, and this is not the goal.
    Stuck,
    /// No jump can lead to the goal, and this is not yet it.
    Sourceless,
    /// Every jump takes a peg, and there are no more pegs than the goal has.
    TooFew,
    /// The goal has no peg, and a jump leaves one.
    Emptied,
}

/// Columns up to which a board is drawn under the words.
const DRAWN: usize = 60;
/// Rows up to which it is.
const HIGH: usize = 100;

impl Argument {
    pub(super) const CLASS: &'static str = "class";
    pub(super) const PAGODA: &'static str = "pagoda";
    pub(super) const JUMP_COUNTS: &'static str = "jump-counts";
    pub(super) const FIXED: &'static str = "fixed";
    pub(super) const STUCK: &'static str = "stuck";
    pub(super) const SOURCELESS: &'static str = "sourceless";
    pub(super) const TOO_FEW: &'static str = "too-few";
    pub(super) const EMPTIED: &'static str = "emptied";

    /// A reason about a board; whether it holds, the verifier says.
    pub fn new(ground: Arc<Ground>, reason: Reason) -> Self {
        Argument { ground, reason }
    }

    /// The reason.
    pub fn reason(&self) -> &Reason {
        &self.reason
    }

    /// The word used in data formats.
    pub fn word(&self) -> &'static str {
        match self.reason {
            Reason::Class(_) => Argument::CLASS,
            Reason::Pagoda(_) => Argument::PAGODA,
            Reason::JumpCounts(_) => Argument::JUMP_COUNTS,
            Reason::Fixed(_) => Argument::FIXED,
            Reason::Stuck => Argument::STUCK,
            Reason::Sourceless => Argument::SOURCELESS,
            Reason::TooFew => Argument::TOO_FEW,
            Reason::Emptied => Argument::EMPTIED,
        }
    }

    /// The reason in words.
    pub fn message(&self) -> Message {
        let ground = &*self.ground;
        let message = Message::new(format!("pegs.argument.{}", self.word()));
        match &self.reason {
            Reason::Class(cells) => {
                let among =
                    |pegs: &[bool]| cells.iter().filter(|&&cell| pegs[cell as usize]).count();
                let message = message.with("cells", cells.len());
                message.with("start", among(&ground.start)).with("goal", among(&ground.goal))
            }
            Reason::Pagoda(weights) => {
                let weight = |pegs: &[bool]| -> i128 {
                    let pegs = pegs.iter().zip(weights).filter(|(peg, _)| **peg);
                    pegs.map(|(_, &weight)| i128::from(weight)).sum()
                };
                let message = message.with("start", weight(&ground.start).to_string());
                message.with("goal", weight(&ground.goal).to_string())
            }
            Reason::JumpCounts(counts) => {
                let message = message.with("cases", counts.cases());
                message.with("inequalities", 1 + counts.steps.len() - counts.cases())
            }
            Reason::Fixed(cell) => message.with("cell", self.place(*cell)),
            Reason::Stuck | Reason::Sourceless | Reason::Emptied => message,
            Reason::TooFew => message.with("start", ground.pegs()).with("goal", ground.goal_pegs()),
        }
    }

    /// A cell as people write it.
    fn place(&self, cell: u32) -> String {
        let columns = self.ground.columns as u32;
        format!("{},{}", cell / columns + 1, cell % columns + 1)
    }

    /// Cells as pairs.
    fn pairs(&self, cells: &[u32]) -> String {
        let cells: Vec<String> =
            cells.iter().map(|&cell| format!("[{}]", self.place(cell))).collect();
        cells.join(",")
    }

    /// A field of weights, row by row.
    fn weights(&self, weights: &[i64], comma: &str, out: &mut dyn Write) -> io::Result<()> {
        let row = |row: &[i64]| {
            let row: Vec<String> = row.iter().map(i64::to_string).collect();
            format!("[{}]", row.join(","))
        };
        let rows: Vec<String> = weights.chunks(self.ground.columns).map(row).collect();
        write!(out, "{comma}\"weights\":[{}]", rows.join(","))
    }

    /// The fields of a step.
    fn step(&self, step: &CountStep, out: &mut dyn Write) -> io::Result<()> {
        let inequality = match step {
            CountStep::Split(ends) => return write!(out, "\"split\":[{}]", self.pairs(ends)),
            CountStep::Inequality(inequality) => inequality,
        };
        self.weights(&inequality.weights, "", out)?;
        write!(out, ",\"cuts\":[")?;
        for (number, (cut, price)) in inequality.prices.iter().enumerate() {
            write!(out, "{}\"price\":{price},", if number == 0 { "{" } else { ",{" })?;
            match cut {
                Cut::Cells(cells, splits) => {
                    write!(out, "\"cells\":[{}],\"splits\":{splits}}}", self.pairs(cells))?;
                }
                Cut::Line(ends) => write!(out, "\"line\":[{}]}}", self.pairs(ends))?,
            }
        }
        write!(out, "]")
    }

    /// What stands at each place of the board, where the reason has something to show there.
    fn picture(&self) -> Option<Vec<String>> {
        match &self.reason {
            Reason::Class(cells) => {
                let mut marks = vec![".".to_owned(); self.ground.inside.len()];
                cells.iter().for_each(|&cell| marks[cell as usize] = "x".to_owned());
                Some(marks)
            }
            Reason::Pagoda(weights) => Some(weights.iter().map(i64::to_string).collect()),
            Reason::JumpCounts(counts) => {
                Some(counts.alone()?.weights.iter().map(i64::to_string).collect())
            }
            _ => None,
        }
    }
}

impl Print for Argument {
    fn print(&self, format: Format, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
        let Ground { rows, columns, inside, .. } = &*self.ground;
        match format {
            Format::Json => {
                write!(out, "{{\"kind\":\"argument\",\"name\":\"{}\"", self.word())?;
                match &self.reason {
                    Reason::Class(cells) => write!(out, ",\"cells\":[{}]", self.pairs(cells))?,
                    Reason::Fixed(cell) => write!(out, ",\"cells\":[{}]", self.pairs(&[*cell]))?,
                    Reason::Pagoda(weights) => self.weights(weights, ",", out)?,
                    Reason::JumpCounts(counts) => {
                        write!(out, ",\"steps\":[")?;
                        for (number, step) in counts.steps.iter().enumerate() {
                            write!(out, "{}", if number == 0 { "{" } else { ",{" })?;
                            self.step(step, out)?;
                            write!(out, "}}")?;
                        }
                        write!(out, "]")?;
                    }
                    Reason::Stuck | Reason::Sourceless | Reason::TooFew | Reason::Emptied => {}
                }
                write!(out, "}}")
            }
            Format::Text => {
                writeln!(out, "{}", self.message().text(lang))?;
                let drawn = *columns <= DRAWN && *rows <= HIGH;
                let Some(marks) = self.picture().filter(|_| drawn) else { return Ok(()) };
                let width = marks.iter().map(String::len).max().unwrap_or(1);
                for (row, marks) in marks.chunks(*columns).enumerate() {
                    let cells = marks.iter().zip(&inside[row * columns..]);
                    let cells = cells.map(|(mark, &inside)| if inside { mark } else { "" });
                    let line: String = cells.map(|mark| format!(" {mark:>width$}")).collect();
                    writeln!(out, " {}", line.trim_end())?;
                }
                Ok(())
            }
        }
    }
}
