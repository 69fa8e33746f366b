//! Random input: any text in place of a position, a move, a game or a suite gives a result or an error, never a panic.

use proptest::prelude::*;

use crate::lab::suite::{Exercise, Mistake};
use crate::{Error, Registry, Setup};
use rookery_engine::{Control, Request};

/// Pieces of texts that people and programs write.
fn scrap() -> impl Strategy<Value = String> {
    let words = [
        "e4",
        "e2e4",
        "Nf3",
        "N1f3",
        "Nge2",
        "O-O",
        "0-0-0",
        "exd5",
        "e8=Q",
        "e7e8q",
        "a7,a8,=N",
        "e2,e4",
        "=Q",
        "#pass",
        "e.p.",
        "bm",
        "am",
        "zz",
        "\t",
        "dm",
        "c0",
        "id",
        "\"",
        ";",
        ",",
        "=",
        "3",
        "0",
        "-1",
        "99999999999999999999",
        "w",
        "b",
        "-",
        "KQkq",
        "HAha",
        "8/8/8/8/8/8/8/8",
        "4k3/P7/8/8/8/8/8/4K3",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "é",
        "\u{0}",
        "♞",
        "+",
        "#",
        "!?",
    ];
    let known = prop::sample::select(words.to_vec()).prop_map(str::to_owned);
    prop_oneof![4 => known, 1 => ".{0,6}"]
}

fn line() -> impl Strategy<Value = String> {
    let scraps = prop::collection::vec(scrap(), 0..14);
    (scraps, prop::sample::select(vec![" ", "", ";", "\n"]))
        .prop_map(|(scraps, between)| scraps.join(between))
}

proptest! {
    #[test]
    fn positions_are_read_or_refused_in_words(text in line(), is_960 in any::<bool>()) {
        let variant = if is_960 { "chess960" } else { "" };
        let setup = Setup { variant: variant.to_owned(), start: text, ..Setup::default() };
        if let Err(error) = Registry::shipped().find("chess").unwrap().start(&setup) {
            let said = error.to_string();
            prop_assert!(said.len() > 10, "{said}");
        }
    }

    #[test]
    fn moves_are_read_or_refused_in_words(text in line(), start in prop::sample::select(vec![
        "", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    ])) {
        let setup = Setup { start: start.to_owned(), ..Setup::default() };
        let mut game = Registry::shipped().find("chess").unwrap().start(&setup).unwrap();
        let path: Vec<_> = text.split(',').map(str::to_owned).collect();
        let why = game.why_not(&path);
        prop_assert!(!why.id.is_empty());
        let _ = game.task(&path);
        let _ = game.play_coordinates(&text);
        match game.read(&text) {
            Ok(path) => prop_assert!(game.play(&path).is_ok()),
            Err(Error::Illegal(why)) => prop_assert!(!why.id.is_empty()),
            Err(other) => prop_assert!(false, "{other}"),
        }
    }

    #[test]
    fn suites_are_read_or_refused_in_words(text in line()) {
        match Exercise::parse(&text) {
            Ok(exercise) => {
                let request = Request { nodes: 50, ..Request::default() };
                let chess = Registry::shipped().find("chess").unwrap();
                if let Err(error) = exercise.answer(chess, &request, &Control::unlimited()) {
                    prop_assert!(error.to_string().len() > 10);
                }
            }
            Err(Mistake { column, what }) => {
                let is_known = ["is expected", "is not MOVE=POINTS", "is never closed"].iter().any(|part| what.contains(part));
                prop_assert!(is_known, "{what}");
                prop_assert!((1..=text.chars().count() + 1).contains(&column), "{column}");
            }
        }
    }
}
