//! Indexing of the chess endings.
//!
//! An index combines the pair of kings, one for all its images, and the squares of the other pieces: 64 for a piece, 48 for a
//! pawn, and only one order of two pieces that are equal. If both kings stand on the diagonal from a1, a position and its
//! reflection in the diagonal share the smaller index; the larger one is unused. In KPKP, positions in which a pawn can be taken
//! en passant come after all others: sixteen for each pair of kings, by the file of the pawn that has gone two steps and the side
//! from which it can be taken.

use crate::chess::board::bits::file;
use crate::chess::tables::ending::{COUNT, ENDINGS, PieceEnding, extent};
use crate::chess::tables::kings::{self, DIAGONAL, FREE, FREE_PAIRS, PAWN_PAIRS, WITH_PAWNS};
use crate::chess::tables::pieces::PieceList;
use crate::chess::tables::steps::After;
use crate::chess::{Chess, Role};
use rookery_engine::Position;
use rookery_engine::tables::{Finished, Group, MaterialClass, Moves, PackedValue, Place, Space};

/// Ways in which a pawn can be taken en passant.
const PASSING: usize = 16;

/// The endings of chess with three and four pieces.
#[derive(Clone, Copy, Debug)]
pub struct ChessEndings;

/// The material class of an ending with this side to move.
pub fn material(ending: usize, side: usize) -> MaterialClass {
    (2 * ending + side) as MaterialClass
}

/// The number of an ending, and the side to move.
fn parts(material: MaterialClass) -> (usize, usize) {
    (usize::from(material / 2), usize::from(material % 2))
}

fn pairs(ending: &PieceEnding) -> usize {
    if ending.has_pawns {
        PAWN_PAIRS
    } else {
        FREE_PAIRS
    }
}

/// The number of indexes for positions without a right to take en passant.
fn plain_len(ending: &PieceEnding) -> usize {
    pairs(ending) * ending.arrangements
}

/// The number of the pieces beside the kings, which stand on these squares.
#[inline]
fn rank(ending: &PieceEnding, at: [u8; 2]) -> usize {
    let code = |piece: usize| match ending.role(piece) {
        Role::Pawn => usize::from(at[piece]) - 8,
        _ => usize::from(at[piece]),
    };
    if ending.count == 1 {
        code(0)
    } else if ending.has_equals {
        let (one, other) = (code(0), code(1));
        let greater = one.max(other);
        greater * (greater - 1) / 2 + one.min(other)
    } else {
        code(0) * extent(ending.role(1)) + code(1)
    }
}

/// The number of the pieces; if both kings stand on the diagonal, the smaller one of the pieces and their reflection.
#[inline]
fn least_rank(ending: &PieceEnding, at: [u8; 2], is_on_diagonal: bool) -> usize {
    let own = rank(ending, at);
    if !is_on_diagonal {
        return own;
    }
    own.min(rank(
        ending,
        at.map(|square| kings::image(square, DIAGONAL)),
    ))
}

/// The squares of the pieces beside the kings, by their number.
fn squares_of(ending: &PieceEnding, rank: usize) -> [u8; 2] {
    let codes = match *ending.roles() {
        [_, second] if !ending.has_equals => [rank / extent(second), rank % extent(second)],
        [_, _] => {
            let greater = (8 * rank + 1).isqrt().div_ceil(2);
            [rank - greater * (greater - 1) / 2, greater]
        }
        _ => [rank, 0],
    };
    let mut at = codes.map(|code| code as u8);
    for (square, role) in at.iter_mut().zip(ending.roles()) {
        if *role == Role::Pawn {
            *square += 8;
        }
    }
    at
}

/// The number of the way in which a pawn can be taken en passant.
fn passing(at: [u8; 2]) -> usize {
    let [own, other] = at.map(|square| usize::from(file(square)));
    2 * other + usize::from(own > other)
}

/// The squares of the pawns for such a number; `None` if one would be beyond the edge of the board.
fn passing_squares(way: usize) -> Option<[u8; 2]> {
    let other = way as u8 / 2;
    let own = if way % 2 == 1 {
        other + 1
    } else {
        other.checked_sub(1)?
    };
    // The side to move is the stronger one where both have the same: its pawn stands on the fifth rank.
    (own < 8).then_some([32 + own, 32 + other])
}

impl Space for ChessEndings {
    type State = PieceList;
    const GAME: &'static str = Chess::NAME;
    const REVISION: u64 = 1;
    const SYMMETRIES: usize = kings::SYMMETRIES;

