//! Moves left out because they do not answer a threat, judged by trying all moves.

use crate::gomoku::knowledge::GomokuKnowledge;
use crate::gomoku::position_text;
use crate::gomoku::rules::position::GomokuPosition;
use crate::gomoku::rules::row_rules::RowRule;
use crate::gomoku::tests::differential::near_move;
use crate::gomoku::tests::four_wins::wins_by_trial;
use crate::gomoku::tests::{after, table};
use rookery_engine::{Knowledge, MoveList, Position, SplitMix};

/// The moves that are left of all.
fn kept(position: &GomokuPosition) -> MoveList<u16> {
    let mut moves = position.moves();
    GomokuKnowledge.leave_forced(position, &mut moves);
    moves
}

fn names(position: &GomokuPosition) -> Vec<String> {
    let name = |&m: &u16| position.lattice().name(m).to_string();
    let mut names: Vec<String> = kept(position).iter().map(name).collect();
    names.sort();
    names
}

#[test]
fn an_open_three_is_stopped_beside_it_or_at_its_far_end_or_answered_by_a_four() {
    // Three black stones with two free points at either end: a stone beside them, and none of those farther off.
    let open = after(RowRule::Freestyle, "g8 a1 h8 o1 i8");
    assert_eq!(names(&open), ["f8", "j8"]);
    // With one free point at one end, the far point of the other end stops it, too.
    let near = after(RowRule::Freestyle, "g8 e8 h8 o1 i8");
    assert_eq!(names(&near), ["f8", "j8", "k8"]);
    // A gap is stopped in it and at both ends.
    let gap = after(RowRule::Freestyle, "g8 a1 h8 o1 j8");
    assert_eq!(names(&gap), ["f8", "i8", "k8"]);
    // White's three makes fours of its own.
    let four = after(RowRule::Freestyle, "g8 a1 h8 a2 n14 a3 i8");
    assert_eq!(names(&four), ["a4", "a5", "f8", "j8"]);
}

#[test]
fn in_caro_and_renju_nothing_is_left_out_for_an_open_three() {
    for rule in [RowRule::Caro, RowRule::Renju] {
        let position = after(rule, "g8 a1 h8 o1 i8");
        assert_eq!(kept(&position).len(), position.moves().len());
    }
}

#[test]
fn what_is_left_out_loses_to_a_four() {
    let mut random = SplitMix::new(23);
    let (mut answered, mut lost) = (0, 0);
    for round in 0.. {
        let rule = [RowRule::Freestyle, RowRule::Standard][round % 2];
        let mut position = GomokuPosition::new(table(rule, 15));
        while position.outcome().is_none() && position.count() < 60 {
            let (own, other) = (position.colour(), 1 - position.colour());
            let (all, left) = (position.moves(), kept(&position));
            let is_calm = position.wins(own).is_empty() && position.wins(other).is_empty();
            if is_calm && left.len() < all.len() {
                let out: Vec<u16> = all.iter().copied().filter(|m| !left.contains(m)).collect();
                let text = position_text::print(&position);
                for _ in 0..2 {
                    let m = out[random.below(out.len())];
                    assert!(wins_by_trial(&position.after(m), 1), "{text} {m}");
                }
                answered += 1;
                if left.iter().all(|&m| wins_by_trial(&position.after(m), 1)) {
                    lost += 1;
                }
            }
            let m = near_move(&position, &position.moves(), &mut random);
            position.play(m);
        }
        if answered >= 30 {
            break;
        }
    }
    assert!(lost < answered, "{lost} of {answered}");
}
