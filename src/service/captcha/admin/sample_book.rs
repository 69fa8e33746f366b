//! Samples of unsaved settings that are kept for a moment, the newest last.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use rookery_captcha::{Assets, Captcha, Drawing, Look, Settings};

/// Bytes of PNG files that are kept; the oldest go first.
const KEPT_BYTES: usize = 4 << 20;

/// A picture of settings that are not saved.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The word in the picture.
    pub word: String,
    /// The picture.
    pub drawing: Arc<Drawing>,
    /// The time that the drawing thread took for it, PNG included.
    pub took: Duration,
}

/// Samples by the key that tells them apart, the newest last.
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
    pub(super) fn find(&self, live: &Captcha, seed: u64, look: Look) -> Option<Sample> {
        let is_it = |page: &&Page| {
            page.seed == seed
                && page.look == look
                && Arc::ptr_eq(&page.assets, &live.assets)
                && page.settings == live.settings
        };
        self.pages.iter().find(is_it).map(|p| p.sample.clone())
    }

    pub(super) fn keep(&mut self, live: &Captcha, seed: u64, look: Look, sample: &Sample) {
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
