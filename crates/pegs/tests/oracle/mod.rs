//! A small program that is obviously right, to hold the clever ones against.

use std::collections::HashMap;

use tabuleiro_pegs::Ground;

/// For every position that can be reached, as bits: in how many ways the goal is reached from it, and
/// in how many ways a game goes on from it to an end. Plain recursion; boards of up to 16 cells.
pub(crate) fn explore(ground: &Ground) -> HashMap<u64, (u64, u64)> {
    fn visit(
        ground: &Ground,
        pegs: u64,
        goal: u64,
        known: &mut HashMap<u64, (u64, u64)>,
    ) -> (u64, u64) {
        if let Some(&ways) = known.get(&pegs) {
            return ways;
        }
        let (mut wins, mut games) = (u64::from(pegs == goal), 0);
        for line in ground.lines() {
            let [first, middle, last] = line.map(|cell| pegs >> cell & 1);
            if middle == 1 && first != last {
                let after =
                    visit(ground, line.iter().fold(pegs, |p, cell| p ^ 1 << cell), goal, known);
                (wins, games) = (wins + after.0, games + after.1);
            }
        }
        let ways = (wins, games.max(1));
        known.insert(pegs, ways);
        ways
    }
    let bits = |pegs: &[bool]| (0..pegs.len()).fold(0, |bits, i| bits | u64::from(pegs[i]) << i);
    let mut known = HashMap::new();
    visit(ground, bits(&ground.start), bits(&ground.goal), &mut known);
    known
}
