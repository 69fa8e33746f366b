//! Commands and their arguments, as clap parses them.

use clap::{Parser, Subcommand};

use crate::cli::captcha;
use crate::cli::engine::analysis::{compare, perft, search, solve, suite};
use crate::cli::engine::strength::{bench, levels, match_, spsa, tune};
use crate::cli::engine::{book, gomocup, gtp, tables, uci};
use crate::cli::site::{admin, backup, config, healthcheck, manual, serve};

/// Rookery: your own games site in one binary. Without a command, it serves the site.
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
    pub(super) command: Option<Command>,
    #[command(flatten)]
    pub(super) serve: serve::Serve,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Serve(serve::Serve),
    Config(config::ConfigArgs),
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
    Bench(bench::BenchArgs),
    Book(book::Book),
    Compare(compare::Compare),
    Suite(suite::Suite),
    Tune(tune::Tune),
    Spsa(spsa::SpsaArgs),
    Match(match_::MatchArgs),
    Levels(levels::Levels),
    Uci(uci::Uci),
    Gomocup(gomocup::Gomocup),
    Gtp(gtp::Gtp),
    Completions(manual::Completions),
    Man(manual::ManPages),
}
