//! Pictures, sheets and books as PDF. Knows no puzzle: it sees scenes, and the interface that all puzzles have.
//!
//! A [`Page`](page) is written in points, a document of pages is bytes that are the same whenever they are made. What lies where in
//! a picture is decided by [`draw::Layout`], as for all formats.
//!
//! ```
//! use draw::{Layout, Theme};
//! use search::Meter;
//! use tabuleiro_core::board::Size;
//! use tabuleiro_core::locale::Lang;
//! use tabuleiro_core::scene::Scene;
//!
//! let scene = Scene::new(Size { rows: 2, cols: 3 });
//! let layout = Layout::new(&[&scene], None)?;
//! let pdf = tabuleiro_print::picture(&scene, &layout, &Theme::PRINT, "a board", Lang::En, &mut Meter::unlimited());
//! assert!(pdf.expect("no limits").starts_with(b"%PDF-1.7"));
//! # Ok::<(), tabuleiro_core::text::Diagnostic>(())
//! ```

mod archive;
mod bind;
mod book;
mod collect;
mod data;
mod document;
mod entry;
mod font;
mod front;
mod listing;
mod page;
mod paper;
mod picture;
mod qr;
mod request;
mod rules;
mod sheet;
mod slot;
mod steps;
mod typeset;

pub use bind::Bound;
pub use book::{Made, Part, Settings, book};
pub use collect::{Collector, MOST, Order, Taken, example, given, made};
pub use data::{Data, Flaw, data};
pub use entry::Entry;
pub use font::{Face, unprintable};
pub use paper::{Bleed, Paper};
pub use picture::picture;
pub use request::{NUMBER, Request, Section, printable};
pub use sheet::{Board, Grid, Sheets, sheets};
pub use steps::{Played, positions};
