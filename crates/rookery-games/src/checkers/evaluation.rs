//! The evaluation of checkers: a sum of weighted counts for each side, seen with its men moving down.

use crate::checkers::rules::position::Checkers;
use crate::checkers::rules::squares::{self, Direction, SquareSet};
use rookery_engine::{Position, Score};

const MAN_CP: Score = 100;
const KING_CP: Score = 140;
/// A man by its row, counted from its own side: each step brings it nearer to a crown, and men on the first row keep the enemy
/// from being crowned there.
const ROW_CP: [Score; 7] = [8, 0, 2, 4, 8, 13, 22];
/// A piece on one of the eight squares in the middle.
const CENTRE_MAN_CP: Score = 4;
const CENTRE_KING_CP: Score = 10;
/// A man beside the left or right edge, where it has one way to go.
const EDGE_MAN_CP: Score = -3;
/// Two men, on the first and third square of the first row, are enough to keep the enemy from being crowned.
const BRIDGE_CP: Score = 12;
/// A man with a piece of its own behind it cannot be jumped along that line.
const BACKED_CP: Score = 3;
/// A step that is open, of a man and of a king.
const MAN_STEP_CP: Score = 2;
const KING_STEP_CP: Score = 3;
/// A king without a step.
const TRAPPED_KING_CP: Score = -30;
/// A man with no enemy in front of it, and the deduction for each step that it still has to go to its crown.
const RUNAWAY_CP: Score = 55;
const RUNAWAY_STEP_CP: Score = -8;
/// A man in the dog hole: the square 28 before an enemy man on 32.
const DOG_HOLE_CP: Score = -25;
/// The side to move has the opposition; counts only if both sides have the same number of pieces, and ten at most in all.
const OPPOSITION_CP: Score = 8;
/// The turn itself.
const TURN_CP: Score = 3;
/// The side to move can jump. A search plays that out; this is for players who look no further than their own move.
const JUMP_CP: Score = 80;
/// Being ahead counts for more when fewer pieces are left: hundredths of the lead, divided by the number of all pieces plus two.
const LEAD_SHARE: Score = 260;

const CENTRE: SquareSet = 0x0066_6600;
const EDGES: SquareSet = 0x1818_1818;
const BRIDGE: SquareSet = 0x0000_0005;
const DOG_HOLE: SquareSet = 1 << 27;
const BEHIND_DOG_HOLE: SquareSet = 1 << 31;
/// The squares of every second row; the pieces on them decide the opposition.
const SYSTEM: SquareSet = 0x0f0f_0f0f;

/// The squares that a man may come to from each square on its way down.
static CONES: [SquareSet; squares::COUNT] = cones();

const fn cones() -> [SquareSet; squares::COUNT] {
    let mut table = [0; squares::COUNT];
    let mut square = 0;
    while square < squares::COUNT {
        let mut reached: SquareSet = 1 << square;
        let mut row = 0;
        while row < 7 {
            reached |= Direction::DownLeft.shift(reached) | Direction::DownRight.shift(reached);
            row += 1;
        }
        table[square] = reached & !(1 << square);
        square += 1;
    }
    table
}

/// The pieces as one side sees them.
struct View {
    men: SquareSet,
    kings: SquareSet,
    enemy: SquareSet,
    enemy_men: SquareSet,
    empty: SquareSet,
}

impl View {
    fn new(position: &Checkers, side: usize) -> Self {
        let seen = |set: SquareSet| if side == 0 { set } else { set.reverse_bits() };
        View {
            men: seen(position.men(side)),
            kings: seen(position.pieces(side) & position.kings()),
            enemy: seen(position.pieces(1 - side)),
            enemy_men: seen(position.men(1 - side)),
            empty: seen(position.empty()),
        }
    }

    fn value_cp(&self) -> Score {
        self.material_cp() + self.men_cp() + self.kings_cp()
    }

    fn material_cp(&self) -> Score {
        MAN_CP * count(self.men) + KING_CP * count(self.kings)
    }

    fn men_cp(&self) -> Score {
        let men = self.men;
        let rows = (0..)
            .zip(ROW_CP)
            .map(|(row, cp)| cp * count(men & 0xf << (4 * row)));
        let own = men | self.kings;
        let backed = Direction::ALL[..2]
            .iter()
            .map(|d| count(d.shift(own) & men));
        let is_in_dog_hole = men & DOG_HOLE != 0 && self.enemy_men & BEHIND_DOG_HOLE != 0;
        rows.sum::<Score>()
            + CENTRE_MAN_CP * count(men & CENTRE)
            + EDGE_MAN_CP * count(men & EDGES)
            + BRIDGE_CP * Score::from(men & BRIDGE == BRIDGE)
            + BACKED_CP * backed.sum::<Score>()
            + MAN_STEP_CP * self.steps(men, &Direction::ALL[..2])
            + DOG_HOLE_CP * Score::from(is_in_dog_hole)
            + self.runaways_cp()
    }

    fn kings_cp(&self) -> Score {
        if self.kings == 0 {
            return 0;
        }
        let reach = Direction::ALL
            .iter()
            .fold(0, |set, d| set | d.back().shift(self.empty));
        CENTRE_KING_CP * count(self.kings & CENTRE)
            + KING_STEP_CP * self.steps(self.kings, &Direction::ALL)
            + TRAPPED_KING_CP * count(self.kings & !reach)
    }

    /// Steps in these directions that are open.
    fn steps(&self, movers: SquareSet, directions: &[Direction]) -> Score {
        let open = directions
            .iter()
            .map(|d| count(d.shift(movers) & self.empty));
        open.sum()
    }

    /// The men past the middle before which no enemy stands.
    fn runaways_cp(&self) -> Score {
        let past = squares::each(self.men & 0x0fff_0000);
        let free = past.filter(|&man| CONES[usize::from(man)] & self.enemy == 0);
        let values = free.map(|man| RUNAWAY_CP + RUNAWAY_STEP_CP * Score::from(7 - man / 4));
        values.sum()
    }
}

fn count(set: SquareSet) -> Score {
    set.count_ones() as Score
}

/// The value for the side to move, centipawns (a man is 100).
pub fn evaluate(position: &Checkers) -> Score {
    let me = position.side();
    let (own, other) = (View::new(position, me), View::new(position, 1 - me));
    let lead = own.material_cp() - other.material_cp();
    let pieces = count(own.men | own.kings | own.enemy);
    own.value_cp() - other.value_cp()
        + lead * LEAD_SHARE / (100 * (pieces + 2))
        + opposition_cp(position)
        + TURN_CP
        + JUMP_CP * Score::from(position.must_jump())
}

/// The opposition ("the move") in endings of few pieces: the side that has it makes the last step towards the other.
fn opposition_cp(position: &Checkers) -> Score {
    let [black, white] = [0, 1].map(|side| position.pieces(side));
    if black.count_ones() != white.count_ones() || (black | white).count_ones() > 10 {
        return 0;
    }
    let system = match position.side() {
        0 => SYSTEM,
        _ => !SYSTEM,
    };
    match ((black | white) & system).count_ones() % 2 {
        1 => OPPOSITION_CP,
        _ => -OPPOSITION_CP,
    }
}

/// The material of pieces, those of `kings` among them being kings.
pub fn material_cp(pieces: SquareSet, kings: SquareSet) -> Score {
    MAN_CP * count(pieces & !kings) + KING_CP * count(pieces & kings)
}
