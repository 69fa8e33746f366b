//! The variant with three men: published counts, random games against the slow rules, and the whole game solved by them.

use std::collections::HashMap;

use crate::BoardGame;
use crate::mills::knowledge::MillKnowledge;
use crate::mills::tests::differential::{Options, compare_random_games};
use crate::mills::tests::perft;
use crate::mills::tests::reference::{Reference, THREE_MEN};
use crate::mills::tests::table::refusal;
use crate::nine_mens_morris::tests::{Table, game};
use crate::nine_mens_morris::{NineMensMorris, metadata};
use rookery_engine::{Search, Value};

const FLYING: Options = &[("variant", metadata::THREE)];
/// The depth of searches, plies: beyond the longest win that a first move allows.
const DEPTH: u32 = 10;
const WALKING: Options = &[("variant", metadata::THREE), ("flying", "off")];

/// Placing is noughts and crosses: the counts are the published ones of that game.
#[test]
fn placing_has_the_counts_of_noughts_and_crosses() {
    for options in [FLYING, WALKING] {
        let start = game(options).start();
        perft::assert_leaves(&start, &[9, 72, 504, 3_024, 15_120, 54_720]);
    }
}

#[test]
fn random_games_agree_with_the_slow_rules() {
    let seen = compare_random_games::<NineMensMorris>(&THREE_MEN, &[FLYING, WALKING]);
    assert!(seen.plies > 1_000, "{} plies", seen.plies);
    for end in ["mill", "repetition"] {
        assert!(seen.ends.contains_key(end), "{end}: {:?}", seen.ends);
    }
}

#[test]
fn the_first_mill_wins_and_removes_nothing() {
    let mut table = Table::new(FLYING, "");
    table.play_all("d4 d6 b4 f4 d2 b6");
    assert_eq!(refusal(&table, "b4,f6,d6").as_deref(), Some("no-mill f6"));
    assert_eq!(refusal(&table, "b4,a1").as_deref(), Some("no-point a1"));
    table.play("d2-b2");
    assert_eq!(table.verdict(), None);
    assert_eq!(
        refusal(&table, "f4,f6,d4").as_deref(),
        Some("first-mill-wins")
    );
    table.play("f4-f6");
    assert_eq!(table.verdict(), Some((Some(1), "mill")));
}

#[test]
fn men_that_do_not_fly_go_along_the_lines_and_through_the_centre() {
    const FROM: &str = "********/O*@*OO*@/********/@ b m s 3 0 3 0 board:3";
    let walks = |options| {
        let table = Table::new(options, FROM);
        let moves = table.moves();
        moves.into_iter().map(|(text, _)| text).collect::<Vec<_>>()
    };
    assert_eq!(
        walks(WALKING),
        ["b6-b4", "d4-b4", "d4-f2", "d4-f6", "f4-f2", "f4-f6"]
    );
    assert_eq!(walks(FLYING).len(), 9);
}

#[test]
fn two_mills_are_no_position() {
    let error = |text| game(WALKING).parse(text).unwrap_err();
    let both = error("********/OO*@@@*O/********/* w m s 3 0 3 0 board:3");
    assert!(both.starts_with("both sides have a mill"), "{both}");
    let no_hub = error("********/OO*@@@*O/******** w m s 3 0 3 0 board:3");
    assert!(no_hub.contains("and the centre, with '/'"), "{no_hub}");
}

/// The result for the side to move, and the plies until then.
type Solved = HashMap<String, Option<(bool, u32)>>;

/// Every position that can come about, by the slow rules without draws, and how it ends with best play: `None` where nobody can
/// force a win.
fn solve(start: &Reference) -> Solved {
    let mut children: HashMap<String, Vec<String>> = HashMap::new();
    let mut solved = Solved::new();
    let mut open = vec![start.clone()];
    while let Some(mut game) = open.pop() {
        let picture = game.picture();
        if children.contains_key(&picture) {
            continue;
        }
        let end = game.end().map(|(winner, _)| (winner == Some(game.side), 0));
        let moves = if end.is_some() {
            Vec::new()
        } else {
            game.moves()
        };
        let after = moves.iter().map(|text| {
            let mut child = game.clone();
            child.play(text);
            child
        });
        let after: Vec<Reference> = after.collect();
        solved.insert(picture.clone(), end);
        children.insert(picture, after.iter().map(Reference::picture).collect());
        open.extend(after);
    }
    for plies in 1.. {
        let last = |picture: &String| solved[picture].filter(|(_, end)| end + 1 == plies);
        let is_lost = |child: &String| last(child).is_some_and(|(is_win, _)| !is_win);
        let is_won = |child: &String| solved[child].is_some_and(|(is_win, _)| is_win);
        let open = children
            .iter()
            .filter(|(picture, _)| solved[*picture].is_none());
        let news: Vec<(String, bool)> = open
            .filter_map(|(picture, after)| match () {
                () if after.iter().any(is_lost) => Some((picture.clone(), true)),
                () if after.iter().all(is_won) => Some((picture.clone(), false)),
                () => None,
            })
            .collect();
        if news.is_empty() {
            break;
        }
        for (picture, is_win) in news {
            solved.insert(picture, Some((is_win, plies)));
        }
    }
    solved
}

/// Without flying the first player wins through the centre; flying men draw.
#[test]
fn the_search_agrees_with_the_game_solved_by_the_slow_rules() {
    for (options, start) in [(FLYING, None), (WALKING, Some((true, 9)))] {
        let table = Table::new(options, "");
        let rules = table.position().rules().uncounted();
        let slow = Reference::new(&THREE_MEN, HashMap::new(), [3, 3], 0, rules);
        let solved = solve(&slow);
        assert_eq!(solved[&slow.picture()], start);
        let firsts = table.moves().into_iter().map(|(text, _)| vec![text]);
        let lines: Vec<_> = firsts.chain([Vec::new()]).collect();
        for line in lines {
            let (mut table, mut slow) = (Table::new(options, ""), slow.clone());
            for text in &line {
                table.play(text);
                slow.play(text);
            }
            let found = Search::new(table.position())
                .knowledge(MillKnowledge::default())
                .depth(DEPTH)
                .run();
            let expected = solved[&slow.picture()].filter(|(_, plies)| *plies <= DEPTH);
            let found = match found.value() {
                Some(Value::Win(plies)) => Some((true, plies)),
                Some(Value::Loss(plies)) => Some((false, plies)),
                _ => None,
            };
            assert_eq!(found, expected, "{options:?} {line:?}");
        }
    }
}
