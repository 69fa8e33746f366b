//! Boards of real games, as page and program get them. Expectations come from the rules of these games and from the form of
//! the board view, not from the code under test.

use crate::ids::GameId;
use crate::matches::Status;
use crate::web::board::cells::Cell;
use crate::web::board::{BoardPart, BoardView, Scene, Target, reply_address};
use crate::web::words::Words;
use rookery_games::Registry;
use rookery_games::{Game, Message, Setup};

/// Words that a test can read: the id of the text.
fn say(message: &Message) -> String {
    message.id.to_string()
}

fn after(game: &str, moves: &[&str]) -> Box<dyn Game> {
    let mut table = Registry::shipped()
        .find(game)
        .unwrap()
        .start(&Setup::default())
        .unwrap();
    for text in moves {
        let path = table.read(text).unwrap();
        table.play(&path).unwrap();
    }
    table
}

fn scene<'a>(kind: &str, game: &'a dyn Game, me: Option<usize>) -> Scene<'a> {
    let registry = Registry::shipped();
    let players = ["Ann".to_owned(), "</script>".to_owned()];
    Scene {
        variant: "standard",
        version: 7,
        ..Scene::of_position(registry.find(kind).unwrap(), game, players, None, me)
    }
}

fn part(scene: &Scene<'_>, prefix: &[&str]) -> BoardPart {
    let prefix: Vec<String> = prefix.iter().map(|t| (*t).to_owned()).collect();
    BoardPart::new(scene, &prefix, Target::first_move(scene.kind, false), &say).unwrap()
}

fn cell<'p>(part: &'p BoardPart, at: &str) -> &'p Cell {
    let cells = part.grid.iter().flat_map(|row| &row.cells);
    cells.into_iter().find(|cell| cell.at == at).unwrap()
}

/// Dark has cows on a7 and d7 and is to place: g7 closes the mill of the upper edge. Light has b4 and d2, in no mill.
fn mill_in_reach() -> Box<dyn Game> {
    after("morabaraba", &["a7", "b4", "d7", "d2"])
}

#[test]
fn the_view_of_an_empty_board_has_the_members_of_version_1() {
    let game = after("tic-tac-toe", &[]);
    let view = BoardView::new(&scene("tic-tac-toe", &*game, Some(0)), &say);
    let json = serde_json::to_value(&view).unwrap();
    assert_eq!(json["v"], 1);
    assert_eq!(json["game"], "tic-tac-toe");
    assert_eq!(
        (&json["ply"], &json["turn"], &json["me"]),
        (&0.into(), &0.into(), &0.into())
    );
    assert_eq!(
        (&json["status"], &json["version"]),
        (&"playing".into(), &7.into())
    );
    assert!(json["result"].is_null() && json["last"].is_null() && json.get("error").is_none());
    assert_eq!(json["board"]["kind"], "cells");
    assert_eq!(
        json["board"]["coords"],
        serde_json::json!({"files": "abc", "ranks": "321"})
    );
    assert_eq!(json["board"]["spaces"].as_array().unwrap().len(), 9);
    assert_eq!(json["board"]["spaces"][0]["id"], "a3");
    assert!(
        json["board"]["spaces"][0].get("tap").is_none(),
        "a tap on a3 sends a3"
    );
    assert_eq!(json["moves"].as_array().unwrap().len(), 9);
    assert_eq!(json["moves"][0]["fx"][0][0]["t"], "add");
    assert_eq!(json["hash"].as_str().unwrap().len(), 16);
    assert_eq!(
        json["aids"],
        serde_json::json!({"takeback": false, "hint": false, "draw": false, "eval": false})
    );
}

#[test]
fn only_the_person_to_move_gets_moves() {
    let game = after("tic-tac-toe", &["b2"]);
    let count = |me, change: fn(&mut Scene<'_>)| {
        let mut scene = scene("tic-tac-toe", &*game, me);
        change(&mut scene);
        BoardView::new(&scene, &say).moves.len()
    };
    assert_eq!(count(Some(1), |_| ()), 8);
    assert_eq!(count(Some(0), |_| ()), 0, "the other player");
    assert_eq!(count(None, |_| ()), 0, "a spectator");
    assert_eq!(
        count(Some(1), |s| s.is_present = false),
        0,
        "an earlier position"
    );
    assert_eq!(
        count(Some(1), |s| s.status = Status::Aborted),
        0,
        "a match that has ended"
    );
}

