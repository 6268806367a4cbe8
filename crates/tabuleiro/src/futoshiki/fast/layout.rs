//! How a board lies in words: row and column arithmetic on all cells at once.
//!
//! A plane is `K` words of at most [`ROWS`](Layout::ROWS) rows each; a row takes `N` bits and a
//! guard bit above them, which catches the carries of row arithmetic and keeps neighbours of
//! different rows apart.

/// The cells that may hold one value.
pub(super) type Plane<const K: usize> = [u64; K];

/// Where the cells of an order-`N` board lie in `K` words.
pub(super) struct Layout<const N: usize, const K: usize>;

impl<const N: usize, const K: usize> Layout<N, K> {
    /// Bits from a row to the next.
    pub(super) const STRIDE: usize = N + 1;
    /// Rows in a word; the last word may hold fewer.
    pub(super) const ROWS: usize = N.div_ceil(K);
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
    /// Cells of the board, and guards of its rows, word by word.
    pub(super) const FULL: Plane<K> = Self::of_rows(Self::CELLS);
    pub(super) const GUARDS: Plane<K> = Self::of_rows(Self::GUARD);

    const fn of_rows(pattern: u64) -> Plane<K> {
        let mut plane = [pattern; K];
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
    }

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

    /// Copies a row to all rows, from columns of the first row.
    #[inline(always)]
    pub(super) fn down(row: u64) -> u64 {
        (row & Self::ROW) * Self::LOW
    }

    /// The cells of the rows whose guards are set.
    #[inline(always)]
    pub(super) fn across(guards: u64) -> u64 {
        guards - (guards >> N)
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

    /// Every column that has a bit in the plane, as bits of the first row.
    #[inline(always)]
    pub(super) fn columns(plane: &Plane<K>) -> u64 {
        let mut any = 0;
        for word in plane {
            any |= word;
        }
        let mut shift = 1;
        while shift < Self::ROWS {
            any |= any >> (shift * Self::STRIDE);
            shift *= 2;
        }
        any & Self::ROW
    }

    /// The columns with at least one and with at least two bits. The fold doubles what the first
    /// row has gathered at each step, so no row meets itself.
    #[inline(always)]
    pub(super) fn columns_twice(plane: &Plane<K>) -> (u64, u64) {
        let (mut once, mut twice) = (0, 0);
        for &word in plane {
            twice |= once & word;
            once |= word;
        }
        let mut shift = 1;
        while shift < Self::ROWS {
            let by = shift * Self::STRIDE;
            let moved = once >> by;
            twice |= twice >> by | once & moved;
            once |= moved;
            shift *= 2;
        }
        (once & Self::ROW, twice & Self::ROW)
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
