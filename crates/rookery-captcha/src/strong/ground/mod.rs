//! The background of the letters: colours, tones, patterns, photos, masks, decoys.

pub(in crate::strong) mod colours;
pub(in crate::strong) mod decoys;
pub(in crate::strong) mod mask;
pub(in crate::strong) mod pattern;
pub(in crate::strong) mod photo;
pub(in crate::strong) mod tones;
