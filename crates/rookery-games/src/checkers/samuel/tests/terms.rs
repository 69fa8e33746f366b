//! Each term in positions that were drawn and counted by hand, most with White to move, so that Black is the passive side.
//!
//! ```text
//!     1   2   3   4
//!   5   6   7   8
//!     9  10  11  12
//!  13  14  15  16
//!    17  18  19  20
//!  21  22  23  24
//!    25  26  27  28
//!  29  30  31  32
//! ```

use crate::checkers::samuel::terms::rating::{Rating, Ratings};
use crate::checkers::samuel::terms::sides::Sides;
use crate::checkers::samuel::terms::term::{self, TERMS};
use crate::checkers::samuel::tests::rated;
use crate::checkers::tests::random_positions;
use std::collections::BTreeSet;

/// Positions with the value of a parameter, and the reason.
const COUNTED: &[(Rating, &str, i32, &str)] = &[
    (
        Rating::Adv,
        "W:W32:B9,14,17,22,23",
        1,
        "17, 22, 23 less 9, 14",
    ),
    (
        Rating::Adv,
        "B:W9,14,22,24:B1",
        0,
        "White counts from its side: 9 and 14 less 22 and 24",
    ),
    (
        Rating::Adv,
        "W:W32:B1,5,26,K18,K10",
        0,
        "first rows, the seventh, and kings",
    ),
    (
        Rating::Apex,
        "W:W7,32:B1",
        -1,
        "White is on 7, Black on neither",
    ),
    (Rating::Apex, "W:W7,32:B26", 0, "Black is on 26"),
    (Rating::Apex, "W:W7,K32:B1", 0, "there is a king"),
    (Rating::Back, "W:W20:B1,3", 1, "the bridge"),
    (Rating::Back, "B:W30,32:B9", 1, "White's bridge"),
    (Rating::Back, "W:WK20:B1,3", 0, "an active king"),
    (Rating::Back, "W:W20:B1,2,4", 0, "3 is open"),
    (Rating::Cent, "W:W32:B10,15,23,24", 3, "10, 15, 23"),
    (
        Rating::Cent,
        "W:W32:B10,K15,23,24",
        2,
        "the king does not count",
    ),
    (
        Rating::Cntr,
        "W:W26,28:B1",
        2,
        "26 can come to 22 and 23; 24 is outside",
    ),
    (
        Rating::Cntr,
        "W:W19,26,28:B1",
        4,
        "19 is there, and can come to 15",
    ),
    (
        Rating::Corn,
        "W:WK6:BK30,13",
        1,
        "three against five, and 6 can step to 1",
    ),
    (Rating::Corn, "W:WK6:B13", 0, "three against two"),
    (
        Rating::Corn,
        "W:WK15:BK30,13",
        0,
        "no double corner in reach",
    ),
    (
        Rating::Corn,
        "W:WK6,27,31,32:BK30,13,14,15",
        0,
        "nine are left",
    ),
    (Rating::Cramp, "W:W17,21,22,25:B13,9", 2, "13 with 9"),
    (
        Rating::Cramp,
        "W:W17,21,22,25:B13,1",
        0,
        "13 without 9 or 14",
    ),
    (Rating::Cramp, "W:W17,21,22,29:B13,14", 0, "25 is not there"),
    (
        Rating::Cramp,
        "B:W20,24:B8,11,12,16",
        2,
        "White's cramp: 20 with 24",
    ),
    (
        Rating::Deny,
        "W:W22,32:B14",
        2,
        "14 takes on 17 and on 18, to 21 and 23",
    ),
    (
        Rating::Deny,
        "W:W22,27,32:B14",
        1,
        "17 alone: after 14x23 the man on 27 takes 23",
    ),
    (
        Rating::Dia,
        "W:W32:B1,10,18,7",
        3,
        "1 and 10, and 18 on the other diagonal",
    ),
    (
        Rating::Diav,
        "W:W32:B1,7,3,4",
        6,
        "in halves: 3 for 1, 2 for 7, 1 for 3, none for 4",
    ),
    (Rating::Dyke, "W:W32:B1,6,10", 1, "1-6-10"),
    (Rating::Dyke, "W:W32:B1,6,10,15", 2, "1-6-10 and 6-10-15"),
    (Rating::Dyke, "W:W32:B1,6,11", 0, "no line"),
    (Rating::Exch, "W:W22,27,32:B14", 1, "22-18 14x23 27x18"),
    (Rating::Exch, "W:W22,32:B14", 0, "nobody takes back"),
    (Rating::Expos, "W:W32:B10", 1, "between 6 and 15"),
    (Rating::Expos, "W:W32:B13", 0, "on the edge"),
    (
        Rating::Expos,
        "W:W32:B10,6,7",
        2,
        "6 between 2 and 9, 7 between 2 and 11; not 10",
    ),
    (
        Rating::Fork,
        "W:W32:B14,15",
        1,
        "from 18, with 9 and 11 open",
    ),
    (Rating::Fork, "W:W32:B9,14,15", 0, "9 is closed"),
    (
        Rating::Fork,
        "B:W18,19:B1",
        1,
        "from 15, with 22 and 24 open",
    ),
    (
        Rating::Gap,
        "W:W32:B6,15",
        3,
        "10 between them; 1 and 2 between 6 and the edge",
    ),
    (
        Rating::Gap,
        "W:W32:B14",
        0,
        "two squares lie between it and every edge",
    ),
    (Rating::Guard, "W:W20:B2,3,7", 1, "the triangle"),
    (Rating::Guard, "W:W20:B1,3", 1, "the bridge"),
    (Rating::Guard, "W:WK20:B2,3,7", 0, "an active king"),
    (Rating::Guard, "W:W20:B1,2", 0, "neither"),
    (Rating::Hole, "W:W32:B6,7,14", 1, "10"),
    (Rating::Hole, "W:W32:B6,7", 0, "two neighbours"),
    (
        Rating::Kcent,
        "W:W32:BK10,K24,15",
        1,
        "10; 24 is outside, 15 a man",
    ),
    (
        Rating::Mob,
        "W:W21-32:B1-12",
        4,
        "17, 18, 19, 20, by seven moves",
    ),
    (
        Rating::Mob,
        "W:W18,30:B15",
        3,
        "14 from 18, 25 and 26, although 18 must jump",
    ),
    (Rating::Mobil, "W:W22,32:B14", 2, "27 and 28 of four"),
    (Rating::Move, "W:W30:B18", 1, "30 alone is in White's files"),
    (Rating::Move, "W:W30:B15", 0, "both are"),
    (Rating::Move, "B:W30:B18", 1, "18 alone is in Black's files"),
    (Rating::Move, "W:W30,31:B18", 0, "not even"),
    (Rating::Move, "W:W25-31:B1-6,18", 0, "more than 24 left"),
    (Rating::Node, "W:W32:B10", 1, "four empty neighbours"),
    (Rating::Node, "W:W32:B10,6", 2, "three each"),
    (Rating::Node, "W:W32:B13", 0, "it has two neighbours at all"),
    (
        Rating::Oreo,
        "W:WK20:B2,3,7",
        1,
        "an active king does not matter",
    ),
    (Rating::Oreo, "W:W20:B2,3,7,K18", 0, "a passive one does"),
    (Rating::Oreo, "B:W26,30,31:B9", 1, "White's triangle"),
    (Rating::Pole, "W:W32:B10", 1, "alone"),
    (Rating::Pole, "W:W32:BK10", 0, "a king"),
    (Rating::Pole, "W:W32:B10,6", 0, "beside each other"),
    (Rating::Recap, "W:W22,27,32:B14", 1, "as the exchange"),
    (
        Rating::Thret,
        "W:W22:B14",
        2,
        "from 18 over 14 to 9, from 17 over 14 to 10",
    ),
    (Rating::Thret, "W:W22,32:B14,9", 1, "9 is closed"),
];

