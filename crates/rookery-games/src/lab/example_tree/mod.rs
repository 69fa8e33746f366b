//! Example trees from lectures on search, small enough to draw every node. Max and Min take turns to choose a branch, and the
//! leaf where they end says how many points Max gets.
//!
//! It stands in no list of the site; `rookery search example-tree` and `rookery compare example-tree` know it.

mod example_tree_game;
mod position;
#[cfg(test)]
mod tests;
mod text;

pub use example_tree_game::ExampleTree;
