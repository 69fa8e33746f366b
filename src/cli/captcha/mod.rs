//! `rookery captcha`: sample pictures and recordings, reading tests, the generated backgrounds, the attack, and the price of
//! an account.

mod attack;
mod audio;
mod blind;
mod output_folder;
mod picture_args;
mod price;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;
use serde::Serialize;

use rookery_captcha as captcha;
use rookery_captcha::backgrounds;
use rookery_captcha::{Look, Scale};

use crate::cli::captcha::output_folder::{make_folder, make_sample_folder, write};
use crate::cli::captcha::picture_args::PictureArgs;
use crate::cli::failure::Failure;
use crate::cli::output;
use crate::cli::site::args::block_on;
use crate::clock::Stopwatch;

/// Draw, score and attack captchas, generate their backgrounds, or measure what an account costs.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rookery captcha sample --count 12 --out /tmp/pictures")]
pub struct CaptchaCommand {
    #[command(subcommand)]
    act: Act,
}

#[derive(Debug, Subcommand)]
enum Act {
    /// Draw pictures into a folder, named by their word: LABEL_00001.png. With --audio: recordings, LABEL_00001.wav.
    #[command(
        after_help = "Examples:\n  rookery captcha sample --preset classic --count 1000 --out /tmp/classic --seed 1\n  \
        rookery captcha sample --set strong.masks=off --out /tmp/without-masks\n  \
        rookery captcha sample --site --data ./data --out /tmp/of-the-site"
    )]
    Sample(Sample),
    /// Compare what a person typed with the words of pictures that `captcha sample --blind` drew.
    #[command(after_help = "Example:\n  rookery captcha score /tmp/blind typed.txt")]
    Score(blind::Score),
    /// Generate the backgrounds: 16 colours each, the same files for the same seed.
    #[command(after_help = "Example:\n  rookery captcha backgrounds --out backgrounds")]
    Backgrounds(Backgrounds),
    Attack(attack::Attack),
    Price(price::PriceArgs),
}

/// Maximum number of pictures of a sheet that people read from.
const MOST_BLIND: u32 = 1_000;

#[derive(Debug, Args)]
struct Sample {
    #[command(flatten)]
    picture: PictureArgs,
    /// Number of pictures.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// The folder that the pictures are written to; made where it is missing. One with samples of an earlier run is refused.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The same seed draws the same pictures; the default is random and is printed.
    #[arg(long)]
    seed: Option<u64>,
    /// 1, or 2 for screens with two device pixels per CSS pixel.
    #[arg(long, default_value_t = 1)]
    scale: u32,
    /// Write recordings instead of pictures; their label is the code with hyphens.
    #[arg(long, conflicts_with_all = ["preset", "changes", "scale", "fonts", "backgrounds", "plain", "site", "blind"])]
    audio: bool,
    /// Name pictures only by their number, write all of them to sheet.png too, and the words to answers.sealed.
    #[arg(long)]
    blind: bool,
    /// Print the totals as one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct Backgrounds {
    /// The folder that the pictures are written to; made where it is missing.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The seed; another one makes other pictures of the same kinds.
    #[arg(long, default_value_t = backgrounds::SHIPPED_SEED)]
    seed: u64,
    /// Print one JSON object per line: one for each picture, then the totals.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// An unknown preset or scale, or a folder that cannot be read or written.
pub fn run(captcha: CaptchaCommand) -> Result<(), Failure> {
    match captcha.act {
        Act::Sample(args) => sample(&args),
        Act::Score(args) => blind::score(&args),
        Act::Backgrounds(args) => make_backgrounds(&args),
        Act::Attack(args) => attack::run(&args),
        Act::Price(args) => price::run(&args),
    }
}

/// A seed that a number of JSON carries whole in every reader: of 53 bits (RFC 8259, section 6).
fn random_seed() -> u64 {
    rand::random::<u64>() >> 11
}

#[derive(Serialize)]
struct SampleTotals<'a> {
    preset: &'a str,
    scale: u32,
    seed: u64,
    fonts: usize,
    backgrounds: usize,
    count: u32,
    bytes_mean: f64,
    cpu_s: f64,
    wall_s: f64,
    per_cpu_s: f64,
}

