//! Rule options of Go: the size of the board, komi, handicap.

use crate::go::rules::goban::Goban;

/// The rules of one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoRules {
    /// Points of a side of the board.
    pub size: u8,
    /// The points that White is given, in halves.
    pub komi_halves: i16,
    /// Black stones on the board at the beginning; with them White moves first.
    pub handicap: u8,
}

/// Komi of a game with a handicap, where none is named: half a point, so that there is a winner.
const HANDICAP_KOMI_HALVES: i16 = 1;

impl GoRules {
    /// A game of two equals with the usual komi.
    pub fn usual(size: u8) -> Self {
        GoRules {
            size,
            komi_halves: usual_komi_halves(size),
            handicap: 0,
        }
    }

    /// The same with this handicap, and the komi that goes with it.
    #[must_use]
    pub fn with_handicap(self, handicap: u8) -> Self {
        let komi_halves = match handicap {
            0 => self.komi_halves,
            _ => HANDICAP_KOMI_HALVES,
        };
        GoRules {
            komi_halves,
            handicap,
            ..self
        }
    }

    /// The board.
    pub fn goban(&self) -> &'static Goban {
        Goban::of(self.size)
    }

    /// The points of the stones of the handicap.
    pub fn handicap_stones(&self) -> u128 {
        handicap_points(self.size, self.handicap)
    }
}

impl Default for GoRules {
    fn default() -> Self {
        GoRules::usual(9)
    }
}

/// Komi in halves of a point: as much as best play is believed to bring Black, 4 on 6x6, 9 on 7x7 and 7 on 9x9. On 5x5 Black takes the whole
/// board (van der Werf, 2002), 25 points; 24 leave White a game to win.
fn usual_komi_halves(size: u8) -> i16 {
    2 * match size {
        5 => 24,
        6 => 4,
        7 => 9,
        _ => 7,
    }
}

/// Lines from the edge of the points on which stones of a handicap stand: the third, on boards below seven points the second.
pub fn star_line(size: u8) -> u8 {
    if size < 7 { 1 } else { 2 }
}

/// The points of a handicap of two to five stones: two opposite corners, the third and the fourth corner, and the middle.
fn handicap_points(size: u8, stones: u8) -> u128 {
    let (near, far, middle) = (star_line(size), size - 1 - star_line(size), size / 2);
    let bit = |column: u8, row: u8| 1_u128 << (row * size + column);
    let corners = [
        bit(far, near),
        bit(near, far),
        bit(near, near),
        bit(far, far),
    ];
    let placed = corners.iter().take(usize::from(stones));
    let centre = if stones > 4 { bit(middle, middle) } else { 0 };
    placed.fold(centre, |all, corner| all | corner)
}

/// A number of points, with one decimal where there is half of one.
pub fn halves_in_words(halves: i16) -> String {
    match halves % 2 {
        0 => (halves / 2).to_string(),
        _ => format!("{}.5", halves / 2),
    }
}
