//! Tunable parameters of the evaluation: the terms, their weights, and the features of a position.

pub(in crate::chess::evaluation) mod features;
pub(in crate::chess::evaluation) mod terms;
pub(in crate::chess::evaluation) mod tracer;
pub(in crate::chess::evaluation) mod weights;
