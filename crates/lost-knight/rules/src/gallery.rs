//! Boards of the lost knight to look at, and a guided lesson.

use tabuleiro_core::contract::{Caption, GalleryBoard, Guide};

/// From what is quickly understood to what takes long.
pub(crate) const GALLERY: &[GalleryBoard] = &[
    GalleryBoard { name: "beside", text: include_str!("gallery/beside.txt") },
    GalleryBoard { name: "corner", text: include_str!("gallery/corner.txt") },
    GalleryBoard { name: "corner-plane", text: include_str!("gallery/corner-plane.txt") },
    GalleryBoard { name: "maze", text: include_str!("gallery/maze.txt") },
    GalleryBoard { name: "serpentine", text: include_str!("gallery/serpentine.txt") },
    GalleryBoard { name: "far", text: include_str!("gallery/far.txt") },
];

const WOOD: &str = include_str!("examples/wood.txt");

/// What a teacher shows.
pub(crate) const GUIDES: &[Guide] = &[Guide {
    name: "both-ends",
    captions: &[
        Caption { text: WOOD, strategy: "queue", moment: Some(1) },
        Caption { text: WOOD, strategy: "queue", moment: Some(20) },
        Caption { text: WOOD, strategy: "queue", moment: None },
        Caption { text: WOOD, strategy: "both-ends", moment: Some(10) },
        Caption { text: WOOD, strategy: "both-ends", moment: Some(40) },
        Caption { text: WOOD, strategy: "both-ends", moment: None },
    ],
}];
