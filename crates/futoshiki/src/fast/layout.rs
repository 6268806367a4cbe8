//! How a board lies in words: row and column arithmetic on all cells at once.
//!
//! A plane is `K` words of [`ROWS`](Layout::ROWS) rows each, some of which may be empty; a row takes
//! `N` bits and at least one guard bit above them, which catches the carries of row arithmetic and
//! keeps neighbours of different rows apart. Where it costs no word more, the rows are two to some
//! power and fill the word, so that a rotation leads from each row to all others.

/// A set of cells.
pub(super) type Plane<const K: usize> = [u64; K];

/// Where the cells of an order-`N` board lie in `K` words.
pub(super) struct Layout<const N: usize, const K: usize>;

impl<const N: usize, const K: usize> Layout<N, K> {
    /// Rows in a word if it holds a power of two of them, and no shift by a row is one by a word.
    const TURN: usize = if N == 1 { 2 } else { N.div_ceil(K).next_power_of_two() };
    /// Whether the rows of a word can be rotated.
    const TURNS: bool = Self::TURN * (N + 1) <= 64;
    /// Rows in a word; the last word may hold fewer.
    pub(super) const ROWS: usize = if Self::TURNS { Self::TURN } else { N.div_ceil(K) };
    /// Bits from a row to the next.
    pub(super) const STRIDE: usize = if Self::TURNS { 64 / Self::ROWS } else { N + 1 };
    /// The first cell of every row a word may hold; times a row of bits, it copies the row.
    pub(super) const LOW: u64 = {
        assert!(Self::ROWS * Self::STRIDE <= 64);
        let mut low = 0;
        let mut row = 0;
        while row < Self::ROWS {
            low |= 1 << (row * Self::STRIDE);
            row += 1;
        }
        low
    };
    /// The first row.
    pub(super) const ROW: u64 = (1 << N) - 1;
    /// All cells of all rows a word may hold.
    const CELLS: u64 = Self::LOW * Self::ROW;
    /// The guard bits.
    const GUARD: u64 = Self::LOW << N;
    /// The cells of the board.
    pub(super) const FULL: Plane<K> = {
        let mut plane = [Self::CELLS; K];
        let mut word = 0;
        while word < K {
            let first = word * Self::ROWS;
            let rows = if first >= N {
                0
            } else if N - first < Self::ROWS {
                N - first
            } else {
                Self::ROWS
            };
            let bits = rows * Self::STRIDE;
            if bits < 64 {
                plane[word] &= (1 << bits) - 1;
            }
            word += 1;
        }
        plane
    };

    /// The word and the bit of each cell: a look is faster than two divisions.
    const PLACES: [(u8, u8); 256] = {
        let mut places = [(0, 0); 256];
        let mut cell = 0;
        while cell < N * N {
            let (y, x) = (cell / N, cell % N);
            places[cell] = ((y / Self::ROWS) as u8, (y % Self::ROWS * Self::STRIDE + x) as u8);
            cell += 1;
        }
        places
    };

    /// The word and the bit of a cell.
    #[inline(always)]
    pub(super) fn place(cell: usize) -> (usize, u32) {
        let (word, bit) = Self::PLACES[cell & 255];
        // The remainder tells the compiler that no bound needs checking.
        (usize::from(word) % K, u32::from(bit) % 64)
    }

    /// The cell at a bit of a word.
    #[inline(always)]
    pub(super) fn cell(word: usize, bit: u32) -> usize {
        let bit = bit as usize;
        (word * Self::ROWS + bit / Self::STRIDE) * N + bit % Self::STRIDE
    }

    /// The cells of the rows whose guards are set.
    #[inline(always)]
    pub(super) fn across(guards: u64) -> u64 {
        guards - (guards >> N)
    }

    /// All cells of the rows of a word that have a bit.
    #[inline(always)]
    pub(super) fn rows(bits: u64) -> u64 {
        Self::across(Self::rows_with_any(bits))
    }

    /// The guards of the rows of a word that have a bit.
    #[inline(always)]
    pub(super) fn rows_with_any(bits: u64) -> u64 {
        (bits + Self::CELLS) & Self::GUARD
    }

    /// Each row without its lowest bit; the guard stops the borrow of an empty row.
    #[inline(always)]
    pub(super) fn without_lowest(bits: u64) -> u64 {
        bits & (bits | Self::GUARD).wrapping_sub(Self::LOW)
    }

    /// All cells of the columns that have a bit in one of the words.
    #[inline(always)]
    pub(super) fn columns(words: [u64; K]) -> u64 {
        let any = words.into_iter().fold(0, |any, word| any | word);
        Self::fold([any], |[one], [other]| [one | other])[0]
    }

    /// Meets all rows of a word with each other, each pair once, and leaves in all rows what became
    /// of a column. The fold doubles what a row has gathered at each step, so none meets itself.
    #[inline(always)]
    pub(super) fn fold<const L: usize>(
        levels: [u64; L],
        meet: impl Fn([u64; L], [u64; L]) -> [u64; L],
    ) -> [u64; L] {
        let mut levels = levels;
        let mut shift = 1;
        while shift < Self::ROWS {
            let by = shift * Self::STRIDE;
            let turn =
                |word: u64| if Self::TURNS { word.rotate_right(by as u32) } else { word >> by };
            levels = meet(levels, levels.map(turn));
            shift *= 2;
        }
        if Self::TURNS { levels } else { levels.map(|row| (row & Self::ROW) * Self::LOW) }
    }

    /// The planes of the four neighbours: left, right, up, down. Bits outside the board are
    /// noise.
    #[inline(always)]
    pub(super) fn neighbours(plane: &Plane<K>) -> [Plane<K>; 4] {
        let mut seen = [[0; K]; 4];
        let last = (Self::ROWS - 1) * Self::STRIDE;
        for word in 0..K {
            seen[0][word] = plane[word] << 1;
            seen[1][word] = plane[word] >> 1;
            seen[2][word] = plane[word] << Self::STRIDE;
            seen[3][word] = plane[word] >> Self::STRIDE;
            if word > 0 {
                seen[2][word] |= plane[word - 1] >> last;
            }
            if word + 1 < K {
                seen[3][word] |= plane[word + 1] << last;
            }
        }
        seen
    }
}
