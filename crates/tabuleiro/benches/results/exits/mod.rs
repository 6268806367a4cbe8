//! Boards of n x n on which the exit is as many moves away as can be. A shortest path is an induced path of the
//! graph of moves, and every induced path is a shortest one where all other squares are blocked: so the question is
//! for the longest induced path.

mod all_boards;
mod board;
mod frontier;
mod local;
mod tree;

use std::time::Instant;

use tabuleiro::board::{Size, Squares};
use tabuleiro::contract::{Options, Puzzle, Solve};
use tabuleiro::leaper::{Edges, Leaper};
use tabuleiro::lost_knight::{LostKnight, Rules};
use tabuleiro::{Limits, Outcome};

use crate::{keep, kept};
use board::Board;

const EDGES: [Edges; 3] = [Edges::Plane, Edges::Cylinder, Edges::Torus];
const SIDES: std::ops::RangeInclusive<usize> = 3..=12;
/// All boards are looked at, the frontier is followed, and the tree is searched up to these sides. On the torus
/// the frontier has twice as many squares.
const ALL: usize = 5;
const FRONTIER: usize = 7;
const FRONTIER_OF_TORUS: usize = 6;
const TREE: usize = 8;

fn name(edges: Edges) -> String {
    format!("exits-{}.txt", edges.word())
}

pub(crate) fn check() -> Option<()> {
    for edges in EDGES {
        for kept in kept::<LostKnight>(&name(edges)) {
            let (board, moves) = (Board::new(kept.size().rows as usize, edges), checked(&kept));
            let side = board.side;
            print!("{} {side}x{side}: {moves} moves", edges.word());
            if side <= ALL {
                let (most, boards) = all_boards::farthest(&board);
                assert_eq!(most as usize, moves, "the farthest exit of all boards");
                print!("; no more on {boards} boards");
            }
            if side <= if edges == Edges::Torus { FRONTIER_OF_TORUS } else { FRONTIER } {
                let (squares, states) = frontier::longest(&board);
                assert_eq!(usize::from(squares), moves + 1, "the squares by the frontier");
                print!("; no more by {states} states");
            }
            if side <= TREE { no_farther(&board, moves) } else { println!() }
        }
    }
    Some(())
}

pub(crate) fn prove(edges: &str, side: &str) -> Option<()> {
    let (edges, side) = (Edges::read(edges)?, side.parse().ok().filter(|side| *side <= 11)?);
    let board = Board::new(side, edges);
    let kept = kept::<LostKnight>(&name(edges));
    let moves = kept.iter().find(|kept| kept.size().rows as usize == side).map(checked)?;
    print!("{} {side}x{side}: {moves} moves", edges.word());
    no_farther(&board, moves);
    Some(())
}

fn no_farther(board: &Board, moves: usize) {
    let start = Instant::now();
    let (farther, paths) = tree::longer(board, moves + 1);
    assert!(farther.is_none(), "a longer path: {farther:?}");
    println!("; no more among {paths} paths, {:.2} s", start.elapsed().as_secs_f64());
}

pub(crate) fn search(seed: &str, rounds: &str) -> Option<()> {
    let (seed, rounds) = (seed.parse().ok()?, rounds.parse().ok()?);
    for edges in EDGES {
        let mut all = kept::<LostKnight>(&name(edges));
        for side in SIDES {
            let path = local::search(&Board::new(side, edges), seed, rounds);
            let found = drawn(side, edges, &path);
            let place = all.iter().position(|board| board.size() == found.size());
            let before = place.map(|place| checked(&all[place]));
            let moves = checked(&found);
            println!("{} {side}x{side}: {moves} moves, kept {before:?}", edges.word());
            match place {
                Some(place) if before < Some(moves) => all[place] = found,
                Some(_) => continue,
                None => all.push(found),
            }
            all.sort_by_key(|board| board.size().rows);
            keep(&name(edges), &all);
        }
    }
    Some(())
}

/// The board on which all but a path is blocked.
fn drawn(side: usize, edges: Edges, path: &[usize]) -> LostKnight {
    let size = Size { rows: side as u32, cols: side as u32 };
    let mut blocked = Squares::none(side * side);
    (0..side * side).filter(|square| !path.contains(square)).for_each(|s| blocked.insert(s));
    let ends = [path[0], path[path.len() - 1]].map(|square| size.square(square));
    let board = LostKnight::new(size, blocked, ends[0], ends[1]).expect("a path of two squares");
    board.under(Rules { edges, leaper: Leaper::KNIGHT })
}

/// How many moves the exit is away: by the strategy `auto`, whose answer is verified, and by a search over the text.
fn checked(board: &LostKnight) -> usize {
    let answer = board.answer("auto", &Options::default(), &Limits::default()).expect("a strategy");
    let Outcome::Solved(route) = answer.result else { panic!("there is a way out") };
    let moves = route.moves() as usize;
    assert_eq!(Some(moves), plain(&board.text()), "{}", board.text());
    moves
}

/// The same by a queue of squares of the text, with nothing of ours.
fn plain(text: &str) -> Option<usize> {
    let (mut down, mut across) = (true, true);
    let mut rows: Vec<Vec<u8>> = Vec::new();
    for line in text.lines() {
        match line {
            "plane" => (down, across) = (false, false),
            "cylinder" => down = false,
            "torus" => {}
            row => rows.push(row.bytes().collect()),
        }
    }
    let side = rows.len() as i32;
    let find =
        |what| (0..side * side).find(|at| rows[(at / side) as usize][(at % side) as usize] == what);
    let mut queue = vec![(find(b'C')?, 0)];
    let mut next = 0;
    while let Some(&(at, moves)) = queue.get(next) {
        next += 1;
        for (by_rows, by_cols) in
            [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)]
        {
            let (mut row, mut col) = (at / side + by_rows, at % side + by_cols);
            if down {
                row = row.rem_euclid(side);
            }
            if across {
                col = col.rem_euclid(side);
            }
            if !(0..side).contains(&row) || !(0..side).contains(&col) {
                continue;
            }
            let what = rows[row as usize][col as usize];
            if what == b'S' {
                return Some(moves + 1);
            }
            if what == b'.' && queue.iter().all(|&(known, _)| known != row * side + col) {
                queue.push((row * side + col, moves + 1));
            }
        }
    }
    None
}
