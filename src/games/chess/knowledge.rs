//! What the engine knows of chess.

use crate::engine::{Knowledge, Position, Score, Technique, Techniques};
use crate::games::chess::bits::{own_rank, squares};
use crate::games::chess::chess_move::ChessMove;
use crate::games::chess::exchange;
use crate::games::chess::position::Chess;
use crate::games::chess::role::Role;

/// The evaluation by men and where they stand.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChessKnowledge;

/// All that is sound: chess has captures that may be declined, and zugzwang is rare where there are officers.
const SELECTIVE: Techniques = Techniques::of(&[
    Technique::Quiescence,
    Technique::See,
    Technique::Null,
    Technique::ReverseFutility,
    Technique::Razoring,
    Technique::Futility,
    Technique::Lmp,
    Technique::Lmr,
    Technique::ProbCut,
    Technique::Iir,
    Technique::Extensions,
    Technique::Singular,
]);

impl Knowledge<Chess> for ChessKnowledge {
    type Acc = ();
    const SOUND: Techniques = Techniques::EXACT
        .or(Techniques::LOOKED_UP)
        .or(Techniques::HISTORICAL)
        .or(SELECTIVE);
    const USUAL: Techniques = Techniques::EXACT
        .or(SELECTIVE)
        .without(Techniques::of(&[Technique::Etc]));

    fn eval(&self, position: &Chess, _acc: &()) -> Score {
        let us = position.side();
        let mut total = 0;
        for side in 0..2 {
            let mut sum = 0;
            for role in Role::ALL {
                for square in squares(position.men_of(side, role)) {
                    let (f, r) = (i32::from(square % 8), i32::from(own_rank(square, side)));
                    let centre = (2 * f - 7).abs().max((2 * r - 7).abs());
                    sum += match role {
                        Role::King => 4 * centre - 8 * r,
                        Role::Pawn => 100 + 4 * r * r / 2 - 3 * (2 * f - 7).abs(),
                        Role::Rook => exchange::value(role) + 2 * r,
                        _ => exchange::value(role) + 20 - 5 * centre,
                    };
                }
            }
            total += if side == us { sum } else { -sum };
        }
        total + 10
    }

    fn is_noisy(&self, position: &Chess, m: ChessMove) -> bool {
        position.is_capture(m) || m.promoted() == Some(Role::Queen)
    }

    /// A pawn hardly ever becomes anything but a queen.
    fn order(&self, _position: &Chess, m: ChessMove) -> i32 {
        match m.promoted() {
            None | Some(Role::Queen) => 0,
            Some(_) => -9_000,
        }
    }

    fn gain(&self, position: &Chess, m: ChessMove) -> Score {
        exchange::gain(position, m)
    }

    fn exchange_wins(&self, position: &Chess, m: ChessMove, threshold: Score) -> bool {
        exchange::wins(position, m, threshold)
    }

    fn extension(&self, _parent: &Chess, _m: ChessMove, child: &Chess) -> i32 {
        if child.is_check() { 15 } else { 0 }
    }

    fn null_ok(&self, position: &Chess) -> bool {
        let pawns_and_king = position.role(Role::Pawn) | position.role(Role::King);
        position.of(position.side()) & !pawns_and_king != 0
    }

    fn stand_pat_ok(&self, position: &Chess) -> bool {
        !position.is_check()
    }
}
