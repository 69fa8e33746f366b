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
    /// How far it looks in this game, and its results against the level below if it was measured.
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
        let limits = kind.sheet().levels[usize::from(level) - 1];
        // A level that plays perfectly loses only because measured matches may begin in lost positions, so its results are not shown.
        let searches = Some(level).filter(|_| limits.nodes != 0);
        let measured = searches.and_then(|level| measured.find(kind, level, opponent(level)));
        let strength = measured.map(|measure| strength(level, measure.of_ten()));
        let sentences = [Some(limits.sight()), strength].into_iter().flatten();
        let sentences: Vec<String> = sentences.map(|sentence| words.say(&sentence)).collect();
        sentences.join(" ")
    };
    let choice = |level: u8| LevelChoice {
        number: level.to_string(),
        name: words.say(&level_name(level)),
        about: words.say(&level_character(level)),
        rating: rating(level).unwrap_or_default(),
        results: results(level),
    };
    Ok((1..=LEVEL_COUNT).map(choice).collect())
}

/// The results of a level against its opponent, as wins and losses out of ten games.
fn strength(level: u8, (wins, losses): (usize, usize)) -> Message {
    let draws = 10 - wins - losses;
    match level {
        1 => Message::new("level-strength-first")
            .with("wins", wins)
            .with("draws", draws)
            .with("losses", losses),
        _ => Message::new("level-strength")
            .with("wins", wins)
            .with("draws", draws)
            .with("losses", losses)
            .with("other", level_name(level - 1)),
    }
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
                "Looks up to 4 moves ahead and overlooks one quiet move in 6. Of 10 games against Novice it wins 8, draws 1 and loses 1.",
            ),
            (
                "chess",
                1,
                "Looks up to 3 moves ahead and overlooks every second quiet move. Of 10 games against random moves it wins 10, draws 0 and loses 0.",
            ),
            (
                "connect-four",
                1,
                "Thinks of your reply but not beyond it, and overlooks one quiet move in 5. Of 10 games against random moves it wins 9, draws 0 and loses 1.",
            ),
            (
                "othello",
                8,
                "Studies up to 250,000 positions before each move. Of 10 games against Master it wins 8, draws 1 and loses 1.",
            ),
            (
                "tic-tac-toe",
                5,
                "Looks up to 3 moves ahead. Of 10 games against Club it wins 2, draws 7 and loses 1.",
            ),
            (
                "tic-tac-toe",
                8,
                "Knows every position by heart, and makes no mistakes.",
            ),
        ] {
            assert_eq!(results(game, level), line);
        }
        let all = games.all().iter();
        // One level may do alike in two games.
        let lines =
            all.map(|kind| [1, 2, 3, 4, 5, 6, 7, 8].map(|level| results(kind.name(), level)));
        let lines: BTreeSet<_> = lines.collect();
        assert_eq!(
            lines.len(),
            games.all().len(),
            "no two games have the same lines"
        );
    }
}
