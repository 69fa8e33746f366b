//! Background pictures: decoding, and the generator that made the shipped ones.

mod background;
mod collection;
mod decode;
mod generate;
mod kinds;
mod strip_metadata;
mod value_noise;

pub use collection::Backgrounds;
pub use decode::{MAX_PIXELS, MAX_SIDE_PX};
pub use generate::{SHIPPED_SEED, generate};

pub(crate) use background::Background;
pub(crate) use decode::decode;
