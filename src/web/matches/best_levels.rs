//! The best levels that a user has beaten and the results of the matches, in words: on the cards of the games, in the account, in
//! the result of a match.

use crate::store::{BestLevel, GameResults};
use crate::web::matches::rows::moment;
use crate::web::page::Page;
use rookery_games::{Message, Registry, level_name};

/// A game with the results of its matches and the best level that was beaten in it.
#[derive(Clone, Debug)]
pub struct ResultsRow {
    pub href: String,
    /// The game.
    pub title: String,
    /// The number of matches won, drawn and lost, if any are.
    pub results: Option<String>,
    /// The best level beaten, if any.
    pub best: Option<BestLevelPart>,
}

/// A best level beaten, with its day.
#[derive(Clone, Debug)]
pub struct BestLevelPart {
    /// The level, 1 to 8: its face.
    pub number: u8,
    /// The level by number and name.
    pub level: String,
    /// When it was first beaten, for machines (RFC 3339).
    pub when: String,
    /// When it was first beaten, for people.
    pub day: String,
}

/// One row per known game in which the user has finished a match or beaten a level, in the order of the registry. A best level
/// outlasts the match in which it was beaten.
pub fn rows(
    page: &Page,
    games: &Registry,
    results: &[GameResults],
    beaten: &[BestLevel],
) -> Vec<ResultsRow> {
    let kinds = games.all().iter();
    kinds
        .filter_map(|kind| {
            let name = kind.name();
            let results = results.iter().find(|results| results.game == name);
            let results = results.filter(|of| of.won + of.drawn + of.lost > 0);
            let best = beaten.iter().find(|best| best.game == name);
            (results.is_some() || best.is_some()).then(|| ResultsRow {
                href: format!("/account?game={name}#matches"),
                title: page.say(&kind.title()),
                results: results.map(|of| {
                    page.say(
                        &Message::new("account-results")
                            .with("won", of.won)
                            .with("drawn", of.drawn)
                            .with("lost", of.lost),
                    )
                }),
                best: best.map(|best| BestLevelPart::of(page, best)),
            })
        })
        .collect()
}

impl BestLevelPart {
    fn of(page: &Page, best: &BestLevel) -> Self {
        let (when, day) = moment(best.won_ms);
        BestLevelPart {
            number: best.level,
            level: in_words(page, "level-both", best.level),
            when,
            day,
        }
    }
}

/// "Best level beaten: 4 (Club)".
pub fn beaten(page: &Page, level: u8) -> String {
    in_words(page, "best-level", level)
}

fn in_words(page: &Page, id: &str, level: u8) -> String {
    page.t2(id, "level", level, "name", page.say(&level_name(level)))
}
