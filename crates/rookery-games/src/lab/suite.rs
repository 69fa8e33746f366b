//! Suites of best moves: one position per line, its right and wrong moves, and their points.
//!
//! The form is that of EPD files, for every game: the position, then operations that end with semicolons. `bm` lists the best
//! moves, `am` moves to avoid, `dm 3` the moves to a forced win, `c0 "d5=10, e4=3"` points for moves, `id "name"` the name; others
//! are passed over, and so is a `c0` that gives no points. What is wrong is named with the operation and its character in the line.
//!
//! ```text
//! X../.O./... x bm c1 a3; id "opposite corner";
//! 4453 ; bm 4; c0 "4=10, 3=2";
//! ```

use crate::text::{quoted, shortened};
use crate::{Error, Game, GameType, Setup};
use rookery_engine::{Control, Request, SearchReport, Value};

/// A move is worth no more, so that points can be summed up.
const MOST_POINTS: u64 = 1_000_000;

/// The words about a line that has no operation by which an answer could be right or wrong.
const EXPECTED: &str = "after the position, bm MOVE MOVE; or am MOVE; or dm MOVES; or c0 \"MOVE=POINTS, …\"; is expected";

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
    /// The character of the line with which it begins, from 1.
    pub column: usize,
    /// Its name; empty where it has none.
    pub name: String,
    /// Moves one of which is right; empty where only moves to avoid are named.
    pub best: Vec<Word>,
    /// Moves that are wrong.
    pub avoid: Vec<Word>,
    /// The moves of the side to move within which it wins, where that is asked for.
    pub win_moves: Option<u32>,
    /// Points for moves.
    pub points: Vec<(Word, u64)>,
}

/// A move as a line has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The move.
    pub text: String,
    /// Its first character in the line, from 1.
    pub column: usize,
}

/// A fault of a line, and its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("character {column}: {what}")]
pub struct Mistake {
    /// The character in the line, from 1.
    pub column: usize,
    /// The fault, and what was expected.
    pub what: String,
}

/// The answer of a search to an exercise.
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
    pub report: SearchReport,
}

impl Exercise {
    /// Reads a line.
    ///
    /// # Errors
    /// The part that is missing or cannot be read, with its place.
    pub fn parse(line: &str) -> Result<Self, Mistake> {
        let (position, rest) = line.split_at(operations_start(line));
        let position = position.trim();
        let mut exercise = Exercise {
            position: position.to_owned(),
            column: column(line, position),
            ..Exercise::default()
        };
        for text in parts(rest).map(str::trim) {
            let code_ends = text.find(char::is_whitespace).unwrap_or(text.len());
            let (code, operand) = text.split_at(code_ends);
            let operation = Operation {
                line,
                code,
                operand: operand.trim(),
            };
            operation.check_quotes(text)?;
            exercise.take(&operation)?;
        }
        let names_moves = !exercise.best.is_empty() || !exercise.avoid.is_empty();
        match names_moves || !exercise.points.is_empty() || exercise.win_moves.is_some() {
            true => Ok(exercise),
            false => Err(Mistake {
                column: line.trim_end().chars().count() + 1,
                what: EXPECTED.to_owned(),
            }),
        }
    }

    fn take(&mut self, operation: &Operation<'_>) -> Result<(), Mistake> {
        let plain = operation.operand.trim_matches('"');
        match operation.code {
            "bm" => self.best.extend(operation.moves()),
            "am" => self.avoid.extend(operation.moves()),
            // Some files fill names with control characters.
            "id" => self.name = plain.replace(char::is_control, ""),
            "dm" => self.win_moves = Some(operation.win_moves()?),
            "c0" if plain.contains('=') => self.points = operation.points(plain)?,
            _ => {}
        }
        Ok(())
    }

    /// Opens the position and reads its moves, before anything is searched.
    ///
    /// # Errors
    /// As [`Exercise::answer`].
    pub fn check(&self, game_type: &dyn GameType) -> Result<(), Mistake> {
        self.read_moves(&*self.open(game_type)?).map(drop)
    }

    /// The paths of the best moves, of those to avoid, and of those with points.
    fn read_moves(&self, game: &dyn Game) -> Result<[Vec<Vec<String>>; 3], Mistake> {
        Ok([
            read(game, "bm", self.best.iter())?,
            read(game, "am", self.avoid.iter())?,
            read(game, "c0", self.points.iter().map(|(m, _)| m))?,
        ])
    }

