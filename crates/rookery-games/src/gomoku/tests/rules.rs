//! Rows that win and moves that are forbidden, by hand.

use crate::gomoku::rules::forbidden::Foul;
use crate::gomoku::rules::line_patterns::Threat;
use crate::gomoku::rules::position::GomokuPosition;
use crate::gomoku::rules::row_rules::{FirstStones, RowRule, TableRules};
use crate::gomoku::rules::threats::PointThreats;
use crate::gomoku::tests::{ALL_ROWS, after, after_opening, stones, table};
use rookery_engine::{Outcome, Position, perft};

/// The product of the free points, until nine stones can have made five.
#[test]
fn nobody_wins_in_fewer_than_nine_plies() {
    for (size, free) in [(15, 225_u64), (19, 361)] {
        for rule in ALL_ROWS {
            let start = GomokuPosition::new(table(rule, size));
            assert_eq!(perft(&start, 2, true), free * (free - 1));
        }
    }
    let start = GomokuPosition::new(table(RowRule::Freestyle, 15));
    assert_eq!(perft(&start, 3, false), 225 * 224 * 223);
}

/// Black's stones on the eighth row, with the last move of a row that may win.
#[test]
fn rows_of_five_and_six_win_by_the_rule() {
    let scattered = "a1 c1 e1 g1 i1 k1";
    for (row, last, won) in [
        ("e8 f8 g8 h8", "i8", [true, true, true, true]),
        ("d8 e8 f8 h8 i8", "g8", [true, false, true, false]),
        ("e8 f8 g8", "h8", [false; 4]),
    ] {
        for (rule, expected) in ALL_ROWS.into_iter().zip(won) {
            let mut position = stones(rule, row, scattered);
            position.put(0, position.lattice().find(last).unwrap());
            position.find_winner();
            assert_eq!(
                position.winner() == Some(0),
                expected,
                "{rule:?} {row} {last}"
            );
        }
    }
    let white = stones(RowRule::Renju, "", "d8 e8 f8 g8 h8 i8");
    assert_eq!(white.winner(), Some(1), "White wins with six");
}

#[test]
fn in_caro_a_five_between_two_enemies_does_not_win() {
    let row = "e8 f8 g8 h8 i8";
    for (enemies, is_won) in [("d8 j8", false), ("d8", true), ("c8 j8", true), ("", true)] {
        let position = stones(RowRule::Caro, row, enemies);
        assert_eq!(position.winner() == Some(0), is_won, "{enemies}");
    }
    // The edge is no enemy.
    assert_eq!(
        stones(RowRule::Caro, "a8 b8 c8 d8 e8", "f8").winner(),
        Some(0)
    );
    assert_eq!(
        stones(RowRule::Caro, "e8 f8 g8 h8 i8 j8", "d8 k8").winner(),
        Some(0)
    );
}

#[test]
fn a_game_is_won_by_the_move_that_makes_five() {
    let position = after(RowRule::Freestyle, "h8 h9 g8 g9 f8 f9 e8 e9 d8");
    assert_eq!(position.outcome(), Some(Outcome::Loss));
    assert_eq!(position.winner(), Some(0));
}

/// Each on paper, by the definitions of the federation.
#[test]
fn renju_forbids_black_what_it_should() {
    for (black, white, point, foul) in [
        // Two open threes, with and without a gap.
        ("g8 i8 h7 h9", "", "h8", Some(Foul::DoubleThree)),
        ("f8 i8 h6 h9", "", "h8", Some(Foul::DoubleThree)),
        // One of them is shut in at one end.
        ("g8 i8 h7 h9", "f8", "h8", None),
        ("g8 i8 h7 h9", "e8", "h8", Some(Foul::DoubleThree)),
        // Two fours: across each other, and on one line.
        ("e8 f8 g8 h5 h6 h7", "d8 h4", "h8", Some(Foul::DoubleFour)),
        ("e8 g8 i8 k8", "", "h8", Some(Foul::DoubleFour)),
        ("d8 f8 g8 j8", "", "h8", Some(Foul::DoubleFour)),
        ("c8 d8 g8 i8 j8", "", "f8", Some(Foul::DoubleFour)),
        // A four and a three.
        ("e8 f8 g8 h9 h7", "d8", "h8", None),
        // Six in a row, and five that excuse it.
        ("d8 e8 f8 h8 i8", "", "g8", Some(Foul::Overline)),
        ("d8 e8 f8 h8 i8 g4 g5 g6 g7", "", "g8", None),
        // Five excuse a double four, too.
        ("e8 f8 g8 h5 h6 h7 i8", "", "h8", None),
        // One of the threes could become a straight four on one side alone, and there one end of it would make six.
        ("g8 i8 h7 h9 l8", "e8", "h8", None),
    ] {
        let position = stones(RowRule::Renju, black, white);
        let point = position.lattice().find(point).unwrap();
        assert_eq!(
            crate::gomoku::rules::forbidden::foul(&position, point),
            foul,
            "{black} / {white}"
        );
        let freely = stones(RowRule::Freestyle, black, white);
        assert!(freely.is_legal(point));
    }
}

