//! `rookery levels`: each level of a game against the one below, and the first against a plain one-ply search and random moves.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::{fs, io};

use clap::Args;
use serde_json::json;

use crate::clock::Stopwatch;
use rookery_engine::Control;
use rookery_games::lab::tournament::{EngineConfig, LadderPlan, LevelTest, LossPlan, MatchScore};
use rookery_games::{GameType, LEVEL_COUNT, Measure, Measured, Opponent};

use crate::cli::engine::strength::level_losses::{self, RowName};
use crate::cli::engine::strength::match_::told;
use crate::cli::engine::{game_args, replaced_file};
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::output::{cpu_seconds, json_line, line};
use crate::cli::progress::Progress;
use rookery_games::Registry;

/// Measure the strength of the levels of a game.
///
/// Each level plays the one below until the results show with 95 % confidence that it scores more than 60 %, or that it does
/// not, or until the games are used up. The first level plays 200 games against a plain one-ply search with the same
/// evaluation, of which it may score at most 40 %, and 200 against random moves, of which it must score at least 90 %. The exit
/// code is 1 if a level fails its test, or after Ctrl-C; games that are played from a table are exempt. With --losses, each level
/// plays itself instead, and a stronger search judges every third move.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rookery levels morabaraba\n  rookery levels morabaraba --level 3\n\n\
    Run it with --write in the folder of the sources: it writes crates/rookery-games/src/<game>/levels.tsv, which the site shows where a \
    level is chosen. Existing results are kept as long as neither the engine (the signature of the bench) nor the two levels have \
    changed, so that Ctrl-C loses one match at most."
)]
pub struct Levels {
    /// The game, by its name in the registry
    game: String,
    /// Maximum number of games of a level against the one below, 20 at least
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(20..))]
    games: u32,
    /// Measure only this level
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=8), conflicts_with = "write")]
    level: Option<u8>,
    /// Write the results into the sources
    #[arg(long)]
    write: bool,
    /// Judge the moves of each level instead: their mean loss, and the blunders by kind
    #[arg(long, conflicts_with_all = ["write", "games", "threads"])]
    losses: bool,
    /// Judge this player instead of the levels, described as for `rookery match --a`
    #[arg(
        long,
        value_name = "WORDS",
        requires = "losses",
        conflicts_with = "level"
    )]
    player: Option<String>,
    /// Number of moves of each level to judge
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..), requires = "losses")]
    moves: u32,
    /// Nodes of each search of the judge [default: ten times those of level 8, or 10,000 if level 8 does not search]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), requires = "losses")]
    judge_nodes: Option<u64>,
    /// Seed of the openings and all other random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

impl Levels {
    pub fn run(&self, games: &Registry) -> Result<(), Failure> {
        let game_type = game_args::game_type(games, &self.game)?;
        if self.losses {
            return self.judge(game_type);
        }
        let mut file = self.write.then(|| Results::open(game_type)).transpose()?;
        let plan = LadderPlan {
            games: self.games as usize,
            threads: self.threads.into(),
            seed: self.seed,
        };
        let stop = interrupt::watch()?;
        let (watch, cpu_start_s) = (Stopwatch::start(), cpu_seconds());
        let control = Control::new(Arc::clone(&stop), Arc::new(move || watch.elapsed()));
        let mut shown = Shown::new(game_type, self.json)?;
        let wanted =
            |level_test: &LevelTest| self.level.is_none_or(|level| level_test.level == level);
        for level_test in LevelTest::all().into_iter().filter(wanted) {
            let kept = file
                .as_ref()
                .and_then(|file| file.kept(game_type, level_test));
            let is_new = kept.is_none();
            let score = match kept {
                Some(score) => score,
                None => {
                    let mut progress = Progress::new();
                    let show = |score: &MatchScore| progress.show(&words(level_test, score));
                    let score = level_test.measure(game_type, &plan, &control, show);
                    score.map_err(|e| Failure::work(e.to_string()))?
                }
            };
            shown.is_stopped = stop.load(Ordering::Relaxed);
            if !shown.is_stopped
                && is_new
                && let Some(file) = &mut file
            {
                file.keep(game_type, level_test, &score)?;
            }
            shown.result(level_test, score)?;
            if shown.is_stopped {
                break;
            }
        }
        shown.end(cpu_seconds() - cpu_start_s, watch.elapsed().as_secs_f64())
    }

