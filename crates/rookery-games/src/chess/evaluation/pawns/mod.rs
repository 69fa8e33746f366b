//! Pawns in the evaluation: structure, passed pawns, king shelter.

pub(in crate::chess::evaluation) mod passed;
pub(in crate::chess::evaluation) mod shelter;
pub(in crate::chess::evaluation) mod spans;
pub(in crate::chess::evaluation) mod structure;
