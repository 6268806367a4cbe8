//! Figures as a table shows them, and the goals that they meet or miss.

use std::fmt;

/// A figure, or what is known of it.
#[derive(Clone, Copy)]
pub(crate) enum Figure {
    /// Nobody measured it.
    Absent,
    /// It was measured.
    Is(f64),
    /// Patience ended when it was on that side of a number: `<` or `>`.
    Past(char, f64),
}

impl Figure {
    /// The figure, or the bound, which flatters the one who was too slow.
    pub(crate) fn known(self) -> Option<f64> {
        match self {
            Figure::Absent => None,
            Figure::Is(value) | Figure::Past(_, value) => Some(value),
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(&match *self {
            Figure::Absent => "-".to_owned(),
            Figure::Is(value) => short(value),
            Figure::Past(side, value) => format!("{side} {}", short(value)),
        })
    }
}

/// Three digits, and all that stand before the point.
pub(crate) fn short(value: f64) -> String {
    match value {
        _ if value >= 100.0 => format!("{value:.0}"),
        _ if value >= 10.0 => format!("{value:.1}"),
        _ if value >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// Goals that were missed.
#[derive(Default)]
pub(crate) struct Goals {
    missed: Vec<String>,
}

impl Goals {
    /// How far a figure is beyond its goal, as a ratio, if it has one: 1 or more meets it.
    pub(crate) fn against(&mut self, what: &str, ratio: Option<f64>) -> String {
        let Some(ratio) = ratio else { return "-".to_owned() };
        if ratio < 1.0 {
            self.missed.push(format!("{what} ({}x)", short(ratio)));
        }
        format!("{}x", short(ratio))
    }

    /// The last line of a bench.
    pub(crate) fn summary(&self) -> String {
        match &self.missed[..] {
            [] => "every goal is met".to_owned(),
            missed => format!("goals missed: {}", missed.join("; ")),
        }
    }
}
