//! `rookery captcha attack`: training of a small network on labelled captchas, and its score on fresh ones.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha20Rng;
use serde::Serialize;

use crate::clock::Stopwatch;
use rookery_attacker::{AttackPlan, AttackReport, Head, Labelled, Progress, Stage};
use rookery_captcha::Captcha;

use crate::cli::captcha::picture_args::PictureArgs;
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::output::{json_line, line};
use crate::cli::progress;
use crate::cli::site::args::block_on;

/// Train a network on labelled pictures and measure how many fresh ones it reads.
///
/// One run is not a measurement: with the same pictures, one seed may read twice as many words as another. The last line is
/// the best of all seeds. Ctrl-C ends the current training, tests what has been learned, and prints the best so far; the exit code is
/// then 1.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rookery captcha attack --preset classic --plain --images 5000 --cpu-s 300 --seeds 3"
)]
pub struct Attack {
    #[command(flatten)]
    picture: PictureArgs,
    /// Number of labelled pictures to learn from; with --dir, the maximum.
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    images: u32,
    /// CPU seconds of training, on one core; drawing and reading are not counted.
    #[arg(long, default_value_t = 300.0, value_name = "S")]
    cpu_s: f64,
    /// Number of seeds; each has its own pictures and its own initial weights.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=100))]
    seeds: u64,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of fresh pictures to read.
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    test: u32,
    /// Output of the network: ctc (a letter or none for each column), rows (the same, for one row of letters or two), or positions (a letter
    /// for each position).
    #[arg(long, default_value = Head::default().as_str())]
    head: String,
    /// Train on colours, not only on brightness.
    #[arg(long)]
    colour: bool,
    /// Attack the pictures of a folder instead: PNG files of any captcha, named LABEL_anything.png.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["preset", "changes", "plain", "fonts", "backgrounds", "site"])]
    dir: Option<PathBuf>,
    /// Print one JSON object per line: one for each seed, then the best.
    #[arg(long)]
    json: bool,
}

enum Target {
    Captcha(Box<Captcha>),
    Pictures(Vec<Labelled>),
}

#[derive(Serialize)]
struct SeedLine<'a> {
    seed: u64,
    #[serde(flatten)]
    report: &'a AttackReport,
}

#[derive(Serialize)]
struct BestLine<'a> {
    target: &'a str,
    head: Head,
    colour: bool,
    seeds: u64,
    best_seed: u64,
    words_read: f64,
    letters_read: f64,
    images: usize,
    tested: usize,
    /// Of its training.
    cpu_s: f64,
    /// Of all seeds.
    wall_s: f64,
}

