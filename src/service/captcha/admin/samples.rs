//! Samples of settings that are not saved: drawn once, kept for a moment, so that their figures and their pictures are of
//! one drawing.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;

use crate::clock::Stopwatch;
use crate::service::Error;
use crate::service::captcha::admin::sample_book::{Sample, SampleBook};
use crate::service::captcha::asset_files::lock;
use crate::service::captcha::threads::CaptchaThreads;
use rookery_captcha::{Captcha, Look};

/// Pictures of a sheet.
pub const SAMPLES: u64 = 12;
/// A sheet is cut short after this long: settings may ask for pictures of four million pixels.
const SHEET_WITHIN: Duration = Duration::from_secs(3);

/// The pictures that the settings page showed last, and the thread that draws new ones. A clone is the same.
#[derive(Clone)]
pub struct Samples {
    threads: CaptchaThreads,
    book: Arc<Mutex<SampleBook>>,
}

impl Samples {
    pub(in crate::service) fn new(threads: CaptchaThreads) -> Self {
        Samples {
            threads,
            book: Arc::default(),
        }
    }

    /// One sample: the word and the layout of this seed. Drawn again only where it is no longer kept.
    ///
    /// # Errors
    /// Busy, or a defect.
    pub async fn one(&self, live: &Captcha, seed: u64, look: Look) -> Result<Sample, Error> {
        if let Some(known) = lock(&self.book).find(live, seed, look) {
            return Ok(known);
        }
        let word = live.code(&mut ChaCha12Rng::seed_from_u64(seed));
        let (drawn, code) = (live.clone(), word.clone());
        let job = move || {
            let stopwatch = Stopwatch::start();
            let drawing = drawn.draw(&code, seed, look)?;
            Ok((drawing, stopwatch.elapsed()))
        };
        let (drawing, took) = self.threads.draw(job).await?;
        let sample = Sample {
            word,
            drawing: Arc::new(drawing),
            took,
        };
        lock(&self.book).keep(live, seed, look, &sample);
        Ok(sample)
    }

    /// A sheet of [`SAMPLES`] samples, the seeds counted up from `seed`; fewer where the settings make drawing so slow that
    /// the sheet would take more than three seconds, but one at least.
    ///
    /// # Errors
    /// Busy, or a defect.
    pub async fn sheet(&self, live: &Captcha, seed: u64, look: Look) -> Result<Vec<Sample>, Error> {
        let stopwatch = Stopwatch::start();
        let mut sheet = Vec::new();
        for n in 0..SAMPLES {
            sheet.push(self.one(live, seed.wrapping_add(n), look).await?);
            if stopwatch.elapsed() > SHEET_WITHIN {
                break;
            }
        }
        Ok(sheet)
    }
}
