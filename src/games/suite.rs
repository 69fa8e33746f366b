//! Suites of best moves: a position a line, the moves that are right or wrong there, and what each is worth.
//!
//! The form is that of EPD files, for every game: the position, then operations that end with semicolons. `bm` lists the best
//! moves, `am` moves to avoid, `dm 3` the moves to a forced win, `c0 "d5=10, e4=3"` points for moves, `id "name"` the name; others
//! are passed over, and so is a `c0` that gives no points.
//!
//! ```text
//! X../.O./... x bm c1 a3; id "opposite corner";
//! 4453 ; bm 4; c0 "4=10, 3=2";
//! ```

use crate::engine::{Control, Report, Request, Value};
use crate::games::{Error, Game, Kind, Setup};

/// The operations that a position can be followed by (Edwards, 1994); the first of them ends the position.
const OPERATIONS: [&str; 27] = [
    "acd", "acn", "acs", "am", "bm", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9",
    "ce", "dm", "eco", "fmvn", "hmvc", "id", "nic", "noop", "pm", "pv", "rc", "sm",
];

/// A position of a suite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exercise {
    /// The position, as the game reads it.
    pub position: String,
    /// Its name; empty where it has none.
    pub name: String,
    /// Moves one of which is right; empty where only moves to avoid are named.
    pub best: Vec<String>,
    /// Moves that are wrong.
    pub avoid: Vec<String>,
    /// The moves of the side to move within which it wins, where that is asked for.
    pub win_moves: Option<u32>,
    /// Points for moves.
    pub points: Vec<(String, u64)>,
}

/// What a search answered to an exercise.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The move in the usual notation.
    pub chosen: String,
    /// Whether it is one of the best moves and none to avoid.
    pub is_right: bool,
    /// The points it is worth; where the exercise gives none, 1 for a right move.
    pub points: u64,
    /// The most points there are.
    pub points_max: u64,
    /// The search.
    pub report: Report,
}

impl Exercise {
    /// Reads a line.
    ///
    /// # Errors
    /// What is missing or cannot be read.
    pub fn parse(line: &str) -> Result<Self, String> {
        let expected =
            "a position, then bm MOVE MOVE; or am MOVE; or dm MOVES; or c0 \"MOVE=POINTS, …\";";
        let start = operations_start(line).ok_or_else(|| format!("{expected} is expected"))?;
        let (position, rest) = line.split_at(start);
        let mut exercise = Exercise {
            position: position.trim().trim_end_matches(';').trim().to_owned(),
            ..Exercise::default()
        };
        for operation in operations(rest) {
            let (code, operand) = operation
                .split_once(char::is_whitespace)
                .unwrap_or((operation, ""));
            let operand = operand.trim();
            let moves = || operand.split_whitespace().map(str::to_owned);
            match code {
                "bm" => exercise.best.extend(moves()),
                "am" => exercise.avoid.extend(moves()),
                // Some files fill names with characters that are none.
                "id" => exercise.name = operand.trim_matches('"').replace(char::is_control, ""),
                "dm" => exercise.win_moves = Some(win_moves(operand)?),
                "c0" if operand.contains('=') => {
                    exercise.points = points(operand.trim_matches('"'))?;
                }
                _ => {}
            }
        }
        let names_moves = [&exercise.best, &exercise.avoid]
            .iter()
            .any(|moves| !moves.is_empty());
        match names_moves || !exercise.points.is_empty() || exercise.win_moves.is_some() {
            true => Ok(exercise),
            false => Err(format!("{expected} is expected")),
        }
    }

    /// Searches the position, and says whether the answer is right.
    ///
    /// # Errors
    /// A position or a move that the game does not read.
    pub fn answer(
        &self,
        kind: &dyn Kind,
        request: &Request,
        control: &Control,
    ) -> Result<Answered, Error> {
        let setup = Setup {
            start: self.position.clone(),
            ..Setup::default()
        };
        let game = kind.start(&setup)?;
        let best = self.read(&*game, self.best.iter())?;
        let avoid = self.read(&*game, self.avoid.iter())?;
        let scored = self.read(&*game, self.points.iter().map(|(m, _)| m))?;
        let report = game.search(request, control);
        let chosen = report.best.clone().unwrap_or_default();
        let worth = |path: &Vec<String>| {
            let at = scored.iter().position(|m| m == path);
            at.map_or(0, |at| self.points[at].1)
        };
        // Where only points are given, the move with the most of them is the best one.
        let most = self.points.iter().map(|(_, points)| *points).max();
        let is_best = match (best.is_empty(), most) {
            (false, _) => best.contains(&chosen),
            (true, Some(most)) => worth(&chosen) == most,
            (true, None) => true,
        };
        let line = report.lines.first();
        let wins = match (self.win_moves, line.map(|line| line.value)) {
            (None, _) => true,
            (Some(moves), Some(Value::Win(plies))) => plies.div_ceil(2) <= moves,
            (Some(_), _) => false,
        };
        let is_right = !chosen.is_empty() && is_best && wins && !avoid.contains(&chosen);
        let notation = line.and_then(|line| line.notation.first());
        Ok(Answered {
            chosen: notation.cloned().unwrap_or_default(),
            is_right,
            points: most.map_or(u64::from(is_right), |_| worth(&chosen)),
            points_max: most.unwrap_or(1),
            report,
        })
    }

