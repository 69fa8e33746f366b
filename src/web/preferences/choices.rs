//! Values of the preferences: theme and pieces of each game, coordinates, speed, sounds, side.
//!
//! A preference is a field of the form, and one of the words that the field takes. Fields and words that differ from the usual ones are
//! classes of `<html>`, from which the style sheets and scripts of all boards follow: what is rendered once stays the same for everybody.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use rookery_games::{GameType, Registry, USUAL_LOOK};

/// The fields that concern all games, each with its words, the usual one first.
const OF_ALL_GAMES: [(&str, &[&str]); 4] = [
    ("coordinates", &["on", "off"]),
    ("speed", &["normal", "quick", "none"]),
    // `site` is what the owner has configured.
    ("sounds", &["site", "on", "off"]),
    ("side", &["own", "first"]),
];

/// A field with the words that it takes, the usual one first.
pub struct Preference {
    pub field: &'static str,
    pub words: Vec<&'static str>,
}

/// The preferences of a site with these games.
pub fn all(games: &Registry) -> Vec<Preference> {
    let of_games = games.all().iter().flat_map(|kind| of_game(*kind));
    let of_all = OF_ALL_GAMES.iter().map(|(field, words)| Preference {
        field,
        words: words.to_vec(),
    });
    of_games.chain(of_all).collect()
}

/// The preferences about one game; none where there is nothing to choose.
pub fn of_game(kind: &dyn GameType) -> Vec<Preference> {
    let themes = kind.themes().into_iter().map(|(key, ..)| key).collect();
    let sets = kind.piece_sets().into_iter().map(|(key, ..)| key).collect();
    let found = [("theme", themes), ("set", sets)].into_iter();
    found
        .filter(|(_, words): &(_, Vec<_>)| !words.is_empty())
        .map(|(what, words)| Preference {
            field: field_of(kind.name(), what),
            words,
        })
        .collect()
}

/// The field of a game. A program has a handful of games: each name is made once and stays.
pub fn field_of(game: &'static str, what: &'static str) -> &'static str {
    static NAMES: Mutex<BTreeMap<(&str, &str), &'static str>> = Mutex::new(BTreeMap::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    names
        .entry((game, what))
        .or_insert_with(|| Box::leak(format!("{game}-{what}").into_boxed_str()))
}

/// The choices of a visitor, without the usual ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preferences(Vec<(&'static str, &'static str)>);

impl Preferences {
    /// Reads fields and words. Those that this site does not know count for nothing: a theme may be gone, and a cookie is whatever a
    /// browser sends.
    pub fn read<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>, games: &Registry) -> Self {
        let mut read = Preferences::default();
        let mut known = None;
        for (field, word) in pairs {
            let known = known.get_or_insert_with(|| all(games));
            let found = known.iter().find(|known| known.field == field);
            let word = found.and_then(|known| known.words.iter().find(|known| **known == word));
            if let (Some(known), Some(word)) = (found, word) {
                read.set(known, word);
            }
        }
        read
    }

    /// Chooses a word of a preference.
    pub fn set(&mut self, preference: &Preference, word: &'static str) {
        self.0.retain(|(field, _)| *field != preference.field);
        if preference.words.first() != Some(&word) {
            self.0.push((preference.field, word));
        }
    }

    /// Whether everything is as usual.
    pub fn are_usual(&self) -> bool {
        self.0.is_empty()
    }

    /// The word of a field, if it is not the usual one.
    pub fn word(&self, field: &str) -> Option<&'static str> {
        let found = self.0.iter().find(|(known, _)| *known == field);
        found.map(|(_, word)| *word)
    }

    /// The word of a preference, also if it is the usual one.
    pub fn word_of(&self, preference: &Preference) -> &'static str {
        let usual = preference.words.first().copied().unwrap_or_default();
        self.word(preference.field).unwrap_or(usual)
    }

    /// The key of the drawings of a game's pieces.
    pub fn set_of(&self, game: &str) -> &'static str {
        let is_its = |field: &str| field.strip_suffix("-set") == Some(game);
        let found = self.0.iter().find(|(field, _)| is_its(field));
        found.map_or(USUAL_LOOK, |(_, word)| *word)
    }

    /// Whether boards sound, given the owner's wish.
    pub fn sound(&self, usually: bool) -> bool {
        self.word("sounds").map_or(usually, |word| word == "on")
    }

    /// Whether the first side is below on every board, also on those of the second.
    pub fn are_first_below(&self) -> bool {
        self.word("side") == Some("first")
    }

    /// The classes of `<html>`, each after a space.
    pub fn classes(&self) -> Classes<'_> {
        Classes(self)
    }

    /// The choices that are not usual, as the cookie has them: `chess-theme=green&speed=none`.
    pub fn pairs(&self) -> &[(&'static str, &'static str)] {
        &self.0
    }
}

/// A class for each preference that is not the usual one.
pub struct Classes<'a>(&'a Preferences);

impl fmt::Display for Classes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pairs = self.0.0.iter();
        pairs.try_for_each(|(field, word)| write!(f, " {field}-{word}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Preferences {
        let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
        Preferences::read(pairs, &Registry::shipped())
    }

    #[test]
    fn what_is_not_known_and_what_is_usual_counts_for_nothing() {
        for text in [
            "",
            "chess-theme=standard&coordinates=on&speed=normal&sounds=site&side=own",
            "chess-theme=pink&othello-set=flat&checkers-theme=pink&speed=5",
            "theme=green&chess=green&-theme=green&<b>=\"><script>",
        ] {
            let read = read(text);
            assert!(read.are_usual(), "{text}");
            assert_eq!(read.classes().to_string(), "", "{text}");
        }
    }

    #[test]
    fn the_last_word_of_a_field_counts_and_becomes_a_class() {
        let read = read("chess-theme=blue&chess-set=flat&chess-theme=green&sounds=off&side=first");
        assert_eq!(
            read.classes().to_string(),
            " chess-set-flat chess-theme-green sounds-off side-first"
        );
        assert_eq!(
            (read.set_of("chess"), read.set_of("othello")),
            ("flat", "standard")
        );
        assert!(!read.sound(true) && read.are_first_below());
        assert!(Preferences::default().sound(true) && !Preferences::default().sound(false));
    }
}
