//! The classic preset, the recipe of the Drupal textimage module: one idea per file, in the order of `draw.rs`.

mod built_in;
mod code;
mod distortion;
mod draw;
mod layout;
mod paper;
mod settings;

pub use code::{Pattern, code};
pub(crate) use draw::draw;
pub use settings::Settings;

#[cfg(test)]
mod tests;
