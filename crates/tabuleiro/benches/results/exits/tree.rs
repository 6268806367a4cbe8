//! The longest induced path by depth-first search: every induced path from one square of each orbit of the
//! board's symmetries, each second square of each orbit of those that keep the first. A path is given up
//! where the squares that can still be reached are too few for a longer one.

use super::board::Board;

/// A longest induced path, if any has more than so many squares, and the number of paths that were looked at.
pub(crate) fn longer(board: &Board, known: usize) -> (Option<Vec<usize>>, u64) {
    let next = board.sets();
    let symmetries = board.symmetries();
    let mut search = Search { next: &next, path: Vec::new(), known, longest: None, paths: 0 };
    let all = u128::MAX >> (128 - board.squares());
    for first in 0..board.squares() {
        if symmetries.iter().any(|image| image[first] < first) {
            continue;
        }
        let kept: Vec<_> = symmetries.iter().filter(|image| image[first] == first).collect();
        for &second in &board.next[first] {
            if kept.iter().any(|image| image[second] < second) {
                continue;
            }
            search.path.extend([first, second]);
            search.extend(all & !(next[first] | 1 << first));
            search.path.clear();
        }
    }
    (search.longest, search.paths)
}

struct Search<'a> {
    next: &'a [u128],
    path: Vec<usize>,
    /// Squares of the longest path that is known, and the path, if it was found here.
    known: usize,
    longest: Option<Vec<usize>>,
    paths: u64,
}

impl Search<'_> {
    /// Goes on from the last square. No square of `open` is on the path or beside any but its last.
    fn extend(&mut self, open: u128) {
        self.paths += 1;
        if self.path.len() > self.known {
            self.known = self.path.len();
            self.longest = Some(self.path.clone());
        }
        let last = self.next[self.path[self.path.len() - 1]];
        if self.path.len() + self.at_most(open, last) <= self.known {
            return;
        }
        let mut choices = last & open;
        while choices != 0 {
            let square = choices.trailing_zeros() as usize;
            choices &= choices - 1;
            self.path.push(square);
            self.extend(open & !last);
            self.path.pop();
        }
    }

    /// A bound on the squares that can follow. With d(s) for the squares of R, those that can be reached, beside s,
    /// the sum of d over the k squares that follow counts their k - 1 moves twice and moves from the others of R
    /// at most once: it is at most 2 (k - 1) more than the sum over the others. It is least for the k squares with
    /// the smallest d; all but the first and the last of them have two beside them.
    fn at_most(&self, open: u128, last: u128) -> usize {
        let mut reached = last & open;
        let mut edge = reached;
        while edge != 0 {
            let mut beside = 0u128;
            while edge != 0 {
                beside |= self.next[edge.trailing_zeros() as usize];
                edge &= edge - 1;
            }
            edge = beside & open & !reached;
            reached |= edge;
        }
        let mut number = [0; 9];
        let mut rest = reached;
        while rest != 0 {
            number[(self.next[rest.trailing_zeros() as usize] & reached).count_ones() as usize] +=
                1;
            rest &= rest - 1;
        }
        let all: i32 = number.iter().zip(0..).map(|(&number, d)| number * d).sum();
        let (mut squares, mut sum) = (0, 0);
        for (d, &number) in (0..).zip(&number) {
            let number = if d < 2 { number.min(2) } else { number };
            for _ in 0..number {
                if 2 * (sum + d - squares) > all {
                    return squares as usize;
                }
                squares += 1;
                sum += d;
            }
        }
        squares as usize
    }
}
