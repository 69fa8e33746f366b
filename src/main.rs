//! The `rookery` binary: the site with the shipped games.

use std::process::ExitCode;

use rookery_games::Registry;

fn main() -> ExitCode {
    rookery::main_with(&Registry::shipped())
}
