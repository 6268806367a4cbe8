//! Verifiers against searches: on small boards and damaged copies of them, no claim is called valid that a complete search
//! contradicts, and no more claims than there are solutions. Claims are what is found on any of the boards or examples, and the same
//! with some of their numbers changed, exchanged, left out or repeated.

mod boards;
mod kinds;

use std::collections::BTreeSet;

use search::{Limits, Outcome, Proof};
use tabuleiro::contract::{Ended, Format, Options};
use tabuleiro::kind::{Finding, Kind, Ruling, Session, Subject};
use tabuleiro::locale::Lang;
use tabuleiro::random::Rng;
use tabuleiro::text::Source;

use boards::{COPIES, damaged, example, small};
use kinds::kinds;

/// Boards made for each kind, each with damaged copies.
const BOARDS: u64 = 6;
/// Changed copies of each claim.
const MUTANTS: usize = 40;

fn limits() -> Limits {
    Limits { nodes: Some(100_000), ..Limits::default() }
}

/// A board with all that searches say of it.
struct Known {
    session: Box<dyn Session>,
    solvable: bool,
    /// How many solutions it has, where that is known.
    solutions: Option<u64>,
}

/// Solves a board by every strategy, and adds what was found to the claims: whether it has a solution, if the best one knows.
fn solvable(kind: &dyn Kind, session: &dyn Session, claims: &mut BTreeSet<String>) -> Option<bool> {
    let mut solvable = None;
    for strategy in kind.strategies() {
        let answer = session.solve(strategy.name, &Options::default(), &limits());
        solvable = match &answer.expect("no options").result {
            Outcome::Solved(found) => {
                claims.extend([as_json("solution", found), as_text(found)]);
                Some(true)
            }
            Outcome::Impossible(Proof::Argument(found)) => {
                claims.insert(as_json("proof", found));
                Some(false)
            }
            Outcome::Impossible(Proof::Exhaustion) => Some(false),
            Outcome::Unknown(_) => None,
        };
    }
    solvable
}

fn known(
    kind: &dyn Kind,
    session: Box<dyn Session>,
    claims: &mut BTreeSet<String>,
) -> Option<Known> {
    let solvable = solvable(kind, &*session, claims)?;
    let counted = session.count(&Options::default(), None, &limits()).expect("no options").result;
    let solutions =
        u64::try_from(&counted.count).ok().filter(|_| counted.ended == Ended::Exhausted);
    Some(Known { session, solvable, solutions })
}

fn print(found: &Finding, format: Format) -> String {
    let mut printed = Vec::new();
    found.print(format, Lang::En, &mut printed).expect("written to memory");
    String::from_utf8(printed).expect("text")
}

/// The JSON object of an answer.
fn as_json(field: &str, found: &Finding) -> String {
    format!("{{\"{field}\":{}}}", print(found, Format::Json))
}

/// A solution as text, without remarks: two texts that differ in a number are two solutions.
fn as_text(found: &Finding) -> String {
    let text = print(found, Format::Text);
    text.lines().filter(|line| !line.starts_with('=')).map(|line| format!("{line}\n")).collect()
}

/// The claim with one number changed a little, two exchanged, or one left out or repeated.
fn mutant(claim: &str, rng: &mut Rng) -> String {
    let is_digit = |c: char| c.is_ascii_digit();
    // Numbers and what stands between them, by turns, from what comes before the first number on.
    let mut parts: Vec<String> = vec![String::new()];
    for c in claim.chars() {
        let in_number = parts.len().is_multiple_of(2);
        if is_digit(c) != in_number {
            parts.push(String::new());
        }
        parts.last_mut().expect("one").push(c);
    }
    let numbers = parts.len() / 2;
    if numbers == 0 {
        return claim.to_owned();
    }
    let (one, other) = (2 * rng.below(numbers) + 1, 2 * rng.below(numbers) + 1);
    let value: u64 = parts[one].parse().unwrap_or(0);
    match rng.below(8) {
        0 | 1 => parts[one] = (value + 1).to_string(),
        2 | 3 => parts[one] = value.saturating_sub(1).to_string(),
        // With what stands before it.
        4 => drop(parts.drain(one - 1..=one)),
        5 => {
            let again = parts[one - 1..=one].to_vec();
            parts.splice(one + 1..one + 1, again);
        }
        _ => parts.swap(one, other),
    }
    parts.concat()
}

#[test]
fn no_valid_claim_contradicts_a_complete_search() {
    for kind in kinds() {
        let name = kind.about().name;
        let mut rng = Rng::new(9);
        let (mut valid, mut flawed, mut tight) = (0, 0, 0);
        let mut of_examples = BTreeSet::new();
        for place in 0..kind.about().examples.len() {
            // Some are far too large for the simpler strategies, which stop soon.
            solvable(kind, &*example(kind, place), &mut of_examples);
        }
        for seed in 0..BOARDS {
            let mut found = of_examples.clone();
            let copies = (0..COPIES).map(|copy| damaged(kind, seed, copy));
            let all = [small(kind, seed)].into_iter().chain(copies);
            let all: Vec<Known> =
                all.filter_map(|session| known(kind, session, &mut found)).collect();
            let mutants = found.iter().flat_map(|claim| [claim; MUTANTS]);
            let mutants: Vec<String> = mutants.map(|claim| mutant(claim, &mut rng)).collect();
            let claims: BTreeSet<&String> = found.iter().chain(&mutants).collect();
            for board in &all {
                let mut solutions = 0;
                for claim in &claims {
                    let source = Source::new("claim", claim.as_str());
                    let about = || format!("{name}: {claim} on\n{}", board.session.text());
                    match board.session.check(&source, &Limits::default()) {
                        Ok(Ruling::Valid(Subject::Solution)) => {
                            assert!(board.solvable, "{}", about());
                            solutions += u64::from(!claim.starts_with('{'));
                            valid += 1;
                        }
                        Ok(Ruling::Valid(Subject::Argument)) => {
                            assert!(!board.solvable, "{}", about());
                            valid += 1;
                        }
                        Ok(Ruling::Flawed(..)) => flawed += 1,
                        // The claim was malformed, or claims nothing.
                        _ => {}
                    }
                }
                if let Some(most) = board.solutions {
                    let text = board.session.text();
                    assert!(
                        solutions <= most,
                        "{name}: {solutions} solutions of {most} on\n{text}"
                    );
                    tight += u32::from(most < 20);
                }
            }
        }
        // A test that meets no valid claim, or no flaw, would compare nothing.
        let met = format!("{valid} valid, {flawed} flawed, {tight} boards with few solutions");
        assert!(valid > 20 && flawed > 1000 && tight > 20, "{name}: {met}");
    }
}
