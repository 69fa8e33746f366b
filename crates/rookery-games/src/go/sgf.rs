//! A match of Go in the Smart Game Format, version 4 (Hollosi, <https://www.red-bean.com/sgf/>).

use crate::go::rules::go_rules::halves_in_words;
use crate::go::rules::goban::points;
use crate::go::rules::position::{GoPosition, PASS};
use crate::{Credits, Export};
use rookery_engine::Position;

/// The names of the sides in properties.
const SIDES: [char; 2] = ['B', 'W'];
/// The standard has no name for these rules: AGA's and New Zealand's are the nearest, and differ in passes and in suicide.
const RULES: &str = "area scoring, positional superko, no suicide";

/// The match from its first position on.
pub fn write(start: &GoPosition, moves: &[u8], credits: &Credits) -> Export {
    let (rules, mut text) = (start.rules(), String::from("(;"));
    let (year, month, day) = credits.date;
    let [black, white] = &credits.players;
    let application = format!("Rookery:{}", env!("CARGO_PKG_VERSION"));
    for (name, value) in [
        ("FF", "4"),
        ("GM", "1"),
        ("CA", "UTF-8"),
        ("AP", &application),
        ("SZ", &rules.size.to_string()),
        ("KM", &komi(rules.komi_halves)),
        ("RU", RULES),
        ("DT", &format!("{year:04}-{month:02}-{day:02}")),
        ("PB", &escaped(black)),
        ("PW", &escaped(white)),
        ("RE", &result(start, moves, credits)),
    ] {
        text.push_str(&format!("{name}[{value}]"));
    }
    text.push_str(&set_up(start));
    let mut position = start.clone();
    for &m in moves {
        let side = SIDES[position.side()];
        text.push_str(&format!("\n;{side}[{}]", place(start, m)));
        position.play(m);
    }
    text.push_str(")\n");
    Export {
        extension: "sgf",
        media_type: "application/x-go-sgf",
        text,
    }
}

fn komi(halves: i16) -> String {
    let sign = if halves < 0 { "-" } else { "" };
    format!("{sign}{}", halves_in_words(halves.abs()))
}

/// The result: with its margin where the areas were counted.
fn result(start: &GoPosition, moves: &[u8], credits: &Credits) -> String {
    let last = moves
        .iter()
        .fold(start.clone(), |position, m| position.after(*m));
    match credits.outcome {
        None => "?".to_owned(),
        Some(None) => "0".to_owned(),
        Some(Some(winner)) => {
            let lead = last.lead_halves().abs();
            let by = match last.outcome() {
                Some(_) => halves_in_words(lead),
                None => String::new(),
            };
            format!("{}+{by}", SIDES[winner.min(1)])
        }
    }
}

/// The stones of a first position that is not empty, and the side to move there.
fn set_up(start: &GoPosition) -> String {
    let mut text = String::new();
    let stones = start.stones(0);
    if start.stones(1) == 0 && start.side() == 1 && stones.count_ones() > 1 {
        text.push_str(&format!("HA[{}]", stones.count_ones()));
    }
    for (side, name) in [(0, "AB"), (1, "AW")] {
        let stones = points(start.stones(side));
        let places: String = stones
            .map(|point| format!("[{}]", place(start, point)))
            .collect();
        if !places.is_empty() {
            text.push_str(&format!("{name}{places}"));
        }
    }
    if !text.is_empty() || start.side() == 1 {
        text.push_str(&format!("PL[{}]", SIDES[start.side()]));
    }
    text
}

/// The letters of a move: column from the left, row from the top; none of a pass.
fn place(position: &GoPosition, m: u8) -> String {
    if m == PASS {
        return String::new();
    }
    let (column, row) = position.goban().grid().place(m);
    [b'a' + column, b'a' + row].map(char::from).iter().collect()
}

/// A text of one line, as a value.
fn escaped(text: &str) -> String {
    let plain = text.chars().filter(|c| !c.is_control());
    let mut escaped = String::new();
    for c in plain {
        if matches!(c, ']' | '\\' | ':') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
