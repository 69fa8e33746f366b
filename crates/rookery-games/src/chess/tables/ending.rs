//! Material of the endings: two kings and one or two pieces.

use std::fmt;

use crate::chess::board::role::Role;

/// Two kings and one or two pieces. The side with more pieces, or with the greater one where each has one, is called the stronger, and
/// is White in all that follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceEnding {
    /// The pieces; the greater first where both are on one side.
    roles: [Role; 2],
    /// The number of `roles` that count.
    pub count: usize,
    /// Whether the second piece is the weaker side's.
    is_split: bool,
    /// Whether there is a pawn: then up and down differ.
    pub has_pawns: bool,
    /// Whether the two pieces can change places.
    pub has_equals: bool,
    /// The number of ways to put the pieces beside the kings on their squares, those on a square of another piece among them.
    pub arrangements: usize,
}

const PIECES: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// The number of endings in which somebody can win: three with three pieces, thirty with four.
pub const COUNT: usize = 33;

/// All endings: a move that leaves one leads to an earlier one, or to the end.
pub static ENDINGS: [PieceEnding; COUNT] = endings();

const fn endings() -> [PieceEnding; COUNT] {
    let mut list = [PieceEnding::one(Role::Pawn); COUNT];
    // A lone bishop or knight wins nothing.
    list[0] = PieceEnding::one(Role::Queen);
    list[1] = PieceEnding::one(Role::Rook);
    list[2] = PieceEnding::one(Role::Pawn);
    let mut at = 3;
    let mut i = 0;
    while i < 4 {
        let mut j = i;
        while j < 4 {
            list[at] = PieceEnding::two(PIECES[i], PIECES[j], false);
            list[at + 1] = PieceEnding::two(PIECES[i], PIECES[j], true);
            at += 2;
            j += 1;
        }
        i += 1;
    }
    i = 0;
    while i < 4 {
        list[at] = PieceEnding::two(PIECES[i], Role::Pawn, false);
        list[at + 1] = PieceEnding::two(PIECES[i], Role::Pawn, true);
        at += 2;
        i += 1;
    }
    list[at] = PieceEnding::two(Role::Pawn, Role::Pawn, false);
    list[at + 1] = PieceEnding::two(Role::Pawn, Role::Pawn, true);
    list
}

/// The number of squares on which a piece can stand.
#[inline]
pub const fn extent(role: Role) -> usize {
    match role {
        Role::Pawn => 48,
        _ => 64,
    }
}

impl PieceEnding {
    const fn one(role: Role) -> Self {
        PieceEnding {
            roles: [role, role],
            count: 1,
            is_split: false,
            has_pawns: matches!(role, Role::Pawn),
            has_equals: false,
            arrangements: extent(role),
        }
    }

    const fn two(first: Role, second: Role, is_split: bool) -> Self {
        let has_equals = !is_split && first as usize == second as usize;
        PieceEnding {
            roles: [first, second],
            count: 2,
            is_split,
            // The greater comes first: a pawn last.
            has_pawns: matches!(second, Role::Pawn),
            has_equals,
            arrangements: match has_equals {
                true => extent(first) * (extent(first) - 1) / 2,
                false => extent(first) * extent(second),
            },
        }
    }

    /// The pieces beside the kings.
    #[inline]
    pub fn roles(&self) -> &[Role] {
        &self.roles[..self.count]
    }

    /// The owner of the piece with this number: 0 is the stronger side.
    #[inline]
    pub fn owner(&self, piece: usize) -> usize {
        usize::from(self.is_split && piece == 1)
    }

    /// The role of the piece with this number, of which only the lowest bit counts.
    #[inline]
    pub fn role(&self, piece: usize) -> Role {
        self.roles[piece & 1]
    }

    /// Whether both sides have one piece of the same role.
    #[inline]
    pub fn is_even(&self) -> bool {
        self.is_split && self.roles[0] == self.roles[1]
    }

    /// Whether a pawn can take another en passant.
    #[inline]
    pub fn has_passing(&self) -> bool {
        self.is_even() && self.roles[0] == Role::Pawn
    }

    /// The sets of pieces that a capture or promotion by this side can lead to.
    pub fn changes(&self, us: usize) -> Vec<Vec<(usize, Role)>> {
        let pieces = self.roles().iter().enumerate();
        let pieces: Vec<_> = pieces
            .map(|(piece, &role)| (self.owner(piece), role))
            .collect();
        let mut changes = Vec::new();
        for gone in 0..=pieces.len() {
            let mut left = pieces.clone();
            let taken = (gone < pieces.len()).then(|| left.remove(gone));
            if taken.is_some_and(|(side, _)| side == us) {
                continue;
            }
            // A promoting pawn cannot take a pawn: none stands on the last rank.
            let is_pawn_taken = taken.is_some_and(|(_, role)| role == Role::Pawn);
            let pawn = left.iter().position(|&piece| piece == (us, Role::Pawn));
            if let Some(pawn) = pawn.filter(|_| !is_pawn_taken) {
                for role in Role::PROMOTIONS {
                    let mut promoted = left.clone();
                    promoted[pawn].1 = role;
                    changes.push(promoted);
                }
            }
            if taken.is_some() {
                changes.push(left);
            }
        }
        changes
    }

    /// The number of the ending with these pieces of both sides, one or two in all, and whether the sides must be exchanged for it;
    /// `None` where nobody can win.
    pub fn find(pieces: &[(usize, Role)]) -> Option<(usize, bool)> {
        let ending = match *pieces {
            [(side, role)] => (PieceEnding::one(role), side == 1),
            [(one, a), (other, b)] if one == other => {
                (PieceEnding::two(a.max(b), a.min(b), false), one == 1)
            }
            [(one, a), (_, b)] => {
                let is_exchanged = a != b && (a > b) == (one == 1);
                (PieceEnding::two(a.max(b), a.min(b), true), is_exchanged)
            }
            _ => return None,
        };
        let number = ENDINGS.iter().position(|known| *known == ending.0)?;
        Some((number, ending.1))
    }
}

/// The pieces of the stronger side, then those of the other (`KRKN`).
impl fmt::Display for PieceEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in 0..2 {
            f.write_str("K")?;
            for (piece, role) in self.roles().iter().enumerate() {
                if self.owner(piece) == side {
                    write!(f, "{}", role.letter())?;
                }
            }
        }
        Ok(())
    }
}
