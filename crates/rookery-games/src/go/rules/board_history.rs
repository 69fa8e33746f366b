//! Boards that have been there in a game, for positional superko: a list that positions share, the latest board first.

use std::sync::Arc;

/// Bits of the filter that answers most questions.
const FILTER_BITS: u64 = 256;

/// The Zobrist keys of the boards of a game: a copy costs nothing, and so does one more board.
#[derive(Clone, Debug, Default)]
pub struct BoardHistory {
    latest: Option<Arc<Earlier>>,
    /// A bit for each board, by its key.
    filter: [u64; (FILTER_BITS / 64) as usize],
}

#[derive(Debug)]
struct Earlier {
    key: u64,
    before: Option<Arc<Earlier>>,
}

impl BoardHistory {
    /// Puts a board in.
    pub fn push(&mut self, key: u64) {
        let before = self.latest.take();
        self.latest = Some(Arc::new(Earlier { key, before }));
        let (word, bit) = place(key);
        self.filter[word] |= bit;
    }

    /// Whether a board has been there.
    #[inline]
    pub fn has(&self, key: u64) -> bool {
        let (word, bit) = place(key);
        self.filter[word] & bit != 0 && self.iter().any(|known| known == key)
    }

    fn iter(&self) -> impl Iterator<Item = u64> {
        let mut next = self.latest.as_deref();
        std::iter::from_fn(move || {
            let here = next?;
            next = here.before.as_deref();
            Some(here.key)
        })
    }
}

/// The place of a key in the filter.
fn place(key: u64) -> (usize, u64) {
    let bit = (key >> 32) % FILTER_BITS;
    ((bit / 64) as usize, 1 << (bit % 64))
}

/// A long list is taken apart in a loop: one call for each board would use the stack up.
impl Drop for Earlier {
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(mut earlier) = before.and_then(Arc::into_inner) {
            before = earlier.before.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rookery_engine::SplitMix;
    use std::collections::HashSet;

    /// Against a set of the standard library, with a copy that goes another way.
    #[test]
    fn a_history_knows_its_boards_and_no_others() {
        let mut random = SplitMix::new(3);
        let (mut history, mut known) = (BoardHistory::default(), HashSet::new());
        for n in 0..600_u32 {
            let key = random.next();
            let mut other = history.clone();
            other.push(!key);
            assert!(!history.has(key) && !history.has(!key) && other.has(!key));
            if n % 2 == 0 {
                history.push(key);
                known.insert(key);
            }
            assert_eq!(history.has(key), known.contains(&key));
        }
        assert!(known.iter().all(|key| history.has(*key)));
    }

    #[test]
    fn a_history_of_a_million_boards_is_dropped() {
        let mut history = BoardHistory::default();
        for key in 0..1_000_000 {
            history.push(key);
        }
        let copy = history.clone();
        drop(history);
        assert!(copy.has(7));
    }
}
