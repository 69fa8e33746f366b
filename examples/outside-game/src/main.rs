//! A games site with the games of Rookery and Breakthrough.

mod game;
mod rules;

use std::process::ExitCode;

use rookery_games::Registry;

fn main() -> ExitCode {
    rookery::main_with(&Registry::shipped().with::<game::BreakthroughGame>())
}
