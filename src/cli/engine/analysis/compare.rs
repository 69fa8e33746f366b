//! `rookery compare`: the savings of each search technique on one position at one depth.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::Args;
use serde_json::json;

use crate::clock::Stopwatch;
use rookery_engine::{Control, Request, Technique, Techniques};
use rookery_games::lab::comparison::{self, Row};

use crate::cli::engine::game_args::{self, score_json, score_text};
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::output::{cpu_seconds, json_line, line};
use rookery_games::Registry;

/// Search one position to one depth repeatedly, each time with one more technique.
///
/// The first row is full minimax; the last has all techniques that the game's searches use. For comparison, the last line gives
/// the leaves of the full tree, b^d with the mean branching factor b, and the fewest with which cut-offs can prove its value,
/// b^⌈d/2⌉ + b^⌊d/2⌋ − 1 (Knuth and Moore, 1975).
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  rookery compare tic-tac-toe --depth 6\n  rookery compare example-tree --depth 2\n  \
    rookery compare example-tree --position \"best 3 3\" --depth 3\n\n\
    The game `example-tree` is a tree as text: ((2 7)(1 8)) max, or best B D for a perfectly ordered tree of B branches and D plies."
)]
pub struct Compare {
    /// The game, by its name in the registry, or example-tree
    game: String,
    /// Search this position instead of the start
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    position: String,
    /// Moves to make first, separated by spaces
    #[arg(long, default_value = "")]
    moves: String,
    /// Depth in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// The name of the evaluation
    #[arg(long, default_value = "", value_name = "NAME")]
    eval: String,
    /// Give up a row after this number of nodes
    #[arg(long, default_value_t = 50_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// The size of the full tree and of the best case.
struct Size {
    branching: f64,
    full_tree: f64,
    best_case: f64,
}

impl Compare {
    pub fn run(&self, games: &Registry) -> Result<(), Failure> {
        let game = game_args::game(games, &self.game, &self.position, &self.moves)?;
        if let Some(ending) = game.ending() {
            let (position, reason) = (game.position(), ending.reason);
            return Err(Failure::input(format!(
                "the game is over in {position} ({reason}): there is nothing to search"
            )));
        }
        let request = Request {
            depth: self.depth,
            nodes: self.nodes,
            evaluation: game_args::evaluation_or_usual(games, &self.game, &self.eval)?,
            ..Request::default()
        };
        let stop = interrupt::watch()?;
        let (watch, cpu_start_s) = (Stopwatch::start(), cpu_seconds());
        let control = Control::new(Arc::clone(&stop), Arc::new(move || watch.elapsed()));
        if !self.json {
            line("technique            nodes       leaves      score    CPU s  line")?;
        }
        let (mut techniques, mut rows) = (Techniques::NONE, 0);
        let mut deepest = 0;
        for added in comparison::ladder(&*game) {
            techniques = added.map_or(techniques, |t| techniques.with(t));
            let row_start_s = cpu_seconds();
            let row = comparison::row(&*game, added, techniques, &request, &control);
            if stop.load(Ordering::Relaxed) {
                break;
            }
            rows += 1;
            deepest = deepest.max(row.report.depth);
            self.print(&row, cpu_seconds() - row_start_s)?;
        }
        let branching = comparison::branching(&*game, self.depth);
        let size = Size {
            branching,
            full_tree: comparison::full_tree(branching, self.depth),
            best_case: comparison::best_case(branching, self.depth),
        };
        let cpu_s = cpu_seconds() - cpu_start_s;
        self.print_end(&size, rows, deepest, cpu_s, watch.elapsed().as_secs_f64())
    }

    fn print(&self, row: &Row, cpu_s: f64) -> Result<(), Failure> {
        let report = &row.report;
        let best = report.lines.first();
        let pv = best.map(|l| l.notation.as_slice()).unwrap_or_default();
        if self.json {
            let techniques = match row.added {
                None => "MINIMAX".to_owned(),
                Some(_) => row.techniques.to_string(),
            };
            return json_line(&json!({
                "techniques": techniques,
                "added": row.added.map(Technique::name),
                "nodes": report.nodes,
                "leaves": report.leaves,
                "score": best.map(|l| score_json(l.value)),
                "pv": pv,
                "depth": report.depth,
                "complete": row.is_complete,
                "cpu_s": cpu_s,
            }));
        }
        let name = row
            .added
            .map_or("minimax".to_owned(), |t| format!("+ {}", t.name()));
        let (score, pv) = match row.is_complete {
            true => (
                best.map_or_else(String::new, |l| score_text(l.value)),
                pv.join(" "),
            ),
            false => (
                "-".to_owned(),
                format!("gave up after {} nodes", self.nodes),
            ),
        };
        line(&format!(
            "{name:<12} {:>13} {:>12} {score:>10} {cpu_s:>8.3}  {pv}",
            report.nodes, report.leaves
        ))
    }

    fn print_end(
        &self,
        size: &Size,
        rows: u32,
        deepest: u32,
        cpu_s: f64,
        wall_s: f64,
    ) -> Result<(), Failure> {
        if self.json {
            return json_line(&json!({
                "rows": rows,
                "depth": self.depth,
                "depth_reached": deepest,
                "branching": size.branching,
                "full_tree": size.full_tree,
                "best_case": size.best_case,
                "cpu_s": cpu_s,
                "wall_s": wall_s,
            }));
        }
        line("")?;
        line(&format!(
            "mean branches b = {:.2}; full tree b^{d} = {:.0} leaves; best case of cut-offs b^{} + b^{} - 1 = {:.0} leaves",
            size.branching,
            size.full_tree,
            self.depth.div_ceil(2),
            self.depth / 2,
            size.best_case,
            d = self.depth,
        ))
    }
}
