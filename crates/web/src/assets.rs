//! The page itself, held in the program.

/// A file of the page: path, type, text.
pub(crate) struct Asset {
    pub(crate) path: &'static str,
    pub(crate) mime: &'static str,
    pub(crate) text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! asset {
    ($path:literal, $file:literal, $mime:expr) => {
        Asset { path: $path, mime: $mime, text: include_str!(concat!("../page/", $file)) }
    };
}

pub(crate) const ASSETS: &[Asset] = &[
    asset!("/", "index.html", HTML),
    asset!("/icon.svg", "icon.svg", SVG),
    asset!("/style.css", "style.css", CSS),
    asset!("/app.js", "app.js", JS),
    asset!("/board.js", "board.js", JS),
    asset!("/edit.js", "edit.js", JS),
    asset!("/film.js", "film.js", JS),
    asset!("/form.js", "form.js", JS),
    asset!("/grid.js", "grid.js", JS),
    asset!("/picture.js", "picture.js", JS),
    asset!("/player.js", "player.js", JS),
    asset!("/share.js", "share.js", JS),
    asset!("/stage.js", "stage.js", JS),
    asset!("/wire.js", "wire.js", JS),
];
