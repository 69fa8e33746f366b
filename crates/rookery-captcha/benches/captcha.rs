//! Captcha throughput of one core (pictures and recordings per second), their sizes, and the time of a check of a proof of work:
//! `cargo bench --bench captcha`; with `-- proof` the last alone.
//!
//! Drawing and PNG on one thread; fonts are read and backgrounds decoded before. CPU seconds of the process, not wall time, so
//! that a busy machine measures the same.

use std::io::Write;
use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;
use rookery_captcha::defence::{Proof, SOLUTIONS};
use rookery_captcha::{Assets, Captcha, Error, Look, Preset, Scale, Settings};
use rustix::time::{ClockId, clock_gettime};

/// Pictures a round; long enough that the clock's step does not matter.
const COUNT: u32 = 5_000;
/// The work of an account, as it ships.
const TRIES: u32 = 1_024;
/// Checks of a proof.
const CHECKS: u32 = 100;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "proof of {TRIES} tries: {:.1} ms of CPU to check",
        proofs()
    )?;
    if std::env::args().any(|argument| argument == "proof") {
        return Ok(());
    }
    let shipped = Arc::new(Assets::shipped());
    let no_grounds = Arc::new(Assets {
        backgrounds: Default::default(),
        ..Assets::shipped()
    });
    let live = |preset, assets: &Arc<Assets>| Captcha {
        settings: Settings {
            preset,
            ..Settings::default()
        },
        assets: Arc::clone(assets),
    };
    let strong = live(Preset::Strong, &shipped);
    let classic = live(Preset::Classic, &shipped);
    let plain = live(Preset::Classic, &no_grounds);
    let built_in = live(Preset::Classic, &Arc::default());
    let (one, two) = (Look::default(), Look::at(Scale::Two));
    for (name, live, look) in [
        ("strong, shipped fonts and backgrounds", &strong, one),
        ("strong, shipped, scale 2", &strong, two),
        ("classic, shipped fonts and backgrounds", &classic, one),
        ("classic, shipped fonts, plain grounds", &plain, one),
        ("classic, built-in face, plain grounds", &built_in, one),
        ("classic, shipped, scale 2", &classic, two),
    ] {
        round(live, look)?;
        let (per_cpu_s, bytes_mean) = round(live, look)?;
        writeln!(
            out,
            "{name}: {per_cpu_s:.0} pictures a CPU second, {bytes_mean:.0} bytes on average"
        )?;
    }
    recordings(&strong)?;
    let (per_cpu_s, bytes_mean) = recordings(&strong)?;
    writeln!(
        out,
        "audio: {per_cpu_s:.0} recordings a CPU second, {bytes_mean:.0} bytes on average"
    )?;
    Ok(())
}

/// Checks a right proof over and over: milliseconds of CPU for one check.
fn proofs() -> f64 {
    let challenge = "a".repeat(26);
    let shows = |number: &String| Proof::tries_of_number(number, &challenge) >= u64::from(TRIES);
    let numbers = (0_u32..).map(|number| number.to_string()).filter(shows);
    let numbers: Vec<String> = numbers.take(SOLUTIONS).collect();
    let proof = Proof::parse(&numbers.join(".")).expect("eight numbers");
    let start_s = cpu_seconds();
    for _ in 0..CHECKS {
        assert!(proof.tries(&challenge, TRIES) >= u64::from(TRIES));
    }
    (cpu_seconds() - start_s) * 1000.0 / f64::from(CHECKS)
}

/// Speaks [`COUNT`] codes: how many a CPU second, and the mean size of the recordings in bytes.
fn recordings(live: &Captcha) -> Result<(f64, f64), Error> {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let mut bytes = 0;
    let start_s = cpu_seconds();
    for _ in 0..COUNT {
        let code = live.audio_code(&mut rng);
        bytes += live.speak(&code, rng.random())?.wav.len();
    }
    let cpu_s = cpu_seconds() - start_s;
    Ok((f64::from(COUNT) / cpu_s, bytes as f64 / f64::from(COUNT)))
}

/// Draws [`COUNT`] pictures: how many a CPU second, and their mean size in bytes.
fn round(live: &Captcha, look: Look) -> Result<(f64, f64), Error> {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let mut bytes = 0;
    let start_s = cpu_seconds();
    for _ in 0..COUNT {
        let code = live.code(&mut rng);
        bytes += live.draw(&code, rng.random(), look)?.png.len();
    }
    let cpu_s = cpu_seconds() - start_s;
    Ok((f64::from(COUNT) / cpu_s, bytes as f64 / f64::from(COUNT)))
}

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
