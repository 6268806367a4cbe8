//! The verifier of the pegs rejects what is almost right: every small change of a game, every
//! forged proof.

use search::{Limits, Meter, Outcome};
use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{
    Claim, Format, Generate, Options, Print, Puzzle, Solve, Statement, Verify,
};
use tabuleiro_core::locale::Lang;
use tabuleiro_core::random::Rng;
use tabuleiro_core::text::Source;
use tabuleiro_pegs::{Argument, Ground, Jumps, Pegs, Reason};
use tabuleiro_pegs_rules::jump_counts::CountStep;

fn options(words: &[(&str, &str)]) -> Options {
    let mut options = Options::default();
    words.iter().for_each(|(name, value)| options.set(*name, *value));
    options
}

fn board(words: &[(&str, &str)]) -> Pegs {
    Pegs::from_options(&options(words), &mut Meter::new(&Limits::default())).unwrap().unwrap()
}

fn solved(board: &Pegs) -> Jumps {
    let how = board.plan("auto", &Options::default()).unwrap();
    let limits = Limits::default();
    match board.solve(&how, &mut Meter::new(&limits), &mut (), &mut Vec::new()) {
        Outcome::Solved(jumps) => jumps,
        _ => panic!("no solution of\n{}", board.text()),
    }
}

fn solvable() -> Vec<Pegs> {
    vec![
        board(&[("board", "english")]),
        board(&[("board", "6x6"), ("vacancy", "1,1")]),
        board(&[("board", "english"), ("goal", "1,4")]),
        board(&[("board", "4x6")]),
        board(&[("id", "3x1:PPH")]),
    ]
}

/// The definition, on a grid of characters.
fn is_game(ground: &Ground, jumps: &[[Square; 2]]) -> bool {
    let place = |cell: usize, pegs: &[bool]| match (ground.inside[cell], pegs[cell]) {
        (false, _) => '#',
        (true, false) => '.',
        (true, true) => 'o',
    };
    let draw = |pegs: &[bool]| -> Vec<char> { (0..pegs.len()).map(|c| place(c, pegs)).collect() };
    let mut grid = draw(&ground.start);
    let (rows, columns) = (ground.rows as i64, ground.columns as i64);
    for &[from, to] in jumps {
        let (r, c) = (i64::from(from.row), i64::from(from.col));
        let (down, right) = (i64::from(to.row) - r, i64::from(to.col) - c);
        let mut cells = Vec::new();
        for k in 0..3 {
            let (row, column) = (r + down * k / 2, c + right * k / 2);
            if !(0..rows).contains(&row) || !(0..columns).contains(&column) {
                return false;
            }
            cells.push((row * columns + column) as usize);
        }
        let straight = (down.abs(), right.abs()) == (2, 0) || (down.abs(), right.abs()) == (0, 2);
        if !straight || cells.iter().map(|&cell| grid[cell]).collect::<String>() != "oo." {
            return false;
        }
        for (&cell, after) in cells.iter().zip("..o".chars()) {
            grid[cell] = after;
        }
    }
    grid == draw(&ground.goal)
}

#[test]
fn every_change_of_a_game_is_judged_by_the_definition() {
    let mut rng = Rng::new(3);
    for board in solvable() {
        let right = solved(&board).all().to_vec();
        assert!(is_game(board.ground(), &right));
        let judge = |jumps: Vec<[Square; 2]>| {
            let expected = is_game(board.ground(), &jumps);
            assert_eq!(board.verify(&Jumps::new(jumps.clone())).is_ok(), expected, "{jumps:?}");
        };
        for i in 0..right.len() {
            let mut shorter = right.clone();
            shorter.remove(i);
            judge(shorter);
            let mut twice = right.clone();
            twice.insert(i, right[i]);
            judge(twice);
            for j in 0..i {
                let mut swapped = right.clone();
                swapped.swap(i, j);
                judge(swapped);
            }
            for side in 0..2 {
                for _ in 0..20 {
                    let mut moved = right.clone();
                    let any = |rng: &mut Rng| match rng.below(12) {
                        0 => u32::MAX,
                        n => n as u32 - 1,
                    };
                    moved[i][side] = Square { row: any(&mut rng), col: any(&mut rng) };
                    judge(moved);
                }
            }
            let mut back = right.clone();
            back[i].reverse();
            judge(back);
        }
        let mut longer = right.clone();
        longer.push([Square { row: 0, col: 0 }, Square { row: 0, col: 2 }]);
        judge(longer);
    }
}

