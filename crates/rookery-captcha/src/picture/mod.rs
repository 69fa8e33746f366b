//! Parts of a picture: text layer, colours, random numbers, and the PNG encoder.

pub(crate) mod captcha_rng;
pub(crate) mod contact_sheet;
pub(crate) mod contrast;
pub(crate) mod drawing;
pub(crate) mod ink;
pub(crate) mod pixels;
pub(crate) mod png;
