//! The `rookery` binary: the site with the games that it ships.

use std::process::ExitCode;

use rookery_games::Registry;

fn main() -> ExitCode {
    rookery::main_with(&Registry::shipped())
}
