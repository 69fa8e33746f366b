//! Training samples: positions with their targets, packed into records of a fixed size.

use std::marker::PhantomData;

/// A position with its target, as a record of a fixed size.
pub trait TrainingSample: Sized {
    /// The size of a record, bytes.
    const SIZE: usize;

    /// Writes the record into [`TrainingSample::SIZE`] zeros.
    fn pack(&self, record: &mut [u8]);

    /// The inverse of [`TrainingSample::pack`]. `None` where the record is not a sample: only a damaged file has such records.
    fn unpack(record: &[u8]) -> Option<Self>;
}

/// The records of these samples, one behind the other.
pub fn pack<S: TrainingSample>(samples: &[S]) -> Vec<u8> {
    let mut records = vec![0; samples.len() * S::SIZE];
    for (sample, record) in samples.iter().zip(records.chunks_exact_mut(S::SIZE)) {
        sample.pack(record);
    }
    records
}

/// Samples that are unpacked only when they are used: unpacked all at once, they might not fit into memory.
pub struct PackedSamples<'a, S> {
    records: &'a [u8],
    of: PhantomData<fn() -> S>,
}

impl<'a, S: TrainingSample> PackedSamples<'a, S> {
    /// The samples of these records, see [`pack`].
    pub fn new(records: &'a [u8]) -> Self {
        let of = PhantomData;
        PackedSamples { records, of }
    }

    /// The number of samples.
    pub fn count(&self) -> usize {
        self.records.len() / S::SIZE
    }

    /// The sample of this number, from 0; `None` beyond the last, and where the record is not a sample.
    pub fn get(&self, number: u32) -> Option<S> {
        let at = number as usize * S::SIZE;
        S::unpack(self.records.get(at..at + S::SIZE)?)
    }

    /// All samples.
    pub fn iter(&self) -> impl Iterator<Item = S> {
        self.records.chunks_exact(S::SIZE).filter_map(S::unpack)
    }
}

/// A game's form of records, for code that does not know the game.
#[derive(Clone, Copy, Debug)]
pub struct SampleFormat {
    /// The size of a record, bytes.
    pub size: usize,
    /// Whether a record of that size is a sample.
    pub is_sample: fn(&[u8]) -> bool,
}

impl SampleFormat {
    /// The form of these samples.
    pub fn of<S: TrainingSample>() -> Self {
        SampleFormat {
            size: S::SIZE,
            is_sample: |record| S::unpack(record).is_some(),
        }
    }
}
