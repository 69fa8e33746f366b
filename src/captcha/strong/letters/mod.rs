//! Letters: their shapes, borders, halos, fills and bends.

pub(in crate::captcha::strong) mod distance;
pub(in crate::captcha::strong) mod halo;
pub(in crate::captcha::strong) mod shape;
pub(in crate::captcha::strong) mod stroke;
pub(in crate::captcha::strong) mod style;
pub(in crate::captcha::strong) mod warp;
