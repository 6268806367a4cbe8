//! Boards of tours to look at, and a guided lesson.

use tabuleiro_core::contract::{Caption, Guide, Showpiece};

/// From what is quickly understood to what takes long.
pub(crate) const GALLERY: &[Showpiece] = &[
    Showpiece { name: "smallest", text: include_str!("gallery/smallest.txt") },
    Showpiece { name: "four", text: include_str!("gallery/four.txt") },
    Showpiece { name: "odd-start", text: include_str!("gallery/odd-start.txt") },
    Showpiece { name: "narrow", text: include_str!("gallery/narrow.txt") },
    Showpiece { name: "cross", text: include_str!("gallery/cross.txt") },
    Showpiece { name: "torus", text: include_str!("gallery/torus.txt") },
];

const FIVE: &str = include_str!("examples/five.txt");
const CHESSBOARD: &str = include_str!("examples/chessboard.txt");

/// What a teacher shows.
pub(crate) const GUIDES: &[Guide] = &[Guide {
    name: "warnsdorff",
    captions: &[
        Caption { text: FIVE, strategy: "fixed", moment: Some(8) },
        Caption { text: FIVE, strategy: "fixed", moment: Some(40) },
        Caption { text: FIVE, strategy: "fixed", moment: None },
        Caption { text: CHESSBOARD, strategy: "warnsdorff", moment: Some(4) },
        Caption { text: CHESSBOARD, strategy: "warnsdorff", moment: Some(40) },
        Caption { text: CHESSBOARD, strategy: "warnsdorff", moment: None },
    ],
}];
