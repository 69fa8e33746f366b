//! `rookery tune`: tuning of a game's evaluation by self-play.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use data_encoding::HEXLOWER;
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::clock::Stopwatch;
use rookery_engine::learning::{SampleFile, SampleFileError, Tuner, play_games};
use rookery_engine::{Control, SplitMix};

use crate::cli::engine::strength::samuel;
use crate::cli::engine::{game_args, replaced_file};
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::made_folder;
use crate::cli::output::{cpu_seconds, json_line, line};
use crate::cli::progress::Progress;
use rookery_games::Registry;

/// Learn the evaluation of a game from games that the engine plays against itself, and write the weights to a file.
///
/// In each round the engine plays games with the weights of the previous round (in the first: in chess with the weights of the
/// build, in other games without learned weights)
/// and learns from the games of all rounds so far. Games are kept in a folder as they are played: after Ctrl-C, the same command
/// continues where it stopped. The same arguments give the same weights on every machine with the same arithmetic.
///
/// With --samuel (checkers alone), nothing is kept or written: the three ways of learning that A. L. Samuel described in 1959 and 1967 are
/// gone through from nothing, and matches show what each of them gains.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rookery tune othello --games 20000,60000 --work ./lessons --out crates/rookery-games/src/othello/weights.bin\n  plays two rounds of games; the weights become part of the next build.\n  \
    rookery tune checkers --samuel --seed 1\n  goes through rote learning, generalisation and signature tables in a few minutes."
)]
pub struct Tune {
    /// The game, by its name in the registry
    game: String,
    /// The evaluation to tune; default: the game's usual one
    #[arg(long, value_name = "NAME", conflicts_with = "samuel")]
    eval: Option<String>,
    /// Number of games of each round, separated by commas [default: 20000,60000; with --samuel: 1000,300,600]
    #[arg(long, value_delimiter = ',', value_name = "N,…", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<Vec<u64>>,
    /// Seed of the openings and all other random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder for the training samples and the weights of each round; created if it does not exist
    #[arg(
        long,
        value_name = "DIR",
        required_unless_present = "samuel",
        conflicts_with = "samuel"
    )]
    work: Option<PathBuf>,
    /// The file of weights to write
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present = "samuel",
        conflicts_with = "samuel"
    )]
    out: Option<PathBuf>,
    /// Number of games played at the same time; the samples do not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256), conflicts_with = "samuel")]
    threads: u16,
    /// Reproduce Samuel's learning in checkers; --games are those of its three stages, one number for all or three
    #[arg(long)]
    samuel: bool,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// The games of each round, unless others are asked for.
const ROUNDS: [u64; 2] = [20_000, 60_000];

/// The result of one round.
struct Round {
    weights: Vec<u8>,
    samples: usize,
    error: f64,
}

impl Tune {
    pub fn run(&self, games: &Registry) -> Result<(), Failure> {
        if self.samuel {
            let games = self.games.as_deref();
            return samuel::run(&self.game, games, self.seed, self.json);
        }
        let (Some(work), Some(out)) = (&self.work, &self.out) else {
            return Err(Failure::input("--work and --out are needed"));
        };
        let rounds = Rounds {
            tune: self,
            work,
            out,
        };
        rounds.run(games)
    }
}

/// The rounds of a game's own learning, with the folder and the file of their weights.
struct Rounds<'a> {
    tune: &'a Tune,
    work: &'a Path,
    out: &'a Path,
}

