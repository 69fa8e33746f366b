//! The 960 starting positions of Chess960 by number.

use crate::chess::board::bits::bit;
use crate::chess::board::role::Role;
use crate::chess::rules::position::{Chess, Setting};

/// The number of first positions.
pub const COUNT: u16 = 960;

/// The places of the two knights among the five squares that are left for them, by the last part of the number.
const KNIGHTS: [(usize, usize); 10] = [
    (0, 1),
    (0, 2),
    (0, 3),
    (0, 4),
    (1, 2),
    (1, 3),
    (1, 4),
    (2, 3),
    (2, 4),
    (3, 4),
];

/// The pieces of a first rank from the a-file, by the number of the position (Scharnagl's numbering): bishop on a light square,
/// bishop on a dark one, queen and knights on free squares, and the king between the rooks on the last three squares.
pub fn first_rank(number: u16) -> [Role; 8] {
    let n = usize::from(number % COUNT);
    let (n, light) = (n / 4, n % 4);
    let (n, dark) = (n / 4, n % 4);
    let (n, queen) = (n / 6, n % 6);
    let mut files: [Option<Role>; 8] = [None; 8];
    files[2 * light + 1] = Some(Role::Bishop);
    files[2 * dark] = Some(Role::Bishop);
    let mut put = |nth: usize, role| {
        let free = files.iter_mut().filter(|file| file.is_none()).nth(nth);
        *free.expect("fewer pieces than files have been put down") = Some(role);
    };
    put(queen, Role::Queen);
    let (one, other) = KNIGHTS[n];
    // The further one first: it does not change the free squares before it.
    put(other, Role::Knight);
    put(one, Role::Knight);
    put(0, Role::Rook);
    put(0, Role::King);
    put(0, Role::Rook);
    files.map(|role| role.expect("eight pieces have been put down"))
}

/// The first position of this number, 0 to 959; 518 is the usual one.
pub fn start(number: u16) -> Chess {
    let mut setting = Setting::default();
    for (file, role) in (0_u8..).zip(first_rank(number)) {
        for (side, home) in [(0, 0), (1, 56)] {
            let square = bit(home + file);
            setting.roles[role as usize] |= square;
            setting.sides[side] |= square;
            if role == Role::Rook {
                setting.castling |= square;
            }
        }
    }
    setting.roles[Role::Pawn as usize] = 0x00ff_0000_0000_ff00;
    setting.sides[0] |= 0xff00;
    setting.sides[1] |= 0x00ff_0000_0000_0000;
    Chess::from_setting(&setting)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::chess::notation::fen::{self, Rights};

    fn letters(number: u16) -> String {
        first_rank(number).map(Role::letter).into_iter().collect()
    }

    /// From the published table (FIDE Handbook, Chess960; Scharnagl 2004).
    #[test]
    fn numbers_are_the_published_ones() {
        for (number, rank) in [
            (0, "BBQNNRKR"),
            (1, "BQNBNRKR"),
            (518, "RNBQKBNR"),
            (534, "RNBKQBNR"),
            (959, "RKRNNQBB"),
        ] {
            assert_eq!(letters(number), rank, "{number}");
        }
        assert_eq!(fen::print(&start(518), Rights::Wings), fen::START);
    }

    /// All arrangements of a rank by the words of the rule, found by trying each order of the pieces.
    #[test]
    fn all_960_are_those_that_the_rule_allows() {
        let numbered: BTreeSet<String> = (0..COUNT).map(letters).collect();
        let mut allowed = BTreeSet::new();
        let mut orders = vec![(String::new(), "RNBQKBNR".to_owned())];
        while let Some((done, left)) = orders.pop() {
            for (i, letter) in left.char_indices() {
                let mut rest = left.clone();
                rest.remove(i);
                orders.push((format!("{done}{letter}"), rest));
            }
            if left.is_empty() && is_allowed(&done) {
                allowed.insert(done);
            }
        }
        assert_eq!(allowed.len(), 960);
        assert_eq!(numbered, allowed);
    }

    fn is_allowed(rank: &str) -> bool {
        let at = |letter| -> Vec<usize> { rank.match_indices(letter).map(|(i, _)| i).collect() };
        let (bishops, rooks, king) = (at('B'), at('R'), at('K'));
        bishops[0] % 2 != bishops[1] % 2 && rooks[0] < king[0] && king[0] < rooks[1]
    }
}
