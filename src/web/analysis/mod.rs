//! Analysis of an ended match on its page and for programs: values in words, the graph, the marks of moves, and the two posts.

pub(in crate::web) mod actions;
mod graph;
mod part;
mod position;
mod values;
pub(in crate::web) mod variation;
mod viewer;

pub use part::AnalysisPart;
pub use values::mark_name;
pub use viewer::{Viewer, may_analyse, side_below};