#[test]
fn a_refusal_travels_with_the_fresh_view() {
    let game = after("tic-tac-toe", &[]);
    let view =
        BoardView::new(&scene("tic-tac-toe", &*game, Some(0)), &say).refusing("stale", "Too late.");
    let json = serde_json::to_value(&view).unwrap();
    assert_eq!(
        json["error"],
        serde_json::json!({"code": "stale", "say": "Too late."})
    );
    assert_eq!(json["v"], 1);
}

#[test]
fn every_space_says_place_piece_and_state() {
    let game = after("tic-tac-toe", &["b2", "a1"]);
    let part = part(&scene("tic-tac-toe", &*game, Some(0)), &[]);
    assert!(cell(&part, "b2").label.starts_with("b2, "));
    assert!(!cell(&part, "b2").is_playable && !cell(&part, "b2").label.contains("cell-can"));
    assert_eq!(cell(&part, "c3").label, "c3, cell-empty, cell-can");
    assert_eq!(
        cell(&part, "c3").marks,
        "can",
        "seven targets are few enough to be marked"
    );
    assert!(cell(&part, "c3").is_playable);
}

#[test]
fn a_column_is_marked_where_its_stone_comes_to_stand() {
    let game = after("connect-four", &["4", "4"]);
    let part = part(&scene("connect-four", &*game, Some(0)), &[]);
    let marked = ["a1", "b1", "c1", "d3", "e1", "f1", "g1"];
    for column in "abcdefg".chars() {
        for row in 1..=6 {
            let at = format!("{column}{row}");
            let cell = cell(&part, &at);
            assert_eq!(
                cell.marks.contains("can"),
                marked.contains(&at.as_str()),
                "{at}"
            );
            assert!(!cell.marks.contains("take"), "no stone is taken: {at}");
            assert!(cell.is_playable, "any cell of a column drops a stone: {at}");
        }
    }
}

#[test]
fn the_grid_has_one_tab_stop_and_rows_from_the_top() {
    for (kind, game) in [
        ("tic-tac-toe", after("tic-tac-toe", &["b2"])),
        ("morabaraba", mill_in_reach()),
    ] {
        let part = part(&scene(kind, &*game, None), &[]);
        let stops = part
            .grid
            .iter()
            .flat_map(|row| &row.cells)
            .filter(|cell| cell.is_tab_stop);
        assert_eq!(stops.count(), 1, "{kind}");
        let board = game.board();
        let first: Vec<_> = part.grid[0]
            .cells
            .iter()
            .map(|cell| cell.at.as_str())
            .collect();
        let top: Vec<_> = board
            .spaces
            .iter()
            .filter(|s| s.r == 0)
            .map(|s| s.id.as_str())
            .collect();
        assert_eq!(first, top, "{kind}");
    }
}

#[test]
fn the_keyboard_comes_in_at_a_piece_that_can_move() {
    let mut game = after("chess", &["e4"]);
    let last = game.play(&["d7".to_owned(), "d5".to_owned()]).unwrap();
    let mut scene = scene("chess", &*game, Some(0));
    scene.last = Some(last);
    let stop = |scene: &Scene<'_>, prefix: &[&str]| {
        let part = part(scene, prefix);
        let mut cells = part.grid.into_iter().flat_map(|row| row.cells);
        cells.find(|cell| cell.is_tab_stop).unwrap()
    };
    let first = stop(&scene, &[]);
    assert!(
        first.label.contains("cell-own"),
        "not where the reply went: {}",
        first.label
    );
    assert_eq!(
        stop(&scene, &["g1"]).at,
        "g1",
        "what is selected comes first"
    );
    scene.me = None;
    assert_eq!(
        stop(&scene, &[]).at,
        "d5",
        "who cannot move begins at the last move"
    );
}

#[test]
fn what_a_position_singles_out_is_marked_and_said() {
    let game = after("chess", &["e4", "f6", "Qh5"]);
    let part = part(&scene("chess", &*game, Some(1)), &[]);
    let king = cell(&part, "e8");
    let classes: Vec<_> = king.marks.split(' ').collect();
    assert!(classes.contains(&"check") && classes.contains(&"marked"));
    assert!(king.label.contains("chess-mark-check"), "{}", king.label);
    assert!(!cell(&part, "e1").marks.contains("marked"));
}

