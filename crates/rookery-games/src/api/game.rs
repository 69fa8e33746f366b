//! The object-safe interface of a game: one `Box<dyn Game>` per game in progress. Everything behind it is monomorphised.

use crate::api::view::{Board, Choice, Ending, LegalMove, Mark, Piece, Played, Zone};
use crate::{Consultation, Credits, Error, Export, Message, Study, UciReport};
use rookery_engine::{Control, Repertoire, Request, SearchReport, Value};

/// A game in progress: the position and all that came before it.
pub trait Game: Send + Sync {
    /// The side to move, 0 or 1.
    fn side(&self) -> usize;
    /// The colour of a player, 0 or 1, in this position: the index into the game's sides, and the side of the player's pieces. It
    /// is the player's own number, except where the rules let the players choose; `None` until they have chosen.
    fn colour(&self, player: usize) -> Option<usize>;
    /// Moves made since the start.
    fn ply(&self) -> usize;
    /// A hash of the position, as a guard against stale moves.
    fn hash(&self) -> u64;
    /// The position as text, in the form of the command line.
    fn position(&self) -> String;
    /// The position as a drawing in text, for people who read it line by line; `board` is [`Game::board`].
    fn diagram(&self, board: &Board) -> String;
    /// The geometry; the same throughout a game.
    fn board(&self) -> Board;
    /// Pieces beside the board.
    fn zones(&self) -> Vec<Zone>;
    /// Pieces on the board.
    fn pieces(&self) -> Vec<Piece>;
    /// Spaces that the position itself singles out, or, once tokens have been tapped, those that the half-made move singles out.
    /// If there are none of the latter, the marks after fewer tokens still apply.
    fn marks(&self, tapped: &[String]) -> Vec<Mark>;
    /// Tokens that are not spaces.
    fn choices(&self) -> Vec<Choice>;
    /// The line about the player's present task ("Shoot an enemy cow"), given the tokens tapped so far.
    fn task(&self, prefix: &[String]) -> Option<Message>;
    /// All legal moves; empty when the game is over.
    fn legal(&self) -> Vec<LegalMove>;
    /// Why `path` is not legal, in words.
    fn why_not(&self, path: &[String]) -> Message;
    /// Reads a move: its path (tokens joined by commas), or any other spelling that a legal move lists.
    ///
    /// # Errors
    /// [`Error::Illegal`] with the reason.
    fn read(&self, text: &str) -> Result<Vec<String>, Error>;
    /// The moves that a text could name, in the usual notation, if [`Game::read`] refuses the text as ambiguous.
    fn could_be(&self, text: &str) -> Vec<String>;
    /// Makes a move.
    ///
    /// # Errors
    /// [`Error::Illegal`] with the reason; the game is unchanged.
    fn play(&mut self, path: &[String]) -> Result<Played, Error>;
    /// Makes a move without putting it into words, as replaying a match does with all moves but the last. Only the position
    /// itself is asked whether the game is over, not its history (a fivefold repetition): the recorded moves end there anyway.
    ///
    /// # Errors
    /// As [`Game::play`].
    fn advance(&mut self, path: &[String]) -> Result<(), Error>;
    /// Makes a move in the spelling that programs use among themselves. The game may be over by rules that another program does
    /// not know.
    ///
    /// # Errors
    /// [`Error::Move`]: no legal move is spelled so.
    fn play_coordinates(&mut self, text: &str) -> Result<(), Error>;
    /// The end of the game, if it has come.
    fn ending(&self) -> Option<Ending>;
    /// Whether some sequence of legal moves, however unlikely, lets `side` win.
    fn can_win(&self, side: usize) -> bool;
    /// A draw that a player may claim now; none where the game is over.
    fn claim(&self) -> Option<Ending>;
    /// The proven value of the position for the side to move, where an endgame table that is open has it.
    fn table_value(&self) -> Option<Value> {
        None
    }
    /// The techniques that are sound for this game, and those that its searches use.
    fn repertoire(&self) -> Repertoire;
    /// Searches the position (blocking; call it on a worker thread). The game is unchanged.
    fn search(&self, request: &Request, control: &Control) -> SearchReport;
    /// The same search for another program, with reports of its progress. Neither book nor solver answers in its place, and it
    /// also runs if the game is over by rules that another program may not know.
    fn consult(&self, request: &Request, control: &Control, with: Consultation<'_>) -> UciReport;
    /// The operations that only study needs.
    fn study(&self) -> &dyn Study;
    /// The game as a file for other programs, where its [`Sheet`](crate::Sheet) names a format.
    fn export(&self, credits: &Credits) -> Option<Export>;
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn Game>;
}

impl Clone for Box<dyn Game> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// The colour by which a player is shown: until the players have chosen, the first one counts as colour 0.
pub fn shown_colour(game: &dyn Game, player: usize) -> usize {
    game.colour(player).unwrap_or(player)
}
