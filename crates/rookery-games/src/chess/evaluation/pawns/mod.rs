//! Pawns in the evaluation: their structure, passed ones, shelter of the king.

pub(in crate::chess::evaluation) mod passed;
pub(in crate::chess::evaluation) mod shelter;
pub(in crate::chess::evaluation) mod spans;
pub(in crate::chess::evaluation) mod structure;
