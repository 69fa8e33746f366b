//! UCI client: asks another chess engine, or another build of this program for any game, for moves.

use crate::protocol::client::{Client, ClientSettings, GameRecord, Reply};
use crate::protocol::engine_process::EngineProcess;
use crate::protocol::fault::Fault;
use crate::text::quoted;
use crate::uci::uci_rules;
use crate::{GameType, RuleOptions, Setup};

/// The moves of engines that have none.
const NO_MOVES: [&str; 2] = ["(none)", "0000"];

/// The client, which asks chess engines and other builds of this one.
pub(crate) struct UciClient {
    settings: ClientSettings,
    /// The lines in which the program has described its options.
    offered: Vec<String>,
}

impl UciClient {
    /// A client that asks under these conditions.
    pub fn new(settings: ClientSettings) -> Self {
        UciClient {
            settings,
            offered: Vec::new(),
        }
    }

    /// Checks that the game has these rules. Whether the program has the options by which it is told of them is found out in
    /// [`Client::begin`].
    ///
    /// # Errors
    /// The variant or the option that it does not have, and those that it has.
    pub fn check(setup: &Setup, game_type: &dyn GameType) -> Result<(), String> {
        let rules = RuleOptions::new(setup, game_type.sheet());
        rules.map(drop).map_err(|why| why.to_string())
    }

    /// Whether the program has said that it has this option and takes this value.
    fn is_offered(&self, name: &str, value: &str) -> bool {
        self.offered.iter().any(|line| {
            let described = line
                .strip_prefix("option name ")
                .and_then(|line| line.strip_prefix(name))
                .and_then(|line| line.strip_prefix(" type "));
            described.is_some_and(|described| {
                let mut words = described.split_whitespace();
                words.next() == Some("check") || words.any(|word| word == value)
            })
        })
    }

    fn ready(&self, program: &mut EngineProcess) -> Result<(), Fault> {
        program.say("isready")?;
        program.hear_until(|line| (line == "readyok").then_some(Ok(())))
    }

    fn go(&self) -> String {
        let mut go = "go".to_owned();
        let time_ms = self.settings.time.map_or(0, |time| time.as_millis().max(1));
        for (word, limit) in [
            ("nodes", u128::from(self.settings.nodes)),
            ("depth", u128::from(self.settings.depth)),
            ("movetime", time_ms),
        ] {
            if limit != 0 {
                go.push_str(&format!(" {word} {limit}"));
            }
        }
        go
    }
}

impl Client for UciClient {
    fn greet(&mut self, program: &mut EngineProcess) -> Result<(), Fault> {
        program.say("uci")?;
        self.offered.clear();
        program.hear_until(|line| {
            if line.starts_with("option ") {
                self.offered.push(line.to_owned());
            }
            (line == "uciok").then_some(Ok(()))
        })?;
        for line in &self.settings.lines {
            program.say(line)?;
        }
        self.ready(program)
    }

    fn begin(&mut self, program: &mut EngineProcess, game: &GameRecord<'_>) -> Result<(), Fault> {
        for (name, value) in uci_rules::told(game.setup, game.game_type.sheet()) {
            if !self.is_offered(&name, &value) {
                return Err(Fault::Failed(format!(
                    "has no option {} with the value {value}, which these rules need",
                    quoted(name)
                )));
            }
            program.say(&format!("setoption name {name} value {value}"))?;
        }
        program.say("ucinewgame")?;
        self.ready(program)
    }

    fn ask(&mut self, program: &mut EngineProcess, game: &GameRecord<'_>) -> Result<Reply, Fault> {
        let mut place = match game.setup.start.as_str() {
            "" => "position startpos".to_owned(),
            start => format!("position fen {start}"),
        };
        for (number, made) in game.moves.iter().enumerate() {
            place.push_str(if number == 0 { " moves " } else { " " });
            place.push_str(&made.coordinates);
        }
        program.say(&place)?;
        program.say(&self.go())?;
        let mut nodes = 0;
        program.hear_until(|line| {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => {
                    // Free text may follow `string`, and moves follow `pv`, so the facts end there.
                    let mut facts = words.take_while(|word| !["string", "pv"].contains(word));
                    if facts.any(|word| word == "nodes") {
                        nodes = facts.next().and_then(|n| n.parse().ok()).unwrap_or(nodes);
                    }
                    None
                }
                Some("bestmove") => Some(match words.next() {
                    Some(m) if !NO_MOVES.contains(&m) => Ok(Reply::Move {
                        coordinates: m.to_owned(),
                        nodes,
                    }),
                    _ => Err(Fault::Failed("gave no move".to_owned())),
                }),
                _ => None,
            }
        })
    }
}
