//! Indexing of the endings of up to five pieces, seen by the side to move with its men moving down.
//!
//! An index combines the ranks of four sets: the men and the kings of both sides. Men have 28 squares, kings 32. An index in
//! which two pieces share a square stands for no position; that is one in five, but in return lookups need no case distinctions.
//! Turning the board exchanges the colours, so a position and its image with the other side to move are one; there is no other
//! symmetry.

use crate::binomial::choose;
use crate::checkers::rules::position::{Checkers, Placement};
use crate::checkers::rules::rule_options::DrawRules;
use crate::checkers::rules::squares::{self, Direction, SquareSet};
use crate::checkers::tables::subsets::{self, SubsetLists};
use rookery_engine::Position;
use rookery_engine::tables::{Finished, Group, MaterialClass, Moves, PackedValue, Place, Space};

/// The most pieces of both sides together.
pub const MOST_PIECES: usize = 5;

/// Endings with more pieces than this are built only on request.
const MOST_PIECES_UNASKED: usize = 4;

/// The squares on which men may stand: all but the row in which they are crowned.
const MEN_SQUARES: usize = 28;

/// No draw by counting: a table looks at the position alone.
const UNCOUNTED: DrawRules = DrawRules {
    threefold: false,
    forty_moves: false,
};

/// The pieces of both sides, the men of the side to move moving down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SmallEnding {
    /// Those of the side to move.
    own: SquareSet,
    other: SquareSet,
    /// The kings of both sides.
    kings: SquareSet,
}

/// The numbers of pieces of a material class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counts {
    own_men: usize,
    own_kings: usize,
    other_men: usize,
    other_kings: usize,
}

impl Counts {
    const NONE: Counts = Counts {
        own_men: 0,
        own_kings: 0,
        other_men: 0,
        other_kings: 0,
    };

    fn of(endgame: SmallEnding) -> Self {
        let count = |set: SquareSet| set.count_ones() as usize;
        Counts {
            own_men: count(endgame.own & !endgame.kings),
            own_kings: count(endgame.own & endgame.kings),
            other_men: count(endgame.other & !endgame.kings),
            other_kings: count(endgame.other & endgame.kings),
        }
    }

    /// The material class with these numbers of pieces: their index in [`CLASSES`].
    fn class(self) -> MaterialClass {
        let kings = self.own_kings * (self.other() + 1) + self.other_kings;
        (FIRST_CLASSES[self.own()][self.other()] + kings) as MaterialClass
    }

    fn of_class(class: MaterialClass) -> Self {
        CLASSES[usize::from(class)]
    }

    fn own(self) -> usize {
        self.own_men + self.own_kings
    }

    fn other(self) -> usize {
        self.other_men + self.other_kings
    }

    fn is_covered(self) -> bool {
        self.own() > 0 && self.other() > 0 && self.own() + self.other() <= MOST_PIECES
    }

    /// The same, seen by the other side.
    fn turned(self) -> Self {
        Counts {
            own_men: self.other_men,
            own_kings: self.other_kings,
            other_men: self.own_men,
            other_kings: self.own_kings,
        }
    }

    /// All classes that have tables.
    fn all() -> impl Iterator<Item = Counts> {
        CLASSES.into_iter()
    }

    /// How many numbers each of the four sets has.
    fn sizes(self) -> [usize; 4] {
        [
            choose(MEN_SQUARES, self.own_men),
            choose(squares::COUNT, self.own_kings),
            choose(MEN_SQUARES, self.other_men),
            choose(squares::COUNT, self.other_kings),
        ]
    }

    fn name(self) -> String {
        let of_side = |men: usize, kings: usize| match (men, kings) {
            (0, _) => format!("{kings}k"),
            (_, 0) => format!("{men}m"),
            _ => format!("{men}m{kings}k"),
        };
        format!(
            "{}-{}",
            of_side(self.own_men, self.own_kings),
            of_side(self.other_men, self.other_kings)
        )
    }
}

