//! A board, and how it is read. The file is of our own making, so nothing is checked.

/// A Futoshiki board.
pub(crate) struct Board {
    pub(crate) order: usize,
    /// The value of each cell in reading order, 0 where none is given.
    pub(crate) givens: Vec<usize>,
    /// The cell that holds less, and the cell that holds more.
    pub(crate) signs: Vec<(usize, usize)>,
}

impl Board {
    /// The boards of a text in the coursework's notation.
    pub(crate) fn read(text: &str) -> Vec<Board> {
        let mut words = text.split_ascii_whitespace().map(|word| word.parse().expect("a number"));
        let mut next = || -> usize { words.next().expect("a whole file") };
        let number = next();
        let board = |_| {
            let (order, signs) = (next(), next());
            let givens = (0..order * order).map(|_| next()).collect();
            let mut cell = || (next() - 1) * order + next() - 1;
            let signs = (0..signs).map(|_| (cell(), cell())).collect();
            Board { order, givens, signs }
        };
        (0..number).map(board).collect()
    }

    /// Whether a cell can hold a value, from 1, next to what is given in its row and its column.
    pub(crate) fn can_hold(&self, cell: usize, value: usize) -> bool {
        let n = self.order;
        match self.givens[cell] {
            0 => (0..n).all(|i| {
                self.givens[cell / n * n + i] != value && self.givens[i * n + cell % n] != value
            }),
            given => given == value,
        }
    }
}
