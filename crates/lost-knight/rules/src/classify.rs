//! Sixty-four bytes of text to two words of bits.

/// Which of 64 bytes are `x` or `X`, and which are neither that nor `.`; byte `i` is bit `i`.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn classify(bytes: &[u8; 64]) -> (u64, u64) {
    // SAFETY: SSE2 is part of the architecture.
    #[allow(unsafe_code, reason = "calls code compiled for a feature that is always there")]
    unsafe {
        vectors(bytes)
    }
}

/// [`classify`] in vectors of 16 bytes.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "sse2")]
#[inline]
fn vectors(bytes: &[u8; 64]) -> (u64, u64) {
    use std::arch::x86_64::*;
    let dot = _mm_set1_epi8(b'.' as i8);
    let cross = _mm_set1_epi8(b'x' as i8);
    let lower = _mm_set1_epi8(0x20);
    let (mut blocked, mut known) = (0u64, 0u64);
    let mut all = _mm_set1_epi8(-1);
    let mut lanes = [all; 4];
    for (index, part) in bytes.as_chunks::<16>().0.iter().enumerate() {
        let value = u128::from_le_bytes(*part);
        let vector = _mm_set_epi64x((value >> 64) as i64, value as i64);
        let is_dot = _mm_cmpeq_epi8(vector, dot);
        let is_cross = _mm_cmpeq_epi8(_mm_or_si128(vector, lower), cross);
        blocked |= u64::from(_mm_movemask_epi8(is_cross) as u16) << (16 * index);
        lanes[index] = _mm_or_si128(is_dot, is_cross);
        all = _mm_and_si128(all, lanes[index]);
    }
    if _mm_movemask_epi8(all) == 0xFFFF {
        return (blocked, 0);
    }
    for (index, lane) in lanes.into_iter().enumerate() {
        known |= u64::from(_mm_movemask_epi8(lane) as u16) << (16 * index);
    }
    (blocked, !known)
}

/// [`classify`] in vectors of 32 bytes.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn wide(bytes: &[u8; 64]) -> (u64, u64) {
    use std::arch::x86_64::*;
    let dot = _mm256_set1_epi8(b'.' as i8);
    let cross = _mm256_set1_epi8(b'x' as i8);
    let lower = _mm256_set1_epi8(0x20);
    let half = |bytes: &[u8; 32]| {
        let [one, two, three, four] =
            [0, 1, 2, 3].map(|i| i64::from_le_bytes(bytes.as_chunks::<8>().0[i]));
        let vector = _mm256_set_epi64x(four, three, two, one);
        let is_dot = _mm256_cmpeq_epi8(vector, dot);
        let is_cross = _mm256_cmpeq_epi8(_mm256_or_si256(vector, lower), cross);
        (is_cross, _mm256_or_si256(is_dot, is_cross))
    };
    let bits = |low, high| {
        let [low, high] = [low, high].map(|half| u64::from(_mm256_movemask_epi8(half) as u32));
        low | high << 32
    };
    let halves = bytes.as_chunks::<32>().0;
    let (low, low_known) = half(&halves[0]);
    let (high, high_known) = half(&halves[1]);
    let blocked = bits(low, high);
    if _mm256_movemask_epi8(_mm256_and_si256(low_known, high_known)) == -1 {
        return (blocked, 0);
    }
    (blocked, !bits(low_known, high_known))
}

/// Which of 64 bytes are `x` or `X`, and which are neither that nor `.`; byte `i` is bit `i`.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(crate) fn classify(bytes: &[u8; 64]) -> (u64, u64) {
    portable(bytes)
}

/// The meaning of [`classify`], byte by byte.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn portable(bytes: &[u8; 64]) -> (u64, u64) {
    let (mut blocked, mut foreign) = (0, 0);
    for (index, &byte) in bytes.iter().enumerate() {
        blocked |= u64::from(byte | 0x20 == b'x') << index;
        foreign |= u64::from(byte != b'.' && byte | 0x20 != b'x') << index;
    }
    (blocked, foreign)
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_byte_is_classified_as_its_meaning_says() {
        for byte in 0..=255u8 {
            for place in 0..64 {
                let mut bytes =
                    *b"..xx.X.x..xx.X.x..xx.X.x..xx.X.x..xx.X.x..xx.X.x..xx.X.x..xx.X.x";
                bytes[place] = byte;
                let meant = super::portable(&bytes);
                assert_eq!(super::classify(&bytes), meant);
                #[cfg(target_arch = "x86_64")]
                if is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor just said that it has AVX2.
                    #[allow(unsafe_code, reason = "calls code compiled for a detected feature")]
                    let found = unsafe { super::wide(&bytes) };
                    assert_eq!(found, meant);
                }
            }
        }
    }
}
