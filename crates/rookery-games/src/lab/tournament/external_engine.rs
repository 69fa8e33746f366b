//! Another program as a player of a match: its command, its protocol and the limits that it is given.

use std::time::Duration;

use crate::lab::tournament::engine_config::{limit, number};
use crate::protocol::client::{Client, ClientSettings};
use crate::uci::client::UciClient;
use crate::{GameType, Setup};

#[cfg(feature = "gomoku")]
use crate::gomocup::client::GomocupClient;
#[cfg(feature = "go")]
use crate::gtp::client::GtpClient;

/// The time that a program may take beyond the time of its move.
const PATIENCE: Duration = Duration::from_secs(60);

/// Another program that plays over its standard input and output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalEngine {
    protocol: Protocol,
    command: String,
    settings: ClientSettings,
    patience: Duration,
}

/// The protocols over which programs are asked for moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Protocol {
    Uci,
    #[cfg(feature = "go")]
    Gtp,
    #[cfg(feature = "gomoku")]
    Gomocup,
}

impl Protocol {
    /// The protocol of a word such as `uci`.
    fn of(word: &str) -> Option<Self> {
        match word {
            "uci" => Some(Protocol::Uci),
            #[cfg(feature = "go")]
            "gtp" => Some(Protocol::Gtp),
            #[cfg(feature = "gomoku")]
            "gomocup" => Some(Protocol::Gomocup),
            _ => None,
        }
    }
}

impl ExternalEngine {
    /// Reads a description that begins with `uci=COMMAND`, `gtp=COMMAND` or `gomocup=COMMAND`; `None` where the text begins otherwise.
    ///
    /// Words between commas follow: `say=LINE`, any number of times, `nodes=20000`, `depth=8`, `time=100` (milliseconds) and
    /// `patience=60` (seconds beyond that). With UCI a program without a limit has `nodes`.
    ///
    /// # Errors
    /// The fault, and what is expected.
    pub fn read(text: &str, nodes: u64) -> Option<Result<Self, String>> {
        let mut words = text.split(',').map(str::trim).filter(|w| !w.is_empty());
        let (protocol, command) = words.next()?.split_once('=')?;
        let mut engine = ExternalEngine {
            protocol: Protocol::of(protocol)?,
            command: command.trim().to_owned(),
            settings: ClientSettings::default(),
            patience: PATIENCE,
        };
        if engine.command.is_empty() {
            return Some(Err(format!("{protocol}=COMMAND: the command is missing")));
        }
        for word in words {
            if let Err(why) = engine.change(word) {
                return Some(Err(why));
            }
        }
        let settings = &mut engine.settings;
        let is_unlimited = settings.nodes == 0 && settings.depth == 0 && settings.time.is_none();
        if engine.protocol == Protocol::Uci && is_unlimited {
            settings.nodes = nodes;
        }
        Some(Ok(engine))
    }

    fn change(&mut self, word: &str) -> Result<(), String> {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let settings = &mut self.settings;
        match key {
            "say" => settings.lines.push(value.to_owned()),
            "nodes" => settings.nodes = limit(key, value)?,
            "depth" => settings.depth = limit(key, value)?,
            "time" => settings.time = Some(Duration::from_millis(limit::<u32>(key, value)?.into())),
            "patience" => self.patience = Duration::from_secs(number::<u32>(key, value)?.into()),
            _ => {
                return Err(format!(
                    "'{word}' is not one of say=LINE, nodes=N, depth=N, time=MS, patience=S, which follow the command of a program"
                ));
            }
        }
        Ok(())
    }

    /// Whether this game and these limits can be told in the words of the protocol. Whether the program knows them all is found out where a
    /// game begins.
    ///
    /// # Errors
    /// The part that the protocol has no words for, or a rule that the game does not have.
    pub fn check(&self, setup: &Setup, game_type: &dyn GameType) -> Result<(), String> {
        match self.protocol {
            Protocol::Uci => UciClient::check(setup, game_type),
            #[cfg(feature = "go")]
            Protocol::Gtp => GtpClient::check(&self.settings, game_type),
            #[cfg(feature = "gomoku")]
            Protocol::Gomocup => GomocupClient::check(&self.settings, setup, game_type),
        }
    }

    /// The command that starts it.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// The time that it may take over an answer.
    pub(super) fn patience(&self) -> Duration {
        self.patience + self.settings.time.unwrap_or_default()
    }

    /// A client that speaks its protocol.
    pub(super) fn client(&self) -> Box<dyn Client> {
        let settings = self.settings.clone();
        match self.protocol {
            Protocol::Uci => Box::new(UciClient::new(settings)),
            #[cfg(feature = "go")]
            Protocol::Gtp => Box::new(GtpClient::new(settings)),
            #[cfg(feature = "gomoku")]
            Protocol::Gomocup => Box::new(GomocupClient::new(settings)),
        }
    }
}
