//! The order in which the eight moves are tried, where it is the same on every square.

use std::fmt;

use tabuleiro_core::text::{Diagnostic, Source};

/// The eight moves, the first to be tried first: directions from 0 in the order of
/// [`KNIGHT`](tabuleiro_core::board::KNIGHT), which people count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order([u8; 8]);

impl Order {
    /// Clockwise from "up, right": the coursework's fixed order.
    pub const CLOCKWISE: Order = Order([0, 1, 2, 3, 4, 5, 6, 7]);
    /// The coursework's priority vector.
    pub const COURSEWORK: Order = Order([3, 4, 2, 5, 1, 6, 0, 7]);

    /// An order that was made otherwise. It holds every direction once.
    pub(super) fn new(directions: [u8; 8]) -> Self {
        debug_assert_eq!(directions.iter().fold(0, |set, d| set | 1u32 << d), 0xFF);
        Order(directions)
    }

    /// Reads eight numbers from 1 to 8 with commas between them, each once.
    pub(super) fn parse(value: &str) -> Result<Order, Diagnostic> {
        let source = Source::option("priority", value);
        let mut found = Vec::new();
        // Vectors are written in braces, too, as in C.
        let bare = value.trim();
        let pairs = [('{', '}'), ('[', ']'), ('(', ')')];
        let inner = pairs
            .into_iter()
            .find_map(|(open, close)| bare.strip_prefix(open)?.strip_suffix(close));
        let inner = inner.unwrap_or(bare);
        let mut at = inner.as_ptr() as usize - value.as_ptr() as usize;
        for word in inner.split(',') {
            let range = at..at + word.len();
            at += word.len() + 1;
            let direction = match word.trim().parse::<u8>() {
                Ok(number @ 1..=8) => number - 1,
                _ => return Err(source.diagnostic("T0201", range).with("found", word.trim())),
            };
            if let Some(first) = found.iter().position(|&(known, _)| known == direction) {
                let (_, first): (u8, std::ops::Range<usize>) = found.swap_remove(first);
                let diagnostic = source.diagnostic("T0202", range).with("found", word.trim());
                return Err(diagnostic.also(&source, first));
            }
            found.push((direction, range));
        }
        let directions: Vec<u8> = found.iter().map(|&(direction, _)| direction).collect();
        let directions = directions.try_into().map_err(|_| {
            source.diagnostic("T0203", value.len()..value.len()).with("found", found.len())
        })?;
        Ok(Order(directions))
    }

    /// The directions in this order.
    pub fn directions(self) -> [u8; 8] {
        self.0
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = self.0.map(|direction| (direction + 1).to_string());
        f.write_str(&numbers.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn priority_vectors_are_permutations() {
        let read = |text| Order::parse(text).map_err(|d| (d.code(), d.place().unwrap().1));
        assert_eq!(read("4,5,3,6,2,7,1,8"), Ok(Order::COURSEWORK));
        assert_eq!(read("1, 2, 3, 4, 5, 6, 7, 8"), Ok(Order::CLOCKWISE));
        assert_eq!(Order::COURSEWORK.to_string(), "4,5,3,6,2,7,1,8");
        assert_eq!(read("1,2,3,4,5,6,7,7"), Err(("T0202", 15)));
        assert_eq!(read("1,2,3"), Err(("T0203", 6)));
        assert_eq!(read("1,2,3,4,5,6,7,8,1"), Err(("T0202", 17)));
        assert_eq!(read("0,2,3,4,5,6,7,8"), Err(("T0201", 1)));
        assert_eq!(read(""), Err(("T0201", 1)));
    }
}
