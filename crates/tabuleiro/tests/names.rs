//! One word, one thing: no crate has two types of one name.

mod tree;

use std::collections::HashMap;
use std::path::PathBuf;

use tree::sources;

/// The name of a type that a line at the margin declares.
fn declared(line: &str) -> Option<&str> {
    let mut words = line.split([' ', '<', '(', ';', '{', ':']).filter(|word| !word.is_empty());
    let visible = |word: &&str| *word != "pub" && !["crate)", "super)", "in"].contains(word);
    let kind = words.find(visible)?;
    ["struct", "enum", "trait"].contains(&kind).then(|| words.next()).flatten()
}

/// What is not compiled in goes by the name of what would be: that is one type.
const STANDS_IN: &str = "left_out.rs";

#[test]
fn no_crate_has_two_types_of_one_name() {
    let mut seen = HashMap::new();
    for (path, text) in sources().filter(|(path, _)| !path.ends_with(STANDS_IN)) {
        let package: PathBuf = path.iter().take_while(|part| *part != "src").collect();
        for name in text.lines().filter_map(declared) {
            let other = seen.insert((package.clone(), name.to_owned()), path.clone());
            assert_eq!(other, None, "{name}, again in {}", path.display());
        }
    }
    assert!(seen.len() > 500);
}
