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
        ("easy", &[("order", "4"), ("difficulty", "easy")]),
        ("medium", &[("order", "5"), ("difficulty", "tricky")]),
        ("hard", &[("order", "7"), ("difficulty", "hard")]),
    ],
    seconds: 2,
};
