//! What the coursework's checker wants of a file of tours: eight rows of eight numbers, then how many squares
//! were visited and how many of these visits were taken back, for one start after another.

use search::Limits;
use tabuleiro_core::contract::Options;
use tabuleiro_core::kind::{Kind, Ruling, Session};
use tabuleiro_core::text::Source;

fn session(start: &str) -> Box<dyn Session> {
    let kind: &dyn Kind = tabuleiro_tour::KIND;
    let mut options = Options::default();
    options.set("size", "8x8");
    options.set("start", start);
    kind.described(&options, &Limits::default()).unwrap().expect("a board")
}

/// The answer of a strategy from a start, as the coursework wants it.
fn written(start: &str, strategy: &str) -> String {
    let coursework = tabuleiro_tour::KIND.coursework().expect("it comes from one");
    let answer = session(start).solve(strategy, &Options::default(), &Limits::default()).unwrap();
    let mut text = Vec::new();
    coursework.write(1, &answer, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// The rule of the checker, by its description: it reads numbers, whatever blanks are between them.
fn accepts(text: &str, (row, col): (i64, i64)) -> Result<(), String> {
    let mut numbers =
        text.split_whitespace().map(|word| word.parse::<i64>().map_err(|e| e.to_string()));
    let mut next = || numbers.next().unwrap_or(Err("the file ends early".to_owned()));
    let mut places = vec![None; 65];
    for at in 0..64 {
        let number = next()?;
        let place = usize::try_from(number).ok().and_then(|number| places.get_mut(number));
        if place.ok_or("no such square")?.replace((at / 8 + 1, at % 8 + 1)).is_some() {
            return Err(format!("{number} occurs twice"));
        }
    }
    if places[1] != Some((row, col)) {
        return Err("it begins elsewhere".to_owned());
    }
    for pair in places[1..].windows(2) {
        let ((row, col), (next_row, next_col)) =
            pair[0].zip(pair[1]).ok_or("a square is left out")?;
        if (row - next_row).abs() * (col - next_col).abs() != 2 {
            return Err("a step is not a knight's".to_owned());
        }
    }
    if next()? - next()? == 64 { Ok(()) } else { Err("the counters do not fit".to_owned()) }
}

#[test]
fn the_courseworks_checker_accepts_every_start_and_every_strategy_that_searches() {
    for (start, at) in [("1,1", (1, 1)), ("3,3", (3, 3)), ("8,8", (8, 8)), ("4,7", (4, 7))] {
        for strategy in ["warnsdorff", "roth", "tiles"] {
            let text = written(start, strategy);
            assert_eq!(accepts(&text, at), Ok(()), "{strategy} from {start}:\n{text}");
            assert!(text.ends_with("\n\n"), "tours of several starts can follow one another");
        }
    }
}

#[test]
fn counters_are_read_and_ruled_on() {
    let text = written("1,1", "warnsdorff");
    let ruling =
        |text: &str| session("1,1").check(&Source::new("saida.txt", text), &Limits::default());
    assert!(matches!(ruling(&text), Ok(Ruling::Valid(_))));
    assert!(matches!(ruling(&text.replace('\t', "  ")), Ok(Ruling::Valid(_))));
    let (rows, _) = text.trim_end().rsplit_once('\n').expect("rows and counters");
    assert!(matches!(ruling(rows), Ok(Ruling::Valid(_))), "they may be left out");
    for counters in ["65 0", "64 1", "0 64", "63 0", "18446744073709551615 0"] {
        let spoilt = format!("{rows}\n{counters}\n");
        assert!(accepts(&spoilt, (1, 1)).is_err());
        assert!(matches!(ruling(&spoilt), Ok(Ruling::Flawed(..))), "{counters}");
    }
}
