//! The trees of lectures on search: no game that people play, but one whose every node can be drawn on a board. Max and Min take
//! turns to choose a branch, and the leaf where they end says how many points Max gets.
//!
//! It stands in no list of the site; `rookery search lecture` and `rookery compare lecture` know it.

mod example_tree_game;
mod position;
#[cfg(test)]
mod tests;
mod text;

pub use example_tree_game::ExampleTree;