#[test]
fn parameters_are_those_counted_by_hand() {
    for &(rating, text, value, reason) in COUNTED {
        let found = rated(text).ratings().get(rating);
        assert_eq!(found, value, "{rating:?} of {text}: {reason}");
    }
    let names: BTreeSet<_> = COUNTED.iter().map(|row| row.0 as usize).collect();
    assert_eq!(names.len(), Rating::COUNT, "a parameter without a position");
}

#[test]
fn colours_make_no_difference() {
    random_positions(3, 20, |position| {
        let (sides, turned) = (Sides::of(position), Sides::of(&position.turned()));
        assert_eq!(Ratings::of(&sides), Ratings::of(&turned));
        let twice = sides.exchanged().exchanged();
        assert_eq!(Ratings::of(&twice), Ratings::of(&sides));
    });
}

/// Black has played 11-15. White can come to 17, 18, 25 and 26, but not to 18 for nothing; Black could come to 15 and 16.
#[test]
fn terms_are_differences_between_the_two_sides_after_their_moves() {
    let (before, now) = (rated("B:W22,30:B11"), rated("W:W22,30:B15"));
    let terms = now.terms(&before);
    let value = |name: &str| {
        let term = (0..TERMS).find(|&term| term::name(term) == name);
        terms.0[term.unwrap_or_else(|| panic!("{name}"))]
    };
    assert_eq!((value("MOB"), value("DENY"), value("MOBIL")), (2, 1, 1));
    // Black's man on 15 stands in the centre, and so did White's on 22, of the fourth and of the third row of its side.
    assert_eq!((value("CENT"), value("ADV")), (0, 0));
    let joined = |names: [&str; 4]| names.map(value);
    assert_eq!(joined(["DEMO", "DEMMO", "DDEMO", "DDMM"]), [1, 0, 0, 0]);
    assert_eq!(joined(["MODE1", "MODE2", "MODE3", "MODE4"]), [1, 0, 0, 0]);
    assert_eq!(joined(["MOC1", "MOC3", "MOC2", "MOC4"]), [0, 1, 0, 0]);
}

#[test]
fn there_are_38_terms_of_different_names() {
    let names: BTreeSet<_> = (0..TERMS).map(term::name).collect();
    assert_eq!(names.len(), 38);
}
