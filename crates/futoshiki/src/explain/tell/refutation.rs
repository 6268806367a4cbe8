//! Refutations in words: what would follow from a value, line by line, down to the contradiction.

use tabuleiro_core::explain::{Assertion, Step};
use tabuleiro_core::locale::{Arg, Message};

use super::{StepWriter, words};
use crate::explain::ladder::Rung;
use crate::explain::reductio::Reductio;
use crate::explain::rounds::trial_cost;
use crate::explain::small::Piece;
use crate::explain::story::{Contradiction, Story, cells as cells_of};
use crate::{Placed, Sign};

impl StepWriter<'_> {
    /// A refutation by singles and signs.
    pub(in crate::explain) fn trial(&self, against: Placed, rounds: u32, story: &Story) -> Step {
        let rung = Rung::Refutation;
        let mut premises: Vec<Assertion> =
            story.rules().into_iter().map(|rule| self.piece(rule)).collect();
        let cell = usize::from(against.cell);
        let used = cells_of(self.marks, story).into_iter().filter(|&used| used != cell);
        premises.extend(used.map(|cell| self.only(cell)));
        let mut lines = vec![self.about(against, "futoshiki.story.suppose")];
        // What each cell can hold on the way, and which cells were said to hold a value.
        let mut can = self.marks.can.clone();
        can[cell] = 1 << (against.value - 1);
        let mut said: Vec<usize> =
            (0..can.len()).filter(|&cell| can[cell].is_power_of_two()).collect();
        for firing in &story.firings {
            let named = |key: &str| {
                Message::new(format!("futoshiki.story.{key}"))
                    .with("cell", self.name(firing.cell))
                    .with("from", self.name(firing.from))
            };
            let one = |value: u64| words(value).concat();
            lines.push(match firing.rule {
                Piece::Once(_, value) => {
                    let key = if said.contains(&firing.from) { "once" } else { "once-left" };
                    named(key).with("value", one(value))
                }
                Piece::Has(line, value) => {
                    said.push(firing.cell);
                    named("has").with("value", one(value)).with("line", self.line(line))
                }
                Piece::Sign(at) => {
                    let Sign { less, more } = self.board.signs()[at];
                    let known = can[firing.from];
                    let key = if known.count_ones() as usize == self.board.order() {
                        "sign-end"
                    } else {
                        "sign"
                    };
                    named(key)
                        .with("less", self.name(less.into()))
                        .with("more", self.name(more.into()))
                        .with("known", Arg::Or(words(known)))
                        .with("values", Arg::List(words(firing.lost)))
                }
                Piece::Cell(_) => continue,
            });
            can[firing.cell] &= !firing.lost;
        }
        lines.push(self.end(story.end));
        self.refuted(rung, trial_cost(rung, rounds), against, premises, lines)
    }

    /// How a trial ends.
    pub(in crate::explain) fn end(&self, end: Contradiction) -> Message {
        match end {
            Contradiction::Empty(cell) => {
                Message::new("futoshiki.story.empty").with("cell", self.name(cell))
            }
            Contradiction::NoPlace(line, value) => Message::new("futoshiki.story.no-place")
                .with("line", self.line(line))
                .with("value", words(value).concat()),
        }
    }

    /// A refutation told line by line.
    fn refuted(
        &self,
        rung: Rung,
        cost: u32,
        against: Placed,
        premises: Vec<Assertion>,
        lines: Vec<Message>,
    ) -> Step {
        let cell = usize::from(against.cell);
        let why = self.about(against, "futoshiki.technique.refutation.why");
        let place = Message::new("futoshiki.where.cells").with("cells", self.names([cell]));
        let effect = [(cell, 1 << (against.value - 1))];
        self.finish(rung, cost, premises, &effect, (place, why), lines)
    }

    /// A refutation by steps of the ladder.
    pub(in crate::explain) fn retold(
        &self,
        rung: Rung,
        cost: u32,
        against: Placed,
        told: Reductio,
    ) -> Step {
        let premises = told.pieces.into_iter().map(|piece| self.piece(piece)).collect();
        self.refuted(rung, cost, against, premises, told.lines)
    }

    /// A refutation by a small set of premises.
    pub(in crate::explain) fn small(
        &self,
        rung: Rung,
        cost: u32,
        against: Placed,
        pieces: &[Piece],
    ) -> Step {
        let premises: Vec<Assertion> = pieces.iter().map(|&piece| self.piece(piece)).collect();
        let cell = usize::from(against.cell);
        let key = format!("futoshiki.technique.{}.why", rung.technique().name);
        let why = self.about(against, &key).with("count", premises.len());
        let place = Message::new("futoshiki.where.cells").with("cells", self.names([cell]));
        let of_line = |key: &str, line: usize, values: u64| {
            let said = Message::new(format!("futoshiki.story.line-{key}"));
            let said = said.with("line", self.line(line)).with("values", Arg::And(words(values)));
            said.with("n", u64::from(values.count_ones()))
        };
        let told = |&piece: &Piece| match piece {
            Piece::Once(line, values) => of_line("once", line, values),
            Piece::Has(line, values) => of_line("has", line, values),
            Piece::Sign(at) => {
                let [less, more] =
                    [self.board.signs()[at].less, self.board.signs()[at].more].map(usize::from);
                let said = Message::new("futoshiki.story.less").with("less", self.name(less));
                said.with("more", self.name(more))
            }
            Piece::Cell(cell) => Message::new("futoshiki.story.only")
                .with("cell", self.name(cell))
                .with("values", Arg::Or(words(self.marks.can[cell]))),
        };
        let story = pieces.iter().map(told).collect();
        let effect = [(cell, 1 << (against.value - 1))];
        self.finish(rung, cost, premises, &effect, (place, why), story)
    }

    pub(in crate::explain) fn about(&self, against: Placed, key: &str) -> Message {
        let name = self.name(usize::from(against.cell));
        Message::new(key).with("cell", name).with("value", against.value.to_string())
    }
}
