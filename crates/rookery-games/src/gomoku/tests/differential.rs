//! The rules against the slow implementation, in random games by every rule on both boards.

use crate::gomoku::rules::forbidden::Foul;
use crate::gomoku::rules::position::GomokuPosition;
use crate::gomoku::rules::row_rules::RowRule;
use crate::gomoku::tests::reference::SlowBoard;
use crate::gomoku::tests::{ALL_ROWS, table};
use rookery_engine::{MoveList, Position, SplitMix};

fn name(foul: Foul) -> &'static str {
    match foul {
        Foul::Overline => "overline",
        Foul::DoubleFour => "four",
        Foul::DoubleThree => "three",
    }
}

/// A move of a player who likes company, so that rows come about.
pub fn near_move(position: &GomokuPosition, legal: &MoveList<u16>, random: &mut SplitMix) -> u16 {
    let tries: Vec<u16> = (0..12).map(|_| legal[random.below(legal.len())]).collect();
    let lonely = |m: &u16| {
        let near = position.lattice().points().filter(|&p| {
            let ((c, r), (x, y)) = (position.lattice().place(p), position.lattice().place(*m));
            !position.is_free(p) && c.abs_diff(x) < 3 && r.abs_diff(y) < 3
        });
        std::cmp::Reverse(near.count())
    };
    match random.below(4) {
        0 => tries[0],
        _ => tries.into_iter().min_by_key(lonely).unwrap(),
    }
}

/// What was met on the way.
#[derive(Default)]
struct Met {
    wins: usize,
    fouls: [usize; 3],
    points: usize,
}

fn play(rule: RowRule, size: u8, seed: u64, met: &mut Met) {
    let mut random = SplitMix::new(seed);
    let mut position = GomokuPosition::new(table(rule, size));
    let mut slow = SlowBoard::new(size, rule);
    loop {
        let side = position.side();
        if rule == RowRule::Renju && side == 0 {
            for point in position.lattice().points().filter(|&p| position.is_free(p)) {
                let (fast, judge) = (position.foul(point).map(name), slow.foul(point));
                assert_eq!(
                    fast,
                    judge,
                    "{} {size} {seed}",
                    position.lattice().name(point)
                );
                met.points += 1;
                if let Some(foul) = fast {
                    let kinds = ["overline", "four", "three"];
                    met.fouls[kinds.iter().position(|kind| *kind == foul).unwrap()] += 1;
                }
            }
        }
        // The points where each side wins, whoever is to move.
        for side in 0..2 {
            let wins = position.wins(side);
            for point in position.lattice().points().filter(|&p| position.is_free(p)) {
                let mut board = slow.clone();
                board.put(side, point);
                assert_eq!(wins.has(point), board.has_won(side, point));
            }
        }
        let legal = position.moves();
        let Some(m) = (!legal.is_empty()).then(|| near_move(&position, &legal, &mut random)) else {
            return;
        };
        position.play(m);
        slow.put(side, m);
        assert_eq!(position.winner().is_some(), slow.has_won(side, m));
        if position.outcome().is_some() {
            met.wins += usize::from(position.winner().is_some());
            return;
        }
    }
}

#[test]
fn random_games_agree_with_the_slow_rules() {
    for rule in ALL_ROWS {
        let mut met = Met::default();
        for seed in 0..12 {
            play(rule, if seed % 4 == 3 { 19 } else { 15 }, seed, &mut met);
        }
        assert!(met.wins > 5, "{rule:?}: {} wins", met.wins);
        if rule == RowRule::Renju {
            assert!(
                met.fouls.iter().all(|&n| n > 5),
                "{:?} of {}",
                met.fouls,
                met.points
            );
        }
    }
}

/// Threats, sums and sets that are kept from move to move are those of the same stones in another order.
#[test]
fn what_is_kept_from_move_to_move_is_what_the_stones_say() {
    for rule in ALL_ROWS {
        let mut random = SplitMix::new(5);
        let mut position = GomokuPosition::new(table(rule, 15));
        while position.outcome().is_none() && position.count() < 90 {
            let legal = position.moves();
            if legal.is_empty() {
                break;
            }
            position.play(near_move(&position, &legal, &mut random));
        }
        let mut other = GomokuPosition::new(table(rule, 15));
        for side in [1, 0] {
            for point in position.stones(side).iter() {
                other.put(side, point);
            }
        }
        assert_eq!(position.key(), other.key());
        for side in 0..2 {
            assert_eq!(position.sum(side), other.sum(side));
            assert_eq!(position.wins(side), other.wins(side));
            assert_eq!(position.fours(side), other.fours(side));
            for point in position.lattice().points() {
                assert_eq!(position.threats(side, point), other.threats(side, point));
            }
        }
    }
}
