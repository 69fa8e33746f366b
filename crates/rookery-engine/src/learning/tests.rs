//! Learning against known results: a file that was never cut off, and the line that points were made from.

use std::fs;
use std::path::Path;

use crate::learning::{
    LearningRate, Model, OnEpoch, SampleFile, SampleFormat, Training, TrainingSample, Tuner, pack,
    play_games,
};
use crate::{Control, SplitMix};

/// A sample of two bytes, the second of which is the first upside down.
struct Mirrored(u8);

impl TrainingSample for Mirrored {
    const SIZE: usize = 2;

    fn pack(&self, record: &mut [u8]) {
        record.copy_from_slice(&[self.0, !self.0]);
    }

    fn unpack(record: &[u8]) -> Option<Self> {
        (record[1] == !record[0]).then_some(Mirrored(record[0]))
    }
}

/// Plays games that are nothing but numbers: up to three samples, which follow from the seed.
struct Numbers {
    /// Games until somebody stops it.
    left: usize,
}

impl Numbers {
    fn tuner(left: usize) -> Box<dyn Tuner> {
        Box::new(Numbers { left })
    }
}

impl Tuner for Numbers {
    fn adopt(&mut self, _: &[u8]) -> Result<(), String> {
        Ok(())
    }

    fn play(&mut self, seed: u64, control: &Control) -> Option<Vec<u8>> {
        if self.left == 0 {
            control.stop();
            return None;
        }
        self.left -= 1;
        let samples: Vec<_> = (0..seed % 4).map(|i| Mirrored((seed >> i) as u8)).collect();
        Some(pack(&samples))
    }

    fn sample_format(&self) -> SampleFormat {
        SampleFormat::of::<Mirrored>()
    }

    fn learn(&self, _: &[u8], _: &mut OnEpoch<'_>) -> Option<Vec<u8>> {
        None
    }
}

const SEED: u64 = 12;
const GAMES: u64 = 20;

fn open(path: &Path, most: u64) -> Result<SampleFile, String> {
    let format = SampleFormat::of::<Mirrored>();
    SampleFile::open(path, SEED, format, most).map_err(|e| e.to_string())
}

/// The samples of all games by this number of tuners.
fn play(path: &Path, tuners: usize) -> Result<Vec<u8>, String> {
    let mut file = open(path, GAMES)?;
    let mut tuners: Vec<_> = (0..tuners).map(|_| Numbers::tuner(100)).collect();
    let control = Control::unlimited();
    let is_whole = play_games(&mut file, GAMES, &mut tuners, &control, &mut |_| {});
    assert!(is_whole.unwrap());
    Ok(file.into_samples())
}

/// The file of all games, as it is when nothing goes wrong: each record by hand.
fn whole_file() -> Vec<u8> {
    let mut bytes = SEED.to_le_bytes().to_vec();
    for game in 0..GAMES {
        let seed = SplitMix::new(SEED + game).next();
        bytes.extend([2 * (seed % 4) as u8, 0, 0, 0]);
        for i in 0..seed % 4 {
            bytes.extend([(seed >> i) as u8, !((seed >> i) as u8)]);
        }
    }
    bytes
}

#[test]
fn a_file_cut_off_at_any_byte_goes_on_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.samples");
    let whole = whole_file();
    let samples = play(&path, 3).unwrap();
    assert_eq!(fs::read(&path).unwrap(), whole);
    assert_eq!(whole.len(), 8 + 4 * GAMES as usize + samples.len());
    for length in 0..=whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        assert_eq!(play(&path, 1 + length % 3).unwrap(), samples);
        assert_eq!(fs::read(&path).unwrap(), whole, "cut off at {length}");
    }
}

/// Where the machine loses its power, a file may have its size and not its bytes.
#[test]
fn zeros_at_the_end_are_no_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("zeros.samples");
    let whole = whole_file();
    let samples = play(&path, 1).unwrap();
    // All games, and the first two, whose samples are three each.
    for (length, games) in [(whole.len(), GAMES), (8 + 10 + 10, 2)] {
        fs::write(&path, [&whole[..length], &[0_u8; 4_096][..]].concat()).unwrap();
        assert_eq!(open(&path, 2_000).unwrap().games(), games);
        assert_eq!(play(&path, 2).unwrap(), samples);
        assert_eq!(open(&path, GAMES).unwrap().games(), GAMES);
    }
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn what_was_stopped_is_kept_and_no_more_games_are_read_than_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stopped.samples");
    let mut file = open(&path, GAMES).unwrap();
    let mut told = Vec::new();
    let mut on_game = |games| told.push(games);
    let control = Control::unlimited();
    let is_whole = play_games(
        &mut file,
        GAMES,
        &mut [Numbers::tuner(5)],
        &control,
        &mut on_game,
    );
    assert!(!is_whole.unwrap());
    assert_eq!(told, [1, 2, 3, 4, 5]);
    drop(file);
    let (kept, whole) = (fs::read(&path).unwrap(), whole_file());
    assert_eq!(kept, whole[..kept.len()]);
    assert_eq!(open(&path, GAMES).unwrap().games(), 5);
    assert_eq!(open(&path, 3).unwrap().games(), 3);
}

