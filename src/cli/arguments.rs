//! Arguments of the process, parsed by clap; any error in them is reported on one line.

use std::borrow::Cow;
use std::error::Error as _;
use std::io::{self, Write};
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

use clap::FromArgMatches;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::cli::command::Cli;
use crate::cli::failure::Failure;
use crate::cli::help;
use crate::cli::output::unwritten;
use rookery_games::text::is_near;

/// Parses the arguments of this process. If they ask for help or the version, prints it: nothing is left to do then.
///
/// # Errors
/// The arguments are invalid, or it has been printed (0).
pub fn parse() -> Result<Cli, Failure> {
    let matches = command().try_get_matches();
    let parsed = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    parsed.map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => printed(&error),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let usage = usage(&error.render().to_string());
            Failure::input(format!("a command is missing; {usage}"))
        }
        _ => Failure::input(told(error)),
    })
}

/// The end of a command that prints help or the version, and nothing else.
fn printed(text: &clap::Error) -> Failure {
    match text.print().and_then(|()| io::stdout().flush()) {
        Ok(()) => Failure {
            code: 0,
            message: String::new(),
        },
        Err(e) => unwritten(&e),
    }
}

/// What is wrong, on one line.
fn told(mut error: clap::Error) -> String {
    if let Some(told) = unfit_number(&error) {
        return told;
    }
    keep_near_suggestions(&mut error);
    one_line(&error.render().to_string())
}

/// The message about a value that is no number, or one out of bounds: the words of the standard library do not say what is expected, and
/// those of clap say it in the notation of Rust.
fn unfit_number(error: &clap::Error) -> Option<String> {
    let (Some(ContextValue::String(name)), Some(ContextValue::String(value))) = (
        error.get(ContextKind::InvalidArg),
        error.get(ContextKind::InvalidValue),
    ) else {
        return None;
    };
    let source = error.source()?;
    let is_negative = || {
        let digits = value.strip_prefix('-').filter(|digits| !digits.is_empty());
        digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let unread = source.downcast_ref::<ParseIntError>();
    let expected: Cow<'static, str> = match unread.map(ParseIntError::kind) {
        Some(IntErrorKind::PosOverflow | IntErrorKind::NegOverflow) => {
            "the number is out of all bounds".into()
        }
        Some(_) if is_negative() => "no negative number is expected".into(),
        Some(_) => "a whole number is expected, in digits alone".into(),
        None if source.is::<ParseFloatError>() => "a number is expected, such as 0.5".into(),
        None => bounds_in_words(&source.to_string())?.into(),
    };
    Some(format!(
        "invalid value '{value}' for '{name}': {expected}; see --help"
    ))
}

/// The bounds of a number in words, from clap's message `9 is not in 1..=8`. The greatest value of the type is not a limit that we chose, so
/// only a number above it is told of it.
fn bounds_in_words(message: &str) -> Option<String> {
    let (found, range) = message.split_once(" is not in ")?;
    let (least, most) = range.split_once("..")?;
    let [found, lowest] = [found, least].map(|number| number.parse::<i128>().ok());
    let is_too_small = found? < lowest?;
    let (most, is_beyond) = match most.strip_prefix('=') {
        Some(most) => (most, false),
        None => (most, true),
    };
    let most: u64 = most.parse().ok()?;
    let ends = [
        u64::from(u16::MAX),
        u64::from(u32::MAX),
        i64::MAX as u64,
        u64::MAX,
    ];
    Some(match is_too_small && ends.contains(&most) {
        true => format!("a number from {least} is expected"),
        false => format!(
            "a number from {least} to {} is expected",
            most - u64::from(is_beyond)
        ),
    })
}

