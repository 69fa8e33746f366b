//! Commands of the protocol, one a line; upper and lower case do not matter.

use crate::gomocup::coordinates::{Coordinates, expected, numbers};
use crate::text::quoted;

/// A command that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// An empty board with as many columns and rows.
    Start([u8; 2]),
    /// The same board, without stones.
    Restart,
    /// The brain makes the first move.
    Begin,
    /// The opponent's stone; the brain answers.
    Turn(Coordinates),
    /// The stones of the board follow, up to `DONE`.
    Board(Purpose),
    /// The end of such lines.
    Done,
    /// A stone is taken off again.
    TakeBack(Coordinates),
    /// The brain's stone, as the manager will have it.
    Play(Coordinates),
    /// Something to know: a key in lower case, and its value.
    Info(String, String),
    /// Asks for the brain's name.
    About,
    /// End.
    End,
}

/// The use of a board that the manager describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The brain is to move.
    Move,
    /// The brain only takes note of it (an extension of Yixin).
    Note,
    /// The brain chooses by the rule Swap2.
    Swap2,
}

/// A line that is not obeyed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// There is no such command.
    Unknown(String),
    /// The command cannot be obeyed, and why.
    Error(String),
}

impl From<String> for Refusal {
    fn from(why: String) -> Self {
        Refusal::Error(why)
    }
}

/// Reads a line that is not empty.
///
/// # Errors
/// Its words are no command, or what follows the first is not what that expects.
pub(super) fn parse(line: &str) -> Result<Command, Refusal> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let name = word.to_ascii_uppercase();
    let point = || Coordinates::parse(rest).map_err(|why| format!("{name}: {why}"));
    Ok(match name.as_str() {
        "START" => Command::Start(size(rest).map_err(|why| format!("{name}: {why}"))?),
        "RECTSTART" => Command::Start(sides(rest).map_err(|why| format!("{name}: {why}"))?),
        "RESTART" => Command::Restart,
        "BEGIN" => Command::Begin,
        "TURN" => Command::Turn(point()?),
        "BOARD" => Command::Board(Purpose::Move),
        "YXBOARD" => Command::Board(Purpose::Note),
        "SWAP2BOARD" => Command::Board(Purpose::Swap2),
        "DONE" => Command::Done,
        "TAKEBACK" => Command::TakeBack(point()?),
        "PLAY" => Command::Play(point()?),
        "INFO" => {
            let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            Command::Info(key.to_ascii_lowercase(), value.trim().to_owned())
        }
        "ABOUT" => Command::About,
        "END" => Command::End,
        _ => {
            return Err(Refusal::Unknown(format!(
                "command {}: the commands are START, RECTSTART, RESTART, BEGIN, TURN, BOARD, SWAP2BOARD, TAKEBACK, PLAY, INFO, ABOUT, END",
                quoted(word)
            )));
        }
    })
}

fn size(text: &str) -> Result<[u8; 2], String> {
    match numbers(text)?[..] {
        [size] => Ok([size, size]),
        _ => Err(expected("the points of a side, such as 15,", text)),
    }
}

fn sides(text: &str) -> Result<[u8; 2], String> {
    match numbers(text)?[..] {
        [width, height] => Ok([width, height]),
        _ => Err(expected("width and height, such as 15,15,", text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_spaces_do_not_matter() {
        for (line, expected) in [
            ("START 15", Command::Start([15, 15])),
            ("rectstart 15, 19", Command::Start([15, 19])),
            ("Turn  7 , 8", Command::Turn(Coordinates { x: 7, y: 8 })),
            ("yxBoard", Command::Board(Purpose::Note)),
            (
                "INFO TIMEOUT_TURN  500",
                Command::Info("timeout_turn".to_owned(), "500".to_owned()),
            ),
            ("INFO", Command::Info(String::new(), String::new())),
            ("end", Command::End),
        ] {
            assert_eq!(parse(line), Ok(expected), "{line}");
        }
    }

    #[test]
    fn unknown_commands_and_faults_are_told_apart() {
        for line in ["XYZZY", "7,7", "STARTS 15", "\u{fffd}\u{7}"] {
            assert!(matches!(parse(line), Err(Refusal::Unknown(_))), "{line}");
        }
        for line in [
            "START",
            "START x",
            "START 15,15",
            "RECTSTART 15",
            "TURN",
            "TURN 7",
            "PLAY -1,2",
        ] {
            assert!(matches!(parse(line), Err(Refusal::Error(_))), "{line}");
        }
    }
}
