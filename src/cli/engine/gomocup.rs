//! `rookery gomocup`: the engine as a gomoku program ("brain").

use std::sync::Arc;

use clap::Args;

use crate::clock::Stopwatch;
use rookery_games::gomocup;

use crate::cli::engine::game_args;
use crate::cli::failure::Failure;
use crate::cli::output::SessionOutput;
use rookery_games::Registry;

/// Run the engine over the protocol of Gomocup and Piskvork on standard input and output.
///
/// Managers of gomoku programs start the engine themselves: give them this command. docs/gomocup.md lists the commands and settings.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  (printf 'START 15\\nINFO timeout_turn 1000\\nTURN 7,7\\n'; sleep 1) | rookery gomocup\n\nA search stops when the input ends; sleep gives it time to finish.\n\nBoards have 15 or 19 points a side; 0,0 is the upper left corner."
)]
pub struct Gomocup {}

impl Gomocup {
    pub fn run(&self, games: &Registry) -> Result<(), Failure> {
        let game_type = game_args::game_type(games, "gomoku")?;
        let watch = Stopwatch::start();
        let clock: gomocup::Clock = Arc::new(move || watch.elapsed());
        let input = std::io::stdin().lock();
        let output = SessionOutput::default();
        gomocup::run(game_type, input, output.clone(), clock)
            .map_err(|e| Failure::work(format!("cannot read standard input: {e}")))?;
        output.end()
    }
}
