//! The puzzle as a problem for online judges: what is written in other languages lies beside.

use tabuleiro_core::contract::Problem;

pub(super) const PROBLEM: Problem = tabuleiro_core::problem! {
    groups: &[
        ("easy", &[("order", "4"), ("difficulty", "easy")]),
        ("medium", &[("order", "5"), ("difficulty", "tricky")]),
        ("hard", &[("order", "7"), ("difficulty", "hard")]),
    ],
    seconds: 2,
};
