//! See `fuzz_targets::hosts`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::hosts(data));
