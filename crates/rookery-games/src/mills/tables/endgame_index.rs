//! Indexing of the endings of the mill games: all men on the board, the side to move first, one index per class of images.
//!
//! An index combines the class of the mover's men under the sixteen symmetries of the board and the rank of the other side's men
//! among the remaining points. If a symmetry leaves the mover's men as they are, several sets of the other side stand for one
//! position; the least of them gives its index, the others are unused.
//!
//! Where the rules ban see-saws (Morabaraba), every material has two material classes from five men against four on. The plain
//! one (`5-4`) knows no ban: these are the counts that others have published. The other (`5-4-gar`) is the game as it is played,
//! by the Generally Accepted Rules. With fewer men the ban cannot matter: going from one mill straight into another takes five
//! men, because two lines that meet have no men a step apart other than at the point where they meet; and against three men the
//! first removal ends the game.

use std::marker::PhantomData;
use std::sync::OnceLock;

use crate::mills::rules::kind::MillKind;
use crate::mills::rules::points::{self, Points};
use crate::mills::rules::position::{MillPosition, Parts, SeeSaw};
use crate::mills::rules::rule_options::{LEAST_MEN, Removable};
use crate::mills::tables::subset_rank::{self, BINOMIAL, Subsets};
use rookery_engine::tables::{Finished, Group, MaterialClass, Moves, PackedValue, Place, Space};
use rookery_engine::{Outcome, Position};

/// A side with fewer men has lost.
const LEAST: usize = LEAST_MEN as usize;

/// No game has more men a side.
const MOST: usize = 12;

/// Material classes by the Generally Accepted Rules have numbers from here on.
const GAR: MaterialClass = 100;

/// Men on the board, and the rules that they move by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Endgame {
    /// The men of the side to move.
    pub own: Points,
    /// The other side's.
    pub other: Points,
    /// Whether the see-saw ban holds; always false where it cannot matter.
    pub banning: bool,
}

impl Endgame {
    /// The side to move first; `banning` where it can matter.
    pub fn new(own: Points, other: Points, banning: bool) -> Self {
        let (own_count, other_count) = (own.count_ones(), other.count_ones());
        Endgame {
            own,
            other,
            banning: banning && ban_matters(own_count as usize, other_count as usize),
        }
    }

    /// The men of a position under the rules of the game; `None` if the men on the board do not say everything: with men in hand,
    /// with a ban in force, or under other rules than those the tables are built for.
    pub fn of<K: MillKind>(position: &MillPosition<K>) -> Option<Self> {
        let is_plain = position.rules().moves_as(K::RULES)
            && position.hand(0) == 0
            && position.hand(1) == 0
            && position.ban(0).is_none()
            && position.ban(1).is_none();
        let me = position.side();
        let banning = K::RULES.see_saw_ban;
        is_plain.then(|| Endgame::new(position.men(me), position.men(1 - me), banning))
    }

    /// The material class of these men; `None` where a side has lost.
    pub fn material(self) -> Option<MaterialClass> {
        let own = self.own.count_ones() as usize;
        let other = self.other.count_ones() as usize;
        (own >= LEAST && other >= LEAST).then(|| class_of(own, other, self.banning))
    }
}

/// Whether a see-saw of mills is possible with `own` men against `other`, and the game can go on after it.
fn ban_matters(own: usize, other: usize) -> bool {
    own.min(other) > LEAST && own.max(other) > LEAST + 1
}

/// The material class of `own` men against `other`, with or without the ban on see-saws (`banning`).
fn class_of(own: usize, other: usize, banning: bool) -> MaterialClass {
    let plain = 10 * (own - LEAST) + other - LEAST;
    plain as MaterialClass + if banning { GAR } else { 0 }
}

/// The men of both sides in a material class, and whether the ban holds.
fn counts(material: MaterialClass) -> (usize, usize, bool) {
    let plain = usize::from(material % GAR);
    (plain / 10 + LEAST, plain % 10 + LEAST, material >= GAR)
}

/// The endings of a mill game.
#[derive(Debug)]
pub struct EndgameSpace<K> {
    by_count: [OnceLock<Subsets>; MOST + 1],
    kind: PhantomData<K>,
}

