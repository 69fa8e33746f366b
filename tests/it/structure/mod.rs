//! Structural rules checked against the source, one module a rule. Each exception has a name and a reason.

mod bars;
mod doc_lines;
mod extensible;
mod heads;
mod links;
mod names;
pub mod sources;
