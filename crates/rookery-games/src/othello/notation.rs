//! Squares and positions of Othello as text.
//!
//! A position is a line in the OBF form: 64 characters from a1 along the rows, `X` dark, `O` light, `-` empty, then the side to
//! move, `X` or `O`. Lower case, `*` for dark and `.` for empty are read too, and so are spaces or slashes between rows.

use crate::othello::disc_move::DiscMove;
use crate::othello::position::Othello;
use crate::text::quoted;
use crate::{Expected, Grid, Problem};
use rookery_engine::Position;

const EXPECTED: &str =
    "expected 64 characters X, O or - from a1 along the rows, then the side to move, X or O";

/// The four squares that the game starts with; discs are never taken off.
const CENTRE: u64 = 1 << 27 | 1 << 28 | 1 << 35 | 1 << 36;

/// The squares of the board.
pub const SQUARES: Grid = Grid::new(8, 8).counting_down();

/// The name of a square: column a to h from the left, row 1 to 8 from the top.
pub fn square_name(square: u8) -> String {
    SQUARES.name(square)
}

/// The inverse of [`square_name`].
pub fn parse_square(name: &str) -> Option<u8> {
    SQUARES.find(name)
}

/// A move as it is usually written: its square, or `pass`.
pub fn move_name(m: DiscMove) -> String {
    if m == DiscMove::PASS {
        "pass".to_owned()
    } else {
        square_name(m.0)
    }
}

/// Writes a position.
pub fn print(position: &Othello) -> String {
    let [dark, light] = [0, 1].map(|side| position.discs(side));
    let mut text: String = (0..64)
        .map(|square| match (dark >> square & 1, light >> square & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '-',
        })
        .collect();
    text.push_str(if position.side() == 0 { " X" } else { " O" });
    text
}

/// Reads a position.
pub fn parse(text: &str) -> Result<Othello, String> {
    let text = text.trim().trim_end_matches(';');
    let mut signs: Vec<char> = text
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '/')
        .collect();
    if signs.len() != 65 {
        return Err(format!("{EXPECTED}; these are {}", signs.len()));
    }
    let side = match signs.pop() {
        Some('X' | 'x' | '*') => 0,
        Some('O' | 'o') => 1,
        last => {
            let last = last.unwrap_or(' ');
            return Err(format!(
                "{} is not a side to move: write X or O",
                quoted(last)
            ));
        }
    };
    let mut discs = [0_u64; 2];
    for (square, sign) in signs.into_iter().enumerate() {
        match sign {
            'X' | 'x' | '*' => discs[0] |= 1 << square,
            'O' | 'o' => discs[1] |= 1 << square,
            '-' | '.' => {}
            _ => {
                let square = square_name(square as u8);
                return Err(format!(
                    "{} on {square} is not a square: write X, O or -",
                    quoted(sign)
                ));
            }
        }
    }
    if (discs[0] | discs[1]) & CENTRE != CENTRE {
        return Err("d4, e4, d5 and e5 are never empty: the game starts with discs there, and no disc is ever taken off".to_owned());
    }
    Ok(Othello {
        own: discs[side],
        other: discs[1 - side],
        side: side as u8,
    })
}

/// Reads a line of an OBF file: the position, a semicolon, then moves with their values, `G8:+18; H1:+12;`.
pub fn parse_problem(line: &str) -> Result<Problem, String> {
    let mut fields = line.split(';').map(str::trim);
    let position = fields.next().unwrap_or_default().to_owned();
    let moves = fields.filter(|field| !field.is_empty()).map(|field| {
        let known = field.split_once(':').and_then(|(m, value)| {
            let value = value.trim().parse().ok()?;
            Some((m.trim().to_owned(), Expected::Exact(value)))
        });
        known.ok_or_else(|| {
            format!(
                "{} is not a move with its value: write for example 'F5:+2'",
                quoted(field)
            )
        })
    });
    Ok(Problem {
        position,
        value: None,
        moves: moves.collect::<Result<_, _>>()?,
    })
}
