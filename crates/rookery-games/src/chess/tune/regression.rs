//! Logistic regression: the weights whose sums foretell best how games went, by Adam (Kingma and Ba, 2015).

use crate::chess::evaluation::{COUNT, Features, Notes, Pair, Weights};
use crate::chess::tune::adam::Adam;
use crate::chess::tune::lesson::Lesson;
use crate::chess::tune::share::{scale_cp, share, target};
use crate::lab::tuner::kept_apart;
use rookery_engine::SplitMix;

/// How often all lessons are gone through.
const PASSES: usize = 24;
/// Lessons on one step.
const BATCH: usize = 4_096;
/// The length of a step in the first pass, centipawns; it falls in a straight line to a hundredth of it.
const RATE_CP: f32 = 1.0;
/// What the result of the game counts beside the value that the search gave, of 1.
const RESULT: f32 = 0.25;
/// What the square of a weight's difference from where it began adds to the error, so that what is hardly ever seen stays.
const PULL: f32 = 3e-7;
/// See [`Adam::new`].
const LEAST: f32 = 1e-10;
/// The seed of the order in which lessons are gone through.
const SEED: u64 = 64;

/// What a lesson says, in the form that learning needs.
struct Example {
    features: Features,
    /// The value to come near to, 0 to 1 for White.
    target: f32,
}

/// Both weights of all terms while they are learned, centipawns: the middlegame's, then the endgame's.
struct Model {
    weights: Vec<[f32; 2]>,
}

impl Model {
    fn new(weights: &Weights) -> Self {
        let values = weights.values.iter();
        Model {
            weights: values
                .map(|pair| [pair.middlegame() as f32, pair.endgame() as f32])
                .collect(),
        }
    }

    /// The value of a position as White sees it, centipawns, and the parts of middlegame and endgame in it.
    fn value(&self, features: &Features) -> (f32, [f32; 2]) {
        let (mut middlegame, mut endgame) = (0.0, 0.0);
        for &(term, count) in &features.terms {
            let weights = self.weights[usize::from(term)];
            middlegame += weights[0] * f32::from(count);
            endgame += weights[1] * f32::from(count);
        }
        let parts = features.parts[usize::from(endgame < 0.0)];
        (middlegame * parts[0] + endgame * parts[1], parts)
    }

    /// The same in whole numbers.
    fn rounded(&self) -> Weights {
        let mut values = Box::new([Pair::ZERO; COUNT]);
        for (value, weights) in values.iter_mut().zip(&self.weights) {
            let [middlegame, endgame] = weights.map(|w| w.round().clamp(-3_000.0, 3_000.0) as i16);
            *value = Pair::new(middlegame, endgame);
        }
        Weights::new(values)
    }
}

/// Finds the weights, beginning with `start`. `passed` is told of each pass, see [`crate::Tuner::learn`]; the error is that of
/// the share of points that the value foretells.
pub fn fit(
    lessons: &[Lesson],
    start: &Weights,
    passed: &mut dyn FnMut(usize, usize, f64) -> bool,
) -> Option<Weights> {
    let scale_cp = scale_cp(lessons.iter().map(Lesson::end));
    let mut notes = Notes::new();
    let examples: Vec<_> = lessons
        .iter()
        .map(|lesson| Example {
            features: notes.features(&lesson.position),
            target: target(lesson, RESULT, scale_cp),
        })
        .collect();
    let (apart, mut order) = kept_apart(examples.len());
    let mut random = SplitMix::new(SEED);
    let mut model = Model::new(start);
    let mut descent = Descent::new(&model);
    for pass in 0..PASSES {
        random.shuffle(&mut order);
        descent.rate_cp = RATE_CP * (1.0 - 0.99 * pass as f32 / (PASSES - 1) as f32);
        for batch in order.chunks(BATCH) {
            let batch = batch.iter().map(|&index| &examples[index as usize]);
            descent.step(&mut model, batch, scale_cp);
        }
        let apart = apart.iter().map(|&index| &examples[index as usize]);
        if !passed(pass + 1, PASSES, error(&model, apart, scale_cp)) {
            return None;
        }
    }
    Some(model.rounded())
}

/// The root of the mean squared error.
fn error<'a>(model: &Model, examples: impl Iterator<Item = &'a Example>, scale_cp: f32) -> f64 {
    let (mut sum, mut count) = (0.0, 0);
    for example in examples {
        let foretold = share(model.value(&example.features).0, scale_cp);
        sum += f64::from(foretold - example.target).powi(2);
        count += 1;
    }
    (sum / f64::from(count.max(1))).sqrt()
}

