//! Metadata of a game: its sheet, its levels and the world of its board.

pub(crate) mod diagram;
pub(crate) mod level;
pub(crate) mod sheet;
pub(crate) mod world;
