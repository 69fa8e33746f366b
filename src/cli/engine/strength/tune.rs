//! `rookery tune`: tuning of a game's evaluation by self-play.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::clock::Stopwatch;
use rookery_engine::SplitMix;
use rookery_games::Tuner;

use crate::cli::engine::game_args;
use crate::cli::engine::strength::tune_lessons::Lessons;
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::output::{cpu_seconds, json_line, line};
use crate::cli::progress::Progress;
use rookery_games::Registry;

/// Learn the evaluation of a game from games that the engine plays against itself, and write the weights to a file.
///
/// In each round the engine plays games with the weights of the previous round (in the first, with what it knows without any)
/// and learns from the games of all rounds so far. Games are kept in a folder as they are played: after Ctrl-C, the same command
/// continues where it stopped. The same arguments give the same weights on every machine with the same arithmetic.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rookery tune othello --games 20000,60000 --work ./lessons --out crates/rookery-games/src/othello/weights.bin\n  plays two rounds of games; the weights become part of the next build."
)]
pub struct Tune {
    /// The game, by its name in the registry
    game: String,
    /// The evaluation to tune; default: the game's usual one
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,
    /// Number of games of each round, separated by commas
    #[arg(long, default_value = "20000,60000", value_delimiter = ',', value_name = "N,…", value_parser = clap::value_parser!(u64).range(1..))]
    games: Vec<u64>,
    /// Seed of the openings and all other random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder for the lessons and the weights of each round; created if it does not exist
    #[arg(long, value_name = "DIR")]
    work: PathBuf,
    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of games played at the same time; the lessons do not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// The result of one round.
struct Round {
    weights: Vec<u8>,
    lessons: usize,
    error: f64,
}

impl Tune {
    pub fn run(&self, games: &Registry) -> Result<(), Failure> {
        let kind = game_args::kind(games, &self.game)?;
        let evaluation = match &self.eval {
            Some(name) => game_args::evaluation(kind, name)?,
            None => kind.sheet().evaluations[0],
        };
        let tuner = || {
            let none = format!(
                "the evaluation '{evaluation}' of {} has no learned weights: there is nothing to tune",
                self.game
            );
            kind.lab()
                .tuner(evaluation)
                .ok_or_else(|| Failure::input(none))
        };
        let mut tuners: Vec<_> = (0..self.threads)
            .map(|_| tuner())
            .collect::<Result<_, _>>()?;
        let mut learner = tuner()?;
        fs::create_dir_all(&self.work)
            .map_err(|e| Failure::input(format!("cannot make {}: {e}", self.work.display())))?;
        let stop = interrupt::watch()?;
        let (watch, cpu_start_s) = (Stopwatch::start(), cpu_seconds());
        let mut lessons = Vec::new();
        let mut last = None;
        for (round, &games) in (1..).zip(&self.games) {
            let seed = SplitMix::new(self.seed.wrapping_mul(1_000).wrapping_add(round)).next();
            let file = Lessons::open(self.path(round, "lessons"), seed, games)?;
            let played = file.play(games, &mut tuners, &stop)?;
            let played = played.ok_or_else(|| self.interrupted())?;
            lessons.extend(played);
            teach(lessons.len() / learner.lesson_size().max(1))?;
            let learned = learn(learner.as_ref(), &lessons, round, &stop);
            let learned = learned.ok_or_else(|| self.interrupted())?;
            let path = self.path(round, "weights");
            write(&path, &learned.weights)?;
            for tuner in tuners.iter_mut().chain([&mut learner]) {
                tuner.adopt(&learned.weights).map_err(Failure::work)?;
            }
            self.print_round(round, games, &learned)?;
            last = Some(learned);
        }
        let learned = last.ok_or_else(|| Failure::input("--games names no round"))?;
        write(&self.out, &learned.weights)?;
        let checksum = hex(&Sha256::digest(&learned.weights));
        let (bytes, cpu_s) = (learned.weights.len(), cpu_seconds() - cpu_start_s);
        if self.json {
            return json_line(&json!({
                "out": self.out, "bytes": bytes, "sha256": checksum, "lessons": learned.lessons,
                "error": learned.error, "cpu_s": cpu_s,
                "wall_s": watch.elapsed().as_secs_f64(),
            }));
        }
        line(&format!(
            "{}: {bytes} bytes, SHA-256 {checksum}, {cpu_s:.0} CPU seconds",
            self.out.display()
        ))
    }

    /// A file of a round.
    fn path(&self, round: u64, kind: &str) -> PathBuf {
        self.work.join(format!("{}-{round}.{kind}", self.game))
    }

    fn print_round(&self, round: u64, games: u64, learned: &Round) -> Result<(), Failure> {
        let (lessons, error) = (learned.lessons, learned.error);
        if self.json {
            return json_line(&json!({
                "round": round, "games": games, "lessons": lessons, "error": error,
            }));
        }
        line(&format!(
            "round {round}: {games} games, {lessons} lessons so far, error {error:.3}"
        ))
    }

    fn interrupted(&self) -> Failure {
        Failure::work(format!(
            "interrupted: the games played so far are kept in {}; the same command continues from there",
            self.work.display()
        ))
    }
}

/// Checks that there are enough lessons to learn from: one is kept apart to measure the error.
fn teach(lessons: usize) -> Result<(), Failure> {
    match lessons {
        0 | 1 => Err(Failure::work(format!(
            "the games gave {lessons} lessons, too few to learn from, and no weights are written: give more --games"
        ))),
        _ => Ok(()),
    }
}

/// Learns from all lessons; `None` if Ctrl-C was pressed.
fn learn(tuner: &dyn Tuner, lessons: &[u8], round: u64, stop: &AtomicBool) -> Option<Round> {
    let mut progress = Progress::new();
    let mut last_error = 0.0;
    let weights = tuner.learn(lessons, &mut |pass, passes, error| {
        progress.show(&format!(
            "round {round}: pass {pass} of {passes}, error {error:.3}"
        ));
        last_error = error;
        !stop.load(Ordering::Relaxed)
    });
    Some(Round {
        weights: weights?,
        lessons: lessons.len() / tuner.lesson_size().max(1),
        error: last_error,
    })
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes)
        .map_err(|e| Failure::work(format!("cannot write {}: {e}", path.display())))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_where_nothing_was_learned() {
        for lessons in [0, 1] {
            assert!(teach(lessons).is_err_and(|e| e.message.contains("more --games")));
        }
        assert!(teach(2).is_ok());
    }
}
