//! Engine settings of a level.

use std::time::Duration;

use crate::matches::Error;
use rookery_engine::Request;
use rookery_engine::Technique;
use rookery_games::GameType;
use rookery_games::LEVEL_COUNT;
use rookery_games::Level;

/// Deadline of every search of a match. Levels are limited by nodes, so that strength does not depend on the load;
/// this is reached only on an overloaded machine, and the move is then marked.
pub const SEARCH_DEADLINE: Duration = Duration::from_secs(8);

/// The request to the engine at a level.
///
/// # Errors
/// [`Error::Level`] outside 1 to 8.
pub(super) fn request(game_type: &dyn GameType, level: u8, seed: i64) -> Result<Request, Error> {
    // The same 64 bits: a seed has no sign.
    let request = limits(game_type, level)?.request(seed.cast_unsigned());
    let on = match game_type.sheet().begins_by_book {
        true => request.on.with(Technique::Book),
        false => request.on,
    };
    Ok(Request {
        time: Some(SEARCH_DEADLINE),
        on,
        ..request
    })
}

/// Whether the engine answers at this level from a table, without a search.
///
/// # Errors
/// [`Error::Level`] outside 1 to 8.
pub fn is_solved(game_type: &dyn GameType, level: u8) -> Result<bool, Error> {
    Ok(game_type.sheet().is_solved && limits(game_type, level)?.nodes == 0)
}

/// The most nodes of a search that a visitor may cause without a captcha.
const FREE_NODES: u64 = 1_000;

/// Whether the engine plays this level against anybody, without a captcha: if its moves come from a table, or if this is the
/// variant and level of the match that the game has begun for the home page and its searches are small. An empty `variant` is the
/// usual one.
///
/// # Errors
/// [`Error::Level`] outside 1 to 8.
pub fn is_free(game_type: &dyn GameType, variant: &str, level: u8) -> Result<bool, Error> {
    let usual = game_type.variants().first().map_or("", |v| v.key);
    let variant = if variant.is_empty() { usual } else { variant };
    let begun = game_type.sheet().begun;
    let is_begun = begun.is_some_and(|begun| (begun.variant, begun.level) == (variant, level));
    let is_small = limits(game_type, level)?.nodes <= FREE_NODES;
    Ok(is_solved(game_type, level)? || is_begun && is_small)
}

fn limits(game_type: &dyn GameType, level: u8) -> Result<Level, Error> {
    check(level)?;
    Ok(game_type.sheet().levels[usize::from(level) - 1])
}

/// Whether there is such a level.
pub(super) fn check(level: u8) -> Result<(), Error> {
    if (1..=LEVEL_COUNT).contains(&level) {
        Ok(())
    } else {
        Err(Error::Level(level))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rookery_games::Registry;

    #[test]
    fn only_tables_and_the_small_searches_of_begun_matches_are_free() {
        let free: Vec<String> = Registry::shipped()
            .all()
            .iter()
            .flat_map(|kind| {
                let variants = kind.variants().into_iter();
                variants.flat_map(move |variant| {
                    let key = variant.key;
                    (1..=LEVEL_COUNT)
                        .filter(move |level| is_free(*kind, key, *level).unwrap())
                        .map(move |level| format!("{} {key} {level}", kind.name()))
                })
            })
            .collect();
        assert_eq!(
            free,
            ["connect-four 7x6 3", "tic-tac-toe standard 8"].map(str::to_owned)
        );
        let four = Registry::shipped().find("connect-four").unwrap();
        assert!(is_free(four, "", 3).unwrap());
        assert_eq!(is_free(four, "", 9), Err(Error::Level(9)));
    }

    #[test]
    fn against_people_every_level_of_some_games_begins_by_the_book() {
        let book = |game: &str, level| {
            let request = request(Registry::shipped().find(game).unwrap(), level, 1).unwrap();
            request.on.has(Technique::Book)
        };
        assert!((1..=LEVEL_COUNT).all(|level| book("chess", level)));
        assert!(!book("connect-four", 1) && book("connect-four", LEVEL_COUNT));
        assert!(!book("othello", 1));
    }
}
