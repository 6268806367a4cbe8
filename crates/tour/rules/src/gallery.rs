//! Boards of tours to look at, and a guided lesson.

use tabuleiro_core::contract::{Caption, GalleryBoard, Guide};

/// From what is quickly understood to what takes long.
pub(crate) const GALLERY: &[GalleryBoard] = &[
    GalleryBoard { name: "smallest", text: include_str!("gallery/smallest.txt") },
    GalleryBoard { name: "four", text: include_str!("gallery/four.txt") },
    GalleryBoard { name: "odd-start", text: include_str!("gallery/odd-start.txt") },
    GalleryBoard { name: "narrow", text: include_str!("gallery/narrow.txt") },
    GalleryBoard { name: "cross", text: include_str!("gallery/cross.txt") },
    GalleryBoard { name: "torus", text: include_str!("gallery/torus.txt") },
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
