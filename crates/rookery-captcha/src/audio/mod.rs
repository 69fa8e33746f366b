//! The audio captcha: a code of digits and one noun, spoken clearly, as the bytes of a WAV file.
//!
//! It has a code of its own: a reader of the picture learns nothing about the recording, nor a listener about the picture. The same
//! code and seed give the same bytes on every node; whole numbers only, so also on every machine.

mod answer;
mod clip;
mod code;
mod recording;
mod speech;
mod vocabulary;

pub use answer::answer_matches;
pub use code::code;
pub use recording::{RATE_HZ, Recording};
pub use speech::speak;

#[cfg(test)]
mod tests;