#[test]
fn what_lies_under_a_piece_is_singled_out_there_as_seen() {
    let game = after("chess", &["e4", "f6", "Qh5"]);
    let mut scene = scene("chess", &*game, Some(1));
    let found = |scene: &Scene<'_>, prefix: &[&str]| {
        let part = part(scene, prefix);
        let each = part.art.highlights.into_iter();
        each.map(|h| (h.kind, h.x, h.y)).collect::<Vec<_>>()
    };
    // Black sits below: e8 is the fourth square of the lowest row, g7 the second of the row above it.
    assert_eq!(found(&scene, &[]), [("check", 300, 700)]);
    assert!(found(&scene, &["g7"]).contains(&("selected", 100, 600)));
    scene.is_first_below = true;
    assert_eq!(found(&scene, &[]), [("check", 400, 0)]);
}

#[test]
fn a_row_that_won_is_a_stroke_under_crosses_and_a_chain_round_discs() {
    let game = after("tic-tac-toe", &["1", "4", "5", "6", "9"]);
    let row = part(&scene("tic-tac-toe", &*game, Some(0)), &[])
        .art
        .row
        .unwrap();
    assert!(row.rings.is_empty());
    // From the upper left to the lower right corner, a third of a square beyond the centres.
    let [stroke] = &row.strokes[..] else {
        panic!("{} strokes", row.strokes.len());
    };
    assert_eq!(
        (stroke.x1, stroke.y1, stroke.x2, stroke.y2),
        (25, 25, 275, 275)
    );
    let game = after("connect-four", &["a", "a", "b", "b", "c", "c", "d"]);
    let row = part(&scene("connect-four", &*game, Some(0)), &[])
        .art
        .row
        .unwrap();
    let places: Vec<_> = row.rings.iter().map(|ring| (ring.x, ring.y)).collect();
    assert_eq!(places, [(50, 550), (150, 550), (250, 550), (350, 550)]);
    let links: Vec<_> = row.strokes.iter().map(|link| (link.x1, link.x2)).collect();
    assert_eq!(links, [(95, 105), (195, 205), (295, 305)]);
}

#[test]
fn the_number_of_moves_is_heard_and_not_shown() {
    let words = Words::read("en", &Registry::shipped()).unwrap();
    // Only g6 ends the check.
    let game = after("chess", &["e4", "f6", "Qh5"]);
    let line = |me| {
        let view = BoardView::new(&scene("chess", &*game, me), &|m| words.say(m));
        (view.say, view.aloud)
    };
    let heard = Some("Your turn, one move.".to_owned());
    assert_eq!(line(Some(1)), ("Your turn.".to_owned(), heard));
    assert_eq!(line(Some(0)), ("Black to move.".to_owned(), None));
    assert_eq!(line(None), ("Black to move.".to_owned(), None));
}

#[test]
fn a_draw_is_said_once() {
    let words = Words::read("en", &Registry::shipped()).unwrap();
    let game = after(
        "tic-tac-toe",
        &["5", "1", "2", "8", "3", "7", "4", "6", "9"],
    );
    let mut scene = scene("tic-tac-toe", &*game, Some(0));
    scene.status = Status::Drawn;
    scene.ending = game.ending();
    let view = BoardView::new(&scene, &|m| words.say(m));
    assert_eq!(view.say.matches("raw").count(), 1, "{}", view.say);
    assert!(view.say.starts_with("Draw: "), "{}", view.say);
}

#[test]
fn many_targets_are_said_but_not_marked_before_a_selection() {
    let game = after("morabaraba", &[]);
    let part = part(&scene("morabaraba", &*game, Some(0)), &[]);
    assert_eq!(cell(&part, "a1").label, "a1, cell-empty, cell-can");
    assert_eq!(cell(&part, "a1").marks, "", "24 dots would be noise");
}

#[test]
fn pieces_that_can_move_are_marked_where_they_are_few() {
    let marks = |moves: &[&str], at: &str| {
        let game = after("chess", moves);
        let part = part(&scene("chess", &*game, Some(moves.len() % 2)), &[]);
        (
            cell(&part, at).marks.clone(),
            cell(&part, at).label.contains("cell-own"),
        )
    };
    assert_eq!(marks(&[], "e2"), (String::new(), true), "ten pieces");
    let in_check = ["e4", "f6", "Qh5"];
    assert_eq!(marks(&in_check, "g7"), ("own".to_owned(), true));
    assert_eq!(marks(&in_check, "a7"), (String::new(), false));
}

