//! Boards of Futoshiki to look at, and a guided lesson.

use tabuleiro_core::contract::{Caption, GalleryBoard, Guide};

/// From what is quickly understood to what takes long.
pub(crate) const GALLERY: &[GalleryBoard] = &[
    GalleryBoard { name: "four-signs", text: include_str!("gallery/four-signs.txt") },
    GalleryBoard { name: "five-hard", text: include_str!("gallery/five-hard.txt") },
    GalleryBoard { name: "six", text: include_str!("gallery/six.txt") },
    GalleryBoard { name: "seven-extreme", text: include_str!("gallery/seven-extreme.txt") },
    GalleryBoard { name: "open", text: include_str!("gallery/open.txt") },
    GalleryBoard { name: "never", text: include_str!("gallery/never.txt") },
];

const FIVE: &str = include_str!("examples/five.txt");

/// What a teacher shows.
pub(crate) const GUIDES: &[Guide] = &[Guide {
    name: "look-ahead",
    captions: &[
        Caption { text: FIVE, strategy: "plain", moment: Some(0) },
        Caption { text: FIVE, strategy: "plain", moment: Some(60) },
        Caption { text: FIVE, strategy: "plain", moment: None },
        Caption { text: FIVE, strategy: "forward-check-mrv", moment: None },
        Caption { text: FIVE, strategy: "lookahead", moment: Some(6) },
        Caption { text: FIVE, strategy: "lookahead", moment: None },
    ],
}];
