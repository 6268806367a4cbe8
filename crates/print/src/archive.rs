//! What an archive wants of a document (PDF/A): metadata in XML, and a profile that says what its colours mean.

use tabuleiro_core::locale::Lang;

/// The metadata: title, language, program, and that this is PDF/A-2b.
pub(crate) fn metadata(title: &str, lang: Lang, producer: &str) -> String {
    let plain = title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!(
        "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n\
         <x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n\
         <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n\
         <rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \
         xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" \
         xmlns:pdfaid=\"http://www.aiim.org/pdfa/ns/id/\">\n\
         <dc:format>application/pdf</dc:format>\n\
         <dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">{plain}</rdf:li></rdf:Alt></dc:title>\n\
         <dc:language><rdf:Bag><rdf:li>{}</rdf:li></rdf:Bag></dc:language>\n\
         <pdf:Producer>{producer}</pdf:Producer>\n\
         <xmp:CreatorTool>{producer}</xmp:CreatorTool>\n\
         <pdfaid:part>2</pdfaid:part>\n\
         <pdfaid:conformance>B</pdfaid:conformance>\n\
         </rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"r\"?>",
        lang.tag()
    )
}

/// The colours of screens (sRGB) as an ICC profile, version 2: primaries adapted to D50, and its curve, of 1024 steps.
pub(crate) fn srgb() -> Vec<u8> {
    const STEPS: u32 = 1024;
    let fixed = |value: f64| ((value * 65536.0).round() as i32).to_be_bytes();
    let xyz =
        |[x, y, z]: [f64; 3]| [&b"XYZ \0\0\0\0"[..], &fixed(x), &fixed(y), &fixed(z)].concat();
    let text = |words: &str| [&b"text\0\0\0\0"[..], words.as_bytes(), b"\0"].concat();
    let described = {
        let words = b"sRGB\0";
        // An ASCII name, and none in other scripts.
        [&b"desc\0\0\0\0"[..], &(words.len() as u32).to_be_bytes(), words, &[0; 78]].concat()
    };
    let linear = |step: u32| {
        let part = f64::from(step) / f64::from(STEPS - 1);
        let light = if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) };
        ((light * 65535.0).round() as u16).to_be_bytes()
    };
    let curve = [
        &b"curv\0\0\0\0"[..],
        &STEPS.to_be_bytes(),
        &(0..STEPS).flat_map(linear).collect::<Vec<u8>>(),
    ]
    .concat();
    let tags: [(&[u8; 4], Vec<u8>); 7] = [
        (b"desc", described),
        (b"cprt", text("No copyright, use freely")),
        (b"wtpt", xyz([0.9642, 1.0, 0.8249])),
        (b"rXYZ", xyz([0.43607, 0.22249, 0.01392])),
        (b"gXYZ", xyz([0.38515, 0.71687, 0.09708])),
        (b"bXYZ", xyz([0.14307, 0.06061, 0.7141])),
        (b"rTRC", curve),
    ];
    // The three curves are one.
    let listed = tags.len() as u32 + 2;
    let mut table = listed.to_be_bytes().to_vec();
    let mut data = Vec::new();
    let start = 128 + 4 + 12 * listed;
    for (name, bytes) in &tags {
        let names: &[&[u8; 4]] =
            if *name == b"rTRC" { &[b"rTRC", b"gTRC", b"bTRC"] } else { &[name] };
        let at = start + data.len() as u32;
        for name in names {
            table.extend(
                [&name[..], &at.to_be_bytes(), &(bytes.len() as u32).to_be_bytes()].concat(),
            );
        }
        data.extend(bytes);
        data.resize(data.len().next_multiple_of(4), 0);
    }
    let mut profile = vec![0; 128];
    let whole = start + data.len() as u32;
    let fields: [(usize, &[u8]); 9] = [
        (0, &whole.to_be_bytes()),
        (8, &[2, 0x10, 0, 0]),
        (12, b"mntrRGB XYZ "),
        // A date is asked for: that of the standard.
        (24, &[0x07, 0xCF, 0, 10, 0, 1, 0, 0, 0, 0, 0, 0]),
        (36, b"acsp"),
        (68, &fixed(0.9642)),
        (72, &fixed(1.0)),
        (76, &fixed(0.8249)),
        (64, &[0; 4]),
    ];
    for (at, bytes) in fields {
        profile[at..at + bytes.len()].copy_from_slice(bytes);
    }
    [profile, table, data].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_profile_says_how_long_it_is_and_where_its_parts_lie() {
        let profile = srgb();
        let word = |at: usize| u32::from_be_bytes(profile[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!(word(0), profile.len());
        assert_eq!(word(128), 9);
        for tag in 0..9 {
            let (at, length) = (word(132 + 12 * tag + 4), word(132 + 12 * tag + 8));
            assert!(at % 4 == 0 && at + length <= profile.len() && at >= 240);
        }
        // The middle of sRGB is a fifth of the light.
        let curve = word(132 + 12 * 6 + 4);
        assert_eq!(&profile[curve..curve + 4], b"curv");
        let middle = u16::from_be_bytes([profile[curve + 12 + 1024], profile[curve + 12 + 1025]]);
        assert!((13_900..14_200).contains(&middle), "{middle}");
    }
}