/// The numbers of pieces of each class: fewer pieces first, then fewer of the side to move, then fewer kings.
static CLASSES: [Counts; CLASS_COUNT] = classes();
/// The first class with this many pieces of each side.
static FIRST_CLASSES: [[usize; MOST_PIECES]; MOST_PIECES] = first_classes();
/// A side of n pieces has between 0 and n kings, n + 1 cases.
const CLASS_COUNT: usize = 4 + 2 * (6 + 8 + 10 + 12) + 9;

const fn first_classes() -> [[usize; MOST_PIECES]; MOST_PIECES] {
    let mut table = [[0; MOST_PIECES]; MOST_PIECES];
    let mut next = 0;
    let mut pieces = 2;
    while pieces <= MOST_PIECES {
        let mut own = 1;
        while own < pieces {
            let other = pieces - own;
            table[own][other] = next;
            next += (own + 1) * (other + 1);
            own += 1;
        }
        pieces += 1;
    }
    assert!(next == CLASS_COUNT);
    table
}

const fn classes() -> [Counts; CLASS_COUNT] {
    let firsts = first_classes();
    let mut table = [Counts::NONE; CLASS_COUNT];
    let mut own = 1;
    while own < MOST_PIECES {
        let mut other = 1;
        while own + other <= MOST_PIECES {
            let mut kings = 0;
            while kings < (own + 1) * (other + 1) {
                let (own_kings, other_kings) = (kings / (other + 1), kings % (other + 1));
                table[firsts[own][other] + kings] = Counts {
                    own_men: own - own_kings,
                    own_kings,
                    other_men: other - other_kings,
                    other_kings,
                };
                kings += 1;
            }
            other += 1;
        }
        own += 1;
    }
    table
}

impl SmallEnding {
    /// The pieces of a position, seen by the side to move.
    pub fn of(position: &Checkers) -> Self {
        let seen = match position.side() {
            0 => position.clone(),
            _ => position.turned(),
        };
        SmallEnding {
            own: seen.pieces(0),
            other: seen.pieces(1),
            kings: seen.kings(),
        }
    }

    /// The number of pieces of both sides.
    pub fn pieces(self) -> u32 {
        (self.own | self.other).count_ones()
    }

    /// The material class; `None` where it has no table.
    pub fn material(self) -> Option<MaterialClass> {
        let counts = Counts::of(self);
        counts.is_covered().then(|| counts.class())
    }

    /// The position with Black to move.
    pub fn position(self) -> Checkers {
        let parts = Placement {
            pieces: [self.own, self.other],
            kings: self.kings,
            side: 0,
            quiet: 0,
        };
        Checkers::placed(parts, UNCOUNTED)
    }

    /// The pieces as the other side sees them, as if it were to move.
    fn turned(self) -> Self {
        SmallEnding {
            own: self.other.reverse_bits(),
            other: self.own.reverse_bits(),
            kings: self.kings.reverse_bits(),
        }
    }
}

/// The indexing, with the sets of squares that ranks stand for.
#[derive(Debug)]
pub struct CheckersEndings {
    lists: SubsetLists,
}

impl CheckersEndings {
    pub const fn new() -> Self {
        CheckersEndings {
            lists: SubsetLists::new(),
        }
    }
}

impl Space for CheckersEndings {
    type State = SmallEnding;
    const GAME: &'static str = Checkers::NAME;
    const REVISION: u64 = 1;
    const SYMMETRIES: usize = 1;

    /// Fewer pieces first, and among as many the fewer men: captures and crowns lead to an earlier group.
    fn groups(&self) -> Vec<Group> {
        let mut pairs: Vec<_> = Counts::all()
            .filter(|c| c.class() >= c.turned().class())
            .collect();
        pairs.sort_by_key(|c| (c.own() + c.other(), c.own_men + c.other_men, c.class()));
        let group = |counts: Counts| {
            let mut materials = vec![counts.class(), counts.turned().class()];
            materials.dedup();
            Group {
                label: (counts.own() + counts.other()).to_string(),
                is_played: true,
                is_on_request: counts.own() + counts.other() > MOST_PIECES_UNASKED,
                materials,
            }
        };
        pairs.into_iter().map(group).collect()
    }

