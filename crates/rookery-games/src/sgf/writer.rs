//! Writer of the Smart Game Format: matches of Go and gomoku as files.

use crate::{Credits, Export};

/// The names of the sides, Black first.
const SIDES: [char; 2] = ['B', 'W'];

/// A point: its column from the left and its row from the top, from 0.
pub type Place = (u8, u8);

/// A record with one line of play.
pub struct SgfRecord {
    text: String,
}

impl SgfRecord {
    /// The record of a game, by its number in the standard (1: Go, 4: gomoku and renju), on a board with so many lines.
    pub fn new(game: u8, size: u8) -> Self {
        let mut record = SgfRecord {
            text: String::from("(;"),
        };
        let application = format!("Rookery:{}", env!("CARGO_PKG_VERSION"));
        for (name, value) in [
            ("FF", "4"),
            ("GM", &game.to_string()),
            ("CA", "UTF-8"),
            ("AP", &application),
            ("SZ", &size.to_string()),
        ] {
            record.property(name, value);
        }
        record
    }

    /// A property of the node that was written last, at first that of the root; its value is written as it is.
    pub fn property(&mut self, name: &str, value: &str) {
        self.text.push_str(&format!("{name}[{value}]"));
    }

    /// The place, the day, the players and the result.
    pub fn credits(&mut self, credits: &Credits, result: &str) {
        let (year, month, day) = credits.date;
        let [black, white] = &credits.players;
        if !credits.site.is_empty() {
            self.property("PC", &escaped(&credits.site));
        }
        self.property("DT", &format!("{year:04}-{month:02}-{day:02}"));
        self.property("PB", &escaped(black));
        self.property("PW", &escaped(white));
        self.property("RE", result);
    }

    /// The stones of each side in a first position that is not empty, and the side to move there.
    pub fn set_up(&mut self, stones: [Vec<Place>; 2], side: usize) {
        let is_empty = stones.iter().all(Vec::is_empty);
        for (name, places) in ["AB", "AW"].into_iter().zip(stones) {
            if !places.is_empty() {
                let places = places
                    .into_iter()
                    .map(|place| format!("[{}]", letters(place)));
                self.text
                    .push_str(&format!("{name}{}", places.collect::<String>()));
            }
        }
        if !is_empty || side == 1 {
            self.property("PL", &SIDES[side].to_string());
        }
    }

    /// A stone, or a pass.
    pub fn play(&mut self, side: usize, place: Option<Place>) {
        let place = place.map_or_else(String::new, letters);
        self.text.push_str(&format!("\n;{}[{place}]", SIDES[side]));
    }

    /// The file.
    pub fn into_export(self) -> Export {
        Export {
            extension: "sgf",
            media_type: "application/x-go-sgf",
            text: self.text + ")\n",
        }
    }
}

/// How a game was won that did not end on the board: somebody resigned.
pub const RESIGNED: &str = "R";

/// The result, with how much it was won by where that was counted.
pub fn result(credits: &Credits, by: &str) -> String {
    match credits.outcome {
        None => "?".to_owned(),
        Some(None) => "0".to_owned(),
        Some(Some(winner)) => format!("{}+{by}", SIDES[winner.min(1)]),
    }
}

fn letters((column, row): Place) -> String {
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
