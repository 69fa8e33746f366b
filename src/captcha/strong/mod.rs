//! The strong preset: letters of mixed styles on inverting masks and busy grounds, every idea drawn from a lottery per picture, so
//! that a reader by machine has to learn all of them. One idea a file; `draw.rs` tells the order.

mod code;
mod draw;
mod fields;
mod settings;

pub use code::code;
pub use draw::draw;
pub use settings::{CodeKind, Settings};
