//! The checksum of table files: CRC-64/XZ (the polynomial of ECMA-182, reflected), as xz files have it.

const POLYNOMIAL: u64 = 0xc96c_5795_d787_0f42;

/// `TABLES[k][b]`: what byte `b` does to the checksum, `k` bytes before the end of a block of eight.
static TABLES: [[u64; 256]; 8] = tables();

const fn tables() -> [[u64; 256]; 8] {
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u64;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 {
                crc >> 1 ^ POLYNOMIAL
            } else {
                crc >> 1
            };
            bit += 1;
        }
        tables[0][byte] = crc;
        byte += 1;
    }
    let mut k = 1;
    while k < 8 {
        let mut byte = 0;
        while byte < 256 {
            let before = tables[k - 1][byte];
            tables[k][byte] = before >> 8 ^ tables[0][before as usize & 0xff];
            byte += 1;
        }
        k += 1;
    }
    tables
}

/// A checksum that is fed piece by piece.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine::tables) struct Crc64(u64);

impl Crc64 {
    pub fn new() -> Self {
        Crc64(u64::MAX)
    }

    /// The checksum of one text.
    pub fn of(bytes: &[u8]) -> u64 {
        let mut crc = Crc64::new();
        crc.feed(bytes);
        crc.finish()
    }

    pub fn feed(&mut self, bytes: &[u8]) {
        let (blocks, rest) = bytes.as_chunks::<8>();
        for block in blocks {
            let mixed = (self.0 ^ u64::from_le_bytes(*block)).to_le_bytes();
            let parts = mixed.iter().zip(TABLES.iter().rev());
            self.0 = parts.fold(0, |crc, (&byte, table)| crc ^ table[usize::from(byte)]);
        }
        for &byte in rest {
            self.0 = self.0 >> 8 ^ TABLES[0][usize::from(self.0 as u8 ^ byte)];
        }
    }

    pub fn finish(self) -> u64 {
        !self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check value that the catalogue of CRC algorithms gives for CRC-64/XZ.
    #[test]
    fn has_the_published_check_value() {
        assert_eq!(Crc64::of(b"123456789"), 0x995d_c9bb_df19_39fa);
        let mut crc = Crc64::new();
        for piece in [&b"1"[..], b"2345678", b"9"] {
            crc.feed(piece);
        }
        assert_eq!(crc.finish(), 0x995d_c9bb_df19_39fa);
        assert_eq!(Crc64::of(b""), 0);
    }
}