fn sample(args: &Sample) -> Result<(), Failure> {
    let watch = Stopwatch::start();
    if args.audio {
        let seed = args.seed.unwrap_or_else(random_seed);
        return audio::sample(&args.out, args.count, seed, args.json);
    }
    if args.blind && args.count > MOST_BLIND {
        return Err(Failure::input(format!(
            "--blind puts all pictures on one sheet: --count {MOST_BLIND} at most"
        )));
    }
    let scale = Scale::try_from(args.scale).map_err(|e| Failure::input(format!("--scale: {e}")))?;
    let live = block_on(args.picture.captcha())?;
    make_sample_folder(&args.out)?;
    let seed = args.seed.unwrap_or_else(random_seed);
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let (mut bytes, mut cpu_s) = (0, 0.0);
    let (mut words, mut pictures) = (Vec::new(), Vec::new());
    for number in 1..=args.count {
        let code = live.code(&mut rng);
        let layout_seed = rng.random();
        let before = output::cpu_seconds();
        let drawing = live.draw(&code, layout_seed, Look::at(scale));
        cpu_s += output::cpu_seconds() - before;
        let drawing = drawing.map_err(|e| Failure::work(e.to_string()))?;
        bytes += drawing.png.len();
        let name = match args.blind {
            true => format!("{number:05}.png"),
            false => format!("{code}_{number:05}.png"),
        };
        write(&args.out.join(name), &drawing.png)?;
        if args.blind {
            words.push(code);
            pictures.push(drawing.png);
        }
    }
    if args.blind {
        blind::seal(&args.out, &words)?;
        let sheet = captcha::sheet(&pictures).map_err(|e| Failure::work(e.to_string()))?;
        write(&args.out.join("sheet.png"), &sheet)?;
    }
    let totals = SampleTotals {
        preset: live.settings.preset.as_str(),
        scale: args.scale,
        seed,
        fonts: live.assets.fonts.len(),
        backgrounds: live.assets.backgrounds.len(),
        count: args.count,
        bytes_mean: bytes as f64 / f64::from(args.count),
        cpu_s,
        wall_s: watch.elapsed().as_secs_f64(),
        per_cpu_s: f64::from(args.count) / cpu_s.max(f64::MIN_POSITIVE),
    };
    if args.json {
        return output::json_line(&totals);
    }
    output::line(&format!(
        "{} pictures in {} (seed {seed}): {:.0} bytes on average, {:.0} drawn per CPU second",
        totals.count,
        args.out.display(),
        totals.bytes_mean,
        totals.per_cpu_s
    ))
}

#[derive(Serialize)]
struct BackgroundLine<'a> {
    file: &'a str,
    bytes: usize,
}

#[derive(Serialize)]
struct BackgroundTotals {
    count: usize,
    bytes: usize,
    seed: u64,
}

fn make_backgrounds(args: &Backgrounds) -> Result<(), Failure> {
    make_folder(&args.out)?;
    let pictures = backgrounds::generate(args.seed).map_err(|e| Failure::work(e.to_string()))?;
    for (name, png) in &pictures {
        write(&args.out.join(name), png)?;
        if args.json {
            output::json_line(&BackgroundLine {
                file: name,
                bytes: png.len(),
            })?;
        }
    }
    let totals = BackgroundTotals {
        count: pictures.len(),
        bytes: pictures.iter().map(|(_, png)| png.len()).sum(),
        seed: args.seed,
    };
    if args.json {
        return output::json_line(&totals);
    }
    output::line(&format!(
        "{} backgrounds in {}, {} bytes",
        totals.count,
        args.out.display(),
        totals.bytes
    ))
}
