//! The `rookery` binary: arguments → the command. No logic.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    let checked = cli::check_processor();
    match checked.and_then(|()| cli::parse()).and_then(cli::run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("rookery: {failure}");
            ExitCode::from(failure.code)
        }
    }
}
