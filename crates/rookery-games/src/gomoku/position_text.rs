//! Positions of gomoku as text: the rows from the top with numbers for free points, and the side to move.

use crate::gomoku::rules::points::{Lattice, Point};
use crate::gomoku::rules::position::GomokuPosition;
use crate::gomoku::rules::row_rules::{FirstStones, TableRules};
use crate::stone_rows::{self, SIGNS};
use crate::text::{in_short, shortened};
use rookery_engine::Position;

/// Writes a position.
pub fn print(position: &GomokuPosition) -> String {
    let size = position.lattice().size;
    let owner = |column: u8, row: u8| {
        position.owner(Point::from(row) * Point::from(size) + Point::from(column))
    };
    let rows = stone_rows::write(size, owner);
    format!("{rows} {}", SIGNS[position.side()])
}

/// Reads a position; dots are read as free points, too.
///
/// # Errors
/// The part that is wrong, and what is expected.
pub fn parse(text: &str, rules: TableRules) -> Result<GomokuPosition, String> {
    let (size, half) = (rules.size, rules.size / 2);
    let (rows, turn) = text.trim().rsplit_once(' ').unwrap_or((text.trim(), ""));
    let rows: Vec<&str> = rows.trim().split('/').collect();
    if rows.len() != usize::from(size) {
        return Err(format!(
            "'{}' has {} rows: write {size} with slashes between them, such as {half}x{half} for a row with one stone, and the side to move",
            shortened(text),
            rows.len()
        ));
    }
    let mut position = GomokuPosition::new(rules);
    for (number, row) in (0..).zip(rows) {
        read_row(&mut position, number, row)?;
    }
    check(&position, turn)?;
    position.find_winner();
    let [own, other] = [position.side(), 1 - position.side()].map(|side| position.has_row(side));
    match (own, other) {
        (true, true) => Err("both sides have a row that wins".to_owned()),
        (true, false) => Err(
            "the side to move has a row that wins: the game was over before the other side's last move"
                .to_owned(),
        ),
        _ => Ok(position),
    }
}

/// Reads a row from the top into the position.
fn read_row(position: &mut GomokuPosition, number: u8, text: &str) -> Result<(), String> {
    let size = u32::from(position.lattice().size);
    let (mut column, mut digits) = (0, 0);
    for sign in text.chars() {
        if let Some(digit) = sign.to_digit(10) {
            digits = (10 * digits + digit).min(99);
            continue;
        }
        column += digits;
        digits = 0;
        let side = SIGNS.iter().position(|known| *known == sign);
        if side.is_none() && sign != '.' {
            return Err(format!(
                "'{}' is not a point: write x, o, a dot or a number of free points",
                in_short(&sign.to_string())
            ));
        }
        if let Some(side) = side
            && column < size
        {
            let point = u32::from(number) * size + column;
            position.put(side, point as Point);
        }
        column += 1;
    }
    column += digits;
    match column == size {
        true => Ok(()),
        false => Err(format!(
            "row '{}' has {column} points: there are {size}",
            in_short(text)
        )),
    }
}

/// Whether a game can have these stones.
fn check(position: &GomokuPosition, turn: &str) -> Result<(), String> {
    let [first, second] = [0, 1].map(|side| position.stones(side).len());
    if first != second && first != second + 1 {
        return Err(format!(
            "there are {first} x and {second} o: write as many x as o, or one x more"
        ));
    }
    let side = SIGNS[position.side()].to_string();
    if turn != side {
        return Err(format!(
            "'{}' is not the side to move: with {first} x and {second} o it is {side}",
            in_short(turn)
        ));
    }
    match position.rules().first_stones {
        FirstStones::Free => Ok(()),
        FirstStones::Pro => check_pro(position, first),
    }
}

/// Whether these black stones can have begun by the Pro rule.
fn check_pro(position: &GomokuPosition, black: usize) -> Result<(), String> {
    let lattice: &Lattice = position.lattice();
    let centre = lattice.centre();
    if black > 0 && !position.stones(0).has(centre) {
        return Err(format!(
            "the first stone stands on {}",
            lattice.name(centre)
        ));
    }
    let is_far = |point| lattice.centre_distance(point) > 2;
    if black > 1 && !position.stones(0).iter().any(is_far) {
        return Err("one of the black stones, the second, stands outside the five by five points in the middle".to_owned());
    }
    Ok(())
}
