//! What one line of a text of answers may be: a row of cells, moves, a number, a word.

use crate::board::Square;

/// A line, looked at in several ways.
pub(crate) struct LineReading<'a> {
    text: &'a str,
}

/// What programs say in words where they have no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SaidInWords {
    /// There is none.
    Impossible,
    /// A limit was reached.
    OverLimit,
}

/// Parts of lines that say that there is no solution, in small letters without accents.
const IMPOSSIBLE: &[&str] = &[
    "impossivel",
    "impossible",
    "sem solucao",
    "no solution",
    "no path",
    "no tour",
    "solution not found",
    "path not found",
    "unsolvable",
    "insoluvel",
];
/// What is said, in Portuguese, of one of [`SOUGHT`] that there is not: together on a line without numbers, such as
/// `Solução não encontrada`. A line with numbers is about a part of a search.
const MISSING: &[&str] = &[
    "nao ha",
    "nao existe",
    "nao tem",
    "nao possui",
    "nao encontr",
    "nao foi encontr",
    "nao foi possivel",
    "nenhum",
];
const SOUGHT: &[&str] = &["solucao", "caminho", "passeio"];
/// Parts of lines that say that a limit was reached.
const OVER_LIMIT: &[&str] =
    &["excede", "excedeu", "limit exceeded", "exceeds the limit", "limit reached"];
/// Words before the number of a case.
const CASE: &[&str] =
    &["caso", "case", "tabuleiro", "board", "instancia", "instance", "teste", "test", "entrada"];
/// Words on the line of a number that is an answer.
const RESULT: &[&str] = &[
    "resultado",
    "result",
    "resposta",
    "answer",
    "movimentos",
    "moves",
    "saltos",
    "jumps",
    "passos",
    "steps",
    "distancia",
    "distance",
];
/// Words between the squares of a move.
const BETWEEN: &[&str] = &["de", "from", "para", "to", "salta", "jumps"];
/// The longest line that is looked at for words.
const LONGEST: usize = 400;

impl<'a> LineReading<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        LineReading { text: text.trim() }
    }

    /// The cells that the line is, if it is cells alone: numbers, `.`, `_`, `-`, `?` and `#` for none,
    /// separated by blanks, commas, bars, brackets or signs of comparison.
    pub(crate) fn cells(&self, zero_based: bool) -> Option<Vec<Option<u32>>> {
        let parting = |c: char| c.is_whitespace() || ",;|[](){}<>\"'".contains(c);
        let mut cells = Vec::new();
        for word in self.text.split(parting).filter(|word| !word.is_empty()) {
            cells.push(match word {
                "." | "_" | "-" | "?" | "*" | "#" => None,
                _ if word.bytes().all(|byte| byte.is_ascii_digit()) => {
                    let number: u32 = word.parse().ok()?;
                    match zero_based {
                        true => Some(number.checked_add(1)?),
                        false => Some(number).filter(|&number| number > 0),
                    }
                }
                _ => return None,
            });
        }
        (!cells.is_empty()).then_some(cells)
    }

    /// Whether the line holds neither letters nor digits, or only the letter that stands for a sign
    /// between rows.
    pub(crate) fn is_decoration(&self) -> bool {
        let sign = |word: &str| word == "v" || word == "V" || !word.contains(char::is_alphanumeric);
        // A row of empty cells is one.
        self.text.split_whitespace().all(sign) && self.cells(false).is_none()
    }

    /// The numbers that the line is, if it is numbers alone.
    pub(crate) fn numbers(&self) -> Option<Vec<u64>> {
        let numbers: Option<Vec<u64>> =
            self.text.split_whitespace().map(|word| word.parse().ok()).collect();
        numbers.filter(|numbers| !numbers.is_empty())
    }

    /// The number that the line is, if it is one and no more.
    pub(crate) fn bare_number(&self) -> Option<u64> {
        let word = self.text.trim_end_matches([':', '.', ')', '-']);
        let word = word.trim_start_matches(['#', '(', '[']).trim_end_matches(']');
        let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { word.parse().ok() } else { None }
    }

    /// The number of the case that a line such as `Caso 3:` or `::: Board 3` begins.
    pub(crate) fn labelled_case(&self) -> Option<u64> {
        self.labelled(CASE, 2)
    }

    /// The number of a line such as `resultado 10` or `Movimentos: 10`.
    pub(crate) fn labelled_result(&self) -> Option<u64> {
        self.labelled(RESULT, usize::MAX)
    }

    /// The only number of a line with one of these words and no more than so many words in all.
    fn labelled(&self, labels: &[&str], most: usize) -> Option<u64> {
        if self.text.len() > LONGEST {
            return None;
        }
        let folded = folded(self.text);
        let words = folded.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty());
        let (mut number, mut labelled, mut count) = (None, false, 0);
        for word in words {
            count += 1;
            if word.bytes().all(|byte| byte.is_ascii_digit()) {
                if number.replace(word.parse().ok()?).is_some() {
                    return None;
                }
            } else {
                labelled |= labels.contains(&word);
            }
        }
        number.filter(|_| labelled && count <= most)
    }

    /// What the line says in words, if it says that there is no solution to be read.
    pub(crate) fn said_in_words(&self) -> Option<SaidInWords> {
        if self.text.len() > LONGEST || !self.text.contains(char::is_alphabetic) {
            return None;
        }
        let folded = folded(self.text);
        let says = |parts: &[&str]| parts.iter().any(|part| folded.contains(part));
        if says(OVER_LIMIT) {
            return Some(SaidInWords::OverLimit);
        }
        let missing =
            says(MISSING) && says(SOUGHT) && !folded.contains(|c: char| c.is_ascii_digit());
        (missing || says(IMPOSSIBLE)).then_some(SaidInWords::Impossible)
    }

    /// The moves that the line is: squares separated by `-`, `->` or words such as `para`, each
    /// `row:column` from 0 as the coursework has it, or `row,column` from 1 or, if asked for, from 0.
    pub(crate) fn moves(&self, zero_based: bool) -> Option<Vec<[Square; 2]>> {
        let each: Option<Vec<Vec<[Square; 2]>>> =
            self.text.split([';', ' ', '\t']).map(|part| sweep(part, zero_based)).collect();
        match each {
            Some(parts) => Some(parts.concat()),
            None => sweep(self.text, zero_based),
        }
    }
}

