//! The search of one position: iterations, root, nodes, quiescence, and what it is asked and reports.

pub(crate) mod conspiracy;
pub(crate) mod handicap;
pub(crate) mod iterative_deepening;
pub(crate) mod limits;
pub(crate) mod minimax;
pub(crate) mod node;
pub(crate) mod node_state;
pub(crate) mod observer;
pub(crate) mod quiescence;
pub(crate) mod root;
pub(crate) mod score;
pub(crate) mod search_result;
pub(crate) mod searcher;
