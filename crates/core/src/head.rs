//! The line before a drawn board that says what is not drawn, in words: what lies beyond the edges,
//! the piece, and what else a puzzle of leapers asks for.
//!
//! ```text
//! closed torus leaper 1,4
//! ```

use crate::leaper::{Edges, Leaper, Leaps};
use crate::text::{Diagnostic, Line, Source};

/// What the line says.
pub struct Head {
    /// The moves; what is not given is the default.
    pub leaps: Leaps,
    /// The other words that were given.
    told: Vec<&'static str>,
}

impl Head {
    /// What holds where there is no such line.
    pub fn none(usual: Leaps) -> Self {
        Head { leaps: usual, told: Vec::new() }
    }

    /// Reads the line, if its first word is one that such a line may have: of the moves, or one of
    /// these. Another word after it is a fault with this code.
    pub fn read(
        source: &Source,
        line: &Line<'_>,
        usual: Leaps,
        known: &[&'static str],
        code: &'static str,
    ) -> Result<Option<Self>, Diagnostic> {
        let mut head = Head::none(usual);
        let mut words = line.words();
        let mut is_first = true;
        while let Some((word, at)) = words.next() {
            let strange = |word: &str, at| source.diagnostic(code, at).with("found", word);
            if let Some(&known) = known.iter().find(|known| **known == word) {
                head.told.push(known);
            } else if let Some(edges) = Edges::read(word) {
                head.leaps.edges = edges;
            } else if word == "leaper" {
                let (value, at) = words.next().unwrap_or(("", at.end..at.end));
                head.leaps.leaper = Leaper::read(value).ok_or_else(|| strange(value, at))?;
            } else if is_first {
                return Ok(None);
            } else {
                return Err(strange(word, at));
            }
            is_first = false;
        }
        Ok((!is_first).then_some(head))
    }

    /// Whether a word was given.
    pub fn has(&self, word: &str) -> bool {
        self.told.contains(&word)
    }

    /// The line with these words and all of the moves that is not as usual; nothing where nothing is
    /// to be told.
    pub fn write(told: &[(&str, bool)], leaps: Leaps, usual: Leaps) -> String {
        let told = told.iter().filter(|(_, is_told)| *is_told).map(|(word, _)| (*word).to_owned());
        let mut words: Vec<String> = told.collect();
        if leaps.edges != usual.edges {
            words.push(leaps.edges.word().to_owned());
        }
        if leaps.leaper != usual.leaper {
            words.push(format!("leaper {}", leaps.leaper));
        }
        if words.is_empty() { String::new() } else { words.join(" ") + "\n" }
    }
}
