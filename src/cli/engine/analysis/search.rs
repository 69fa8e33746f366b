//! `rookery search`: a search of one position.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde_json::json;

use crate::clock::Stopwatch;
use rookery_engine::{Conspiracy, Control, Driver, Request, SearchReport, Technique, Techniques};
use rookery_games::{Game, GameType};

use crate::cli::engine::analysis::technique_args::TechniqueArgs;
use crate::cli::engine::analysis::trace_file::TraceFile;
use crate::cli::engine::data_args::DataArgs;
use crate::cli::engine::game_args::{self, PositionArgs, bound_word, score_json, score_text};
use crate::cli::engine::tables;
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::output::{cpu_seconds, json_line, line};
use rookery_games::Registry;

/// The depth of a search without any limit.
const DEPTH_DEFAULT: u32 = 8;

/// Search one position. Without any limit the depth is 8. No tables are used unless `--on TABLES` is given.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rookery search tic-tac-toe --moves \"b2 a2\" --depth 9 --multipv 7\n  finds that six of the seven replies win.\n\n\
    Techniques for --on and --off; those that are not sound for a game are refused, and docs/engine.md explains each:\n  \
    ALPHABETA, TT, CANON_TT, ETC, PVS, ASPIRATION, ORDER, TRIAL, FORCED, GAIN, KILLERS, COUNTERS, HISTORY, CONTHIST, STRUCTHIST, DEEPENING, \
    TABLES, BOOK, PROOF, CORRECTION, NULL, QSEARCH, SEE, LMR, LMP, RFP, RAZOR, FUTILITY, PROBCUT, MPC, IIR, EXTENSIONS, SINGULAR, GO_ON, \
    CANDIDATES, TAPERED, TYPE_B, TURING"
)]
pub struct Search {
    /// The game, by its name in the registry
    game: String,
    #[command(flatten)]
    from: PositionArgs,
    /// Depth in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Stop after this number of nodes (exact on one thread)
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Search driver at the root
    #[arg(long, value_enum, ignore_case = true, default_value_t = DriverName::Pvs)]
    driver: DriverName,
    #[command(flatten)]
    techniques: TechniqueArgs,
    /// Number of lines to find; with --on BOOK or PROOF only one
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    multipv: u16,
    /// Number of search threads; with more than one, the result may vary from run to run
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
    /// The name of the evaluation
    #[arg(long, default_value = "", value_name = "NAME")]
    eval: String,
    /// Write the search tree to this file as JSON (described in docs/engine.md), or with - to standard output before the results (with --json on one line, as they are); not with --on BOOK or PROOF, nor with --on TABLES in a game without
    /// endgame tables, where a solver answers
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Maximum number of nodes in a trace
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    trace_nodes: usize,
    /// Also report how many leaves of the full tree of this depth must change before another move is chosen
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=20))]
    conspiracy: Option<u32>,
    #[command(flatten)]
    site: DataArgs,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// Names of the search drivers.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum DriverName {
    /// Principal variation search
    Pvs,
    /// MTD(f)
    Mtdf,
    /// Plain alpha-beta
    Alphabeta,
    /// Full minimax
    Minimax,
}

