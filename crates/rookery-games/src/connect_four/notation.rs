//! Positions of Connect Four as text: the digits of the columns played, from 1 (the notation of Tromp's and Pons' solvers).

use crate::connect_four::position::{BoardSize, ConnectFourPosition, Drop};
use crate::text::quoted;
use crate::{Expected, Problem};
use rookery_engine::Position;

/// The letter of a cell's column and the number of its row from below: `d1`.
pub(super) fn cell_name(shape: BoardSize, m: Drop) -> String {
    let row = shape.place_of(m.at.into()).1;
    format!("{}{}", char::from(b'a' + m.column), row + 1)
}

/// Writes the moves that led to a position.
pub(super) fn print(grid: &ConnectFourPosition) -> String {
    grid.played().map(|c| char::from(b'1' + c)).collect()
}

/// Reads the moves that lead to a position; after a line of four none may follow.
pub(super) fn parse(text: &str, shape: BoardSize) -> Result<ConnectFourPosition, String> {
    let mut grid = ConnectFourPosition::new(shape);
    for (at, digit) in text.char_indices() {
        let columns = shape.columns();
        let column = digit
            .to_digit(10)
            .and_then(|d| u8::try_from(d).ok()?.checked_sub(1))
            .filter(|column| *column < columns)
            .ok_or_else(|| {
                format!(
                    "{} is not a column: write the columns played as digits from 1 to {columns}, for example '4453'",
                    quoted(digit)
                )
            })?;
        if grid.outcome().is_some() {
            let moves = &text[..at];
            return Err(format!(
                "the game is over after {moves}: '{digit}' cannot follow"
            ));
        }
        let m = grid
            .drop_in(column)
            .ok_or_else(|| format!("column {digit} is full before move {}", at + 1))?;
        grid.play(m);
    }
    Ok(grid)
}

/// Reads a score. In its place `+`, `=` or `-` name only the winner: the side to move, nobody, the other side.
pub(super) fn parse_score(text: &str) -> Option<Expected> {
    match text {
        "+" => Some(Expected::Outcome(1)),
        "=" => Some(Expected::Outcome(0)),
        "-" => Some(Expected::Outcome(-1)),
        score => score.parse().ok().map(Expected::Exact),
    }
}

/// Reads `moves score`, and behind it the column of a best move where the line has one.
pub(super) fn problem(line: &str) -> Result<Problem, String> {
    let fields: Vec<_> = line.split_whitespace().collect();
    let (position, value) = match fields[..] {
        // The start has no moves.
        [score] if score.starts_with(['+', '=', '-']) => ("", Some(score)),
        [moves] => (moves, None),
        // The book's lines have a move too. Others may be as good, so it is not the only right one.
        [moves, score] | [moves, score, _] => (moves.trim_matches('.'), Some(score)),
        _ => {
            return Err(format!(
                "{} is not a line of moves and score, as in '4453 -2'",
                quoted(line)
            ));
        }
    };
    let read = |score| {
        parse_score(score).ok_or_else(|| {
            format!(
                "{} is not a score: write how many stones the winner has left, negative where the side to move loses, or 0",
                quoted(score)
            )
        })
    };
    Ok(Problem {
        position: position.to_owned(),
        value: value.map(read).transpose()?,
        moves: Vec::new(),
    })
}
