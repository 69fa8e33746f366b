//! Letters: their shapes, borders, halos, fills and warps.

pub(in crate::strong) mod distance;
pub(in crate::strong) mod halo;
pub(in crate::strong) mod shape;
pub(in crate::strong) mod stroke;
pub(in crate::strong) mod style;
pub(in crate::strong) mod warp;