impl Search {
    pub fn run(&self, games: &Registry) -> Result<(), Failure> {
        let game = self.from.game(games, &self.game)?;
        let game_type = game_args::game_type(games, &self.game)?;
        let request = self.request(games, game_type)?;
        let has_tables = game_type.lab().endgames().is_some();
        self.check_looked_up(request.on, has_tables)?;
        if request.on.has(Technique::Tables) {
            tables::open_for_search(game_type, &self.site)?;
        }
        if let Some(ending) = game.ending() {
            let position = game.position();
            let reason = ending.reason;
            return Err(Failure::input(format!(
                "the game is over in {position} ({reason}): there is nothing to search"
            )));
        }
        // Before the search, whose result would be lost where it is refused.
        let conspiracy = self
            .conspiracy
            .map(|plies| conspiracy(game.as_ref(), plies, request.evaluation));
        let conspiracy = conspiracy.transpose()?;
        let trace = self.trace.as_ref();
        let file = trace.map(|path| TraceFile::create(path, self.json));
        let file = file.transpose()?;
        let watch = Stopwatch::start();
        let cpu_start_s = cpu_seconds();
        let stop = interrupt::watch()?;
        let control = Control::new(Arc::clone(&stop), Arc::new(move || watch.elapsed()));
        // A signal that comes while the trace is written has stopped no search.
        let (report, is_stopped, written) = match file {
            None => {
                let report = game.search(&request, &control);
                (report, stop.load(Ordering::Relaxed), Ok(()))
            }
            Some(file) => {
                let trace = game.study().trace(&request, &control, self.trace_nodes);
                let is_stopped = stop.load(Ordering::Relaxed);
                let written = file.write(game.as_ref(), &trace);
                (trace.report, is_stopped, written)
            }
        };
        let cost = Cost {
            is_stopped,
            cpu_s: cpu_seconds() - cpu_start_s,
            wall_s: watch.elapsed().as_secs_f64(),
        };
        // The result is there whether its trace could be written or not.
        let printed = self.print(&report, conspiracy.as_ref(), &cost);
        written?;
        printed?;
        interrupt::check_whole(cost.is_stopped)
    }

    fn print(
        &self,
        report: &SearchReport,
        conspiracy: Option<&Conspiracy<String>>,
        cost: &Cost,
    ) -> Result<(), Failure> {
        if self.json {
            return print_json(report, conspiracy, cost);
        }
        if let Some(found) = conspiracy {
            print_conspiracy(found)?;
        }
        print_table(report, cost)
    }

    /// Refuses combinations that a lookup cannot serve: a book and a proof have one line, and neither they nor a solver leave a tree. In
    /// games with endgame tables, the search itself probes the tables, so that it can be traced.
    fn check_looked_up(&self, on: Techniques, has_tables: bool) -> Result<(), Failure> {
        let (has_book, has_proof) = (on.has(Technique::Book), on.has(Technique::Proof));
        let is_traced = self.trace.is_some();
        let why = match () {
            () if has_book && self.multipv > 1 => "--on BOOK with --multipv: a book has one line",
            () if has_book && is_traced => {
                "--on BOOK with --trace: a book answers without a search"
            }
            () if has_proof && self.multipv > 1 => {
                "--on PROOF with --multipv: a proof has one line"
            }
            () if has_proof && is_traced => "--on PROOF with --trace: a proof leaves no tree",
            () if on.has(Technique::Tables) && is_traced && !has_tables => {
                "--on TABLES with --trace: in this game a solver answers without a search"
            }
            () => return Ok(()),
        };
        Err(Failure::input(format!("{why}; leave out one of the two")))
    }

    fn request(&self, games: &Registry, game_type: &dyn GameType) -> Result<Request, Failure> {
        let is_unlimited = self.depth.is_none() && self.nodes.is_none() && self.movetime.is_none();
        let default_depth = if is_unlimited { DEPTH_DEFAULT } else { 0 };
        let (on, off) = self.techniques.read(game_type)?;
        Ok(Request {
            depth: self.depth.unwrap_or(default_depth),
            nodes: self.nodes.unwrap_or(0),
            time: self.movetime.map(Duration::from_millis),
            driver: match self.driver {
                DriverName::Pvs => Driver::Pvs,
                DriverName::Mtdf => Driver::Mtdf,
                DriverName::Alphabeta => Driver::AlphaBeta,
                DriverName::Minimax => Driver::Minimax,
            },
            on,
            off,
            multipv: self.multipv.into(),
            threads: self.threads.into(),
            evaluation: game_args::evaluation_or_usual(games, &self.game, &self.eval)?,
            ..Request::default()
        })
    }
}

