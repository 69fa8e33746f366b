//! The search of one position: iterations, root, nodes, quiescence, requests and reports.

pub(crate) mod conspiracy;
pub(crate) mod handicap;
pub(crate) mod iterative_deepening;
pub(crate) mod limits;
mod minimax;
pub(crate) mod observer;
mod root;
pub(crate) mod score;
pub(crate) mod search_builder;
pub(crate) mod search_result;
mod searcher;
pub(crate) mod state;
