//! Sparse inputs of a position, as a game declares them.

use crate::{Position, Score};

/// The phase of a game's first position; an ending without further phases has 0.
pub const PHASE_MAX: i32 = 64;

/// The inputs of a learned evaluation. All of them are from the point of view of the side to move, so that one set of weights serves both
/// sides.
pub trait SparseInputs: Send + Sync + 'static {
    /// The position that they belong to.
    type Position: Position;

    /// The first eight bytes of a file of weights: the game and the version of the inputs.
    const MAGIC: [u8; 8];
    /// The number of inputs.
    const COUNT: usize;
    /// Whether the evaluation has a hidden layer, too, which sees how inputs go together; see [`HIDDEN_UNITS`](super::HIDDEN_UNITS).
    const HIDDEN: bool = false;
    /// The size of a packed position, bytes.
    const PACKED: usize;

    /// Writes what the inputs need of a position into [`SparseInputs::PACKED`] zeros.
    fn pack(position: &Self::Position, record: &mut [u8]);

    /// The inverse of [`SparseInputs::pack`], as far as the inputs go; `None` where the record is no position.
    fn unpack(record: &[u8]) -> Option<Self::Position>;

    /// The evaluation to which the weights are added, centipawns for the side to move.
    fn base(_position: &Self::Position) -> Score {
        0
    }

    /// The phase of the game, from [`PHASE_MAX`] down to 0.
    fn phase(position: &Self::Position) -> i32;

    /// Calls `look` with the number of each input that counts; one that counts twice is told twice.
    fn visit(position: &Self::Position, look: impl FnMut(usize));
}
