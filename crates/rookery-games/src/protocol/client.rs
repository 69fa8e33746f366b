//! The client's side of a protocol: another program is asked for the moves of a game.

use std::time::Duration;

use crate::protocol::engine_process::EngineProcess;
use crate::protocol::fault::Fault;
use crate::{Game, GameType, RuleOptions, Setup};

/// The conditions under which a program is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClientSettings {
    /// Lines to say before a game, such as those that set the program's options.
    pub lines: Vec<String>,
    /// Nodes of a move; 0 = no limit.
    pub nodes: u64,
    /// Depth of a move, plies; 0 = no limit.
    pub depth: u32,
    /// Time of a move.
    pub time: Option<Duration>,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MadeMove {
    /// The side that made it.
    pub side: usize,
    /// Its spelling among programs.
    pub coordinates: String,
}

impl MadeMove {
    /// The legal move with this path, which the side to move is about to make.
    pub fn of(game: &dyn Game, path: &[String]) -> Self {
        MadeMove {
            side: game.side(),
            // A path that is not legal is refused where it is played.
            coordinates: game.study().coordinates(path).unwrap_or_default(),
        }
    }
}

/// A game as far as it has come.
pub(crate) struct GameRecord<'a> {
    /// Its entry in the registry.
    pub game_type: &'a dyn GameType,
    /// The rules, and the first position.
    pub setup: &'a Setup,
    /// The moves from that position on.
    pub moves: Vec<MadeMove>,
    /// The side to move.
    pub side: usize,
}

impl GameRecord<'_> {
    /// The variant and the options of its rules.
    ///
    /// # Errors
    /// One of them is unknown.
    pub fn rules(&self) -> Result<RuleOptions, Fault> {
        let rules = RuleOptions::new(self.setup, self.game_type.sheet());
        rules.map_err(|why| Fault::Failed(format!("cannot be told the rules: {why}")))
    }
}

/// The answer of a program that is asked for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// A move, as the program spells it, in the form of [`MadeMove::coordinates`].
    Move {
        /// The spelling.
        coordinates: String,
        /// The nodes that the program says it has searched; 0 where it says nothing.
        nodes: u64,
    },
    /// The program gives the game up.
    Resigns,
}

/// A protocol, as its client speaks it. Every method may be called again with a new process.
pub(crate) trait Client: Send {
    /// Finds out that the program speaks the protocol, and sets its options.
    fn greet(&mut self, program: &mut EngineProcess) -> Result<(), Fault>;
    /// Says that a new game begins.
    fn begin(&mut self, program: &mut EngineProcess, game: &GameRecord<'_>) -> Result<(), Fault>;
    /// Asks for a move.
    fn ask(&mut self, program: &mut EngineProcess, game: &GameRecord<'_>) -> Result<Reply, Fault>;
}
