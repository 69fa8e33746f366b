//! Arguments of the process, parsed by clap; any error in them is reported on one line.

use clap::FromArgMatches;
use clap::error::ErrorKind;

use crate::cli::command::Cli;
use crate::cli::failure::Failure;
use crate::cli::help;

/// Parses the arguments of this process. If they ask for help or the version, prints it and ends the process.
///
/// # Errors
/// The arguments are invalid.
pub fn parse() -> Result<Cli, Failure> {
    let matches = command().try_get_matches();
    let parsed = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    parsed.map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => error.exit(),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let usage = usage(&error.render().to_string());
            Failure::input(format!("a command is missing; {usage}"))
        }
        _ => Failure::input(one_line(&error.render().to_string())),
    })
}

/// The clap command, with every option and argument accepting a negative number as its value, so that its own range check refuses it with a
/// better message.
fn command() -> clap::Command {
    fn with_negative_numbers(command: clap::Command) -> clap::Command {
        let lenient = |arg: clap::Arg| {
            let takes_values = arg.get_action().takes_values();
            arg.allow_negative_numbers(takes_values)
        };
        command
            .mut_args(lenient)
            .mut_subcommands(with_negative_numbers)
    }
    with_negative_numbers(help::command())
}

/// The paragraphs of a clap error as one line: the error, the suggestion, the usage.
fn one_line(text: &str) -> String {
    let text = text.strip_prefix("error: ").unwrap_or(text);
    let mut line = String::new();
    for part in text.lines().map(str::trim) {
        if part.starts_with("Usage:") || part.starts_with("For more information") {
            break;
        }
        match part {
            "" => continue,
            _ if line.is_empty() => {}
            _ if part.starts_with("tip:") => line.push_str("; "),
            _ => line.push(' '),
        }
        line.push_str(part);
    }
    format!("{line}; {}", usage(text))
}

/// The usage line in the text, or a pointer to `--help` if there is none.
fn usage(text: &str) -> String {
    match text.lines().find_map(|line| line.strip_prefix("Usage: ")) {
        Some(usage) => format!("usage: {usage}"),
        None => "see --help".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[&str]) -> Result<clap::ArgMatches, clap::Error> {
        command().try_get_matches_from([&["rookery"], arguments].concat())
    }

    fn told(arguments: &[&str]) -> String {
        one_line(&parsed(arguments).unwrap_err().render().to_string())
    }

    #[test]
    fn whatever_is_wrong_is_said_on_one_line() {
        for (arguments, words) in [
            (
                &["search", "chess", "--depth", "0"][..],
                "invalid value '0' for '--depth <DEPTH>': 0 is not in 1..=4294967295; see --help",
            ),
            (
                &["perft"],
                "the following required arguments were not provided: <GAME> <DEPTH>; usage: rookery perft <GAME> <DEPTH>",
            ),
            (
                &["bench", "--jsn"],
                "unexpected argument '--jsn' found; tip: a similar argument exists: '--json'; usage: rookery bench ",
            ),
            (
                &["search", "chess", "--depth", "-1"],
                "invalid value '-1' for '--depth <DEPTH>': -1 is not in 1..=4294967295; see --help",
            ),
            (
                &["perft", "chess", "-1"],
                "invalid value '-1' for '<DEPTH>': -1 is not in 0..=64; see --help",
            ),
            (
                &["search", "chess", "-5", "--depth", "1"],
                "unexpected argument '-5' found; ",
            ),
            (
                &["search", "chess", "--driver", "x"],
                "[possible values: pvs, mtdf, alphabeta, minimax]",
            ),
        ] {
            let line = told(arguments);
            assert!(line.contains(words), "{arguments:?}: {line}");
            assert_eq!(line.lines().count(), 1, "{line}");
        }
    }

    /// The usual test of a simplification asks whether it is worth less than nothing.
    #[test]
    fn the_bounds_of_a_sequential_test_may_be_negative() {
        let players = ["match", "chess", "--a", "", "--b", ""];
        for bounds in [&["--sprt", "-5,0"][..], &["--sprt=-5,0"], &["--seed", "0"]] {
            parsed(&[&players, bounds].concat()).unwrap();
        }
    }
}
