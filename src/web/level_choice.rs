//! Levels of a game to choose among: name, character, rating and measured results, in words.

use crate::web::Error;
use crate::web::words::Words;
use rookery_games::{
    GameType, LEVEL_COUNT, Measured, Message, Opponent, level_character, level_name,
};

/// A level that can be chosen.
pub struct LevelChoice {
    pub number: String,
    pub name: String,
    /// A line about it as an opponent.
    pub about: String,
    /// Its rating on the scale of rated players; empty if the game has none.
    pub rating: String,
    /// How far it looks in this game, and its results against the level below; empty if it was not measured.
    pub results: String,
}

/// The levels of a game, weakest first.
///
/// # Errors
/// A defect of the game: its measurements cannot be read.
pub fn levels(words: &Words, kind: &dyn GameType) -> Result<Vec<LevelChoice>, Error> {
    let measured =
        Measured::of(kind).map_err(|e| Error::Internal(format!("{}: {e}", kind.name())))?;
    let rating = |level: u8| {
        let known = kind.sheet().elo?.get(usize::from(level) - 1).copied()?;
        Some(words.say(&Message::new("level-elo").with("elo", known as usize)))
    };
    let results = |level: u8| {
        let (wins, losses) = measured.find(kind, level, opponent(level))?.of_ten();
        let strength = match level {
            1 => Message::new("level-strength-first")
                .with("wins", wins)
                .with("losses", losses),
            _ => Message::new("level-strength")
                .with("wins", wins)
                .with("losses", losses)
                .with("other", level_name(level - 1)),
        };
        let sight = kind.sheet().levels[usize::from(level) - 1].sight();
        Some(format!("{} {}", words.say(&sight), words.say(&strength)))
    };
    let choice = |level: u8| LevelChoice {
        number: level.to_string(),
        name: words.say(&level_name(level)),
        about: words.say(&level_character(level)),
        rating: rating(level).unwrap_or_default(),
        results: results(level).unwrap_or_default(),
    };
    Ok((1..=LEVEL_COUNT).map(choice).collect())
}

/// The opponent against which a level is measured.
fn opponent(level: u8) -> Opponent {
    match level {
        1 => Opponent::Random,
        _ => Opponent::Level(level - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rookery_games::Registry;
    use std::collections::BTreeSet;

    #[test]
    fn a_level_is_described_by_what_was_measured_of_it_in_its_game() {
        let games = Registry::shipped();
        let words = Words::read("en", &games).unwrap();
        let results = |game: &str, level: usize| {
            let levels = levels(&words, games.find(game).unwrap()).unwrap();
            levels[level - 1].results.clone()
        };
        for (game, level, line) in [
            (
                "chess",
                3,
                "Looks up to 4 moves ahead and overlooks one quiet move in 6. Wins 9 and loses 1 of 10 games against Novice.",
            ),
            (
                "chess",
                1,
                "Looks up to 3 moves ahead and overlooks every second quiet move. Wins 10 and loses 0 of 10 games against random moves.",
            ),
            (
                "connect-four",
                1,
                "Thinks of your reply but not beyond it, and overlooks one quiet move in 5. Wins 9 and loses 1 of 10 games against random moves.",
            ),
            (
                "othello",
                8,
                "Studies up to 250,000 positions before each move. Wins 8 and loses 1 of 10 games against Master.",
            ),
            (
                "tic-tac-toe",
                5,
                "Looks up to 3 moves ahead. Wins 2 and loses 1 of 10 games against Club.",
            ),
            (
                "tic-tac-toe",
                8,
                "Knows every position by heart, and makes no mistakes. Wins 3 and loses 3 of 10 games against Master.",
            ),
        ] {
            assert_eq!(results(game, level), line);
        }
        let all = games.all().iter();
        let casual: BTreeSet<String> = all.map(|kind| results(kind.name(), 3)).collect();
        assert_eq!(
            casual.len(),
            games.all().len(),
            "no two games have the same line"
        );
    }
}