/// The cost of a search, and whether Ctrl-C ended it.
struct Cost {
    is_stopped: bool,
    cpu_s: f64,
    wall_s: f64,
}

fn print_json(
    report: &SearchReport,
    conspiracy: Option<&Conspiracy<String>>,
    cost: &Cost,
) -> Result<(), Failure> {
    for (i, found) in report.lines.iter().enumerate().skip(1) {
        json_line(&json!({
            "line": i + 1, "score": score_json(found.value), "pv": found.notation,
        }))?;
    }
    if let Some(found) = conspiracy {
        json_line(&json!({ "conspiracy": conspiracy_json(found) }))?;
    }
    let best = report.lines.first();
    json_line(&json!({
        "score": best.map(|l| score_json(l.value)),
        "bound": bound_word(report.bound),
        "pv": best.map(|l| l.notation.as_slice()).unwrap_or_default(),
        "depth": report.depth,
        "nodes": report.nodes,
        "leaves": report.leaves,
        "deadline_hit": report.deadline_hit,
        "stopped": cost.is_stopped,
        "cpu_s": cost.cpu_s,
        "wall_s": cost.wall_s,
        "nodes_per_s": game_args::per_second(report.nodes, cost.cpu_s),
    }))
}

fn print_table(report: &SearchReport, cost: &Cost) -> Result<(), Failure> {
    line("depth        score        nodes  line")?;
    for step in &report.iterations {
        line(&format!(
            "{:>5} {:>12} {:>12}  {}",
            step.depth,
            score_text(step.value),
            step.nodes,
            step.notation.join(" ")
        ))?;
    }
    line("")?;
    for (i, found) in report.lines.iter().enumerate() {
        // Whether the values of the lines after the first are exact is not known.
        let bound = match i {
            0 => format!(" ({})", bound_word(report.bound)),
            _ => String::new(),
        };
        line(&format!(
            "{}. {}{bound}: {}",
            i + 1,
            score_text(found.value),
            found.notation.join(" ")
        ))?;
    }
    let how = if cost.is_stopped {
        "stopped after "
    } else {
        ""
    };
    line(&format!(
        "depth {}, {} nodes, {} leaves, {how}{:.3} CPU seconds, {} nodes per second",
        report.depth,
        report.nodes,
        report.leaves,
        cost.cpu_s,
        game_args::per_second(report.nodes, cost.cpu_s)
    ))
}

/// Maximum size of the full tree, in nodes.
const CONSPIRACY_NODES: u64 = 50_000_000;

fn conspiracy(
    game: &dyn Game,
    plies: u32,
    evaluation: &str,
) -> Result<Conspiracy<String>, Failure> {
    let found = game.study().conspiracy(plies, evaluation, CONSPIRACY_NODES);
    found.ok_or_else(|| {
        Failure::input(match game.legal().len() {
            0 | 1 => format!("--conspiracy {plies}: the position has fewer than two moves; leave it out"),
            _ => format!(
                "--conspiracy {plies}: the full tree of the position has more than {CONSPIRACY_NODES} nodes; try fewer plies"
            ),
        })
    })
}

fn conspiracy_json(found: &Conspiracy<String>) -> serde_json::Value {
    json!({
        "best": found.best.0, "best_score": score_json(found.best.1),
        "rival": found.rival.0, "rival_score": score_json(found.rival.1),
        "leaves": found.leaves, "nodes": found.nodes,
    })
}

fn print_conspiracy(found: &Conspiracy<String>) -> Result<(), Failure> {
    let ((best, value), (rival, other)) = (&found.best, &found.rival);
    let (value, other) = (score_text(*value), score_text(*other));
    line(&match found.leaves {
        Some(1) => format!("changing one leaf puts {rival} ({other}) before {best} ({value})"),
        Some(leaves) => {
            format!("{leaves} leaves must change to put {rival} ({other}) before {best} ({value})")
        }
        None => format!("no change of leaves puts another move before {best} ({value})"),
    })
}
