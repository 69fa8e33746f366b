//! Matches that follow one that is over: the same again, or one against the next level.

use crate::matches::{Match, Record};
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
pub struct NextLevel<'a> {
    /// The level in words.
    pub name: String,
    /// The fields of `POST /games`.
    pub fields: Vec<(&'a str, String)>,
}

impl<'a> NextLevel<'a> {
    /// `None` for a spectator, above the best level, and where no engine plays.
    pub fn of(page: &Page, seen: &MatchPresenter<'a>) -> Option<Self> {
        let record = seen.game_match.record();
        let side = seen.me?;
        let level = record.seats[1 - side].holder.level()? + 1;
        (level <= LEVEL_COUNT).then(|| NextLevel {
            name: page.say(&level_name(level)),
            fields: std::iter::once(("game", record.game.clone()))
                .chain(same_rules(record, Some((level, side))))
                .collect(),
        })
    }
}

/// The fields of `/play/{game}` for a match like this one, against the same level on the same side.
pub fn like_it(game_match: &Match) -> Vec<(&str, String)> {
    let record = game_match.record();
    let level = |side: usize| record.seats[side].holder.level();
    let mut sides = [0, 1].into_iter();
    let mut fields = same_rules(
        record,
        sides.find_map(|side| Some((level(1 - side)?, side))),
    );
    if record.is_custom {
        fields.push(("start", record.start.clone()));
    }
    fields
}

/// The fields for a match by the same rules; with an engine, against this level on this side.
fn same_rules(record: &Record, engine: Option<(u8, usize)>) -> Vec<(&str, String)> {
    let mut fields = vec![("variant", record.variant.clone())];
    if let Some((level, side)) = engine {
        fields.push(("level", level.to_string()));
        fields.push(("side", side.to_string()));
    }
    let options = record.options.iter();
    fields.extend(options.map(|(key, value)| (key.as_str(), value.clone())));
    fields
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
