//! Training position: with the result that good play from there leads to.

use rookery_engine::learning::TrainingSample;

/// A position of a training game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainingPosition {
    /// The discs of the side to move.
    pub own: u64,
    /// The discs of the other side.
    pub other: u64,
    /// The difference in discs at the end, for the side to move.
    pub result: i8,
}

/// The record: both boards, then the result.
impl TrainingSample for TrainingPosition {
    const SIZE: usize = 17;

    fn pack(&self, record: &mut [u8]) {
        record[..8].copy_from_slice(&self.own.to_le_bytes());
        record[8..16].copy_from_slice(&self.other.to_le_bytes());
        record[16] = self.result as u8;
    }

    fn unpack(record: &[u8]) -> Option<Self> {
        let (own, rest) = record.split_first_chunk()?;
        let (other, rest) = rest.split_first_chunk()?;
        let sample = TrainingPosition {
            own: u64::from_le_bytes(*own),
            other: u64::from_le_bytes(*other),
            result: *rest.first()? as i8,
        };
        let is_sample = sample.own & sample.other == 0 && (-64..=64).contains(&sample.result);
        is_sample.then_some(sample)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rookery_engine::learning::pack;

    /// Written by hand from the description: files on disk are read for good.
    #[test]
    fn the_record_is_as_described() {
        let sample = TrainingPosition {
            own: 0x0000_0008_1000_0000,
            other: 0x8000_0010_0800_0000,
            result: -6,
        };
        let record = [0, 0, 0, 0x10, 8, 0, 0, 0, 0, 0, 0, 8, 0x10, 0, 0, 0x80, 250];
        assert_eq!(pack(&[sample]), record);
        assert_eq!(TrainingPosition::unpack(&record), Some(sample));
        let refused = |at: usize, byte: u8| {
            let mut record = record;
            record[at] = byte;
            TrainingPosition::unpack(&record).is_none()
        };
        assert!(refused(11, 8 | 0x10) && refused(16, 65) && refused(16, 191));
    }
}
