//! Piece-square tables as seen from both kings: the board is turned so that the king is on the files a to d; there is one
//! table for a king at home on its wing and another for a king anywhere else.

use crate::chess::board::bits::{file, own_rank, squares};
use crate::chess::evaluation::pair::Pair;
use crate::chess::evaluation::tuning::terms::{COUNT, MATERIAL, OTHER_SQUARES, OWN_SQUARES};
use crate::chess::evaluation::tuning::tracer::Tracer;
use crate::chess::{Chess, Role};

/// The class of a king's square in the tables: bit 0, whether the board is turned; bit 1, whether the king is away from home.
type KingPlace = usize;

/// The number of places of a king.
const PLACES: usize = 4;

/// The place of a king of `side` on `king`.
#[inline]
fn place(king: u8, side: usize) -> KingPlace {
    let is_turned = file(king) >= 4;
    let from_edge = if is_turned {
        7 - file(king)
    } else {
        file(king)
    };
    let is_away = from_edge == 3 || own_rank(king, side) >= 2;
    usize::from(is_turned) | usize::from(is_away) << 1
}

/// The number of a term within its group: a piece on a square in its own side's view, for a king at a place.
const fn index(place: KingPlace, role: usize, square: usize) -> usize {
    let turned = if place & 1 == 1 { square ^ 7 } else { square };
    (place >> 1) * 6 * 64 + role * 64 + turned
}

/// Material and squares of both views in one table, by own king's place, other king's place, role and square.
#[derive(Clone)]
pub struct SquareTable(Box<[[[Pair; 64]; 6]; PLACES * PLACES]>);

/// The part of the table for one side and the kings as they stand.
#[derive(Clone, Copy)]
pub struct SquareView<'a> {
    table: &'a [[Pair; 64]; 6],
    flip: usize,
}

impl SquareView<'_> {
    /// The value of a piece.
    #[inline]
    pub fn piece(&self, role: Role, square: u8) -> Pair {
        self.table[role as usize][(usize::from(square) ^ self.flip) & 63]
    }
}

impl SquareTable {
    /// Sums up the weights.
    pub fn new(values: &[Pair; COUNT]) -> Self {
        let mut table = Box::new([[[Pair::ZERO; 64]; 6]; PLACES * PLACES]);
        for own in 0..PLACES {
            for other in 0..PLACES {
                for role in 0..6 {
                    for square in 0..64 {
                        let mut value = values[OWN_SQUARES.at(index(own, role, square))]
                            + values[OTHER_SQUARES.at(index(other, role, square))];
                        if role < MATERIAL.len {
                            value += values[MATERIAL.at(role)];
                        }
                        table[own * PLACES + other][role][square] = value;
                    }
                }
            }
        }
        SquareTable(table)
    }

    /// The view of one side.
    #[inline]
    pub fn view(&self, position: &Chess, side: usize) -> SquareView<'_> {
        let own = place(position.king(side), side);
        let other = place(position.king(1 - side), 1 - side);
        SquareView {
            table: &self.0[own * PLACES + other],
            flip: 56 * side,
        }
    }

    /// The lead of White by material and squares.
    pub fn sum(&self, position: &Chess) -> Pair {
        let mut total = Pair::ZERO;
        for side in 0..2 {
            let view = self.view(position, side);
            for role in Role::ALL {
                for square in squares(position.pieces_of(side, role)) {
                    let value = view.piece(role, square);
                    total += if side == 0 { value } else { -value };
                }
            }
        }
        total
    }
}

/// Whether the king of `side` has the same place in both positions.
#[inline]
pub fn same_places(a: &Chess, b: &Chess, side: usize) -> bool {
    place(a.king(side), side) == place(b.king(side), side)
}

/// Reports material and squares to the tracer, term by term.
pub fn trace(position: &Chess, tracer: &mut impl Tracer) {
    for side in 0..2 {
        let own = place(position.king(side), side);
        let other = place(position.king(1 - side), 1 - side);
        for role in Role::ALL {
            for square in squares(position.pieces_of(side, role)) {
                let (role, square) = (role as usize, usize::from(square) ^ (56 * side));
                tracer.add(side, OWN_SQUARES.at(index(own, role, square)), 1);
                tracer.add(side, OTHER_SQUARES.at(index(other, role, square)), 1);
                if role < MATERIAL.len {
                    tracer.add(side, MATERIAL.at(role), 1);
                }
            }
        }
    }
}
