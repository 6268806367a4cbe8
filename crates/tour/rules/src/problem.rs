//! The puzzle as a problem for online judges: what is written in other languages lies beside.

use tabuleiro_core::contract::Problem;
use tabuleiro_core::locale::Lang;

pub(super) const PROBLEM: Problem = Problem {
    statement: |lang| match lang {
        Lang::En => include_str!("problem/statement.md"),
        Lang::PtBr => include_str!("problem/statement.pt-BR.md"),
    },
    input: include_str!("problem/input.cpp"),
    output: include_str!("problem/output.cpp"),
    accepted: include_str!("problem/accepted.cpp"),
    wrong_answer: include_str!("problem/wrong_answer.cpp"),
    time_limit_exceeded: include_str!("problem/time_limit_exceeded.cpp"),
    groups: &[
        ("small", &[("size", "5x5"), ("holes", "2")]),
        ("medium", &[("size", "6x6"), ("holes", "4")]),
        ("large", &[("size", "7x7"), ("holes", "6")]),
    ],
    seconds: 4,
};
