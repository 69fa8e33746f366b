//! Fuzz target for the Go Text Protocol: whatever the input, the engine reads it to its end.
//!
//! `cargo +nightly fuzz run gtp`

#![no_main]

use std::sync::Arc;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use rookery_games::gtp;

fuzz_target!(|bytes: &[u8]| {
    let clock: gtp::Clock = Arc::new(|| Duration::ZERO);
    gtp::run(bytes, std::io::sink(), clock).expect("bytes can be read");
});
