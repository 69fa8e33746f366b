//! `rookery bench`: fixed positions at a fixed depth. The node count is a signature: it changes when and only when the search
//! or a game behaves differently.

use clap::Args;
use serde_json::json;

use crate::clock::Stopwatch;
use rookery_games::{Measured, Registry};

use crate::cli::engine::game_args;
use crate::cli::failure::Failure;
use crate::cli::output::{cpu_seconds, json_line, line};

/// Search fixed positions to a fixed depth and print the node count, which depends neither on threads nor on the machine.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rookery bench tic-tac-toe --json\n  prints the signature of one game; without a name all games are searched."
)]
pub struct BenchArgs {
    /// The game, by its name in the registry; default: all games
    game: Option<String>,
    /// Fail if the levels of a game were measured with another signature
    #[arg(long)]
    check: bool,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

impl BenchArgs {
    pub fn run(&self, games: &Registry) -> Result<(), Failure> {
        let kinds = match &self.game {
            Some(name) => vec![game_args::game_type(games, name)?],
            None => games.all().to_vec(),
        };
        let watch = Stopwatch::start();
        let cpu_start_s = cpu_seconds();
        let mut signature = 0;
        let mut stale = Vec::new();
        for game_type in &kinds {
            let game_start_s = cpu_seconds();
            let nodes =
                rookery_games::signature(*game_type).map_err(|e| Failure::work(e.to_string()))?;
            signature += nodes;
            if Measured::of(*game_type).map_err(Failure::work)?.signature != nodes {
                stale.push(game_type.name());
            }
            self.print(game_type.name(), nodes, cpu_seconds() - game_start_s, None)?;
        }
        let wall_s = watch.elapsed().as_secs_f64();
        self.print("all", signature, cpu_seconds() - cpu_start_s, Some(wall_s))?;
        match (self.check, stale.first()) {
            (true, Some(first)) => Err(Failure::work(format!(
                "the levels of {} were measured with another signature: run rookery levels {first} --write",
                stale.join(", ")
            ))),
            _ => Ok(()),
        }
    }

    /// Prints the line of a game or, with `wall_s`, the last line for all games.
    fn print(
        &self,
        name: &str,
        nodes: u64,
        cpu_s: f64,
        wall_s: Option<f64>,
    ) -> Result<(), Failure> {
        let nodes_per_s = game_args::per_second(nodes, cpu_s);
        if !self.json {
            return line(&format!(
                "{name:<16} {nodes:>12} nodes {cpu_s:>9.3} CPU s {nodes_per_s:>12} nodes/s"
            ));
        }
        match wall_s {
            None => json_line(&json!({
                "game": name, "nodes": nodes, "cpu_s": cpu_s, "nodes_per_s": nodes_per_s,
            })),
            Some(wall_s) => json_line(&json!({
                "signature": nodes, "cpu_s": cpu_s, "wall_s": wall_s, "nodes_per_s": nodes_per_s,
            })),
        }
    }
}
