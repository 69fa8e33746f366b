//! Edge cases of the rules and every value of every option, each set up by hand.

use std::collections::BTreeSet;

use crate::mills::rules::kind::MillKind;
use crate::mills::rules::points::MillBoard;
use crate::mills::rules::position::{MillPosition, Parts};
use crate::mills::rules::rule_options::{Removable, Rules};
use crate::nine_mens_morris::tests::{Table, game};
use crate::nine_mens_morris::{NineMensMorris, NineMensMorrisGame};
use crate::{Arg, BoardGame};
use rookery_engine::{Position, SplitMix};

fn from(position: &str) -> Table {
    Table::new(&[], position)
}

#[test]
fn white_places_first_and_every_point_is_free() {
    let table = from("");
    assert_eq!(
        table.game.print(table.position()),
        "********/********/******** w p p 0 9 0 9 board:9"
    );
    assert_eq!(table.moves().len(), 24);
}

#[test]
fn a_diagonal_is_no_line() {
    let mut table = from("");
    table.play_all("a7 d1 b6 d2");
    assert!(table.allows("c5"));
    assert_eq!(table.removals("c5"), Vec::<String>::new());
    // Nor does a man walk along one.
    let table = from("*@*OO***/*@@*@*O*/O**O*@** w m s 5 0 5 0 board:9");
    let from_e3: Vec<String> = table
        .moves()
        .into_iter()
        .filter_map(|(text, _)| text.strip_prefix("e3-").map(str::to_owned))
        .collect();
    assert_eq!(from_e3, ["e4"]);
}

#[test]
fn a_mill_must_be_answered_with_a_removal() {
    let mut table = from("");
    table.play_all("d7 d1 d6 d2");
    assert_eq!(table.removals("d5"), ["d1", "d2"]);
    assert!(!table.allows("d5"), "a removal is compulsory");
}

/// White has the mill a7-d7-g7 and moves b4-a4: nothing new is closed.
#[test]
fn an_old_mill_elsewhere_removes_nothing() {
    let table = from("****@***/******O*/OO@*@*@O w m s 4 0 4 0 board:9");
    assert!(table.allows("b4-b6"));
    assert_eq!(table.removals("b4-b6"), Vec::<String>::new());
}

#[test]
fn a_man_that_leaves_one_mill_for_another_closes_it() {
    let table = from("***@****/*O*@@*@O/OO****@O w m s 5 0 5 0 board:9");
    assert_eq!(table.removals("d7-d6"), ["a4", "b4", "d2", "e3", "f2"]);
}

#[test]
fn a_mill_may_be_opened_and_closed_again_at_once() {
    let mut table = from("***@****/*O*@@*@O/OO****@O w m s 5 0 5 0 board:9");
    table.play_all("d7-d6xe3 f2-f4");
    assert_eq!(table.removals("d6-d7"), ["a4", "b4", "d2", "f4"]);
}

/// Black has the mill d1-d2-d3; White closes a7-d7-g7.
#[test]
fn a_man_in_a_mill_is_safe_while_another_stands_outside() {
    let position = "**O*@O**/**@*@*@*/*O**@**O w p p 4 4 5 4 board:9";
    assert_eq!(from(position).removals("d7"), ["b4", "f4"]);
    let any = Table::new(&[("removal", "any")], position);
    assert_eq!(any.removals("d7"), ["b4", "d1", "d2", "d3", "f4"]);
}

#[test]
fn where_all_stand_in_mills_any_may_be_removed() {
    let table = from("****@***/O***@***/*O**@**O w m s 3 0 3 0 board:9");
    assert_eq!(table.removals("d6-d7"), ["d1", "d2", "d3"]);
}

