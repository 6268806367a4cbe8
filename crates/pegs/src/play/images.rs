//! A position together with what the symmetries make of it, so that positions that differ by a
//! symmetry are one. A jump changes every image by the image of its line: nothing is permuted anew.

use crate::play::field::Field;
use crate::play::position::Packed;

/// The symmetries of a square, at most.
pub const MOST: usize = 8;

/// The symmetries of a problem as words.
#[derive(Clone, Debug)]
pub struct Mirror<P> {
    /// How many there are; the first changes nothing.
    pub count: usize,
    /// Of each jump the lines that its images change.
    pub lines: Vec<[P; MOST]>,
}

impl<P: Packed> Mirror<P> {
    /// The symmetries of a field that fits the words.
    pub fn new(field: &Field) -> Self {
        let count = field.symmetries.len();
        let lines = field.leaps.iter().map(|leap| {
            let mut lines = [P::empty(0); MOST];
            for (line, image) in lines.iter_mut().zip(&field.symmetries) {
                let [from, over, to] =
                    [leap.from, leap.over, leap.to].map(|cell| image[cell as usize]);
                *line = P::leap(from, over, to).0;
            }
            lines
        });
        Mirror { count, lines: lines.collect() }
    }

    /// The least of the images, which stands for all of them.
    #[inline]
    pub fn least(&self, images: &[P; MOST]) -> P {
        images[..self.count].iter().copied().min().unwrap_or(images[0])
    }

    /// The least of the images after a jump.
    #[inline]
    pub fn least_after(&self, images: &[P; MOST], leap: usize) -> P {
        let lines = &self.lines[leap];
        let mut least = images[0] ^ lines[0];
        for (image, line) in images[1..self.count].iter().zip(&lines[1..]) {
            least = least.min(*image ^ *line);
        }
        least
    }
}

/// Of each symmetry but the first and of each byte of a position, what becomes of its cells: images
/// of positions that come from nowhere.
#[derive(Clone, Debug)]
pub struct ImageTables<P>(Vec<Vec<[P; 256]>>);

impl<P: Packed> ImageTables<P> {
    /// The tables of a field that fits the words.
    pub fn new(field: &Field) -> Self {
        let byte = |image: &[u32], index: usize| {
            let mut sets = [P::empty(0); 256];
            for set in 1..256_usize {
                let cell = 8 * index + set.trailing_zeros() as usize;
                sets[set] = sets[set & (set - 1)];
                if let Some(&there) = image.get(cell) {
                    sets[set].toggle(there as usize);
                }
            }
            sets
        };
        let of = |image: &Vec<u32>| (0..image.len().div_ceil(8)).map(|i| byte(image, i)).collect();
        ImageTables(field.symmetries.iter().skip(1).map(of).collect())
    }

    /// The position and its images; as many as there are symmetries.
    #[inline]
    pub fn images(&self, position: P) -> [P; MOST] {
        let mut images = [position; MOST];
        for (image, bytes) in images[1..].iter_mut().zip(&self.0) {
            *image = P::empty(0);
            for (index, sets) in bytes.iter().enumerate() {
                *image ^= sets[position.byte(index)];
            }
        }
        images
    }
}
