//! The command line: one file per command, in the folders `site`, `engine` and `captcha`. A command parses its arguments, calls a room and prints.

mod arguments;
mod captcha;
mod engine;
mod interrupt;
mod output;
mod processor;
mod progress;
mod site;

use engine::analysis::{compare, perft, search, solve, suite};
use engine::strength::{bench, levels, match_, tune};
use engine::{book, tables, uci};
use site::{admin, backup, config, healthcheck, manual, serve};

pub use arguments::parse;
pub use processor::check as check_processor;

use std::fmt::{self, Display};

use clap::{Parser, Subcommand};

use rookery_games::Registry;
use rookery_games::text::shown;

/// Rookery: your own games site in one binary. Without a command it serves.
#[derive(Debug, Parser)]
#[command(
    name = "rookery",
    version,
    about,
    max_term_width = 100,
    args_conflicts_with_subcommands = true
)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Serve,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(serve::Serve),
    Config(config::Config),
    Admin(admin::Admin),
    Backup(backup::Backup),
    Restore(backup::Restore),
    Healthcheck(healthcheck::Healthcheck),
    Captcha(captcha::CaptchaCommand),
    Perft(perft::Perft),
    Search(search::Search),
    Solve(solve::Solve),
    #[command(
        subcommand,
        after_help = "Example:\n  rookery tables build morabaraba --up-to 5-4"
    )]
    Tables(tables::Tables),
    Bench(bench::Bench),
    Book(book::Book),
    Compare(compare::Compare),
    Suite(suite::Suite),
    Tune(tune::Tune),
    Match(match_::Match),
    Levels(levels::Levels),
    Uci(uci::Uci),
    Completions(manual::Completions),
    Man(manual::ManPages),
}

/// Why a command ended without success: what to tell the person, and the exit code.
#[derive(Debug)]
pub struct Failure {
    /// 1 the work failed or a check did not hold, 2 the arguments or the input were wrong; 0 where nothing is wrong, but the
    /// command has ended early.
    pub code: u8,
    /// One line: what, where, what to do.
    pub message: String,
}

impl Failure {
    /// The work failed, or a check did not hold.
    pub fn work(message: impl Into<String>) -> Self {
        Failure {
            code: 1,
            message: message.into(),
        }
    }

    /// Nobody reads standard output any more (`rookery … | head -1`): the command ends, and nothing is wrong with that.
    pub fn nobody_reads() -> Self {
        Failure {
            code: 0,
            message: String::new(),
        }
    }

    /// The arguments or the input were wrong.
    pub fn input(message: impl Into<String>) -> Self {
        Failure {
            code: 2,
            message: message.into(),
        }
    }
}

/// The message, with characters that nobody sees spelled out: it may repeat what was typed, and stays one line.
impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(&self.message, usize::MAX))
    }
}

/// Runs the command.
///
/// # Errors
/// What the person should be told, with the exit code.
pub fn run(cli: Cli, games: &Registry) -> Result<(), Failure> {
    match cli.command {
        None => cli.serve.run(games),
        Some(Command::Serve(command)) => command.run(games),
        Some(Command::Config(command)) => command.run(),
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
        Some(Command::Match(command)) => command.run(games),
        Some(Command::Levels(command)) => command.run(games),
        Some(Command::Uci(command)) => command.run(games),
        Some(Command::Completions(command)) => command.run(),
        Some(Command::Man(command)) => command.run(),
    }
}
