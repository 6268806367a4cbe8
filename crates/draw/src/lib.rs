//! Scenes as pictures: SVG, PNG, animated GIF, animated SVG, and text for a terminal. Knows no
//! puzzle: a [`Scene`](tabuleiro_core::scene::Scene) is all it sees.
//!
//! [`Layout`] decides what lies where, once for all formats; [`Theme`] decides the colours. No tone
//! is told by its colour alone: each has a shape of its own. A picture is made within the limits of a
//! [`Meter`](search::Meter): its memory is claimed before it is taken.
//!
//! ```
//! use tabuleiro_draw::{Layout, Theme, svg};
//! use search::{Limits, Meter};
//! use tabuleiro_core::board::{Size, Square};
//! use tabuleiro_core::scene::{Pen, Scene, Tone};
//!
//! let mut scene = Scene::new(Size { rows: 2, cols: 3 });
//! scene.tone(Square { row: 0, col: 0 }, Tone::Start);
//! let layout = Layout::new(&[&scene], None)?;
//! let (limits, mut picture) = (Limits::default(), Vec::new());
//! let mut meter = Meter::new(&limits);
//! svg::picture(&scene, &layout, &Theme::LIGHT, "a board", &mut meter, &mut picture)
//!     .expect("memory to write to, and no limits");
//! assert!(picture.starts_with(b"<svg"));
//! # Ok::<(), tabuleiro_core::text::Diagnostic>(())
//! ```

mod digits;
mod film;
mod layout;
mod piece;
mod raster;
mod shape;
mod stop;
mod strip;
pub mod svg;
mod terminal;
mod theme;

pub use film::{Gif, PICTURES, film};
pub use layout::Layout;
pub use piece::Piece;
pub use raster::{Image, Raster};
pub use shape::{Point, Shape};
pub use stop::Stop;
pub use strip::{POSITIONS, sheet_size, strip};
pub use terminal::{Signs, Span, breadth, label, lines, marked_breadth, style, text};
pub use theme::{Colour, Theme};
