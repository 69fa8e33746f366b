//! Edge cases of the rules, each set up by hand.

use crate::BoardGame;
use crate::mills::tests::table::{assert_paths_are_legal_or_refused, refusal};
use crate::morabaraba::tests::Table;
use rookery_engine::Position;

fn from(position: &str) -> Table {
    Table::new(&[], position)
}

fn shots(table: &Table, walk: &str) -> Vec<String> {
    table.removals(walk)
}

#[test]
fn dark_places_first_and_every_point_is_free() {
    let table = from("");
    assert_eq!(
        table.game.print(table.position()),
        "********/********/******** b p p 0 12 0 12 board:12d"
    );
    assert_eq!(table.moves().len(), 24);
    let light = Table::new(&[("moves-first", "light")], "");
    assert_eq!(
        light.game.print(light.position()),
        "********/********/******** w p p 0 12 0 12 board:12d"
    );
}

/// Beginning on a corner wins, so a table may leave the middles of the sides alone: those on file d and rank 4.
#[test]
fn the_first_cow_may_be_kept_off_the_corners() {
    let mut table = Table::new(&[("first-cow", "no-corner")], "");
    let names: Vec<_> = table.moves().into_iter().map(|(text, _)| text).collect();
    assert_eq!(names.join(" "), "a4 b4 c4 d1 d2 d3 d5 d6 d7 e4 f4 g4");
    let usual = from("");
    for (text, m) in usual.moves() {
        let is_middle = text.contains(['d', '4']);
        assert_eq!(table.position().is_legal(m), is_middle, "{text}");
    }
    assert_eq!(table.position().count_moves(), 12);
    assert_eq!(
        refusal(&table, "b6").as_deref(),
        Some("corner-forbidden b6")
    );
    assert_eq!(refusal(&usual, "b6"), None);
    assert_paths_are_legal_or_refused(&table);
    table.play("d6");
    assert_eq!(table.moves().len(), 23, "the second cow goes anywhere");
}

#[test]
fn a_diagonal_is_a_line() {
    let mut table = from("");
    table.play_all("a7 d1 b6 d2");
    assert_eq!(shots(&table, "c5"), ["d1", "d2"]);
    assert!(!table.allows("c5"), "a shot is compulsory");
}

#[test]
fn two_lines_closed_at_once_give_one_shot() {
    let mut table = from("");
    // d6 closes b6-d6-f6 and d7-d6-d5.
    table.play_all("b6 a1 f6 g1 d7 a4 d5 g4");
    assert_eq!(shots(&table, "d6"), ["a1", "a4", "g1", "g4"]);
    table.play("d6xa1");
    assert_eq!(table.position().man_count(1), 11);
    assert_eq!(table.position().side(), 1, "the turn is over");
}

#[test]
fn a_cow_in_a_line_is_safe_while_another_stands_outside() {
    // Light has the line a1-d1-g1 and b2; dark closes a7-d7-g7.
    let table = from("********/@****O**/*@*OOO*@ b m s 4 0 3 0 board:12d");
    assert_eq!(shots(&table, "d6-d7"), ["b2"]);
}

#[test]
fn where_all_stand_in_lines_any_may_be_shot() {
    let table = from("********/@*******/*@*OOO*@ b m s 3 0 3 0 board:12d");
    assert_eq!(shots(&table, "d6-d7"), ["a1", "d1", "g1"]);
}

#[test]
fn an_old_line_elsewhere_gives_no_shot() {
    // Dark has the line a7-d7-g7 and moves b4-a4: nothing new is closed.
    let table = from("****O***/******@*/@@*O*O*@ b m s 3 0 4 0 board:12d");
    assert!(table.allows("b4-a4"));
    assert_eq!(shots(&table, "b4-a4"), Vec::<String>::new());
}

#[test]
fn a_line_may_be_left_and_closed_again() {
    let mut table = from("****OOO*/****O***/@@*@***@ b m s 4 0 4 0 board:12d");
    table.play_all("d7-d6 d2-b2");
    assert_eq!(shots(&table, "d6-d7"), ["b2", "c3", "c4", "d3"]);
    table.play_all("d6-d7xb2 d3-d2");
    // A second time at once: the cow formed no line when it left, so this is not a see-saw.
    table.play_all("d7-d6 d2-d3");
    assert_eq!(shots(&table, "d6-d7"), ["c3", "c4", "d3"]);
}

