//! Rules by example: taking, suicide, ko and superko, the count at the end.

use crate::go::rules::go_rules::GoRules;
use crate::go::rules::goban::Goban;
use crate::go::rules::position::{Ban, GoPosition};
use crate::go::tests::{game, named, play, read, set};
use rookery_engine::{Outcome, Position};

fn ban(position: &GoPosition, name: &str) -> Option<Ban> {
    position.ban(named(position, name))
}

#[test]
fn a_chain_without_a_liberty_leaves_the_board() {
    // A corner, an edge, and a chain of two.
    for (stones, m, taken) in [
        ("5/5/5/x4/o4 x", "b1", "a1"),
        ("5/5/5/2x2/1xo2 x", "d1", "c1"),
        ("5/1xx2/xoo2/1xx2/5 x", "d3", "b3 c3"),
    ] {
        let mut position = read(5, stones);
        assert_eq!(position.taken(named(&position, m)), set(&position, taken));
        play(&mut position, m);
        assert_eq!(position.stones(1), 0, "{stones}");
    }
}

#[test]
fn suicide_is_forbidden_unless_it_takes() {
    let position = read(5, "5/5/5/o4/1o3 x");
    assert_eq!(ban(&position, "a1"), Some(Ban::Suicide));
    assert_eq!(ban(&position, "a2"), Some(Ban::Occupied));
    let joined = read(5, "5/5/o4/xo3/1x3 x");
    assert_eq!(ban(&joined, "a1"), None, "the chain of b1 has c1");
    let filled = read(5, "5/5/o4/xo3/1xo2 x");
    assert_eq!(ban(&filled, "a1"), Some(Ban::Suicide), "of three stones");
    let mut taking = read(5, "5/5/x4/oxo2/1o3 x");
    assert_eq!(ban(&taking, "a1"), None);
    play(&mut taking, "a1");
    assert_eq!(taking.owner(named(&taking, "a2")), None);
}

#[test]
fn one_stone_may_not_be_taken_back_at_once() {
    let mut position = read(5, "5/1xo2/xo1o1/1xo2/5 x");
    play(&mut position, "c3");
    assert_eq!(ban(&position, "b3"), Some(Ban::Ko));
    assert_eq!(position.barred(), set(&position, "b3"));
    play(&mut position, "e5 e1");
    assert_eq!(ban(&position, "b3"), None, "something else has changed");
    play(&mut position, "b3");
    assert_eq!(ban(&position, "c3"), Some(Ban::Ko));
}

/// A pass changes nothing on the board.
#[test]
fn a_ko_is_not_lifted_by_passes() {
    let mut position = read(5, "5/1xo2/xo1o1/1xo2/5 x");
    play(&mut position, "c3 pass");
    assert_eq!(position.passes(), 1);
    play(&mut position, "e5");
    assert_eq!(position.passes(), 0);
    assert_eq!(ban(&position, "b3"), None);
}

/// White gives two stones, Black takes them with one, and White may not take that one: the board would be the first.
#[test]
fn two_stones_sent_and_one_returned_is_a_repetition() {
    let mut position = read(5, "5/5/5/xxoo1/1o1o1 o");
    play(&mut position, "a1 c1");
    assert_eq!(position.stones(1), set(&position, "c2 d2 d1"));
    assert_eq!(ban(&position, "b1"), Some(Ban::Superko));
    play(&mut position, "e5 e4");
    assert_eq!(ban(&position, "b1"), None, "the rest of the board differs");
}

/// Three kos taken in turn lead round in six moves; the simple rule of ko would allow the sixth.
#[test]
fn a_triple_ko_does_not_go_round() {
    let text = "1xo6/xo1o5/1xo6/1xo6/x1xo5/1xo6/1xo6/xo1o5/1xo6 x";
    let mut position = read(9, text);
    play(&mut position, "c8 b5 c2 b8 c5");
    assert_eq!(position.taken(named(&position, "b2")), set(&position, "c2"));
    assert_eq!(ban(&position, "b2"), Some(Ban::Superko));
    assert_eq!(ban(&position, "b5"), Some(Ban::Ko));
}

#[test]
fn areas_are_counted_as_the_stones_stand() {
    for (stones, areas) in [
        ("5/5/5/5/5 x", [0, 0]),
        ("5/5/2x2/5/5 x", [25, 0]),
        ("5/5/2x2/5/4o x", [1, 1]),
        ("1xo2/1xo2/1xo2/1xo2/1xo2 x", [10, 15]),
        ("1x1o1/1x1o1/1x1o1/1x1o1/1x1o1 x", [10, 10]),
        // A white stone in Black's area, which nobody has taken: the region reaches both colours.
        ("o1xo1/2xo1/2xo1/2xo1/2xo1 x", [5, 11]),
    ] {
        assert_eq!(read(5, stones).areas(), areas, "{stones}");
    }
}

