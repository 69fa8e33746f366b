//! Completions and manual pages: made by the binary itself, so that they are of its version.

use std::collections::BTreeSet;

use crate::support::program::{Place, failure};

#[test]
fn every_shell_can_complete_every_command() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = place.lines(&["completions", shell]).concat();
        for word in ["setup-link", "perft", "public-url", "completions"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let (code, words) = failure(&place.run(&["completions", "csh"]));
    assert_eq!(code, 2);
    assert!(words.contains("bash"), "{words}");
}

#[test]
fn every_command_has_a_manual_page() {
    let place = Place::new();
    let printed = place.lines(&["man", "new/man1"]);
    assert_eq!(printed, ["new/man1/rookery.1"]);
    let pages: BTreeSet<String> = std::fs::read_dir(place.path().join("new/man1"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    for page in [
        "rookery",
        "rookery-serve",
        "rookery-admin-setup-link",
        "rookery-tables-build",
    ] {
        assert!(pages.contains(&format!("{page}.1")), "{pages:?}");
    }
    let text = std::fs::read_to_string(place.path().join("new/man1/rookery-serve.1")).unwrap();
    assert!(text.contains("public\\-url"), "{text}");

    std::fs::write(place.path().join("occupied"), "").unwrap();
    let (code, words) = failure(&place.run(&["man", "occupied"]));
    assert_eq!(code, 1);
    assert!(words.contains("occupied"), "{words}");
}
