//! Least squares: the weights whose sum comes nearest to the results, by stochastic gradient descent, stage by stage.

use crate::lab::tuner::kept_apart;
use crate::othello::evaluation::patterns::{self, PATTERNS};
use crate::othello::evaluation::weights::{STAGES, STEP_CP, Stage, Weights, stage};
use crate::othello::tune::lesson::Lesson;
use rookery_engine::SplitMix;

/// How often all lessons are gone through for weights that all stages share: where these end, each stage begins.
const SHARED_PASSES: usize = 4;
/// How often they are gone through for the weights of each stage.
const PASSES: usize = 8;
/// The part of an error that each weight of a position takes over, in the first pass; in the last of the stages it is a
/// fiftieth of it.
const RATE: f32 = 0.008;
/// A weight that so many lessons have takes half of its part, a rarer one less: what is seldom seen teaches little.
const RARE: f32 = 40.0;
/// Mobilities are divided by this, so that they weigh like a pattern.
const MOBILITY_SCALE: f32 = 8.0;
/// The seed of the order in which lessons are gone through.
const SEED: u64 = 64;

/// The weights of one stage while they are learned, discs.
#[derive(Clone)]
struct Model {
    tempo: [f32; 2],
    mobilities: [f32; 2],
    /// By the numbers of [`patterns::sharing`].
    weights: Vec<f32>,
    /// How readily each of them learns, up to 1.
    readiness: Vec<f32>,
}

/// The features of a position.
struct Features {
    weights: [u32; PATTERNS],
    parity: usize,
    mobilities: [f32; 2],
}

impl Features {
    fn of(lesson: &Lesson) -> Self {
        let sharing = patterns::sharing();
        let mut weights = [0; PATTERNS];
        let mut count = 0;
        patterns::visit(lesson.own, lesson.other, |filling| {
            weights[count] = sharing.weight_of[filling];
            count += 1;
        });
        let mobilities = patterns::mobilities(lesson.own, lesson.other);
        Features {
            weights,
            parity: (!(lesson.own | lesson.other)).count_ones() as usize & 1,
            mobilities: mobilities.map(|n| n as f32 / MOBILITY_SCALE),
        }
    }
}

impl Model {
    fn new() -> Self {
        Model {
            tempo: [0.0; 2],
            mobilities: [0.0; 2],
            weights: vec![0.0; patterns::sharing().weights],
            readiness: vec![0.0; patterns::sharing().weights],
        }
    }

    /// Sets how readily each weight learns, by how many of these lessons have it.
    fn prepare<'a>(&mut self, lessons: impl Iterator<Item = &'a Lesson>) {
        self.readiness.fill(0.0);
        for lesson in lessons {
            for weight in Features::of(lesson).weights {
                self.readiness[weight as usize] += 1.0;
            }
        }
        for count in &mut self.readiness {
            *count /= *count + RARE;
        }
    }

    fn value(&self, features: &Features) -> f32 {
        let patterns: f32 = features
            .weights
            .iter()
            .map(|&w| self.weights[w as usize])
            .sum();
        let mobilities = self.mobilities.iter().zip(features.mobilities);
        patterns + self.tempo[features.parity] + mobilities.map(|(w, n)| w * n).sum::<f32>()
    }

    fn step(&mut self, features: &Features, step: f32) {
        for &weight in &features.weights {
            self.weights[weight as usize] += step * self.readiness[weight as usize];
        }
        self.tempo[features.parity] += step;
        for (weight, n) in self.mobilities.iter_mut().zip(features.mobilities) {
            *weight += step * n;
        }
    }

    /// The same in whole numbers.
    fn rounded(&self) -> Stage {
        let centidiscs = |discs: f32| (100.0 * discs).round() as i16;
        let steps = |discs: f32| (100.0 / STEP_CP as f32 * discs).round() as i8;
        let weight_of = patterns::sharing().weight_of.iter();
        Stage {
            tempo: self.tempo.map(centidiscs),
            mobilities: self.mobilities.map(|w| centidiscs(w / MOBILITY_SCALE)),
            fillings: weight_of
                .map(|&w| steps(self.weights[w as usize]))
                .collect(),
        }
    }
}

/// Finds the weights. `passed` is told of each pass, see [`crate::Tuner::learn`].
pub fn fit(
    lessons: &[Lesson],
    passed: &mut dyn FnMut(usize, usize, f64) -> bool,
) -> Option<Weights> {
    let (apart, mut order) = kept_apart(lessons.len());
    let mut random = SplitMix::new(SEED);
    let mut models = vec![Model::new()];
    models[0].prepare(order.iter().map(|&index| &lessons[index as usize]));
    for pass in 0..SHARED_PASSES + PASSES {
        if pass == SHARED_PASSES {
            models = vec![models[0].clone(); STAGES];
            for (number, model) in models.iter_mut().enumerate() {
                let own = order.iter().map(|&index| &lessons[index as usize]);
                model.prepare(own.filter(|lesson| stage_of(lesson) == number));
            }
        }
        random.shuffle(&mut order);
        let progress = pass.saturating_sub(SHARED_PASSES) as f32 / (PASSES - 1) as f32;
        let rate = RATE * (1.0 - 0.98 * progress);
        for &index in &order {
            let lesson = &lessons[index as usize];
            let model = pick(&mut models, lesson);
            let features = Features::of(lesson);
            let error = f32::from(lesson.result) - model.value(&features);
            model.step(&features, rate * error);
        }
        let error = error(lessons, &apart, &mut models);
        if !passed(pass + 1, SHARED_PASSES + PASSES, error) {
            return None;
        }
    }
    Some(Weights {
        stages: models.iter().map(Model::rounded).collect(),
    })
}

/// The weights that a lesson is for: those of its stage, or of all while they are shared.
fn pick<'a>(models: &'a mut [Model], lesson: &Lesson) -> &'a mut Model {
    let number = stage_of(lesson).min(models.len() - 1);
    &mut models[number]
}

fn stage_of(lesson: &Lesson) -> usize {
    stage((!(lesson.own | lesson.other)).count_ones())
}

/// The root of the mean squared error, discs.
fn error(lessons: &[Lesson], which: &[u32], models: &mut [Model]) -> f64 {
    let squares = which.iter().map(|&index| {
        let lesson = &lessons[index as usize];
        let value = pick(models, lesson).value(&Features::of(lesson));
        f64::from(f32::from(lesson.result) - value).powi(2)
    });
    (squares.sum::<f64>() / which.len().max(1) as f64).sqrt()
}