/// Runs the command.
///
/// # Errors
/// An unknown preset or head, folders that cannot be read, pictures without labels, or nothing learned before a stop.
pub fn run(args: &Attack) -> Result<(), Failure> {
    let head: Head = args
        .head
        .to_lowercase()
        .parse()
        .map_err(|e| Failure::input(format!("--head: {e}")))?;
    let watch = Stopwatch::start();
    let (name, target) = target(args)?;
    let stop = interrupt::watch()?;
    let mut best: Option<(u64, AttackReport)> = None;
    let mut seeds = 0;
    // After the greatest seed comes the least.
    for seed in (0..args.seeds).map(|n| args.seed.wrapping_add(n)) {
        let plan = AttackPlan {
            images: args.images as usize,
            cpu_s: args.cpu_s,
            test: args.test as usize,
            seed,
            head,
            colour: args.colour,
        };
        let report = match attack(&target, plan, &stop) {
            Err(rookery_attacker::Error::Stopped) => break,
            result => result.map_err(|e| failure(&e))?,
        };
        print_seed(args.json, seed, &report)?;
        seeds += 1;
        let read = |report: &AttackReport| (report.words_read, report.letters_read);
        if best.is_none_or(|(_, best)| read(&report) > read(&best)) {
            best = Some((seed, report));
        }
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    match best {
        Some((best_seed, report)) => {
            let best = BestLine {
                target: &name,
                head,
                colour: args.colour,
                seeds,
                best_seed,
                words_read: report.words_read,
                letters_read: report.letters_read,
                images: report.images,
                tested: report.tested,
                cpu_s: report.cpu_s,
                wall_s: watch.elapsed().as_secs_f64(),
            };
            print_best(args.json, &best)?;
            interrupt::check_whole(stop.load(Ordering::Relaxed))
        }
        None => Err(Failure::work(rookery_attacker::Error::Stopped.to_string())),
    }
}

fn failure(error: &rookery_attacker::Error) -> Failure {
    match error {
        rookery_attacker::Error::Picture { .. }
        | rookery_attacker::Error::AttackPlan(_)
        | rookery_attacker::Error::Word { .. } => Failure::input(error.to_string()),
        _ => Failure::work(error.to_string()),
    }
}

fn target(args: &Attack) -> Result<(String, Target), Failure> {
    if let Some(folder) = &args.dir {
        return Ok((
            folder.display().to_string(),
            Target::Pictures(labelled(folder)?),
        ));
    }
    let captcha = block_on(args.picture.captcha())?;
    Ok((
        args.picture.name(&captcha),
        Target::Captcha(Box::new(captcha)),
    ))
}

fn attack(
    target: &Target,
    plan: AttackPlan,
    stop: &AtomicBool,
) -> Result<AttackReport, rookery_attacker::Error> {
    let mut progress_line = ProgressLine::new();
    let mut tell = |progress: Progress| {
        progress_line.show(plan.seed, &progress);
        match stop.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    match target {
        Target::Captcha(live) => rookery_attacker::attack(live, plan, &mut tell),
        Target::Pictures(pictures) => {
            let mut pictures = pictures.clone();
            pictures.shuffle(&mut ChaCha20Rng::seed_from_u64(plan.seed));
            // There may be fewer pictures than asked for: the test set is taken first, the rest is for training.
            let (test, train) = pictures.split_at(plan.test.min(pictures.len() / 2));
            let train = &train[..plan.images.min(train.len())];
            rookery_attacker::attack_pictures(train, test, plan, &mut tell)
        }
    }
}

/// Seconds between two states of the training that are shown.
const STEP_S: f64 = 0.5;

/// Progress on standard error, if it is a terminal: a line rewritten twice a second.
struct ProgressLine {
    watch: Stopwatch,
    shown: progress::Progress,
    due_s: f64,
}

impl ProgressLine {
    fn new() -> Self {
        ProgressLine {
            watch: Stopwatch::start(),
            shown: progress::Progress::new(),
            due_s: 0.0,
        }
    }

    fn show(&mut self, seed: u64, progress: &Progress) {
        let now_s = self.watch.elapsed().as_secs_f64();
        if now_s < self.due_s {
            return;
        }
        self.due_s = now_s + STEP_S;
        let Progress {
            done,
            epochs,
            cpu_s,
            loss,
            ..
        } = progress;
        let text = match progress.stage {
            Stage::Drawing => format!("drawing, {:.0} %", done * 100.0),
            Stage::Training => format!("{cpu_s:.0} s, {epochs:.1} epochs, loss {loss:.2}"),
            Stage::Testing => "reading".to_owned(),
        };
        self.shown.show(&format!("seed {seed}: {text}"));
    }
}

fn print_seed(json: bool, seed: u64, report: &AttackReport) -> Result<(), Failure> {
    if json {
        return json_line(&SeedLine { seed, report });
    }
    let early = if report.stopped {
        ", stopped early"
    } else {
        ""
    };
    line(&format!(
        "seed {seed}: {:.1} % of {} words, {:.1} % of letters ({} pictures, {:.1} epochs, {:.0} CPU seconds{early})",
        report.words_read * 100.0,
        report.tested,
        report.letters_read * 100.0,
        report.images,
        report.epochs,
        report.cpu_s
    ))
}

fn print_best(json: bool, best: &BestLine<'_>) -> Result<(), Failure> {
    if json {
        return json_line(best);
    }
    line(&format!(
        "{}: best of {}, with seed {}: {:.1} % of words, {:.1} % of letters",
        best.target,
        best.seeds,
        best.best_seed,
        best.words_read * 100.0,
        best.letters_read * 100.0
    ))
}

/// The labelled pictures of a folder: `LABEL_anything.png`. Other files are skipped.
fn labelled(folder: &Path) -> Result<Vec<Labelled>, Failure> {
    let failed =
        |path: &Path, e: io::Error| Failure::input(format!("cannot read {}: {e}", path.display()));
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| entry.map(|e| e.path())).collect())
        .map_err(|e| failed(folder, e))?;
    // The order of directory entries depends on the file system; the same seed must learn from the same pictures anywhere.
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        if path
            .extension()
            .is_none_or(|ext| !ext.eq_ignore_ascii_case("png"))
        {
            continue;
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let Some((word, _)) = stem.split_once('_').filter(|(word, _)| !word.is_empty()) else {
            return Err(Failure::input(format!(
                "{} has no label: name pictures LABEL_anything.png",
                path.display()
            )));
        };
        found.push(Labelled {
            word: word.to_owned(),
            png: fs::read(&path).map_err(|e| failed(&path, e))?,
        });
    }
    if found.len() < 2 {
        return Err(Failure::input(format!(
            "{} has {} labelled pictures (LABEL_anything.png): at least two are needed, and thousands for a useful result",
            folder.display(),
            found.len()
        )));
    }
    Ok(found)
}
