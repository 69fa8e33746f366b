//! The best levels that a user has beaten, in words: on the cards of the games, in the account, in the result of a match.

use crate::store::BestLevel;
use crate::web::matches::rows::moment;
use crate::web::page::Page;
use rookery_games::{Registry, level_name};

/// A game with the best level that was beaten in it.
#[derive(Clone, Debug)]
pub struct BestLevelRow {
    pub href: String,
    /// The game.
    pub title: String,
    /// The level, 1 to 8: its face.
    pub number: u8,
    /// The level by number and name.
    pub level: String,
    /// When it was first beaten, for machines (RFC 3339).
    pub when: String,
    /// When it was first beaten, for people.
    pub day: String,
}

/// The rows of those games that this build knows, in the order of the registry.
pub fn rows(page: &Page, games: &Registry, found: &[BestLevel]) -> Vec<BestLevelRow> {
    let of_game = |name: &str| found.iter().find(|best| best.game == name);
    let kinds = games.all().iter();
    kinds
        .filter_map(|kind| {
            let best = of_game(kind.name())?;
            let (when, day) = moment(best.won_ms);
            Some(BestLevelRow {
                href: format!("/play/{}", kind.name()),
                title: page.say(&kind.title()),
                number: best.level,
                level: in_words(page, "level-both", best.level),
                when,
                day,
            })
        })
        .collect()
}

/// "Best level beaten: 4 (Club)".
pub fn beaten(page: &Page, level: u8) -> String {
    in_words(page, "best-level", level)
}

fn in_words(page: &Page, id: &str, level: u8) -> String {
    page.t2(id, "level", level, "name", page.say(&level_name(level)))
}
