//! Samuel's learning in checkers as he described it (1959, 1967): rote learning, generalisation, signature tables.
//!
//! It has no part in the play of the site; `rookery tune checkers --samuel` runs it.

mod course;
mod generalisation;
mod play;
mod rote;
mod signature;
mod terms;
#[cfg(test)]
mod tests;

pub use course::{BALLOTS, Contestant, Course, CourseStage, Pairing, Taught};
