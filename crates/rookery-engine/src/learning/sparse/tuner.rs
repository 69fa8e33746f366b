//! Tuner of any game whose inputs are declared.

use std::sync::Arc;

use crate::learning::sparse::evaluation::{LEARNED, LearnedInputs, SparseEvaluation};
use crate::learning::sparse::inputs::SparseInputs;
use crate::learning::sparse::regression;
use crate::learning::sparse::self_play::TrainingGames;
use crate::learning::sparse::sparse_sample::SparseSample;
use crate::learning::sparse::weights::SparseWeights;
use crate::learning::training_sample::{PackedSamples, SampleFormat, pack};
use crate::learning::tuner::{OnEpoch, Tuner};
use crate::{Control, Knowledge};

/// Learns the weights of a game's inputs from games that begin at one position, or each at one of several.
pub struct SparseTuner<I: SparseInputs, K> {
    starts: Vec<I::Position>,
    games: TrainingGames,
    knowledge_of: fn(SparseEvaluation<I>) -> K,
    knowledge: K,
}

impl<I: SparseInputs, K> SparseTuner<I, K> {
    /// A tuner that plays with zero weights until it adopts others. Each game begins at one of `starts`, which follows from its seed; without
    /// any there are no games. `knowledge_of` is the game's knowledge with an evaluation.
    pub fn new(
        starts: Vec<I::Position>,
        games: TrainingGames,
        knowledge_of: fn(SparseEvaluation<I>) -> K,
    ) -> Self {
        SparseTuner {
            starts,
            games,
            knowledge_of,
            knowledge: knowledge_of(learned(SparseWeights::zero())),
        }
    }
}

impl<I: LearnedInputs, K: Knowledge<I::Position> + Send + 'static> SparseTuner<I, K> {
    /// The tuner of a game's evaluation of this name; `None` where that is not the learned one.
    pub fn named(
        evaluation: &str,
        start: I::Position,
        games: TrainingGames,
        knowledge_of: fn(SparseEvaluation<I>) -> K,
    ) -> Option<Box<dyn Tuner>> {
        SparseTuner::named_from(evaluation, vec![start], games, knowledge_of)
    }

    /// The same with games that begin at one of several positions each: boards of several sizes, say, that share their inputs.
    pub fn named_from(
        evaluation: &str,
        starts: Vec<I::Position>,
        games: TrainingGames,
        knowledge_of: fn(SparseEvaluation<I>) -> K,
    ) -> Option<Box<dyn Tuner>> {
        let tuner = || SparseTuner::new(starts, games, knowledge_of);
        (evaluation == LEARNED).then(|| Box::new(tuner()) as _)
    }
}

fn learned<I: SparseInputs>(weights: SparseWeights<I>) -> SparseEvaluation<I> {
    SparseEvaluation::Learned(Arc::new(weights))
}

impl<I: SparseInputs, K: Knowledge<I::Position> + Send> Tuner for SparseTuner<I, K> {
    fn adopt(&mut self, weights: &[u8]) -> Result<(), String> {
        self.knowledge = (self.knowledge_of)(learned(SparseWeights::from_bytes(weights)?));
        Ok(())
    }

    fn play(&mut self, seed: u64, control: &Control) -> Option<Vec<u8>> {
        let start = seed.checked_rem(self.starts.len() as u64)? as usize;
        let start = &self.starts[start];
        let samples = self
            .games
            .play::<I, K>(start, &self.knowledge, seed, control)?;
        Some(pack(&samples))
    }

    fn sample_format(&self) -> SampleFormat {
        SampleFormat::of::<SparseSample<I>>()
    }

    fn learn(&self, samples: &[u8], on_epoch: &mut OnEpoch<'_>) -> Option<Vec<u8>> {
        let samples = PackedSamples::new(samples);
        regression::fit::<I>(&samples, on_epoch).map(|weights| weights.to_bytes())
    }
}
