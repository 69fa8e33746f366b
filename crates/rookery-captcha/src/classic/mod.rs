//! The recipe of the Drupal textimage module, one idea a file; `draw.rs` tells the order.

mod built_in;
mod code;
mod distortion;
mod draw;
mod layout;
mod paper;
mod settings;

pub use code::code;
pub use draw::draw;
pub use settings::Settings;

#[cfg(test)]
mod tests;
