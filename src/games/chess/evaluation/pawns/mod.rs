//! Pawns in the evaluation: their structure, passed ones, shelter of the king.

pub(in crate::games::chess::evaluation) mod passed;
pub(in crate::games::chess::evaluation) mod shelter;
pub(in crate::games::chess::evaluation) mod spans;
pub(in crate::games::chess::evaluation) mod structure;