/// The example of the rules page: a7, d7, g7 and b6, f6, with d6 empty.
const SEE_SAW: &str = "***O*O**/*@*O*O*@/@@****O@ b m s 5 0 5 0 board:12d";

#[test]
fn a_cow_may_not_swing_between_two_lines() {
    let mut table = from(SEE_SAW);
    table.play("d7-d6xe3");
    assert_eq!(
        table.game.print(table.position()),
        "*****O**/@@*O*O*@/*@****O@ w m s 4 0 5 0 board:12d last:d7-d6,formed,broke"
    );
    table.play("f2-d2");
    assert_eq!(shots(&table, "d6-d7"), Vec::<String>::new());
    assert!(
        !table.allows("d6-d7"),
        "nor may it go back without the shot"
    );
    assert!(table.allows("d6-d5"), "it may go elsewhere");
    // Another cow may not be stopped, and after one other turn the cow may go back.
    table.play_all("g7-g4 d2-d1 g4-g7 d1-d2");
    assert!(!shots(&table, "d6-d7").is_empty());
}

#[test]
fn the_ban_holds_only_where_the_way_back_closes_a_line() {
    let mut table = from(SEE_SAW);
    table.play("d7-d6xe3");
    assert!(table.position().ban(0).is_some());
    // Light closes a1-b2-c3 and takes a cow out of the old line: the way back closes nothing now.
    table.play("a4-a1xg7");
    assert!(table.allows("d6-d7"));
    assert_eq!(
        table.position().ban(0),
        None,
        "a ban that forbids nothing is forgotten"
    );
}

#[test]
fn a_side_flies_with_three_cows_once_its_hand_is_empty() {
    let table = from("********/********/@@***@OO b p p 2 8 3 8 board:12d");
    assert!(!table.position().flies(0), "cows in hand are placed");
    let table = from("********/O*O*****/@@***@OO b m s 4 0 3 0 board:12d");
    assert!(table.allows("a1-e3"));
    let table = from("********/O*O*****/@@***@OO w m s 4 0 3 0 board:12d");
    assert!(!table.allows("a7-e3"), "four cows walk");
    assert!(table.allows("a7-b6"));
}

#[test]
fn a_shot_gives_the_right_to_fly_at_once() {
    let mut table = from("*******O/@****O**/*@*O*O*@ b m s 4 0 3 0 board:12d");
    table.play("d6-d7xc5");
    assert!(table.position().flies(1));
    assert!(table.allows("a1-e3"));
}

#[test]
fn two_cows_lose() {
    let mut table = from("*******O/@****O**/*@*O***@ b m s 3 0 3 0 board:12d");
    table.play("d6-d7xc5");
    assert_eq!(table.verdict(), Some((Some(0), "two-cows")));
}

#[test]
fn cows_in_hand_count() {
    let table = from("********/********/@@***@O* w p p 1 9 3 8 board:12d");
    assert_eq!(table.verdict(), None, "one cow on the board, nine in hand");
}

/// Dark stands on the midpoints of the outer ring; light holds its corners and the midpoints of the middle ring.
#[test]
fn no_move_loses() {
    let table = from("********/O*O*O*O*/@O@O@O@O b m s 8 0 4 0 board:12d");
    assert_eq!(table.verdict(), Some((Some(1), "blocked")));
    let table = from("********/O*O*O*O*/@O@O@O*O b m s 8 0 3 0 board:12d");
    assert_eq!(table.verdict(), None, "three cows fly over every wall");
}

#[test]
fn a_shot_may_take_the_last_move() {
    let mut table = from("O**@****/*OO*O*OO/@O@O@O@O w m s 10 0 5 0 board:12d");
    table.play("d5-d6xe3");
    assert_eq!(table.verdict(), Some((Some(1), "blocked")));
}

