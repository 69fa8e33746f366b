//! Learning an evaluation: [`self_play`] makes training positions, quiet ones with the value that a search gave them and the
//! result of the game; [`terms`] finds the weights of the terms that predict both best, [`network`] those of the network.

mod network;
mod self_play;
mod terms;
mod training_position;

use std::sync::Arc;

use crate::chess::knowledge::ChessKnowledge;
use crate::chess::network::Network;
use crate::chess::rules::position::Chess;
use crate::chess::tune::self_play::SelfPlay;
use crate::chess::tune::training_position::TrainingPosition;
use rookery_engine::Control;
use rookery_engine::learning::{OnEpoch, PackedSamples, SampleFormat, Tuner, pack};

/// Learns the terms or the network.
pub struct ChessTuner {
    start: Chess,
    play: SelfPlay,
}

impl ChessTuner {
    /// Learns this evaluation, beginning with that of the build; games begin at `start`. `None` where it has nothing to learn.
    pub fn new(start: Chess, evaluation: &str) -> Option<Self> {
        let knowledge = ChessKnowledge::named(evaluation)?;
        let learns = matches!(
            knowledge,
            ChessKnowledge::Network(..) | ChessKnowledge::Learned(_)
        );
        learns.then(|| ChessTuner {
            start,
            play: SelfPlay::new(knowledge),
        })
    }
}

impl Tuner for ChessTuner {
    fn first_weights(&self) -> Option<Vec<u8>> {
        match &self.play.knowledge {
            ChessKnowledge::Network(network) => Some(network.to_bytes()),
            ChessKnowledge::Learned(terms) => Some(terms.to_string().into_bytes()),
            ChessKnowledge::Shannon | ChessKnowledge::Turing => None,
        }
    }

    fn adopt(&mut self, weights: &[u8]) -> Result<(), String> {
        let knowledge = match &self.play.knowledge {
            ChessKnowledge::Network(_) => {
                ChessKnowledge::Network(Arc::new(Network::from_bytes(weights)?))
            }
            _ => {
                let text = str::from_utf8(weights);
                let text = text.map_err(|e| format!("the weights are no text: {e}"))?;
                ChessKnowledge::Learned(Arc::new(text.parse()?))
            }
        };
        self.play = SelfPlay::new(knowledge);
        Ok(())
    }

    fn play(&mut self, seed: u64, control: &Control) -> Option<Vec<u8>> {
        Some(pack(&self.play.game(seed, &self.start, control)?))
    }

    fn sample_format(&self) -> SampleFormat {
        SampleFormat::of::<TrainingPosition>()
    }

    fn learn(&self, samples: &[u8], on_epoch: &mut OnEpoch<'_>) -> Option<Vec<u8>> {
        let samples = PackedSamples::new(samples);
        match &self.play.knowledge {
            ChessKnowledge::Network(_) => Some(network::fit(samples, on_epoch)?.to_bytes()),
            ChessKnowledge::Learned(start) => {
                let weights = terms::fit(&samples, start, on_epoch)?;
                Some(weights.to_string().into_bytes())
            }
            ChessKnowledge::Shannon | ChessKnowledge::Turing => None,
        }
    }
}
