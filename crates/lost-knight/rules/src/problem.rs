//! The puzzle as a problem for online judges: what is written in other languages lies beside.

use tabuleiro_core::contract::Problem;

pub(super) const PROBLEM: Problem = tabuleiro_core::problem! {
    groups: &[
        ("small", &[("size", "8x12"), ("blocked", "30%")]),
        ("dense", &[("size", "60x60"), ("blocked", "55%")]),
        ("large", &[("size", "400x500"), ("shape", "maze")]),
    ],
    seconds: 2,
};
