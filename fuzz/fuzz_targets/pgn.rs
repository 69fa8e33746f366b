//! Fuzz target for PGN: a game that was read is written so that it reads back the same.
//!
//! `cargo +nightly fuzz run pgn`

#![no_main]

use libfuzzer_sys::fuzz_target;
use rookery_games::chess::pgn::{Games, read, write};
use rookery_games::text::decode;

fuzz_target!(|bytes: &[u8]| {
    let text = decode(bytes);
    for record in Games::new(&text).flatten() {
        let written = write(&record);
        assert_eq!(read(&written), Ok(record), "{written}");
    }
});
