//! The farthest exit by looking at all boards: every set of free squares with the knight on one square of each orbit,
//! and a breadth-first search on each. For boards of 5x5 and less.

use super::board::Board;

/// The most moves that an exit can be away, and the number of boards looked at.
pub(crate) fn farthest(board: &Board) -> (u32, u64) {
    let next: Vec<u64> = board.sets().into_iter().map(|set| set as u64).collect();
    let symmetries = board.symmetries();
    let (mut most, mut boards) = (0, 0);
    for knight in 0..board.squares() {
        if symmetries.iter().any(|image| image[knight] < knight) {
            continue;
        }
        for others in 0..1u64 << (board.squares() - 1) {
            let low = others & ((1 << knight) - 1);
            let free = low | 1 << knight | (others & !low) << 1;
            most = most.max(levels(&next, knight, free));
            boards += 1;
        }
    }
    (most, boards)
}

/// How many moves the last squares that the knight comes to are away.
fn levels(next: &[u64], knight: usize, free: u64) -> u32 {
    let mut unseen = free & !(1 << knight);
    let mut level = 1u64 << knight;
    for moves in 0.. {
        let mut beside = 0u64;
        while level != 0 {
            beside |= next[level.trailing_zeros() as usize];
            level &= level - 1;
        }
        level = beside & unseen;
        if level == 0 {
            return moves;
        }
        unseen &= !level;
    }
    unreachable!("every level takes a square")
}
