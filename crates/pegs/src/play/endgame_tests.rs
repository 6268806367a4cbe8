//! The endgame against playing back from the goal, and its limits.

use std::collections::HashSet;

use search::{Ended, Limit, Meter};

use crate::play::endgame::Endgame;
use crate::{Ground, Jump};

/// Every position from which the goal is reached, by jumps taken back from it one at a time.
pub(crate) fn winning(ground: &Ground) -> HashSet<Vec<bool>> {
    let mut winning = HashSet::from([ground.goal.clone()]);
    let mut open = vec![ground.goal.clone()];
    while let Some(pegs) = open.pop() {
        for line in ground.lines().flat_map(|line| [line, [line[2], line[1], line[0]]]) {
            if line.map(|cell| pegs[cell]) == [false, false, true] {
                let mut before = pegs.clone();
                line.into_iter().for_each(|cell| before[cell] ^= true);
                if winning.insert(before.clone()) {
                    open.push(before);
                }
            }
        }
    }
    winning
}

#[test]
fn positions_are_decided_as_playing_back_from_the_goal_decides_them() {
    let (mut won, mut lost) = (0, 0);
    for (rows, columns, outside, goal) in
        [(4, 4, None, 5), (3, 5, None, 7), (4, 5, Some(0), 9), (4, 4, Some(3), 0)]
    {
        let inside: Vec<bool> = (0..rows * columns).map(|cell| Some(cell) != outside).collect();
        let end: Vec<bool> = (0..rows * columns).map(|cell| cell == goal).collect();
        let ground = Ground { rows, columns, inside, start: end.clone(), goal: end };
        let winning = winning(&ground);
        let cells: Vec<usize> = (0..rows * columns).filter(|&c| ground.inside[c]).collect();
        for most in [0, 2, 5, 99] {
            let near = Endgame::new(&ground, most, &mut Meter::unlimited());
            let near = near.expect("no limit").expect("a small board");
            assert!(near.is_of(&ground) && near.is_enough(most));
            for set in (0..1_u32 << cells.len()).step_by(61) {
                let mut start = vec![false; rows * columns];
                for (number, &cell) in cells.iter().enumerate() {
                    start[cell] = set >> number & 1 == 1;
                }
                let from = Ground { start, ..ground.clone() };
                let (jumps, ended) =
                    near.search(&from, most, &mut near.learner(), &mut Meter::unlimited());
                let wins = winning.contains(&from.start);
                assert_eq!(jumps.is_some(), wins, "{rows}x{columns} {most} {set:b}");
                let Some(jumps) = jumps else {
                    assert_eq!(ended, Ended::Exhausted);
                    lost += 1;
                    continue;
                };
                let mut pegs = from.start.clone();
                for Jump { from, to } in jumps {
                    let [from, to] = [from, to].map(|cell| cell as usize);
                    let line = [from, (from + to) / 2, to];
                    assert_eq!(line.map(|cell| pegs[cell]), [true, true, false]);
                    line.into_iter().for_each(|cell| pegs[cell] ^= true);
                }
                assert_eq!(pegs, ground.goal);
                won += 1;
            }
        }
    }
    assert!(won > 200 && lost > 5_000, "{won} won, {lost} lost");
}

#[test]
fn a_limit_ends_the_search_and_the_table() {
    let inside = vec![true; 49];
    let start: Vec<bool> = (0..49).map(|cell| cell != 24).collect();
    let goal: Vec<bool> = (0..49).map(|cell| cell == 24).collect();
    let ground = Ground { rows: 7, columns: 7, inside, start, goal };
    let limits = search::Limits { memory: Some(1 << 16), ..search::Limits::default() };
    let made = Endgame::new(&ground, 99, &mut Meter::new(&limits));
    assert!(matches!(made, Err(Limit::Memory { .. })));
    let near = Endgame::new(&ground, 4, &mut Meter::unlimited()).expect("no limit").unwrap();
    let limits = search::Limits { nodes: Some(100), ..search::Limits::default() };
    let (jumps, ended) = near.search(&ground, 4, &mut near.learner(), &mut Meter::new(&limits));
    assert_eq!((jumps, ended), (None, Ended::Cut(Limit::Nodes)));
}
