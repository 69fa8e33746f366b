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
        // Pages of other fonts and backgrounds are never found again, and would keep those in memory.
        self.pages
            .retain(|page| Arc::ptr_eq(&page.assets, &live.assets));
        let sizes = self.pages.iter().map(|page| page.sample.drawing.png.len());
        let mut bytes = sizes.sum::<usize>() + sample.drawing.png.len();
        self.pages.push_back(Page {
            settings: live.settings.clone(),
            assets: Arc::clone(&live.assets),
            seed,
            look,
            sample: sample.clone(),
        });
        while bytes > KEPT_BYTES
            && let Some(oldest) = self.pages.pop_front()
        {
            bytes -= oldest.sample.drawing.png.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rookery_captcha::{AssetFile, Scale, Theme, shipped};

    /// A captcha with files of its own, and a sample of it.
    fn drawn() -> (Captcha, Sample) {
        let (name, bytes) = shipped::fonts().remove(0);
        let font = AssetFile::from((name.to_owned(), bytes.to_vec()));
        let live = Captcha {
            settings: Settings::default(),
            assets: Arc::new(Assets::load(vec![font], Vec::new())),
        };
        let drawing = live.draw("teda", 1, LOOK).unwrap();
        let sample = Sample {
            word: "teda".to_owned(),
            drawing: Arc::new(drawing),
            took: Duration::ZERO,
        };
        (live, sample)
    }

    const LOOK: Look = Look {
        scale: Scale::One,
        theme: Theme::Light,
    };

    #[test]
    fn fonts_and_backgrounds_go_with_the_first_sample_of_others() {
        let mut book = SampleBook::default();
        let (old, sample) = drawn();
        for seed in 0..3 {
            book.keep(&old, seed, LOOK, &sample);
        }
        assert!(book.find(&old, 2, LOOK).is_some());
        let held = Arc::downgrade(&old.assets);
        drop(old);
        assert!(held.upgrade().is_some(), "the samples have them");
        let (new, sample) = drawn();
        book.keep(&new, 7, LOOK, &sample);
        assert!(held.upgrade().is_none());
        assert!(book.find(&new, 7, LOOK).is_some());
        assert_eq!(book.pages.len(), 1);
    }
}
