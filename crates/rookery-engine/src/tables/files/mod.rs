//! Table files: one value per byte, a header with a checksum, and the summary that is compared with published counts.

pub(in crate::tables) mod file;
pub(in crate::tables) mod packed_value;
pub(in crate::tables) mod summary;