/// Twenty-four cows placed so that nobody closes a line.
#[test]
fn a_full_board_is_a_draw() {
    let mut table = from("");
    table.play_all("d5 e3 e5 c3 e4 c5 d3 d6 c4 f6 f4 d2 f2 b4 b2 g7 b6 g4 d7 d1 g1 a1 a7");
    assert_eq!(table.verdict(), None);
    table.play("a4");
    assert_eq!(table.verdict(), Some((None, "full-board")));
}

#[test]
fn ten_moves_each_with_three_cows_are_a_draw() {
    let start = "****O***/**O*****/@*@*@*O* b m s 3 0 3 0 board:12d quiet:18";
    let mut table = from(start);
    table.play("d7-c5");
    assert_eq!(table.verdict(), None);
    table.play("d3-e3");
    assert_eq!(table.verdict(), Some((None, "ten-moves")));
    let (_, reason) = table.end().unwrap();
    assert_eq!(reason.say.id, "morabaraba-end-ten-moves");
    let mut off = Table::new(&[("three-cow-draw", "off")], start);
    off.play_all("d7-c5 d3-e3");
    assert_eq!(off.verdict(), None);
}

#[test]
fn ten_moves_count_for_one_side_with_three_cows_only_where_that_is_chosen() {
    let start = "****O***/**O*****/@*@*@*OO b m s 4 0 3 0 board:12d quiet:19";
    let mut both = from(start);
    both.play("d7-c5");
    assert_eq!(both.verdict(), None);
    let mut either = Table::new(&[("three-cow-draw", "either")], start);
    either.play("d7-c5");
    assert_eq!(either.verdict(), Some((None, "ten-moves")));
    // Dark has four cows: nothing is said of three on both sides.
    let (_, reason) = either.end().unwrap();
    assert_eq!(reason.say.id, "morabaraba-end-ten-moves-either");
    let brief = reason.brief.unwrap();
    assert_eq!(brief.id, "morabaraba-brief-ten-moves-either");
}

#[test]
fn a_shot_ends_the_count() {
    let mut table = from("****O***/**O****O/@@**@*O* b m s 4 0 3 0 board:12d quiet:90");
    table.play("d1-a7xd3");
    assert_eq!((table.position().quiet(), table.verdict()), (0, None));
}

#[test]
fn a_hundred_plies_without_a_shot_are_a_draw() {
    let start = "****O***/**O****O/@*@*@@O* b m s 4 0 4 0 board:12d quiet:99";
    let mut table = from(start);
    table.play("d7-d6");
    assert_eq!(table.verdict(), Some((None, "hundred-plies")));
    let mut off = Table::new(&[("hundred-ply-draw", "off")], start);
    off.play("d7-d6");
    assert_eq!(off.verdict(), None);
}

#[test]
fn the_last_move_before_a_counted_draw_may_still_win() {
    // Light closes the last way out of four dark cows with the hundredth quiet ply.
    let mut table = from("O*******/**O*O*O*/@O@O@O@O w m s 8 0 4 0 board:12d quiet:99");
    table.play("d5-d6");
    assert_eq!(table.verdict(), Some((Some(1), "blocked")));
}

#[test]
fn the_third_time_a_position_stands_is_a_draw() {
    let start = "****O***/**O****O/@*@*@@O* b m s 4 0 4 0 board:12d";
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

/// By "either" it is enough that one side has three, whichever it is; where both have four nothing is counted.
#[test]
fn ten_moves_count_for_either_side_with_three_cows_and_for_none_with_four() {
    for (start, either_draws) in [
        // Dark has four cows, light three, and the other way round; four each.
        (
            "****O***/**O*****/@*@*@@O* b m s 3 0 4 0 board:12d quiet:19",
            true,
        ),
        (
            "****O***/**O*****/@*@*@*OO b m s 4 0 3 0 board:12d quiet:19",
            true,
        ),
        (
            "****O***/**O*****/@*@*@@OO b m s 4 0 4 0 board:12d quiet:19",
            false,
        ),
    ] {
        for (option, draws) in [("both", false), ("either", either_draws), ("off", false)] {
            let mut table = Table::new(&[("three-cow-draw", option)], start);
            table.play("d7-d6");
            let expected = draws.then_some((None, "ten-moves"));
            assert_eq!(table.verdict(), expected, "{option}: {start}");
        }
    }
}
