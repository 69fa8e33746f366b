//! Events between nodes, and their text format.

use crate::ids::GameId;
use crate::matches::MatchEvent;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BusEvent {
    /// A match has a new version.
    Match(MatchEvent),
    /// A setting has been changed.
    Settings {
        /// Its key in the settings table.
        key: String,
    },
    /// Events may have been lost: listeners must read their data again.
    Resync,
}

impl BusEvent {
    /// The transmitted text: `match ID VERSION`, `settings KEY` or `resync`.
    pub(super) fn to_text(&self) -> String {
        match self {
            BusEvent::Match(MatchEvent { game, version }) => format!("match {game} {version}"),
            BusEvent::Settings { key } => format!("settings {key}"),
            BusEvent::Resync => "resync".to_owned(),
        }
    }

    /// The inverse of [`BusEvent::to_text`]; `None` for what another release may send.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let event = match words.next()? {
            "match" => BusEvent::Match(MatchEvent {
                game: words.next()?.parse().ok()?,
                version: words.next()?.parse().ok()?,
            }),
            "settings" => BusEvent::Settings {
                key: words.next()?.to_owned(),
            },
            "resync" => BusEvent::Resync,
            _ => return None,
        };
        words.next().is_none().then_some(event)
    }

    pub fn of_match(game: GameId, version: i64) -> Self {
        BusEvent::Match(MatchEvent { game, version })
    }
}
