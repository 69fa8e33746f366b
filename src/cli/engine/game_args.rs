//! Arguments that select a game (name, position, moves), and the output format of position values.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use clap::Args;
use serde_json::json;

use rookery_engine::{Bound, Value};
use rookery_games::text::{decode, quoted};
use rookery_games::{Error, Game, GameType, Registry, Setup};

use crate::cli::failure::Failure;

/// The rules of a match or a search.
#[derive(Debug, Args)]
pub struct RulesArgs {
    /// The variant of the game [default: its first]
    #[arg(
        long,
        value_name = "NAME",
        default_value = "",
        hide_default_value = true
    )]
    variant: String,
    /// An option of the rules, as docs/games.md lists them; may be given several times [default: the first value of each]
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = rule_option)]
    options: Vec<(String, String)>,
}

impl RulesArgs {
    /// A game by these rules from this position on; an empty one is the start.
    ///
    /// # Errors
    /// An option is given twice.
    pub fn setup(&self, game_type: &dyn GameType, start: &str) -> Result<Setup, Failure> {
        let sheet = game_type.sheet();
        let keys: Vec<_> = sheet.options.iter().map(|option| option.key).collect();
        let mut options: Vec<(String, String)> = Vec::new();
        for (key, value) in &self.options {
            let key = as_known(key, &keys);
            let option = sheet.options.iter().find(|option| option.key == key);
            let value = as_known(value, option.map_or(&[][..], |option| option.values));
            if let Some((_, other)) = options.iter().find(|(known, _)| known == key) {
                let [first, second] =
                    [other.as_str(), value].map(|value| quoted(format!("{key}={value}")));
                return Err(Failure::input(format!(
                    "--option {first} and {second}: an option has one value; leave one of them out"
                )));
            }
            options.push((key.to_owned(), value.to_owned()));
        }
        Ok(Setup {
            variant: as_known(self.variant.trim(), sheet.variants).to_owned(),
            options,
            start: start.to_owned(),
        })
    }
}

/// The position of a search.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// Search this position instead of the start
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    position: String,
    #[command(flatten)]
    rules: RulesArgs,
    /// Moves to make first, separated by spaces
    #[arg(long, default_value = "")]
    moves: String,
}

impl PositionArgs {
    /// The game with this name at the position.
    ///
    /// # Errors
    /// As [`game`].
    pub fn game(&self, games: &Registry, name: &str) -> Result<Box<dyn Game>, Failure> {
        game(games, name, &self.rules, (&self.position, &self.moves))
    }
}

/// An option of the rules and its value, of `KEY=VALUE`.
fn rule_option(text: &str) -> Result<(String, String), String> {
    let (key, value) = text
        .split_once('=')
        .ok_or("expected KEY=VALUE, such as size=19")?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}

/// The known name that a text is in capital or small letters; the text itself where it is none of them, or could be several.
pub fn as_known<'a>(text: &'a str, known: &[&'a str]) -> &'a str {
    let mut alike = known.iter().filter(|name| name.eq_ignore_ascii_case(text));
    match alike.next() {
        // The same name may be there more than once.
        Some(&first) if alike.all(|name| *name == first) => first,
        _ => text,
    }
}

/// The game type with this name, including the example trees.
///
/// # Errors
/// The name is unknown; the message lists the games and names the nearest.
pub fn game_type(games: &Registry, name: &str) -> Result<&'static dyn GameType, Failure> {
    games
        .find_any(name)
        .map_err(|e| Failure::input(e.to_string()))
}

/// The evaluation with this name.
///
/// # Errors
/// The name is unknown; the message lists the evaluations of the game.
pub fn evaluation(game_type: &dyn GameType, name: &str) -> Result<&'static str, Failure> {
    let known = game_type.sheet().evaluations;
    let named = as_known(name, known);
    let named = known.iter().find(|known| **known == named);
    named.copied().ok_or_else(|| {
        Failure::input(format!(
            "--eval {name}: {} has {}",
            game_type.name(),
            known.join(", ")
        ))
    })
}

