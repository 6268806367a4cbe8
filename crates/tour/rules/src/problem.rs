//! The puzzle as a problem for online judges: what is written in other languages lies beside.

use tabuleiro_core::contract::Problem;

pub(super) const PROBLEM: Problem = tabuleiro_core::problem! {
    groups: &[
        ("small", &[("size", "5x5"), ("holes", "2")]),
        ("medium", &[("size", "6x6"), ("holes", "4")]),
        ("large", &[("size", "7x7"), ("holes", "6")]),
    ],
    seconds: 4,
};
