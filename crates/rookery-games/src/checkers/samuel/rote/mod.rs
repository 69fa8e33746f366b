//! Rote learning: the memory, and the games that fill it.

pub mod memory;
pub mod self_play;
