//! The ground under the letters: colours, tones, patterns, photos, masks, decoys.

pub(in crate::captcha::strong) mod colours;
pub(in crate::captcha::strong) mod decoys;
pub(in crate::captcha::strong) mod mask;
pub(in crate::captcha::strong) mod pattern;
pub(in crate::captcha::strong) mod photo;
pub(in crate::captcha::strong) mod tones;
