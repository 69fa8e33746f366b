//! Positions of gomoku as text: the rows from the top with numbers for free points, the colour of the next stone, and with swap and
//! swap2 the state of the opening: `open`, `two-more`, `kept` or `swapped`. Moves from the empty board on, `h8 i9 h9`, are read, too.

use crate::gomoku::rules::opening::{ColourState, OpeningChoice};
use crate::gomoku::rules::points::{Lattice, Point};
use crate::gomoku::rules::position::GomokuPosition;
use crate::gomoku::rules::row_rules::{FirstStones, TableRules};
use crate::stone_rows::{self, SIGNS};
use crate::text::{in_short, quoted};
use rookery_engine::Position;

/// Writes a position.
pub fn print(position: &GomokuPosition) -> String {
    let size = position.lattice().size;
    let owner = |column: u8, row: u8| {
        position.owner(Point::from(row) * Point::from(size) + Point::from(column))
    };
    let rows = stone_rows::write(size, owner);
    let next = SIGNS[position.colour()];
    match position.rules().first_stones.has_choice() {
        true => format!("{rows} {next} {}", word(position.colours())),
        false => format!("{rows} {next}"),
    }
}

/// The word for the state of the opening.
fn word(colours: ColourState) -> &'static str {
    match colours {
        ColourState::Kept => "kept",
        ColourState::Swapped => "swapped",
        ColourState::Open => "open",
        ColourState::TwoMore => "two-more",
    }
}

/// Reads a position; dots are read as free points, too, and moves from the empty board on as the position after them.
///
/// # Errors
/// The part that is wrong, and what is expected.
pub fn parse(text: &str, rules: TableRules) -> Result<GomokuPosition, String> {
    let first = text.split_whitespace().next().unwrap_or_default();
    if move_named(rules, first).is_some() {
        return after_moves(text, rules);
    }
    let (size, half) = (rules.size, rules.size / 2);
    let (text, colours) = split_colours(text.trim(), rules)?;
    let (rows, turn) = text.trim().rsplit_once(' ').unwrap_or((text.trim(), ""));
    let rows: Vec<&str> = rows.trim().split('/').collect();
    if rows.len() != usize::from(size) {
        return Err(format!(
            "{} has {} rows: write {size} with slashes between them, such as {half}x{half} for a row with one stone, and the side to move, or the moves so far with spaces between them",
            quoted(text),
            rows.len()
        ));
    }
    let mut position = GomokuPosition::new(rules);
    for (number, row) in (0..).zip(rows) {
        read_row(&mut position, number, row)?;
    }
    check(&position, turn)?;
    check_colours(&position, colours)?;
    position.set_colours(colours);
    position.find_winner();
    let next = position.colour();
    let [own, other] = [next, 1 - next].map(|colour| position.has_row(colour));
    match (own, other) {
        (true, true) => Err("both sides have a row that wins".to_owned()),
        (true, false) => Err(
            "the side to move has a row that wins: the game was over before the other side's last move"
                .to_owned(),
        ),
        _ => Ok(position),
    }
}

/// The position after these moves from the empty board on.
fn after_moves(text: &str, rules: TableRules) -> Result<GomokuPosition, String> {
    let mut position = GomokuPosition::new(rules);
    for (number, name) in (1..).zip(text.split_whitespace()) {
        let said = quoted(name);
        let Some(m) = move_named(rules, name) else {
            return Err(format!(
                "move {number}, {said}, is not a point of the board"
            ));
        };
        if position.winner().is_some() {
            return Err(format!("the game is over before move {number}, {said}"));
        }
        if !position.is_legal(m) {
            return Err(format!("move {number}, {said}, is not legal"));
        }
        position.play(m);
    }
    Ok(position)
}

/// The move of this name: a point, or a choice of an opening.
fn move_named(rules: TableRules, name: &str) -> Option<Point> {
    let mut choices = OpeningChoice::ALL.into_iter();
    match choices.find(|choice| choice.is_named(name)) {
        Some(choice) => Some(choice.as_move()),
        None => Lattice::of(rules.size).find(&name.to_ascii_lowercase()),
    }
}

/// The text before the state of the opening, and that state; all of it where nobody chooses a colour.
fn split_colours(text: &str, rules: TableRules) -> Result<(&str, ColourState), String> {
    let (before, last) = text.rsplit_once(' ').unwrap_or(("", text));
    let mut known = ColourState::ALL.into_iter();
    let found = known.find(|&colours| word(colours) == last);
    if !rules.first_stones.has_choice() {
        return match found {
            None => Ok((text, ColourState::Kept)),
            Some(_) => Err(format!(
                "'{last}' belongs to the openings swap and swap2, where players choose colours: leave it out, or choose the opening"
            )),
        };
    }
    let has_two = rules.first_stones == FirstStones::Swap2;
    let found = found.filter(|&colours| has_two || colours != ColourState::TwoMore);
    let two = if has_two { "two-more, " } else { "" };
    let colours = found.ok_or_else(|| {
        format!(
            "{} is not the state of the opening: after the side to move, write open (the colours are not chosen), {two}kept (the first player is Black) or swapped (it is White)",
            quoted(last)
        )
    })?;
    Ok((before, colours))
}

/// Whether there are as many stones as this state of the opening has.
fn check_colours(position: &GomokuPosition, colours: ColourState) -> Result<(), String> {
    let count = position.count();
    let (least, most) = match colours {
        _ if !position.rules().first_stones.has_choice() => return Ok(()),
        ColourState::Open => (0, 3),
        ColourState::TwoMore => (3, 5),
        ColourState::Kept | ColourState::Swapped => (3, usize::MAX),
    };
    match count {
        _ if count < least => Err(format!(
            "there are {count} stones: in the state {} there are {least} or more",
            word(colours)
        )),
        _ if count > most => Err(format!(
            "there are {count} stones: in the state {} there are {most} at most",
            word(colours)
        )),
        _ => Ok(()),
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
    let side = SIGNS[position.colour()].to_string();
    if turn != side {
        return Err(format!(
            "'{}' is not the side to move: with {first} x and {second} o it is {side}",
            in_short(turn)
        ));
    }
    match position.rules().first_stones {
        FirstStones::Free | FirstStones::Swap | FirstStones::Swap2 => Ok(()),
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