/// d6 closes b6-d6-f6 and d7-d6-d5.
#[test]
fn two_mills_closed_at_once_remove_one_man() {
    let moves = "b6 a1 f6 g1 d7 a4 d5 g4";
    let mut table = from("");
    table.play_all(moves);
    assert_eq!(table.removals("d6"), ["a1", "a4", "g1", "g4"]);
    table.play("d6xa1");
    assert_eq!(table.position().man_count(1), 8);
    assert_eq!(table.position().side(), 1, "the turn is over");
}

#[test]
fn two_mills_closed_at_once_remove_two_men_where_that_is_chosen() {
    let mut table = Table::new(&[("double-mill", "two")], "");
    table.play_all("b6 a1 f6 g1 d7 a4 d5 g4");
    assert_eq!(table.removals("d6").len(), 4 * 3);
    assert!(!table.allows("d6xa1"), "both go");
    let text = "d6xa1xg4";
    let (_, m) = table.moves().into_iter().find(|(t, _)| t == text).unwrap();
    let say = table.game.say(table.position(), m);
    assert_eq!(say.id, "nine-mens-morris-say-place-remove-two");
    table.play(text);
    assert_eq!(table.position().man_count(1), 7);
    assert_eq!(table.position().side(), 1, "the turn is over");
}

/// All three black men stand in a mill: the first removal breaks it, so the second takes one of the other two. If there is a
/// single man, no second removal is asked for.
#[test]
fn the_second_removal_is_judged_after_the_first() {
    let position = "O***@***/*O**@**O/O***@*** w p p 4 5 3 5 board:9";
    let table = Table::new(&[("double-mill", "two")], position);
    assert_eq!(
        table.removals("d6"),
        ["d1xd2", "d1xd3", "d2xd1", "d2xd3", "d3xd1", "d3xd2"]
    );
    let alone = "O*******/*O*****O/O***@*** w p p 4 5 1 5 board:9";
    let table = Table::new(&[("double-mill", "two")], alone);
    assert_eq!(table.removals("d6"), ["d1"]);
}

#[test]
fn men_in_hand_count_as_men() {
    let table = from("********/********/OO**@**O b p p 3 6 1 7 board:9");
    assert_eq!(table.verdict(), None, "one man on the board, seven in hand");
}

#[test]
fn a_side_flies_with_three_men_once_its_hand_is_empty() {
    let table = from("********/O*******/@@***@OO w p p 3 6 3 6 board:9");
    assert!(!table.position().flies(0), "men in hand are placed");
    let position = "********/O*O**@**/@@***@OO w m s 4 0 4 0 board:9";
    assert!(!from(position).allows("a7-e3"), "four men walk");
    let position = "********/O****@**/@@***@OO w m s 3 0 4 0 board:9";
    assert!(from(position).allows("a7-e3"));
    let off = Table::new(&[("flying", "off")], position);
    assert!(!off.allows("a7-e3"), "nobody flies where that is chosen");
    assert!(off.allows("d6-d5"));
}

#[test]
fn a_removal_gives_the_right_to_fly_at_once() {
    let mut table = from("*******@/O****@**/*O*@*@*O w m s 3 0 4 0 board:9");
    table.play("d6-d7xc5");
    assert!(table.position().flies(1));
    assert!(table.allows("a1-e3"));
}

#[test]
fn two_men_lose() {
    let mut table = from("*******@/O*******/*O*@*@*O w m s 3 0 3 0 board:9");
    table.play("d6-d7xc5");
    assert_eq!(table.verdict(), Some((Some(0), "two-men")));
}

/// Two of three men may leave at once; the end says how many are left, and the position is valid.
#[test]
fn a_removal_of_two_may_leave_one_man() {
    let options = [("variant", "twelve"), ("double-mill", "two")];
    let start = "*@**@***/***@***O/OO***OO* w m s 5 0 3 0 board:12d";
    let mut table = Table::new(&options, start);
    table.play("b6-a7xe5xd3");
    assert_eq!(table.verdict(), Some((Some(0), "two-men")));
    let (_, reason) = table.end().unwrap();
    let left = reason.say.args.iter().find(|(name, _)| *name == "men");
    assert_eq!(left, Some(&("men", Arg::Number(1))));
    let text = table.game.print(table.position());
    assert!(text.ends_with(" b m s 5 0 1 0 board:12d"), "{text}");
    assert_eq!(table.game.parse(&text).as_ref(), Ok(table.position()));
    let one_at_once = game(&[("variant", "twelve")]).parse(&text);
    assert!(one_at_once.unwrap_err().contains("black has 1 man in all"));
}

