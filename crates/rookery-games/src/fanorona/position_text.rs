//! A position as one line of text, in the form of the program `fanorona_aec`.
//!
//! ```text
//! WWWWWWWWW/WWWWWWWWW/BWBW1BWBW/BBBBBBBBB/BBBBBBBBB W - - - 0
//! ```
//!
//! The rows from White's side upward, digits for empty points; the side to move; three fields about a turn that is not complete, which
//! are always `-` here; and the plies since the last capture. All but the rows and the side may be left out.

use std::fmt::Write;

use crate::fanorona::rules::points::{self, StoneSet};
use crate::fanorona::rules::position::Fanorona;
use crate::fanorona::rules::rule_options::FanoronaRules;
use crate::text::quoted;
use rookery_engine::Position;

const SIDES: [(char, &str); 2] = [('W', "White"), ('B', "Black")];

/// The most legal moves that a position set up by hand may have: more than four times as many as any position had in four hundred
/// random games, and few enough for a page that lists them all.
const SET_UP_MOVES_MAX: usize = 500;

/// Writes a position; [`parse`] reads it back.
pub fn print(position: &Fanorona) -> String {
    let mut text = String::with_capacity(64);
    let board = position.rules().board;
    for row in 0..board.rows() {
        if row > 0 {
            text.push('/');
        }
        let mut empty = 0;
        for column in 0..board.columns() {
            let point = board.at(column, row).map_or(0, points::bit);
            let owner = (0..2).find(|&side| position.stones(side) & point != 0);
            if owner.is_some() && empty > 0 {
                let _ = write!(text, "{empty}");
                empty = 0;
            }
            match owner {
                Some(side) => text.push(SIDES[side].0),
                None => empty += 1,
            }
        }
        if empty > 0 {
            let _ = write!(text, "{empty}");
        }
    }
    let side = SIDES[position.side()].0;
    let _ = write!(text, " {side} - - - {}", position.quiet());
    text
}

/// Reads a position on the board of these rules.
///
/// # Errors
/// One sentence: what is wrong, and what is expected.
pub fn parse(text: &str, rules: FanoronaRules) -> Result<Fanorona, String> {
    let mut fields = text.split_whitespace();
    let stones = read_rows(fields.next().unwrap_or(""), rules)?;
    let side = read_side(fields.next().unwrap_or(""), rules)?;
    let rest: Vec<_> = fields.collect();
    let quiet = match rest[..] {
        [] | ["-", "-", "-"] => 0,
        ["-", "-", "-", quiet] => read_quiet(quiet)?,
        [_, _, _] | [_, _, _, _] => {
            return Err(
                "a turn that is not complete cannot be set up: write - - - after the side to move"
                    .to_owned(),
            );
        }
        _ => {
            return Err(format!(
                "after the side to move come - - - and the plies since the last capture, as in {}",
                example(rules)
            ));
        }
    };
    let position = Fanorona::placed(stones, side, quiet, rules);
    check(&position)?;
    Ok(position)
}

fn example(rules: FanoronaRules) -> String {
    print(&Fanorona::new(rules))
}

fn read_side(text: &str, rules: FanoronaRules) -> Result<u8, String> {
    match text {
        "W" | "w" => Ok(0),
        "B" | "b" => Ok(1),
        _ => Err(format!(
            "{} is not a side to move: write W or B after the rows, as in {}",
            quoted(text),
            example(rules)
        )),
    }
}

fn read_quiet(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| {
        format!(
            "{} is not a number of plies since the last capture, 0 to 65535",
            quoted(text)
        )
    })
}

fn read_rows(text: &str, rules: FanoronaRules) -> Result<[StoneSet; 2], String> {
    let board = rules.board;
    let (columns, rows) = (board.columns(), board.rows());
    let parts: Vec<_> = text.split('/').collect();
    if parts.len() != usize::from(rows) {
        return Err(format!(
            "{} is not {rows} rows of points: write them from White's side upward, with slashes between them, as in {}",
            quoted(text),
            example(rules)
        ));
    }
    let mut stones = [0; 2];
    for (row, part) in (0..rows).zip(parts) {
        let mut column = 0_u8;
        for sign in part.chars() {
            let side = match sign.to_ascii_uppercase() {
                'W' => 0,
                'B' => 1,
                '1'..='9' => {
                    column = column.saturating_add(sign as u8 - b'0');
                    continue;
                }
                _ => {
                    return Err(format!(
                        "{} in row {} is no stone: write W, B, or the number of empty points",
                        quoted(sign),
                        row + 1
                    ));
                }
            };
            stones[side] |= board.at(column, row).map_or(0, points::bit);
            column = column.saturating_add(1);
        }
        if column != columns {
            return Err(format!(
                "row {} has {column} points; it must have {columns}",
                row + 1
            ));
        }
    }
    Ok(stones)
}

fn check(position: &Fanorona) -> Result<(), String> {
    let most = position.rules().board.points().count_ones() / 2;
    for (side, (_, name)) in SIDES.into_iter().enumerate() {
        let count = position.stones(side).count_ones();
        if count > most {
            return Err(format!(
                "{name} has {count} stones; a side has at most {most}"
            ));
        }
    }
    let waiting = 1 - position.side();
    if position.stones(0) | position.stones(1) == 0 {
        return Err("there is no stone on the board".to_owned());
    }
    if position.stones(waiting) == 0 {
        let [name, mover] = [waiting, 1 - waiting].map(|side| SIDES[side].1);
        return Err(format!(
            "{name} has no stone, so the game was over before {mover}'s turn: give {name} a stone, or the move"
        ));
    }
    let ways = position.count_moves();
    if ways > SET_UP_MOVES_MAX {
        return Err(format!(
            "there are more than {SET_UP_MOVES_MAX} ways to capture here, too many for a page: take stones away"
        ));
    }
    Ok(())
}
