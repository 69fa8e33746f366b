//! Arguments that select a game (name, position, moves), and the output format of position values.

use serde_json::json;

use rookery_engine::{Bound, Value};
use rookery_games::text::shortened;
use rookery_games::{Error, Game, GameType, Registry, Setup};

use crate::cli::failure::Failure;

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
    let named = known.iter().find(|known| **known == name);
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

/// The game at a position (empty: its start) after moves separated by spaces, read as the typed-move box reads them.
///
/// # Errors
/// The position or a move cannot be read; for a move, the message lists the legal ones.
pub fn game(
    games: &Registry,
    name: &str,
    position: &str,
    moves: &str,
) -> Result<Box<dyn Game>, Failure> {
    let setup = Setup {
        start: position.to_owned(),
        ..Setup::default()
    };
    let mut game = game_type(games, name)?
        .start(&setup)
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
            "'{}' cannot be played in {}: the game is over",
            shortened(text),
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