/// The moves of one piece from square to square.
fn sweep(text: &str, zero_based: bool) -> Option<Vec<[Square; 2]>> {
    if text.len() > LONGEST * 16 {
        return None;
    }
    let mut numbers = Vec::new();
    // What stands between the two numbers of a square tells how squares are counted.
    let (mut between, mut colons, mut commas) = (String::new(), false, false);
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if end > 0 {
            if numbers.len() % 2 == 1 {
                colons |= between.trim() == ":";
                commas |= between.trim() == ",";
                if between.trim().len() != 1 {
                    return None;
                }
            }
            numbers.push(rest[..end].parse::<u32>().ok()?);
            rest = &rest[end..];
            between.clear();
            continue;
        }
        let end = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        between = rest[..end].to_owned();
        let is_known = |word: &str| BETWEEN.contains(&word.to_ascii_lowercase().as_str());
        let mut words = between.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
        let signs = between
            .chars()
            .all(|c| c.is_alphabetic() || c.is_whitespace() || ",:;-()[]{}<>→=.".contains(c));
        if !signs || !words.all(is_known) {
            return None;
        }
        rest = &rest[end..];
    }
    if numbers.len() % 2 == 1 || numbers.len() < 4 || colons == commas {
        return None;
    }
    let from = u32::from(!zero_based && !colons);
    let squares: Option<Vec<Square>> = numbers
        .chunks_exact(2)
        .map(|pair| {
            Some(Square { row: pair[0].checked_sub(from)?, col: pair[1].checked_sub(from)? })
        })
        .collect();
    Some(squares?.windows(2).map(|pair| [pair[0], pair[1]]).collect())
}

/// A text in small letters, without the accents of Portuguese.
pub fn folded(text: &str) -> String {
    let plain = |c: char| match c {
        'á' | 'à' | 'â' | 'ã' | 'ä' => 'a',
        'é' | 'ê' | 'è' => 'e',
        'í' | 'ì' => 'i',
        'ó' | 'ô' | 'õ' | 'ò' | 'ö' => 'o',
        'ú' | 'ü' | 'ù' => 'u',
        'ç' => 'c',
        c => c,
    };
    let marks = |c: &char| !('\u{300}'..='\u{36f}').contains(c);
    text.chars().filter(marks).flat_map(char::to_lowercase).map(plain).collect()
}
