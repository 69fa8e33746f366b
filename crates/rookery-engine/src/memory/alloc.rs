//! Large arrays: fallible allocation, and reuse from search to search so that a search does not wait for fresh memory.

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, PoisonError};

/// `count` default values, or half as many if there is not enough memory, or half of that, and so on; not fewer than `least`.
pub fn as_many<T: Clone + Default>(count: usize, least: usize) -> Vec<T> {
    let mut count = count;
    while count / 2 >= least.max(1) {
        let mut all = Vec::new();
        if all.try_reserve_exact(count).is_ok() {
            all.resize(count, T::default());
            return all;
        }
        count /= 2;
    }
    vec![T::default(); count]
}

/// Arrays of finished searches, for the next ones.
static SPARE: Mutex<Vec<Vec<i16>>> = Mutex::new(Vec::new());
/// Maximum number of kept arrays.
const SPARE_MAX: usize = 16;
/// Minimum size of a kept array; smaller ones are allocated without the system.
const SPARE_LEAST: usize = 1 << 15;

/// Integers, initially zero, in memory that is reused from search to search: letting the system clear a page for every four
/// kilobytes would take as long as a short search.
#[derive(Debug)]
pub struct Cells(Vec<i16>);

impl Cells {
    /// An array of `count` zeros.
    pub fn new(count: usize) -> Self {
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        let found = spare.iter().position(|cells| cells.len() == count);
        let found = found.map(|at| spare.remove(at));
        drop(spare);
        match found {
            Some(mut cells) => {
                cells.fill(0);
                Cells(cells)
            }
            None => Cells(vec![0; count]),
        }
    }
}

impl Drop for Cells {
    fn drop(&mut self) {
        let cells = std::mem::take(&mut self.0);
        if cells.len() >= SPARE_LEAST {
            let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
            if spare.len() >= SPARE_MAX {
                // The least recently used one.
                spare.remove(0);
            }
            spare.push(cells);
        }
    }
}

impl Deref for Cells {
    type Target = [i16];

    #[inline]
    fn deref(&self) -> &[i16] {
        &self.0
    }
}

impl DerefMut for Cells {
    #[inline]
    fn deref_mut(&mut self) -> &mut [i16] {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_as_many_as_there_can_be() {
        assert_eq!(as_many::<u8>(9, 2), [0; 9]);
        assert_eq!(as_many::<u64>(1, 1), [0]);
    }

    #[test]
    fn cells_are_zero_whoever_had_them_before() {
        for count in [0, 7, SPARE_LEAST] {
            for _ in 0..3 {
                let mut cells = Cells::new(count);
                assert_eq!(cells.len(), count);
                assert!(cells.iter().all(|&cell| cell == 0), "{count}");
                cells.fill(9);
            }
        }
    }
}
