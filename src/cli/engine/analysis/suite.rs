//! `rookery suite`: test suites of positions with their best moves.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use serde_json::json;

use crate::clock::Stopwatch;
use rookery_engine::{Control, Request, Technique};
use rookery_games::GameType;
use rookery_games::lab::suite::{Answered, Exercise, Mistake, Word};
use rookery_games::text::lines;

use crate::cli::engine::analysis::sanmill_puzzles;
use crate::cli::engine::analysis::technique_args::TechniqueArgs;
use crate::cli::engine::data_args::DataArgs;
use crate::cli::engine::game_args::{self, score_json, score_text};
use crate::cli::engine::tables;
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::output::{cpu_seconds, json_line, line};
use rookery_games::Registry;

/// Nodes per position without any limit.
const NODES_DEFAULT: u64 = 100_000;

/// Search each position of a file and count how often the move is right.
///
/// Without any limit, each search has 100000 nodes. A book or endgame tables are used only with --on BOOK or TABLES, and nothing is kept from one position
/// to the next. A wrong answer does not change the exit code.
#[derive(Debug, Args)]
#[command(
    after_help = "A line is a position and operations as in EPD files: bm MOVE MOVE; the best moves, am MOVE; moves to avoid, \
    dm MOVES; a win within that many moves, c0 \"MOVE=POINTS, MOVE=POINTS\"; points, id \"NAME\"; a name. Empty lines and lines that begin with # are skipped.\n  \
    XX./OO./... x bm c3; id \"complete the row\";\n\n\
    Sanmill's puzzles of Nine Men's Morris (JSON) are read too: the first moves of the shortest solutions are right.\n\n\
    Example:\n  rookery suite tic-tac-toe positions.epd --depth 9"
)]
pub struct Suite {
    /// The game, by its name in the registry
    game: String,
    /// The file, with one position per line; - is standard input
    file: PathBuf,
    /// Depth in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Nodes per position
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time per position in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    #[command(flatten)]
    techniques: TechniqueArgs,
    #[command(flatten)]
    site: DataArgs,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// The totals over all positions.
#[derive(Default)]
struct Totals {
    positions: u64,
    right: u64,
    points: u64,
    points_max: u64,
    nodes: u64,
}

impl Suite {
    pub fn run(&self, games: &Registry) -> Result<(), Failure> {
        let game_type = game_args::game_type(games, &self.game)?;
        let exercises = self.exercises()?;
        for (place, exercise) in &exercises {
            exercise.check(game_type).map_err(|e| wrong(place, &e))?;
        }
        let request = self.request(game_type)?;
        if request.on.has(Technique::Tables) {
            tables::open_for_search(game_type, &self.site)?;
        }
        let stop = interrupt::watch()?;
        let (whole, cpu_start_s) = (Stopwatch::start(), cpu_seconds());
        let mut totals = Totals::default();
        for (place, exercise) in exercises {
            let watch = Stopwatch::start();
            let control = Control::new(Arc::clone(&stop), Arc::new(move || watch.elapsed()));
            let answered = exercise
                .answer(game_type, &request, &control)
                .map_err(|e| wrong(&place, &e))?;
            // A search that was cut short counts neither as right nor as wrong.
            if stop.load(Ordering::Relaxed) {
                break;
            }
            totals.positions += 1;
            totals.right += u64::from(answered.is_right);
            totals.points += answered.points;
            totals.points_max += answered.points_max;
            totals.nodes += answered.report.nodes;
            self.print(&exercise, &answered)?;
        }
        let cpu_s = cpu_seconds() - cpu_start_s;
        let is_stopped = stop.load(Ordering::Relaxed);
        self.print_end(&totals, cpu_s, whole.elapsed(), is_stopped)?;
        interrupt::check_whole(is_stopped)
    }

    fn request(&self, game_type: &dyn GameType) -> Result<Request, Failure> {
        let is_unlimited = self.depth.is_none() && self.nodes.is_none() && self.movetime.is_none();
        let nodes = if is_unlimited { NODES_DEFAULT } else { 0 };
        let (on, off) = self.techniques.read(game_type)?;
        Ok(Request {
            depth: self.depth.unwrap_or(0),
            nodes: self.nodes.unwrap_or(nodes),
            time: self.movetime.map(Duration::from_millis),
            on,
            off,
            ..Request::default()
        })
    }