#[test]
fn a_half_made_move_shows_what_it_has_changed_and_what_may_follow() {
    let game = mill_in_reach();
    let scene = scene("morabaraba", &*game, Some(0));
    let before = part(&scene, &[]);
    assert_eq!(before.art.figures.len(), 4);
    let half = part(&scene, &["g7"]);
    assert_eq!(
        half.art.figures.len(),
        5,
        "the cow that is placed can be seen"
    );
    assert_eq!(half.prefix, "g7");
    assert!(cell(&half, "g7").is_selected);
    for shot in ["b4", "d2"] {
        assert_eq!(cell(&half, shot).marks, "take", "{shot} may be shot");
    }
    for closed in ["a7", "d7", "g7"] {
        assert!(cell(&half, closed).marks.contains("mill"), "{closed} glows");
        assert!(!cell(&before, closed).marks.contains("mill"), "{closed}");
    }
    let view = BoardView::new(&scene, &|m| m.id.to_string());
    let ahead: Vec<_> = view.marks_ahead.iter().collect();
    let [(prefix, marks)] = ahead[..] else {
        panic!("one tap closes a mill: {ahead:?}")
    };
    assert_eq!(prefix, "g7");
    let places: Vec<_> = marks.iter().map(|mark| mark.at.as_str()).collect();
    assert_eq!(places, ["a7", "d7", "g7"]);
    assert!(
        !cell(&half, "a7").is_playable,
        "one's own cow may not be shot"
    );
    assert_eq!(half.finish, None, "the shot is not optional");
}

#[test]
fn a_prefix_that_begins_no_move_counts_as_none() {
    let game = mill_in_reach();
    let part = part(&scene("morabaraba", &*game, Some(0)), &["b4", "nonsense"]);
    assert_eq!((part.prefix.as_str(), part.art.figures.len()), ("", 4));
}

#[test]
fn the_second_player_sees_a_board_that_rotates_from_the_other_side() {
    let game = mill_in_reach();
    let mut plan = game.board();
    let ids = |me| -> Vec<String> {
        let part = part(&scene("morabaraba", &*game, me), &[]);
        part.grid
            .iter()
            .flat_map(|row| &row.cells)
            .map(|cell| cell.at.clone())
            .collect()
    };
    let mut expected: Vec<String> = plan.spaces.drain(..).map(|s| s.id).collect();
    assert_eq!(ids(Some(0)), expected);
    if plan.rotates {
        expected.reverse();
    }
    assert_eq!(ids(Some(1)), expected);
}

#[test]
fn names_cannot_end_the_data_block() {
    let game = after("tic-tac-toe", &[]);
    let part = part(&scene("tic-tac-toe", &*game, Some(0)), &[]);
    assert!(!part.view_json.contains('<'), "{}", part.view_json);
    let back: serde_json::Value = serde_json::from_str(&part.view_json).unwrap();
    assert_eq!(back["sides"][1]["player"], "</script>");
}

#[test]
fn the_text_box_lists_each_legal_move_in_the_usual_notation() {
    let game = mill_in_reach();
    let part = part(&scene("morabaraba", &*game, Some(0)), &[]);
    assert_eq!(part.spellings.len(), game.legal().len());
    for spelling in &part.spellings {
        assert!(game.read(&spelling.text).is_ok(), "{}", spelling.text);
    }
}

/// The second names of the spaces of checkers, with the corners where they are drawn, and the label of the square f6 or number 11.
fn numbers(me: usize) -> (Vec<(String, i64, i64)>, String) {
    let game = after("checkers", &["11-15"]);
    let part = part(&scene("checkers", &*game, Some(me)), &[]);
    let all = part.art.coordinates.iter();
    let numbers = all
        .filter(|c| c.axis == "number")
        .map(|c| (c.text.clone(), c.x / 100, c.y / 100));
    (numbers.collect(), cell(&part, "f6").label.clone())
}

/// Number 1 is the dark square at the far left of White, 32 the one at its near right: next to the corners, as the rules of the game say.
#[test]
fn squares_of_checkers_have_their_numbers_on_either_side() {
    for (me, first, last) in [(0, (6, 7), (1, 0)), (1, (1, 0), (6, 7))] {
        let (drawn, label) = numbers(me);
        assert_eq!(drawn.len(), 32);
        let place = |text: &str| {
            let found = drawn.iter().find(|(number, ..)| number == text).unwrap();
            (found.1, found.2)
        };
        assert_eq!((place("1"), place("32")), (first, last), "side {me}");
        assert_eq!(label, "11, cell-empty", "side {me}");
    }
    let game = after("chess", &[]);
    let part = part(&scene("chess", &*game, Some(0)), &[]);
    assert!(part.art.coordinates.iter().all(|c| c.axis != "number"));
}

