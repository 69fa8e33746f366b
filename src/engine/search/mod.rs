//! The search of one position: iterations, root, nodes, quiescence, and what it is asked and reports.

pub(in crate::engine) mod conspiracy;
pub(in crate::engine) mod handicap;
pub(in crate::engine) mod iterative_deepening;
pub(in crate::engine) mod limits;
pub(in crate::engine) mod minimax;
pub(in crate::engine) mod node;
pub(in crate::engine) mod observer;
pub(in crate::engine) mod quiescence;
pub(in crate::engine) mod root;
pub(in crate::engine) mod score;
pub(in crate::engine) mod searcher;
