//! Hints and verdicts of the lost knight: every step is checked, a verdict agrees with plain distances,
//! and steps that were tampered with are refused.

use search::{Meter, Outcome, Proof};
use tabuleiro_core::board::{Size, Square, Squares};
use tabuleiro_core::contract::Verify;
use tabuleiro_core::explain::{Advice, Explain, Step};
use tabuleiro_core::leaper::Edges;
use tabuleiro_core::locale::Lang;
use tabuleiro_core::play::{Move, Play, PlayState};
use tabuleiro_core::random::Rng;
use tabuleiro_lost_knight::{Local, LostKnight, Prefix, Route, Rules};

/// A random board with blocked squares.
fn board(rng: &mut Rng) -> LostKnight {
    loop {
        let size = Size { rows: 3 + rng.below(6) as u32, cols: 3 + rng.below(6) as u32 };
        let area = size.area() as usize;
        let mut blocked = Squares::none(area);
        (0..area).filter(|_| rng.below(5) < 2).for_each(|place| blocked.insert(place));
        let edges = [Edges::Plane, Edges::Torus, Edges::Cylinder][rng.below(3)];
        let (knight, exit) = (size.square(rng.below(area)), size.square(rng.below(area)));
        if let Some(board) = LostKnight::new(size, blocked, knight, exit) {
            return board.under(Rules { edges, ..Rules::default() });
        }
    }
}

fn go(at: Square) -> Move {
    Move { action: "go", at, to: None, value: None }
}

fn legal(board: &LostKnight, position: &Prefix) -> Vec<Move> {
    board.size().squares().flat_map(|at| Play::moves(board, position, at)).collect()
}

fn advise(board: &LostKnight, position: &Prefix) -> Advice {
    Explain::<Local>::advise(board, position, &mut Meter::unlimited()).unwrap()
}

fn holds(board: &LostKnight, position: &Prefix, step: &Step) -> bool {
    board.entails(position, step, &mut Meter::unlimited()).unwrap().is_ok()
}

/// The fewest moves from the knight to the exit, by the verifier.
fn fewest(board: &LostKnight) -> Option<u64> {
    (1..board.size().area()).find(|&moves| board.verify(&Route::of_length(moves)).is_ok())
}

#[test]
fn hints_lead_out_by_a_shortest_path_and_verdicts_know_when_it_was_left() {
    let mut rng = Rng::new(11);
    let (mut steps, mut strayed, mut enclosed, mut only) = (0, 0, 0, 0);
    for _ in 0..2500 {
        let board = board(&mut rng);
        let fewest = fewest(&board);
        let mut position = board.begin();
        let mut made = 0;
        loop {
            let verdict = Explain::<Local>::winnable(&board, &position, &mut Meter::unlimited());
            let advice = advise(&board, &position);
            match (verdict, &advice) {
                (Outcome::Solved(rest), Advice::Step(step)) => {
                    assert_eq!(Some(made + rest.len() as u64), fewest);
                    assert!(board.wins(&position, &rest));
                    assert!(holds(&board, &position, step), "{board}{step:?}");
                    only += usize::from(step.technique == "only-nearer");
                    steps += 1;
                }
                (Outcome::Solved(rest), Advice::Won) => {
                    assert!(rest.is_empty() && Some(made) == fewest);
                    assert_eq!(board.state(&position), PlayState::Won);
                    break;
                }
                (Outcome::Impossible(Proof::Argument(argument)), Advice::Lost) => {
                    assert_eq!(board.refute(&argument), Ok(()));
                    assert_eq!(fewest, None);
                    enclosed += 1;
                    break;
                }
                (Outcome::Impossible(Proof::Exhaustion), Advice::Lost) => {
                    strayed += usize::from(fewest.is_some());
                    break;
                }
                (_, advice) => panic!("{advice:?}"),
            }
            let Advice::Step(step) = advice else { break };
            let ways = legal(&board, &position);
            let next = if rng.below(5) == 0 { ways[rng.below(ways.len())] } else { step.moves[0] };
            board.make(&mut position, next).unwrap();
            made += 1;
        }
    }
    let all = (steps, strayed, enclosed, only);
    assert!(steps > 1000 && strayed > 100 && enclosed > 100 && only > 100, "{all:?}");
}

#[test]
fn a_step_that_was_tampered_with_is_refused() {
    let mut rng = Rng::new(13);
    let mut refused = 0;
    for _ in 0..150 {
        let board = board(&mut rng);
        let mut position = board.begin();
        while let Advice::Step(step) = advise(&board, &position) {
            for index in 0..step.premises.len() {
                for value in 0..step.premises[index].values.len() {
                    let mut forged = (*step).clone();
                    forged.premises[index].values[value] += 1;
                    assert!(!holds(&board, &position, &forged), "{forged:?}");
                    refused += 1;
                }
            }
            let mut fewer = (*step).clone();
            fewer.premises[0].values.pop();
            assert!(!holds(&board, &position, &fewer));
            let mut none = (*step).clone();
            none.premises.truncate(1);
            assert!(!holds(&board, &position, &none));
            if step.technique == "nearer" {
                let mut alone = (*step).clone();
                alone.technique = "only-nearer";
                assert!(!holds(&board, &position, &alone));
            }
            board.make(&mut position, step.moves[0]).unwrap();
        }
    }
    assert!(refused > 300, "{refused}");
}

#[test]
fn of_several_knights_the_nearest_is_chosen_and_a_longer_path_solves_nothing() {
    let text = "many plane\nC........\n.........\n.........\n...S.....\n.........\n.........\n.........\n........C\n";
    let source = tabuleiro_core::text::Source::new("board", text);
    let options = tabuleiro_core::contract::Options::default();
    let board =
        <LostKnight as tabuleiro_core::contract::Puzzle>::read(&source, &options).next().unwrap();
    let board = board.unwrap_or_else(|fault| panic!("{}", fault.render(Lang::En)));
    let position = board.begin();
    let Advice::Step(step) = advise(&board, &position) else { panic!("a knight is chosen") };
    assert_eq!(step.moves, [go(Square { row: 0, col: 0 })]);
    assert!(holds(&board, &position, &step));
    let mut far = position.clone();
    board.make(&mut far, go(Square { row: 7, col: 8 })).unwrap();
    assert_eq!(advise(&board, &far), Advice::Lost);
}