    fn name(&self, material: MaterialClass) -> String {
        Counts::of_class(material).name()
    }

    fn len(&self, material: MaterialClass) -> usize {
        Counts::of_class(material).sizes().into_iter().product()
    }

    fn needs(&self, group: &Group) -> Vec<MaterialClass> {
        let mut needs = Vec::new();
        for &material in &group.materials {
            let before = Counts::of_class(material);
            for after in Counts::all().map(Counts::turned) {
                let crowned = before.own_men.wrapping_sub(after.own_men);
                let is_own = after.own() == before.own() && crowned <= 1;
                let has_lost =
                    after.other_men <= before.other_men && after.other_kings <= before.other_kings;
                let seen = after.turned().class();
                if is_own && has_lost && after != before && !needs.contains(&seen) {
                    needs.push(seen);
                }
            }
        }
        needs
    }

    fn place(&self, state: SmallEnding) -> Place {
        let counts = Counts::of(state);
        let [_, kings, other_men, other_kings] = counts.sizes();
        let mut index = subsets::rank(state.own & !state.kings);
        index = index * kings + subsets::rank(state.own & state.kings);
        index = index * other_men + subsets::rank((state.other & !state.kings) >> 4);
        index = index * other_kings + subsets::rank(state.other & state.kings);
        Place {
            material: counts.class(),
            index,
        }
    }

    fn state(&self, place: Place) -> Option<SmallEnding> {
        let counts = Counts::of_class(place.material);
        let [_, kings, other_men, other_kings] = counts.sizes();
        let mut index = place.index;
        let mut last = |size: usize| {
            let digit = index % size;
            index /= size;
            digit
        };
        let (d, c, b) = (last(other_kings), last(other_men), last(kings));
        let set = |size: usize, rank: usize| self.lists.of_size(size)[rank];
        let own_men = set(counts.own_men, index);
        let own_kings = set(counts.own_kings, b);
        let other_men = set(counts.other_men, c) << 4;
        let other_kings = set(counts.other_kings, d);
        let all = own_men | own_kings | other_men | other_kings;
        let is_position = all.count_ones() as usize == counts.own() + counts.other();
        is_position.then_some(SmallEnding {
            own: own_men | own_kings,
            other: other_men | other_kings,
            kings: own_kings | other_kings,
        })
    }

    fn image(&self, state: SmallEnding, _s: usize) -> SmallEnding {
        state
    }

    fn moves(&self, state: SmallEnding, finished: &impl Finished, out: &mut Moves<SmallEnding>) {
        let position = state.position();
        for m in position.moves() {
            let child = SmallEnding::of(&position.after(m));
            if child.own == 0 {
                out.leave(PackedValue::LOST);
            } else if m.is_jump() || position.crowns(m) {
                out.leave(finished.cell(self.place(child)));
            } else {
                out.stay(child);
            }
        }
    }

    /// The other side's last move, taken back: a step of a man back down, or of a king in any direction. Positions in which it
    /// could have captured are left out, because captures are compulsory.
    fn unmoves(&self, state: SmallEnding, out: &mut Vec<SmallEnding>) {
        let empty = !(state.own | state.other);
        for direction in Direction::ALL {
            // The other side's men move up, so they came from below.
            let may_come = match direction.is_forward(0) {
                true => state.other,
                false => state.other & state.kings,
            };
            for to in squares::each(may_come & direction.back().shift(empty)) {
                let (to, from) = (squares::bit(to), direction.step(to));
                let before = SmallEnding {
                    other: state.other ^ to ^ from,
                    kings: if state.kings & to != 0 {
                        state.kings ^ to ^ from
                    } else {
                        state.kings
                    },
                    ..state
                };
                let before = before.turned();
                if !before.position().must_jump() {
                    out.push(before);
                }
            }
        }
    }
}
