//! From what a technique saw to a step: premises, conclusion, moves and words.

use tabuleiro_core::board::Square;
use tabuleiro_core::explain::{Assertion, SquareRole, Step};
use tabuleiro_core::locale::{Arg, Message};

use super::find::{Effect, Reason};
use super::ladder::Rung;
use super::marks::{Marks, bits};
use super::rounds::cost_of;
use super::small::Piece;
use super::story::listed;
use crate::values::all;
use crate::{Futoshiki, Sign};

mod refutation;

/// Puts steps from a position into words.
pub(super) struct StepWriter<'t> {
    pub(super) board: &'t Futoshiki,
    pub(super) marks: &'t Marks<'t>,
}

impl StepWriter<'_> {
    fn square(&self, cell: usize) -> Square {
        self.board.size().square(cell)
    }

    fn name(&self, cell: usize) -> String {
        format!("({})", self.square(cell))
    }

    fn names(&self, cells: impl IntoIterator<Item = usize>) -> Arg {
        Arg::And(cells.into_iter().map(|cell| self.name(cell)).collect())
    }

    /// Something said of cells.
    fn said(&self, rule: &'static str, cells: &[usize], values: u64) -> Assertion {
        let squares = cells.iter().map(|&cell| self.square(cell)).collect();
        Assertion { rule, squares, values: listed(values) }
    }

    fn of_line(&self, rule: &'static str, line: usize, values: u64) -> Assertion {
        let ends = [self.marks.cell(line, 0), self.marks.cell(line, self.marks.order - 1)];
        self.said(rule, &ends, values)
    }

    fn sign(&self, sign: Sign) -> Assertion {
        self.said("sign", &[usize::from(sign.less), usize::from(sign.more)], 0)
    }

    fn only(&self, cell: usize) -> Assertion {
        self.said("only", &[cell], self.marks.can[cell])
    }

    /// That a value is nowhere in a line but at some places.
    fn elsewhere(&self, line: usize, places: u64, value: usize) -> Option<Assertion> {
        let others = bits(all(self.marks.order) & !places).map(|i| self.marks.cell(line, i));
        let others: Vec<usize> = others.collect();
        (!others.is_empty()).then(|| self.said("not", &others, 1 << value))
    }

    /// The line that goes from one edge of the board to the other.
    pub(super) fn line_between(&self, first: usize, last: usize) -> usize {
        let order = self.marks.order;
        if last - first < order { first / order } else { order + first }
    }

    fn line(&self, line: usize) -> Message {
        let order = self.marks.order;
        if line < order {
            Message::new("futoshiki.line.row").with("n", (line + 1).to_string())
        } else {
            Message::new("futoshiki.line.column").with("n", (line - order + 1).to_string())
        }
    }

    fn lines(&self, columns: bool, set: u64) -> Message {
        let numbers: Vec<String> = bits(set).map(|i| (i + 1).to_string()).collect();
        let key = if columns { "columns" } else { "rows" };
        Message::new(format!("futoshiki.line.{key}")).with("list", Arg::And(numbers))
    }

    /// A step of a technique that needs no trial.
    pub(super) fn step(&self, rung: Rung, reason: &Reason, effect: Effect<'_>) -> Step {
        let marks = self.marks;
        let first = effect[0].0;
        let digit = (all(marks.order) & !effect[0].1).trailing_zeros() as usize;
        let at_line = |line: usize| {
            (Message::new("futoshiki.where.line").with("line", self.line(line)), self.line(line))
        };
        let at_cells = |cells: Arg| Message::new("futoshiki.where.cells").with("cells", cells);
        let mut why = Message::new(format!("futoshiki.technique.{}.why", rung.technique().name));
        let mut premises = Vec::new();
        let place;
        match *reason {
            Reason::Last { line } | Reason::HiddenSingle { line } => {
                premises.push(self.of_line("has", line, 1 << digit));
                let (_, i) = marks.lines(first)[usize::from(line >= marks.order)];
                premises.extend(self.elsewhere(line, 1 << i, digit));
                let (looked, words) = at_line(line);
                place = looked;
                why = why.with("line", words).with("cell", self.name(first));
                why = why.with("value", (digit + 1).to_string());
            }
            Reason::NakedSingle => {
                premises.push(self.only(first));
                place = at_cells(self.names([first]));
                why = why.with("cell", self.name(first)).with("value", (digit + 1).to_string());
            }
            Reason::Sign(sign) => {
                let (less, more) = (usize::from(sign.less), usize::from(sign.more));
                let other = if first == less { more } else { less };
                premises.push(self.sign(sign));
                match rung {
                    Rung::SignEnd => {}
                    Rung::SignKnown if !marks.is_open(other) => {
                        premises.push(self.said("is", &[other], marks.can[other]));
                    }
                    _ => premises.push(self.only(other)),
                }
                place = at_cells(self.names([less, more]));
                why = why
                    .with("less", self.name(less))
                    .with("more", self.name(more))
                    .with("known", self.name(other))
                    .with("greatest", marks.order.to_string())
                    .with("values", Arg::Or(words(marks.can[other])));
            }
            Reason::Chain(ref chain) => {
                let pairs = chain.windows(2).map(|pair| Sign { less: pair[0], more: pair[1] });
                premises.extend(pairs.map(|sign| self.sign(sign)));
                let cells: Vec<String> = chain.iter().map(|&c| self.name(usize::from(c))).collect();
                why = why.with("chain", cells.join(" < ")).with("count", chain.len());
                place = at_cells(Arg::And(cells));
            }
            Reason::Hill { middle, sides, line, is_valley } => {
                for side in sides {
                    let (less, more) = if is_valley { (middle, side) } else { (side, middle) };
                    premises.push(self.sign(Sign { less: less as u16, more: more as u16 }));
                    premises.push(self.only(side));
                }
                premises.push(self.of_line(
                    "once",
                    line,
                    marks.can[sides[0]] & marks.can[sides[1]],
                ));
                premises.retain(|premise| premise.rule == "sign" || !premise.values.is_empty());
                place = at_cells(self.names([middle]));
                if is_valley {
                    why = Message::new("futoshiki.technique.hill.why.valley");
                }
                why = why.with("middle", self.name(middle)).with("line", self.line(line));
                why = why.with("sides", self.names(sides));
            }
            Reason::SignedPlace { line, value, sign } => {
                let (less, more) = (usize::from(sign.less), usize::from(sign.more));
                let which = usize::from(line >= marks.order);
                let here = [less, more].map(|cell| 1u64 << marks.lines(cell)[which].1);
                premises.push(self.sign(sign));
                premises.push(self.of_line("has", line, 1 << value));
                premises.extend(self.elsewhere(line, here[0] | here[1], value));
                let (looked, words) = at_line(line);
                place = looked;
                why = why.with("line", words).with("value", (value + 1).to_string());
                why = why.with("less", self.name(less)).with("more", self.name(more));
            }
            Reason::Naked { line, places, values } => {
                let cells: Vec<usize> = bits(places).map(|i| marks.cell(line, i)).collect();
                premises.extend(cells.iter().map(|&cell| self.only(cell)));
                premises.push(self.of_line("once", line, values));
                let (looked, of) = at_line(line);
                place = looked;
                why = why
                    .with("line", of)
                    .with("cells", self.names(cells))
                    .with("values", Arg::And(words(values)));
            }
            Reason::Hidden { line, places, values } => {
                let cells: Vec<usize> = bits(places).map(|i| marks.cell(line, i)).collect();
                premises.push(self.of_line("has", line, values));
                premises
                    .extend(bits(values).filter_map(|value| self.elsewhere(line, places, value)));
                let (looked, of) = at_line(line);
                place = looked;
                why = why
                    .with("line", of)
                    .with("cells", self.names(cells))
                    .with("values", Arg::And(words(values)));
            }
            Reason::Fish { value, base, cover, columns } => {
                let (from, across) = if columns { (marks.order, 0) } else { (0, marks.order) };
                for i in bits(base) {
                    premises.push(self.of_line("has", from + i, 1 << value));
                    premises.extend(self.elsewhere(from + i, cover, value));
                }
                premises.extend(bits(cover).map(|i| self.of_line("once", across + i, 1 << value)));
                let base = self.lines(columns, base);
                place = Message::new("futoshiki.where.value")
                    .with("value", (value + 1).to_string())
                    .with("lines", base.clone());
                why = why.with("value", (value + 1).to_string()).with("base", base);
                why = why.with("cover", self.lines(!columns, cover));
            }
            Reason::SignedPair { line, cell, sign } => {
                let (less, more) = (usize::from(sign.less), usize::from(sign.more));
                premises.push(self.sign(sign));
                premises.extend([cell, less, more].map(|cell| self.only(cell)));
                premises.push(self.of_line("once", line, marks.can[cell]));
                let (looked, of) = at_line(line);
                place = looked;
                why = why.with("line", of).with("cell", self.name(cell));
                why = why.with("values", Arg::Or(words(marks.can[cell])));
                why = why.with("less", self.name(less)).with("more", self.name(more));
            }
            Reason::Line { line } => {
                let cells: Vec<usize> =
                    bits(marks.open[line]).map(|i| marks.cell(line, i)).collect();
                let inside = |sign: &&Sign| {
                    [sign.less, sign.more].iter().all(|&cell| cells.contains(&usize::from(cell)))
                };
                premises.extend(marks.signs.iter().filter(inside).map(|&sign| self.sign(sign)));
                premises.extend(cells.iter().map(|&cell| self.only(cell)));
                let values = cells.iter().fold(0, |set, &cell| set | marks.can[cell]);
                premises.push(self.of_line("once", line, values));
                let (looked, of) = at_line(line);
                place = looked;
                why = why.with("line", of);
            }
        }
        let cost = cost_of(rung, reason);
        let mut step = self.finish(rung, cost, premises, effect, (place, why), Vec::new());
        if let Reason::Fish { value, base, cover, columns } = *reason {
            // The places of the value are the pattern to be seen; the premises speak of all other cells.
            let from = if columns { marks.order } else { 0 };
            let cells = bits(base).flat_map(|i| bits(cover).map(move |j| (from + i, j)));
            let places = cells
                .map(|(line, j)| marks.cell(line, j))
                .filter(|&cell| marks.can[cell] >> value & 1 != 0)
                .map(|cell| (self.square(cell), SquareRole::Premise));
            step.squares.retain(|(_, role)| *role == SquareRole::Conclusion);
            step.squares.extend(places);
            step.squares.sort_unstable();
        }
        step
    }

    fn piece(&self, piece: Piece) -> Assertion {
        match piece {
            Piece::Once(line, values) => self.of_line("once", line, values),
            Piece::Has(line, values) => self.of_line("has", line, values),
            Piece::Sign(at) => self.sign(self.board.signs()[at]),
            Piece::Cell(cell) => self.only(cell),
        }
    }

    fn finish(
        &self,
        rung: Rung,
        cost: u32,
        premises: Vec<Assertion>,
        effect: Effect<'_>,
        (place, why): (Message, Message),
        story: Vec<Message>,
    ) -> Step {
        let mut conclusion: Vec<Assertion> = Vec::new();
        let mut moves = Vec::new();
        for &(cell, lost) in effect {
            if rung.places() {
                let value = all(self.marks.order) & !lost;
                conclusion.push(self.said("is", &[cell], value));
                moves.push(self.board.placing(cell, value.trailing_zeros() as u8 + 1));
                continue;
            }
            let lost = lost & self.marks.can[cell];
            let values = listed(lost);
            match conclusion.iter_mut().find(|said| said.values == values) {
                Some(said) => said.squares.push(self.square(cell)),
                None => conclusion.push(self.said("not", &[cell], lost)),
            }
            moves.extend(bits(lost).map(|value| self.board.unmarking(cell, value as u8 + 1)));
        }
        let role = |list: &[Assertion], role| {
            let squares = list.iter().filter(|said| !matches!(said.rule, "once" | "has"));
            squares.flat_map(|said| said.squares.clone()).map(|at| (at, role)).collect::<Vec<_>>()
        };
        let mut squares = role(&conclusion, SquareRole::Conclusion);
        for (at, is) in role(&premises, SquareRole::Premise) {
            if squares.iter().all(|(known, _)| *known != at) {
                squares.push((at, is));
            }
        }
        squares.sort_unstable();
        let message = why.with("conclusion", joined(&conclusion));
        let technique = rung.technique().name;
        Step { technique, cost, premises, conclusion, moves, squares, place, message, story }
    }
}

/// Conclusions in one sentence.
fn joined(conclusion: &[Assertion]) -> Message {
    let one = |said: &Assertion| said.message("futoshiki");
    let all = conclusion.iter().map(one).reduce(|first, rest| {
        Message::new("futoshiki.also").with("first", first).with("rest", rest)
    });
    all.unwrap_or_else(|| Message::new("futoshiki.also"))
}

/// The values of a set in words.
fn words(set: u64) -> Vec<String> {
    listed(set).iter().map(i32::to_string).collect()
}