#[test]
fn no_argument_holds_against_a_board_that_can_be_solved() {
    let mut rng = Rng::new(7);
    for board in solvable() {
        solved(&board);
        let area = board.ground().inside.len();
        let mut forged = vec![Reason::Stuck, Reason::Sourceless, Reason::TooFew, Reason::Emptied];
        forged.extend((0..area as u32 + 2).map(Reason::Fixed));
        forged.extend([
            Reason::Class(vec![]),
            Reason::Pagoda(vec![]),
            Reason::Pagoda(vec![0; area]),
        ]);
        forged.push(Reason::Class(vec![u32::MAX]));
        forged.push(Reason::Pagoda(vec![i64::MIN; area]));
        forged.push(Reason::Pagoda(vec![i64::MAX; area]));
        for _ in 0..1000 {
            let cells = (0..area as u32).filter(|_| rng.below(2) == 0).collect::<Vec<u32>>();
            forged.push(Reason::Class([&cells[..], &cells[..]].concat()));
            forged.push(Reason::Class(cells));
            let mut weight = || match rng.below(20) {
                0 => i64::MAX,
                1 => i64::MIN,
                n => n as i64 - 10,
            };
            forged.push(Reason::Pagoda((0..area).map(|_| weight()).collect()));
        }
        // The usual diagonals, which are a class, but not one against this board.
        for shift in 0..3 {
            let columns = board.ground().columns;
            let on = |&cell: &usize| {
                board.ground().inside[cell] && (cell / columns + cell % columns) % 3 != shift
            };
            let diagonals = (0..area).filter(on).map(|cell| cell as u32).collect();
            forged.push(Reason::Class(diagonals));
        }
        for reason in forged {
            let argument = Argument::new(board.ground().clone().into(), reason);
            assert!(board.refute(&argument).is_err(), "{argument:?} on\n{}", board.text());
        }
    }
}

const CASES: &str = "..oo.ooooooo oooo.ooooo.o ooo.ooo.ooo. ooooo.oo.ooo oooooo..oo.o ooooooooo.oo \
    ..o.oooo.ooo .o.ooooooo.. oooooooooooo ooooooooo.o. o.oooooo..o. oo..ooo.o.oo ";

/// Boards that are impossible, with a proof of each kind.
fn proved() -> Vec<(Pegs, Argument)> {
    let read = |text: &str| {
        let source = Source::new("text", text);
        let options = Options::default();
        Pegs::read(&source, &options).next().unwrap().unwrap()
    };
    let star = "##ooo##\n##ooo##\nooo.ooo\noo...oo\nooo.ooo\n##ooo##\n##ooo##\n";
    let boards = [
        board(&[("board", "european")]),
        board(&[("board", "7x7")]),
        board(&[("board", "diamond41"), ("vacancy", "3,3")]),
        read(star),
        read("ooo.\n##o#\n#o#o\n"),
        read("ooo\n"),
        read("...\n.o.\n"),
        read("oo.o\n"),
        read("o.o.o\n"),
        read("oo.\ngoal\no..\n"),
        read("ooo.o\ngoal\n.o.o.\n"),
        // Ten cases, whose closing inequalities need jumps that others bar.
        read(&CASES.replace(' ', "\n")),
    ];
    let mut found = Vec::new();
    for board in boards {
        let how = board.plan("auto", &Options::default()).unwrap();
        let limits = Limits::default();
        match board.solve(&how, &mut Meter::new(&limits), &mut (), &mut Vec::new()) {
            Outcome::Impossible(search::Proof::Argument(argument)) => found.push((board, argument)),
            _ => panic!("no proof for\n{}", board.text()),
        }
    }
    for seed in 0..30 {
        let limits = Limits::default();
        let options = options(&[("impossible", ""), ("holes", "3")]);
        let made = Pegs::generate(&options, seed, &mut Meter::new(&limits)).unwrap();
        let Claim::Argument(argument) = made.claim else { panic!("it can be solved") };
        found.push((made.instance, argument));
    }
    found
}

