//! Counts by a bit a position: whole spaces of peg boards.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "English, positions",
        words: "pegs count --board english --of positions",
        answer: "187636299",
        seconds: 3.0,
        megabytes: 40.0,
    },
    Row {
        name: "English, winning",
        words: "pegs count --board english --of winning",
        answer: "13428122",
        seconds: 3.0,
        megabytes: 500.0,
    },
    Row {
        name: "English, finishes",
        words: "pegs count --board english --of finishes",
        answer: "5",
        seconds: 3.0,
        megabytes: 40.0,
    },
    Row {
        name: "European, positions",
        words: "pegs count --board european --of positions",
        answer: "2993979754",
        seconds: 60.0,
        megabytes: 350.0,
    },
    Row {
        name: "6x6, positions",
        words: "pegs count --board 6x6 --vacancy 1,1 --of positions",
        answer: "2383981575",
        seconds: 30.0,
        megabytes: 200.0,
    },
];
