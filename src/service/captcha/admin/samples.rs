//! Samples of settings that are not saved: drawn once, kept for a moment, so that their figures and their pictures are of
//! one drawing.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;

use crate::clock::Stopwatch;
use crate::service::Error;
use crate::service::captcha::admin::files::lock;
use crate::service::captcha::admin::settings::Captchas;
use rookery_captcha::{Assets, Captcha, Drawing, Look, Settings};

/// Pictures of a sheet.
pub const SAMPLES: u64 = 12;
/// Bytes of PNG files that are kept; the oldest go first.
const KEPT_BYTES: usize = 4 << 20;
/// A sheet is cut short after this long: settings may ask for pictures of four million pixels.
const SHEET_WITHIN: Duration = Duration::from_secs(3);

/// A picture of settings that are not saved.
#[derive(Clone, Debug)]
pub struct Sample {
    /// What it reads.
    pub word: String,
    /// The picture.
    pub drawing: Arc<Drawing>,
    /// How long the drawing thread took for it, PNG included.
    pub took: Duration,
}

/// Samples with what tells them apart, the newest last.
#[derive(Default)]
pub(in crate::service) struct SampleBook {
    pages: VecDeque<Page>,
    bytes: usize,
}

struct Page {
    settings: Settings,
    assets: Arc<Assets>,
    seed: u64,
    look: Look,
    sample: Sample,
}

impl SampleBook {
    fn find(&self, live: &Captcha, seed: u64, look: Look) -> Option<Sample> {
        let is_it = |page: &&Page| {
            page.seed == seed
                && page.look == look
                && Arc::ptr_eq(&page.assets, &live.assets)
                && page.settings == live.settings
        };
        self.pages.iter().find(is_it).map(|p| p.sample.clone())
    }

    fn keep(&mut self, live: &Captcha, seed: u64, look: Look, sample: &Sample) {
        self.bytes += sample.drawing.png.len();
        self.pages.push_back(Page {
            settings: live.settings.clone(),
            assets: Arc::clone(&live.assets),
            seed,
            look,
            sample: sample.clone(),
        });
        while self.bytes > KEPT_BYTES
            && let Some(oldest) = self.pages.pop_front()
        {
            self.bytes -= oldest.sample.drawing.png.len();
        }
    }
}

impl Captchas {
    /// One sample: the word and the layout of this seed. Drawn again only where it is no longer kept.
    ///
    /// # Errors
    /// Busy, or a defect.
    pub async fn sample(&self, live: &Captcha, seed: u64, look: Look) -> Result<Sample, Error> {
        if let Some(known) = lock(self.samples_book()).find(live, seed, look) {
            return Ok(known);
        }
        let word = live.code(&mut ChaCha12Rng::seed_from_u64(seed));
        let (drawn, code) = (live.clone(), word.clone());
        let job = move || {
            let stopwatch = Stopwatch::start();
            let drawing = drawn.draw(&code, seed, look)?;
            Ok((drawing, stopwatch.elapsed()))
        };
        let (drawing, took) = self.draw(job).await?;
        let sample = Sample {
            word,
            drawing: Arc::new(drawing),
            took,
        };
        lock(self.samples_book()).keep(live, seed, look, &sample);
        Ok(sample)
    }

    /// A sheet of [`SAMPLES`] samples, the seeds counted up from `seed`; fewer where the settings make drawing so slow that
    /// the sheet would take more than three seconds, but one at least.
    ///
    /// # Errors
    /// Busy, or a defect.
    pub async fn samples(
        &self,
        live: &Captcha,
        seed: u64,
        look: Look,
    ) -> Result<Vec<Sample>, Error> {
        let stopwatch = Stopwatch::start();
        let mut sheet = Vec::new();
        for n in 0..SAMPLES {
            sheet.push(self.sample(live, seed.wrapping_add(n), look).await?);
            if stopwatch.elapsed() > SHEET_WITHIN {
                break;
            }
        }
        Ok(sheet)
    }
}
