//! How many pictures a core draws a second and how large they are: `cargo bench --bench captcha`.
//!
//! Drawing and PNG on one thread; fonts are read and backgrounds decoded before. CPU seconds of the process, not wall time, so
//! that a busy machine measures the same.

use std::io::Write;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;
use rookery::captcha::{Assets, Error, Live, Scale};
use rustix::time::{ClockId, clock_gettime};

/// Pictures a round; long enough that the clock's step does not matter.
const COUNT: u32 = 5_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let shipped = Live {
        assets: Assets::shipped(),
        ..Live::default()
    };
    let plain = Live {
        assets: Assets {
            backgrounds: Default::default(),
            ..shipped.assets.clone()
        },
        ..shipped.clone()
    };
    let built_in = Live::default();
    let mut out = std::io::stdout().lock();
    for (name, live, scale) in [
        (
            "classic, shipped fonts and backgrounds",
            &shipped,
            Scale::One,
        ),
        ("classic, shipped fonts, plain grounds", &plain, Scale::One),
        (
            "classic, built-in face, plain grounds",
            &built_in,
            Scale::One,
        ),
        ("classic, shipped, scale 2", &shipped, Scale::Two),
    ] {
        round(live, scale)?;
        let (per_cpu_s, bytes_mean) = round(live, scale)?;
        writeln!(
            out,
            "{name}: {per_cpu_s:.0} pictures a CPU second, {bytes_mean:.0} bytes on average"
        )?;
    }
    Ok(())
}

/// Draws [`COUNT`] pictures: how many a CPU second, and their mean size in bytes.
fn round(live: &Live, scale: Scale) -> Result<(f64, f64), Error> {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let mut bytes = 0;
    let start_s = cpu_seconds();
    for _ in 0..COUNT {
        let code = live.code(&mut rng);
        bytes += live.draw(&code, rng.random(), scale)?.png.len();
    }
    let cpu_s = cpu_seconds() - start_s;
    Ok((f64::from(COUNT) / cpu_s, bytes as f64 / f64::from(COUNT)))
}

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
