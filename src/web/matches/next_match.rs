//! Matches that follow one that is over: the same again, or one against the next level.

use crate::matches::Match;
use crate::web::matches::match_presenter::MatchPresenter;
use crate::web::page::Page;
use rookery_games::{LEVEL_COUNT, level_name};

/// The option whose stones are given to the weaker player.
const HANDICAP: &str = "handicap";

/// Whether the sides are swapped where a match is played again. From a position of one's own choice they stay: somebody practises it. So
/// they do with a handicap, which belongs to a person and not to a colour.
pub fn swaps_sides(game_match: &Match) -> bool {
    let record = game_match.record();
    let mut options = record.options.iter();
    let has_handicap =
        options.any(|(key, value)| key == HANDICAP && !matches!(value.as_str(), "" | "0"));
    !record.is_custom && !has_handicap
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{GameId, GuestId};
    use crate::matches::{Holder, NewMatch, Visibility};
    use rookery_games::{Registry, Setup};

    fn begun(game: &str, options: &[(&str, &str)], start: &str) -> Match {
        let options = options
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        let new = NewMatch {
            id: GameId::random(),
            setup: Setup {
                options: options.collect(),
                ..Setup::at(start)
            },
            seats: [Holder::Guest(GuestId::random()), Holder::Engine(1)],
            visibility: Visibility::Link,
            seed: 7,
            engine_rev: 1,
            now_ms: 0,
        };
        Match::start(Registry::shipped().find(game).unwrap(), new).unwrap()
    }

    #[test]
    fn sides_are_swapped_where_both_began_alike() {
        for (game, options, start, swaps) in [
            ("go", &[("komi", "usual")][..], "", true),
            ("go", &[("handicap", "0"), ("komi", "0-5")], "", true),
            ("go", &[("handicap", "2")], "", false),
            ("chess", &[], "", true),
            ("chess", &[], "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
            ("checkers", &[("first-moves", "three-move")], "", true),
        ] {
            let game_match = begun(game, options, start);
            assert_eq!(swaps_sides(&game_match), swaps, "{game} {options:?}");
        }
    }
}
