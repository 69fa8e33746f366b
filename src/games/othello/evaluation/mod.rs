//! The evaluations of Othello: learned patterns, and mobility, which needs no data.

pub(in crate::games::othello) mod mobility;
pub(in crate::games::othello) mod patterns;
pub(in crate::games::othello) mod probcut;
pub(in crate::games::othello) mod weights;
