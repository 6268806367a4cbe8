//! The puzzle as a problem for online judges: what is written in other languages lies beside.

use tabuleiro_core::contract::Problem;

pub(super) const PROBLEM: Problem = tabuleiro_core::problem! {
    groups: &[
        ("small", &[("size", "4x4")]),
        ("large", &[("size", "5x5"), ("holes", "2")]),
        ("impossible", &[("size", "4x5"), ("impossible", "")]),
    ],
    seconds: 4,
};
