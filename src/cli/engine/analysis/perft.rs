//! `rookery perft`: leaf counts of the game tree, the usual test of a move generator.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use crate::clock::Stopwatch;

use crate::cli::engine::analysis::perft_file::{self, Counted};
use crate::cli::engine::game_args::{self, RulesArgs};
use crate::cli::failure::Failure;
use crate::cli::output::{cpu_seconds, json_line, line};
use rookery_games::{Game, Registry};

/// Maximum depth; no game can be counted deeper than this within a lifetime.
const DEPTH_MAX: u32 = 64;

/// Count the leaves of the game tree; one ply is one whole turn. Finished games have no children.
///
/// Chess is counted as other programs count it: mate and stalemate end a game; a draw after which moves are still possible (fifty
/// moves, repetition, too few pieces) does not.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rookery perft tic-tac-toe 9\n  counts the 127872 ways to fill the board."
)]
pub struct Perft {
    /// The game, by its name in the registry
    game: String,
    /// Depth in plies; with --file, the maximum depth
    #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(DEPTH_MAX)))]
    depth: u32,
    /// Count from this position instead of the start
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    position: String,
    #[command(flatten)]
    rules: RulesArgs,
    /// Count below each move separately
    #[arg(long)]
    divide: bool,
    /// Count from the positions in this file and compare with its counts: one position per line, then ';D1 20 ;D2 400' and so on; - is standard input
    #[arg(long, conflicts_with_all = ["position", "divide"], value_name = "FILE")]
    file: Option<PathBuf>,
    /// Make every leaf move instead of counting the last ply in bulk
    #[arg(long)]
    full: bool,
    /// Changes nothing, as no table of positions is ever used; for command lines shared with programs that use one
    #[arg(long = "no-hash")]
    _no_hash: bool,
    /// Convention for counting leaves, in games with more than one published (othello: a, b or c, see docs/games.md)
    #[arg(long, conflicts_with = "divide", value_name = "NAME")]
    convention: Option<String>,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

impl Perft {
    pub fn run(&self, games: &Registry) -> Result<(), Failure> {
        match &self.file {
            Some(file) => self.check(games, file),
            None => self.count(games),
        }
    }

    /// Compares the counts of a file with our own.
    fn check(&self, games: &Registry, file: &Path) -> Result<(), Failure> {
        let all = perft_file::read(file)?;
        let convention = self.convention(games)?;
        let opened = all.iter().map(|counted| self.open(games, counted));
        let opened = opened.collect::<Result<Vec<_>, _>>()?;
        let (watch, cpu_start_s) = (Stopwatch::start(), cpu_seconds());
        let (mut nodes, mut right) = (0, 0);
        for (game, counted) in opened.iter().zip(&all) {
            let mut is_right = true;
            for &(depth, count) in self.within_reach(counted) {
                let leaves = game.study().leaves(depth, convention, self.full);
                nodes += leaves;
                if leaves != count {
                    is_right = false;
                    self.print_wrong(&counted.place, depth, (leaves, count))?;
                }
            }
            right += u64::from(is_right);
        }
        let cpu_s = cpu_seconds() - cpu_start_s;
        let (positions, nodes_per_s) = (all.len() as u64, game_args::per_second(nodes, cpu_s));
        if self.json {
            let game = game_args::game_type(games, &self.game)?.name();
            json_line(&json!({
                "game": game, "depth": self.depth, "positions": positions, "right": right,
                "nodes": nodes, "cpu_s": cpu_s, "wall_s": watch.elapsed().as_secs_f64(),
                "nodes_per_s": nodes_per_s,
            }))?;
        } else {
            line(&format!(
                "{right} of {positions} positions right, {nodes} leaves in {cpu_s:.3} CPU seconds, {nodes_per_s} per second"
            ))?;
        }
        if right == positions {
            Ok(())
        } else {
            Err(Failure::work("some counts differ from those in the file"))
        }
    }

    /// The game at a position of a file that has something to count.
    fn open(&self, games: &Registry, counted: &Counted) -> Result<Box<dyn Game>, Failure> {
        let wrong = |what: &str| Failure::input(format!("{}: {what}", counted.place));
        let game = game_args::game(games, &self.game, &self.rules, (&counted.position, ""));
        let game = game.map_err(|e| wrong(&e.message))?;
        match self.within_reach(counted).next() {
            Some(_) => Ok(game),
            None => Err(wrong(&format!(
                "no count up to depth {}: ask for a greater DEPTH",
                self.depth
            ))),
        }
    }

    /// The counts of a position that are no deeper than asked for.
    fn within_reach<'a>(&self, counted: &'a Counted) -> impl Iterator<Item = &'a (u32, u64)> {
        let most = self.depth;
        let counts = counted.counts.iter();
        counts.filter(move |(depth, _)| *depth <= most)
    }

    fn print_wrong(
        &self,
        place: &str,
        depth: u32,
        (leaves, count): (u64, u64),
    ) -> Result<(), Failure> {
        if self.json {
            return json_line(&json!({
                "place": place, "depth": depth, "nodes": leaves, "expected": count,
            }));
        }
        line(&format!(
            "{place}: {leaves} leaves at depth {depth}, {count} expected"
        ))
    }

    fn count(&self, games: &Registry) -> Result<(), Failure> {
        let game = game_args::game(games, &self.game, &self.rules, (&self.position, ""))?;
        let (watch, cpu_start_s) = (Stopwatch::start(), cpu_seconds());
        let nodes = if self.divide && self.depth > 0 {
            let parts = game.study().divide(self.depth, self.full);
            for (notation, nodes) in &parts {
                if self.json {
                    json_line(&json!({ "move": notation, "nodes": nodes }))?;
                } else {
                    line(&format!("{notation:<12} {nodes:>16}"))?;
                }
            }
            parts.iter().map(|(_, nodes)| nodes).sum()
        } else {
            game.study()
                .leaves(self.depth, self.convention(games)?, self.full)
        };
        let cpu_s = cpu_seconds() - cpu_start_s;
        let nodes_per_s = game_args::per_second(nodes, cpu_s);
        if self.json {
            let game = game_args::game_type(games, &self.game)?.name();
            return json_line(&json!({
                "game": game, "depth": self.depth, "nodes": nodes, "cpu_s": cpu_s,
                "wall_s": watch.elapsed().as_secs_f64(), "nodes_per_s": nodes_per_s,
            }));
        }
        line(&format!(
            "{nodes} leaves at depth {} in {cpu_s:.3} CPU seconds, {nodes_per_s} per second",
            self.depth
        ))
    }

    /// The name of the convention; empty for the game's default.
    fn convention(&self, games: &Registry) -> Result<&str, Failure> {
        let Some(name) = self.convention.as_deref() else {
            return Ok("");
        };
        let known = game_args::game_type(games, &self.game)?.sheet().conventions;
        let name = game_args::as_known(name.trim(), known);
        if known.contains(&name) {
            return Ok(name);
        }
        Err(Failure::input(if known.is_empty() {
            format!(
                "leaves of {} are counted in one way only: leave --convention out",
                self.game
            )
        } else {
            format!(
                "there is no convention '{name}' for {}: choose one of {}",
                self.game,
                known.join(", ")
            )
        }))
    }
}
