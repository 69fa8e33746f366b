//! Thread that turns drawings into PNG files, with a short queue and a cache of its results.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;

use crate::web::Error;
use crate::web::pictures::picture_cache::{PictureCache, PictureKey};
use crate::web::pictures::raster;
use crate::work::{JobError, Pool};

const THREADS: usize = 1;
/// Pictures that may wait; each takes some 20 milliseconds. One address has at most four of them.
const QUEUE: usize = 32;
/// All pictures at hand: a hundred or two.
const CACHE_BYTES: usize = 8 << 20;
/// When to ask again where the queue is full, seconds.
const RETRY_AFTER_S: u32 = 2;

/// The drawing of PNG files. A clone is the same.
#[derive(Clone)]
pub struct PicturePool {
    pool: Pool<String>,
    cache: Arc<PictureCache>,
}

impl PicturePool {
    /// Starts the thread.
    ///
    /// # Errors
    /// The operating system refuses it.
    pub fn start() -> io::Result<Self> {
        Ok(PicturePool {
            pool: Pool::new("pictures", THREADS, QUEUE)?,
            cache: Arc::new(PictureCache::new(CACHE_BYTES)),
        })
    }

    /// A picture that was drawn before.
    pub fn find(&self, key: &PictureKey) -> Option<Bytes> {
        self.cache.find(key)
    }

    /// Draws a picture and keeps it. `client` is the address that asks, empty for networks without limits: the pictures of one
    /// client are drawn one after the other.
    ///
    /// # Errors
    /// Busy, or a defect of the drawing.
    pub async fn draw(&self, client: &str, key: PictureKey, svg: String) -> Result<Bytes, Error> {
        let cache = Arc::clone(&self.cache);
        let job = move || {
            // Somebody may have asked for the same while this one waited.
            if let Some(known) = cache.find(&key) {
                return Ok(known);
            }
            let picture = Bytes::from(raster::png(&svg)?);
            cache.keep(key, picture.clone());
            Ok::<_, raster::RasterError>(picture)
        };
        let client = (!client.is_empty()).then(|| client.to_owned());
        let busy = Error::Busy {
            retry_after_s: RETRY_AFTER_S,
        };
        let Ok(ticket) = self.pool.submit(client, move |_| job()) else {
            return Err(busy);
        };
        match ticket.await {
            Ok(drawn) => drawn.map_err(|error| Error::Internal(error.to_string())),
            Err(JobError::Stopped) => Err(busy),
            Err(failure) => Err(Error::Internal(failure.to_string())),
        }
    }

    /// Jobs of the pool: its name, how many run, how many wait.
    pub fn load(&self) -> (&'static str, usize, usize) {
        ("pictures", self.pool.running(), self.pool.waiting())
    }

    /// Ends the thread, at most `within`; false if it goes on.
    pub async fn shutdown(&self, within: Duration) -> bool {
        self.pool.shutdown(within).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square in a colour of its own.
    fn square(n: usize) -> String {
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="#{n:06x}"/></svg>"##
        )
    }

    fn key(n: usize) -> PictureKey {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&n.to_be_bytes());
        key
    }

    #[tokio::test]
    async fn a_full_queue_is_busy_and_one_client_does_not_fill_it() {
        let pictures = PicturePool::start().unwrap();
        let ask = |client: &'static str, n: usize| {
            let pictures = pictures.clone();
            tokio::spawn(async move { pictures.draw(client, key(n), square(n)).await })
        };
        // On one thread every request is in the queue before the first answer is looked at.
        let flood: Vec<_> = (0..64).map(|n| ask("198.51.100.7", n)).collect();
        let other = ask("203.0.113.9", 1000);
        let mut refused = 0;
        for one in flood {
            match one.await.unwrap() {
                Ok(_) => {}
                Err(Error::Busy { retry_after_s }) => {
                    assert!(retry_after_s > 0);
                    refused += 1;
                }
                Err(error) => panic!("{error:?}"),
            }
        }
        assert!((1..64).contains(&refused), "{refused}");
        assert!(other.await.unwrap().is_ok());
        let exempt: Vec<_> = (0..200).map(|n| ask("", 2000 + n)).collect();
        let mut refused = 0;
        for one in exempt {
            refused += usize::from(one.await.unwrap().is_err());
        }
        assert!((1..200).contains(&refused), "{refused}");
        assert!(pictures.shutdown(Duration::from_secs(30)).await);
        assert!(matches!(
            pictures.draw("", key(1), square(1)).await,
            Err(Error::Busy { .. })
        ));
    }

    #[tokio::test]
    async fn what_was_drawn_is_at_hand_and_a_defect_is_not() {
        let pictures = PicturePool::start().unwrap();
        assert!(pictures.find(&key(7)).is_none());
        let drawn = pictures.draw("", key(7), square(7)).await.unwrap();
        assert_eq!(pictures.find(&key(7)).unwrap(), drawn);
        let defect = pictures.draw("", key(8), "<svg".to_owned()).await;
        assert!(matches!(defect, Err(Error::Internal(_))), "{defect:?}");
        assert!(pictures.find(&key(8)).is_none());
    }
}