    /// The positions, each with its place in the file.
    fn exercises(&self) -> Result<Vec<(Place, Exercise)>, Failure> {
        let path = game_args::input_name(&self.file);
        let text = game_args::input_text(&self.file)?;
        let puzzles = sanmill_puzzles::suite_lines(&text)
            .transpose()
            .map_err(|fault| Failure::input(format!("{path}: {fault}")))?;
        let texts: Vec<(Place, &str)> = match &puzzles {
            Some(puzzles) => puzzles
                .iter()
                .map(|(id, text)| (Place::Puzzle(format!("{path}: puzzle {id}")), text.as_str()))
                .collect(),
            None => (1..)
                .zip(lines(&text))
                .filter(|(_, text)| !text.trim().is_empty() && !text.starts_with('#'))
                .map(|(number, text)| (Place::Line(format!("{path}:{number}")), text))
                .collect(),
        };
        let exercises = texts
            .into_iter()
            .map(|(place, text)| match Exercise::parse(text) {
                Ok(exercise) => Ok((place, exercise)),
                Err(mistake) => Err(wrong(&place, &mistake)),
            });
        let exercises: Vec<_> = exercises.collect::<Result<_, _>>()?;
        if exercises.is_empty() {
            return Err(Failure::input(format!("{path} has no position")));
        }
        Ok(exercises)
    }

    fn print(&self, exercise: &Exercise, answered: &Answered) -> Result<(), Failure> {
        let report = &answered.report;
        let best = report.lines.first();
        if self.json {
            return json_line(&json!({
                "id": exercise.name,
                "position": exercise.position,
                "move": answered.chosen,
                "right": answered.is_right,
                "points": answered.points,
                "points_max": answered.points_max,
                "score": best.map(|l| score_json(l.value)),
                "depth": report.depth,
                "nodes": report.nodes,
            }));
        }
        let name = if exercise.name.is_empty() {
            &exercise.position
        } else {
            &exercise.name
        };
        let wanted = match (&exercise.best[..], &exercise.avoid[..]) {
            _ if answered.is_right => String::new(),
            ([], []) => format!("{} of {} points", answered.points, answered.points_max),
            ([], avoid) => format!("wrong: avoid {}", joined(avoid, " ")),
            (best, _) => format!("wrong: {}", joined(best, " or ")),
        };
        let score = best.map_or_else(String::new, |l| score_text(l.value));
        let text = format!("{:<8} {score:>10}  {name}  {wanted}", answered.chosen);
        line(text.trim_end())
    }

    fn print_end(
        &self,
        totals: &Totals,
        cpu_s: f64,
        wall: Duration,
        is_stopped: bool,
    ) -> Result<(), Failure> {
        if self.json {
            return json_line(&json!({
                "positions": totals.positions,
                "right": totals.right,
                "points": totals.points,
                "points_max": totals.points_max,
                "nodes": totals.nodes,
                "stopped": is_stopped,
                "cpu_s": cpu_s,
                "wall_s": wall.as_secs_f64(),
            }));
        }
        let how = if is_stopped { "stopped after " } else { "" };
        line(&format!(
            "{} of {} right, {} of {} points, {} nodes, {how}{cpu_s:.2} CPU seconds",
            totals.right, totals.positions, totals.points, totals.points_max, totals.nodes
        ))
    }
}

/// The place of an exercise in the file.
enum Place {
    /// File and line.
    Line(String),
    /// File and puzzle: the line that is made of it is nowhere to be seen.
    Puzzle(String),
}

/// An error with its place, as compilers report it: file, line, character.
fn wrong(place: &Place, Mistake { column, what }: &Mistake) -> Failure {
    Failure::input(match place {
        Place::Line(at) => format!("{at}:{column}: {what}"),
        Place::Puzzle(at) => format!("{at}: {what}"),
    })
}

fn joined(moves: &[Word], between: &str) -> String {
    let moves: Vec<_> = moves.iter().map(|word| word.text.as_str()).collect();
    moves.join(between)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_fault_is_named_with_its_line_or_with_its_puzzle() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("suite");
        let refused = |text: &str| {
            fs::write(&file, text).unwrap();
            let suite = Suite {
                game: "nine-mens-morris".to_owned(),
                file: file.clone(),
                depth: None,
                nodes: None,
                movetime: None,
                techniques: TechniqueArgs::default(),
                site: DataArgs::default(),
                json: false,
            };
            suite.exercises().map(|_| ()).unwrap_err().message
        };
        let said = refused("# by hand\nXX./OO./... x bm c3; id \"a");
        assert!(said.contains("suite:2:25: operation id"), "{said}");
        let said = refused(
            r#"{ "puzzles": [{
                "id": "no way",
                "initialPosition": "***O**@*/@****@*O/OO@***@O w m s 5 0 5 0 0 0 -1 -1 -1 -1 0 0 1",
                "solutions": []
            }] }"#,
        );
        assert!(said.contains("suite: puzzle no way: "), "{said}");
    }
}
