//! The ladder of techniques, from the easiest to the hardest, with their costs: the scale and most of
//! the order are Sudoku Explainer's.

use tabuleiro_core::explain::Technique;

use super::super::rate::Level;

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

    /// What is told of it.
    pub(super) fn technique(self) -> &'static Technique {
        &TECHNIQUES[self as usize]
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        self.technique().name
    }

    /// The rung of that name.
    pub(crate) fn named(name: &str) -> Option<Rung> {
        Rung::ALL.into_iter().find(|rung| rung.name() == name)
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
