//! `rookery gtp`: the engine as a Go program.

use std::sync::Arc;

use clap::Args;

use crate::clock::Stopwatch;
use rookery_games::gtp;

use crate::cli::failure::Failure;
use crate::cli::output::SessionOutput;

/// Run the engine over the Go Text Protocol, version 2, on standard input and output.
///
/// Programs that show Go or arrange matches start the engine themselves: give them this command. docs/gtp.md lists the commands.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  printf 'boardsize 9\\nkomi 7\\ngenmove b\\nquit\\n' | rookery gtp\n\nBoards have 5, 6, 7 or 9 points a side."
)]
pub struct Gtp {}

impl Gtp {
    pub fn run(&self) -> Result<(), Failure> {
        let watch = Stopwatch::start();
        let clock: gtp::Clock = Arc::new(move || watch.elapsed());
        let input = std::io::stdin().lock();
        let output = SessionOutput::default();
        gtp::run(input, output.clone(), clock)
            .map_err(|e| Failure::work(format!("cannot read standard input: {e}")))?;
        output.end()
    }
}
