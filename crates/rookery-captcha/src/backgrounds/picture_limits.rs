//! Limits of the size of background pictures.

/// Maximum width and height of a picture, pixels.
pub const MAX_SIDE_PX: u32 = 4096;
/// Maximum number of pixels of a picture; a full HD photograph fits.
pub const MAX_PIXELS: u32 = 2 << 20;
