//! File checksum: CRC-64/XZ (the polynomial of ECMA-182, reflected), as in xz files. It detects truncation and accidental
//! changes.

use crc::{CRC_64_XZ, Crc, Digest, Table};

static CRC: Crc<u64, Table<16>> = Crc::<u64, Table<16>>::new(&CRC_64_XZ);

/// The checksum of these bytes.
pub fn checksum(bytes: &[u8]) -> u64 {
    CRC.checksum(bytes)
}

/// An incremental checksum.
pub(crate) fn digest() -> Digest<'static, u64, Table<16>> {
    CRC.digest()
}
