//! The registry of game types: those of this crate, and those that another crate adds.

use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;

use crate::api::adapter::game_type_of::GameTypeOf;
use crate::lab::example_tree::ExampleTree;
use crate::text::{in_short, is_near};
use crate::{Error, GameType, LabGame, PieceDrawing, Sheet};

/// Makes the list of games, each with the feature that it needs.
macro_rules! shipped {
    ($($feature:literal: $Game:path,)*) => {
        static SHIPPED: &[&dyn GameType] = &[$(
            #[cfg(feature = $feature)]
            GameTypeOf::<$Game>::ENTRY,
        )*];

        /// Checks a property of the type of every game in the list.
        #[cfg(test)]
        pub(crate) fn check_shipped(property: &impl PropertyOfGames) {
            $(
                #[cfg(feature = $feature)]
                property.check::<$Game>();
            )*
        }
    };
}

/// A property that every game has.
#[cfg(test)]
pub(crate) trait PropertyOfGames {
    /// Panics where the game lacks it.
    fn check<G: LabGame>(&self);
}

// The games of this crate, in the order in which they are shown: the one list that a new game joins.
shipped! {
    "chess": crate::chess::ChessGame,
    "checkers": crate::checkers::CheckersGame,
    "connect-four": crate::connect_four::ConnectFour,
    "gomoku": crate::gomoku::GomokuGame,
    "othello": crate::othello::OthelloGame,
    "nine-mens-morris": crate::nine_mens_morris::NineMensMorrisGame,
    "morabaraba": crate::morabaraba::MorabarabaGame,
    "go": crate::go::GoGame,
    "fanorona": crate::fanorona::FanoronaGame,
    "tic-tac-toe": crate::tic_tac_toe::TicTacToe,
}

/// Short names that the command line knows beside the games' own.
const SHORT_NAMES: [(&str, &str); 1] = [("morris", "nine-mens-morris")];

/// Examples for teaching, which no list shows.
static EXAMPLE_TREES: &[&dyn GameType] = &[GameTypeOf::<ExampleTree>::ENTRY];

/// The parts of a sheet that games share.
static SHARED: Sheet = Sheet {
    texts: &[("en", include_str!("api/en.ftl"))],
    ..Sheet::DEFAULT
};

/// The games that a program knows. A clone is the same list.
#[derive(Clone)]
pub struct Registry(Arc<[&'static dyn GameType]>);

impl Registry {
    /// The games of this crate.
    pub fn shipped() -> Self {
        Registry(SHIPPED.into())
    }

    /// These games, in the order in which they are shown.
    pub fn of(games: Vec<&'static dyn GameType>) -> Self {
        Registry(games.into())
    }

    /// The same games and `G`, at the end of the list.
    ///
    /// # Panics
    /// If a game of this name is in the list: a program that adds one twice cannot tell them apart. If a game in the list
    /// draws a kind of piece otherwise than `G`: pages show one drawing of each kind.
    #[must_use]
    pub fn with<G: LabGame>(self) -> Self {
        let entry = GameTypeOf::<G>::ENTRY;
        let name = entry.name();
        assert!(self.find(name).is_err(), "there are two games '{name}'");
        let other = redrawn(&self.drawings(), entry.sheet().pieces);
        assert!(
            other.is_none(),
            "'{name}' and another game draw pieces of one kind in two ways ({other:?}): give the kind a name of its own"
        );
        Registry(self.0.iter().copied().chain([entry]).collect())
    }

    /// All games, in the order in which they are shown.
    pub fn all(&self) -> &[&'static dyn GameType] {
        &self.0
    }

    /// The game of this name.
    ///
    /// # Errors
    /// [`Error::UnknownGame`] lists the games, and names the nearest if it may have been meant.
    pub fn find(&self, name: &str) -> Result<&'static dyn GameType, Error> {
        if let Some(game_type) = self.0.iter().find(|game_type| game_type.name() == name) {
            return Ok(*game_type);
        }
        let names: Vec<_> = self.0.iter().map(|game_type| game_type.name()).collect();
        let name = in_short(name);
        let asked = name.to_lowercase();
        // A name that has words of a game's in it is that game's, however much is missing.
        let strangeness = |known: &&str| {
            let shared = words(&asked).filter(|word| words(known).any(|known| known == *word));
            let distance = strsim::damerau_levenshtein(&asked, known);
            (Reverse(shared.count()), distance)
        };
        let has_word_of =
            |known: &str| words(&asked).any(|word| words(known).any(|known| known == word));
        let nearest = names.iter().copied().min_by_key(strangeness);
        Err(Error::UnknownGame {
            nearest: nearest.filter(|&known| has_word_of(known) || is_near(&asked, known)),
            known: names.join(", "),
            name,
        })
    }

    /// The texts of all games in a language, each with the name of its file: those that games share, and those of each.
    pub fn texts(&self, language: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
        let own = move |game_type: &&'static dyn GameType| {
            (game_type.name(), game_type.sheet().texts_in(language))
        };
        std::iter::once(("games", SHARED.texts_in(language))).chain(self.0.iter().map(own))
    }

    /// The drawings of the pieces of all games, one of each kind: games that share a kind share its drawing.
    pub fn drawings(&self) -> Vec<PieceDrawing> {
        let mut all: Vec<PieceDrawing> = Vec::new();
        for drawing in self.0.iter().flat_map(|game_type| game_type.sheet().pieces) {
            if all.iter().all(|known| known.kind != drawing.kind) {
                all.push(*drawing);
            }
        }
        all
    }

    /// The game of this name or short name, or the example for teaching that no list shows; in capital or small letters, where only one
    /// game is meant by them.
    ///
    /// # Errors
    /// As [`Registry::find`].
    pub fn find_any(&self, name: &str) -> Result<&'static dyn GameType, Error> {
        let name = name.trim();
        let mut short = SHORT_NAMES.iter();
        let short = short.find(|(short, _)| short.eq_ignore_ascii_case(name));
        let name = short.map_or(name, |&(_, name)| name);
        self.find(name).or_else(|unknown| {
            let all = self.0.iter().chain(EXAMPLE_TREES);
            let mut alike = all.filter(|game_type| game_type.name().eq_ignore_ascii_case(name));
            match (alike.next(), alike.next()) {
                (Some(only), None) => Ok(*only),
                _ => Err(unknown),
            }
        })
    }
}

