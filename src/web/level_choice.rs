//! Levels of a game to choose among: name, character, rating and measured results, in words.

use crate::web::Error;
use crate::web::words::Words;
use rookery_games::{GameType, LEVEL_COUNT, Measured, Message, Opponent, level_about, level_name};

/// A level that can be chosen.
pub struct LevelChoice {
    pub number: String,
    pub name: String,
    /// What it plays like, in a few words.
    pub about: String,
    /// Its rating on the scale of rated players; empty if the game has none.
    pub rating: String,
    /// Its results against the level below; empty if it was not measured.
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
        let opponent = match level {
            1 => Opponent::Random,
            _ => Opponent::Level(level - 1),
        };
        let (wins, losses) = measured.find(kind, level, opponent)?.of_ten();
        let text = match level {
            1 => Message::new("level-strength-first")
                .with("wins", wins)
                .with("losses", losses),
            _ => Message::new("level-strength")
                .with("wins", wins)
                .with("losses", losses)
                .with("other", level_name(level - 1)),
        };
        Some(words.say(&text))
    };
    let choice = |level: u8| LevelChoice {
        number: level.to_string(),
        name: words.say(&level_name(level)),
        about: words.say(&level_about(level)),
        rating: rating(level).unwrap_or_default(),
        results: results(level).unwrap_or_default(),
    };
    Ok((1..=LEVEL_COUNT).map(choice).collect())
}
