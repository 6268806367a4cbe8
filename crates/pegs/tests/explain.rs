//! Hints and verdicts of peg solitaire: every step is checked, every verdict agrees with a search that
//! knows nothing of it, and steps that were tampered with are refused.

use std::collections::{HashMap, HashSet};

use search::{Meter, Outcome, Proof};
use tabuleiro_core::contract::{Generate, Options, Puzzle, Verify};
use tabuleiro_core::explain::{Advice, Explain, Step};
use tabuleiro_core::locale::Lang;
use tabuleiro_core::play::{Move, Play, PlayState};
use tabuleiro_core::random::Rng;
use tabuleiro_pegs::{GamePosition, Ground, Local, Pegs};

/// A random board that can be won: jumps taken back from one peg.
fn board(rng: &mut Rng) -> Pegs {
    loop {
        let (rows, columns) = (3 + rng.below(2), 4 + rng.below(2));
        let inside: Vec<bool> = (0..rows * columns).map(|_| rng.below(9) > 0).collect();
        let mut goal = vec![false; inside.len()];
        goal[rng.below(inside.len())] = true;
        let mut ground = Ground { rows, columns, start: goal.clone(), inside, goal };
        for _ in 0..4 + rng.below(6) {
            let lines = ground.lines().flat_map(|line| [line, [line[2], line[1], line[0]]]);
            let made = |line: &[usize; 3]| line.map(|c| ground.start[c]) == [false, false, true];
            let lines: Vec<[usize; 3]> = lines.filter(made).collect();
            if lines.is_empty() {
                break;
            }
            lines[rng.below(lines.len())].into_iter().for_each(|cell| ground.start[cell] ^= true);
        }
        let pegs = ground.pegs();
        if let Some(board) = Pegs::new(ground).filter(|_| pegs > 3) {
            return board;
        }
    }
}

fn legal(board: &Pegs, position: &GamePosition) -> Vec<Move> {
    board.size().squares().flat_map(|at| board.moves(position, at)).collect()
}

/// Whether a position can be won, by playing on in every way.
fn wins(board: &Pegs, position: &GamePosition, lost: &mut HashSet<String>) -> bool {
    if board.state(position) == PlayState::Won {
        return true;
    }
    let text = board.remaining(position).unwrap().text();
    if lost.contains(&text) {
        return false;
    }
    let won = legal(board, position).into_iter().any(|made| {
        let mut next = position.clone();
        board.make(&mut next, made).unwrap();
        wins(board, &next, lost)
    });
    if !won {
        lost.insert(text);
    }
    won
}

fn advise(board: &Pegs, position: &GamePosition) -> Advice {
    Explain::<Local>::advise(board, position, &mut Meter::unlimited()).unwrap()
}

fn holds(board: &Pegs, position: &GamePosition, step: &Step) -> bool {
    board.entails(position, step, &mut Meter::unlimited()).unwrap().is_ok()
}

#[test]
fn hints_and_verdicts_agree_with_playing_on_in_every_way() {
    let mut rng = Rng::new(5);
    let (mut steps, mut lost, mut techniques) = (0, 0, HashMap::new());
    for _ in 0..300 {
        let board = board(&mut rng);
        let mut position = board.begin();
        loop {
            let mut advised = None;
            let won = wins(&board, &position, &mut HashSet::new());
            let verdict = Explain::<Local>::winnable(&board, &position, &mut Meter::unlimited());
            match verdict {
                Outcome::Solved(moves) => assert!(won && board.wins(&position, &moves)),
                Outcome::Impossible(proof) => {
                    assert!(!won);
                    if let Proof::Argument(argument) = proof {
                        let rest = board.remaining(&position).unwrap();
                        assert_eq!(rest.refute(&argument), Ok(()));
                    }
                }
                Outcome::Unknown(limit) => panic!("{limit:?}"),
            }
            match advise(&board, &position) {
                Advice::Step(step) => {
                    assert!(won && holds(&board, &position, &step), "{step:?}");
                    *techniques.entry(step.technique).or_insert(0) += 1;
                    steps += 1;
                    // Now and then another jump than the one advised.
                    advised = Some(step.moves[0]).filter(|_| rng.below(5) > 0);
                }
                Advice::Won => assert_eq!(board.state(&position), PlayState::Won),
                Advice::Lost => {
                    assert!(!won);
                    lost += 1;
                }
                other => panic!("{other:?}"),
            }
            let moves = legal(&board, &position);
            if moves.is_empty() {
                break;
            }
            let made = advised.unwrap_or_else(|| moves[rng.below(moves.len())]);
            board.make(&mut position, made).unwrap();
        }
    }
    assert!(steps > 500 && lost > 100, "{steps} {lost} {techniques:?}");
    for technique in ["only-jump", "weights", "search"] {
        assert!(techniques.contains_key(technique), "{techniques:?}");
    }
}

