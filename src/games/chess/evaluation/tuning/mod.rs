//! The parameters of the evaluation that a tuner turns: the terms, their weights, and the features of a position.

pub(in crate::games::chess::evaluation) mod features;
pub(in crate::games::chess::evaluation) mod terms;
pub(in crate::games::chess::evaluation) mod tracer;
pub(in crate::games::chess::evaluation) mod weights;
