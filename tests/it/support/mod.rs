//! Support of the integration tests: a site to ask, databases to throw away, and the tree of the project.

pub mod browser;
pub mod databases;
pub mod html;
pub mod pictures;
pub mod postgres;
pub mod program;
pub mod raw;
pub mod site;
pub mod tree;
pub mod wire;
