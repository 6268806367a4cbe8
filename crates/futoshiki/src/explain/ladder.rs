//! The ladder of techniques, from the easiest to the hardest, with their costs: the scale and most of
//! the order are Sudoku Explainer's.

use tabuleiro_core::explain::Technique;
use tabuleiro_core::locale::Message;
use tabuleiro_core::text::{Diagnostic, Source};

use crate::rate::Level;

/// A rung of the ladder: its place in [`TECHNIQUES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rung {
    Last,
    HiddenSingle,
    SignKnown,
    NakedSingle,
    SignEnd,
    Chain,
    SignBound,
    Hill,
    SignedPlace,
    NakedPair,
    XWing,
    HiddenPair,
    SignedPair,
    NakedTriple,
    Swordfish,
    HiddenTriple,
    NakedQuad,
    Jellyfish,
    HiddenQuad,
    Line,
    Refutation,
    RefutationWithSets,
    Nested,
}

impl Rung {
    /// All of them, in order.
    pub(crate) const ALL: [Rung; 23] = [
        Rung::Last,
        Rung::HiddenSingle,
        Rung::SignKnown,
        Rung::NakedSingle,
        Rung::SignEnd,
        Rung::Chain,
        Rung::SignBound,
        Rung::Hill,
        Rung::SignedPlace,
        Rung::NakedPair,
        Rung::XWing,
        Rung::HiddenPair,
        Rung::SignedPair,
        Rung::NakedTriple,
        Rung::Swordfish,
        Rung::HiddenTriple,
        Rung::NakedQuad,
        Rung::Jellyfish,
        Rung::HiddenQuad,
        Rung::Line,
        Rung::Refutation,
        Rung::RefutationWithSets,
        Rung::Nested,
    ];

    /// The techniques beyond singles and signs that refute no value.
    pub(crate) const BETWEEN: &'static [Rung] = {
        let (_, beyond) = Self::ALL.split_at(Rung::Hill as usize);
        beyond.split_at(Rung::Refutation as usize - Rung::Hill as usize).0
    };
    /// Those among them that are met often: pairs, triples and fish of two or three lines.
    pub(crate) const COMMON: &'static [Rung] = &[
        Rung::NakedPair,
        Rung::XWing,
        Rung::HiddenPair,
        Rung::NakedTriple,
        Rung::Swordfish,
        Rung::HiddenTriple,
    ];

    /// Whether its steps place digits.
    pub(super) fn places(self) -> bool {
        matches!(self, Rung::Last | Rung::HiddenSingle | Rung::NakedSingle)
    }

    /// What is told of it.
    pub(super) fn technique(self) -> &'static Technique {
        &TECHNIQUES[self as usize]
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        self.technique().name
    }

    /// The rung of a name, as people type it.
    pub(crate) fn parse(name: &str) -> Result<Rung, Diagnostic> {
        let known = Rung::ALL.into_iter().find(|rung| rung.name().eq_ignore_ascii_case(name));
        known.ok_or_else(|| {
            let words = Rung::ALL.map(Rung::name);
            let fault = Source::option("technique", name).diagnostic("F0205", 0..name.len());
            fault.with("found", name).near(name, &words).with("known", words.join(", "))
        })
    }

    /// Why a board is as hard as it is: for this technique, at this cost.
    pub(crate) fn reason(self, cost: u32) -> Message {
        let title = Message::new(format!("futoshiki.technique.{}", self.name()));
        let reason = Message::new("futoshiki.level.hardest").with("technique", title);
        reason.with("whole", u64::from(cost / 10)).with("tenths", u64::from(cost % 10))
    }

    /// The level of difficulty of boards for which it is the hardest.
    pub(crate) fn level(self) -> Level {
        match self {
            rung if rung <= Rung::NakedSingle => Level::Trivial,
            rung if rung <= Rung::SignBound => Level::Easy,
            rung if rung <= Rung::Line => Level::Tricky,
            Rung::Refutation => Level::Hard,
            _ => Level::Extreme,
        }
    }
}

const fn technique(name: &'static str, cost: u32) -> Technique {
    Technique { name, cost }
}

/// The techniques as frontends see them.
pub(super) const TECHNIQUES: &[Technique] = &[
    technique("last", 10),
    technique("hidden-single", 12),
    technique("sign-known", 13),
    technique("naked-single", 14),
    technique("sign-end", 15),
    technique("chain", 19),
    technique("sign-bound", 20),
    technique("hill", 26),
    technique("signed-place", 28),
    technique("naked-pair", 30),
    technique("x-wing", 32),
    technique("hidden-pair", 34),
    technique("signed-pair", 35),
    technique("naked-triple", 36),
    technique("swordfish", 38),
    technique("hidden-triple", 40),
    technique("naked-quad", 50),
    technique("jellyfish", 52),
    technique("hidden-quad", 54),
    technique("line", 56),
    technique("refutation", 60),
    technique("refutation-with-sets", 82),
    technique("nested", 95),
];
