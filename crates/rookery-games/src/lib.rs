//! Board games: rules, evaluation, notation and view of each in a folder of its own, and the registry.
//!
#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
#![cfg_attr(
    not(all(feature = "chess", feature = "othello")),
    allow(dead_code, reason = "games share parts that others do not need")
)]

pub mod api;
#[cfg(any(feature = "checkers", feature = "fanorona"))]
mod binomial;
#[cfg(feature = "checkers")]
mod checkers;
#[cfg(feature = "chess")]
pub mod chess;
#[cfg(feature = "connect-four")]
mod connect_four;
#[cfg(feature = "fanorona")]
mod fanorona;
#[cfg(feature = "go")]
mod go;
#[cfg(feature = "gomoku")]
pub mod gomocup;
#[cfg(feature = "gomoku")]
mod gomoku;
mod grid;
#[cfg(feature = "go")]
pub mod gtp;
#[cfg(any(feature = "go", feature = "gomoku"))]
mod kaya;
pub mod lab;
#[cfg(any(feature = "morabaraba", feature = "nine-mens-morris"))]
mod mills;
#[cfg(feature = "morabaraba")]
mod morabaraba;
#[cfg(feature = "nine-mens-morris")]
mod nine_mens_morris;
#[cfg(feature = "othello")]
mod othello;
#[cfg(any(feature = "checkers", feature = "chess"))]
mod portable_tags;
mod protocol;
#[cfg(any(feature = "checkers", feature = "fanorona"))]
mod quiet_count;
mod registry;
mod rows;
#[cfg(any(feature = "go", feature = "gomoku"))]
mod sgf;
#[cfg(any(feature = "go", feature = "gomoku"))]
mod stone_rows;
mod stones;
mod symmetry;
#[cfg(any(
    feature = "checkers",
    feature = "connect-four",
    feature = "fanorona",
    feature = "morabaraba",
    feature = "nine-mens-morris",
    feature = "othello"
))]
mod ternary;
#[cfg(test)]
mod tests;
pub mod text;
#[cfg(feature = "tic-tac-toe")]
mod tic_tac_toe;
pub mod uci;

pub use rookery_engine as engine;

#[cfg(feature = "checkers")]
pub use checkers::samuel;

pub use api::adapter::history::History;
pub use api::board_game::{BoardGame, Change, MoveOf, PlacedPiece, Reason, Step};
pub use api::consultation::{Consultation, UciEvent, UciLine, UciReport};
pub use api::export::{Credits, Export};
pub use api::game::{Game, shown_colour};
pub use api::game_type::{GameType, Lab, USUAL_LOOK};
pub use api::lab_game::{BuildBook, LabGame};
pub use api::message::{Arg, Message};
pub use api::metadata::diagram::{Diagram, Goal};
pub use api::metadata::level::{LEVEL_COUNT, Level, level_character, level_name};
pub use api::metadata::sheet::{
    AgreedDraws, BegunMatch, Bench, Letter, PieceDrawing, PieceSet, RuleOption, Sheet,
};
pub use api::metadata::world::{Arrival, BoardTheme, Division, PieceTints, Tint, World};
pub use api::setup::{OptionSpec, RuleOptions, Setup, Variant};
pub use api::study::Study;
pub use grid::Grid;
pub use lab::level_results::{Measure, Measured, Opponent, signature};
pub use lab::problem::{Expected, Problem};
pub use lab::solution::{Answer, SolvePositions};
pub use lab::trace::Trace;
pub use registry::Registry;
pub use rows::{OpenRows, RowGame, Rows};
pub use stones::Stones;

use text::quoted;

/// An error in a use of a game; each carries the words for the person who asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No game of this name.
    #[error(
        "there is no game '{name}'; this build has {known}{}",
        suggestion(nearest)
    )]
    UnknownGame {
        /// The text that was asked for.
        name: String,
        /// The registry's name that may have been meant, if one is near.
        nearest: Option<&'static str>,
        /// All names, comma-separated.
        known: String,
    },
    /// No such variant, option or value.
    #[error("{key}: '{value}' is not known; {}", choice_words(known))]
    UnknownOption {
        /// The key (`variant`, or the option's).
        key: String,
        /// The text that was asked for.
        value: String,
        /// The known ones, comma-separated; empty where there are none.
        known: String,
    },
    /// A position string that cannot be read.
    #[error("the position cannot be read: {0}")]
    Position(String),
    /// A description of a player of the engine's matches that cannot be read.
    #[error("the player '{text}' cannot be read: {why}")]
    Player {
        /// The description.
        text: String,
        /// The fault, and what is expected.
        why: String,
    },
    /// A program of a match that cannot be started, or does not speak its protocol.
    #[error("the program {} {why}", quoted(command))]
    Program {
        /// The command that starts it.
        command: String,
        /// The fault, in words that follow its name.
        why: String,
    },
    /// No opening of a match was found: every line ends first.
    #[error("no random opening of {0} plies leaves a game to play: ask for fewer plies")]
    Opening(usize),
    /// A move of another program that is not legal.
    #[error("{} is not a legal move in {}", quoted(text), place(position))]
    Move {
        /// The move as it was spelled.
        text: String,
        /// The position in which it was to be made, in the form of the command line.
        position: String,
    },
    /// A spelling that several legal moves answer to.
    #[error("{} could be {could_be} in {}", quoted(text), place(position))]
    Ambiguous {
        /// The move as it was spelled.
        text: String,
        /// The moves that it could be, in the usual notation.
        could_be: String,
        /// The position in which it was to be made, in the form of the command line.
        position: String,
    },
    /// A move that is not legal, with the rule that forbids it.
    #[error("the move is not legal ({})", .0.id)]
    Illegal(Message),
}

fn suggestion(nearest: &Option<&'static str>) -> String {
    nearest.map_or_else(String::new, |nearest| {
        format!("; did you mean '{nearest}'?")
    })
}

/// A position in a sentence; some games write their first one as nothing.
fn place(position: &str) -> &str {
    match position {
        "" => "the first position",
        position => position,
    }
}

fn choice_words(known: &str) -> String {
    match known {
        "" => "this game has no options".to_owned(),
        known => format!("choose one of {known}"),
    }
}

impl Error {
    /// Why [`Game::read`] refuses a text, in words that need no catalogue.
    pub fn unread(game: &dyn Game, text: &str) -> Self {
        let (text, position) = (text.to_owned(), game.position());
        match game.could_be(&text) {
            several if several.is_empty() => Error::Move { text, position },
            several => Error::Ambiguous {
                text,
                could_be: several.join(" or "),
                position,
            },
        }
    }
}