    /// Searches the position, and says whether the answer is right.
    ///
    /// # Errors
    /// A position or a move that the game does not read, or a position where the game is over.
    pub fn answer(
        &self,
        game_type: &dyn GameType,
        request: &Request,
        control: &Control,
    ) -> Result<Answered, Mistake> {
        let game = self.open(game_type)?;
        let [best, avoid, scored] = self.read_moves(&*game)?;
        let report = game.search(request, control);
        let chosen = report.best.clone().unwrap_or_default();
        let worth = |path: &Vec<String>| {
            let at = scored.iter().position(|m| m == path);
            at.map_or(0, |at| self.points[at].1)
        };
        // If only points are given, the move with the most of them is the best one.
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

    /// The game at the position.
    fn open(&self, game_type: &dyn GameType) -> Result<Box<dyn Game>, Mistake> {
        let setup = Setup::at(&self.position);
        let wrong = |what: String| Mistake {
            column: self.column,
            what,
        };
        let game = game_type.start(&setup).map_err(|e| wrong(e.to_string()))?;
        match game.ending() {
            None => Ok(game),
            Some(ending) => Err(wrong(format!(
                "the game is over in this position ({}): there is nothing to search",
                ending.reason
            ))),
        }
    }
}

/// The paths of the moves of an operation.
fn read<'a>(
    game: &dyn Game,
    code: &str,
    moves: impl Iterator<Item = &'a Word>,
) -> Result<Vec<Vec<String>>, Mistake> {
    let read = |word: &Word| {
        game.read(&word.text).map_err(|_| Mistake {
            column: word.column,
            what: format!("operation {code}: {}", Error::unread(game, &word.text)),
        })
    };
    moves.map(read).collect()
}

/// An operation of a line.
struct Operation<'a> {
    line: &'a str,
    code: &'a str,
    operand: &'a str,
}

impl<'a> Operation<'a> {
    /// The fault of a piece of the line.
    fn wrong(&self, at: &str, what: &str) -> Mistake {
        Mistake {
            column: column(self.line, at),
            what: format!("operation {}: {what}", shortened(self.code)),
        }
    }

    /// Whether each quotation mark has its second one.
    fn check_quotes(&self, text: &str) -> Result<(), Mistake> {
        let marks = text.matches('"').count();
        match text.rfind('"') {
            Some(at) if marks % 2 == 1 => {
                Err(self.wrong(&text[at..], "this quotation mark is never closed"))
            }
            _ => Ok(()),
        }
    }

    /// The moves of the operand; commas between them and marks of an en passant capture are passed over.
    fn moves(&self) -> impl Iterator<Item = Word> {
        let words = self.operand.split_whitespace();
        let bare = words.map(|word| word.trim_matches(','));
        let moves = bare.filter(|word| !matches!(*word, "" | "e.p." | "ep"));
        moves.map(|word| Word {
            text: word.to_owned(),
            column: column(self.line, word),
        })
    }

    fn win_moves(&self) -> Result<u32, Mistake> {
        let moves = number(self.operand).and_then(|moves| u32::try_from(moves).ok());
        moves.filter(|moves| *moves > 0).ok_or_else(|| {
            let found = quoted(self.operand);
            let what = format!("a number of moves is expected, not {found}");
            self.wrong(self.operand, &what)
        })
    }

    /// Reads `d5=10, e4=3`. A move may hold an equals sign itself: the last one counts.
    fn points(&self, text: &str) -> Result<Vec<(Word, u64)>, Mistake> {
        let entry = |part: &str| {
            let (m, points) = part.rsplit_once('=')?;
            let points = number(points.trim()).filter(|points| *points <= MOST_POINTS)?;
            let word = Word {
                text: m.trim().to_owned(),
                column: column(self.line, part),
            };
            Some((word, points))
        };
        let parts = text.split(',').map(str::trim).filter(|p| !p.is_empty());
        let wrong = |part: &str| {
            let said = quoted(part);
            let what = format!("{said} is not MOVE=POINTS with a number from 0 to {MOST_POINTS}");
            self.wrong(part, &what)
        };
        parts
            .map(|part| entry(part).ok_or_else(|| wrong(part)))
            .collect()
    }
}

/// A number of digits alone.
fn number(text: &str) -> Option<u64> {
    let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_digits)
}

/// The character of the line with which a piece of it begins, from 1.
fn column(line: &str, piece: &str) -> usize {
    let before = line.get(..offset(line, piece)).unwrap_or_default();
    before.chars().count() + 1
}

/// The byte of the line with which a piece of it begins.
fn offset(line: &str, piece: &str) -> usize {
    (piece.as_ptr() as usize).saturating_sub(line.as_ptr() as usize)
}

/// The start of the operations: at the first known operation, or else after the first semicolon. In an EPD position, which has four or six
/// fields, a word in place of the fifth field or a later one is an operation too, even if it is unknown.
fn operations_start(line: &str) -> usize {
    let first = parts(line).next().unwrap_or_default();
    let is_epd = first
        .split_whitespace()
        .next()
        .is_some_and(|men| men.matches('/').count() == 7);
    let begins = |(i, word): &(usize, &str)| {
        let is_word = word.starts_with(|c: char| c.is_ascii_alphabetic());
        // In the third field `ce` are the rooks with which Black may castle in Chess960.
        let is_castling = is_epd && *i == 2 && *word == "ce";
        OPERATIONS.contains(word) && !is_castling || is_epd && *i >= 4 && is_word
    };
    match first.split_whitespace().enumerate().find(begins) {
        Some((_, word)) => offset(line, word),
        None => first.len(),
    }
}

/// The parts between semicolons, of which those between quotation marks do not count.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    text.split(move |c| {
        is_quoted ^= c == '"';
        c == ';' && !is_quoted
    })
}
