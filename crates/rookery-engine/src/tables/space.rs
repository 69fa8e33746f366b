//! The interface by which a game describes its endgames to the table builder.

use crate::tables::PackedValue;

/// The number of a material class, below 256: all positions of one material, such as five cows against four.
pub type MaterialClass = u16;

/// The place of a position's value: its material class, and its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The material class.
    pub material: MaterialClass,
    /// The number in the material class, below [`Space::len`].
    pub index: usize,
}

/// Material classes that are solved together, because quiet moves lead from one to the other and back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its name for people (`5-4`). Groups that belong together may share a label.
    pub label: String,
    /// Whether these are the rules that games are played by. Others are for comparison with published results.
    pub is_played: bool,
    /// Whether they are built by command alone: a server does not build them by itself, however small they are.
    pub is_on_request: bool,
    /// Its material classes, at least one.
    pub materials: Vec<MaterialClass>,
}

/// Access to finished values.
pub trait Finished: Sync {
    /// The value of the position at this place. Only material classes that [`Space::needs`] names are asked for.
    fn cell(&self, place: Place) -> PackedValue;
}

/// An indexing of the endings of a game.
///
/// Positions that are images of one another under the symmetries of the board share a number: [`Space::place`] finds it,
/// and [`Space::state`] gives the image that represents all of them. The builder handles the details: if symmetries leave a
/// position unchanged, several of its moves are images of one another, and they are counted once.
///
/// The game must be one of alternating turns in which no move wins for the opponent of the side that makes it (see [`PackedValue`]).
pub trait Space: Send + Sync + 'static {
    /// A position of the space, as small as can be.
    type State: Copy + Ord + Send + Sync;
    /// The registry's name of the game.
    const GAME: &'static str;
    /// To be incremented whenever the rules or the indexing change: files of another revision are not read.
    const REVISION: u64;
    /// The symmetries of the board, identity (number 0) included; at most 32.
    const SYMMETRIES: usize;

    /// All groups: a move that leaves a group leads to an earlier one, or to the end.
    fn groups(&self) -> Vec<Group>;
    /// The name of a material class, usable as a file name (`5-4`).
    fn name(&self, material: MaterialClass) -> String;
    /// The number of indexes of a material class.
    fn len(&self, material: MaterialClass) -> usize;
    /// The finished material classes to which moves lead from this group.
    fn needs(&self, group: &Group) -> Vec<MaterialClass>;

    /// The place of a position's value, which is the same for all its images.
    fn place(&self, state: Self::State) -> Place;
    /// The position at this place, as the representative image; `None` for an unused index.
    fn state(&self, place: Place) -> Option<Self::State>;
    /// The position under symmetry `s`.
    fn image(&self, state: Self::State, s: usize) -> Self::State;
    /// The symmetries that leave the position unchanged, as bits; bit 0, the identity, is always set.
    fn stabiliser(&self, state: Self::State) -> u32 {
        (1..Self::SYMMETRIES)
            .filter(|&s| self.image(state, s) == state)
            .fold(1, |bits, s| bits | 1 << s)
    }

    /// Every move of a position: its target or its value.
    fn moves(&self, state: Self::State, finished: &impl Finished, out: &mut Moves<Self::State>);
    /// Every position of the group from which a move that stays in the group leads to this one, once per move.
    fn unmoves(&self, state: Self::State, out: &mut Vec<Self::State>);
}

/// The moves of one position.
#[derive(Debug)]
pub struct Moves<S> {
    /// The targets of the moves that stay in the group.
    pub(super) stays: Vec<S>,
    /// The best win by a move that leaves it, in plies.
    pub(super) win_in: Option<u32>,
    /// The latest loss by a move that leaves it, in plies.
    pub(super) loss_in: Option<u32>,
    /// Whether some move that leaves the group draws.
    pub(super) draws: bool,
}

impl<S> Moves<S> {
    /// None yet.
    pub fn new() -> Self {
        Moves {
            stays: Vec::new(),
            win_in: None,
            loss_in: None,
            draws: false,
        }
    }

    /// A move to `state`, of the same group.
    pub fn stay(&mut self, state: S) {
        self.stays.push(state);
    }

    /// A move to a position whose value, for the side to move there, is known: one of an earlier group, or an end.
    pub fn leave(&mut self, after: PackedValue) {
        match after.plies() {
            None => self.draws = true,
            Some(plies) if plies % 2 == 0 => {
                self.win_in = Some(self.win_in.map_or(plies + 1, |best| best.min(plies + 1)));
            }
            Some(plies) => {
                self.loss_in = Some(self.loss_in.map_or(plies + 1, |last| last.max(plies + 1)));
            }
        }
    }

    /// The moves that stay in the group.
    pub fn quiet(&self) -> &[S] {
        &self.stays
    }

    /// The game is drawn here, though there may be no move.
    pub fn draw(&mut self) {
        self.draws = true;
    }

    /// Whether a move wins at once: no other matters then.
    pub fn wins_at_once(&self) -> bool {
        self.win_in == Some(1)
    }

    /// The values of the moves that leave the group, and a draw if there is one.
    pub(super) fn left(&self) -> impl Iterator<Item = PackedValue> {
        let ends = [self.win_in, self.loss_in].into_iter().flatten();
        let ends = ends.filter_map(PackedValue::end_in);
        ends.chain(self.draws.then_some(PackedValue::DRAW))
    }

    pub(super) fn clear(&mut self) {
        self.stays.clear();
        (self.win_in, self.loss_in, self.draws) = (None, None, false);
    }
}

impl<S> Default for Moves<S> {
    fn default() -> Self {
        Moves::new()
    }
}
