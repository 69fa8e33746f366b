//! Training and validation sets, and mini-batches worked on by several threads.

use std::sync::{Mutex, PoisonError};

use crate::threads::together;

/// Samples come in blocks of this size, one of [`VALIDATION_IN`] of which is for validation. Neighbours are mostly of the same game,
/// and would tell each other's results.
const BLOCK: usize = 4_096;
/// See [`BLOCK`].
const VALIDATION_IN: usize = 16;

/// The numbers of the samples that are kept apart for validation, and of those to learn from. With few samples the blocks are smaller, so
/// that even of two samples one is for learning.
pub fn split(samples: usize) -> (Vec<u32>, Vec<u32>) {
    let block = BLOCK.min(samples.div_ceil(VALIDATION_IN)).max(1);
    let is_apart = |number: &u32| (*number as usize / block).is_multiple_of(VALIDATION_IN);
    (0..samples as u32).partition(is_apart)
}

/// Splits the numbers into one part per memory and calls `work` for each number with the memory of its part; the parts run at the same
/// time. The number of memories, not of cores, decides the order in which sums are added up.
pub fn in_parts<T: Send>(numbers: &[u32], memories: &mut [T], work: impl Fn(u32, &mut T) + Sync) {
    let size = numbers.len().div_ceil(memories.len()).max(1);
    let helpers = memories.len().saturating_sub(1);
    let parts = Mutex::new(numbers.chunks(size).zip(memories));
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        while let Some((numbers, memory)) = next() {
            for &number in numbers {
                work(number, memory);
            }
        }
    };
    together(helpers, &mut || work(), &|_| work());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn however_few_the_samples_most_are_learned_from() {
        for (samples, apart) in [(2, 1), (16, 1), (4_096, 256), (65_536, 4_096)] {
            let (kept, learned) = split(samples);
            assert_eq!((kept.len(), learned.len()), (apart, samples - apart));
        }
        assert_eq!(split(0), (vec![], vec![]));
    }

    #[test]
    fn parts_leave_no_number_out() {
        for count in [0, 1, 3, 4, 5, 100] {
            let numbers: Vec<u32> = (0..count).collect();
            let mut parts = vec![Vec::new(); 4];
            in_parts(&numbers, &mut parts, |number, part| part.push(number));
            assert_eq!(parts.concat(), numbers);
        }
    }
}
