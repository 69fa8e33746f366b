//! The client's side of the Go Text Protocol: another Go program is asked for moves.

use std::time::Duration;

use crate::go::board_game::GoGame;
use crate::gtp::gtp_board::GtpBoard;
use crate::protocol::client::{Client, ClientSettings, GameRecord, Reply};
use crate::protocol::engine_process::EngineProcess;
use crate::protocol::fault::Fault;
use crate::text::quoted;
use crate::{BoardGame, GameType};

/// The client, which asks Go programs.
pub(crate) struct GtpClient {
    settings: ClientSettings,
    /// Moves of the game that the program knows.
    known: usize,
}

impl GtpClient {
    /// A client that asks under these conditions.
    pub fn new(settings: ClientSettings) -> Self {
        GtpClient { settings, known: 0 }
    }

    /// Whether the protocol knows the game and these limits.
    ///
    /// # Errors
    /// It does not.
    pub fn check(settings: &ClientSettings, game_type: &dyn GameType) -> Result<(), String> {
        let whole_seconds = |time: Duration| time.subsec_nanos() == 0;
        if game_type.name() != "go" {
            return Err("GTP is the protocol of Go".to_owned());
        }
        if settings.nodes != 0 || settings.depth != 0 {
            return Err("GTP has no limits in nodes or depth; programs have commands or arguments of their own, such as say=level 10".to_owned());
        }
        match settings.time.is_none_or(whole_seconds) {
            true => Ok(()),
            false => Err("GTP counts time in whole seconds: time=1000 is one".to_owned()),
        }
    }

    /// Says a command, and returns the text of its answer.
    fn command(&self, program: &mut EngineProcess, line: &str) -> Result<String, Fault> {
        program.say(line)?;
        let answer = program.hear_until(|heard| {
            let text = heard.get(1..).map(|text| text.trim().to_owned());
            match heard.as_bytes().first() {
                Some(b'=') => Some(Ok(text.unwrap_or_default())),
                Some(b'?') => Some(Err(Fault::Failed(format!(
                    "refused {}: {}",
                    quoted(line),
                    quoted(text.unwrap_or_default())
                )))),
                _ => None,
            }
        })?;
        // An empty line ends an answer.
        program.hear_until(|line| line.is_empty().then_some(Ok(())))?;
        Ok(answer)
    }
}

fn colour(side: usize) -> char {
    ['b', 'w'][side]
}

impl Client for GtpClient {
    fn greet(&mut self, program: &mut EngineProcess) -> Result<(), Fault> {
        self.command(program, "protocol_version")?;
        if let Some(time) = self.settings.time {
            // Byo-yomi from the first move on: this many seconds for each stone.
            self.command(program, &format!("time_settings 0 {} 1", time.as_secs()))?;
        }
        for line in &self.settings.lines {
            self.command(program, line)?;
        }
        Ok(())
    }

    fn begin(&mut self, program: &mut EngineProcess, game: &GameRecord<'_>) -> Result<(), Fault> {
        let rules = GoGame::new(&game.rules()?).rules();
        self.known = 0;
        self.command(program, &format!("boardsize {}", rules.size))?;
        self.command(program, "clear_board")?;
        let komi = f64::from(rules.komi_halves) / 2.0;
        self.command(program, &format!("komi {komi}"))?;
        if rules.handicap > 0 {
            let names = GtpBoard::new(rules).names(rules.handicap_stones());
            self.command(program, &format!("set_free_handicap {names}"))?;
        }
        Ok(())
    }

    fn ask(&mut self, program: &mut EngineProcess, game: &GameRecord<'_>) -> Result<Reply, Fault> {
        for made in game.moves.get(self.known..).unwrap_or_default() {
            let (colour, vertex) = (colour(made.side), made.coordinates.to_uppercase());
            self.command(program, &format!("play {colour} {vertex}"))?;
        }
        let answer = self.command(program, &format!("genmove {}", colour(game.side)))?;
        // It has made its move on its own board.
        self.known = game.moves.len() + 1;
        match answer.to_lowercase().as_str() {
            "resign" => Ok(Reply::Resigns),
            coordinates => Ok(Reply::Move {
                coordinates: coordinates.to_owned(),
                nodes: 0,
            }),
        }
    }
}
