//! The page itself, held in the program.

use std::io::Write;
use std::sync::OnceLock;

use axum::body::Bytes;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

/// The files of the page: name, bytes.
pub(crate) const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));
/// The library in the page, packed by gzip, if this program was built with it.
pub(crate) const LIBRARY: Option<&[u8]> = include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// A file as the server holds it.
pub(crate) struct Asset {
    name: &'static str,
    bytes: &'static [u8],
    /// Tells this version from others.
    tag: HeaderValue,
    packed: OnceLock<Bytes>,
}

/// The type of a file by its ending.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// A number that other bytes have not: FNV-1a.
pub(crate) fn fingerprint<'a>(files: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    let bytes = files.into_iter().flatten();
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Bytes packed by gzip.
pub(crate) fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut out = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail.
    let _ = out.write_all(bytes);
    out.finish().unwrap_or_default()
}

/// Whether a client takes gzip.
pub(crate) fn takes_gzip(headers: &HeaderMap) -> bool {
    let words = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut codings = words.flat_map(|value| value.split(','));
    codings.any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        name.trim() == "gzip" && !matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

impl Asset {
    /// Every file that the server has.
    pub(crate) fn all() -> impl Iterator<Item = Asset> {
        FILES.iter().map(|&(name, bytes)| {
            let tag = format!("\"{:016x}\"", fingerprint([bytes]));
            let tag = HeaderValue::try_from(tag).expect("digits are a header");
            Asset { name, bytes, tag, packed: OnceLock::new() }
        })
    }

    /// Where it is asked for.
    pub(crate) fn path(&self) -> String {
        if self.name == "index.html" { "/".to_owned() } else { format!("/{}", self.name) }
    }

    /// The file, or that the client has it already. It is asked for every time: a program of another
    /// version may have the same address.
    pub(crate) fn answer(&self, headers: &HeaderMap) -> Response {
        let mut answer = if headers.get(IF_NONE_MATCH) == Some(&self.tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else if takes_gzip(headers) {
            let bytes = self.packed.get_or_init(|| packed(self.bytes).into()).clone();
            ([(CONTENT_ENCODING, "gzip")], bytes).into_response()
        } else {
            self.bytes.into_response()
        };
        let told = answer.headers_mut();
        told.insert(CONTENT_TYPE, HeaderValue::from_static(kind(self.name)));
        told.insert(ETAG, self.tag.clone());
        told.insert(VARY, HeaderValue::from_static("accept-encoding"));
        told.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        answer
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    /// What a build script watches and is not there makes it run at every turn, and all that needs this
    /// crate is compiled again.
    #[test]
    fn the_build_script_watches_only_what_is_there() {
        let told = Path::new(env!("OUT_DIR")).with_file_name("output");
        let told = fs::read_to_string(told).expect("cargo keeps what a build script says");
        let watched =
            |line: &str| line.split_once("rerun-if-changed=").map(|(_, path)| path.to_owned());
        let watched: Vec<String> = told.lines().filter_map(watched).collect();
        assert!(!watched.is_empty());
        assert!(watched.iter().all(|path| Path::new(path).exists()), "{watched:?}");
    }
}
