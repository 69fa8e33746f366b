//! Positions of Go as text: the rows from the top with digits for free points, the side to move, the passes in a row, and the points that
//! superko bars.

use crate::go::rules::go_rules::GoRules;
use crate::go::rules::goban::{Goban, points};
use crate::go::rules::position::GoPosition;
use crate::stone_rows::{self, SIGNS};
use crate::text::{in_short, quoted};
use rookery_engine::Position;

/// Writes a position.
pub fn print(position: &GoPosition) -> String {
    let goban = position.goban();
    let owner = |column: u8, row: u8| position.owner(row * goban.size + column);
    let rows = stone_rows::write(goban.size, owner);
    let barred: Vec<String> = goban.grid().names(position.barred()).collect();
    let barred = match barred.is_empty() {
        true => "-".to_owned(),
        false => barred.join(","),
    };
    let side = SIGNS[position.side()];
    format!("{rows} {side} {} {barred}", position.passes())
}

/// Reads a position; dots are read as free points, too, and passes and barred points may be left out.
///
/// # Errors
/// The part that is wrong, and what is expected.
pub fn parse(text: &str, rules: GoRules) -> Result<GoPosition, String> {
    let goban = rules.goban();
    let mut parts = text.split_whitespace();
    let stones = read_stones(goban, parts.next().unwrap_or(""))?;
    let side = read_side(parts.next().unwrap_or(""))?;
    let passes = match parts.next().unwrap_or("0") {
        "0" => 0,
        "1" => 1,
        "2" => 2,
        other => {
            return Err(format!(
                "'{}' is not a number of passes: write 0, 1 or 2",
                in_short(other)
            ));
        }
    };
    let barred = read_barred(goban, parts.next().unwrap_or("-"))?;
    if let Some(more) = parts.next() {
        return Err(format!(
            "'{}' is too much: after the rows stand the side to move, the passes and the points that superko bars",
            in_short(more)
        ));
    }
    check_liberties(goban, stones)?;
    let position = GoPosition::of(rules, stones, side, passes).barring(barred);
    match barred & !position.barred() {
        0 => Ok(position),
        wrong => {
            let wrong: Vec<_> = goban.grid().names(wrong).collect();
            Err(format!(
                "superko cannot bar {}: no stone may be put there anyway",
                wrong.join(", ")
            ))
        }
    }
}

/// Reads the rows from the top.
fn read_stones(goban: &Goban, text: &str) -> Result<[u128; 2], String> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(goban.size) {
        return Err(format!(
            "{} has another number of rows than {}: write them with slashes between them, such as 2x2 for a row of five points with one stone",
            quoted(text),
            goban.size
        ));
    }
    let mut stones = [0; 2];
    for (number, row) in (0..).zip(rows) {
        read_row(goban, number, row, &mut stones)?;
    }
    Ok(stones)
}

/// Reads a row into the stones.
fn read_row(goban: &Goban, number: u32, text: &str, stones: &mut [u128; 2]) -> Result<(), String> {
    let size = u32::from(goban.size);
    let mut column = 0_u32;
    for sign in text.chars() {
        if let Some(digit) = sign.to_digit(10) {
            column = column.saturating_add(digit);
            continue;
        }
        let side = SIGNS.iter().position(|known| *known == sign);
        if side.is_none() && sign != '.' {
            return Err(format!(
                "'{}' is not a point: write x, o, a dot or the number of free points in a row",
                in_short(&sign.to_string())
            ));
        }
        if let Some(side) = side
            && column < size
        {
            stones[side] |= 1 << (number * size + column);
        }
        column = column.saturating_add(1);
    }
    match column == size {
        true => Ok(()),
        false => Err(format!(
            "row '{}' has {column} points: there are {size}",
            in_short(text)
        )),
    }
}

fn read_side(text: &str) -> Result<usize, String> {
    let side = SIGNS.iter().position(|sign| text == sign.to_string());
    side.ok_or_else(|| {
        format!(
            "'{}' is not the side to move: write x for Black or o for White",
            in_short(text)
        )
    })
}

/// Reads the points that superko bars.
fn read_barred(goban: &Goban, text: &str) -> Result<u128, String> {
    if text == "-" {
        return Ok(0);
    }
    text.split(',').try_fold(0, |all, name| {
        let point = goban.grid().find(name).ok_or_else(|| {
            format!(
                "'{}' is not a point of the board: after the passes stand the points that superko bars, or a hyphen",
                in_short(name)
            )
        })?;
        Ok(all | 1 << point)
    })
}

/// Whether every chain has a liberty.
fn check_liberties(goban: &Goban, stones: [u128; 2]) -> Result<(), String> {
    let free = goban.all & !(stones[0] | stones[1]);
    for chain in stones.into_iter().flat_map(|stones| goban.parts(stones)) {
        if goban.beside(chain) & free == 0 {
            let first = points(chain).next().map(|point| goban.grid().name(point));
            return Err(format!(
                "the chain of {} has no liberty: it would have been taken",
                first.unwrap_or_default()
            ));
        }
    }
    Ok(())
}