#[test]
fn a_step_that_was_tampered_with_is_refused() {
    let mut rng = Rng::new(9);
    let mut refused = 0;
    for _ in 0..60 {
        let board = board(&mut rng);
        let mut position = board.begin();
        while let Advice::Step(step) = advise(&board, &position) {
            let others: Vec<Move> =
                legal(&board, &position).into_iter().filter(|m| *m != step.moves[0]).collect();
            // Another jump than the one concluded.
            for &other in &others {
                let mut forged = (*step).clone();
                forged.moves = vec![other];
                assert!(!holds(&board, &position, &forged));
                forged.conclusion[0].squares = vec![other.at, other.to.unwrap()];
                // The game that is told goes on from another jump only by coincidence.
                refused += usize::from(!holds(&board, &position, &forged));
            }
            for index in 0..step.premises.len() {
                let mut forged = (*step).clone();
                let premise = &mut forged.premises[index];
                match premise.rule {
                    // One jump less does not lead to the goal.
                    "game" if !premise.squares.is_empty() => {
                        premise.squares.pop();
                        premise.squares.pop();
                    }
                    "game" => continue,
                    // Heavier weights are no longer those of a pagoda function, or prove nothing.
                    "weights" => premise.values.iter_mut().for_each(|weight| *weight = 0),
                    "stranded" => {
                        premise.squares.pop();
                        let to = premise.squares[1];
                        premise.squares.push(to);
                        if holds(&board, &position, &forged) {
                            continue;
                        }
                    }
                    _ => premise.rule = "weights",
                }
                assert!(!holds(&board, &position, &forged), "{forged:?}");
                refused += 1;
            }
            let mut forged = (*step).clone();
            forged.premises.retain(|premise| premise.rule != "game");
            assert!(!holds(&board, &position, &forged));
            if step.technique != "search" && !others.is_empty() {
                // Each refutation is needed where all other jumps are said to lose.
                let mut forged = (*step).clone();
                forged.premises.retain(|premise| premise.rule == "game");
                assert!(!holds(&board, &position, &forged), "{forged:?}");
            }
            board.make(&mut position, step.moves[0]).unwrap();
        }
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn jumps_that_break_a_rule_are_named() {
    let ground = Ground {
        rows: 1,
        columns: 5,
        inside: vec![true, true, true, true, false],
        start: vec![true, true, false, false, false],
        goal: vec![false, false, true, false, false],
    };
    let board = Pegs::new(ground).unwrap();
    let square = |col| tabuleiro_core::board::Square { row: 0, col };
    let reason = |from, to| {
        let mut position = board.begin();
        let made = Move { action: "jump", at: square(from), to: Some(square(to)), value: None };
        let fault = board.make(&mut position, made).err();
        fault.map(|fault| fault.message(Lang::En))
    };
    assert_eq!(reason(0, 2), None);
    for (from, to, word) in [
        (0, 3, "exactly two cells"),
        (2, 4, "leaves the board"),
        (2, 0, "no peg at 1,3"),
        (1, 3, "no peg to jump over"),
    ] {
        let said = reason(from, to).unwrap();
        assert!(said.contains(word), "{said}");
    }
}

#[test]
fn a_problem_is_rated_by_its_first_jumps_and_its_runs_without_an_alternative() {
    let inside = vec![true; 12];
    let mut start = inside.clone();
    start[1] = false;
    let goal = start.iter().map(|&peg| !peg).collect();
    let board = Pegs::new(Ground { rows: 3, columns: 4, inside, start, goal }).unwrap();
    let rating = Generate::<Local>::rate(&board, &mut Meter::unlimited()).unwrap().unwrap();
    assert!(rating.level.is_some());
    // By playing on in every way.
    let position = board.begin();
    let first = legal(&board, &position);
    let keep = first.iter().filter(|&&made| {
        let mut next = position.clone();
        board.make(&mut next, made).unwrap();
        wins(&board, &next, &mut HashSet::new())
    });
    let expected =
        format!("{} of {} first jumps keep the game winnable", keep.count(), first.len());
    assert_eq!(rating.facts[0].text(Lang::En), expected);
}

#[test]
fn problems_have_the_difficulty_that_was_asked_for() {
    for (seed, level) in ["easy", "medium", "hard", "extreme"].into_iter().enumerate() {
        let mut options = Options::default();
        options.set("size", "5x5");
        options.set("difficulty", level);
        let made =
            <Pegs as Generate<Local>>::generate(&options, seed as u64, &mut Meter::unlimited());
        let board = made.unwrap_or_else(|fault| panic!("{level}: {fault:?}")).instance;
        let rating = Generate::<Local>::rate(&board, &mut Meter::unlimited()).unwrap().unwrap();
        assert_eq!(rating.level, Some(level));
    }
}

/// No verdict waits for the space of all positions, which has 187 million: whatever weights do not refute is played through
/// with what is learnt on the way.
#[test]
fn any_position_of_the_english_board_is_decided_by_a_small_search() {
    let mut options = Options::default();
    options.set("board", "english");
    let board = Pegs::from_options(&options, &mut Meter::unlimited()).unwrap().unwrap();
    let mut rng = Rng::new(1);
    let (mut won, mut exhausted, mut large) = (0, 0, 0);
    for number in 0..300 {
        let mut position = board.begin();
        for _ in 0..number % 32 {
            let legal = legal(&board, &position);
            if legal.is_empty() {
                break;
            }
            board.make(&mut position, legal[rng.below(legal.len())]).unwrap();
        }
        let mut meter = Meter::unlimited();
        match board.winnable(&position, &mut meter) {
            Outcome::Solved(moves) => {
                assert!(board.wins(&position, &moves));
                won += 1;
            }
            Outcome::Impossible(proof) => exhausted += usize::from(proof == Proof::Exhaustion),
            Outcome::Unknown(limit) => panic!("{limit:?}"),
        }
        let nodes = meter.stats().nodes;
        assert!(nodes < 2_000_000, "{number}: {nodes} nodes");
        large += usize::from(nodes > 100_000);
    }
    assert!(won > 50 && exhausted > 20 && large < 30, "{won} won, {exhausted} lost, {large} large");
}
