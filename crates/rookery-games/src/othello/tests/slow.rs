//! A second implementation of the rules, square by square, slow and plain: the reference for the fast ones.

use crate::othello::bits;
use crate::othello::disc_move::DiscMove;
use crate::othello::position::Othello;
use crate::othello::tests::random_games;
use rookery_engine::{Outcome, Position};

/// Rows of squares: `None` is empty, otherwise the side of the disc.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Squares([[Option<usize>; 8]; 8]);

impl Squares {
    fn of(position: &Othello) -> Self {
        let side_on = |square: usize| (0..2).find(|&side| position.discs(side) >> square & 1 == 1);
        Squares(std::array::from_fn(|row| {
            std::array::from_fn(|column| side_on(8 * row + column))
        }))
    }

    fn at(&self, column: i32, row: i32) -> Option<usize> {
        let is_inside = (0..8).contains(&column) && (0..8).contains(&row);
        if is_inside {
            self.0[row as usize][column as usize]
        } else {
            None
        }
    }

    /// The squares that a disc of `side` would turn.
    fn turned(&self, side: usize, column: i32, row: i32) -> Vec<(i32, i32)> {
        let mut all = Vec::new();
        if self.at(column, row).is_some() {
            return all;
        }
        for dy in -1..=1 {
            for dx in -1..=1 {
                let mut run = Vec::new();
                let (mut x, mut y) = (column + dx, row + dy);
                while self.at(x, y) == Some(1 - side) && (dx, dy) != (0, 0) {
                    run.push((x, y));
                    (x, y) = (x + dx, y + dy);
                }
                if self.at(x, y) == Some(side) {
                    all.extend(run);
                }
            }
        }
        all
    }

    /// The squares that `side` may play, a1 first.
    fn moves(&self, side: usize) -> Vec<(i32, i32)> {
        let squares = (0..8).flat_map(|row| (0..8).map(move |column| (column, row)));
        squares
            .filter(|&(column, row)| !self.turned(side, column, row).is_empty())
            .collect()
    }

    fn play(&mut self, side: usize, column: i32, row: i32) {
        for (x, y) in self.turned(side, column, row) {
            self.0[y as usize][x as usize] = Some(side);
        }
        self.0[row as usize][column as usize] = Some(side);
    }

    /// The result for `side`: its discs less the other's, and the empty squares for whoever has more.
    fn margin(&self, side: usize) -> i16 {
        let count =
            |of: Option<usize>| self.0.iter().flatten().filter(|s| **s == of).count() as i16;
        let (own, other, empty) = (count(Some(side)), count(Some(1 - side)), count(None));
        match own.cmp(&other) {
            std::cmp::Ordering::Greater => own + empty - other,
            std::cmp::Ordering::Less => own - empty - other,
            std::cmp::Ordering::Equal => 0,
        }
    }
}

#[test]
fn random_games_agree_with_the_slow_rules() {
    let (mut passes, mut early_ends) = (0, 0);
    random_games(11, 400, |position| {
        let slow = Squares::of(position);
        let side = position.side();
        let expected: Vec<_> = slow.moves(side);
        let mut moves = Vec::new();
        position.generate(&mut moves);
        assert_eq!(position.count_moves(), moves.len());
        let is_over = expected.is_empty() && slow.moves(1 - side).is_empty();
        assert_eq!(position.outcome().is_some(), is_over);
        if is_over {
            assert!(moves.is_empty());
            assert_eq!(position.outcome(), Some(Outcome::Margin(slow.margin(side))));
            early_ends += usize::from(position.empty() != 0);
            return;
        }
        if expected.is_empty() {
            passes += 1;
            assert_eq!(moves, [DiscMove::PASS]);
            let mut child = *position;
            child.play(DiscMove::PASS);
            assert_eq!(Squares::of(&child), slow);
            assert_eq!(child.side(), 1 - side);
            return;
        }
        let squares: Vec<_> = moves
            .iter()
            .map(|m| (i32::from(m.0 % 8), i32::from(m.0 / 8)))
            .collect();
        assert_eq!(squares, expected);
        for (m, (column, row)) in moves.into_iter().zip(squares) {
            let mut child = *position;
            child.play(m);
            let mut after = slow.clone();
            after.play(side, column, row);
            assert_eq!(Squares::of(&child), after, "{m:?}");
            assert_eq!(child.side(), 1 - side);
        }
        for square in 0..=64 {
            let m = DiscMove(square);
            assert_eq!(
                position.is_legal(m),
                expected.contains(&(i32::from(square % 8), i32::from(square / 8))) && square < 64
            );
        }
    });
    assert!(
        passes > 50 && early_ends > 2,
        "{passes} passes, {early_ends} early ends"
    );
}

/// An empty square counts where a disc of the other side lies beside it, and the square behind that disc is on the board.
#[test]
fn a_move_may_one_day_be_possible_beside_a_disc_with_a_square_behind_it() {
    random_games(11, 20, |position| {
        let slow = Squares::of(position);
        let other = 1 - position.side();
        let mut expected = 0_u64;
        for square in 0..64 {
            let (column, row) = (square % 8, square / 8);
            let may = |dx: i32, dy: i32| {
                let behind = (column + 2 * dx, row + 2 * dy);
                let is_inside = (0..8).contains(&behind.0) && (0..8).contains(&behind.1);
                is_inside && slow.at(column + dx, row + dy) == Some(other)
            };
            let mut ways = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
            if slow.at(column, row).is_none() && ways.any(|(dx, dy)| may(dx, dy)) {
                expected |= 1 << square;
            }
        }
        let [own, other] = [position.side(), other].map(|side| position.discs(side));
        assert_eq!(
            bits::potential_mobility(own, other),
            expected,
            "{position:?}"
        );
    });
}
