//! Links as QR codes: the address of the page with a board in the part that never leaves the browser, packed as the
//! page packs it.

use miniz_oxide::deflate::compress_to_vec;
use qrcodegen::{QrCode, QrCodeEcc};
use serde_json::json;

use crate::page::{Area, BLACK, Page};

/// The link that opens a board on the page at this address.
pub(crate) fn link(address: &str, puzzle: &str, board: &str) -> String {
    let shared = json!({ "puzzle": puzzle, "text": board });
    format!("{address}#{}", base64(&compress_to_vec(shared.to_string().as_bytes(), 9)))
}

/// Bytes as letters that may stand in a link (base64url without padding).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::with_capacity(bytes.len() * 4 / 3 + 3);
    for chunk in bytes.chunks(3) {
        let word = (0..3).fold(0, |word, i| word << 8 | u32::from(*chunk.get(i).unwrap_or(&0)));
        let letters = (0..=chunk.len()).map(|i| LETTERS[(word >> (18 - 6 * i)) as usize & 63]);
        text.extend(letters.map(char::from));
    }
    text
}

/// The code of a text, if it fits into one.
pub(crate) fn code(text: &str) -> Option<QrCode> {
    QrCode::encode_text(text, QrCodeEcc::Low).ok()
}

/// Draws a code into a square: runs of dark modules as one rectangle each.
pub(crate) fn draw(page: &mut Page, code: &QrCode, area: Area) {
    let side = code.size();
    let module = area.width / side as f32;
    let mut runs = Vec::new();
    for y in 0..side {
        let mut x = 0;
        while x < side {
            let from = x;
            while x < side && code.get_module(x, y) {
                x += 1;
            }
            if x > from {
                let width = (x - from) as f32 * module;
                let left = area.x + from as f32 * module;
                runs.push(Area { x: left, y: area.y + y as f32 * module, width, height: module });
            }
            x += 1;
        }
    }
    page.blocks(runs.into_iter(), BLACK);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_those_of_the_standard() {
        let samples = [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg")];
        assert!(samples.iter().all(|(bytes, text)| base64(bytes.as_bytes()) == *text));
        assert_eq!(base64(&[0xfb, 0xff, 0xfe]), "-__-");
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let link = link("https://example.org/", "x", "1 2\n3 4\n");
        let (_, packed) = link.split_once('#').unwrap();
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let bits = packed.bytes().flat_map(|b| {
            let value = letters.bytes().position(|letter| letter == b).unwrap();
            (0..6).rev().map(move |bit| value >> bit & 1)
        });
        let bits: Vec<usize> = bits.collect();
        let bytes = bits.chunks_exact(8).map(|c| c.iter().fold(0, |b, bit| b << 1 | *bit as u8));
        let plain = miniz_oxide::inflate::decompress_to_vec(&bytes.collect::<Vec<u8>>()).unwrap();
        let value: serde_json::Value = serde_json::from_slice(&plain).unwrap();
        assert_eq!(
            (value["puzzle"].as_str(), value["text"].as_str()),
            (Some("x"), Some("1 2\n3 4\n"))
        );
        assert!(code(&link).is_some() && code(&"x".repeat(3000)).is_none());
    }
}
