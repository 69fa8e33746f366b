//! Fuzz target for the protocol of Gomocup: whatever the input, the engine reads it to its end.
//!
//! `cargo +nightly fuzz run gomocup`

#![no_main]

use std::sync::Arc;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use rookery_games::Registry;
use rookery_games::gomocup;

fuzz_target!(|bytes: &[u8]| {
    let kind = Registry::shipped().find_any("gomoku").expect("there is gomoku");
    let clock: gomocup::Clock = Arc::new(|| Duration::ZERO);
    gomocup::run(kind, bytes, std::io::sink(), clock).expect("bytes can be read");
});