#[test]
fn the_pro_rule_holds_black_off_the_middle() {
    let mut position = GomokuPosition::new(TableRules {
        first_stones: FirstStones::Pro,
        ..TableRules::default()
    });
    assert_eq!(position.moves().len(), 1);
    for name in ["h8", "i9"] {
        position.play(position.lattice().find(name).unwrap());
    }
    assert_eq!(position.moves().len(), 225 - 25);
    assert!(position.moves().iter().all(|&m| position.is_legal(m)));
    position.play(position.lattice().find("k8").unwrap());
    assert_eq!(position.moves().len(), 222);
}

/// Points that Rapfi forbids to Black in 300 positions.
#[test]
fn forbidden_points_are_those_of_another_program() {
    let suite = include_str!("renju_forbidden.txt");
    let mut seen = (0, 0);
    for line in suite.lines().filter(|line| !line.starts_with('#')) {
        let mut position = GomokuPosition::new(table(RowRule::Renju, 15));
        let mut expected = Vec::new();
        for part in line.split('|') {
            let (kind, places) = part.split_once(' ').unwrap_or((part, ""));
            for place in places.split_whitespace() {
                let (x, y) = place.split_once(',').unwrap();
                let [x, y] = [x, y].map(|number| number.parse::<u16>().unwrap());
                match kind {
                    "B" => position.put(0, 15 * y + x),
                    "W" => position.put(1, 15 * y + x),
                    _ => expected.push(15 * y + x),
                }
            }
        }
        expected.sort_unstable();
        let free = position.lattice().points().filter(|&p| position.is_free(p));
        let forbidden: Vec<u16> = free.filter(|&p| position.foul_of(0, p).is_some()).collect();
        assert_eq!(forbidden, expected, "{line}");
        seen = (seen.0 + 1, seen.1 + expected.len());
    }
    assert_eq!(seen, (300, 139));
}

/// The eighth row from its left end, with Black's stones, White's, and the point: what a black stone there makes, by its definition.
#[test]
fn a_stone_makes_the_threat_of_its_line() {
    for (row, expected) in [
        ("......*........", Threat::None),
        ("O*X....O.......", Threat::ClosedTwo),
        ("OX*..O.........", Threat::None),
        ("OX*............", Threat::ClosedTwo),
        (".....X*........", Threat::Two),
        ("....X.*........", Threat::Two),
        ("OXX*...........", Threat::ClosedThree),
        ("....XX*........", Threat::Three),
        ("....X.*X.......", Threat::Three),
        ("OXXX*..........", Threat::Four),
        ("...XX.X*.......", Threat::Four),
        ("...X.X*X.X.....", Threat::DoubleFour),
        ("....XXX*.......", Threat::StraightFour),
        ("...XXX*X.......", Threat::Five),
        ("..XXX*XX.......", Threat::Overline),
    ] {
        // White's threats go by the same definitions.
        for colour in 0..2 {
            let mut position = GomokuPosition::new(table(RowRule::Standard, 15));
            let mut asked = None;
            for (column, what) in row.chars().enumerate() {
                let mut points = position.lattice().points();
                let here = |p: &u16| position.lattice().place(*p) == (column as u8, 7);
                let point = points.find(here).unwrap();
                match what {
                    'X' => position.put(colour, point),
                    'O' => position.put(1 - colour, point),
                    '*' => asked = Some(point),
                    _ => {}
                }
            }
            let threats = position.threats(colour, asked.unwrap());
            let is_expected = |way| threats == PointThreats::default().with(way, expected);
            assert!(
                (0..4).any(is_expected),
                "{row} of {colour}: {threats:?} is not {expected:?}"
            );
        }
    }
}

/// Two fours, a straight one, or a four with an open three cannot be answered by one stone.
#[test]
fn threats_that_one_stone_does_not_answer_win_soon() {
    for (threats, wins) in [
        (&[Threat::StraightFour][..], true),
        (&[Threat::DoubleFour], true),
        (&[Threat::Four, Threat::Four], true),
        (&[Threat::Four, Threat::Three], true),
        (&[Threat::Four], false),
        (&[Threat::Four, Threat::ClosedThree], false),
        (&[Threat::Three, Threat::Three], false),
        (&[], false),
    ] {
        let all = threats.iter().enumerate();
        let made = all.fold(PointThreats::default(), |made, (way, threat)| {
            made.with(way, *threat)
        });
        assert_eq!(made.wins_soon(), wins, "{threats:?}");
    }
}

