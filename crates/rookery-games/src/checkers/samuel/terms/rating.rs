//! Ratings of a position: the 26 simple parameters of appendix C of Samuel (1959), each a small number for one side.

use crate::checkers::samuel::terms::formations::Formation;
use crate::checkers::samuel::terms::mobility::{self, Mobility};
use crate::checkers::samuel::terms::sides::Sides;

/// A simple parameter, by Samuel's name for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rating {
    Adv,
    Apex,
    Back,
    Cent,
    Cntr,
    Corn,
    Cramp,
    Deny,
    Dia,
    Diav,
    Dyke,
    Exch,
    Expos,
    Fork,
    Gap,
    Guard,
    Hole,
    Kcent,
    Mob,
    Mobil,
    Move,
    Node,
    Oreo,
    Pole,
    Recap,
    Thret,
}

impl Rating {
    /// The number of simple parameters.
    pub const COUNT: usize = 26;

    /// All of them, each at its number.
    pub const ALL: [Rating; Rating::COUNT] = [
        Rating::Adv,
        Rating::Apex,
        Rating::Back,
        Rating::Cent,
        Rating::Cntr,
        Rating::Corn,
        Rating::Cramp,
        Rating::Deny,
        Rating::Dia,
        Rating::Diav,
        Rating::Dyke,
        Rating::Exch,
        Rating::Expos,
        Rating::Fork,
        Rating::Gap,
        Rating::Guard,
        Rating::Hole,
        Rating::Kcent,
        Rating::Mob,
        Rating::Mobil,
        Rating::Move,
        Rating::Node,
        Rating::Oreo,
        Rating::Pole,
        Rating::Recap,
        Rating::Thret,
    ];

    /// The names in the order of the parameters.
    pub const NAMES: [&'static str; Rating::COUNT] = [
        "ADV", "APEX", "BACK", "CENT", "CNTR", "CORN", "CRAMP", "DENY", "DIA", "DIAV", "DYKE",
        "EXCH", "EXPOS", "FORK", "GAP", "GUARD", "HOLE", "KCENT", "MOB", "MOBIL", "MOVE", "NODE",
        "OREO", "POLE", "RECAP", "THRET",
    ];
}

/// All parameters of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratings([i8; Rating::COUNT]);

impl Ratings {
    /// The parameters with the sides in these roles.
    pub fn of(sides: &Sides) -> Self {
        let formation = Formation::of(sides);
        let steps = Mobility::of(sides);
        Ratings(Rating::ALL.map(|rating| match rating {
            Rating::Adv => formation.advancement(),
            Rating::Apex => formation.apex(),
            Rating::Back => formation.bridge(),
            Rating::Cent => formation.centre_men(),
            Rating::Cntr => steps.centre(sides),
            Rating::Corn => steps.corner(sides),
            Rating::Cramp => formation.cramp(),
            Rating::Deny => steps.denied(),
            Rating::Dia => formation.double_diagonals(),
            Rating::Diav => formation.diagonal_moment(),
            Rating::Dyke => formation.dykes(),
            Rating::Exch | Rating::Recap => steps.exchanges(),
            Rating::Expos => formation.exposed(),
            Rating::Fork => formation.forks(),
            Rating::Gap => formation.gaps(),
            Rating::Guard => formation.guard(),
            Rating::Hole => formation.holes(),
            Rating::Kcent => formation.centre_kings(),
            Rating::Mob => steps.total(),
            Rating::Mobil => steps.total() - steps.denied(),
            Rating::Move => mobility::has_the_move(sides),
            Rating::Node => formation.nodes(),
            Rating::Oreo => formation.oreo(),
            Rating::Pole => formation.poles(),
            Rating::Thret => steps.threats(),
        }))
    }

    /// One of them.
    pub fn get(&self, rating: Rating) -> i32 {
        i32::from(self.0[rating as usize])
    }

    /// All of them, in the order of [`Rating::NAMES`].
    pub fn all(&self) -> &[i8; Rating::COUNT] {
        &self.0
    }
}
