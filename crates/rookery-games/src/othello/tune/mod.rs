//! Learning the evaluation: [`self_play`] makes training positions, each with the result of good play from there; [`regression`]
//! finds the weights that come nearest to these results.

mod regression;
mod self_play;
mod training_position;

use std::sync::Arc;

use crate::othello::evaluation::weights::PatternWeights;
use crate::othello::knowledge::OthelloKnowledge;
use crate::othello::tune::self_play::SelfPlay;
use crate::othello::tune::training_position::TrainingPosition;
use rookery_engine::Control;
use rookery_engine::learning::{OnEpoch, PackedSamples, SampleFormat, Tuner, pack};

/// Learns the weights of Othello.
pub struct OthelloTuner {
    play: SelfPlay,
}

impl OthelloTuner {
    /// A tuner that knows mobility and corners only, until it adopts weights.
    pub fn new() -> Self {
        OthelloTuner {
            play: SelfPlay::new(OthelloKnowledge::Mobility),
        }
    }
}

impl Tuner for OthelloTuner {
    fn adopt(&mut self, weights: &[u8]) -> Result<(), String> {
        let weights = Arc::new(PatternWeights::from_bytes(weights)?);
        self.play = SelfPlay::new(OthelloKnowledge::Learned(weights));
        Ok(())
    }

    fn play(&mut self, seed: u64, control: &Control) -> Option<Vec<u8>> {
        Some(pack(&self.play.game(seed, control)?))
    }

    fn sample_format(&self) -> SampleFormat {
        SampleFormat::of::<TrainingPosition>()
    }

    fn learn(&self, samples: &[u8], on_epoch: &mut OnEpoch<'_>) -> Option<Vec<u8>> {
        regression::fit(&PackedSamples::new(samples), on_epoch).map(|weights| weights.to_bytes())
    }
}