/// On paper, and by the slow rules: a point is no three's only if a stone there is itself forbidden, and the straight four has to hold
/// the stone that asks.
#[test]
fn a_three_counts_by_what_may_be_played_next_to_it() {
    for (black, white, foul, why) in [
        // f10 h8 i7 becomes straight on g9. There two more threes cross, but that of the column needs g7, a double four: so g9 is
        // allowed, and both threes through h8 are real.
        (
            "f10 g6 g8 i7 i9 j9 k11",
            "",
            Some(Foul::DoubleThree),
            "a suspect point that is allowed",
        ),
        // f8 g8 h8 becomes straight on i8 alone, a double four with i9 i10 i11. That k8 would make l8 m8 n8 straight is no help.
        (
            "f8 g8 h9 h10 i9 i10 i11 l8 m8 n8",
            "d8 i12",
            None,
            "a straight four elsewhere on the line",
        ),
    ] {
        let position = stones(RowRule::Renju, black, white);
        let point = position.lattice().find("h8").unwrap();
        assert_eq!(position.foul_of(0, point), foul, "{why}");
    }
}

/// What is kept for each side beside the threats: the sum of their worth, and the sets of free points with a three and more.
#[test]
fn sums_and_sets_are_those_of_the_threats_of_free_points() {
    for rule in ALL_ROWS {
        // Stones that take points of threes and fours again, of their own side and of the other.
        let position = after(rule, "h8 a1 i9 a3 i8 i7 h9 j8 g8 f8 g9 j9 h7 c3 f10 e11");
        for side in 0..2 {
            let mut sum = 0;
            for point in position.lattice().points() {
                let threats = position.threats(side, point);
                let all = [0, 1, 2, 3].map(|way| threats.of(way));
                let is_free = position.is_free(point);
                let has = |least: Threat| is_free && all.iter().any(|&threat| threat >= least);
                let name = position.lattice().name(point);
                let has_three = is_free && all.contains(&Threat::Three);
                assert_eq!(
                    position.threes(side).has(point),
                    has_three,
                    "{rule:?} {name}"
                );
                assert_eq!(
                    position.fours(side).has(point),
                    has(Threat::Four),
                    "{rule:?} {name}"
                );
                sum += if is_free { threats.worth() } else { 0 };
            }
            assert_eq!(position.sum(side), sum, "{rule:?}");
            assert!(sum > 100, "{rule:?}: {sum}");
        }
    }
}

/// A stronger threat is worth more, and two that go together more than their sum.
#[test]
fn the_worth_of_threats_goes_by_their_strength() {
    let of = |all: &[Threat]| {
        let ways = all.iter().enumerate();
        let made = ways.fold(PointThreats::default(), |made, (way, threat)| {
            made.with(way, *threat)
        });
        made.worth()
    };
    for none in [Threat::None, Threat::Overline] {
        assert_eq!(of(&[none]), 0);
    }
    let rising = [
        Threat::None,
        Threat::ClosedTwo,
        Threat::Two,
        Threat::ClosedThree,
        Threat::Three,
        Threat::Four,
        Threat::StraightFour,
        Threat::Five,
    ];
    assert!(rising.is_sorted_by(|&a, &b| of(&[a]) < of(&[b])));
    for pair in [
        [Threat::Three, Threat::Three],
        [Threat::Four, Threat::Three],
        [Threat::Four, Threat::Four],
    ] {
        assert!(of(&pair) > of(&pair[..1]) + of(&pair[1..]), "{pair:?}");
    }
}

/// Every number from the first that is no point to the last below the choices, on both boards; and no stone where a choice is due.
#[test]
fn numbers_that_are_no_points_are_not_legal() {
    for size in [15, 19] {
        let start = GomokuPosition::new(table(RowRule::Freestyle, size));
        let points = u16::from(size) * u16::from(size);
        let legal = (0..=u16::MAX).filter(|&m| start.is_legal(m));
        assert!(legal.eq(0..points), "{size}");
    }
    let choosing = after_opening(FirstStones::Swap2, "h8 i9 j7");
    let legal: Vec<u16> = (0..=u16::MAX).filter(|&m| choosing.is_legal(m)).collect();
    assert_eq!(legal, choosing.moves());
}
