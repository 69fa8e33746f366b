//! Rookery: one binary that a club, school or company runs to have its own games site.
//!
//! The rooms and their allowed imports, downward only (`tests/it/rooms.rs` checks the code against this list):
//!
//! ```text
//! cli     → web store accounts config clock ids rookery_games rookery_engine rookery_captcha rookery_attacker
//! web     → service store work matches accounts look config meters clock ids rookery_games rookery_captcha
//! service → store bus work matches accounts look meters clock ids rookery_games rookery_engine rookery_captcha rookery_attacker
//! store   → matches accounts ids clock rookery_games rookery_captcha
//! bus     → matches ids
//! work    → clock
//! matches → ids clock rookery_games rookery_engine
//! config  → accounts rookery_captcha
//! look    → rookery_captcha
//! accounts, meters, ids, clock → nothing of ours
//! ```

pub mod accounts;
pub mod bus;
mod cli;
pub mod clock;
pub mod config;
pub mod ids;
pub mod look;
pub mod matches;
pub mod meters;
pub mod service;
pub mod store;
pub mod web;
pub mod work;

use std::process::ExitCode;

use rookery_games::Registry;

/// The whole program with these games: parses the arguments of the process, runs the command, and prints errors to standard
/// error. Your own program calls it with `Registry::shipped().with::<YourGame>()`.
pub fn main_with(games: &Registry) -> ExitCode {
    let checked = cli::check_processor();
    match checked
        .and_then(|()| cli::parse())
        .and_then(|cli| cli::run(cli, games))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if failure.code != 0 {
                // If standard error is closed too, only the exit code is left.
                cli::remark(&format!("rookery: {failure}"));
            }
            ExitCode::from(failure.code)
        }
    }
}
