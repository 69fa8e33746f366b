//! Distortions of the whole picture: turn, lines, noise, one stroke.

pub(in crate::captcha::classic) mod lines;
pub(in crate::captcha::classic) mod noise;
pub(in crate::captcha::classic) mod strike;
pub(in crate::captcha::classic) mod tilt;
