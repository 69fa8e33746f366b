//! The parts of a picture: its text layer, colours, random numbers, and the PNG that comes of it.

pub(in crate::captcha) mod captcha_rng;
pub(in crate::captcha) mod contact_sheet;
pub(in crate::captcha) mod contrast;
pub(in crate::captcha) mod drawing;
pub(in crate::captcha) mod ink;
pub(in crate::captcha) mod png;
