//! The command line: one file per command, in the folders `site`, `engine` and `captcha`. A command parses its arguments,
//! calls the code that does the work, and prints the result.

mod arguments;
mod captcha;
mod command;
mod completed;
mod engine;
mod failure;
mod help;
mod interrupt;
mod made_folder;
mod output;
mod processor;
mod progress;
mod site;

use command::Command;
use engine::tables;

pub use arguments::parse;
pub use command::Cli;
pub use failure::Failure;
pub use output::remark;
pub use processor::check as check_processor;

use clap::CommandFactory;
use rookery_games::Registry;

/// Runs the command.
///
/// # Errors
/// The message for the user, with the exit code.
pub fn run(cli: Cli, games: &Registry) -> Result<(), Failure> {
    match cli.command {
        None => cli.serve.run(games),
        Some(Command::Serve(command)) => command.run(games),
        Some(Command::Config(command)) => command.run(games),
        Some(Command::Admin(command)) => command.run(),
        Some(Command::Backup(command)) => command.run(),
        Some(Command::Restore(command)) => command.run(),
        Some(Command::Healthcheck(command)) => command.run(),
        Some(Command::Captcha(command)) => captcha::run(command),
        Some(Command::Perft(command)) => command.run(games),
        Some(Command::Search(command)) => command.run(games),
        Some(Command::Solve(command)) => command.run(games),
        Some(Command::Tables(command)) => tables::run(command, games),
        Some(Command::Bench(command)) => command.run(games),
        Some(Command::Book(command)) => command.run(games),
        Some(Command::Compare(command)) => command.run(games),
        Some(Command::Suite(command)) => command.run(games),
        Some(Command::Tune(command)) => command.run(games),
        Some(Command::Spsa(command)) => command.run(games),
        Some(Command::Match(command)) => command.run(games),
        Some(Command::Levels(command)) => command.run(games),
        Some(Command::Uci(command)) => command.run(games),
        Some(Command::Gomocup(command)) => command.run(games),
        Some(Command::Gtp(command)) => command.run(),
        Some(Command::Completions(command)) => {
            command.run(completed::with_values(Cli::command(), games))
        }
        Some(Command::Man(command)) => command.run(Cli::command()),
    }
}
