//! Matches that follow one that is over: the same again, or one against the next level.

use crate::matches::Match;
use crate::web::matches::match_presenter::MatchPresenter;
use crate::web::page::Page;
use rookery_games::{LEVEL_COUNT, level_name};

/// Whether the sides are swapped where a match is played again. From a position of one's own choice they stay: somebody practises it.
pub fn swaps_sides(game_match: &Match) -> bool {
    !game_match.record().is_custom
}

/// The words of the button that plays a match again, with the side that it gives; without one for a spectator, and where the players
/// choose their colours.
pub fn again(page: &Page, seen: &MatchPresenter<'_>) -> String {
    let game_match = seen.game_match;
    let colour = seen.me.and_then(|me| {
        let side = me ^ usize::from(swaps_sides(game_match));
        game_match.colour_at(0, side)
    });
    match colour {
        Some(colour) => {
            let name = page.say(&game_match.sides()[colour].name);
            page.t1("game-rematch-as", "side", name)
        }
        None => page.t("game-rematch"),
    }
}

/// A new match by the same rules against the next level.
pub struct NextLevel {
    /// The level in words.
    pub name: String,
    /// The fields of `POST /games`.
    pub fields: Vec<(String, String)>,
}

impl NextLevel {
    /// `None` for a spectator, above the best level, and where no engine plays.
    pub fn of(page: &Page, seen: &MatchPresenter<'_>) -> Option<Self> {
        let record = seen.game_match.record();
        let side = seen.me?;
        let level = record.seats[1 - side].holder.level()? + 1;
        let plain = [
            ("game", record.game.clone()),
            ("variant", record.variant.clone()),
            ("level", level.to_string()),
            ("side", side.to_string()),
        ];
        let plain = plain
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value));
        (level <= LEVEL_COUNT).then(|| NextLevel {
            name: page.say(&level_name(level)),
            fields: plain.chain(record.options.iter().cloned()).collect(),
        })
    }
}