    fn judge(&self, game_type: &dyn GameType) -> Result<(), Failure> {
        let best = game_type.sheet().levels[usize::from(LEVEL_COUNT) - 1].nodes;
        let best = best.max(1_000);
        let plan = LossPlan {
            moves: self.moves,
            judge_nodes: self.judge_nodes.unwrap_or(10 * best),
            seed: self.seed,
        };
        let players: Vec<(RowName, EngineConfig)> = match &self.player {
            Some(words) => {
                let player = EngineConfig::read(words, game_type, best);
                vec![(
                    RowName::Words(words.clone()),
                    player.map_err(|e| Failure::input(e.to_string()))?,
                )]
            }
            None => (1..=LEVEL_COUNT)
                .filter(|level| self.level.is_none_or(|only| only == *level))
                .filter_map(|level| {
                    let player = EngineConfig::level(game_type, level)?;
                    Some((RowName::Level(level), player))
                })
                .collect(),
        };
        level_losses::show(game_type, &plan, &players, self.json)
    }
}

/// Prints the results as they come, and remembers the levels that do not hold.
struct Shown {
    is_exempt: bool,
    is_json: bool,
    is_stopped: bool,
    levels: u32,
    failed: Vec<String>,
    /// The first level's result against one ply, until its other result is there.
    one_ply: Option<serde_json::Value>,
}

impl Shown {
    fn new(game_type: &dyn GameType, is_json: bool) -> Result<Self, Failure> {
        if !is_json {
            line("level  against   games    won  drawn   lost   score  at least")?;
        }
        Ok(Shown {
            is_exempt: game_type.sheet().is_solved,
            is_json,
            is_stopped: false,
            levels: 0,
            failed: Vec::new(),
            one_ply: None,
        })
    }

    fn result(&mut self, level_test: LevelTest, score: MatchScore) -> Result<(), Failure> {
        let holds = level_test.holds(&score);
        if !self.is_exempt && !self.is_stopped && !holds {
            self.failed.push(format!(
                "level {} against {}",
                level_test.level, level_test.against
            ));
        }
        self.levels += u32::from(level_test.against != Opponent::OnePly && !self.is_stopped);
        if !self.is_json {
            return line(&row(level_test, &score, holds, self.is_stopped));
        }
        let mut result = object(level_test, &score, holds, self.is_stopped);
        // One line per level: the two results of the first level go together.
        if level_test.against == Opponent::OnePly && !self.is_stopped {
            self.one_ply = Some(result);
            return Ok(());
        }
        if let Some(one_ply) = self.one_ply.take() {
            result["one_ply"] = one_ply;
        }
        json_line(&result)
    }

    fn end(self, cpu_s: f64, wall_s: f64) -> Result<(), Failure> {
        if self.is_json {
            json_line(&json!({
                "levels": self.levels,
                "holds": self.holds(),
                "failed": self.failed,
                "exempt": self.is_exempt,
                "stopped": self.is_stopped,
                "cpu_s": cpu_s,
                "wall_s": wall_s,
            }))?;
        } else {
            let how = if self.is_stopped {
                "stopped after "
            } else {
                ""
            };
            line(&format!("{how}{cpu_s:.1} CPU seconds"))?;
        }
        match self.holds() {
            Some(true) => Ok(()),
            Some(false) => Err(Failure::work(format!(
                "these levels do not hold: {}",
                self.failed.join(", ")
            ))),
            None => Err(Failure::work(
                "interrupted before every level was measured: whether they hold is not known",
            )),
        }
    }

    /// Whether all levels hold; `None` where the measurement was stopped before one that does not.
    fn holds(&self) -> Option<bool> {
        match self.failed.is_empty() {
            true if self.is_stopped => None,
            all => Some(all),
        }
    }
}

/// A result as a JSON object.
fn object(
    level_test: LevelTest,
    score: &MatchScore,
    holds: bool,
    is_stopped: bool,
) -> serde_json::Value {
    let range = LevelTest::range(score);
    json!({
        "level": level_test.level,
        "against": level_test.against.to_string(),
        "games": score.games(),
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "score": told(score, score.score()),
        "score_low": told(score, range.low),
        "score_high": told(score, range.high),
        "holds": (!is_stopped).then_some(holds),
        "finished": !is_stopped,
    })
}

