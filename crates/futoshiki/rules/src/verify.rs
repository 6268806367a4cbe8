//! The rules: what a solution is, and what an argument must show. Knows no way of solving.

use super::{Argument, Futoshiki, Grid, Sign};
use tabuleiro_core::board::Square;
use tabuleiro_core::contract::Verify;
use tabuleiro_core::locale::Message;

impl Verify for Futoshiki {
    fn verify(&self, solution: &Grid) -> Result<(), Message> {
        let order = self.order();
        if solution.order() != order {
            return Err(Message::new("futoshiki.flaw.size")
                .with("given", solution.order())
                .with("asked", order));
        }
        let cell = |index: usize| self.size().square(index).to_string();
        let values = solution.values();
        for (index, &value) in values.iter().enumerate() {
            self.fits(index, value)?;
        }
        for line in 0..order {
            let row = |i: usize| line * order + i;
            let column = |i: usize| i * order + line;
            for place in [&row as &dyn Fn(usize) -> usize, &column] {
                // Every value is one of at most 64 by now.
                let mut seen = 0u64;
                for index in (0..order).map(place) {
                    let bit = 1 << (values[index] - 1);
                    if seen & bit != 0 {
                        let same = |&first: &usize| values[first] == values[index];
                        let first = (0..order).map(place).find(same).unwrap_or(index);
                        return Err(Message::new("futoshiki.flaw.twice")
                            .with("first", cell(first))
                            .with("second", cell(index))
                            .with("value", u64::from(values[index])));
                    }
                    seen |= bit;
                }
            }
        }
        self.signs().iter().try_for_each(|&sign| {
            let [left, right] = [sign.less, sign.more].map(|end| values[usize::from(end)]);
            self.ordered(sign, left, right)
        })
    }

    fn so_far(&self, cells: &[Option<u32>]) -> Result<(), Message> {
        let cell = |index: usize| self.size().square(index).to_string();
        let held = |index: usize| cells.get(index).copied().flatten();
        for (index, value) in (0..self.givens().len()).filter_map(|i| Some((i, held(i)?))) {
            self.fits(index, value)?;
            for other in 0..index {
                let [(row, col), (other_row, other_col)] =
                    [index, other].map(|i| (i / self.order(), i % self.order()));
                if held(other) == Some(value) && (row == other_row || col == other_col) {
                    let flaw = Message::new("futoshiki.flaw.twice").with("first", cell(other));
                    return Err(flaw.with("second", cell(index)).with("value", u64::from(value)));
                }
            }
        }
        for &sign in self.signs() {
            let ends = held(usize::from(sign.less)).zip(held(usize::from(sign.more)));
            ends.map_or(Ok(()), |(left, right)| self.ordered(sign, left, right))?;
        }
        Ok(())
    }

    fn refute(&self, argument: &Argument) -> Result<(), Message> {
        let holds = argument.cells().iter().all(|&cell| self.size().holds(cell))
            && match argument {
                Argument::Twice([first, second]) => {
                    first != second
                        && (first.row == second.row || first.col == second.col)
                        && self.given_at(*first).is_some()
                        && self.given_at(*first) == self.given_at(*second)
                }
                Argument::Itself(cell) => self.has_sign(*cell, *cell),
                Argument::Cycle(cells) => match (cells.first(), cells.last()) {
                    (Some(&first), Some(&last)) => {
                        self.ascends(cells) && self.has_sign(last, first)
                    }
                    _ => false,
                },
                Argument::Chain(cells) => cells.len() > self.order() && self.ascends(cells),
                Argument::Against([less, more]) => {
                    let given = self.given_at(*less).zip(self.given_at(*more));
                    self.has_sign(*less, *more) && given.is_some_and(|(less, more)| less >= more)
                }
                Argument::Squeezed(cells) => match (cells.first(), cells.last()) {
                    (Some(&first), Some(&last)) => {
                        let least = self.given_at(first).map_or(1, usize::from);
                        let most = self.given_at(last).map_or(self.order(), usize::from);
                        self.ascends(cells) && least + cells.len() > most + 1
                    }
                    _ => false,
                },
            };
        if holds {
            return Ok(());
        }
        Err(Message::new("futoshiki.flaw.argument").with("name", argument.word()))
    }
}

impl Futoshiki {
    /// Whether a cell may hold a value, whatever the others hold.
    #[inline]
    fn fits(&self, index: usize, value: u32) -> Result<(), Message> {
        let is_in_range = value != 0 && value as usize <= self.order();
        if is_in_range && self.given(index).is_none_or(|given| u32::from(given) == value) {
            return Ok(());
        }
        Err(self.wrong_value(index, value, is_in_range))
    }

    /// Why a cell may not hold a value.
    #[cold]
    fn wrong_value(&self, index: usize, value: u32, is_in_range: bool) -> Message {
        let flaw = |name: &str| {
            let flaw =
                Message::new(format!("futoshiki.flaw.{name}")).with("value", u64::from(value));
            flaw.with("cell", self.size().square(index).to_string())
        };
        match self.given(index) {
            Some(given) if is_in_range => flaw("given").with("given", u64::from(given)),
            _ => flaw("range").with("order", self.order()),
        }
    }

    /// Whether the values beside a sign are as it says.
    #[inline]
    fn ordered(&self, sign: Sign, left: u32, right: u32) -> Result<(), Message> {
        if left < right { Ok(()) } else { Err(self.disordered(sign, left, right)) }
    }

    #[cold]
    fn disordered(&self, Sign { less, more }: Sign, left: u32, right: u32) -> Message {
        let cell = |index: u16| self.size().square(usize::from(index)).to_string();
        let flaw = Message::new("futoshiki.flaw.sign").with("less", cell(less));
        let flaw = flaw.with("more", cell(more)).with("left", u64::from(left));
        flaw.with("right", u64::from(right))
    }

    fn given_at(&self, cell: Square) -> Option<u8> {
        self.given(self.size().index(cell))
    }

    fn has_sign(&self, less: Square, more: Square) -> bool {
        let index = |cell| self.size().index(cell) as u16;
        self.signs().contains(&Sign { less: index(less), more: index(more) })
    }

    /// Whether each cell must hold less than the next.
    fn ascends(&self, cells: &[Square]) -> bool {
        cells.windows(2).all(|pair| self.has_sign(pair[0], pair[1]))
    }
}