/// Leaves only those names in the suggestions of an error that may have been meant.
fn keep_near_suggestions(error: &mut clap::Error) {
    for (asked, suggested) in [
        (
            ContextKind::InvalidSubcommand,
            ContextKind::SuggestedSubcommand,
        ),
        (ContextKind::InvalidArg, ContextKind::SuggestedArg),
        (ContextKind::InvalidValue, ContextKind::SuggestedValue),
    ] {
        let Some(ContextValue::String(asked)) = error.get(asked) else {
            continue;
        };
        let names = match error.get(suggested) {
            Some(ContextValue::String(name)) => std::slice::from_ref(name),
            Some(ContextValue::Strings(names)) => names.as_slice(),
            _ => continue,
        };
        let near = names.iter().filter(|name| is_near(asked, name));
        let near: Vec<String> = near.cloned().collect();
        error.remove(suggested);
        if !near.is_empty() {
            error.insert(suggested, ContextValue::Strings(near));
        }
    }
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
        super::told(parsed(arguments).unwrap_err())
    }

    #[test]
    fn whatever_is_wrong_is_said_on_one_line() {
        for (arguments, words) in [
            (
                &["search", "chess", "--depth", "0"][..],
                "invalid value '0' for '--depth <DEPTH>': a number from 1 is expected; see --help",
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
                "invalid value '-1' for '--depth <DEPTH>': a number from 1 is expected; see --help",
            ),
            (
                &["perft", "chess", "-1"],
                "invalid value '-1' for '<DEPTH>': a number from 0 to 64 is expected; see --help",
            ),
            (
                &["search", "chess", "--nodes", "0"],
                "invalid value '0' for '--nodes <NODES>': a number from 1 is expected; see --help",
            ),
            (
                &["search", "chess", "--multipv", "0"],
                "a number from 1 is expected; see --help",
            ),
            (
                &["levels", "chess", "--games", "0"],
                "a number from 20 is expected; see --help",
            ),
            (
                &["levels", "chess", "--level", "9"],
                "a number from 1 to 8 is expected; see --help",
            ),
            (
                &["search", "chess", "-5", "--depth", "1"],
                "unexpected argument '-5' found; ",
            ),
            (
                &["search", "chess", "--driver", "x"],
                "[possible values: pvs, mtdf, alphabeta, minimax]",
            ),
            (
                &["perft", "chess", "two"],
                "invalid value 'two' for '<DEPTH>': a whole number is expected, in digits alone; see --help",
            ),
            (
                &["search", "chess", "--nodes", "1e6"],
                "invalid value '1e6' for '--nodes <NODES>': a whole number is expected, in digits alone; see --help",
            ),
            (
                &["bench", "--check", "--json", "--jsonn"],
                "tip: a similar argument exists: '--json'",
            ),
            (
                &["tune", "chess", "--games", "5,x"],
                "invalid value 'x' for '--games <N,…>': a whole number is expected",
            ),
            (
                &["captcha", "backgrounds", "--out", "x", "--seed", "-1"],
                "invalid value '-1' for '--seed <SEED>': no negative number is expected; see --help",
            ),
            (
                &["search", "chess", "--nodes", "-1"],
                "invalid value '-1' for '--nodes <NODES>': no negative number is expected; see --help",
            ),
            (
                &["search", "chess", "--multipv", "65536"],
                "a number from 1 to 65535 is expected; see --help",
            ),
            (
                &["search", "chess", "--depth", "4294967296"],
                "a number from 1 to 4294967295 is expected; see --help",
            ),
            (
                &["levels", "chess", "--games", "5000000000"],
                "a number from 20 to 4294967295 is expected; see --help",
            ),
            (
                &[
                    "captcha",
                    "backgrounds",
                    "--out",
                    "x",
                    "--seed",
                    "99999999999999999999",
                ],
                "the number is out of all bounds",
            ),
            (
                &["captcha", "attack", "--cpu-s", "long"],
                "invalid value 'long' for '--cpu-s <S>': a number is expected, such as 0.5; see --help",
            ),
            (&["serach"], "tip: a similar subcommand exists: 'search'"),
        ] {
            let line = told(arguments);
            assert!(line.contains(words), "{arguments:?}: {line}");
            assert_eq!(line.lines().count(), 1, "{line}");
        }
    }

    #[test]
    fn nothing_is_suggested_that_is_far_from_what_was_asked() {
        for arguments in [
            &["nosuch"][..],
            &["search", "chess", "--zzz"],
            &["search", "chess", "--driver", "q"],
        ] {
            let line = told(arguments);
            assert!(!line.contains("similar"), "{arguments:?}: {line}");
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
