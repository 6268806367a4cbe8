//! See `fuzz_targets::strokes`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::strokes(data));
