//! The puzzle as a problem for online judges: what is written in other languages lies beside.

use tabuleiro_core::contract::{Problem, Submission};
use tabuleiro_core::locale::Lang;

pub(super) const PROBLEM: Problem = Problem {
    statement: |lang| match lang {
        Lang::En => include_str!("problem/statement.md"),
        Lang::PtBr => include_str!("problem/statement.pt-BR.md"),
    },
    input_validator: include_str!("problem/input.cpp"),
    output_validator: include_str!("problem/output.cpp"),
    submissions: &[
        Submission {
            verdict: "accepted",
            name: "plain.cpp",
            text: include_str!("problem/accepted.cpp"),
        },
        Submission {
            verdict: "wrong_answer",
            name: "wrong.cpp",
            text: include_str!("problem/wrong_answer.cpp"),
        },
        Submission {
            verdict: "time_limit_exceeded",
            name: "slow.cpp",
            text: include_str!("problem/time_limit_exceeded.cpp"),
        },
    ],
    groups: &[
        ("small", &[("size", "4x4")]),
        ("large", &[("size", "5x5"), ("holes", "2")]),
        ("impossible", &[("size", "4x5"), ("impossible", "")]),
    ],
    seconds: 4,
};
