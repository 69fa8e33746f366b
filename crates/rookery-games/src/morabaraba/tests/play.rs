//! Whole games between levels, through the interface that the site uses.

use crate::{Game, GameType, Registry, Setup};
use rookery_engine::Control;

fn start(text: &str) -> Box<dyn Game> {
    let setup = Setup {
        start: text.to_owned(),
        ..Setup::default()
    };
    game_type().start(&setup).unwrap()
}

fn game_type() -> &'static dyn GameType {
    Registry::shipped().find("morabaraba").unwrap()
}

/// The move of a level; levels count from 1.
fn answer(game: &dyn Game, level: usize, seed: u64) -> Vec<String> {
    let request = game_type().sheet().levels[level - 1].request(seed);
    let report = game.search(&request, &Control::unlimited());
    report.best.unwrap()
}

#[test]
fn games_between_levels_end() {
    for (seed, levels) in [(1, [1, 3]), (2, [3, 1]), (3, [2, 2]), (4, [1, 1])] {
        let mut game = start("");
        while game.ending().is_none() {
            let level = levels[game.side()];
            let path = answer(game.as_ref(), level, seed + game.ply() as u64);
            game.play(&path).unwrap();
            assert!(game.ply() < 2_000, "{}", game.position());
        }
    }
}

/// The weakest level is weak, not absurd: it closes a line that is open to it.
#[test]
fn every_level_takes_an_open_shot() {
    for level in 1..=6 {
        let game = start("****O***/*@*O*O*@/@@*****@ b m s 3 0 5 0 board:12d");
        let path = answer(game.as_ref(), level, 0);
        assert_eq!(path.len(), 3, "level {level} plays {path:?}");
    }
}

/// Only the corners win for the first side, and the middle ring's the fastest (Gévay and Danner 2014).
#[test]
fn an_expert_begins_on_a_corner() {
    let path = answer(start("").as_ref(), 8, 0);
    let corners = [
        "a1", "a7", "g1", "g7", "b2", "b6", "f2", "f6", "c3", "c5", "e3", "e5",
    ];
    assert!(corners.contains(&path[0].as_str()), "{path:?}");
}

#[test]
fn pieces_keep_their_numbers_and_moves_can_be_typed() {
    let mut game = start("****O***/*@*O*O*@/@@*****@ b m s 3 0 5 0 board:12d");
    let before = game.pieces();
    let cow = before.iter().find(|piece| piece.at == "d7").unwrap();
    for text in ["d7-d6xd3", "d7d6xd3", "d7,d6,d3", "D7-D6xD3"] {
        assert_eq!(game.read(text).unwrap(), ["d7", "d6", "d3"], "{text}");
    }
    let path = game.read("d7-d6xd3").unwrap();
    let played = game.play(&path).unwrap();
    assert_eq!(played.notation, "d7-d6xd3");
    let after = game.pieces();
    assert!(
        after
            .iter()
            .any(|piece| piece.id == cow.id && piece.at == "d6")
    );
    assert_eq!(after.len(), before.len() - 1);
}
