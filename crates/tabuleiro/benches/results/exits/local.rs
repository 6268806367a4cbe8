//! Long induced paths by local search: a stretch of the path, or an end of it, is taken out and put back another
//! way, as long as before or longer, and now and then a little shorter.

use tabuleiro::random::Rng;

use super::board::Board;

/// Squares that a search for another stretch steps on.
const STEPS: u32 = 400;
/// One stretch in so many may become shorter.
const WORSE: usize = 60;
/// Rounds without a longer path before the search begins anew.
const PATIENCE: u64 = 400_000;

/// The longest path met in so many rounds.
pub(crate) fn search(board: &Board, seed: u64, rounds: u64) -> Vec<usize> {
    let mut rng = Rng::new(seed);
    let mut best = Vec::new();
    let (mut path, mut longest, mut since) = (Vec::new(), 0, 0);
    let mut stretch = Stretch::new(board);
    for _ in 0..rounds {
        if since == PATIENCE || path.is_empty() {
            path = vec![rng.below(board.squares())];
            (longest, since) = (0, 0);
        }
        since += 1;
        stretch.replace(&mut path, &mut rng);
        if path.len() > longest {
            (longest, since) = (path.len(), 0);
        }
        if path.len() > best.len() {
            best.clone_from(&path);
        }
    }
    best
}

/// A search for another stretch, with its memory.
struct Stretch<'a> {
    board: &'a Board,
    /// The squares of the path beside each square, the path itself included.
    beside: Vec<u8>,
    on_path: Vec<bool>,
    now: Vec<usize>,
    best: Vec<usize>,
    ties: usize,
    steps: u32,
}

impl<'a> Stretch<'a> {
    fn new(board: &'a Board) -> Self {
        let squares = board.squares();
        let (beside, on_path) = (vec![0; squares], vec![false; squares]);
        Stretch { board, beside, on_path, now: Vec::new(), best: Vec::new(), ties: 0, steps: 0 }
    }

    fn put(&mut self, square: usize, on_path: bool) {
        self.on_path[square] = on_path;
        for &to in &self.board.next[square] {
            self.beside[to] = if on_path { self.beside[to] + 1 } else { self.beside[to] - 1 };
        }
    }

    /// Replaces the squares after one of the path, up to another or to the end.
    fn replace(&mut self, path: &mut Vec<usize>, rng: &mut Rng) {
        if rng.below(2) == 0 {
            path.reverse();
        }
        let longest = 2 + self.board.side * 2;
        let from = rng.below(path.len());
        let to = from + 2 + rng.below(longest);
        // The end goes with what is left of it.
        let is_end = to >= path.len();
        let from = if is_end { from.max(path.len().saturating_sub(longest)) } else { from };
        let to = to.min(path.len());
        let old = to - from - 1;
        self.beside.fill(0);
        self.on_path.fill(false);
        path[..=from].iter().chain(&path[to..]).for_each(|&square| self.put(square, true));
        self.now.clear();
        self.best.clear();
        (self.ties, self.steps) = (0, STEPS);
        let least = old.saturating_sub(usize::from(rng.below(WORSE) == 0) * (1 + rng.below(3)));
        let goal = (!is_end).then(|| path[to]);
        let mut found = self.best_from(path[from], goal, least, rng);
        if is_end {
            // Nothing in its place is shorter, but a path.
            found |= least == 0 && self.best.is_empty();
        }
        if found {
            path.splice(from + 1..to, self.best.iter().copied());
        }
    }

    /// Looks for squares from one to the other, or without an end, at least so many: whether there are.
    fn best_from(&mut self, from: usize, goal: Option<usize>, least: usize, rng: &mut Rng) -> bool {
        let mut found = false;
        // What is still to be tried at each square of the stretch.
        let mut open = vec![self.choices(from, goal, rng)];
        while let Some(choices) = open.last_mut() {
            let Some(square) = choices.pop() else {
                open.pop();
                if let Some(last) = self.now.pop() {
                    self.put(last, false);
                }
                continue;
            };
            if self.steps == 0 {
                break;
            }
            self.steps -= 1;
            let meets = goal.is_some_and(|goal| self.board.next[square].contains(&goal));
            if meets || goal.is_none() {
                self.now.push(square);
                found |= self.keep(least, rng);
                self.now.pop();
            }
            if !meets {
                self.put(square, true);
                self.now.push(square);
                open.push(self.choices(square, goal, rng));
            }
        }
        while let Some(last) = self.now.pop() {
            self.put(last, false);
        }
        found
    }

    /// The squares that can follow, in random order.
    fn choices(&self, from: usize, goal: Option<usize>, rng: &mut Rng) -> Vec<usize> {
        let fits = |&&to: &&usize| {
            let meets = goal.is_some_and(|goal| self.board.next[to].contains(&goal));
            !self.on_path[to] && self.beside[to] == 1 + u8::from(meets)
        };
        let mut choices: Vec<usize> = self.board.next[from].iter().filter(fits).copied().collect();
        rng.shuffle(&mut choices);
        choices
    }

    /// Keeps the stretch if it is the longest, or one of them: each as likely as the others.
    fn keep(&mut self, least: usize, rng: &mut Rng) -> bool {
        if self.now.len() < least.max(self.best.len()) {
            return false;
        }
        self.ties = if self.now.len() > self.best.len() { 1 } else { self.ties + 1 };
        if rng.below(self.ties) == 0 {
            self.best.clone_from(&self.now);
        }
        true
    }
}
