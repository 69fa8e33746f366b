//! `rookery uci`: the engine for other people's programs.

use std::sync::Arc;

use clap::Args;

use crate::clock::Stopwatch;
use rookery_games::uci;

use crate::cli::engine::game_args;
use crate::cli::failure::Failure;
use rookery_games::Registry;

/// Speaks UCI, the Universal Chess Interface, on standard input and output.
///
/// Match runners and chess programs start it by themselves: give them this command. docs/uci.md lists what it understands.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  printf 'position startpos moves e2e4\\ngo depth 10\\nisready\\n' | rookery uci\n\nOther games speak it too, moves being spelled by the spaces they go from and to:\n  rookery uci othello"
)]
pub struct Uci {
    /// The game, by its name in the registry
    #[arg(default_value = "chess")]
    game: String,
}

impl Uci {
    pub fn run(&self, games: &Registry) -> Result<(), Failure> {
        let kind = game_args::kind(games, &self.game)?;
        let watch = Stopwatch::start();
        let clock: uci::Clock = Arc::new(move || watch.elapsed());
        let input = std::io::stdin().lock();
        uci::run(kind, input, std::io::stdout(), clock)
            .map_err(|e| Failure::work(format!("cannot read standard input: {e}")))
    }
}
