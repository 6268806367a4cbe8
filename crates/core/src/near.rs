//! The word that was probably meant: the nearest by edit distance.

/// Longer words are not compared: they are not typing mistakes.
const LONGEST: usize = 64;

/// The known word that is most like another: few letters differ, or it begins so.
///
/// ```
/// use tabuleiro_core::near::nearest;
/// assert_eq!(nearest("warnsdorf", &["fixed", "warnsdorff"]), Some("warnsdorff"));
/// assert_eq!(nearest("chess", &["fixed", "warnsdorff"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let word = letters(word)?;
    let alike = |name: &&'a str| {
        let letters = letters(name)?;
        let begins = word.len() >= 3 && letters.starts_with(&word);
        let distance = if begins { 1 } else { distance(&word, &letters) };
        (distance <= word.len().max(letters.len()).div_ceil(3).min(3)).then_some((distance, *name))
    };
    known.iter().filter_map(alike).min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

fn letters(word: &str) -> Option<Vec<char>> {
    let letters: Vec<char> = word.trim().to_lowercase().chars().take(LONGEST + 1).collect();
    (1..=LONGEST).contains(&letters.len()).then_some(letters)
}

/// Letters to insert, delete, replace or swap with their neighbour: the optimal string alignment
/// distance.
fn distance(one: &[char], other: &[char]) -> usize {
    let mut rows: [Vec<usize>; 3] = std::array::from_fn(|_| vec![0; other.len() + 1]);
    rows[1] = (0..=other.len()).collect();
    for i in 1..=one.len() {
        let [before, above, row] = &mut rows;
        row[0] = i;
        for j in 1..=other.len() {
            let replaced = above[j - 1] + usize::from(one[i - 1] != other[j - 1]);
            row[j] = replaced.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        rows.rotate_left(1);
    }
    rows[1][other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_the_literature() {
        let distance = |one: &str, other: &str| {
            distance(&one.chars().collect::<Vec<_>>(), &other.chars().collect::<Vec<_>>())
        };
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("tuor", "tour"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("ca", "abc"), 3);
    }

    #[test]
    fn what_is_not_alike_is_not_offered() {
        assert_eq!(nearest("slove", &["solve", "serve"]), Some("solve"));
        assert_eq!(nearest("warn", &["warnsdorff"]), Some("warnsdorff"));
        assert_eq!(nearest("fast", &["fixed", "roth"]), None);
        assert_eq!(nearest("", &["a"]), None);
        assert_eq!(nearest(&"x".repeat(1000), &["a"]), None);
    }
}
