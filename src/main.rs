//! The `rookery` binary: arguments → the command. No logic.

mod cli;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match cli::check_processor().and_then(|()| cli::run(cli::Cli::parse())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("rookery: {}", failure.message);
            ExitCode::from(failure.code)
        }
    }
}
