//! Learning the evaluation: [`self_play`] makes lessons, positions with the result that good play from there leads to;
//! [`regression`] finds the weights that come nearest to the results.

mod lesson;
mod regression;
mod self_play;

use std::sync::Arc;

use crate::Tuner;
use crate::othello::evaluation::weights::Weights;
use crate::othello::knowledge::OthelloKnowledge;
use crate::othello::tune::lesson::Lesson;
use crate::othello::tune::self_play::SelfPlay;
use rookery_engine::Control;

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
        let weights = Arc::new(Weights::from_bytes(weights)?);
        self.play = SelfPlay::new(OthelloKnowledge::Learned(weights));
        Ok(())
    }

    fn play(&mut self, seed: u64, control: &Control) -> Option<Vec<u8>> {
        let lessons = self.play.game(seed, control)?;
        Some(lessons.iter().flat_map(|l| l.to_bytes()).collect())
    }

    fn lesson_size(&self) -> usize {
        Lesson::SIZE
    }

    fn learn(
        &self,
        lessons: &[u8],
        passed: &mut dyn FnMut(usize, usize, f64) -> bool,
    ) -> Option<Vec<u8>> {
        let lessons: Vec<_> = lessons
            .chunks_exact(Lesson::SIZE)
            .map(Lesson::from_bytes)
            .collect();
        regression::fit(&lessons, passed).map(|weights| weights.to_bytes())
    }
}
