//! Fuzz target for positions of every game as text and lines of suites: what was read is written so that it reads back, and
//! can be played.
//!
//! `cargo +nightly fuzz run positions`

#![no_main]

use libfuzzer_sys::fuzz_target;
use rookery_games::lab::suite::Exercise;
use rookery_games::{Registry, Setup};

fuzz_target!(|text: &str| {
    let _ = Exercise::parse(text);
    for kind in Registry::shipped().all() {
        let setup = Setup {
            start: text.to_owned(),
            ..Setup::default()
        };
        let Ok(game) = kind.start(&setup) else {
            continue;
        };
        let written = game.position();
        let again = Setup {
            start: written.clone(),
            ..Setup::default()
        };
        match kind.start(&again) {
            Ok(again) => assert_eq!(again.position(), written),
            Err(error) => panic!("{text:?} was written as {written:?}: {error}"),
        }
        for legal in game.legal() {
            let mut next = game.boxed_clone();
            next.play(&legal.path).expect("a legal move can be made");
        }
    }
});
