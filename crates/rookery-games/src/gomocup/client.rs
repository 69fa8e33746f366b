//! The client's side of the protocol of Gomocup: another gomoku program ("brain") is asked for moves.

use crate::gomocup::coordinates::Coordinates;
use crate::gomocup::rule::Rule;
use crate::gomoku::metadata::key;
use crate::protocol::client::{Client, ClientSettings, GameRecord, MadeMove, Reply};
use crate::protocol::engine_process::EngineProcess;
use crate::protocol::fault::Fault;
use crate::text::quoted;
use crate::{GameType, RuleOptions, Setup};

/// The client, which asks gomoku programs.
pub(crate) struct GomocupClient {
    settings: ClientSettings,
    /// Points a side.
    size: u8,
    /// Stones of the game that the program knows.
    known: usize,
}

impl GomocupClient {
    /// A client that asks under these conditions.
    pub fn new(settings: ClientSettings) -> Self {
        GomocupClient {
            settings,
            size: 0,
            known: 0,
        }
    }

    /// Whether the protocol knows the game, these limits and these rules.
    ///
    /// # Errors
    /// It does not.
    pub fn check(
        settings: &ClientSettings,
        setup: &Setup,
        game_type: &dyn GameType,
    ) -> Result<(), String> {
        if game_type.name() != "gomoku" {
            return Err("Gomocup's protocol is that of gomoku".to_owned());
        }
        if settings.nodes != 0 || settings.depth != 0 {
            return Err("Gomocup's protocol has no limits in nodes or depth, but in time; programs may have settings of their own, such as say=INFO max_node 100000".to_owned());
        }
        let rules = RuleOptions::new(setup, game_type.sheet()).map_err(|e| e.to_string())?;
        match rules.option(key::OPENING) {
            "" | "free" => Ok(()),
            opening => Err(format!(
                "in a match over Gomocup's protocol stones are laid freely, not by {opening}"
            )),
        }
    }

    /// A stone as a line of `BOARD`: 1 is the program's own, 2 its opponent's.
    fn stone(&self, made: &MadeMove, side: usize) -> Result<String, Fault> {
        let place = self.place(made)?;
        let owner = if made.side == side { 1 } else { 2 };
        Ok(format!("{place},{owner}"))
    }

    fn place(&self, made: &MadeMove) -> Result<Coordinates, Fault> {
        let place = Coordinates::of_name(&made.coordinates, self.size);
        place.ok_or_else(|| Fault::Failed(format!("cannot be told {}", quoted(&made.coordinates))))
    }
}

/// What a line of a program says about its answer; nothing where it is a remark.
fn refusal(line: &str) -> Option<Fault> {
    let word = line.split_whitespace().next()?.to_uppercase();
    let is_refusal = ["ERROR", "UNKNOWN"].contains(&word.as_str());
    is_refusal.then(|| Fault::Failed(format!("answered {}", quoted(line))))
}

/// A line of a program that is asked for a move.
enum ToldMove {
    /// The point that it plays.
    Played(Coordinates),
    /// The point that it would play, if it is told to.
    Suggested(Coordinates),
}

/// The point in a line of a program; nothing where it is a remark.
fn told_move(line: &str) -> Option<Result<ToldMove, Fault>> {
    if let Some(fault) = refusal(line) {
        return Some(Err(fault));
    }
    if let Ok(place) = Coordinates::parse(line) {
        return Some(Ok(ToldMove::Played(place)));
    }
    let (word, point) = line.split_once(char::is_whitespace)?;
    let place = Coordinates::parse(point).ok()?;
    word.eq_ignore_ascii_case("SUGGEST")
        .then_some(Ok(ToldMove::Suggested(place)))
}

impl Client for GomocupClient {
    fn greet(&mut self, program: &mut EngineProcess) -> Result<(), Fault> {
        program.say("ABOUT")?;
        program.hear_until(|line| line.contains("name=").then_some(Ok(())))
    }

    fn begin(&mut self, program: &mut EngineProcess, game: &GameRecord<'_>) -> Result<(), Fault> {
        let rules = game.rules()?;
        self.size = rules.option(key::SIZE).parse().unwrap_or_default();
        self.known = 0;
        program.say(&format!("START {}", self.size))?;
        program.hear_until(|line| match refusal(line) {
            Some(fault) => Some(Err(fault)),
            None => line.to_uppercase().starts_with("OK").then_some(Ok(())),
        })?;
        program.say(&format!(
            "INFO rule {}",
            Rule::of_variant(rules.variant()).0
        ))?;
        program.say("INFO timeout_match 0")?;
        if let Some(time) = self.settings.time {
            program.say(&format!("INFO timeout_turn {}", time.as_millis()))?;
        }
        for line in &self.settings.lines {
            program.say(line)?;
        }
        Ok(())
    }

    fn ask(&mut self, program: &mut EngineProcess, game: &GameRecord<'_>) -> Result<Reply, Fault> {
        match &game.moves[..] {
            [] => program.say("BEGIN")?,
            [before @ .., last] if self.known > 0 && self.known == before.len() => {
                let place = self.place(last)?;
                program.say(&format!("TURN {place}"))?;
            }
            all => {
                program.say("BOARD")?;
                for made in all {
                    let line = self.stone(made, game.side)?;
                    program.say(&line)?;
                }
                program.say("DONE")?;
            }
        }
        let place = match program.hear_until(told_move)? {
            ToldMove::Played(place) => place,
            ToldMove::Suggested(place) => {
                let play = format!("PLAY {place}");
                program.say(&play)?;
                match program.hear_until(told_move)? {
                    ToldMove::Played(place) => place,
                    ToldMove::Suggested(other) => {
                        let suggested = quoted(format!("SUGGEST {other}"));
                        return Err(Fault::Failed(format!(
                            "answered {suggested} when told {}",
                            quoted(play)
                        )));
                    }
                }
            }
        };
        self.known = game.moves.len() + 1;
        Ok(Reply::Move {
            coordinates: place.name(self.size),
            nodes: 0,
        })
    }
}