/// The evaluation with this name as a search request takes it: an empty name is the game's default.
///
/// # Errors
/// The game or the evaluation is unknown; the message lists the known ones.
pub fn evaluation_or_usual(
    games: &Registry,
    game: &str,
    name: &str,
) -> Result<&'static str, Failure> {
    match name {
        "" => Ok(""),
        name => evaluation(game_type(games, game)?, name),
    }
}

/// The game by these rules at a position (empty: its start) after moves separated by spaces, read as the typed-move box reads them.
///
/// # Errors
/// There are no such rules, or the position or a move cannot be read; for a move, the message lists the legal ones.
pub fn game(
    games: &Registry,
    name: &str,
    rules: &RulesArgs,
    (position, moves): (&str, &str),
) -> Result<Box<dyn Game>, Failure> {
    let game_type = game_type(games, name)?;
    let mut game = game_type
        .start(&rules.setup(game_type, position)?)
        .map_err(|e| Failure::input(e.to_string()))?;
    for text in moves.split_whitespace() {
        let path = game.read(text).map_err(|_| illegal(game.as_ref(), text))?;
        game.play(&path).map_err(|_| illegal(game.as_ref(), text))?;
    }
    Ok(game)
}

fn illegal(game: &dyn Game, text: &str) -> Failure {
    let legal: Vec<_> = game
        .legal()
        .into_iter()
        .filter_map(|l| l.alt.into_iter().next())
        .collect();
    Failure::input(match Error::unread(game, text) {
        _ if legal.is_empty() => format!(
            "{} cannot be played in {}: the game is over",
            quoted(text),
            game.position()
        ),
        several @ Error::Ambiguous { .. } => several.to_string(),
        none => format!("{none}; play one of {}", legal.join(" ")),
    })
}

/// A value as a JSON object.
pub fn score_json(value: Value) -> serde_json::Value {
    match value {
        Value::Cp(n) => json!({ "cp": n }),
        Value::Win(plies) => json!({ "win": plies }),
        Value::Loss(plies) => json!({ "loss": plies }),
        Value::Exact(n) => json!({ "exact": n }),
    }
}

/// A value in words, for people.
pub fn score_text(value: Value) -> String {
    match value {
        Value::Cp(n) => {
            let sign = if n < 0 { '-' } else { '+' };
            format!("{sign}{}.{:02}", n.abs() / 100, n.abs() % 100)
        }
        Value::Win(plies) => format!("win in {plies}"),
        Value::Loss(plies) => format!("loss in {plies}"),
        Value::Exact(0) => "draw".to_owned(),
        Value::Exact(n) => format!("exactly {n:+}"),
    }
}

/// A bound as it is named in JSON.
pub fn bound_word(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

/// A count per CPU second; 0 if the clock has not advanced.
pub fn per_second(count: u64, cpu_s: f64) -> u64 {
    if cpu_s > 0.0 {
        (count as f64 / cpu_s) as u64
    } else {
        0
    }
}

/// Whether a path stands for standard input or output. A file of this name is `./-`.
pub fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of an input file in messages.
pub fn input_name(path: &Path) -> String {
    match is_standard(path) {
        true => "standard input".to_owned(),
        false => path.display().to_string(),
    }
}

/// The text of an input file, whatever its encoding.
///
/// # Errors
/// It cannot be read.
pub fn input_text(path: &Path) -> Result<String, Failure> {
    let bytes = match is_standard(path) {
        true => {
            let mut bytes = Vec::new();
            let read = io::stdin().lock().read_to_end(&mut bytes);
            read.map(|_| bytes)
        }
        false => fs::read(path),
    };
    let bytes =
        bytes.map_err(|e| Failure::input(format!("cannot read {}: {e}", input_name(path))))?;
    Ok(decode(&bytes))
}
