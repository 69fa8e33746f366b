//! Samuel's terms: what each of them counts, and a position with its counts.

mod formations;
mod mobility;
pub mod rated_position;
pub mod rating;
pub mod sides;
pub mod term;