/// The inner stones share c5 and c4; whoever plays there is taken. Nobody has to: the stones stand, the points count for nobody.
#[test]
fn a_seki_is_left_as_it_stands() {
    let position = read(5, "xo1xo/xo1xo/xooxo/xxxxo/ooo1o x");
    assert_eq!(position.areas(), [10, 12]);
    assert_eq!(position.territories(), [0, 0]);
}

#[test]
fn two_passes_end_the_game_and_komi_decides() {
    let wall = "4xo3/4xo3/4xo3/4xo3/4xo3/4xo3/4xo3/4xo3/4xo3 x";
    for (komi, winner, words) in [
        (14, Some(Outcome::Margin(2)), "2"),
        (17, Some(Outcome::Margin(1)), "half"),
        (18, Some(Outcome::Margin(0)), "draw"),
        (19, Some(Outcome::Margin(-1)), "half for White"),
        (0, Some(Outcome::Margin(9)), "9"),
    ] {
        let rules = GoRules {
            komi_halves: komi,
            ..GoRules::usual(9)
        };
        let mut position = crate::go::position_text::parse(wall, rules).unwrap();
        play(&mut position, "pass");
        assert_eq!(position.outcome(), None);
        assert!(position.null().is_none(), "a pass would end the game");
        play(&mut position, "pass");
        assert_eq!(position.outcome(), winner, "{words}");
    }
}

#[test]
fn a_stone_between_two_passes_lets_the_game_go_on() {
    let mut position = GoPosition::new(GoRules::usual(5));
    play(&mut position, "pass c3 pass b3 b2 pass");
    assert_eq!((position.passes(), position.outcome()), (1, None));
}

#[test]
fn the_end_is_told_with_both_areas_and_komi() {
    let wall = "4xo3/4xo3/4xo3/4xo3/4xo3/4xo3/4xo3/4xo3/4xo3 x 1";
    for (komi, winner, id, by) in [
        ("usual", Some(0), "go-end-area", "2"),
        ("7-5", Some(0), "go-end-area", "1.5"),
        ("0", Some(0), "go-end-area", "9"),
    ] {
        let mut game = game("", &[("komi", komi)], wall);
        game.play(&["#pass".to_owned()]).unwrap();
        let ending = game.ending().unwrap();
        assert_eq!((ending.winner, ending.reason), (winner, "area"));
        assert_eq!(ending.say.id, id);
        let told = |name: &str| ending.say.args.iter().find(|(n, _)| *n == name).unwrap();
        assert_eq!(told("by").1, by.into());
        assert_eq!(told("black").1, 45_i64.into());
    }
}

/// The points of the standard of the Go Text Protocol, where it has them: the third line, opposite corners first.
#[test]
fn stones_of_a_handicap_stand_on_their_points() {
    for (size, stones, names) in [
        (9, 2, "c3 g7"),
        (9, 3, "c3 g7 c7"),
        (9, 4, "c3 g7 c7 g3"),
        (9, 5, "c3 g7 c7 g3 e5"),
        (7, 4, "c3 e5 c5 e3"),
        (7, 5, "c3 e5 c5 e3 d4"),
        (6, 2, "b2 e5"),
        (5, 5, "b2 d4 b4 d2 c3"),
    ] {
        let position = GoPosition::new(GoRules::usual(size).with_handicap(stones));
        assert_eq!(position.stones(0), set(&position, names), "{size} {stones}");
        assert_eq!((position.stones(1), position.side()), (0, 1));
    }
}

/// By the neighbours of each point, counted from its column and row.
#[test]
fn the_edge_is_where_a_point_has_fewer_than_four_neighbours() {
    for size in 2..=9_u8 {
        let goban = Goban::of(size);
        for point in 0..goban.count() {
            let (column, row) = (point % size, point / size);
            let inside = |n: u8| 0 < n && n + 1 < size;
            let is_edge = goban.edge() >> point & 1 == 1;
            assert_eq!(is_edge, !(inside(column) && inside(row)), "{size}: {point}");
        }
        assert_eq!(goban.edge() >> goban.count(), 0, "{size}: beyond the board");
    }
}