/// Two that write to one file would each cut off what the other has half written.
#[test]
fn a_file_is_open_once_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shared.samples");
    for is_there in [false, true] {
        assert_eq!(path.exists(), is_there);
        let first = open(&path, GAMES).unwrap();
        let refused = open(&path, GAMES).err().unwrap();
        assert!(
            refused.contains("shared.samples: another `rookery tune` writes to it"),
            "{refused}"
        );
        drop(first);
        play(&path, 1).unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole_file());
    }
}

#[test]
fn a_damaged_file_is_refused_by_name_and_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged.samples");
    let whole = whole_file();
    // Games 1 and 2 as they are, then a third.
    let size = |at: usize| 4 + usize::from(whole[at]);
    let third = 8 + size(8) + size(8 + size(8));
    let refused = |record: &[u8], behind: &[u8], why: &str| {
        fs::write(&path, [&whole[..third], record, behind].concat()).unwrap();
        let before = fs::read(&path).unwrap();
        let words = play(&path, 1).unwrap_err();
        for part in ["damaged.samples: game 3: ", why, "remove it"] {
            assert!(words.contains(part), "'{part}' is not in: {words}");
        }
        assert_eq!(fs::read(&path).unwrap(), before, "nothing was lost");
    };
    refused(
        &[3, 0, 0, 0, 1, 254, 1],
        &[],
        "3 bytes of samples, 2 bytes each",
    );
    refused(&[255, 255, 255, 254], &[0; 50], "4278190079 bytes");
    refused(
        &[4, 0, 0, 0, 1, 254, 7, 7],
        &whole[third..],
        "record 2 is not",
    );
    let other = SampleFile::open(&path, SEED + 1, SampleFormat::of::<Mirrored>(), 1);
    assert!(other.is_err_and(|e| e.to_string().contains("another seed")));
}

/// The line 2x − 1, on points of which every fourth is not there.
struct Line;

impl Line {
    fn x(sample: u32) -> Option<f32> {
        (!sample.is_multiple_of(4)).then_some(sample as f32 / 100.0 - 1.0)
    }
}

impl Model for Line {
    fn error(&self, weights: &[f32], sample: u32) -> Option<f32> {
        let x = Line::x(sample)?;
        Some(weights[0] * x + weights[1] - (2.0 * x - 1.0))
    }

    fn add_gradient(&self, weights: &[f32], sample: u32, gradient: &mut [f32]) {
        if let (Some(x), Some(error)) = (Line::x(sample), self.error(weights, sample)) {
            gradient[0] += error * x;
            gradient[1] += error;
        }
    }

    fn decay(&self, index: usize, weight: f32) -> f32 {
        if index == 2 { weight } else { 0.0 }
    }

    fn bound(&self, index: usize) -> f32 {
        if index == 3 { 0.5 } else { f32::INFINITY }
    }
}

const TRAINING: Training = Training {
    epochs: 40,
    batch: 20,
    parts: 3,
    rate: LearningRate::Cosine(0.1, 1e-3),
    epsilon: 1e-8,
    pull: 0.0,
};

#[test]
fn descent_finds_the_line_and_keeps_to_its_limits() {
    for rate in [TRAINING.rate, LearningRate::Linear(0.1, 1e-3)] {
        let training = Training { rate, ..TRAINING };
        let first = vec![0.0, 0.0, 1.0, 3.0];
        let run = |on_epoch: &mut OnEpoch<'_>| {
            training.run(&Line, 200, first.clone(), SplitMix::new(1), on_epoch)
        };
        let mut errors = Vec::new();
        let learned = run(&mut |_, _, error| {
            errors.push(error);
            true
        });
        let learned = learned.unwrap();
        assert!((learned[0] - 2.0).abs() < 0.01, "{learned:?}");
        assert!((learned[1] + 1.0).abs() < 0.01, "{learned:?}");
        // No sample holds the third weight, which decays; the fourth began beyond its bound.
        assert!(learned[2].abs() < 0.01, "{learned:?}");
        assert_eq!(learned[3], 0.5);
        assert_eq!(errors.len(), 40);
        assert!(errors[39] < 0.01 && errors[0] > 0.1, "{errors:?}");
        assert!(run(&mut |epoch, epochs, _| (epoch, epochs) != (2, 40)).is_none());
    }
}

/// A weight that should be 1.
struct One;

impl Model for One {
    fn error(&self, weights: &[f32], _: u32) -> Option<f32> {
        Some(weights[0] - 1.0)
    }

    fn add_gradient(&self, weights: &[f32], _: u32, gradient: &mut [f32]) {
        gradient[0] += weights[0] - 1.0;
    }
}

/// The least of (w − 1)² + pull · (w − first)² is at (1 + pull · first) / (1 + pull).
#[test]
fn the_pull_is_that_of_ridge_regression() {
    for (pull, first, expected) in [(0.0, 3.0, 1.0), (1.0, 0.0, 0.5), (3.0, -1.0, -0.5)] {
        let training = Training { pull, ..TRAINING };
        let learned = training.run(&One, 100, vec![first], SplitMix::new(1), &mut |_, _, _| {
            true
        });
        let weight = learned.unwrap()[0];
        assert!((weight - expected).abs() < 0.01, "{weight} {expected}");
    }
}
