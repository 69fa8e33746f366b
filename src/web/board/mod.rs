//! The board on a page: one view of a position for the page, the API and screen readers.

mod art;
mod board_view;
mod cells;
mod part;
mod preview;
mod scene;
mod status;
mod walk;
mod words;
pub mod world_style;

pub use art::{Art, CELL, Frame, Material, Units};
pub use board_view::{BoardView, SideView};
pub use part::{BoardPart, Target, position_address, reply_address, variation_address};
pub use scene::{Aids, Coach, Scene, VariationView};
pub use walk::{Step, Walk};

#[cfg(test)]
mod tests;
