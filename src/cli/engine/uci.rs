//! `rookery uci`: the engine as a UCI program.

use std::sync::Arc;

use clap::Args;

use crate::clock::Stopwatch;
use rookery_games::uci;

use crate::cli::engine::game_args;
use crate::cli::failure::Failure;
use crate::cli::output::SessionOutput;
use rookery_games::Registry;

/// Run the engine over UCI, the Universal Chess Interface, on standard input and output.
///
/// Chess programs and match runners start the engine themselves: give them this command. docs/uci.md lists the commands and options.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  (printf 'position startpos moves e2e4\\ngo depth 10\\n'; sleep 1) | rookery uci\n\nA search stops when the input ends; sleep gives it time to finish.\n\nOther games work too; moves are written as the spaces they go from and to (in Fanorona as e2-e3A, a pass as #pass):\n  rookery uci othello\n\nThe variant and the rules of a game are options, which the command 'uci' lists."
)]
pub struct Uci {
    /// The game, by its name in the registry
    #[arg(default_value = "chess")]
    game: String,
}

impl Uci {
    pub fn run(&self, games: &Registry) -> Result<(), Failure> {
        let game_type = game_args::game_type(games, &self.game)?;
        let watch = Stopwatch::start();
        let clock: uci::Clock = Arc::new(move || watch.elapsed());
        let input = std::io::stdin().lock();
        let output = SessionOutput::default();
        uci::run(game_type, input, output.clone(), clock)
            .map_err(|e| Failure::work(format!("cannot read standard input: {e}")))?;
        output.end()
    }
}