impl Rounds<'_> {
    fn run(&self, games: &Registry) -> Result<(), Failure> {
        let tune = self.tune;
        let game_type = game_args::game_type(games, &tune.game)?;
        let evaluation = match &tune.eval {
            Some(name) => game_args::evaluation(game_type, name)?,
            None => game_type.sheet().evaluations[0],
        };
        let tuner = || {
            let none = format!(
                "the evaluation '{evaluation}' of {} has no learned weights: there is nothing to tune",
                tune.game
            );
            game_type
                .lab()
                .tuner(evaluation)
                .ok_or_else(|| Failure::input(none))
        };
        let mut tuners: Vec<_> = (0..tune.threads)
            .map(|_| tuner())
            .collect::<Result<_, _>>()?;
        let mut learner = tuner()?;
        made_folder::make(self.work)
            .map_err(|e| Failure::input(format!("cannot create {}: {e}", self.work.display())))?;
        replaced_file::check(self.out)?;
        let stop = interrupt::watch()?;
        let (watch, cpu_start_s) = (Stopwatch::start(), cpu_seconds());
        let mut samples = Vec::new();
        let mut kept = PathBuf::new();
        let mut last: Option<Round> = None;
        let first = learner.first_weights();
        for (round, &games) in (1..).zip(tune.games.as_deref().unwrap_or(&ROUNDS)) {
            let files = RoundFiles {
                work: self.work,
                game: game_type.name(),
                evaluation,
                round,
            };
            let played_with = last.as_ref().map(|last| &last.weights).or(first.as_ref());
            let lessons = files.lessons(played_with.map(Vec::as_slice));
            samples.extend(self.play(round, games, &lessons, &mut tuners, &stop)?);
            check_enough(samples.len() / learner.sample_format().size)?;
            let learned = learn(learner.as_ref(), &samples, round, &stop);
            let learned = learned.ok_or_else(|| self.interrupted())?;
            kept = files.weights();
            replaced_file::write(&kept, &learned.weights)?;
            for tuner in tuners.iter_mut().chain([&mut learner]) {
                tuner.adopt(&learned.weights).map_err(Failure::work)?;
            }
            self.print_round(round, games, &learned)?;
            last = Some(learned);
        }
        let learned = last.ok_or_else(|| Failure::input("--games lists no rounds"))?;
        replaced_file::write(self.out, &learned.weights).map_err(|failure| {
            let (why, kept) = (failure.message, kept.display());
            Failure::work(format!("{why}; the weights are in {kept}"))
        })?;
        let checksum = HEXLOWER.encode(&Sha256::digest(&learned.weights));
        let (bytes, cpu_s) = (learned.weights.len(), cpu_seconds() - cpu_start_s);
        if self.tune.json {
            return json_line(&json!({
                "out": self.out.display().to_string(), "bytes": bytes, "sha256": checksum, "lessons": learned.samples,
                "error": learned.error, "cpu_s": cpu_s,
                "wall_s": watch.elapsed().as_secs_f64(),
            }));
        }
        line(&format!(
            "{}: {bytes} bytes, SHA-256 {checksum}, {cpu_s:.0} CPU seconds",
            self.out.display()
        ))
    }

    /// The training samples of a round: those of its file, and of the games that the file lacks.
    fn play(
        &self,
        round: u64,
        games: u64,
        path: &Path,
        tuners: &mut [Box<dyn Tuner>],
        stop: &Arc<AtomicBool>,
    ) -> Result<Vec<u8>, Failure> {
        let seed = SplitMix::new(self.tune.seed.wrapping_mul(1_000).wrapping_add(round)).next();
        let format = tuners[0].sample_format();
        let opened = SampleFile::open(path, seed, format, games);
        let mut file = opened.map_err(|error| match error {
            SampleFileError::OtherSeed(path) => Failure::input(format!(
                "{} has games of another seed: give the same --seed, or another --work",
                path.display()
            )),
            other => Failure::input(other.to_string()),
        })?;
        let watch = Stopwatch::start();
        let control = Control::new(Arc::clone(stop), Arc::new(move || watch.elapsed()));
        let mut progress = Progress::new();
        let mut on_game =
            |game| progress.show(&format!("{}: game {game} of {games}", path.display()));
        let is_whole = play_games(&mut file, games, tuners, &control, &mut on_game)
            .map_err(|e| Failure::work(e.to_string()))?;
        if is_whole {
            Ok(file.into_samples())
        } else {
            Err(self.interrupted())
        }
    }

    fn print_round(&self, round: u64, games: u64, learned: &Round) -> Result<(), Failure> {
        let (samples, error) = (learned.samples, learned.error);
        if self.tune.json {
            return json_line(&json!({
                "round": round, "games": games, "lessons": samples, "error": error,
            }));
        }
        line(&format!(
            "round {round}: {games} games, {samples} training samples so far, error {error:.3}"
        ))
    }

    fn interrupted(&self) -> Failure {
        Failure::work(format!(
            "interrupted: the games played so far are kept in {}; the same command continues from there",
            self.work.display()
        ))
    }
}

