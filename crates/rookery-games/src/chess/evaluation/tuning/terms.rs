//! Terms of the evaluation: one list that gives each its index among the weights and its name in the weights file.

/// Terms of one kind, one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name in the file of weights.
    pub name: &'static str,
    /// The number of its first weight.
    pub first: usize,
    /// The number of its weights.
    pub len: usize,
}

impl Group {
    /// The number of one of its weights.
    #[inline]
    pub const fn at(self, index: usize) -> usize {
        self.first + index
    }
}

/// Makes a constant for each group, the list of all, and their total number.
macro_rules! terms {
    ($($(#[$doc:meta])* $constant:ident $name:literal $len:expr;)*) => {
        /// All groups in the order of the file.
        pub const GROUPS: &[Group] = &numbered([$(Group { name: $name, first: 0, len: $len }),*]);
        /// The number of weights.
        pub const COUNT: usize = 0 $(+ $len)*;
        terms!(@constants 0, $($(#[$doc])* $constant $len;)*);
    };
    (@constants $number:expr, $(#[$doc:meta])* $constant:ident $len:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub const $constant: Group = GROUPS[$number];
        terms!(@constants $number + 1, $($rest)*);
    };
    (@constants $number:expr,) => {};
}

const fn numbered<const N: usize>(mut groups: [Group; N]) -> [Group; N] {
    let (mut i, mut first) = (0, 0);
    while i < N {
        groups[i].first = first;
        first += groups[i].len;
        i += 1;
    }
    groups
}

terms! {
    /// A piece of each role but the king.
    MATERIAL "material" 5;
    /// A piece of each role on each square, as seen from its own king: by where that stands, role and square.
    OWN_SQUARES "squares-own-king" 2 * 6 * 64;
    /// The same as seen from the other king.
    OTHER_SQUARES "squares-other-king" 2 * 6 * 64;
    /// The right to move.
    TEMPO "tempo" 1;
    /// Two bishops.
    BISHOP_PAIR "bishop-pair" 1;
    /// A knight, by the squares it can go to.
    KNIGHT_MOBILITY "mobility-knight" 9;
    /// A bishop, by the squares it can go to.
    BISHOP_MOBILITY "mobility-bishop" 14;
    /// A rook, by the squares it can go to.
    ROOK_MOBILITY "mobility-rook" 15;
    /// A queen, by the squares it can go to.
    QUEEN_MOBILITY "mobility-queen" 28;
    /// A piece on its fourth to seventh rank that no pawn can attack: knight and bishop alone, then knight and bishop guarded by
    /// a pawn.
    OUTPOST "outpost" 4;
    /// A knight, then a bishop, right behind a pawn.
    BEHIND_PAWN "behind-pawn" 2;
    /// An own pawn on the colour of a bishop, then one that is also blocked.
    BISHOP_PAWNS "bishop-pawns" 2;
    /// A rook on a file without own pawns, then without any.
    ROOK_FILE "rook-file" 2;
    /// A pawn without pawns of its own side on the files beside it: with any pawn in front of it, then without.
    ISOLATED "isolated" 2;
    /// A pawn with another of its own side in front of it.
    DOUBLED "doubled" 1;
    /// A pawn that no other can ever guard and whose next square an enemy pawn attacks: with any pawn in front of it, then
    /// without.
    BACKWARD "backward" 2;
    /// A pawn beside another, by rank.
    PHALANX "phalanx" 8;
    /// A pawn guarded by another, by rank.
    GUARDED "guarded" 8;
    /// A pawn that becomes a passed one when those beside it help, by rank.
    CANDIDATE "candidate" 8;
    /// A passed pawn, by rank.
    PASSED "passed" 8;
    /// A passed pawn that is guarded by a pawn or has one beside it, by rank.
    PASSED_HELPED "passed-helped" 8;
    /// A passed pawn with a piece on its next square, by rank.
    PASSED_BLOCKED "passed-blocked" 8;
    /// A passed pawn whose next square is not attacked, by rank.
    PASSED_SAFE "passed-safe" 8;
    /// A passed pawn with a free way to the last rank that is not attacked, by rank.
    PASSED_FREE "passed-free" 8;
    /// A passed pawn: steps of its own king to its next square, by rank.
    PASSED_OWN_KING "passed-own-king" 8;
    /// A passed pawn: steps of the other king to its next square, by rank.
    PASSED_OTHER_KING "passed-other-king" 8;
    /// A passed pawn with an own rook behind it, then one of the other side.
    PASSED_ROOK "passed-rook" 2;
    /// A passed pawn that a lone king comes too late for.
    UNSTOPPABLE "unstoppable" 1;
    /// The own pawn nearest in front of the king, on each of three files: by the distance of the file from the edge, then the pawn's
    /// rank (0: there is none).
    SHELTER "shelter" 4 * 8;
    /// The pawn of the other side nearest in front of the king, in the same way.
    STORM "storm" 4 * 8;
    /// The same where an own pawn stands right before it, by rank.
    STORM_BLOCKED "storm-blocked" 8;
    /// A pawn attacks a piece of this role.
    PAWN_THREAT "threat-pawn" 6;
    /// A knight or bishop attacks a piece of this role; pawns and minor pieces count only if they are not guarded well.
    MINOR_THREAT "threat-minor" 6;
    /// A rook attacks a piece of this role; all but queens count only if they are not guarded well.
    ROOK_THREAT "threat-rook" 6;
    /// The king attacks a piece that is not guarded.
    KING_THREAT "threat-king" 1;
    /// A piece of this role is attacked and not guarded.
    HANGING "hanging" 6;
    /// A pawn can safely go where it attacks a piece.
    PUSH_THREAT "threat-push" 1;
    /// Empty squares that both sides attack and that the other side does not guard well.
    RESTRICTED "restricted" 1;
    /// A knight, bishop, rook, queen can give check from a square where it is not taken.
    SAFE_CHECK "safe-check" 4;
    /// Attacked squares beside the other king.
    RING_ATTACKS "ring-attacks" 1;
    /// The attack on the other king as a whole, by its weight in units.
    KING_ATTACK "king-attack" 40;
    /// Safe squares on the middle files of the own half.
    SPACE "space" 1;
    /// Attacked squares among the four in the centre.
    CENTRE "centre" 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_follow_one_another() {
        let mut next = 0;
        for group in GROUPS {
            assert_eq!(group.first, next, "{}", group.name);
            next += group.len;
        }
        assert_eq!(next, COUNT);
        assert_eq!(MATERIAL.name, "material");
        assert_eq!(CENTRE.at(0), COUNT - 1);
    }
}
