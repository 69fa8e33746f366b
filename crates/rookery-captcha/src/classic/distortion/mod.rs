//! Distortions of the whole picture: rotation, lines, noise, one stroke.

pub(in crate::classic) mod lines;
pub(in crate::classic) mod noise;
pub(in crate::classic) mod strike;
pub(in crate::classic) mod tilt;