/// What is kept from step to step.
struct Descent {
    rate_cp: f32,
    adam: Adam,
    start: Vec<[f32; 2]>,
    gradients: Vec<[f32; 2]>,
}

impl Descent {
    fn new(model: &Model) -> Self {
        Descent {
            rate_cp: RATE_CP,
            adam: Adam::new(2 * COUNT, LEAST),
            start: model.weights.clone(),
            gradients: vec![[0.0; 2]; COUNT],
        }
    }

    fn step<'a>(
        &mut self,
        model: &mut Model,
        batch: impl Iterator<Item = &'a Example>,
        scale_cp: f32,
    ) {
        self.gradients.fill([0.0; 2]);
        let mut count = 0;
        for example in batch {
            count += 1;
            let (value, parts) = model.value(&example.features);
            let foretold = share(value, scale_cp);
            let slope = (foretold - example.target) * foretold * (1.0 - foretold);
            let slopes = parts.map(|part| slope * part);
            for &(term, count) in &example.features.terms {
                let gradient = &mut self.gradients[usize::from(term)];
                gradient[0] += slopes[0] * f32::from(count);
                gradient[1] += slopes[1] * f32::from(count);
            }
        }
        let count = count.max(1) as f32;
        self.adam.begin();
        for (term, weights) in model.weights.iter_mut().enumerate() {
            for (phase, weight) in weights.iter_mut().enumerate() {
                let pull = PULL * (*weight - self.start[term][phase]);
                let gradient = self.gradients[term][phase] / count + pull;
                *weight -= self.rate_cp * self.adam.asked(2 * term + phase, gradient);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::evaluation::{State, evaluate};
    use crate::chess::tests::perft::random_games;
    use rookery_engine::Position;

    /// Positions of random games.
    fn positions(games: u64) -> Vec<Lesson> {
        let mut lessons = Vec::new();
        random_games(games, |_, _, position| {
            lessons.push(Lesson::new(position, 0, 1));
        });
        lessons
    }

    #[test]
    fn what_is_learned_is_what_is_played() {
        let weights = Weights::built_in();
        let model = Model::new(&weights);
        let mut notes = Notes::new();
        for Lesson { position, .. } in positions(20) {
            let value = evaluate(&position, &State::new(&position, &weights), &weights);
            let white = if position.side() == 0 { value } else { -value };
            let (learned, _) = model.value(&notes.features(&position));
            let difference = (learned - white as f32).abs();
            assert!(difference < 1.1, "{learned} {white} {position:?}");
        }
    }

    #[test]
    fn lessons_are_read_back() {
        for lesson in positions(5) {
            let lesson = Lesson::new(&lesson.position, -1_234, 2);
            assert_eq!(Lesson::from_bytes(&lesson.to_bytes()), Some(lesson));
        }
        assert_eq!(Lesson::from_bytes(&[0; Lesson::SIZE]), None);
        assert_eq!(Lesson::from_bytes(&[255; Lesson::SIZE]), None);
    }

    /// Games whose results follow from the number of rooks and nothing else: the learned rook is worth more, the learned queen is not.
    #[test]
    fn learning_finds_what_decided_the_games() {
        use crate::chess::board::role::Role;
        let mut lessons = positions(60);
        for lesson in &mut lessons {
            let rooks = |side| lesson.position.pieces_of(side, Role::Rook).count_ones() as i16;
            let ahead = rooks(0) - rooks(1);
            lesson.halves = match ahead.signum() {
                1 => 2,
                0 => 1,
                _ => 0,
            };
            lesson.score_cp = 400 * ahead;
        }
        let start = Weights::built_in();
        let mut errors = Vec::new();
        let learned = fit(&lessons, &start, &mut |_, _, error| {
            errors.push(error);
            true
        });
        let (first, last) = (errors[0], errors[errors.len() - 1]);
        assert!(last < 0.97 * first, "{first} {last}");
        let gain = |role: Role| {
            let at = role as usize;
            let learned = learned.as_ref().unwrap().values[at].middlegame();
            learned - start.values[at].middlegame()
        };
        assert!(gain(Role::Rook) > gain(Role::Queen));
        assert!(fit(&lessons, &start, &mut |_, _, _| false).is_none());
    }
}
