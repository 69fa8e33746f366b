//! The clap command as shells complete it: with the names of the games and the presets, and without files where none is meant.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, ValueHint};

use rookery_captcha::Preset;
use rookery_games::Registry;

/// The placeholders of values that are files or folders.
const PATHS: [&str; 2] = ["DIR", "FILE"];

/// The command with the values that a shell can offer. It is not for parsing: the commands themselves say what is wrong with a name.
pub fn with_values(command: Command, games: &Registry) -> Command {
    let games: Vec<&'static str> = games.all().iter().map(|game| game.name()).collect();
    offering(command, &games)
}

fn offering(command: Command, games: &[&'static str]) -> Command {
    command
        .mut_args(|arg| offer(arg, games))
        .mut_subcommands(|command| offering(command, games))
}

fn offer(arg: Arg, games: &[&'static str]) -> Arg {
    let names: &[&'static str] = match arg.get_id().as_str() {
        "game" => games,
        "preset" => &Preset::NAMES,
        _ => &[],
    };
    // The game that `uci` has without a name may not be among them.
    let is_offered = |name: &str| names.contains(&name);
    let mut usual = arg.get_default_values().iter();
    if !names.is_empty() && usual.all(|name| name.to_str().is_some_and(is_offered)) {
        return arg.value_parser(PossibleValuesParser::new(names.iter().copied()));
    }
    let is_path = |arg: &Arg| {
        let mut placeholders = arg.get_value_names().unwrap_or_default().iter();
        placeholders.any(|name| PATHS.contains(&name.as_str()))
    };
    let is_word = arg.get_action().takes_values()
        && arg.get_value_hint() == ValueHint::Unknown
        && !is_path(&arg);
    match is_word {
        true => arg.value_hint(ValueHint::Other),
        false => arg,
    }
}
