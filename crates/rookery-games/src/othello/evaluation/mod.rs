//! The evaluations of Othello: learned patterns, and mobility, which needs no data.

pub(in crate::othello) mod mobility;
pub(in crate::othello) mod patterns;
pub(in crate::othello) mod probcut;
pub(in crate::othello) mod weights;
