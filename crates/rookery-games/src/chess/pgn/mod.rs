//! Games as text: Portable Game Notation (PGN; Edwards, 1994), with variations, comments and annotations kept as a tree.
//!
//! Reading forgives the faults of files in the wild (line ends, byte order marks, missing results, castling with zeros, unknown tags)
//! and names line and column of all others.

mod read;
pub(in crate::chess) mod record;
#[cfg(test)]
mod tests;
mod text;
mod token;
pub(in crate::chess) mod write;

pub use read::{Games, read};
pub use record::{GameResult, Passage, PgnMove, Record};
pub use text::Misread;
pub use write::write;
