//! The evaluations of the first chess programs, by Shannon and Turing.

pub(in crate::chess) mod shannon;
pub(in crate::chess) mod turing;

use crate::chess::{Chess, Role};
use rookery_engine::Score;

/// The sum of the pieces of a side, with a number for each role.
fn material(position: &Chess, side: usize, worth: &[Score; 6]) -> Score {
    let count = |role| position.pieces_of(side, role).count_ones() as Score;
    let roles = Role::ALL.into_iter();
    roles.map(|role| worth[role as usize] * count(role)).sum()
}