    fn read<'a>(
        &self,
        game: &dyn Game,
        moves: impl Iterator<Item = &'a String>,
    ) -> Result<Vec<Vec<String>>, Error> {
        let read = |text: &String| {
            game.read(text).map_err(|_| Error::Move {
                text: text.clone(),
                position: game.position(),
            })
        };
        moves.map(read).collect()
    }
}

/// Where the first operation begins: after a blank or a semicolon, followed by a blank.
fn operations_start(line: &str) -> Option<usize> {
    let words = line
        .split(|c: char| c.is_whitespace() || c == ';')
        .map(|word| (word.as_ptr() as usize - line.as_ptr() as usize, word));
    words
        .filter(|(_, word)| OPERATIONS.contains(word))
        .map(|(at, _)| at)
        .next()
}

/// The operations, split at semicolons that do not stand between quotation marks.
fn operations(text: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    let parts = text.split(move |c| {
        is_quoted ^= c == '"';
        c == ';' && !is_quoted
    });
    parts.map(str::trim).filter(|part| !part.is_empty())
}

fn win_moves(text: &str) -> Result<u32, String> {
    let moves = text.parse().ok().filter(|moves| *moves > 0);
    moves.ok_or_else(|| format!("a number of moves is expected after dm, not '{text}'"))
}

/// Reads `d5=10, e4=3`. A move may hold an equals sign itself: the last one counts.
fn points(text: &str) -> Result<Vec<(String, u64)>, String> {
    let entry = |part: &str| {
        let (m, points) = part.rsplit_once('=')?;
        Some((m.trim().to_owned(), points.trim().parse().ok()?))
    };
    let parts = text.split(',').map(str::trim).filter(|p| !p.is_empty());
    parts
        .map(|part| entry(part).ok_or_else(|| format!("'{part}' in c0 is not MOVE=POINTS")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry;

    fn answer(line: &str) -> Answered {
        let kind = registry::find("tic-tac-toe").unwrap();
        let request = Request {
            depth: 9,
            ..Request::default()
        };
        let exercise = Exercise::parse(line).unwrap();
        let answer = exercise.answer(kind, &request, &Control::unlimited());
        answer.unwrap()
    }

    #[test]
    fn lines_are_read_in_both_forms() {
        let epd = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; am f3; id \"x; y\"; c0 \"e4=10, e8=Q=3\";";
        let exercise = Exercise::parse(epd).unwrap();
        assert_eq!(
            exercise,
            Exercise {
                position: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -".to_owned(),
                name: "x; y".to_owned(),
                best: vec!["e4".to_owned(), "d4".to_owned()],
                avoid: vec!["f3".to_owned()],
                win_moves: None,
                points: vec![("e4".to_owned(), 10), ("e8=Q".to_owned(), 3)],
            }
        );
        let other =
            "8/8/8/8/8/8/8/8 w - - acd 12; ce 30; c0 \"a comment\"; pv e4; bm e4; id \"x\0\";";
        let exercise = Exercise::parse(other).unwrap();
        assert_eq!(exercise.position, "8/8/8/8/8/8/8/8 w - -");
        assert_eq!((exercise.best.len(), exercise.name.as_str()), (1, "x"));
        let plain = Exercise::parse("4453 ; bm 4;").unwrap();
        assert_eq!((plain.position.as_str(), plain.best.len()), ("4453", 1));
        assert_eq!(Exercise::parse("bm 4;").unwrap().position, "");
        for wrong in ["4453", "4453 ; id \"x\";", "4453 c0 \"4\";"] {
            assert!(Exercise::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_right_answer_is_a_best_move_that_is_not_to_be_avoided() {
        // Crosses complete their row at c3 and nowhere else.
        let right = answer("XX./OO./... x bm c3; am c2;");
        assert!(right.is_right);
        assert_eq!(
            (right.chosen.as_str(), right.points, right.points_max),
            ("c3", 1, 1)
        );
        assert!(!answer("XX./OO./... x bm c2;").is_right);
        assert!(!answer("XX./OO./... x am c3;").is_right);
        assert!(answer("XX./OO./... x am c2;").is_right);
        let points = answer("XX./OO./... x c0 \"9=2, c3=7, c2=9\";");
        assert_eq!(
            (points.points, points.points_max, points.is_right),
            (7, 9, false)
        );
    }

    #[test]
    fn a_win_must_be_as_short_as_it_is_asked_for() {
        // By hand: crosses complete their row at once; with one cross on the board they cannot.
        assert!(answer("XX./OO./... x dm 1;").is_right);
        assert!(!answer("X../O../... x dm 1;").is_right);
        let error = Exercise::parse("... x dm soon;").unwrap_err();
        assert!(error.contains("not 'soon'"), "{error}");
    }

    #[test]
    fn what_the_game_does_not_read_is_named() {
        let kind = registry::find("tic-tac-toe").unwrap();
        let exercise = Exercise::parse("XX./OO./... x bm a3;").unwrap();
        let error = exercise.answer(kind, &Request::default(), &Control::unlimited());
        let text = error.unwrap_err().to_string();
        assert!(text.contains("'a3' is not a legal move"), "{text}");
    }
}
