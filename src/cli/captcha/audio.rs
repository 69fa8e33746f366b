//! `rookery captcha sample --audio`: sample recordings of the audio captcha.

use std::path::Path;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;
use serde::Serialize;

use rookery_captcha::Captcha;

use crate::cli::captcha::output_folder::{make_sample_folder, write};
use crate::cli::failure::Failure;
use crate::cli::output;
use crate::clock::Stopwatch;

#[derive(Serialize)]
struct AudioTotals {
    audio: bool,
    seed: u64,
    count: u32,
    bytes_mean: f64,
    bytes_max: usize,
    ms_mean: f64,
    cpu_s: f64,
    wall_s: f64,
    per_cpu_s: f64,
}

/// Writes `count` recordings into a folder, named by their code with hyphens: `7-dragon-0-4-4_00001.wav`.
///
/// # Errors
/// The folder cannot be written, or has samples of an earlier run.
pub fn sample(out: &Path, count: u32, seed: u64, json: bool) -> Result<(), Failure> {
    let watch = Stopwatch::start();
    make_sample_folder(out)?;
    let live = Captcha::default();
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let (mut bytes, mut bytes_max, mut ms, mut cpu_s) = (0, 0, 0, 0.0);
    for number in 1..=count {
        let code = live.audio_code(&mut rng);
        let speech_seed = rng.random();
        let before = output::cpu_seconds();
        let recording = live.speak(&code, speech_seed);
        cpu_s += output::cpu_seconds() - before;
        let recording = recording.map_err(|e| Failure::work(e.to_string()))?;
        bytes += recording.wav.len();
        bytes_max = bytes_max.max(recording.wav.len());
        ms += u64::from(recording.ms);
        let name = format!("{}_{number:05}.wav", code.replace(' ', "-"));
        write(&out.join(name), &recording.wav)?;
    }
    let totals = AudioTotals {
        audio: true,
        seed,
        count,
        bytes_mean: bytes as f64 / f64::from(count),
        bytes_max,
        ms_mean: ms as f64 / f64::from(count),
        cpu_s,
        wall_s: watch.elapsed().as_secs_f64(),
        per_cpu_s: f64::from(count) / cpu_s.max(f64::MIN_POSITIVE),
    };
    if json {
        return output::json_line(&totals);
    }
    output::line(&format!(
        "{count} recordings in {} (seed {seed}): {:.0} bytes and {:.1} s on average, {:.0} spoken per CPU second",
        out.display(),
        totals.bytes_mean,
        totals.ms_mean / 1000.0,
        totals.per_cpu_s
    ))
}
