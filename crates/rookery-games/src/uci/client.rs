//! UCI client: asks another chess engine, or another build of this program for any game, for moves.

use crate::protocol::client::{Client, ClientSettings, GameRecord, Reply};
use crate::protocol::engine_process::EngineProcess;
use crate::protocol::fault::Fault;
use crate::uci::settings::CHESS960;
use crate::{GameType, Setup};

/// The moves of engines that have none.
const NO_MOVES: [&str; 2] = ["(none)", "0000"];

/// The client, which asks chess engines and other builds of this one.
pub(crate) struct UciClient(ClientSettings);

impl UciClient {
    /// A client that asks under these conditions.
    pub fn new(settings: ClientSettings) -> Self {
        UciClient(settings)
    }

    /// Checks that the protocol can express these rules.
    ///
    /// # Errors
    /// The rule that the protocol has no words for.
    pub fn check(setup: &Setup, game_type: &dyn GameType) -> Result<(), String> {
        let sheet = game_type.sheet();
        let usual = sheet.variants.first().copied().unwrap_or_default();
        let variant = setup.variant.as_str();
        if !["", usual, CHESS960].contains(&variant) {
            return Err(format!("UCI has no words for the variant {variant}"));
        }
        let is_usual = |(key, value): &&(String, String)| {
            let option = sheet.options.iter().find(|option| option.key == key);
            option.is_none_or(|option| option.values.first() == Some(&value.as_str()))
        };
        match setup.options.iter().find(|option| !is_usual(option)) {
            Some((key, value)) => Err(format!("UCI has no words for {key}={value}")),
            None => Ok(()),
        }
    }

    fn ready(&self, program: &mut EngineProcess) -> Result<(), Fault> {
        program.say("isready")?;
        program.hear_until(|line| (line == "readyok").then_some(Ok(())))
    }

    fn go(&self) -> String {
        let mut go = "go".to_owned();
        let time_ms = self.0.time.map_or(0, |time| time.as_millis().max(1));
        for (word, limit) in [
            ("nodes", u128::from(self.0.nodes)),
            ("depth", u128::from(self.0.depth)),
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
        program.hear_until(|line| (line == "uciok").then_some(Ok(())))?;
        for line in &self.0.lines {
            program.say(line)?;
        }
        self.ready(program)
    }

    fn begin(&mut self, program: &mut EngineProcess, game: &GameRecord<'_>) -> Result<(), Fault> {
        if game.setup.variant == CHESS960 {
            program.say("setoption name UCI_Chess960 value true")?;
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
