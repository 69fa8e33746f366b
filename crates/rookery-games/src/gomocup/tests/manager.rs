//! The manager of a test.

use crate::Registry;
use crate::gomocup::run;
use crate::protocol::dialogue::Dialogue;

/// A manager with a brain.
pub struct Manager(pub Dialogue);

impl Manager {
    /// Starts a brain.
    pub fn meets() -> Self {
        Manager(Dialogue::with(2_000, |input, out, clock| {
            let game_type = Registry::shipped().find_any("gomoku").unwrap();
            run(game_type, input, out, clock).unwrap();
        }))
    }

    /// Starts a brain that plays as fast as possible, on a board of this size under this rule.
    pub fn starts(size: u8, rule: u32) -> Self {
        let mut manager = Manager::meets();
        assert_eq!(manager.ask(&format!("START {size}")), "OK");
        manager.say("INFO timeout_turn 0");
        manager.say(&format!("INFO rule {rule}"));
        manager
    }

    /// Says a line.
    pub fn say(&mut self, line: &str) {
        self.0.say(line);
    }

    /// The lines up to the first that is no message.
    pub fn hear_answer(&mut self) -> Vec<String> {
        self.0.hear_until(|line| !line.starts_with("MESSAGE "))
    }

    /// The answer to a line, without messages.
    pub fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.hear_answer().pop().unwrap()
    }
}

/// All that is answered to a text.
pub fn transcript(said: &str) -> Vec<String> {
    let mut manager = Manager::meets();
    manager.0.say_bytes(said.as_bytes());
    manager.0.fall_silent()
}

/// Column and row of an answer, which must be a point of the board.
pub fn point(answer: &str, size: u8) -> (u8, u8) {
    let (x, y) = answer.split_once(',').unwrap_or_else(|| panic!("{answer}"));
    let (x, y): (u8, u8) = (x.parse().unwrap(), y.parse().unwrap());
    assert!(x < size && y < size, "{answer}");
    (x, y)
}

/// Whether an answer is a point of the board.
pub fn is_point(answer: &str, size: u8) -> bool {
    let numbers = answer.split(',').map(|part| part.parse::<u8>());
    let numbers: Vec<_> = numbers.collect();
    numbers.len() == 2 && numbers.iter().all(|n| n.as_ref().is_ok_and(|n| *n < size))
}
