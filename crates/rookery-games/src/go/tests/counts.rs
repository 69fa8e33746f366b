//! Published counts and values: legal positions, solved boards; and numbers of games against the slow rules.

use crate::go::rules::go_rules::GoRules;
use crate::go::rules::goban::Goban;
use crate::go::rules::position::GoPosition;
use crate::go::tests::reference::{Cells, SlowGame, is_legal_board};
use rookery_engine::{MoveList, Outcome, Position, perft};

/// All boards of a size, with the cells and as sets of points.
fn boards(size: u8) -> impl Iterator<Item = (Cells, [u128; 2])> {
    let points = u32::from(size) * u32::from(size);
    (0..3_u32.pow(points)).map(move |number| {
        let mut cells = vec![vec![None; size.into()]; size.into()];
        let (mut rest, mut stones) = (number, [0_u128; 2]);
        for point in 0..points as usize {
            let side = [None, Some(0), Some(1)][(rest % 3) as usize];
            rest /= 3;
            cells[point / usize::from(size)][point % usize::from(size)] = side;
            if let Some(side) = side {
                stones[side] |= 1 << point;
            }
        }
        (cells, stones)
    })
}

/// Tromp and Farnebäck, "Combinatorics of Go" (2007): boards on which every chain has a liberty.
#[test]
fn legal_positions_are_as_many_as_published() {
    for (size, published) in [(2, 57), (3, 12_675)] {
        let goban = Goban::of(size);
        let mut count = 0;
        for (cells, stones) in boards(size) {
            let free = goban.all & !(stones[0] | stones[1]);
            let mut chains = stones.into_iter().flat_map(|set| goban.parts(set));
            let is_legal = chains.all(|chain| goban.beside(chain) & free != 0);
            assert_eq!(is_legal, is_legal_board(&cells), "{cells:?}");
            count += u32::from(is_legal);
        }
        assert_eq!(count, published, "{size} by {size}");
    }
}

#[test]
fn games_of_few_plies_are_as_many_as_the_slow_rules_have() {
    for (size, depth) in [(2, 7), (3, 4), (5, 3), (9, 2)] {
        let start = GoPosition::new(GoRules {
            komi_halves: 0,
            ..GoRules::usual(size)
        });
        let slow = SlowGame::empty(size.into());
        for depth in 1..=depth {
            let expected = slow.perft(depth);
            assert_eq!(perft(&start, depth, true), expected, "{size} at {depth}");
        }
    }
}

/// The margin of the side to move with best play, by alpha-beta over whole games.
fn best(position: &GoPosition, mut alpha: i16, beta: i16) -> i16 {
    if let Some(Outcome::Margin(margin)) = position.outcome() {
        return margin;
    }
    let mut moves = MoveList::new();
    position.generate(&mut moves);
    // Moves that take first.
    moves.sort_by_key(
        |&m| match position.is_legal(m) && m < position.goban().count() {
            true => 9 - position.taken(m).count_ones(),
            false => 10,
        },
    );
    let mut value = i16::MIN;
    for m in moves {
        value = value.max(-best(&position.after(m), -beta, -alpha));
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    value
}

/// Tromp, "Solving 2x2 Go": with area scoring and positional superko, Black wins by one point.
#[test]
fn the_smallest_board_has_its_published_value() {
    let start = GoPosition::new(GoRules {
        komi_halves: 0,
        ..GoRules::usual(2)
    });
    assert_eq!(best(&start, -5, 5), 1);
}
