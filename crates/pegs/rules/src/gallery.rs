//! Boards of peg solitaire to look at, and a guided lesson.

use tabuleiro_core::contract::{Caption, GalleryBoard, Guide};

/// From what is quickly understood to what takes long.
pub(crate) const GALLERY: &[GalleryBoard] = &[
    GalleryBoard { name: "small", text: include_str!("gallery/small.txt") },
    GalleryBoard { name: "arrow", text: include_str!("gallery/arrow.txt") },
    GalleryBoard { name: "grown", text: include_str!("gallery/grown.txt") },
    GalleryBoard { name: "near", text: include_str!("gallery/near.txt") },
    GalleryBoard { name: "three", text: include_str!("gallery/three.txt") },
    GalleryBoard { name: "european", text: include_str!("gallery/european.txt") },
];

const LITTLE: &str = include_str!("examples/little.txt");
const NEVER: &str = include_str!("examples/never.txt");

/// What a teacher shows.
pub(crate) const GUIDES: &[Guide] = &[Guide {
    name: "why-not",
    captions: &[
        Caption { text: LITTLE, strategy: "stack", moment: Some(0) },
        Caption { text: LITTLE, strategy: "stack", moment: Some(12) },
        Caption { text: LITTLE, strategy: "stack", moment: None },
        Caption { text: NEVER, strategy: "memo", moment: Some(12) },
        Caption { text: NEVER, strategy: "memo", moment: Some(2000) },
        Caption { text: NEVER, strategy: "auto", moment: None },
    ],
}];