impl<K: MillKind> EndgameSpace<K> {
    /// Lists nothing yet.
    pub const fn new() -> Self {
        EndgameSpace {
            by_count: [const { OnceLock::new() }; MOST + 1],
            kind: PhantomData,
        }
    }

    fn subsets(&self, count: usize) -> &Subsets {
        self.by_count[count].get_or_init(|| Subsets::new(count))
    }

    fn subsets_of(&self, set: Points) -> &Subsets {
        self.subsets(set.count_ones() as usize)
    }

    /// The value of a position in which a ban may be in force: all moves are searched until no ban is left.
    pub fn worth(&self, position: &MillPosition<K>, finished: &impl Finished) -> PackedValue {
        if position.outcome() == Some(Outcome::Loss) {
            return PackedValue::LOST;
        }
        if let Some(endgame) = Endgame::of(position) {
            return finished.cell(self.place(endgame));
        }
        let moves = position.moves().into_iter();
        let after = moves.map(|m| self.worth(&position.after(m), finished).a_ply_earlier());
        after
            .reduce(PackedValue::better)
            .unwrap_or(PackedValue::LOST)
    }

    /// The value of `child`, the position after a removal; `went` is the step of the man that closed the mill.
    fn after_removal(
        &self,
        child: Endgame,
        went: SeeSaw,
        is_see_saw: bool,
        finished: &impl Finished,
    ) -> PackedValue {
        if !is_see_saw {
            return finished.cell(self.place(child));
        }
        let parts = Parts {
            men: [child.own, child.other],
            hand: [0; 2],
            side: 0,
            bans: [None, Some(went)],
            quiet: 0,
        };
        self.worth(
            &MillPosition::from_parts(parts, K::RULES.uncounted()),
            finished,
        )
    }
}

/// The points to which a man on `from` may go, all men of its side being `own`.
fn reach<K: MillKind>(own: Points, from: u8, empty: Points) -> Points {
    if own.count_ones() as usize == LEAST {
        empty
    } else {
        K::RULES.board.neighbours(points::bit(from)) & empty
    }
}

impl<K: MillKind> Space for EndgameSpace<K> {
    type State = Endgame;
    const GAME: &'static str = K::NAME;
    const REVISION: u64 = 1;
    const SYMMETRIES: usize = points::SYMMETRIES;

    fn groups(&self) -> Vec<Group> {
        let most = usize::from(K::RULES.board.men);
        let mut groups = Vec::new();
        for total in 2 * LEAST..=2 * most {
            for own in (total.div_ceil(2)..=most.min(total - LEAST)).rev() {
                let other = total - own;
                let matters = K::RULES.see_saw_ban && ban_matters(own, other);
                let flavours: &[bool] = if matters { &[false, true] } else { &[false] };
                for &banning in flavours {
                    let mut materials = vec![class_of(own, other, banning)];
                    if own != other {
                        materials.push(class_of(other, own, banning));
                    }
                    groups.push(Group {
                        label: format!("{own}-{other}"),
                        is_played: banning == matters,
                        is_on_request: false,
                        materials,
                    });
                }
            }
        }
        groups
    }

    fn name(&self, material: MaterialClass) -> String {
        let (own, other, banning) = counts(material);
        let rules = if banning { "-gar" } else { "" };
        format!("{own}-{other}{rules}")
    }

    fn len(&self, material: MaterialClass) -> usize {
        let (own, other, _) = counts(material);
        subset_rank::class_count(own) * BINOMIAL[points::ON_RINGS - own][other] as usize
    }

    fn needs(&self, group: &Group) -> Vec<MaterialClass> {
        let (most, least, banning) = counts(group.materials[0]);
        let mut needs = Vec::new();
        let mut need = |own: usize, other: usize| {
            let material = class_of(own, other, banning && ban_matters(own, other));
            if !needs.contains(&material) {
                needs.push(material);
            }
        };
        if banning {
            // After a see-saw up to two more removals may follow before no ban holds.
            for own in LEAST..=most {
                for other in (LEAST..=least).filter(|other| own + other < most + least) {
                    need(own, other);
                    need(other, own);
                }
            }
        } else {
            for (own, other) in [(most, least), (least, most)] {
                if other > LEAST {
                    need(other - 1, own);
                }
            }
        }
        needs
    }

