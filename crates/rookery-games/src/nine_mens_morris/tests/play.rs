//! Whole games between levels, through the interface that the site uses.

use crate::{Game, GameType, Registry, Setup};
use rookery_engine::Control;

fn start(text: &str) -> Box<dyn Game> {
    game_type().start(&Setup::at(text)).unwrap()
}

fn game_type() -> &'static dyn GameType {
    Registry::shipped().find("nine-mens-morris").unwrap()
}

/// The move of a level; levels count from 1.
fn answer(game: &dyn Game, level: usize, seed: u64) -> Vec<String> {
    let request = game_type().sheet().levels[level - 1].request(seed);
    let report = game.search(&request, &Control::unlimited());
    report.best.unwrap()
}

#[test]
fn games_between_levels_end() {
    for (seed, levels) in [(1, [1, 3]), (2, [3, 1]), (3, [2, 2])] {
        let mut game = start("");
        while game.ending().is_none() {
            let level = levels[game.side()];
            let path = answer(game.as_ref(), level, seed + game.ply() as u64);
            game.play(&path).unwrap();
            assert!(game.ply() < 2_000, "{}", game.position());
        }
    }
}

/// The weakest level is weak, not absurd: it closes a mill that is open to it.
#[test]
fn every_level_closes_an_open_mill() {
    for level in 1..=6 {
        let game = start("***@****/*O*@@*@O/OO****@O w m s 5 0 5 0 board:9");
        let path = answer(game.as_ref(), level, 0);
        assert_eq!(path.len(), 3, "level {level} plays {path:?}");
    }
}

#[test]
fn pieces_keep_their_numbers_and_moves_can_be_typed() {
    let mut game = start("***@****/*O*@@*@O/OO****@O w m s 5 0 5 0 board:9");
    let before = game.pieces();
    let man = before.iter().find(|piece| piece.at == "d7").unwrap();
    for text in ["d7-d6xe3", "d7d6xe3", "d7,d6,e3", "D7-D6xE3"] {
        assert_eq!(game.read(text).unwrap(), ["d7", "d6", "e3"], "{text}");
    }
    let path = game.read("d7-d6xe3").unwrap();
    let played = game.play(&path).unwrap();
    assert_eq!(played.notation, "d7-d6xe3");
    let after = game.pieces();
    assert!(
        after
            .iter()
            .any(|piece| piece.id == man.id && piece.at == "d6")
    );
    assert_eq!(after.len(), before.len() - 1);
}
