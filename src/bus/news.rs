//! One piece of news, and its form on the way between nodes.

use crate::ids::GameId;
use crate::matches::Event;

/// What has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// A match has a new version.
    Match(Event),
    /// A setting has been changed.
    Settings {
        /// Its key in the settings table.
        key: String,
    },
    /// News may have been lost: whoever listens reads again what it shows.
    Resync,
}

impl News {
    /// The text that travels: `match ID VERSION`, `settings KEY` or `resync`.
    pub(super) fn to_text(&self) -> String {
        match self {
            News::Match(Event { game, version }) => format!("match {game} {version}"),
            News::Settings { key } => format!("settings {key}"),
            News::Resync => "resync".to_owned(),
        }
    }

    /// The inverse of [`News::to_text`]; `None` for what another release may send.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let news = match words.next()? {
            "match" => News::Match(Event {
                game: words.next()?.parse().ok()?,
                version: words.next()?.parse().ok()?,
            }),
            "settings" => News::Settings {
                key: words.next()?.to_owned(),
            },
            "resync" => News::Resync,
            _ => return None,
        };
        words.next().is_none().then_some(news)
    }

    /// News of a match.
    pub fn of_match(game: GameId, version: i64) -> Self {
        News::Match(Event { game, version })
    }
}
