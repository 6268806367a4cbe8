//! Boards of the lost knight to look at, and a guided lesson.

use tabuleiro_core::contract::{Caption, Guide, Showpiece};

/// From what is quickly understood to what takes long.
pub(crate) const GALLERY: &[Showpiece] = &[
    Showpiece { name: "beside", text: include_str!("gallery/beside.txt") },
    Showpiece { name: "corner", text: include_str!("gallery/corner.txt") },
    Showpiece { name: "corner-plane", text: include_str!("gallery/corner-plane.txt") },
    Showpiece { name: "maze", text: include_str!("gallery/maze.txt") },
    Showpiece { name: "serpentine", text: include_str!("gallery/serpentine.txt") },
    Showpiece { name: "far", text: include_str!("gallery/far.txt") },
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
