//! `rookery search`: one search of one position.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde_json::json;

use rookery::clock::Stopwatch;
use rookery::engine::{Control, Driver, Report, Request, Techniques};

use crate::cli::Failure;
use crate::cli::opened::{self, bound_word, score_json, score_text};
use crate::cli::output::{cpu_seconds, json_line, line};

/// The depth of a search that is given no limit at all.
const DEPTH_DEFAULT: u32 = 8;

/// Searches one position. Without any limit the depth is 8. No tables are used unless `--on TABLES`.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rookery search tic-tac-toe --moves \"b2 a2\" --depth 9 --multipv 7\n  finds that six of the seven replies win.\n\nTechniques for --on and --off: ALPHABETA, TT, PVS, KILLERS, HISTORY, ORDER, DEEPENING, TABLES."
)]
pub struct Search {
    /// The game, by its name in the registry
    game: String,
    /// Search this position instead of the start
    #[arg(long, default_value = "")]
    position: String,
    /// Moves to make first, with spaces between
    #[arg(long, default_value = "")]
    moves: String,
    /// Depth in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Nodes, exactly
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// The driver at the root
    #[arg(long, value_enum, default_value_t = DriverName::Pvs)]
    driver: DriverName,
    /// Techniques to switch on, with commas between
    #[arg(long, default_value = "", value_name = "T,…")]
    on: String,
    /// Techniques to switch off, with commas between
    #[arg(long, default_value = "", value_name = "T,…")]
    off: String,
    /// How many lines to find
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    multipv: u16,
    /// Write a line of JSON for each completed depth to this file
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

/// The drivers by name.
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
    pub fn run(&self) -> Result<(), Failure> {
        let request = self.request()?;
        let game = opened::game(&self.game, &self.position, &self.moves)?;
        if let Some(ending) = game.ending() {
            let position = game.position();
            let reason = ending.reason;
            return Err(Failure::input(format!(
                "the game is over in {position} ({reason}): there is nothing to search"
            )));
        }
        let trace = self.trace.as_ref().map(Trace::create);
        let trace = trace.transpose()?;
        let (watch, cpu_start_s) = (Stopwatch::start(), cpu_seconds());
        let elapsed = Arc::new(move || watch.elapsed());
        let control = Control::new(Arc::new(AtomicBool::new(false)), elapsed);
        let report = game.search(&request, &control);
        let cpu_s = cpu_seconds() - cpu_start_s;
        if let Some(trace) = trace {
            trace.write(&report)?;
        }
        if self.json {
            print_json(&report, cpu_s, watch.elapsed())
        } else {
            print_table(&report, cpu_s)
        }
    }

    fn request(&self) -> Result<Request, Failure> {
        let techniques =
            |text: &str| Techniques::parse(text).map_err(|e| Failure::input(e.to_string()));
        let is_unlimited =
            self.depth.or(self.nodes.map(|_| 0)).is_none() && self.movetime.is_none();
        let default_depth = if is_unlimited { DEPTH_DEFAULT } else { 0 };
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
            on: techniques(&self.on)?,
            off: techniques(&self.off)?,
            multipv: self.multipv.into(),
            ..Request::default()
        })
    }
}

fn print_json(report: &Report, cpu_s: f64, wall: Duration) -> Result<(), Failure> {
    for (i, found) in report.lines.iter().enumerate().skip(1) {
        json_line(&json!({
            "line": i + 1, "score": score_json(found.value), "pv": found.notation,
        }))?;
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
        "cpu_s": cpu_s,
        "wall_s": wall.as_secs_f64(),
        "nodes_per_s": opened::per_second(report.nodes, cpu_s),
    }))
}

fn print_table(report: &Report, cpu_s: f64) -> Result<(), Failure> {
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
        line(&format!(
            "{}. {} ({}): {}",
            i + 1,
            score_text(found.value),
            bound_word(report.bound),
            found.notation.join(" ")
        ))?;
    }
    line(&format!(
        "depth {}, {} nodes, {} leaves, {cpu_s:.3} CPU seconds, {} nodes per second",
        report.depth,
        report.nodes,
        report.leaves,
        opened::per_second(report.nodes, cpu_s)
    ))
}

/// The file of `--trace`: a line of JSON for each completed depth, with `depth`, `score`, `pv` and the `nodes` up to then.
struct Trace<'a> {
    path: &'a PathBuf,
    file: BufWriter<File>,
}

impl<'a> Trace<'a> {
    /// Opens the file before the search, so that a wrong path costs no search.
    fn create(path: &'a PathBuf) -> Result<Self, Failure> {
        let file = File::create(path).map_err(|e| {
            Failure::input(format!("cannot write the trace {}: {e}", path.display()))
        })?;
        Ok(Trace {
            path,
            file: BufWriter::new(file),
        })
    }

    fn write(mut self, report: &Report) -> Result<(), Failure> {
        let write = |file: &mut BufWriter<File>| {
            for step in &report.iterations {
                let step = json!({
                    "depth": step.depth, "score": score_json(step.value),
                    "pv": step.notation, "nodes": step.nodes,
                });
                writeln!(file, "{step}")?;
            }
            file.flush()
        };
        write(&mut self.file).map_err(|e| {
            Failure::work(format!(
                "cannot write the trace {}: {e}",
                self.path.display()
            ))
        })
    }
}
