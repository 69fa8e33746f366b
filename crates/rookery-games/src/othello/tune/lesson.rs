//! A position and its result.

/// What is learned from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The discs of the side to move.
    pub own: u64,
    /// The discs of the other side.
    pub other: u64,
    /// The difference in discs at the end, for the side to move.
    pub result: i8,
}

impl Lesson {
    /// As bytes.
    pub const SIZE: usize = 17;

    /// Writes it: both boards, then the result.
    pub fn to_bytes(self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        bytes[..8].copy_from_slice(&self.own.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.other.to_le_bytes());
        bytes[16] = self.result as u8;
        bytes
    }

    /// The inverse of [`Lesson::to_bytes`]; the bytes are as many as that writes.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let board = |at: usize| {
            let bytes = bytes[at..at + 8].iter().rev();
            bytes.fold(0, |board, &byte| board << 8 | u64::from(byte))
        };
        Lesson {
            own: board(0),
            other: board(8),
            result: bytes[16] as i8,
        }
    }
}
