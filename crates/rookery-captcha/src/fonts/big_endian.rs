//! Numbers of font files: two or four bytes, the high one first.

/// The number of two bytes at a place, if the file is as long.
pub(super) fn u16_at(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..)?.first_chunk()?;
    Some(usize::from(u16::from_be_bytes(*bytes)))
}

/// The number of four bytes at a place, if the file is as long.
pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..)?.first_chunk()?;
    usize::try_from(u32::from_be_bytes(*bytes)).ok()
}
