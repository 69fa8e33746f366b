//! Learning the evaluation: [`self_play`] makes lessons, quiet positions with the value that a search gave them and the result of
//! the game; [`regression`] finds the weights that foretell both best.

mod lesson;
mod regression;
mod self_play;

use std::sync::Arc;

use crate::engine::Control;
use crate::games::Tuner;
use crate::games::chess::evaluation::Weights;
use crate::games::chess::knowledge::ChessKnowledge;
use crate::games::chess::position::Chess;
use crate::games::chess::tune::lesson::Lesson;
use crate::games::chess::tune::self_play::SelfPlay;

/// Learns the weights of chess.
pub struct ChessTuner {
    start: Chess,
    weights: Arc<Weights>,
    play: SelfPlay,
}

impl ChessTuner {
    /// A tuner that begins with the weights of this build; games begin at `start`.
    pub fn new(start: Chess) -> Self {
        let weights = Weights::built_in();
        ChessTuner {
            start,
            play: SelfPlay::new(ChessKnowledge::Learned(Arc::clone(&weights))),
            weights,
        }
    }
}

impl Tuner for ChessTuner {
    fn adopt(&mut self, weights: &[u8]) -> Result<(), String> {
        let text = str::from_utf8(weights).map_err(|e| format!("the weights are no text: {e}"))?;
        self.weights = Arc::new(text.parse()?);
        self.play = SelfPlay::new(ChessKnowledge::Learned(Arc::clone(&self.weights)));
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
        let lessons = lessons.chunks_exact(Lesson::SIZE);
        // Bytes that are no position teach nothing; only a damaged file has them.
        let lessons: Vec<_> = lessons.filter_map(Lesson::from_bytes).collect();
        let weights = regression::fit(&lessons, &self.weights, passed)?;
        Some(weights.to_string().into_bytes())
    }
}
