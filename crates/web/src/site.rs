//! The page for any host of files: the same page, with the library in a worker of the browser.

use serde_json::json;
use tabuleiro::text::Diagnostic;

use crate::assets::{FILES, LIBRARY, fingerprint};

/// What the page must not do, where no server says so. Compiled code may run: that is the library.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
                      style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
                      manifest-src 'self'; base-uri 'none'; form-action 'none'";

/// The name of the library among the files.
const LIBRARY_NAME: &str = "library.wasmz";

/// The files of the page as a folder: names and bytes. `library` is the library in the page, packed by
/// gzip, for a program that was built without.
pub fn site(library: Option<Vec<u8>>) -> Result<Vec<(String, Vec<u8>)>, Diagnostic> {
    let library = library.or_else(|| LIBRARY.map(<[u8]>::to_vec));
    let library = library.ok_or_else(|| Diagnostic::new("W0111"))?;
    let mut files: Vec<(String, Vec<u8>)> =
        FILES.iter().map(|&(name, bytes)| (name.to_owned(), bytes.to_vec())).collect();
    files.push((LIBRARY_NAME.to_owned(), library));
    files.push(("manifest.webmanifest".to_owned(), manifest().into_bytes()));
    let mark = fingerprint(files.iter().map(|(_, bytes)| &bytes[..]));
    let names: Vec<String> = files
        .iter()
        .map(|(name, _)| name.clone())
        .filter(|name| name != "service.js")
        .chain([String::from("./")])
        .collect();
    for (name, bytes) in &mut files {
        let text = String::from_utf8_lossy(bytes);
        let changed = match name.as_str() {
            "index.html" => text.replacen("<html ", "<html data-engine=\"worker\" ", 1).replacen(
                "<meta charset=\"utf-8\" />",
                &format!(
                    "<meta charset=\"utf-8\" />\n    <meta http-equiv=\"Content-Security-Policy\" \
                         content=\"{POLICY}\" />\n    <link rel=\"manifest\" \
                         href=\"manifest.webmanifest\" />\n    <link rel=\"preload\" as=\"fetch\" \
                         href=\"{LIBRARY_NAME}\" crossorigin />\n    <link rel=\"modulepreload\" \
                         href=\"engine-worker.js\" />"
                ),
                1,
            ),
            "service.js" => text.replacen("FINGERPRINT", &format!("{mark:016x}"), 1).replacen(
                "FILES = []",
                &format!("FILES = {}", json!(names)),
                1,
            ),
            _ => continue,
        };
        *bytes = changed.into_bytes();
    }
    Ok(files)
}

/// What a browser needs to know to keep the page as a program of its own.
fn manifest() -> String {
    let icon = json!({ "src": "icon.svg", "sizes": "any", "type": "image/svg+xml" });
    json!({
        "name": "Tabuleiro",
        "short_name": "Tabuleiro",
        "start_url": "./",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#3b6ea5",
        "icons": [icon],
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_kept_and_every_mark_is_filled_in() {
        let files = site(Some(vec![1, 2, 3])).unwrap();
        let find = |wanted: &str| {
            let (_, bytes) = files.iter().find(|(name, _)| name == wanted).expect(wanted);
            String::from_utf8(bytes.clone()).unwrap()
        };
        let service = find("service.js");
        assert!(!service.contains("FINGERPRINT"));
        for (name, _) in files.iter().filter(|(name, _)| name != "service.js") {
            assert!(
                service.contains(&format!("\"{name}\"")),
                "{name} is not there without a network"
            );
        }
        let index = find("index.html");
        assert!(index.contains("data-engine=\"worker\"") && index.contains("wasm-unsafe-eval"));
        assert!(index.contains("<link rel=\"modulepreload\" href=\"page.js\" />"));
        assert!(index.contains("manifest.webmanifest") && find("manifest.webmanifest").len() > 50);
        // Another library is another version.
        let other = site(Some(vec![1, 2, 4])).unwrap();
        assert_ne!(
            other.iter().find(|(name, _)| name == "service.js").unwrap().1,
            service.as_bytes()
        );
    }
}
