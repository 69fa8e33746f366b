//! `rookery compare`: the savings and costs of each search technique on one position at one depth.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::Args;
use serde_json::json;

use crate::clock::Stopwatch;
use rookery_engine::{Control, Driver, Request, Technique};
use rookery_games::lab::comparison::{
    self, Branching, Comparison, Difference, Finding, Inaction, Row,
};

use crate::cli::engine::game_args::{self, PositionArgs, score_json, score_text};
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::output::{cpu_seconds, json_line, line};
use rookery_games::Registry;

/// Search one position to one depth repeatedly, each time with one more technique.
///
/// The first row is full minimax; each row after it adds one technique of the game's searches to those before it (+). The last rows
/// each change one thing in the full set: MTD(f) in place of principal variation search, or a technique that the game allows but does
/// not use (&).
/// Techniques that cannot act on the position are left out, with the reason, and those that cost nodes are explained. The last line
/// gives the leaves of the full tree, b^d with the mean branching factor b, and the fewest with which cut-offs can prove its value,
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
    #[command(flatten)]
    from: PositionArgs,
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
    branching: Branching,
    full_tree: f64,
    best_case: f64,
}

impl Compare {
    pub fn run(&self, games: &Registry) -> Result<(), Failure> {
        let game = self.from.game(games, &self.game)?;
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
            line("technique            nodes     saved       leaves      score    CPU s  line")?;
        }
        let mut told = Told::default();
        let findings = Comparison::new(&*game, &request, &control);
        let mut start_s = cpu_seconds();
        for finding in findings {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let now_s = cpu_seconds();
            match finding {
                Finding::Row(row) => {
                    told.rows += 1;
                    told.deepest = told.deepest.max(row.report.depth);
                    told.costs
                        .extend(row.cost.map(|why| (name(row.difference), why)));
                    self.print(&row, now_s - start_s)?;
                }
                Finding::LeftOut(technique, reason) => told.left_out.push((technique, reason)),
            }
            start_s = now_s;
        }
        if stop.load(Ordering::Relaxed) {
            let cpu_s = cpu_seconds() - cpu_start_s;
            self.print_stopped(&told, cpu_s, watch.elapsed().as_secs_f64())?;
            return interrupt::check_whole(true);
        }
        let branching = comparison::branching(&*game, self.depth);
        let size = Size {
            branching,
            full_tree: comparison::full_tree(branching.mean, branching.plies),
            best_case: comparison::best_case(branching.mean, branching.plies),
        };
        let cpu_s = cpu_seconds() - cpu_start_s;
        self.print_end(&size, &told, cpu_s, watch.elapsed().as_secs_f64())
    }

    fn print(&self, row: &Row, cpu_s: f64) -> Result<(), Failure> {
        let report = &row.report;
        let best = report.lines.first();
        let pv = best.map(|l| l.notation.as_slice()).unwrap_or_default();
        if self.json {
            return json_line(&json!({
                "techniques": techniques(row),
                "added": added(row.difference),
                "driver": driver(row.difference),
                "beside": matches!(row.difference, Difference::Beside(_) | Difference::Driver(_)),
                "nodes": report.nodes,
                "saved": row.saved,
                "cost": row.cost,
                "leaves": report.leaves,
                "score": best.map(|l| score_json(l.value)),
                "pv": pv,
                "depth": report.depth,
                "complete": row.is_complete,
                "cpu_s": cpu_s,
            }));
        }
        let saved = row
            .saved
            .map_or("-".to_owned(), |share| format!("{:.1} %", share * 100.0));
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
            "{:<12} {:>13} {saved:>9} {:>12} {score:>10} {cpu_s:>8.3}  {pv}",
            name(row.difference),
            report.nodes,
            report.leaves
        ))
    }

    /// The last line of a comparison that was broken off.
    fn print_stopped(&self, told: &Told, cpu_s: f64, wall_s: f64) -> Result<(), Failure> {
        match self.json {
            true => json_line(&json!({
                "rows": told.rows,
                "stopped": true,
                "left_out": told.left_out_json(),
                "depth": self.depth,
                "depth_reached": told.deepest,
                "cpu_s": cpu_s,
                "wall_s": wall_s,
            })),
            false => line(&format!(
                "stopped after {} rows and {cpu_s:.2} CPU seconds",
                told.rows
            )),
        }
    }

    fn print_end(&self, size: &Size, told: &Told, cpu_s: f64, wall_s: f64) -> Result<(), Failure> {
        if self.json {
            return json_line(&json!({
                "rows": told.rows,
                "stopped": false,
                "left_out": told.left_out_json(),
                "depth": self.depth,
                "depth_reached": told.deepest,
                "branching": size.branching.mean,
                "plies": size.branching.plies,
                "full_tree": size.full_tree,
                "best_case": size.best_case,
                "cpu_s": cpu_s,
                "wall_s": wall_s,
            }));
        }
        told.print()?;
        line("")?;
        line(&format!(
            "mean branches b = {:.2}; full tree b^{d} = {:.0} leaves; best case of cut-offs b^{} + b^{} - 1 = {:.0} leaves",
            size.branching.mean,
            size.full_tree,
            size.branching.plies.div_ceil(2),
            size.branching.plies / 2,
            size.best_case,
            d = size.branching.plies,
        ))
    }
}

/// The figures and explanations that come after the rows.
#[derive(Default)]
struct Told {
    rows: u32,
    deepest: u32,
    left_out: Vec<(Technique, Inaction)>,
    /// The names of rows, with the reasons of what they cost.
    costs: Vec<(String, &'static str)>,
}

impl Told {
    fn left_out_json(&self) -> serde_json::Value {
        let left_out = self.left_out.iter();
        left_out
            .map(|(technique, reason)| {
                json!({ "technique": technique.name(), "reason": reason.to_string() })
            })
            .collect()
    }

    /// The explanations: of what costs nodes, row by row, and of what is left out, reason by reason.
    fn print(&self) -> Result<(), Failure> {
        if !self.costs.is_empty() {
            line("\nmore nodes than without:")?;
        }
        for (name, reason) in &self.costs {
            line(&format!("{name:<13} {reason}"))?;
        }
        let mut by_reason: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for (technique, reason) in &self.left_out {
            let names = by_reason.entry(reason.to_string()).or_default();
            names.push(technique.name());
        }
        if !by_reason.is_empty() {
            line("\nleft out:")?;
        }
        for (reason, names) in by_reason {
            line(&format!("{}: {reason}", names.join(", ")))?;
        }
        Ok(())
    }
}

/// The name of a row: full minimax, `+` a technique beside those of the rows above, `&` a technique or driver with all that the
/// game's searches use.
fn name(difference: Difference) -> String {
    match difference {
        Difference::Minimax => "minimax".to_owned(),
        Difference::Added(technique) => format!("+ {}", technique.name()),
        Difference::Beside(technique) => format!("& {}", technique.name()),
        Difference::Driver(Driver::Mtdf) => "& MTD(f)".to_owned(),
        Difference::Driver(driver) => format!("& {}", driver.name()),
    }
}

fn techniques(row: &Row) -> String {
    match row.difference {
        Difference::Minimax => "MINIMAX".to_owned(),
        _ => row.techniques.to_string(),
    }
}

fn added(difference: Difference) -> Option<&'static str> {
    match difference {
        Difference::Added(technique) | Difference::Beside(technique) => Some(technique.name()),
        Difference::Minimax | Difference::Driver(_) => None,
    }
}

fn driver(difference: Difference) -> Option<&'static str> {
    match difference {
        Difference::Driver(driver) => Some(driver.name()),
        _ => None,
    }
}
