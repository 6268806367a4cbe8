//! Eight words in one or two registers, for processors that have such.
//!
//! Loops over eight words are turned into vectors by the compiler, but where rows move from word to
//! word it takes twice as many instructions as are needed.

use std::arch::x86_64::*;

use super::layout::LANES;
use super::word::Word;

/// Eight words that are treated alike.
pub(crate) trait Register: Word {
    fn load(words: &[u64; LANES]) -> Self;
    fn store(self, words: &mut [u64; LANES]);
    /// The same word eight times.
    fn all(word: u64) -> Self;
    fn and(self, other: Self) -> Self;
    /// What is in this and not in the other.
    fn without(self, other: Self) -> Self;
    /// All moved on by one, with this word as the first.
    fn after(self, first: u64) -> Self;
    /// All moved back by one, with this word as the last.
    fn before(self, last: u64) -> Self;
    /// What is in any of them.
    fn any(self) -> u64;
    fn first(self) -> u64;
    fn last(self) -> u64;
    /// How many bits each word has.
    fn ones(self) -> Self;
    /// The sum, word by word.
    fn add(self, other: Self) -> Self;
}

/// Eight words in one register.
///
/// This and [`Pair`] are made by no other code than what [`by_width`](tabuleiro_core::width::by_width) compiles for processors that have
/// AVX-512F and VPOPCNTDQ, or AVX2: a value of it proves that its instructions may be used.
#[derive(Clone, Copy)]
pub(crate) struct One(__m512i);

/// Eight words in two registers.
#[derive(Clone, Copy)]
pub(crate) struct Pair(__m256i, __m256i);

/// Implements what is the same for every register of a [`Pair`].
macro_rules! of_both {
    ($($name:ident = $instruction:ident;)*) => {
        $(
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                // SAFETY: see [`Pair`].
                unsafe { Pair($instruction(self.0, other.0), $instruction(self.1, other.1)) }
            }
        )*
    };
}

