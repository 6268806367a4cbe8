//! Pictures inside a text, as data URIs: a text that holds its pictures is one file, written whole or not at all.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// An SVG as Markdown shows it.
pub(crate) fn image(words: &str, svg: &[u8]) -> String {
    let words: String = words.chars().filter(|c| !['[', ']', '\n'].contains(c)).collect();
    format!("![{words}](data:image/svg+xml;base64,{})", base64(svg))
}

/// Bytes in base 64, as RFC 4648 has it.
fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |place: usize| u32::from(chunk.get(place).copied().unwrap_or_default());
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let digit = DIGITS[(word >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_64_is_that_of_the_standard() {
        // The test vectors of RFC 4648.
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xFF, 0xEF, 0xBE]), "/+++");
    }

    #[test]
    fn words_of_a_picture_do_not_end_it() {
        assert_eq!(image("a [b]\nc", b"f"), "![a bc](data:image/svg+xml;base64,Zg==)");
    }
}