/// White on the midpoints of the outer ring, Black in its corners.
#[test]
fn no_move_loses() {
    let blocked = "********/********/O@O@O@O@ b m s 4 0 4 0 board:9";
    assert_eq!(from(blocked).verdict(), Some((Some(0), "blocked")));
    let three = "********/********/O@O@O@O* b m s 4 0 3 0 board:9";
    assert_eq!(from(three).verdict(), None, "three men fly over every wall");
    let off = Table::new(&[("flying", "off")], three);
    assert_eq!(off.verdict(), Some((Some(0), "blocked")));
}

/// White closes b2-d2-f2 and removes e3, the one black man that could still move.
#[test]
fn a_removal_may_take_the_last_move() {
    let mut table = from("***@O***/***O*O**/O@O@O@O@ w m s 7 0 5 0 board:9");
    table.play("d3-d2xe3");
    assert_eq!(table.verdict(), Some((Some(0), "blocked")));
}

#[test]
fn fifty_moves_each_without_a_mill_are_a_draw() {
    let start = "****@***/**@****O/O*O*OO@@ w m s 5 0 4 0 board:9 quiet:99";
    let first = |table: &Table| {
        let moves = table.moves();
        moves
            .into_iter()
            .map(|(text, _)| text)
            .find(|t| !t.contains('x'))
            .unwrap()
    };
    let mut table = from(start);
    table.play(&first(&table));
    assert_eq!(table.verdict(), Some((None, "hundred-plies")));
    let mut off = Table::new(&[("move-limit", "off")], start);
    off.play(&first(&off));
    assert_eq!(off.verdict(), None);
    let start = start.replace("99", "39");
    let mut twenty = Table::new(&[("move-limit", "twenty")], &start);
    twenty.play(&first(&twenty));
    assert_eq!(twenty.verdict(), Some((None, "forty-plies")));
}

#[test]
fn the_third_time_a_position_stands_is_a_draw() {
    let start = "****@***/**@****O/O*O*OO@@ w m s 5 0 4 0 board:9";
    let shuffle = "d7-d6 d3-e3 d6-d7 e3-d3";
    let mut table = from(start);
    table.play_all(shuffle);
    assert_eq!(table.verdict(), None);
    table.play_all(shuffle);
    assert_eq!(table.verdict(), Some((None, "repetition")));
    let mut off = Table::new(&[("repetition-draw", "off")], start);
    off.play_all(shuffle);
    off.play_all(shuffle);
    assert_eq!(off.verdict(), None);
}

/// Four white men in the corners, none of which could move: a side that places always can.
#[test]
fn nobody_is_blocked_while_placing() {
    let table = from("********/********/@O@O@O@O w p p 4 5 4 5 board:9");
    assert_eq!(table.verdict(), None);
    assert_eq!(table.moves().len(), 16);
}

#[test]
fn the_showcase_is_a_legal_game_and_the_bench_positions_are_written_as_printed() {
    let mut table = from("");
    for text in NineMensMorrisGame::SHEET.showcase {
        table.play(text);
    }
    for text in NineMensMorrisGame::SHEET.bench.positions {
        let position = table.game.parse(text).unwrap();
        assert_eq!(table.game.print(&position), *text);
        assert_eq!(position.outcome(), None);
    }
}

