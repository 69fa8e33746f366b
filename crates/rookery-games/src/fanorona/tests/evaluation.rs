//! Invariants of the evaluation.

use crate::fanorona::knowledge::FanoronaKnowledge;
use crate::fanorona::position_text;
use crate::fanorona::rules::points::{self, FanoronaBoard};
use crate::fanorona::rules::position::Fanorona;
use crate::fanorona::rules::rule_options::FanoronaRules;
use crate::{Registry, Setup};
use rookery_engine::learning::sparse::SparseEvaluation;
use rookery_engine::{Control, EVAL_MAX, Knowledge, Position, Request, SplitMix, Value};

fn value(position: &Fanorona) -> i32 {
    FanoronaKnowledge(SparseEvaluation::Counts).eval(position, &())
}

/// The colours exchanged, and the board turned by half a turn.
fn turned(position: &Fanorona) -> Fanorona {
    let rules = position.rules();
    let image = |side| points::mirrored(position.stones(side), rules.board, true, true);
    let side = 1 - position.side() as u8;
    Fanorona::placed([image(1), image(0)], side, position.quiet(), rules)
}

#[test]
fn colours_make_no_difference() {
    let mut random = SplitMix::new(5);
    let boards = [
        FanoronaBoard::NineByFive,
        FanoronaBoard::FiveByFive,
        FanoronaBoard::FiveByThree,
        FanoronaBoard::ThreeByThree,
    ];
    for board in boards.into_iter().flat_map(|board| [board; 20]) {
        let mut position = Fanorona::new(FanoronaRules {
            board,
            ..FanoronaRules::default()
        });
        while position.ended().is_none() {
            assert!(value(&position).abs() < EVAL_MAX);
            assert_eq!(value(&position), value(&turned(&position)));
            let moves = position.moves();
            position.play(moves[random.below(moves.len())]);
        }
    }
}

/// Pairs of positions of which every player prefers the first.
#[test]
fn the_better_of_two_is_worth_more() {
    for (better, worse) in [
        // A stone more.
        ("9/9/W3W4/9/8B W", "9/9/4W4/9/8B W"),
        // A strong point in the middle rather than the edge.
        ("9/9/4W4/9/8B W", "9/9/W8/9/8B W"),
        // A lead of one among few rather than among many.
        ("9/9/W3W4/9/8B W", "WWW6/9/W3W4/9/5BBBB W"),
    ] {
        let read = |text| position_text::parse(text, FanoronaRules::default()).unwrap();
        assert!(
            value(&read(better)) > value(&read(worse)),
            "{better} {worse}"
        );
    }
}

/// The capture of the last stone, by a step or by a chain, ends the game within the first ply of a search.
#[test]
fn a_game_that_is_over_at_the_horizon_is_won() {
    let kind = Registry::shipped().find("fanorona").unwrap();
    for text in ["9/9/3W1B3/9/9 W", "9/2B6/2BW5/4B4/4B4 W"] {
        let game = kind.start(&Setup::at(text)).unwrap();
        let request = Request {
            depth: 1,
            ..Request::default()
        };
        let report = game.search(&request, &Control::unlimited());
        assert_eq!(report.lines[0].value, Value::Win(1), "{text}");
    }
}