/// A result as a line of the table.
fn row(level_test: LevelTest, score: &MatchScore, holds: bool, is_stopped: bool) -> String {
    let [share, low] = [score.score(), LevelTest::range(score).low].map(|share| {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        told(score, share).map_or_else(|| "–".to_owned(), percent)
    });
    let verdict = match (is_stopped, holds) {
        (true, _) => "not finished",
        (false, true) => "",
        (false, false) => "does not hold",
    };
    let row = format!(
        "{:>5}  {:<8} {:>6} {:>6} {:>6} {:>6} {share:>7} {low:>9}  {verdict}",
        level_test.level,
        level_test.against.to_string(),
        score.games(),
        score.wins,
        score.draws,
        score.losses,
    );
    row.trim_end().to_owned()
}

fn words(level_test: LevelTest, score: &MatchScore) -> String {
    format!(
        "level {} against {}: {} games",
        level_test.level,
        level_test.against,
        score.games()
    )
}

/// The results in a file; none where there is no file. One that cannot be read is left as it is: it may hold days of measuring.
fn kept_results(path: &Path) -> Result<Measured, Failure> {
    let failed = |why: &dyn Display| {
        let path = path.display();
        Failure::input(format!(
            "cannot read {path}: {why}; remove it to have all levels measured again"
        ))
    };
    let text = match fs::read_to_string(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Measured::default()),
        read => read.map_err(|e| failed(&e))?,
    };
    Measured::parse(&text).map_err(|why| failed(&why))
}

/// The file of measured results in the sources.
struct Results {
    path: PathBuf,
    measured: Measured,
}

impl Results {
    fn open(game_type: &dyn GameType) -> Result<Self, Failure> {
        let folder =
            PathBuf::from("crates/rookery-games/src").join(game_type.name().replace('-', "_"));
        if !folder.is_dir() {
            return Err(Failure::input(format!(
                "--write: there is no {} here; run it in the folder of the sources",
                folder.display()
            )));
        }
        let path = folder.join("levels.tsv");
        replaced_file::check(&path)?;
        let signature =
            rookery_games::signature(game_type).map_err(|e| Failure::work(e.to_string()))?;
        let mut measured = kept_results(&path)?;
        if measured.signature != signature {
            measured = Measured {
                signature,
                results: Vec::new(),
            };
        }
        Ok(Results { path, measured })
    }

    /// An earlier result that is still valid.
    fn kept(&self, game_type: &dyn GameType, level_test: LevelTest) -> Option<MatchScore> {
        let found = self
            .measured
            .find(game_type, level_test.level, level_test.against)?;
        Some(found.score())
    }

    fn keep(
        &mut self,
        game_type: &dyn GameType,
        level_test: LevelTest,
        score: &MatchScore,
    ) -> Result<(), Failure> {
        let limits = game_type.sheet().levels[usize::from(level_test.level) - 1];
        let result = Measure::new(level_test.level, limits, level_test.against, score);
        self.measured.put(result);
        replaced_file::write(&self.path, self.measured.to_string().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_that_were_not_measured_are_not_said_to_hold() {
        for (is_stopped, failed, holds) in [
            (false, &["level 2 against 1"][..], Some(false)),
            (true, &["level 2 against 1"], Some(false)),
            (false, &[], Some(true)),
            (true, &[], None),
        ] {
            let shown = Shown {
                is_exempt: false,
                is_json: true,
                is_stopped,
                levels: 0,
                failed: failed.iter().map(ToString::to_string).collect(),
                one_ply: None,
            };
            assert_eq!(shown.holds(), holds);
        }
    }

    #[test]
    fn a_level_without_a_game_has_no_score() {
        let none = MatchScore::default();
        let mut even = MatchScore::default();
        even.add_pair([1, 1]);
        for level_test in LevelTest::all() {
            let result = object(level_test, &none, false, true);
            for key in ["score", "score_low", "score_high"] {
                assert!(result[key].is_null(), "{key}: {result}");
            }
            let shown = row(level_test, &none, false, true);
            assert!(!shown.contains('%'), "{shown}");
            let result = object(level_test, &even, false, true);
            assert_eq!(result["score"], 0.5, "{result}");
            let shown = row(level_test, &even, false, true);
            assert!(shown.contains(" 50.0 % "), "{shown}");
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_is_not_taken_for_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("levels.tsv");
        assert!(kept_results(&path).unwrap().results.is_empty());
        for bytes in [&b"signature\t12\n<<<<<<< ours\n"[..], b"\xff\xfe"] {
            fs::write(&path, bytes).unwrap();
            let failure = kept_results(&path).map(|_| ()).unwrap_err();
            let said = format!("cannot read {}: ", path.display());
            assert!(failure.message.starts_with(&said), "{}", failure.message);
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
    }
}