    fn place(&self, state: Endgame) -> Place {
        let subsets = self.subsets_of(state.own);
        let (number, s) = subsets.home(state.own);
        let class = subsets.classes[number];
        let mut other = subset_rank::image(state.other, s);
        if class.stabiliser != 1 {
            let stays = (1..points::SYMMETRIES).filter(|s| class.stabiliser >> s & 1 == 1);
            let images = stays.map(|s| subset_rank::image(other, s));
            other = images.fold(other, Points::min);
        }
        let (own, other_count) = (state.own.count_ones(), state.other.count_ones());
        let sets = BINOMIAL[points::ON_RINGS - own as usize][other_count as usize] as usize;
        Place {
            material: class_of(own as usize, other_count as usize, state.banning),
            index: number * sets
                + subset_rank::rank(subset_rank::squeeze(other, class.least)) as usize,
        }
    }

    fn state(&self, place: Place) -> Option<Endgame> {
        let (own, other, banning) = counts(place.material);
        let sets = BINOMIAL[points::ON_RINGS - own][other] as usize;
        let class = self.subsets(own).classes[place.index / sets];
        let other = self.subsets(other).sets[place.index % sets];
        let other = subset_rank::spread(other, class.least);
        let stays = (1..points::SYMMETRIES).filter(|s| class.stabiliser >> s & 1 == 1);
        let is_least = class.stabiliser == 1
            || stays
                .into_iter()
                .all(|s| other <= subset_rank::image(other, s));
        is_least.then_some(Endgame {
            own: class.least,
            other,
            banning,
        })
    }

    fn image(&self, state: Endgame, s: usize) -> Endgame {
        Endgame {
            own: subset_rank::image(state.own, s),
            other: subset_rank::image(state.other, s),
            banning: state.banning,
        }
    }

    /// Only called for the representative of a class, in which the mover's men are the least of their images.
    fn stabiliser(&self, state: Endgame) -> u32 {
        let subsets = self.subsets_of(state.own);
        let class = subsets.classes[subsets.home(state.own).0];
        let mut stabiliser = 1;
        if class.stabiliser != 1 {
            for s in (1..points::SYMMETRIES).filter(|s| class.stabiliser >> s & 1 == 1) {
                stabiliser |= u32::from(subset_rank::image(state.other, s) == state.other) << s;
            }
        }
        stabiliser
    }

    fn moves(&self, state: Endgame, finished: &impl Finished, out: &mut Moves<Endgame>) {
        const {
            assert!(
                K::RULES.flying && matches!(K::RULES.removable, Removable::OutsideMills),
                "tables fly with three men and remove men outside mills first"
            );
        }
        let Endgame {
            own,
            other,
            banning,
        } = state;
        let empty = points::RINGS & !(own | other);
        let in_mills = K::RULES.board.in_mills(own);
        let loose = other & !K::RULES.board.in_mills(other);
        let targets = if loose == 0 { other } else { loose };
        for from in points::each(own) {
            let rest = own ^ points::bit(from);
            let reach = reach::<K>(own, from, empty);
            let closing = reach & K::RULES.board.closing(rest);
            if closing != 0 && other.count_ones() as usize == LEAST {
                out.leave(PackedValue::LOST);
                return;
            }
            for to in points::each(closing) {
                let is_see_saw = banning && in_mills & points::bit(from) != 0;
                for target in points::each(targets) {
                    let left = other ^ points::bit(target);
                    let child = Endgame::new(left, rest | points::bit(to), banning);
                    let went = SeeSaw { from, to };
                    out.leave(self.after_removal(child, went, is_see_saw, finished));
                    if out.wins_at_once() {
                        return;
                    }
                }
            }
            for to in points::each(reach & !closing) {
                out.stay(Endgame {
                    own: other,
                    other: rest | points::bit(to),
                    banning,
                });
            }
        }
    }

    fn unmoves(&self, state: Endgame, out: &mut Vec<Endgame>) {
        let Endgame {
            own,
            other,
            banning,
        } = state;
        let empty = points::RINGS & !(own | other);
        // A man that stands in a mill has closed it with its move, and that is not a quiet move.
        for to in points::each(other & !K::RULES.board.in_mills(other)) {
            let rest = other ^ points::bit(to);
            for from in points::each(reach::<K>(other, to, empty)) {
                out.push(Endgame {
                    own: rest | points::bit(from),
                    other: own,
                    banning,
                });
            }
        }
    }
}
