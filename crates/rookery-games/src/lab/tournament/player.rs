//! A player of a match, the engine or another program, and its seat at the board.

use crate::lab::tournament::{EngineConfig, ExternalEngine};
use crate::protocol::client::{Client, GameRecord, Reply};
use crate::protocol::engine_process::EngineProcess;
use crate::protocol::fault::Fault;
use crate::text::quoted;
use crate::{Error, Game, GameType, Setup};
use rookery_engine::Control;

/// A player of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// The engine, in this process.
    Engine(Box<EngineConfig>),
    /// Another program.
    External(ExternalEngine),
}

impl From<EngineConfig> for Player {
    fn from(config: EngineConfig) -> Self {
        Player::Engine(Box::new(config))
    }
}

impl Player {
    /// Reads a description, as [`EngineConfig::read`] and [`ExternalEngine::read`] do, of a player of games with this set-up.
    ///
    /// # Errors
    /// [`Error::Player`], with the fault and what is expected.
    pub fn read(
        text: &str,
        game_type: &dyn GameType,
        setup: &Setup,
        nodes: u64,
    ) -> Result<Self, Error> {
        let Some(external) = ExternalEngine::read(text, nodes) else {
            return EngineConfig::read(text, game_type, nodes).map(Player::from);
        };
        let external = external.and_then(|external| {
            external.check(setup, game_type)?;
            Ok(external)
        });
        external.map(Player::External).map_err(|why| Error::Player {
            text: text.to_owned(),
            why,
        })
    }

    /// A seat at a board, for one game after another.
    pub(super) fn seat(&self) -> Seat<'_> {
        match self {
            Player::Engine(config) => Seat::Engine(config),
            Player::External(engine) => Seat::External(ExternalSeat {
                engine,
                client: engine.client(),
                program: None,
            }),
        }
    }
}

/// A player's turn.
pub(super) enum Turn {
    /// A move, by its path, and the nodes that were searched for it.
    Move(Vec<String>, u64),
    /// The game is given up.
    Resigns,
    /// The game is lost by a fault of the program, which is told.
    Forfeits(String),
    /// The match has been told to stop.
    Stopped,
}

/// A player at a board.
pub(super) enum Seat<'a> {
    Engine(&'a EngineConfig),
    External(ExternalSeat<'a>),
}

impl Seat<'_> {
    /// Gets ready for a game.
    ///
    /// # Errors
    /// [`Error::Program`]: the program cannot be started, or does not speak its protocol.
    pub fn begin(&mut self, record: &GameRecord<'_>, control: &Control) -> Result<(), Error> {
        match self {
            Seat::Engine(_) => Ok(()),
            Seat::External(seat) => seat.begin(record, control),
        }
    }

    /// The player's turn in a game that goes on.
    pub fn play(
        &mut self,
        record: &GameRecord<'_>,
        game: &dyn Game,
        seed: u64,
        control: &Control,
    ) -> Turn {
        match self {
            Seat::Engine(config) => match config.choose(game, seed, control) {
                (Some(path), nodes) => Turn::Move(path, nodes),
                // There is always a move while the game goes on, unless the search was stopped.
                (None, _) => Turn::Stopped,
            },
            Seat::External(seat) => seat.play(record, game),
        }
    }
}

/// A program at a board.
pub(super) struct ExternalSeat<'a> {
    engine: &'a ExternalEngine,
    client: Box<dyn Client>,
    /// The running program; none before the first game and after a fault.
    program: Option<EngineProcess>,
}

impl ExternalSeat<'_> {
    fn begin(&mut self, record: &GameRecord<'_>, control: &Control) -> Result<(), Error> {
        if let Some(program) = &mut self.program {
            match self.client.begin(program, record) {
                Ok(()) | Err(Fault::Stopped) => return Ok(()),
                // It may have broken down since its last move: a new one starts afresh.
                Err(Fault::Failed(_)) => self.program = None,
            }
        }
        match self.start(record, control) {
            Ok(program) => self.program = Some(program),
            Err(Fault::Stopped) => {}
            Err(Fault::Failed(why)) => {
                let command = self.engine.command().to_owned();
                return Err(Error::Program { command, why });
            }
        }
        Ok(())
    }

    fn start(
        &mut self,
        record: &GameRecord<'_>,
        control: &Control,
    ) -> Result<EngineProcess, Fault> {
        let started = EngineProcess::start(self.engine.command(), self.engine.patience(), control);
        let mut program =
            started.map_err(|why| Fault::Failed(format!("cannot be started: {why}")))?;
        self.client.greet(&mut program)?;
        self.client.begin(&mut program, record)?;
        Ok(program)
    }

    fn play(&mut self, record: &GameRecord<'_>, game: &dyn Game) -> Turn {
        // None has been started where the match has been told to stop.
        let Some(program) = &mut self.program else {
            return Turn::Stopped;
        };
        let reply = self.client.ask(program, record);
        let turn = match reply {
            Ok(Reply::Resigns) => Turn::Resigns,
            Ok(Reply::Move { coordinates, nodes }) => match path_of(game, &coordinates) {
                Some(path) => Turn::Move(path, nodes),
                None => Turn::Forfeits(format!(
                    "played {}, which is not legal in {}",
                    quoted(&coordinates),
                    game.position()
                )),
            },
            Err(Fault::Stopped) => Turn::Stopped,
            Err(Fault::Failed(why)) => Turn::Forfeits(format!("{why}, in {}", game.position())),
        };
        if matches!(turn, Turn::Forfeits(_)) {
            self.program = None;
        }
        turn
    }
}

/// The path of the legal move that is spelled so.
fn path_of(game: &dyn Game, coordinates: &str) -> Option<Vec<String>> {
    let paths = game.legal().into_iter().map(|legal| legal.path);
    let mut paths =
        paths.filter(|path| game.study().coordinates(path).as_deref() == Some(coordinates));
    paths.next()
}
