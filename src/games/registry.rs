//! The games of this build: the one list that a new game joins.

use crate::games::api::game_type::GameTypeOf;
use crate::games::chess::ChessGame;
use crate::games::connect_four::ConnectFour;
use crate::games::lab::example_tree::Lecture;
use crate::games::morabaraba::MorabarabaGame;
use crate::games::othello::OthelloGame;
use crate::games::text::in_short;
use crate::games::tic_tac_toe::TicTacToe;
use crate::games::{Error, GameType};

static GAMES: &[&dyn GameType] = &[
    &GameTypeOf::<TicTacToe>::NEW,
    &GameTypeOf::<ConnectFour>::NEW,
    &GameTypeOf::<MorabarabaGame>::NEW,
    &GameTypeOf::<OthelloGame>::NEW,
    &GameTypeOf::<ChessGame>::NEW,
];

/// What is not a game that people play: examples for teaching.
static LESSONS: &[&dyn GameType] = &[&GameTypeOf::<Lecture>::NEW];

/// All games, in the order in which they are shown.
pub fn all() -> &'static [&'static dyn GameType] {
    GAMES
}

/// The game of this name.
///
/// # Errors
/// [`Error::UnknownGame`] lists the games and names the nearest.
pub fn find(name: &str) -> Result<&'static dyn GameType, Error> {
    if let Some(kind) = GAMES.iter().find(|kind| kind.name() == name) {
        return Ok(*kind);
    }
    let names: Vec<_> = GAMES.iter().map(|kind| kind.name()).collect();
    let name = in_short(name);
    let asked = name.to_lowercase();
    let nearest = names
        .iter()
        .copied()
        .min_by_key(|known| strsim::damerau_levenshtein(&asked, known))
        .expect("the registry has a game");
    Err(Error::UnknownGame {
        name,
        nearest,
        known: names.join(", "),
    })
}

/// The game of this name, or the example for teaching that no list shows.
///
/// # Errors
/// As [`find`].
pub fn find_any(name: &str) -> Result<&'static dyn GameType, Error> {
    let lesson = LESSONS.iter().find(|kind| kind.name() == name);
    lesson.map_or_else(|| find(name), |kind| Ok(*kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Setup;

    #[test]
    fn finds_every_game_by_its_name() {
        for kind in all() {
            assert_eq!(find(kind.name()).unwrap().name(), kind.name());
        }
    }

    #[test]
    fn an_unknown_name_lists_the_games_and_names_the_nearest() {
        let Err(error) = find("tictactoe") else {
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

    /// The distance of names costs the product of their lengths.
    #[test]
    fn a_name_of_any_length_is_cut_before_it_is_compared() {
        let Err(Error::UnknownGame { name, .. }) = find(&"tictactoe".repeat(7_000)) else {
            panic!("there is no such game")
        };
        assert_eq!(name.chars().count(), 41, "40 characters and an ellipsis");
        let setup = Setup {
            variant: "v".repeat(60_000),
            ..Setup::default()
        };
        for kind in all() {
            let Err(Error::UnknownOption { value, .. }) = kind.start(&setup) else {
                panic!("{} has no such variant", kind.name())
            };
            assert_eq!(value.chars().count(), 41);
        }
    }

    #[test]
    fn names_fit_into_an_address() {
        for kind in all() {
            let is_plain = |c: char| c.is_ascii_lowercase() || c == '-';
            assert!(kind.name().chars().all(is_plain), "{}", kind.name());
        }
    }
}
