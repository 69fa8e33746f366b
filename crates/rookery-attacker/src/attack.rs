//! A whole attack: draw pictures, train, read fresh ones.

use std::ops::ControlFlow;

use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use crate::alphabet::Alphabet;
use crate::distance::edits;
use crate::network::layers::Network;
use crate::training::learner::{self, Mark};
use crate::training::picture::Picture;
use crate::training::sample::{Labelled, Sample};
use crate::{AttackPlan, AttackReport, Error, Progress, Stage};
use rookery_captcha::Captcha;

/// Pictures that are drawn between two looks at whether to go on.
const DRAWN_AT_ONCE: usize = 32;

/// A listener that hears of the progress, and is asked whether to go on.
type Tell<'a> = &'a mut dyn FnMut(Progress) -> ControlFlow<()>;

/// Attacks the captcha `live`: learns from `plan.images` pictures of it and reads `plan.test` fresh ones. Words and layouts
/// follow from `plan.seed`; how much is learnt depends on the machine, since time is what is rationed.
///
/// `tell` hears of progress several times a second; when it breaks, training ends early and the report covers what was learnt.
///
/// # Errors
/// A plan that asks for nothing, a picture that cannot be drawn, or a stop before the first step of training.
pub fn attack(live: &Captcha, plan: AttackPlan, tell: Tell<'_>) -> Result<AttackReport, Error> {
    check(&plan)?;
    let mut rng = ChaCha20Rng::seed_from_u64(plan.seed);
    let total = plan.images + plan.test;
    let mut pictures = Vec::with_capacity(total);
    while pictures.len() < total {
        for _ in 0..DRAWN_AT_ONCE.min(total - pictures.len()) {
            let drawn = Labelled::draw(live, &mut rng)?;
            pictures.push((drawn.decode(plan.colour, plan.head.input())?, drawn.word));
        }
        drew(&pictures, total, tell)?;
    }
    let fresh = pictures.split_off(plan.images);
    learn(pictures, fresh, plan, &mut rng, tell)
}

/// Attacks a captcha of which there are only pictures: learns from `train` and reads `test`. The sizes of `plan` do not matter.
///
/// # Errors
/// As [`attack`], and pictures that are no PNG files.
pub fn attack_pictures(
    train: &[Labelled],
    test: &[Labelled],
    plan: AttackPlan,
    tell: Tell<'_>,
) -> Result<AttackReport, Error> {
    let plan = AttackPlan {
        images: train.len(),
        test: test.len(),
        ..plan
    };
    check(&plan)?;
    let total = train.len() + test.len();
    let mut pictures = Vec::with_capacity(total);
    for labelled in train.iter().chain(test) {
        pictures.push((
            labelled.decode(plan.colour, plan.head.input())?,
            labelled.word.clone(),
        ));
        if pictures.len().is_multiple_of(DRAWN_AT_ONCE) || pictures.len() == total {
            drew(&pictures, total, tell)?;
        }
    }
    let fresh = pictures.split_off(train.len());
    let mut rng = ChaCha20Rng::seed_from_u64(plan.seed);
    learn(pictures, fresh, plan, &mut rng, tell)
}

fn check(plan: &AttackPlan) -> Result<(), Error> {
    let problem = if plan.images == 0 {
        "there are no pictures to learn from: ask for at least one"
    } else if plan.test == 0 {
        "there are no fresh pictures to read: ask for at least one"
    } else if !(plan.cpu_s > 0.0 && plan.cpu_s.is_finite()) {
        "the time to learn in must be a number of seconds above zero"
    } else {
        return Ok(());
    };
    Err(Error::AttackPlan(problem.to_owned()))
}

fn drew(pictures: &[(Picture, String)], total: usize, tell: Tell<'_>) -> Result<(), Error> {
    let done = pictures.len() as f64 / total as f64;
    match tell(Progress::at(Stage::Drawing, done)) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Error::Stopped),
    }
}

fn learn(
    pictures: Vec<(Picture, String)>,
    fresh: Vec<(Picture, String)>,
    plan: AttackPlan,
    rng: &mut ChaCha20Rng,
    tell: Tell<'_>,
) -> Result<AttackReport, Error> {
    let alphabet = Alphabet::of(pictures.iter().map(|(_, word)| word.as_str()));
    let samples = |pictures: Vec<(Picture, String)>| -> Vec<Sample> {
        let pictures = pictures.into_iter();
        pictures
            .map(|(picture, word)| Sample::new(picture, &word, &alphabet))
            .collect()
    };
    let (train, test) = (samples(pictures), samples(fresh));
    let channels = if plan.colour { 3 } else { 1 };
    let mut network = Network::new(channels, alphabet.classes(), plan.head, rng);
    let reading = network.reading;
    if let Some(sample) = train.iter().find(|s| !reading.holds(&s.classes)) {
        return Err(Error::Word {
            word: sample.word.clone(),
            max: reading.most_letters(),
        });
    }
    let images = train.len() as f64;
    let progress = |stage, done, mark: &Mark| Progress {
        stage,
        done,
        epochs: mark.seen as f64 / images,
        cpu_s: mark.cpu_s,
        loss: mark.loss,
    };
    let mut stopped = false;
    let mark = learner::train(&mut network, &train, plan.cpu_s, rng, |mark| {
        let done = (mark.cpu_s / plan.cpu_s).min(1.0);
        stopped = tell(progress(Stage::Training, done, mark)).is_break();
        !stopped
    });
    let _ = tell(progress(Stage::Testing, 0.0, &mark));
    let read = learner::read(&mut network, &test, &alphabet);
    let _ = tell(progress(Stage::Testing, 1.0, &mark));
    let (words_read, letters_read) = score(&test, &read);
    Ok(AttackReport {
        words_read,
        letters_read,
        tested: test.len(),
        images: train.len(),
        epochs: mark.seen as f64 / images,
        cpu_s: mark.cpu_s,
        parameters: network.size(),
        stopped,
    })
}

/// Shares of words and of letters that were read.
fn score(test: &[Sample], read: &[String]) -> (f64, f64) {
    let (mut words, mut letters, mut right_letters) = (0, 0, 0);
    for (sample, read) in test.iter().zip(read) {
        words += usize::from(sample.word == *read);
        let length = sample.word.chars().count();
        letters += length;
        right_letters += length.saturating_sub(edits(read, &sample.word));
    }
    (
        words as f64 / test.len() as f64,
        right_letters as f64 / letters.max(1) as f64,
    )
}