/// The words of a name.
fn words(name: &str) -> impl Iterator<Item = &str> {
    let words = name.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty())
}

/// The first kind of piece that has one drawing among `known` and another among `own`.
fn redrawn(known: &[PieceDrawing], own: &[PieceDrawing]) -> Option<&'static str> {
    let is_other = |own: &&PieceDrawing| {
        let mut same_kind = known.iter().filter(|known| known.kind == own.kind);
        same_kind.any(|known| known != *own)
    };
    own.iter().find(is_other).map(|own| own.kind)
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.0.iter().map(|game_type| game_type.name());
        f.debug_list().entries(names).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;

    #[test]
    fn finds_every_game_by_its_name() {
        for game_type in Registry::shipped().all() {
            assert_eq!(
                Registry::shipped().find(game_type.name()).unwrap().name(),
                game_type.name()
            );
        }
    }

    #[test]
    fn an_unknown_name_lists_the_games_and_names_the_nearest() {
        let Err(error) = Registry::shipped().find("tictactoe") else {
            panic!("there is no such game")
        };
        let text = error.to_string();
        assert!(
            text.starts_with("there is no game 'tictactoe'; this build has "),
            "{text}"
        );
        assert!(text.contains("tic-tac-toe"), "{text}");
        assert!(text.ends_with("did you mean 'tic-tac-toe'?"), "{text}");
    }

    #[test]
    fn a_word_of_a_name_is_nearer_than_a_name_of_like_letters() {
        for (asked, nearest) in [
            ("men's morris", "nine-mens-morris"),
            ("four", "connect-four"),
            ("mens", "nine-mens-morris"),
            ("gomuku", "gomoku"),
            ("Tic", "tic-tac-toe"),
        ] {
            let Err(error) = Registry::shipped().find(asked) else {
                panic!("there is no game '{asked}'")
            };
            let text = error.to_string();
            let said = format!("did you mean '{nearest}'?");
            assert!(text.ends_with(&said), "{asked}: {text}");
        }
    }

    #[test]
    fn no_game_is_named_that_is_far_from_what_was_asked() {
        for asked in ["xiangqi", "foo", "", "?"] {
            let Err(error) = Registry::shipped().find(asked) else {
                panic!("there is no game '{asked}'")
            };
            let text = error.to_string();
            assert!(text.contains("this build has "), "{text}");
            assert!(!text.contains("did you mean"), "{text}");
        }
    }

    #[test]
    fn a_short_name_is_for_the_command_line_alone() {
        let games = Registry::shipped();
        let found = games.find_any("morris").map(|game_type| game_type.name());
        assert_eq!(found, Ok("nine-mens-morris"));
        assert!(games.find("morris").is_err(), "no address has two names");
        for (asked, name) in [
            ("Chess", "chess"),
            (" GO ", "go"),
            ("Morris", "nine-mens-morris"),
            ("Example-Tree", "example-tree"),
        ] {
            let found = games.find_any(asked).map(|game_type| game_type.name());
            assert_eq!(found, Ok(name), "{asked}");
            assert!(games.find(asked).is_err(), "{asked}");
        }
    }

    /// The distance of names costs the product of their lengths.
    #[test]
    fn a_name_of_any_length_is_cut_before_it_is_compared() {
        let Err(Error::UnknownGame { name, .. }) =
            Registry::shipped().find(&"tictactoe".repeat(7_000))
        else {
            panic!("there is no such game")
        };
        assert_eq!(name.chars().count(), 41, "40 characters and an ellipsis");
        let setup = Setup {
            variant: "v".repeat(60_000),
            ..Setup::default()
        };
        for game_type in Registry::shipped().all() {
            let Err(Error::UnknownOption { value, .. }) = game_type.start(&setup) else {
                panic!("{} has no such variant", game_type.name())
            };
            assert_eq!(value.chars().count(), 41);
        }
    }

    #[test]
    fn a_second_drawing_of_a_kind_is_found() {
        let square = PieceDrawing {
            svg: "<path d=\"M10 10h80v80H10z\"/>",
            ..PieceDrawing::DISC
        };
        let other_kind = PieceDrawing {
            kind: "square",
            ..square
        };
        let known = [PieceDrawing::DISC];
        assert_eq!(redrawn(&known, &[other_kind, PieceDrawing::DISC]), None);
        assert_eq!(redrawn(&known, &[other_kind, square]), Some("disc"));
    }

    #[test]
    fn names_fit_into_an_address() {
        for game_type in Registry::shipped().all() {
            let is_plain = |c: char| c.is_ascii_lowercase() || c == '-';
            assert!(
                game_type.name().chars().all(is_plain),
                "{}",
                game_type.name()
            );
        }
    }
}
