//! A position as one line of text: the FEN of Portable Draughts Notation.
//!
//! ```text
//! B:W21,22,K30:B1,2,K7
//! W:W21-32:B1-12:H0:F1
//! ```
//!
//! The side to move, then the squares of each colour, kings with a `K`; a range stands for each of its squares. `H` is the number of
//! plies since a man moved or a piece was taken, an addition that is written unless 0; `F`, the number of the move, is read and not kept.

use std::fmt::Write;

use crate::checkers::rules::position::{Checkers, PIECES, Placement};
use crate::checkers::rules::rule_options::DrawRules;
use crate::checkers::rules::squares::{self, SquareSet};
use crate::text::quoted;
use crate::{Expected, Problem};
use rookery_engine::Position;

const EXAMPLE: &str = "B:W21,22,K30:B1,2,K7";
const COLOURS: [(char, &str); 2] = [('B', "Black"), ('W', "White")];

/// Writes a position; [`parse`] reads it back.
pub fn print(position: &Checkers) -> String {
    let mut text = print_pieces(position);
    if position.quiet() > 0 {
        let _ = write!(text, ":H{}", position.quiet());
    }
    text
}

/// Writes the side to move and the pieces alone, which is all that the FEN of Portable Draughts Notation has.
pub fn print_pieces(position: &Checkers) -> String {
    let mut text = String::with_capacity(64);
    text.push(COLOURS[position.side()].0);
    for side in [1, 0] {
        let signed = |square| match position.kings() & squares::bit(square) {
            0 => squares::number(square).to_string(),
            _ => format!("K{}", squares::number(square)),
        };
        let pieces: Vec<_> = squares::each(position.pieces(side)).map(signed).collect();
        let _ = write!(text, ":{}{}", COLOURS[side].0, pieces.join(","));
    }
    text
}

/// Reads a position.
///
/// # Errors
/// One sentence: what is wrong, and what is expected.
pub fn parse(text: &str, rules: DrawRules) -> Result<Checkers, String> {
    let plain = text.trim().trim_end_matches('.');
    let mut fields = plain.split(':').map(str::trim);
    let mut parts = Placement {
        pieces: [0; 2],
        kings: 0,
        side: read_side(fields.next().unwrap_or(""))?,
        quiet: 0,
    };
    let mut seen = Vec::new();
    for field in fields {
        let mut letters = field.chars();
        let sign = letters.next().map_or(' ', |c| c.to_ascii_uppercase());
        let rest = letters.as_str();
        if seen.contains(&sign) {
            return Err(format!("the field '{sign}' is there twice; write it once"));
        }
        seen.push(sign);
        match sign {
            'B' => read_pieces(rest, 0, &mut parts)?,
            'W' => read_pieces(rest, 1, &mut parts)?,
            'H' => parts.quiet = read_count(rest, field)?,
            'F' => drop(read_count(rest, field)?),
            _ => {
                return Err(format!(
                    "{} is not understood; after the side to move come W and B with the squares of the pieces, then H and F with numbers, as in {EXAMPLE}",
                    quoted(field)
                ));
            }
        }
    }
    if !(seen.contains(&'B') && seen.contains(&'W')) {
        return Err(format!(
            "the pieces of White and of Black are expected, as in {EXAMPLE}"
        ));
    }
    check(&parts)?;
    Ok(Checkers::placed(parts, rules))
}

fn read_side(text: &str) -> Result<u8, String> {
    match text {
        "B" | "b" => Ok(0),
        "W" | "w" => Ok(1),
        _ => Err(format!(
            "{} is not a side to move: begin with B or W, as in {EXAMPLE}",
            quoted(text)
        )),
    }
}

fn read_count(text: &str, field: &str) -> Result<u16, String> {
    text.parse().map_err(|_| {
        format!(
            "{} must be a letter and a number, 0 to 65535",
            quoted(field)
        )
    })
}

/// Adds the pieces of a list of squares, such as `21,K22,25-28`.
fn read_pieces(text: &str, side: usize, parts: &mut Placement) -> Result<(), String> {
    for item in text
        .split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
    {
        let (numbers, is_king) = match item.strip_prefix(['K', 'k']) {
            Some(numbers) => (numbers, true),
            None => (item, false),
        };
        let set = read_range(numbers).ok_or_else(|| {
            format!(
                "{} names no squares: write numbers from 1 to 32, a K before that of a king, or a range such as 1-12",
                quoted(item)
            )
        })?;
        let taken = parts.pieces[0] | parts.pieces[1];
        if let Some(square) = squares::each(set & taken).next() {
            let number = squares::number(square);
            return Err(format!(
                "there are two pieces on square {number}; a square holds one"
            ));
        }
        parts.pieces[side] |= set;
        if is_king {
            parts.kings |= set;
        }
    }
    Ok(())
}

/// The squares of `7` or `1-12`.
fn read_range(text: &str) -> Option<SquareSet> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let is_number = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
    let square = |text: &str| {
        let digits = Some(text.trim()).filter(is_number)?;
        squares::by_number(digits.parse().ok()?)
    };
    let (first, last) = (square(first)?, square(last)?);
    (first <= last).then(|| (first..=last).fold(0, |set, s| set | squares::bit(s)))
}

fn check(parts: &Placement) -> Result<(), String> {
    for (side, (_, name)) in COLOURS.into_iter().enumerate() {
        let count = parts.pieces[side].count_ones();
        if count > PIECES {
            return Err(format!("{name} has {count} pieces; a side has {PIECES}"));
        }
        let men = parts.pieces[side] & !parts.kings;
        if let Some(square) = squares::each(men & squares::KING_ROW[side]).next() {
            let number = squares::number(square);
            return Err(format!(
                "{name} has a man on square {number}, where it would be a king: write K{number}"
            ));
        }
    }
    let waiting = usize::from(1 - parts.side);
    if parts.pieces == [0; 2] {
        return Err("there is no piece on the board".to_owned());
    }
    if parts.pieces[waiting] == 0 {
        let [name, mover] = [waiting, 1 - waiting].map(|side| COLOURS[side].1);
        return Err(format!(
            "{name} has no piece, so the game was over before {mover}'s turn: give {name} a piece, or the move"
        ));
    }
    Ok(())
}

/// Reads a line of a problem file: a position, then 0 for a draw, 1 if the side to move wins, 2 if it loses. A line with a
/// semicolon is read in the form that other games use.
///
/// # Errors
/// The text that is not a value.
pub fn parse_problem(line: &str) -> Result<Problem, String> {
    let last = line.trim().rsplit_once(' ');
    let is_value = |word: &str| !word.contains(':') && !line.contains(';');
    let Some((position, value)) =
        last.filter(|(rest, word)| is_value(word) && !rest.ends_with(':'))
    else {
        return Problem::with_outcome(line);
    };
    let outcome = match value {
        "0" => 0,
        "1" => 1,
        "2" => -1,
        other => {
            return Err(format!(
                "{} is not a value: write 0 for a draw, 1 where the side to move wins, 2 where it loses",
                quoted(other)
            ));
        }
    };
    Ok(Problem {
        position: position.trim().to_owned(),
        value: Some(Expected::Outcome(outcome)),
        moves: Vec::new(),
    })
}
