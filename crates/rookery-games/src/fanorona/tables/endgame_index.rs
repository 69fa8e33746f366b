//! Indexing of the endings of up to five stones on the large board, seen by the side to move.
//!
//! An index combines the ranks of two sets of points; an index in which two stones share a point stands for no position. The
//! rules know no forward, so colours matter only for the side to move. A position and its three images under the mirrors of the
//! board have one index, the least of the four.

use crate::binomial::{self, choose};
use crate::fanorona::rules::points::{self, Bearing, FanoronaBoard, StoneSet};
use crate::fanorona::rules::position::Fanorona;
use crate::fanorona::rules::rule_options::FanoronaRules;
use rookery_engine::Position;
use rookery_engine::tables::{Finished, Group, MaterialClass, Moves, PackedValue, Place, Space};

/// The most stones of both sides together.
pub const MOST_STONES: usize = 5;

/// Endings with more stones than this are built only on request.
const MOST_STONES_UNASKED: usize = 4;

const BOARD: FanoronaBoard = FanoronaBoard::NineByFive;
const POINTS: usize = 45;

/// No draw by counting: a table looks at the position alone.
const UNCOUNTED: FanoronaRules = FanoronaRules {
    board: BOARD,
    threefold: false,
    quiet_limit_plies: None,
};

/// The stones of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StoneEnding {
    /// Those of the side to move.
    own: StoneSet,
    other: StoneSet,
}

impl StoneEnding {
    /// The stones of a position, seen by the side to move.
    pub fn of(position: &Fanorona) -> Self {
        let me = position.side();
        StoneEnding {
            own: position.stones(me),
            other: position.stones(1 - me),
        }
    }

    /// The numbers of stones, the mover's first.
    fn counts(self) -> (usize, usize) {
        let count = |set: StoneSet| set.count_ones() as usize;
        (count(self.own), count(self.other))
    }

    /// The material class; `None` where it has no table.
    pub fn material(self) -> Option<MaterialClass> {
        let (own, other) = self.counts();
        let is_covered = own > 0 && other > 0 && own + other <= MOST_STONES;
        is_covered.then(|| class(own, other))
    }

    /// The position, with White to move.
    pub fn position(self) -> Fanorona {
        Fanorona::placed([self.own, self.other], 0, 0, UNCOUNTED)
    }

    fn image(self, s: usize) -> Self {
        let mirrored = |set| points::mirrored(set, BOARD, s & 1 != 0, s & 2 != 0);
        StoneEnding {
            own: mirrored(self.own),
            other: mirrored(self.other),
        }
    }

    fn index(self) -> usize {
        let (_, other) = self.counts();
        rank(self.own) * choose(POINTS, other) + rank(self.other)
    }
}

/// The material class with these numbers of stones of the mover and of the other side.
fn class(own: usize, other: usize) -> MaterialClass {
    (own * MOST_STONES + other) as MaterialClass
}

/// The numbers of stones of a class, the mover's first.
fn stones_of(class: MaterialClass) -> (usize, usize) {
    let class = usize::from(class);
    (class / MOST_STONES, class % MOST_STONES)
}

/// `BINOMIAL[n][k]`, the number of sets of `k` among `n`.
static BINOMIAL: [[usize; MOST_STONES]; POINTS] = binomial::table();

/// The rank of a set among all of its size (the combinatorial number system).
fn rank(set: StoneSet) -> usize {
    let dense = |point| {
        let (column, row) = points::place(point);
        usize::from(BOARD.columns() * row + column)
    };
    let terms = (1..).zip(points::each(set));
    terms.map(|(k, point)| BINOMIAL[dense(point)][k]).sum()
}

/// The set of `size` points with this rank.
fn set_of(size: usize, mut rank: usize) -> StoneSet {
    let mut set = 0;
    let mut below = POINTS;
    for k in (1..=size).rev() {
        let last = (0..below).rev().find(|&n| BINOMIAL[n][k] <= rank);
        let n = last.unwrap_or(0);
        rank -= BINOMIAL[n][k];
        below = n;
        let (column, row) = (n as u8 % BOARD.columns(), n as u8 / BOARD.columns());
        set |= BOARD.at(column, row).map_or(0, points::bit);
    }
    set
}

/// The indexing.
#[derive(Clone, Copy, Debug)]
pub struct FanoronaEndings;

impl Space for FanoronaEndings {
    type State = StoneEnding;
    const GAME: &'static str = Fanorona::NAME;
    const REVISION: u64 = 1;
    const SYMMETRIES: usize = 4;

    /// Fewer stones first: captures lead to an earlier group.
    fn groups(&self) -> Vec<Group> {
        let of = |stones: usize| {
            (1..=stones / 2).map(move |fewer| {
                let more = stones - fewer;
                let mut materials = vec![class(more, fewer), class(fewer, more)];
                materials.dedup();
                Group {
                    label: stones.to_string(),
                    is_played: true,
                    is_on_request: stones > MOST_STONES_UNASKED,
                    materials,
                }
            })
        };
        (2..=MOST_STONES).flat_map(of).collect()
    }

    fn name(&self, material: MaterialClass) -> String {
        let (own, other) = stones_of(material);
        format!("{own}-{other}")
    }

    fn len(&self, material: MaterialClass) -> usize {
        let (own, other) = stones_of(material);
        choose(POINTS, own) * choose(POINTS, other)
    }

    fn needs(&self, group: &Group) -> Vec<MaterialClass> {
        let mut needs = Vec::new();
        for &material in &group.materials {
            let (own, other) = stones_of(material);
            needs.extend((1..other).map(|left| class(left, own)));
        }
        needs.sort_unstable();
        needs.dedup();
        needs
    }

    fn place(&self, state: StoneEnding) -> Place {
        let (own, other) = state.counts();
        let images = (1..Self::SYMMETRIES).map(|s| state.image(s).index());
        Place {
            material: class(own, other),
            index: images.fold(state.index(), usize::min),
        }
    }

    fn state(&self, place: Place) -> Option<StoneEnding> {
        let (own, other) = stones_of(place.material);
        let others = choose(POINTS, other);
        let state = StoneEnding {
            own: set_of(own, place.index / others),
            other: set_of(other, place.index % others),
        };
        let is_position = state.own & state.other == 0 && self.place(state) == place;
        is_position.then_some(state)
    }

    fn image(&self, state: StoneEnding, s: usize) -> StoneEnding {
        state.image(s)
    }

    fn moves(&self, state: StoneEnding, finished: &impl Finished, out: &mut Moves<StoneEnding>) {
        let position = state.position();
        for m in position.moves() {
            let child = StoneEnding::of(&position.after(m));
            if child.own == 0 {
                out.leave(PackedValue::LOST);
            } else if m.is_capture() {
                out.leave(finished.cell(self.place(child)));
            } else {
                out.stay(child);
            }
        }
    }

    /// The other side's last move, taken back: a paika. Positions in which it could have captured are left out, because captures
    /// are compulsory.
    fn unmoves(&self, state: StoneEnding, out: &mut Vec<StoneEnding>) {
        let empty = BOARD.points() & !(state.own | state.other);
        for bearing in Bearing::ALL {
            let may_come = state.other & bearing.origins() & bearing.back().shift(empty);
            for to in points::each(may_come).map(points::bit) {
                let before = StoneEnding {
                    own: state.other ^ to ^ bearing.shift(to),
                    other: state.own,
                };
                if !before.position().must_capture() {
                    out.push(before);
                }
            }
        }
    }
}
