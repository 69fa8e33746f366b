//! Learning an evaluation: [`self_play`] makes lessons, quiet positions with the value that a search gave them and the result of
//! the game; [`regression`] finds the weights of the terms that foretell both best, [`descent`] those of the network.

mod adam;
mod descent;
mod lesson;
mod regression;
mod self_play;
mod share;

use std::sync::Arc;

use crate::Tuner;
use crate::chess::knowledge::ChessKnowledge;
use crate::chess::network::Network;
use crate::chess::rules::position::Chess;
use crate::chess::tune::lesson::Lesson;
use crate::chess::tune::self_play::SelfPlay;
use rookery_engine::Control;

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
    fn adopt(&mut self, weights: &[u8]) -> Result<(), String> {
        let knowledge = match self.play.knowledge() {
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
        let lessons = self.play.game(seed, &self.start, control)?;
        Some(lessons.iter().flat_map(Lesson::to_bytes).collect())
    }

    fn lesson_size(&self) -> usize {
        Lesson::SIZE
    }

    fn learn(
        &self,
        lessons: &[u8],
        passed: &mut dyn FnMut(usize, usize, f64) -> bool,
    ) -> Option<Vec<u8>> {
        match self.play.knowledge() {
            ChessKnowledge::Network(_) => Some(descent::fit(lessons, passed)?.to_bytes()),
            ChessKnowledge::Learned(start) => {
                let lessons = lessons.chunks_exact(Lesson::SIZE);
                // Bytes that are no position teach nothing; only a damaged file has them.
                let lessons: Vec<_> = lessons.filter_map(Lesson::from_bytes).collect();
                let weights = regression::fit(&lessons, start, passed)?;
                Some(weights.to_string().into_bytes())
            }
            ChessKnowledge::Shannon | ChessKnowledge::Turing => None,
        }
    }
}
