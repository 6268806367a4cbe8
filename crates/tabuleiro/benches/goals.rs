//! The goals that figures meet or miss.

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
