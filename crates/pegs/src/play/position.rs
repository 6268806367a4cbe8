//! Positions as bitboards: one word up to 64 cells, two up to 128, an array of words beyond.

use std::fmt::Debug;
use std::hash::Hash;

use crate::cell_set::CellWord;

/// A set of pegs on numbered cells. All that a search asks of it is a few operations on words.
pub trait Position: Clone + Ord + Hash + Debug + Send + Sync {
    /// A jump in the form in which it is tried and made fastest.
    type Leap: Clone + Send + Sync;

    /// No peg on a board of so many cells.
    fn empty(cells: usize) -> Self;
    /// Puts a peg there, or takes it away.
    fn toggle(&mut self, cell: usize);
    /// Whether a peg stands there.
    fn holds(&self, cell: usize) -> bool;
    /// The jump over these cells.
    fn leap(from: u32, over: u32, to: u32) -> Self::Leap;
    /// Whether the jump can be made.
    fn can(&self, leap: &Self::Leap) -> bool;
    /// Whether the jump can have been the last one made.
    fn could(&self, leap: &Self::Leap) -> bool;
    /// Makes the jump, or takes it back: the same three cells change.
    fn flip(&mut self, leap: &Self::Leap);
    /// Bytes held beyond the value itself.
    fn heap(&self) -> u64;

    /// The pegs where `pegs` is true.
    fn of(pegs: &[bool]) -> Self {
        let mut position = Self::empty(pegs.len());
        (0..pegs.len()).filter(|&cell| pegs[cell]).for_each(|cell| position.toggle(cell));
        position
    }
}

/// A position of one or two words: also a number, so it can be mixed, ordered and tabulated.
pub trait Packed: Position<Leap = (Self, Self)> + CellWord {
    /// A number made of the same bits by a step that can be taken back; its upper bits depend on all
    /// of them. Nothing but the empty position becomes the zero.
    fn mix(self) -> Self;
    /// The position that was mixed.
    fn unmix(self) -> Self;
    /// The upper 64 bits.
    fn top(self) -> u64;
}

macro_rules! packed {
    ($word:ty, $bits:literal, $odd:literal) => {
        impl Position for $word {
            type Leap = ($word, $word);

            fn empty(cells: usize) -> Self {
                debug_assert!(cells <= $bits);
                0
            }
            #[inline]
            fn toggle(&mut self, cell: usize) {
                *self ^= 1 << cell;
            }
            #[inline]
            fn holds(&self, cell: usize) -> bool {
                self >> cell & 1 != 0
            }
            fn leap(from: u32, over: u32, to: u32) -> Self::Leap {
                let pegs: $word = 1 << from | 1 << over;
                (pegs | 1 << to, pegs)
            }
            #[inline]
            fn can(&self, &(line, pegs): &Self::Leap) -> bool {
                self & line == pegs
            }
            #[inline]
            fn could(&self, &(line, pegs): &Self::Leap) -> bool {
                self & line == line ^ pegs
            }
            #[inline]
            fn flip(&mut self, &(line, _): &Self::Leap) {
                *self ^= line;
            }
            fn heap(&self) -> u64 {
                0
            }
        }

        impl Packed for $word {
            #[inline]
            fn mix(self) -> Self {
                let word = self.wrapping_mul($odd);
                (word ^ word >> ($bits / 2)).wrapping_mul($odd)
            }
            #[inline]
            fn unmix(self) -> Self {
                const BACK: $word = {
                    // Newton's step doubles the digits that are right.
                    let (odd, mut back): ($word, $word) = ($odd, $odd);
                    let mut round = 0;
                    while round < 6 {
                        back = back.wrapping_mul((2 as $word).wrapping_sub(odd.wrapping_mul(back)));
                        round += 1;
                    }
                    back
                };
                let word = self.wrapping_mul(BACK);
                (word ^ word >> ($bits / 2)).wrapping_mul(BACK)
            }
            #[inline]
            fn top(self) -> u64 {
                (self >> ($bits - 64)) as u64
            }
        }
    };
}

packed!(u64, 64, 0x9e37_79b9_7f4a_7c15);
packed!(u128, 128, 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);

impl Position for Box<[u64]> {
    type Leap = [u32; 3];

    fn empty(cells: usize) -> Self {
        vec![0; cells.div_ceil(64)].into()
    }
    #[inline]
    fn toggle(&mut self, cell: usize) {
        self[cell / 64] ^= 1 << (cell % 64);
    }
    #[inline]
    fn holds(&self, cell: usize) -> bool {
        self[cell / 64] >> (cell % 64) & 1 != 0
    }
    fn leap(from: u32, over: u32, to: u32) -> Self::Leap {
        [from, over, to]
    }
    #[inline]
    fn can(&self, leap: &Self::Leap) -> bool {
        let [from, over, to] = leap.map(|cell| self.holds(cell as usize));
        from && over && !to
    }
    #[inline]
    fn could(&self, leap: &Self::Leap) -> bool {
        let [from, over, to] = leap.map(|cell| self.holds(cell as usize));
        !from && !over && to
    }
    #[inline]
    fn flip(&mut self, leap: &Self::Leap) {
        leap.iter().for_each(|&cell| self.toggle(cell as usize));
    }
    fn heap(&self) -> u64 {
        8 * self.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixing_can_be_taken_back() {
        let mut word = 1_u128;
        for _ in 0..1000 {
            word = word.wrapping_mul(0xda94_2042_e4dd_58b5_1234_5678_9abc_def1).wrapping_add(7);
            assert_eq!(word.mix().unmix(), word);
            assert_eq!((word as u64).mix().unmix(), word as u64);
        }
        assert_eq!(0_u64.mix(), 0);
    }

    #[test]
    fn words_of_all_widths_play_alike() {
        let pegs = [true, true, false, true];
        let (mut one, mut two) = (u64::of(&pegs), u128::of(&pegs));
        let mut many = Box::<[u64]>::of(&pegs);
        assert!(one.can(&u64::leap(0, 1, 2)) && !one.could(&u64::leap(0, 1, 2)));
        assert!(!many.can(&[3, 2, 1]) && many.can(&[0, 1, 2]));
        one.flip(&u64::leap(0, 1, 2));
        two.flip(&u128::leap(0, 1, 2));
        many.flip(&[0, 1, 2]);
        assert!(one.could(&u64::leap(0, 1, 2)) && many.could(&[0, 1, 2]));
        assert_eq!((one, two, many[0]), (0b1100, 0b1100, 0b1100));
    }
}
