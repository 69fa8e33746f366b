//! Whole games of a mill game between levels, through the interface that the site uses. Games are named as in the registry.

use crate::{Game, GameType, Registry, Setup};
use rookery_engine::Control;

fn game_type(name: &str) -> &'static dyn GameType {
    Registry::shipped().find(name).unwrap()
}

/// A game from a position, or from the start if there is none.
pub fn start(name: &str, position: &str) -> Box<dyn Game> {
    game_type(name).start(&Setup::at(position)).unwrap()
}

/// The move of a level; levels count from 1.
pub fn answer(name: &str, game: &dyn Game, level: usize, seed: u64) -> Vec<String> {
    let request = game_type(name).sheet().levels[level - 1].request(seed);
    let report = game.search(&request, &Control::unlimited());
    report.best.unwrap()
}

/// Plays games between these levels, by side, each with its seed, to their ends.
pub fn assert_games_between_levels_end(name: &str, games: &[(u64, [usize; 2])]) {
    for (seed, levels) in games {
        let mut game = start(name, "");
        while game.ending().is_none() {
            let level = levels[game.side()];
            let path = answer(name, game.as_ref(), level, seed + game.ply() as u64);
            game.play(&path).unwrap();
            assert!(game.ply() < 2_000, "{}", game.position());
        }
    }
}

/// The weakest level is weak, not absurd: it closes the mill that is open to it in this position of the moving phase.
pub fn assert_every_level_closes_an_open_mill(name: &str, position: &str) {
    for level in 1..=6 {
        let game = start(name, position);
        let path = answer(name, game.as_ref(), level, 0);
        assert_eq!(path.len(), 3, "level {level} plays {path:?}");
    }
}

/// In this position a man goes from d7 to d6 and removes the one on `removed`.
pub fn assert_pieces_keep_their_numbers_and_moves_can_be_typed(
    name: &str,
    position: &str,
    removed: &str,
) {
    let mut game = start(name, position);
    let before = game.pieces();
    let man = before.iter().find(|piece| piece.at == "d7").unwrap();
    let notation = format!("d7-d6x{removed}");
    for text in [
        notation.clone(),
        format!("d7d6x{removed}"),
        format!("d7,d6,{removed}"),
        format!("D7-D6x{}", removed.to_uppercase()),
        format!("d7 d6 {removed}"),
        format!("d7 d6 x {removed}"),
        format!("d7-d6 x{removed}"),
        format!("D7 d6 {removed}"),
        format!("d7, d6, {removed}"),
        format!("d7-d6, {removed}"),
    ] {
        assert_eq!(game.read(&text).unwrap(), ["d7", "d6", removed], "{text}");
    }
    let path = game.read(&notation).unwrap();
    let played = game.play(&path).unwrap();
    assert_eq!(played.notation, notation);
    let after = game.pieces();
    assert!(
        after
            .iter()
            .any(|piece| piece.id == man.id && piece.at == "d6")
    );
    assert_eq!(after.len(), before.len() - 1);
}