    fn groups(&self) -> Vec<Group> {
        let group = |(number, ending): (usize, &PieceEnding)| Group {
            label: ending.to_string(),
            is_played: true,
            is_on_request: false,
            materials: match ending.is_even() {
                true => vec![material(number, 0)],
                false => vec![material(number, 0), material(number, 1)],
            },
        };
        ENDINGS.iter().enumerate().map(group).collect()
    }

    fn name(&self, material: MaterialClass) -> String {
        let (number, side) = parts(material);
        let ending = &ENDINGS[number.min(COUNT - 1)];
        match (ending.is_even(), side) {
            (true, _) => ending.to_string(),
            (false, 0) => format!("{ending}-w"),
            (false, _) => format!("{ending}-b"),
        }
    }

    fn len(&self, material: MaterialClass) -> usize {
        let ending = &ENDINGS[parts(material).0];
        let ways = if ending.has_passing() { PASSING } else { 0 };
        plain_len(ending) + pairs(ending) * ways
    }

    fn needs(&self, group: &Group) -> Vec<MaterialClass> {
        let mut needs = Vec::new();
        let ending = &ENDINGS[parts(group.materials[0]).0];
        for us in 0..2 {
            let after = ending.changes(us);
            for (number, is_exchanged) in
                after.iter().filter_map(|pieces| PieceEnding::find(pieces))
            {
                let side = match ENDINGS[number].is_even() {
                    true => 0,
                    false => (1 - us) ^ usize::from(is_exchanged),
                };
                let material = material(number, side);
                if !needs.contains(&material) {
                    needs.push(material);
                }
            }
        }
        needs
    }

    #[inline]
    fn place(&self, pieces: PieceList) -> Place {
        let ending = pieces.material();
        let kings = [pieces.at[0], pieces.at[1]];
        let home = match ending.has_pawns {
            true => WITH_PAWNS.home(kings),
            false => FREE.home(kings),
        };
        let number = usize::from(home.number);
        let s = home.symmetry.into();
        let at = [pieces.at[2], pieces.at[3]].map(|square| kings::image(square, s));
        let index = if pieces.in_passing {
            plain_len(ending) + number * PASSING + passing(at)
        } else {
            number * ending.arrangements + least_rank(ending, at, stays_on_diagonal(ending, number))
        };
        Place {
            material: material(pieces.ending.into(), pieces.side.into()),
            index,
        }
    }

    fn state(&self, place: Place) -> Option<PieceList> {
        let (number, side) = parts(place.material);
        let ending = &ENDINGS[number];
        let (pair, at, in_passing) = match place.index.checked_sub(plain_len(ending)) {
            Some(beyond) => (beyond / PASSING, passing_squares(beyond % PASSING)?, true),
            None => {
                let sets = ending.arrangements;
                let at = squares_of(ending, place.index % sets);
                (place.index / sets, at, false)
            }
        };
        let [one, other] = match ending.has_pawns {
            true => WITH_PAWNS.pair(pair),
            false => FREE.pair(pair),
        };
        let pieces = PieceList {
            in_passing,
            ..PieceList::new(number, side, [one, other, at[0], at[1]])
        };
        let is_least = in_passing
            || rank(ending, at) == least_rank(ending, at, stays_on_diagonal(ending, pair));
        (is_least && pieces.is_legal()).then_some(pieces)
    }

    fn image(&self, pieces: PieceList, s: usize) -> PieceList {
        pieces.image(s)
    }

    /// Only called for the representative of a class, in which the kings stand on no axis of symmetry but the diagonal.
    fn stabiliser(&self, pieces: PieceList) -> u32 {
        let is_on_diagonal = |square: u8| square.is_multiple_of(9);
        let is_own_image = is_on_diagonal(pieces.at[0])
            && is_on_diagonal(pieces.at[1])
            && !pieces.material().has_pawns
            && pieces.image(DIAGONAL) == pieces;
        1 | u32::from(is_own_image) << DIAGONAL
    }

    fn moves(&self, pieces: PieceList, finished: &impl Finished, out: &mut Moves<PieceList>) {
        let mut is_stuck = true;
        pieces.each_move(|after| {
            is_stuck = false;
            match after {
                After::Stays(after) => out.stay(after),
                After::Leaves(None) => out.leave(PackedValue::DRAW),
                After::Leaves(Some(after)) => out.leave(finished.cell(self.place(after))),
            }
        });
        if is_stuck && !pieces.is_check() {
            out.draw();
        }
    }

    fn unmoves(&self, pieces: PieceList, out: &mut Vec<PieceList>) {
        pieces.each_unmove(|before| out.push(before));
    }
}

/// Whether the symmetry that exchanges files and ranks leaves both kings of a pair where they are.
#[inline]
fn stays_on_diagonal(ending: &PieceEnding, pair: usize) -> bool {
    !ending.has_pawns && FREE.is_on_diagonal(pair)
}
