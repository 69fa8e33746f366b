//! Arguments that select a game (name, position, moves), and the output format of position values.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use clap::Args;
use serde_json::json;

use rookery_engine::{Bound, Value};
use rookery_games::text::{decode, quoted, without_move_number};
use rookery_games::{Error, Game, GameType, Registry, Setup};

use crate::cli::failure::Failure;

/// The most characters of a move that is looked for in a text without spaces.
const LONGEST_OF_RUN: usize = 8;

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
    /// Moves to make first, separated by spaces; move numbers may be among them, except where moves are numbers themselves
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

/// The game by these rules at a position (empty: its start) after moves separated by spaces, read as the typed-move box reads them. Numbers
/// as files have them, alone or in front of a move, are passed over, except in games whose moves are numbers.
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
    let has_move_numbers = !moves_are_numbers(game.as_ref());
    for word in moves.split_whitespace() {
        let bare = match has_move_numbers {
            true => without_move_number(word),
            false => word,
        };
        if bare.is_empty() {
            continue;
        }
        // In checkers `11.15` is a move, and no eleventh. Where the rest has a sign of its own, as in `11.15-19`, the number is none of its
        // squares.
        let is_of_numbers = bare.chars().all(|c| c.is_ascii_digit() || c == '.');
        let whole = if is_of_numbers { word } else { bare };
        let read = game.read(bare).or_else(|_| game.read(whole));
        let path = read.map_err(|_| illegal(game.as_ref(), [bare, whole]))?;
        game.play(&path)
            .map_err(|_| illegal(game.as_ref(), [bare, whole]))?;
    }
    Ok(game)
}

/// Whether a move may be written as a number alone, as the column in Connect Four: then `3.` is not sure to be the number of a move.
fn moves_are_numbers(game: &dyn Game) -> bool {
    let mut spellings = game.legal().into_iter().flat_map(|legal| legal.alt);
    spellings.any(|text| text.parse::<u32>().is_ok())
}

/// Whether a text begins with two moves that nothing separates, such as `f5d6c3`.
fn is_run(game: &dyn Game, text: &str) -> bool {
    let mut game = game.boxed_clone();
    let mut rest = text;
    for _ in 0..2 {
        let ends = rest.char_indices().map(|(at, c)| at + c.len_utf8());
        let ends: Vec<usize> = ends.take(LONGEST_OF_RUN).collect();
        let longest_first = ends.into_iter().rev();
        let found = longest_first
            .map(|end| (end, game.read(&rest[..end])))
            .find_map(|(end, read)| Some((end, read.ok()?)));
        let Some((end, path)) = found else {
            return false;
        };
        if game.play(&path).is_err() {
            return false;
        }
        rest = &rest[end..];
    }
    true
}

/// The error of a move that has been read without its number and, where the number may belong to it, as a whole.
fn illegal(game: &dyn Game, [bare, whole]: [&str; 2]) -> Failure {
    let legal: Vec<_> = game
        .legal()
        .into_iter()
        .filter_map(|l| l.alt.into_iter().next())
        .collect();
    let unread = match Error::unread(game, bare) {
        several @ Error::Ambiguous { .. } => several,
        _ => Error::unread(game, whole),
    };
    Failure::input(match unread {
        _ if legal.is_empty() => format!(
            "{} cannot be played in {}: the game is over",
            quoted(whole),
            game.position()
        ),
        several @ Error::Ambiguous { .. } => several.to_string(),
        none if is_run(game, bare) => {
            format!("{none}; separate the moves with spaces")
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The position after these moves, or what is said about them.
    fn after(name: &str, moves: &str) -> Result<String, String> {
        after_from(name, "", moves)
    }

    fn after_from(name: &str, position: &str, moves: &str) -> Result<String, String> {
        let rules = RulesArgs {
            variant: String::new(),
            options: Vec::new(),
        };
        let game = game(&Registry::shipped(), name, &rules, (position, moves));
        game.map(|game| game.position()).map_err(|e| e.message)
    }

    #[test]
    fn moves_are_read_with_their_numbers_as_files_have_them() {
        for (name, plain, numbered) in [
            (
                "chess",
                "e4 e5 Nf3 Nc6",
                &[
                    "1. e4 e5 2. Nf3 Nc6",
                    "1.e4 e5 2.Nf3 Nc6",
                    "1. e4 1... e5 2. Nf3 2...Nc6",
                    "1. e4 e5 2. Nf3 2… Nc6",
                ][..],
            ),
            (
                "checkers",
                "11-15 23-19",
                &["1. 11-15 23-19", "1.11-15 23-19", "11.15 23.19"],
            ),
            ("othello", "f5 d6 c3", &["1. f5 2. d6 3. c3"]),
        ] {
            let expected = after(name, plain).unwrap();
            for moves in numbered {
                assert_eq!(after(name, moves), Ok(expected.clone()), "{moves}");
            }
        }
    }

    /// A move that is not played without a word would be missed in the position.
    #[test]
    fn a_number_is_not_passed_over_where_it_may_be_a_move() {
        for (name, moves, refused) in [
            ("connect-four", "4 4 3.", "'3.'"),
            ("connect-four", "1. 4", "'1.'"),
            ("tic-tac-toe", "5 1.", "'1.'"),
        ] {
            let said = after(name, moves).unwrap_err();
            let says = format!("{refused} is not a legal move");
            assert!(said.contains(&says), "{moves}: {said}");
        }
    }

    /// The man on 6 comes to 22 over 10 and 18, or over 9 and 17.
    #[test]
    fn a_number_in_front_does_not_hide_what_a_move_could_be() {
        let from = |moves| after_from("checkers", "B:W9,10,17,18,32:B6", moves);
        let said = from("6-22").unwrap_err();
        for could_be in ["'6-22' could be ", "6x13x22", "6x15x22"] {
            assert!(said.contains(could_be), "{said}");
        }
        assert_eq!(from("7.6-22"), Err(said));
        assert_eq!(from("7.6x13x22"), from("6x13x22"));
    }

    /// The man on 1 has to take those on 6 and 15, and comes to 10 and 19: neither it nor another goes from 10 to 19.
    #[test]
    fn a_number_in_front_is_no_square_of_the_move() {
        let from = |moves| after_from("checkers", "B:W6,15,32:B1", moves);
        let said = from("1.10-19").unwrap_err();
        assert!(said.contains("'10-19' is not a legal move"), "{said}");
        let taken = from("1x19");
        assert!(taken.is_ok(), "{taken:?}");
        for moves in ["1.10.19", "1.19", "1.1-19"] {
            assert_eq!(from(moves), taken, "{moves}");
        }
    }

    #[test]
    fn moves_without_spaces_are_refused_with_a_hint() {
        const HINT: &str = "separate the moves with spaces";
        for (name, moves) in [
            ("othello", "f5d6c3"),
            ("connect-four", "44"),
            ("gomoku", "h10i9"),
            ("chess", "1.e4e5"),
        ] {
            let said = after(name, moves).unwrap_err();
            assert!(said.contains(HINT), "{said}");
        }
        for (name, moves) in [("othello", "f5d"), ("chess", "e4x"), ("connect-four", "8")] {
            let said = after(name, moves).unwrap_err();
            assert!(!said.contains(HINT), "{said}");
        }
        let said = after("connect-four", "44").unwrap_err();
        assert!(said.contains("in the first position; "), "{said}");
    }
}
