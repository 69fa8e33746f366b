//! A position with its ratings, counted when they are first asked for.

use std::cell::OnceCell;

use crate::checkers::rules::position::Checkers;
use crate::checkers::samuel::terms::rating::{Rating, Ratings};
use crate::checkers::samuel::terms::sides::Sides;
use crate::checkers::samuel::terms::term::TermValues;

/// A position as evaluations and ply rules look at it.
#[derive(Clone, Debug)]
pub struct RatedPosition {
    /// The position itself.
    pub position: Checkers,
    /// Its pieces by role.
    pub sides: Sides,
    ratings: OnceCell<Ratings>,
}

impl RatedPosition {
    pub fn new(position: Checkers) -> Self {
        RatedPosition {
            sides: Sides::of(&position),
            position,
            ratings: OnceCell::new(),
        }
    }

    /// The position as if the other side had moved last: it stands in for the position before the last move, if that is not
    /// known.
    pub fn exchanged(&self) -> Self {
        RatedPosition {
            position: self.position.clone(),
            sides: self.sides.exchanged(),
            ratings: OnceCell::new(),
        }
    }

    /// Its parameters.
    pub fn ratings(&self) -> &Ratings {
        self.ratings.get_or_init(|| Ratings::of(&self.sides))
    }

    /// Whether the side to move must jump.
    pub fn must_jump(&self) -> bool {
        self.sides.active_can_jump()
    }

    /// Whether the side to move can force an exchange by a step.
    pub fn offers_exchange(&self) -> bool {
        self.ratings().get(Rating::Exch) > 0
    }

    /// The terms of this position, for the side that has just moved from `before` to it.
    pub fn terms(&self, before: &RatedPosition) -> TermValues {
        TermValues::between(before.ratings(), self.ratings())
    }
}