/// Black takes three in one move; a single capture or a step is one glide.
#[test]
fn a_chain_of_captures_has_its_effects_in_the_view() {
    let view_of = |position: &str, text: &str| {
        let registry = Registry::shipped();
        let kind = registry.find("checkers").unwrap();
        let mut game = kind.start(&Setup::at(position)).unwrap();
        let path = game.read(text).unwrap();
        let played = game.play(&path).unwrap();
        let scene = Scene {
            last: Some(played),
            ..scene("checkers", &*game, Some(1))
        };
        serde_json::to_value(BoardView::new(&scene, &say)).unwrap()["last"].clone()
    };
    let chain = view_of("B:W11,18,25,32:B4,8", "g7e5c3a1");
    assert_eq!(chain["path"], serde_json::json!(["g7", "e5", "c3", "a1"]));
    let kinds = |step: &serde_json::Value| -> Vec<String> {
        let all = step.as_array().unwrap().iter();
        all.map(|fx| fx["t"].as_str().unwrap().to_owned()).collect()
    };
    let steps: Vec<_> = chain["fx"].as_array().unwrap().iter().map(kinds).collect();
    let expected: [&[&str]; 4] = [
        &[],
        &["move", "remove"],
        &["move", "remove"],
        &["morph", "move", "remove"],
    ];
    assert_eq!(steps, expected);
    for (position, one) in [("B:W11,32:B8,4", "g7e5"), ("B:W32:B4", "h8g7")] {
        assert!(view_of(position, one).get("fx").is_none(), "{one}");
    }
}

/// Two taps choose a premove where moves begin at a piece, for the side that waits, and before its first move, too.
#[test]
fn premoves_are_possible_where_moves_begin_at_a_piece() {
    for (kind, is_possible) in [
        ("chess", true),
        ("checkers", true),
        ("fanorona", true),
        ("othello", false),
        ("connect-four", false),
        ("morabaraba", false),
    ] {
        let game = after(kind, &[]);
        let premoves = |me| BoardView::new(&scene(kind, &*game, me), &say).premoves;
        assert_eq!(premoves(Some(1)), is_possible, "{kind}");
        assert!(!premoves(Some(0)), "{kind}: a move can be made");
        assert!(!premoves(None), "{kind}: a spectator");
    }
}

/// From d3 to e3 White takes f3 and g3 or c3 and b3. Any stone of a line stands for it: b3 as well as c3, which is nearer.
#[test]
fn a_choice_by_any_stone_of_a_line_is_shown() {
    let kind = Registry::shipped().find("fanorona").unwrap();
    let game = kind.start(&Setup::at("8B/9/1BBW1BB2/4B4/4B4 W")).unwrap();
    let half = part(&scene("fanorona", &*game, Some(0)), &["d3", "e3", "b3"]);
    let left: Vec<_> = half.art.figures.iter().filter(|f| f.side == 1).collect();
    assert_eq!(left.len(), 5, "b3 and c3 are gone");
    assert!(cell(&half, "e3").is_selected);
    assert!(half.art.aims.is_empty(), "the choice is made");
    let asked = part(&scene("fanorona", &*game, Some(0)), &["d3", "e3"]);
    assert_eq!(asked.art.aims.len(), 2);
}

#[test]
fn without_scripts_a_match_is_shown_from_its_board_on() {
    let id = GameId::random();
    let tried = Target::variation(id, 2, "e2,e4".to_owned());
    for (target, action, query) in [
        (Target::moves(id), "moves", ""),
        (tried, "variation", "?from=2&line=e2%2Ce4"),
    ] {
        assert_eq!(target.action, format!("/games/{id}/{action}#board-box"));
        assert_eq!(target.clear, format!("/games/{id}{query}#board-box"));
    }
    // A browser loads an address again that differs by more than the fragment.
    let page = format!("/games/{id}");
    let again = reply_address(id, &page);
    assert_eq!(again, format!("{page}?prefix=#board-box"));
    let sent = again.split('#').next().unwrap();
    assert_eq!(reply_address(id, sent), format!("{page}#board-box"));
}
