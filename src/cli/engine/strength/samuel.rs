//! `rookery tune checkers --samuel`: Samuel's ways of learning, one after another, with a table of matches.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde_json::json;

use crate::cli::engine::strength::match_::{NINETY_FIVE, share_words, told};
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::output::{cpu_seconds, json_line, line};
use crate::cli::progress::Progress;
use crate::clock::Stopwatch;
use rookery_engine::Control;
use rookery_games::samuel::{BALLOTS, Course, CourseStage, Pairing};

/// The only game that he wrote about.
const GAME: &str = "checkers";

/// Learns and measures; `games` are those of the stages, one number for all of them or one for each.
pub fn run(game: &str, games: Option<&[u64]>, seed: u64, as_json: bool) -> Result<(), Failure> {
    if !game.trim().eq_ignore_ascii_case(GAME) {
        return Err(Failure::input(format!(
            "--samuel is for {GAME}: Samuel described his learning in that game alone"
        )));
    }
    let games = match games {
        None => CourseStage::USUAL_GAMES,
        Some(&[all]) => [all; 3],
        Some(&[rote, generalisation, tables]) => [rote, generalisation, tables],
        Some(_) => {
            return Err(Failure::input(
                "--games has one number for all three stages of --samuel, or three",
            ));
        }
    };
    let session = Session {
        control: control(interrupt::watch()?),
        as_json,
    };
    let (watch, cpu_start_s) = (Stopwatch::start(), cpu_seconds());
    let mut course = Course::new(games, seed);
    for stage in CourseStage::ALL {
        session.learn(&mut course, stage)?;
    }
    // Of a short course, the matches are short as well.
    let most = games.into_iter().max().unwrap_or(1);
    let pairs = usize::try_from(most).map_or(BALLOTS, |most| most.min(BALLOTS));
    if !as_json {
        line("")?;
        line(&format!(
            "seed {seed}; {pairs} three-move openings, each with either side"
        ))?;
        line(&row([
            "player", "opponent", "equal", "won", "drawn", "lost", "score",
        ]))?;
    }
    for pairing in Pairing::all() {
        session.play(&course, pairing, pairs)?;
    }
    let (cpu_s, wall_s) = (cpu_seconds() - cpu_start_s, watch.elapsed().as_secs_f64());
    match as_json {
        true => json_line(&json!({ "seed": seed, "cpu_s": cpu_s, "wall_s": wall_s })),
        false => line(&format!("{cpu_s:.0} CPU seconds")),
    }
}

fn control(stop: Arc<AtomicBool>) -> Control {
    let watch = Stopwatch::start();
    Control::new(stop, Arc::new(move || watch.elapsed()))
}

/// The way in which a course is watched and its results are printed.
struct Session {
    control: Control,
    as_json: bool,
}

impl Session {
    fn learn(&self, course: &mut Course, stage: CourseStage) -> Result<(), Failure> {
        let cpu_start_s = cpu_seconds();
        let mut progress = Progress::new();
        let mut on_game = |game, games| {
            progress.show(&format!("{}: game {game} of {games}", stage.name()));
        };
        let taught = course.learn(stage, &self.control, &mut on_game);
        let taught = taught.ok_or_else(interrupted)?;
        drop(progress);
        let (name, cpu_s) = (stage.name(), cpu_seconds() - cpu_start_s);
        if self.as_json {
            return json_line(&json!({
                "stage": name, "games": taught.games, "learned": taught.words, "cpu_s": cpu_s,
            }));
        }
        let (games, words) = (taught.games, taught.words);
        line(&format!(
            "{name}: {games} games, {words}; {cpu_s:.0} CPU seconds"
        ))
    }

    fn play(&self, course: &Course, pairing: Pairing, pairs: usize) -> Result<(), Failure> {
        let (player, opponent) = (pairing.player.name(), pairing.opponent.name());
        let equal = if pairing.has_equal_nodes {
            "nodes"
        } else {
            "plies"
        };
        let mut progress = Progress::new();
        let mut on_game = |game, games| {
            progress.show(&format!(
                "{player} against {opponent}: game {game} of {games}"
            ));
        };
        let score = course.play(pairing, pairs, &self.control, &mut on_game);
        let score = score.ok_or_else(interrupted)?;
        drop(progress);
        let interval = score.interval(NINETY_FIVE);
        if self.as_json {
            return json_line(&json!({
                "player": player, "opponent": opponent, "equal": equal,
                "wins": score.wins, "draws": score.draws, "losses": score.losses,
                "score": told(&score, score.score()),
                "score_low": told(&score, interval.low), "score_high": told(&score, interval.high),
            }));
        }
        let counts = [score.wins, score.draws, score.losses].map(|n| n.to_string());
        let [won, drawn, lost] = counts.each_ref().map(String::as_str);
        let share = share_words(&score);
        line(&row([player, opponent, equal, won, drawn, lost, &share]))
    }
}

/// A line of the table.
fn row([player, opponent, equal, won, drawn, lost, score]: [&str; 7]) -> String {
    format!("{player:<17} {opponent:<18} {equal:<5} {won:>5} {drawn:>5} {lost:>5}  {score}")
}

fn interrupted() -> Failure {
    Failure::work("interrupted: nothing of this course is kept")
}