/// The same men with other men in hand or another side to move are another position.
#[test]
fn men_in_hand_and_the_side_to_move_are_part_of_the_key() {
    let mut keys = BTreeSet::new();
    for side in 0..2 {
        for own in 0..=6 {
            for other in 0..=6 {
                let parts = Parts {
                    men: [0b111, 0b11_1000],
                    hand: [own, other],
                    side,
                    bans: [None; 2],
                    quiet: 0,
                };
                keys.insert(
                    MillPosition::<NineMensMorris>::from_parts(parts, NineMensMorris::RULES).key(),
                );
            }
        }
    }
    assert_eq!(keys.len(), 2 * 7 * 7);
}

/// The rules under which tables and weights of the usual rules may be used: each rule of moving and removing is changed in turn.
#[test]
fn rules_move_alike_where_only_draws_and_the_number_of_men_differ() {
    let usual = NineMensMorris::RULES;
    for (rules, is_alike) in [
        (usual, true),
        (usual.uncounted(), true),
        (
            Rules {
                board: &MillBoard::TEN,
                ..usual
            },
            true,
        ),
        (
            Rules {
                board: &MillBoard::TWELVE,
                ..usual
            },
            false,
        ),
        (
            Rules {
                board: &MillBoard::SIX,
                ..usual
            },
            false,
        ),
        (
            Rules {
                flying: !usual.flying,
                ..usual
            },
            false,
        ),
        (
            Rules {
                removable: Removable::Any,
                ..usual
            },
            false,
        ),
        (
            Rules {
                double_removal: !usual.double_removal,
                ..usual
            },
            false,
        ),
        (
            Rules {
                see_saw_ban: !usual.see_saw_ban,
                ..usual
            },
            false,
        ),
    ] {
        assert_eq!(
            (rules.moves_as(usual), usual.moves_as(rules)),
            (is_alike, is_alike),
            "{rules:?}"
        );
    }
}

/// In Lasker's game steps count towards the draw while men are in hand, and a man placed begins the count anew.
#[test]
fn steps_count_in_laskers_game_before_all_men_are_placed() {
    let text = "**O*****/*****@**/******** w p p 1 9 1 9 board:10 quiet:99";
    let lasker = || Table::new(&[("variant", "lasker")], text);
    let mut stepped = lasker();
    stepped.play("e4-e5");
    assert_eq!(stepped.verdict(), Some((None, "hundred-plies")));
    let mut placed = lasker();
    placed.play("d7");
    assert_eq!((placed.position().quiet(), placed.verdict()), (0, None));
}

/// What a variant lays down holds whatever is chosen.
#[test]
fn a_rule_of_a_variant_is_above_the_options() {
    let flies = |variant| {
        let options = [("variant", variant), ("flying", "on")];
        Table::new(&options, "").position().rules().flying
    };
    assert_eq!(
        ["standard", "lasker", "twelve", "six", "three"].map(flies),
        [true, true, true, false, true]
    );
    let three = [
        ("variant", "three"),
        ("removal", "any"),
        ("double-mill", "two"),
    ];
    let mut table = Table::new(&three, "");
    table.play_all("d4 b6 b2 d6 f6");
    // b2-d4-f6 is a line.
    assert_eq!(table.verdict(), Some((Some(0), "mill")));
}

/// The variant with most moves and the removals with most ways: listed, counted and checked one by one.
#[test]
fn twelve_men_and_two_removals_stay_below_the_bound_of_moves() {
    let options = [
        ("variant", "twelve"),
        ("double-mill", "two"),
        ("removal", "any"),
    ];
    let mut random = SplitMix::new(4);
    let mut most = 0;
    for _ in 0..20 {
        let mut position = Table::new(&options, "").position().clone();
        for _ in 0..120 {
            if position.ended().is_some() {
                break;
            }
            let moves = position.moves();
            most = most.max(moves.len());
            assert_eq!(position.count_moves(), moves.len());
            assert!(moves.iter().all(|&m| position.is_legal(m)));
            position.play(moves[random.below(moves.len())]);
        }
    }
    assert!(most <= NineMensMorris::MAX_MOVES, "{most}");
}
