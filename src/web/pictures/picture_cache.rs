//! Cache of drawn pictures, bounded in bytes: the least recently used ones make room.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;

/// The name of a picture: SHA-256 of the SVG that it is drawn from.
pub type PictureKey = [u8; 32];

/// The approximate weight of an entry beside its bytes.
const WEIGHT_OF_AN_ENTRY: usize = 256;

/// Pictures by the SVG that they are drawn from.
pub struct PictureCache {
    most_bytes: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    pictures: HashMap<PictureKey, Entry>,
    bytes: usize,
    /// Counts up with every use.
    now: u64,
}

struct Entry {
    picture: Bytes,
    used: u64,
}

impl PictureCache {
    /// An empty cache that never holds more than `most_bytes`.
    pub fn new(most_bytes: usize) -> Self {
        PictureCache {
            most_bytes,
            state: Mutex::default(),
        }
    }

    /// A picture that is at hand.
    pub fn find(&self, key: &PictureKey) -> Option<Bytes> {
        let mut state = self.state();
        state.now += 1;
        let now = state.now;
        let entry = state.pictures.get_mut(key)?;
        entry.used = now;
        Some(entry.picture.clone())
    }

    /// Keeps a picture, if it is not larger than the whole cache.
    pub fn keep(&self, key: PictureKey, picture: Bytes) {
        let weight = weight(&picture);
        if weight > self.most_bytes {
            return;
        }
        let mut state = self.state();
        state.remove(&key);
        while state.bytes + weight > self.most_bytes {
            let oldest = state.pictures.iter().min_by_key(|(_, entry)| entry.used);
            let Some(oldest) = oldest.map(|(key, _)| *key) else {
                break;
            };
            state.remove(&oldest);
        }
        state.now += 1;
        let used = state.now;
        state.bytes += weight;
        state.pictures.insert(key, Entry { picture, used });
    }

    /// No code panics while it holds this lock.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn remove(&mut self, key: &PictureKey) {
        if let Some(entry) = self.pictures.remove(key) {
            self.bytes -= weight(&entry.picture);
        }
    }
}

fn weight(picture: &Bytes) -> usize {
    picture.len() + WEIGHT_OF_AN_ENTRY
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: u16) -> PictureKey {
        let mut key = [0; 32];
        key[..2].copy_from_slice(&n.to_be_bytes());
        key
    }

    #[test]
    fn it_never_outgrows_its_bytes_and_keeps_what_is_asked_for() {
        let cache = PictureCache::new(100_000);
        cache.keep(key(0), Bytes::from_static(b"asked for"));
        for n in 1..=1000 {
            cache.keep(key(n), Bytes::from(vec![0; usize::from(n) * 17 % 9000]));
            assert_eq!(cache.find(&key(0)).unwrap(), "asked for");
            let state = cache.state();
            let held: usize = state.pictures.values().map(|e| weight(&e.picture)).sum();
            assert_eq!(state.bytes, held);
            assert!(held <= 100_000, "{held} bytes after {n} pictures");
        }
        assert!(cache.find(&key(1)).is_none());
        assert!(cache.find(&key(1000)).is_some());
    }

    #[test]
    fn a_picture_larger_than_the_cache_throws_nothing_out() {
        let cache = PictureCache::new(10_000);
        cache.keep(key(1), Bytes::from_static(b"small"));
        cache.keep(key(2), Bytes::from(vec![0; 10_000]));
        assert!(cache.find(&key(1)).is_some() && cache.find(&key(2)).is_none());
        cache.keep(key(1), Bytes::from_static(b"another"));
        assert_eq!(cache.find(&key(1)).unwrap(), "another");
    }
}
