//! Commands of the protocol, one a line; upper and lower case do not matter.

use crate::gomocup::coordinates::{Coordinates, expected, numbers};
use crate::text::{quoted, split_word};

/// A command that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BrainCommand {
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
    /// The brain is to answer now.
    Stop,
    /// Asks for the brain's name.
    About,
    /// The manager has no more use for the brain.
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

impl Purpose {
    /// The command before such a board.
    pub fn name(self) -> &'static str {
        match self {
            Purpose::Move => "BOARD",
            Purpose::Note => "YXBOARD",
            Purpose::Swap2 => "SWAP2BOARD",
        }
    }
}

/// A line that is not obeyed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LineRefusal {
    /// There is no such command.
    Unknown(String),
    /// The command cannot be obeyed, and why.
    Error(String),
}

impl From<String> for LineRefusal {
    fn from(why: String) -> Self {
        LineRefusal::Error(why)
    }
}

/// Reads a line that is not empty.
///
/// # Errors
/// Its words are no command, or what follows the first is not what that expects.
pub(super) fn parse(line: &str) -> Result<BrainCommand, LineRefusal> {
    let (word, rest) = split_word(line);
    let name = word.to_ascii_uppercase();
    let point = || Coordinates::parse(rest).map_err(|why| format!("{name}: {why}"));
    Ok(match name.as_str() {
        "START" => BrainCommand::Start(size(rest).map_err(|why| format!("{name}: {why}"))?),
        "RECTSTART" => BrainCommand::Start(sides(rest).map_err(|why| format!("{name}: {why}"))?),
        "RESTART" => BrainCommand::Restart,
        "BEGIN" => BrainCommand::Begin,
        "TURN" => BrainCommand::Turn(point()?),
        "BOARD" => BrainCommand::Board(Purpose::Move),
        "YXBOARD" => BrainCommand::Board(Purpose::Note),
        "SWAP2BOARD" => BrainCommand::Board(Purpose::Swap2),
        "DONE" => BrainCommand::Done,
        "TAKEBACK" => BrainCommand::TakeBack(point()?),
        "PLAY" => BrainCommand::Play(point()?),
        "INFO" => {
            let (key, value) = split_word(rest);
            BrainCommand::Info(key.to_ascii_lowercase(), value.to_owned())
        }
        "YXSTOP" => BrainCommand::Stop,
        "ABOUT" => BrainCommand::About,
        "END" => BrainCommand::End,
        _ => {
            return Err(LineRefusal::Unknown(format!(
                "command {}: the commands are START, RECTSTART, RESTART, BEGIN, TURN, BOARD, YXBOARD, SWAP2BOARD, TAKEBACK, PLAY, INFO, YXSTOP, ABOUT, END",
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
            ("START 15", BrainCommand::Start([15, 15])),
            ("rectstart 15, 19", BrainCommand::Start([15, 19])),
            (
                "Turn  7 , 8",
                BrainCommand::Turn(Coordinates { x: 7, y: 8 }),
            ),
            ("yxBoard", BrainCommand::Board(Purpose::Note)),
            (
                "INFO TIMEOUT_TURN  500",
                BrainCommand::Info("timeout_turn".to_owned(), "500".to_owned()),
            ),
            ("INFO", BrainCommand::Info(String::new(), String::new())),
            ("yxstop", BrainCommand::Stop),
            ("end", BrainCommand::End),
        ] {
            assert_eq!(parse(line), Ok(expected), "{line}");
        }
    }

    #[test]
    fn unknown_commands_and_faults_are_told_apart() {
        for line in ["XYZZY", "7,7", "STARTS 15", "\u{fffd}\u{7}"] {
            assert!(
                matches!(parse(line), Err(LineRefusal::Unknown(_))),
                "{line}"
            );
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
            assert!(matches!(parse(line), Err(LineRefusal::Error(_))), "{line}");
        }
    }
}
