//! The whole game on the smallest board, solved by going over all positions until nothing changes.

use std::collections::HashMap;

use crate::fanorona::rules::points::{self, FanoronaBoard, StoneSet};
use crate::fanorona::rules::position::Fanorona;
use crate::fanorona::rules::rule_options::FanoronaRules;
use rookery_engine::Position;

const RULES: FanoronaRules = FanoronaRules {
    board: FanoronaBoard::ThreeByThree,
    threefold: false,
    quiet_limit_plies: None,
};

/// The stones of the side to move and of the other.
type Seen = [StoneSet; 2];

fn children([own, other]: Seen) -> Vec<Seen> {
    let position = Fanorona::placed([own, other], 0, 0, RULES);
    let after = position.moves().into_iter().map(|m| position.after(m));
    after.map(|p| [p.stones(1), p.stones(0)]).collect()
}

fn all_boards() -> Vec<Seen> {
    let board = |mut number: usize| {
        let mut stones = [0; 2];
        for point in RULES.board.reading_order() {
            if !number.is_multiple_of(3) {
                stones[number % 3 - 1] |= points::bit(point);
            }
            number /= 3;
        }
        stones
    };
    (0..3_usize.pow(9)).map(board).collect()
}

/// The counts of another program. A side without a stone has lost, and a side whose opponent has none has won.
#[test]
fn the_first_player_wins_on_the_smallest_board() {
    let boards = all_boards();
    let replies: Vec<_> = boards.iter().map(|seen| children(*seen)).collect();
    let mut values: HashMap<Seen, bool> = HashMap::new();
    loop {
        let before = values.len();
        for (seen, replies) in boards.iter().zip(&replies) {
            let [own, other] = *seen;
            let value = |reply| values.get(reply).copied();
            let wins = own != 0 && (other == 0 || replies.iter().any(|r| value(r) == Some(false)));
            if wins || replies.iter().all(|r| value(r) == Some(true)) {
                values.entry(*seen).or_insert(wins);
            }
        }
        if values.len() == before {
            break;
        }
    }
    let wins = values.values().filter(|wins| **wins).count();
    let losses = values.len() - wins;
    let draws = boards.len() - values.len();
    assert_eq!((wins, losses, draws), (11_624, 7_693, 366));
    let start = Fanorona::new(RULES);
    assert_eq!(values.get(&[start.stones(0), start.stones(1)]), Some(&true));
}
