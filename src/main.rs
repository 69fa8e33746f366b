//! The `rookery` binary: arguments → the command. No logic.

mod cli;

use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let checked = cli::check_processor();
    match checked.and_then(|()| cli::parse()).and_then(cli::run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if failure.code != 0 {
                // Where standard error is closed too, the exit code has to do.
                let _ = writeln!(std::io::stderr(), "rookery: {failure}");
            }
            ExitCode::from(failure.code)
        }
    }
}