/// The files of a round: of one game and evaluation.
struct RoundFiles<'a> {
    work: &'a Path,
    game: &'a str,
    evaluation: &'static str,
    round: u64,
}

impl RoundFiles<'_> {
    /// The file of training samples. Its name contains a digest of the weights that played the games, so that games of other weights, such
    /// as those of another build, have a file of their own.
    fn lessons(&self, played_with: Option<&[u8]>) -> PathBuf {
        let digest = played_with.map(|weights| HEXLOWER.encode(&Sha256::digest(weights)[..4]));
        let by = digest.map_or_else(String::new, |digest| format!("-{digest}"));
        self.file(&format!("{by}.lessons"))
    }

    fn weights(&self) -> PathBuf {
        self.file(".weights")
    }

    fn file(&self, end: &str) -> PathBuf {
        let (game, evaluation, round) = (self.game, self.evaluation, self.round);
        self.work.join(format!("{game}-{evaluation}-{round}{end}"))
    }
}

/// Checks that there are enough samples to learn from: one is kept apart to measure the error.
fn check_enough(samples: usize) -> Result<(), Failure> {
    match samples {
        0 | 1 => Err(Failure::work(format!(
            "the games gave {samples} training samples, too few to learn from, and no weights are written: give more --games"
        ))),
        _ => Ok(()),
    }
}

/// Learns from all samples; `None` if Ctrl-C was pressed.
fn learn(tuner: &dyn Tuner, samples: &[u8], round: u64, stop: &AtomicBool) -> Option<Round> {
    let mut progress = Progress::new();
    let mut last_error = 0.0;
    let weights = tuner.learn(samples, &mut |epoch, epochs, error| {
        progress.show(&format!(
            "round {round}: epoch {epoch} of {epochs}, error {error:.3}"
        ));
        last_error = error;
        !stop.load(Ordering::Relaxed)
    });
    Some(Round {
        weights: weights?,
        samples: samples.len() / tuner.sample_format().size,
        error: last_error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_where_nothing_was_learned() {
        for samples in [0, 1] {
            assert!(check_enough(samples).is_err_and(|e| e.message.contains("more --games")));
        }
        assert!(check_enough(2).is_ok());
    }

    /// Otherwise a second run in the same folder would mistake the games of another evaluation, or of other weights, for its own.
    #[test]
    fn games_of_other_weights_have_another_file() {
        let files = |evaluation| RoundFiles {
            work: Path::new("lessons"),
            game: "chess",
            evaluation,
            round: 2,
        };
        let names = [
            files("network").lessons(None),
            files("terms").lessons(None),
            files("network").lessons(Some(b"a")),
            files("network").lessons(Some(b"b")),
        ];
        for (n, name) in names.iter().enumerate() {
            assert!(!names[..n].contains(name), "{name:?}");
        }
        let again = files("network").lessons(Some(b"a"));
        assert_eq!(again, names[2]);
    }

    /// Chess plays its first round with the weights of the build, which a rebuild may replace.
    #[test]
    fn the_first_games_of_chess_are_named_by_the_weights_of_the_build() {
        let chess = Registry::shipped().find("chess").unwrap();
        let weights = |evaluation| chess.lab().tuner(evaluation).unwrap().first_weights();
        let (network, learned) = (weights("network").unwrap(), weights("learned").unwrap());
        assert_ne!(network, learned);
        let othello = Registry::shipped().find("othello").unwrap();
        let evaluation = othello.sheet().evaluations[0];
        let tuner = othello.lab().tuner(evaluation).unwrap();
        assert_eq!(tuner.first_weights(), None);
    }
}