#[test]
fn proofs_hold_are_read_back_and_no_change_of_them_holds_by_chance() {
    let mut words = std::collections::BTreeSet::new();
    let mut cases = 0;
    for (board, argument) in proved() {
        words.insert(argument.word());
        assert_eq!(board.refute(&argument), Ok(()));
        let mut json = Vec::new();
        argument.print(Format::Json, Lang::En, &mut json).unwrap();
        let text = format!("{{\"proof\":{}}}", String::from_utf8(json).unwrap());
        let read = board.claim(&Source::new("proof", text)).unwrap();
        let Statement::Claim(Claim::Argument(again)) = read else {
            panic!("an argument was read as jumps");
        };
        assert_eq!(again, argument);
        let ground = board.ground();
        match argument.reason() {
            Reason::Class(cells) => {
                // One cell more or less meets some line oddly: a cell that no line meets would be
                // an argument by itself, and was told as such.
                for cell in (0..ground.inside.len()).filter(|&cell| ground.inside[cell]) {
                    let mut other = cells.clone();
                    match other.iter().position(|&known| known == cell as u32) {
                        Some(place) => drop(other.remove(place)),
                        None => other.push(cell as u32),
                    }
                    rejected(&board, Reason::Class(other));
                }
            }
            Reason::Pagoda(weights) => {
                let worth = |pegs: &[bool]| -> i64 {
                    (0..pegs.len()).filter(|&cell| pegs[cell]).map(|cell| weights[cell]).sum()
                };
                let margin = worth(&ground.goal) - worth(&ground.start);
                assert!(margin > 0);
                // Lighten the goal by all that it was too heavy, or weigh a hole down too far.
                for cell in
                    (0..weights.len()).filter(|&cell| ground.goal[cell] && !ground.start[cell])
                {
                    let mut other = weights.clone();
                    other[cell] -= margin;
                    rejected(&board, Reason::Pagoda(other));
                }
                let mut shorter = weights.clone();
                shorter.pop();
                rejected(&board, Reason::Pagoda(shorter));
                rejected(&board, Reason::Pagoda(weights.iter().map(|weight| -weight).collect()));
            }
            Reason::JumpCounts(counts) => {
                // No closing inequality can be done without, and hardly one that bars.
                let refused = |left_out: &usize| {
                    let mut other = counts.clone();
                    other.steps.remove(*left_out);
                    let argument = Argument::new(ground.clone().into(), Reason::JumpCounts(other));
                    board.refute(&argument).is_err()
                };
                let refused = (0..counts.steps.len()).filter(refused).count();
                assert!(
                    refused >= 2 * counts.cases() - 1,
                    "{refused} of {} steps, {} cases",
                    counts.steps.len(),
                    counts.cases()
                );
                let splits = |step: &CountStep| matches!(step, CountStep::Split(_));
                for at in (0..counts.steps.len()).filter(|&at| splits(&counts.steps[at])) {
                    let mut other = counts.clone();
                    other.steps[at] = other.steps[(at + 1) % counts.steps.len()].clone();
                    rejected(&board, Reason::JumpCounts(other));
                }
                cases = cases.max(counts.cases());
            }
            Reason::Fixed(cell) => {
                for other in (0..ground.inside.len() as u32 + 1).filter(|other| other != cell) {
                    let alone = !ground.lines().any(|line| line.contains(&(other as usize)));
                    if !alone || !ground.inside.get(other as usize).is_some_and(|&inside| inside) {
                        rejected(&board, Reason::Fixed(other));
                    }
                }
            }
            _ => {}
        }
    }
    let all =
        ["class", "emptied", "fixed", "jump-counts", "pagoda", "sourceless", "stuck", "too-few"];
    assert_eq!(words.into_iter().collect::<Vec<_>>(), all);
    assert!(cases > 1);
}

fn rejected(board: &Pegs, reason: Reason) {
    let argument = Argument::new(board.ground().clone().into(), reason);
    assert!(board.refute(&argument).is_err(), "{argument:?} on\n{}", board.text());
}
