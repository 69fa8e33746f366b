//! Background pictures: decoding, and the generator that made the shipped ones.

mod background;
mod collection;
mod decode;
mod generate;
mod jpeg_segments;
mod kinds;
pub(crate) mod picture_limits;
mod strip_metadata;
mod value_noise;

pub use collection::Backgrounds;
pub use generate::{SHIPPED_SEED, generate};
pub use picture_limits::{MAX_PIXELS, MAX_SIDE_PX};

pub(crate) use background::Background;
pub(crate) use decode::decode;
