//! The strong preset: letters of mixed styles on inverting masks and busy backgrounds. Each picture uses a random selection
//! of the ideas, so that a machine reader has to learn all of them. One idea per file, in the order of `draw.rs`.
//!
//! The picture is one layer of *tones*, 0 for paper and 1 for ink; what inverts, inverts the tone. Lengths are layout pixels: a
//! picture of scale 2 evaluates the same shapes twice as finely.

mod code;
mod draw;
mod ground;
mod layout;
mod legible;
mod letters;
mod settings;

pub use code::code;
pub(crate) use draw::draw;
pub use settings::{CodeKind, Settings};

#[cfg(test)]
mod tests;
