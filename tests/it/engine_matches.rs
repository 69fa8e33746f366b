//! `rookery match`: results of the first player, variants and options of the rules.

use crate::support::program::Place;

#[test]
fn a_match_counts_the_first_players_results() {
    let place = Place::new();
    let spec = ["match", "tic-tac-toe", "--a", "level=8", "--b", "random"];
    let totals = place.totals(&[&spec[..], &["--games", "40", "--opening", "0"]].concat());
    let count = |key: &str| totals[key].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), 40);
    // The table knows every line: nobody beats it from the start.
    assert_eq!(count("losses"), 0, "{totals}");
    assert!(totals["elo"].as_f64().unwrap() > 0.0, "{totals}");
    assert!(totals["error"].is_number(), "{totals}");
    let even = ["--a", "depth=9", "--b", "depth=9", "--opening", "0"];
    let even = place.totals(&[&["match", "tic-tac-toe", "--games", "2"][..], &even].concat());
    assert_eq!(even["elo"].to_string(), "0.0", "{even}");
    assert!(even["error"].is_null(), "{even}");
    let tested = place.totals(&[&spec[..], &["--sprt", "0,100"]].concat());
    assert_eq!(tested["verdict"], "accepted", "{tested}");
    assert!(tested["games"].as_u64().unwrap() < 20_000, "{tested}");
}

/// A board of nine points has no room for the moves that a board of 45 takes.
#[test]
fn a_match_is_played_by_the_rules_of_its_variant() {
    let place = Place::new();
    let players = ["--a", "nodes=50", "--b", "nodes=50", "--games", "2"];
    let spec = |variant| [&["match", "fanorona", "--variant", variant][..], &players].concat();
    let moves = |variant| place.totals(&spec(variant))["moves_a"].as_u64().unwrap();
    let (small, large) = (moves("3x3"), moves("standard"));
    assert!(3 * small < large, "{small} {large}");
    let unknown = place.run(&spec("4x4"));
    assert_eq!(unknown.status.code(), Some(2));
    let says = String::from_utf8_lossy(&unknown.stderr);
    assert!(
        says.contains("'4x4' is not known; choose one of standard, 5x5, 5x3, 3x3"),
        "{says}"
    );
}

/// The words for a match of Nine Men's Morris between players that look one ply ahead, with these options of the rules.
fn one_ply_match<'a>(options: &[&'a str]) -> Vec<&'a str> {
    let words = ["match", "nine-mens-morris", "--games", "2"];
    let players = ["--a", "depth=1", "--b", "depth=1"];
    let options = options.iter().flat_map(|&option| ["--option", option]);
    words.into_iter().chain(players).chain(options).collect()
}

/// Both games end where a position comes for the third time; without that rule, and the one that counts moves, they go on.
#[test]
fn a_match_is_played_by_the_options_of_its_rules() {
    let place = Place::new();
    let moves = |options: &[&str]| {
        let totals = place.totals(&one_ply_match(options));
        totals["moves_a"].as_u64().unwrap()
    };
    let (by_rule, on) = (
        moves(&[]),
        moves(&["repetition-draw=off", "move-limit=off"]),
    );
    assert!(by_rule < on, "{by_rule} {on}");
    for (option, says) in [
        ("colour=red", "colour"),
        (
            "move-limit=never",
            "'never' is not known; choose one of fifty, twenty, off",
        ),
        ("move-limit", "expected KEY=VALUE, such as size=19"),
    ] {
        let refused = place.run(&one_ply_match(&[option]));
        assert_eq!(refused.status.code(), Some(2), "{option}");
        let words = String::from_utf8_lossy(&refused.stderr);
        assert!(words.contains(says), "{option}: {words}");
    }
}