#[allow(unsafe_code, reason = "instructions of a processor that was asked whether it has them")]
impl Word for One {
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: see [`One`].
        One(unsafe { _mm512_or_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn left<const BY: i32>(self) -> Self {
        // SAFETY: see [`One`].
        One(unsafe { _mm512_sllv_epi64(self.0, _mm512_set1_epi64(i64::from(BY))) })
    }

    #[inline(always)]
    fn right<const BY: i32>(self) -> Self {
        // SAFETY: see [`One`].
        One(unsafe { _mm512_srlv_epi64(self.0, _mm512_set1_epi64(i64::from(BY))) })
    }
}

#[allow(unsafe_code, reason = "instructions of a processor that was asked whether it has them")]
impl Register for One {
    #[inline(always)]
    fn load(words: &[u64; LANES]) -> Self {
        // SAFETY: see [`One`]; what is read is an array of eight words.
        One(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, words: &mut [u64; LANES]) {
        // SAFETY: see [`One`]; what is written is an array of eight words.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn all(word: u64) -> Self {
        // SAFETY: see [`One`].
        One(unsafe { _mm512_set1_epi64(word as i64) })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: see [`One`].
        One(unsafe { _mm512_and_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        // SAFETY: see [`One`].
        One(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }

    #[inline(always)]
    fn after(self, first: u64) -> Self {
        // SAFETY: see [`One`].
        One(unsafe { _mm512_alignr_epi64::<7>(self.0, _mm512_set1_epi64(first as i64)) })
    }

    #[inline(always)]
    fn before(self, last: u64) -> Self {
        // SAFETY: see [`One`].
        One(unsafe { _mm512_alignr_epi64::<1>(_mm512_set1_epi64(last as i64), self.0) })
    }

    #[inline(always)]
    fn any(self) -> u64 {
        // SAFETY: see [`One`].
        (unsafe { _mm512_reduce_or_epi64(self.0) }) as u64
    }

    #[inline(always)]
    fn first(self) -> u64 {
        // SAFETY: see [`One`].
        (unsafe { _mm_cvtsi128_si64(_mm512_castsi512_si128(self.0)) }) as u64
    }

    #[inline(always)]
    fn last(self) -> u64 {
        // SAFETY: see [`One`].
        (unsafe { _mm_extract_epi64::<1>(_mm512_extracti32x4_epi32::<3>(self.0)) }) as u64
    }

    #[inline(always)]
    fn ones(self) -> Self {
        // SAFETY: see [`One`].
        One(unsafe { _mm512_popcnt_epi64(self.0) })
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: see [`One`].
        One(unsafe { _mm512_add_epi64(self.0, other.0) })
    }
}

#[allow(unsafe_code, reason = "instructions of a processor that was asked whether it has them")]
impl Word for Pair {
    of_both! {
        or = _mm256_or_si256;
    }

    #[inline(always)]
    fn left<const BY: i32>(self) -> Self {
        // SAFETY: see [`Pair`].
        unsafe { Pair(_mm256_slli_epi64::<BY>(self.0), _mm256_slli_epi64::<BY>(self.1)) }
    }

    #[inline(always)]
    fn right<const BY: i32>(self) -> Self {
        // SAFETY: see [`Pair`].
        unsafe { Pair(_mm256_srli_epi64::<BY>(self.0), _mm256_srli_epi64::<BY>(self.1)) }
    }
}

#[allow(unsafe_code, reason = "instructions of a processor that was asked whether it has them")]
impl Register for Pair {
    #[inline(always)]
    fn load(words: &[u64; LANES]) -> Self {
        let (low, high) = words.split_at(LANES / 2);
        // SAFETY: see [`Pair`]; what is read is an array of eight words.
        unsafe {
            Pair(_mm256_loadu_si256(low.as_ptr().cast()), _mm256_loadu_si256(high.as_ptr().cast()))
        }
    }

    #[inline(always)]
    fn store(self, words: &mut [u64; LANES]) {
        let (low, high) = words.split_at_mut(LANES / 2);
        // SAFETY: see [`Pair`]; what is written is an array of eight words.
        unsafe {
            _mm256_storeu_si256(low.as_mut_ptr().cast(), self.0);
            _mm256_storeu_si256(high.as_mut_ptr().cast(), self.1);
        }
    }

    #[inline(always)]
    fn all(word: u64) -> Self {
        // SAFETY: see [`Pair`].
        let all = unsafe { _mm256_set1_epi64x(word as i64) };
        Pair(all, all)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        // SAFETY: see [`Pair`].
        unsafe { Pair(_mm256_andnot_si256(other.0, self.0), _mm256_andnot_si256(other.1, self.1)) }
    }

    #[inline(always)]
    fn after(self, first: u64) -> Self {
        // SAFETY: see [`Pair`].
        unsafe {
            let low = _mm256_permute4x64_epi64::<0b10_01_00_11>(self.0);
            let high = _mm256_permute4x64_epi64::<0b10_01_00_11>(self.1);
            let first = _mm256_set1_epi64x(first as i64);
            Pair(_mm256_blend_epi32::<0b11>(low, first), _mm256_blend_epi32::<0b11>(high, low))
        }
    }

    #[inline(always)]
    fn before(self, last: u64) -> Self {
        // SAFETY: see [`Pair`].
        unsafe {
            let low = _mm256_permute4x64_epi64::<0b00_11_10_01>(self.0);
            let high = _mm256_permute4x64_epi64::<0b00_11_10_01>(self.1);
            let last = _mm256_set1_epi64x(last as i64);
            Pair(
                _mm256_blend_epi32::<0b1100_0000>(low, high),
                _mm256_blend_epi32::<0b1100_0000>(high, last),
            )
        }
    }

    #[inline(always)]
    fn any(self) -> u64 {
        // SAFETY: see [`Pair`].
        unsafe {
            let four = _mm256_or_si256(self.0, self.1);
            let two =
                _mm_or_si128(_mm256_castsi256_si128(four), _mm256_extracti128_si256::<1>(four));
            (_mm_cvtsi128_si64(two) | _mm_extract_epi64::<1>(two)) as u64
        }
    }

    #[inline(always)]
    fn first(self) -> u64 {
        // SAFETY: see [`Pair`].
        (unsafe { _mm256_extract_epi64::<0>(self.0) }) as u64
    }

    #[inline(always)]
    fn last(self) -> u64 {
        // SAFETY: see [`Pair`].
        (unsafe { _mm256_extract_epi64::<3>(self.1) }) as u64
    }

    #[inline(always)]
    fn ones(self) -> Self {
        // SAFETY: there is AVX2, see [`Pair`].
        unsafe { Pair(ones(self.0), ones(self.1)) }
    }

    of_both! {
        and = _mm256_and_si256;
        add = _mm256_add_epi64;
    }
}

/// How many bits each of four words has: looked up for each half of a byte.
///
/// # Safety
/// There must be AVX2.
#[inline(always)]
#[allow(unsafe_code, reason = "instructions of a processor that was asked whether it has them")]
unsafe fn ones(words: __m256i) -> __m256i {
    // SAFETY: the caller knows that there is AVX2.
    unsafe {
        let table = _mm256_setr_epi8(
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2,
            3, 3, 4,
        );
        let half = _mm256_set1_epi8(15);
        let low = _mm256_shuffle_epi8(table, _mm256_and_si256(words, half));
        let high = _mm256_and_si256(_mm256_srli_epi16::<4>(words), half);
        let bytes = _mm256_add_epi8(low, _mm256_shuffle_epi8(table, high));
        _mm256_sad_epu8(bytes, _mm256_setzero_si256())
    }
}
